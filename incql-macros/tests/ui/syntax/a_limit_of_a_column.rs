#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    quantity: i32,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders LIMIT .quantity };
}

fn main() {}
