#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT sum(.amount).filter(max(.amount) > 1.0) AS x };
}

fn main() {}
