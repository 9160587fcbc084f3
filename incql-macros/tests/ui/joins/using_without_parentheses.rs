#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
}

#[derive(Model)]
struct Customer {
    id: i64,
    name: String,
}

fn query(orders: &LazyFrame<Order>, customers: &LazyFrame<Customer>) {
    let _ = query! { FROM orders JOIN customers USING id };
}

fn main() {}
