#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    open: bool,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT if .open { 1 } AS x };
}

fn main() {}
