#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let baskets = baskets();
    let _ = query! { FROM baskets ORDER BY asc(.items) };
}
