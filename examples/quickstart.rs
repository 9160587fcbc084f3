//! Reads two CSV files, joins and groups them in one checked query, prints the rows and shows the plan:
//! `cargo run --example quickstart`.

#![allow(missing_docs)]

use chrono::NaiveDate;
use incql::prelude::*;

#[derive(Model, Debug)]
struct Customer {
    id: i64,
    name: String,
    region: Option<String>,
}

#[derive(Model, Debug)]
struct Order {
    order_id: i64,
    customer_id: i64,
    status: String,
    amount: Option<f64>,
    ordered_on: NaiveDate,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data");
    let session = Session::new();
    let orders = session.read_csv::<Order>("orders", &format!("{folder}/orders.csv"), CsvOptions::new()).await?;
    let customers =
        session.read_csv::<Customer>("customers", &format!("{folder}/customers.csv"), CsvOptions::new()).await?;

    let threshold = 50.0;
    let top = query! {
        FROM orders
        LEFT JOIN customers ON .customer_id == customers.id
        WHERE .status == "completed" && .amount > threshold
        GROUP BY customers.region AS region
        SELECT region, sum(.amount) AS total, count() AS n
        ORDER BY desc(.total)
        LIMIT 10
    };

    let result = session.collect(&top).await?;
    for row in result.rows() {
        let row = row?;
        println!("{:<14} {:>8.2} in {} orders", row.region.as_deref().unwrap_or("-"), row.total.unwrap_or(0.0), row.n);
    }
    println!("\n{result}\n\n{}", top.explain());
    Ok(())
}
