#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders GROUP BY .region WHERE .amount > 1.0 SELECT .region };
}

fn main() {}
