#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Twice {
    a: i64,
    #[model(name = "a")]
    b: i64,
}

fn main() {}
