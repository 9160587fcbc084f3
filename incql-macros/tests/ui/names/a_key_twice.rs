#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    region: String,
    open: bool,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders GROUP BY .region, .open AS region SELECT count() AS n };
}

fn main() {}
