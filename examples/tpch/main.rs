//! Generates TPC-H data and runs eight of its queries, written with `query!`:
//! `cargo run --release --example tpch -- 0.1` (the argument is the scale factor; 0.01 when there is none).

#![allow(missing_docs)]

mod data;
mod models;
mod queries;

use std::time::Instant;

use incql::prelude::*;

use data::AnyError;

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let scale_factor: f64 = match std::env::args().nth(1) {
        Some(text) => text.parse().map_err(|_| format!("the scale factor must be a number, got `{text}`"))?,
        None => 0.01,
    };
    let session = Session::new();
    let tables = data::register(&session, &data::generate(scale_factor)?).await?;
    show(&session, "Q1", &queries::q1(&tables)).await?;
    show(&session, "Q3", &queries::q3(&tables)).await?;
    show(&session, "Q5", &queries::q5(&tables)).await?;
    show(&session, "Q6", &queries::q6(&tables)).await?;
    show(&session, "Q10", &queries::q10(&tables)).await?;
    show(&session, "Q12", &queries::q12(&tables)).await?;
    show(&session, "Q14", &queries::q14(&tables)).await?;
    show(&session, "Q19", &queries::q19(&tables)).await?;
    Ok(())
}

async fn show<T: Row>(session: &Session, name: &str, frame: &LazyFrame<T>) -> Result<(), AnyError> {
    let start = Instant::now();
    let result = session.collect(frame).await?;
    println!("{name}: {} rows in {:.1} ms\n{result}", result.len(), start.elapsed().as_secs_f64() * 1e3);
    Ok(())
}
