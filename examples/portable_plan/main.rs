//! Writes Substrait plans (`plans/NAME.bin`) with their meaning as SQL (`plans/NAME.sql`) and the data they read
//! (`data/TABLE.parquet`), for any engine to run: `cargo run --example portable_plan -- OUT`.

#![allow(missing_docs)]

mod sales;
mod small;

#[path = "../tpch/data.rs"]
mod data;
#[path = "../tpch/models.rs"]
mod models;
#[path = "../tpch/queries.rs"]
mod queries;
#[path = "../tpch/sql.rs"]
mod sql;

use std::fs;

use incql::prelude::*;

use data::AnyError;
use queries::Tables;
use small::Portable;

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let out = std::env::args().nth(1).ok_or("usage: portable_plan OUT")?;
    let (plans, tables) = (format!("{out}/plans"), format!("{out}/data"));
    fs::create_dir_all(&plans)?;
    fs::create_dir_all(&tables)?;

    let session = Session::new();
    let sales = session.from_rows("sales", sales::sales()?)?;
    let shops = session.from_rows("shops", sales::shops())?;
    session.write_parquet(&sales, format!("{tables}/sales.parquet")).await?;
    session.write_parquet(&shops, format!("{tables}/shops.parquet")).await?;
    let tpch = data::register(&session, &data::generate(0.01)?).await?;
    write_tables(&session, &tpch, &tables).await?;

    let mut written = 0;
    for (name, sql, plan) in small::plans(&sales, &shops).into_iter().chain(tpch_plans(&tpch)) {
        fs::write(format!("{plans}/{name}.bin"), plan.map_err(|error| format!("{name}: {error}"))?)?;
        fs::write(format!("{plans}/{name}.sql"), sql)?;
        written += 1;
    }
    println!("{written} plans in {plans}, their tables in {tables}");
    Ok(())
}

async fn write_tables(session: &Session, tpch: &Tables, folder: &str) -> Result<(), AnyError> {
    let path = |name: &str| format!("{folder}/{name}.parquet");
    session.write_parquet(&tpch.lineitem, path("lineitem")).await?;
    session.write_parquet(&tpch.orders, path("orders")).await?;
    session.write_parquet(&tpch.customer, path("customer")).await?;
    session.write_parquet(&tpch.part, path("part")).await?;
    session.write_parquet(&tpch.supplier, path("supplier")).await?;
    session.write_parquet(&tpch.nation, path("nation")).await?;
    session.write_parquet(&tpch.region, path("region")).await?;
    Ok(())
}

/// The TPC-H queries, each with its SQL.
fn tpch_plans(tables: &Tables) -> Vec<Portable> {
    let bytes = |number: u32| match number {
        1 => queries::q1(tables).to_substrait_bytes(),
        3 => queries::q3(tables).to_substrait_bytes(),
        5 => queries::q5(tables).to_substrait_bytes(),
        6 => queries::q6(tables).to_substrait_bytes(),
        10 => queries::q10(tables).to_substrait_bytes(),
        12 => queries::q12(tables).to_substrait_bytes(),
        14 => queries::q14(tables).to_substrait_bytes(),
        _ => queries::q19(tables).to_substrait_bytes(),
    };
    sql::SQL.iter().map(|(number, sql)| (format!("tpch_q{number:02}"), *sql, bytes(*number))).collect()
}
