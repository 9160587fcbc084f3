#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT *, .region AS amount };
}

fn main() {}
