//! Writes the crate that `run.sh` checks: `generate FOLDER KIND`, where KIND is `base` (the models and no query),
//! `queries` (500 queries over them) or `wide` (a model of 1,000 columns and one query).

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

const QUERIES: usize = 500;
const PER_MODULE: usize = 50;
const COLUMNS: usize = 1_000;

const MODELS: &str = r#"
use incql::prelude::*;

#[derive(Model)]
pub struct Order {
    pub order_id: i64,
    pub customer_id: i64,
    pub status: String,
    pub amount: Option<f64>,
    pub discount: f64,
    pub quantity: i32,
}

#[derive(Model)]
pub struct Customer {
    pub id: i64,
    pub name: String,
    pub region: Option<String>,
    pub score: i32,
}
"#;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let (Some(folder), Some(kind)) = (arguments.next(), arguments.next()) else {
        return Err(io::Error::other("generate FOLDER base|queries|wide"));
    };
    let source = PathBuf::from(folder).join("src");
    fs::create_dir_all(&source)?;
    let modules = if kind == "queries" { QUERIES / PER_MODULE } else { 0 };
    for module in 0..modules {
        fs::write(source.join(format!("queries_{module}.rs")), queries(module * PER_MODULE))?;
    }
    let mut root = String::from("#![allow(dead_code, missing_docs, unused_must_use)]\npub mod models;\n");
    for module in 0..modules {
        let _ = writeln!(root, "pub mod queries_{module};");
    }
    if kind == "wide" {
        root.push_str("pub mod wide;\n");
        fs::write(source.join("wide.rs"), wide())?;
    }
    fs::write(source.join("models.rs"), MODELS)?;
    fs::write(source.join("lib.rs"), root)
}

/// Queries of one shape, each with constants and names of its own: a left join, a filter, a group, ten expressions, a
/// filter of the groups and an order.
fn queries(first: usize) -> String {
    let mut text = String::from("use crate::models::{Customer, Order};\nuse incql::prelude::*;\n");
    for number in first..first + PER_MODULE {
        let _ = write!(
            text,
            r#"
pub fn query_{number}(orders: &LazyFrame<Order>, customers: &LazyFrame<Customer>) {{
    query! {{
        FROM orders
        LEFT JOIN customers ON .customer_id == customers.id && customers.score > {number}
        WHERE .status == "s{number}" && .quantity * 2 + {number} > .quantity && .amount > {number}.5
        GROUP BY customers.region AS region
        SELECT region, sum(.amount * (1.0 - .discount)) AS total_{number}, count() AS n, max(.quantity + {number}) AS top
        WHERE .n > {number}
        ORDER BY desc(.total_{number})
    }};
}}
"#
        );
    }
    text
}

fn wide() -> String {
    let mut text = String::from("use incql::prelude::*;\n\n#[derive(Model)]\npub struct Wide {\n");
    for column in 0..COLUMNS {
        let ty = ["i64", "Option<f64>", "String", "Option<String>", "bool"][column % 5];
        let _ = writeln!(text, "    pub column_{column}: {ty},");
    }
    text.push_str(
        "}\n\npub fn query(wide: &LazyFrame<Wide>) {\n    query! { FROM wide WHERE .column_0 > 1 SELECT .column_995 AS last };\n}\n",
    );
    text
}
