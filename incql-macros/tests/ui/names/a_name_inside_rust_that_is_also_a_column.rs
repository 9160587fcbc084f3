#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    amount: f64,
    quantity: i32,
}

fn query(orders: &LazyFrame<Order>) {
    let quantity = 1_i32;
    let _ = query! { FROM orders WHERE .amount > f64::from(quantity) };
}

fn main() {}
