#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
#[model(rename_all = "Snake")]
struct Named {
    a: i64,
}

fn main() {}
