#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let orders = orders();
    let _ = query! { FROM orders SELECT .note AS status, .amount AS total INTO Total };
}
