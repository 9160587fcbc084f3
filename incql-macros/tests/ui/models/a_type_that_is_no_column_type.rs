#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Odd {
    a: std::time::Duration,
}

fn main() {}
