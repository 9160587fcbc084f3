//! The eight TPC-H queries through incql and as SQL through DataFusion, interleaved, at a scale factor:
//! `cargo bench --bench tpch -- 0.1`. Prints the median of each side and the ratio of the sums. Both sides plan and run
//! from scratch on every round, over the same tables in memory and with the same number of partitions.

#![allow(missing_docs)]

#[path = "../examples/tpch/data.rs"]
mod data;
#[path = "../examples/tpch/models.rs"]
mod models;
#[path = "../examples/tpch/queries.rs"]
mod queries;
#[path = "../examples/tpch/sql.rs"]
mod sql;

use std::time::{Duration, Instant};

use incql::datafusion::prelude::SessionContext;
use incql::prelude::*;

use data::AnyError;
use queries::Tables;

const ROUNDS: usize = 15;

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let scale_factor: f64 = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(0.1);
    let data = data::generate(scale_factor)?;
    let session = Session::new();
    let tables = data::register(&session, &data).await?;
    let context = SessionContext::new();
    for (name, table) in &data {
        context.register_table(*name, table.clone())?;
    }
    println!("scale factor {scale_factor}, median of {ROUNDS} interleaved rounds");
    println!("{:<5} {:>10} {:>12} {:>7}", "query", "incql ms", "DataFusion ms", "ratio");
    let (mut our_sum, mut their_sum) = (0.0, 0.0);
    for (number, sql) in sql::SQL {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let our_time = time_incql(&session, &tables, number).await?;
            let start = Instant::now();
            context.sql(sql).await?.collect().await?;
            let their_time = start.elapsed();
            if round > 0 {
                ours.push(our_time);
                theirs.push(their_time);
            }
        }
        let (our_median, their_median) = (median(&mut ours), median(&mut theirs));
        our_sum += our_median;
        their_sum += their_median;
        println!("Q{number:<4} {our_median:>10.2} {their_median:>12.2} {:>7.3}", our_median / their_median);
    }
    println!("{:<5} {our_sum:>10.2} {their_sum:>12.2} {:>7.3}", "total", our_sum / their_sum);
    Ok(())
}

async fn time_incql(session: &Session, tables: &Tables, number: u32) -> Result<Duration, AnyError> {
    async fn run<T: Row>(session: &Session, frame: impl FnOnce() -> LazyFrame<T>) -> Result<Duration, AnyError> {
        let start = Instant::now();
        session.collect(&frame()).await?;
        Ok(start.elapsed())
    }
    match number {
        1 => run(session, || queries::q1(tables)).await,
        3 => run(session, || queries::q3(tables)).await,
        5 => run(session, || queries::q5(tables)).await,
        6 => run(session, || queries::q6(tables)).await,
        10 => run(session, || queries::q10(tables)).await,
        12 => run(session, || queries::q12(tables)).await,
        14 => run(session, || queries::q14(tables)).await,
        19 => run(session, || queries::q19(tables)).await,
        other => Err(format!("query {other} is not written yet").into()),
    }
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
