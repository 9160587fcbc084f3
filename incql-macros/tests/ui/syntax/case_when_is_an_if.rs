#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let _ = query! { FROM orders SELECT CASE WHEN .id > 1 THEN 1 ELSE 0 END AS x };
}
