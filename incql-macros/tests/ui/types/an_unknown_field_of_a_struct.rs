#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let people = people();
    let _ = query! { FROM people WHERE .address.zipp == "x" };
}
