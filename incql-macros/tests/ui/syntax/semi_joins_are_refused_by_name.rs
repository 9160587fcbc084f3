#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let customers = customers();
    let _ = query! { FROM orders SEMI JOIN customers ON .customer_id == customers.id };
}
