#![allow(unused)]

use incql::prelude::*;

#[derive(Model)]
struct Order {
    id: i64,
    amount: f64,
}

fn query(orders: &LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT sum(.amount).over(window().order_by(asc(.id)).rows_between(current_row(), preceding(1))) AS x };
}

fn main() {}
