#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let _ = query! { FROM orders GROUP BY rank().over(window().order_by(asc(.id))) AS r SELECT count() AS n };
}
