#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Odd {
    a: Option<Option<i64>>,
}

fn main() {}
