#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let _ = query! { FROM orders SELECT rank() AS r };
}
