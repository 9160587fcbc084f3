#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let _ = query! { FROM orders SELECT sum(rank().over(window().order_by(asc(.id)))) AS s };
}
