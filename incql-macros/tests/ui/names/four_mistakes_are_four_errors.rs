#![allow(unused)]

#[path = "../common.rs"]
mod common;

use common::*;
use incql::prelude::*;

fn main() {
    let sales = sales();
    let _ = query! {
        FROM sales
        WHERE .amuont > 100 && .region > 5
        GROUP BY .regoin
        SELECT .regoin AS r, sum(.region) AS s
    };
}
