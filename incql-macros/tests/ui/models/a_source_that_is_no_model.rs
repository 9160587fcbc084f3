#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

struct Plain {
    a: i64,
}

fn main() {
    let frame = LazyFrame::<Plain>::table(["plain"]);
    let _ = query! { FROM frame };
}
