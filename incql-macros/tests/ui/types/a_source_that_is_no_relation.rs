#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let numbers = vec![1, 2];
    let _ = query! { FROM numbers };
}

fn main() {}
