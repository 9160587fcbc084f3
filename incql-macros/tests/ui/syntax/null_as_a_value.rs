#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    discount: Option<f64>,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE .discount == NULL };
}

fn main() {}
