#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let n = 10_i64;
    let _ = query! { FROM orders LIMIT n };
}

fn main() {}
