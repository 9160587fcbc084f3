#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE .id == 170141183460469231731687303715884105728 };
}

fn main() {}
