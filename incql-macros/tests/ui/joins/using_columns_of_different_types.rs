#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

#[derive(Model)]
struct Name {
    id: String,
}

fn query(orders: &LazyFrame<Order>, names: &LazyFrame<Name>) {
    let _ = query! { FROM orders JOIN names USING (id) };
}

fn main() {}
