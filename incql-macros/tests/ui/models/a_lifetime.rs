#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Borrowed<'a> {
    value: &'a str,
}

fn main() {}
