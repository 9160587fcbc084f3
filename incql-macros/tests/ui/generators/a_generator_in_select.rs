#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    tags: Vec<String>,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT explode(.tags) AS tag };
}

fn main() {}
