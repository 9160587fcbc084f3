#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
union Either {
    a: i64,
    b: f64,
}

fn main() {}
