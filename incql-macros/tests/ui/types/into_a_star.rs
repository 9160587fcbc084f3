#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
}

#[derive(Model)]
struct Summary {
    region: String,
    total: Option<f64>,
    orders: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT * INTO Summary };
}

fn main() {}
