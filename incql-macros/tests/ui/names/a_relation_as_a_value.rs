#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE .amount > orders };
}

fn main() {}
