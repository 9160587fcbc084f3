#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let numbers = [1, 2];
    let _ = query! { FROM orders JOIN numbers ON .id == 1 };
}

fn main() {}
