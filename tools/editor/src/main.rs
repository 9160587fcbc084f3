//! Queries that are being typed. `check.py` asks rust-analyzer for completions at each `/*N*/` mark.

use incql::prelude::*;

#[derive(Model)]
struct Order {
    order_id: i64,
    customer_id: i64,
    status: String,
    amount: Option<f64>,
}

#[derive(Model)]
struct Customer {
    id: i64,
    name: String,
    region: Option<String>,
}

fn bare_dot(orders: LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE ./*1*/ };
}

fn partial_name(orders: LazyFrame<Order>) {
    let _ = query! { FROM orders WHERE .am/*2*/ };
}

fn inside_a_call(orders: LazyFrame<Order>) {
    let _ = query! { FROM orders SELECT sum(./*3*/) AS total };
}

fn after_a_relation(orders: LazyFrame<Order>, customers: LazyFrame<Customer>) {
    let _ = query! { FROM orders LEFT JOIN customers ON .customer_id == customers.id WHERE customers./*4*/ };
}

fn after_select(orders: LazyFrame<Order>) {
    let _ = query! { FROM orders GROUP BY .status SELECT .status, sum(.amount) AS total WHERE ./*5*/ };
}

fn in_order_by(orders: LazyFrame<Order>) {
    let _ = query! { FROM orders GROUP BY .status SELECT .status, sum(.amount) AS total ORDER BY desc(./*6*/) };
}

fn in_a_join_condition(orders: LazyFrame<Order>, customers: LazyFrame<Customer>) {
    let _ = query! { FROM orders JOIN customers ON ./*7*/ };
}

fn main() {}
