#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let customers = customers();
    let _ = query! { FROM orders JOIN customers USING (idd) };
}
