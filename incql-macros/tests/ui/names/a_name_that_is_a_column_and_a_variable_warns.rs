#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
    amount: f64,
    discount: Option<f64>,
}

fn query(orders: &LazyFrame<Order>) {
    let discount = 0.5;
    let _ = query! { FROM orders WHERE .amount > discount && .region == 1 };
}

fn main() {}
