#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Named {
    #[model(nmae = "x")]
    a: i64,
}

fn main() {}
