#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Named {
    #[model(name = "x", name = "y")]
    a: i64,
}

fn main() {}
