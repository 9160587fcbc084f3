#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

#[derive(Model)]
struct Pair(i64, i64);

fn main() {}
