#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE .region == 'EU' };
}

fn main() {}
