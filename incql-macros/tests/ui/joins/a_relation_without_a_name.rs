#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    customer_id: i64,
}

#[derive(Model)]
struct Customer {
    id: i64,
    name: String,
}

fn query(orders: &LazyFrame<Order>, customers: &LazyFrame<Customer>) {
    let tables = [customers];
    let _ = query! { FROM orders JOIN tables[0] ON .customer_id == 1 };
}

fn main() {}
