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
    let _ = query! { FROM orders WHERE exists(FROM customers WHERE .id == orders.customer_id) };
}

fn main() {}
