#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let wait = std::time::Duration::from_secs(1);
    let _ = query! { FROM orders WHERE .amount > wait };
}

fn main() {}
