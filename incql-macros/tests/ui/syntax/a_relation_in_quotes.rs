#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM "orders" };
}

fn main() {}
