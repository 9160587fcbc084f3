//! The contract between the session and an engine: a Substrait plan and the tables it names in, batches or errors of
//! our kinds out. Nothing here knows an engine.

use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use arrow::record_batch::RecordBatch;
use async_trait::async_trait;
use futures::Stream;

use super::bind::{BoundColumn, DeclaredNulls};
use super::csv::CsvOptions;
use crate::error::Error;
use crate::schema::Schema;
use crate::substrait::SubstraitPlan;

/// Batches as they are computed. Dropping the stream stops the query.
pub type BatchStream = Pin<Box<dyn Stream<Item = Result<RecordBatch, Error>> + Send>>;

/// A format of files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// Apache Parquet.
    Parquet,
    /// CSV text.
    Csv(CsvOptions),
}

/// Files to bind to a table.
#[derive(Clone, Debug)]
pub struct Files<'a> {
    /// The table.
    pub table: &'a str,
    /// A file, a directory, a glob pattern, or the URL of one of these.
    pub path: &'a str,
    /// How to read them.
    pub format: FileFormat,
    /// The model's name, for errors.
    pub model_name: &'a str,
    /// The model's columns.
    pub model: &'a Schema,
    /// What to do where the files declare columns that may be NULL.
    pub nulls: DeclaredNulls,
}

/// Data bound to a table.
#[derive(Clone)]
pub enum TableData {
    /// Batches of one schema in memory.
    Batches {
        /// Their schema.
        schema: SchemaRef,
        /// The rows.
        batches: Arc<[RecordBatch]>,
    },
    /// What the engine made of files, or its own kind of table.
    Engine(Arc<dyn Any + Send + Sync>),
}

impl fmt::Debug for TableData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Batches { batches, .. } => write!(f, "{} batches", batches.len()),
            Self::Engine(_) => f.write_str("engine table"),
        }
    }
}

/// A table of a session: the name that plans use, byte for byte, its model, and where the model's columns are.
#[derive(Clone, Debug)]
pub struct Table {
    /// The parts of the name.
    pub name: Arc<[Arc<str>]>,
    /// The columns that plans see, in order.
    pub model: Schema,
    /// Where they stand in the data.
    pub columns: Arc<[BoundColumn]>,
    /// The data.
    pub data: TableData,
}

/// A plan to run.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The plan.
    pub plan: &'a SubstraitPlan,
    /// Every table that it names.
    pub tables: &'a [Table],
    /// The schema of the batches to give: names, types and nullability of the plan's root.
    pub schema: &'a SchemaRef,
}

/// An engine that runs Substrait plans.
///
/// An engine refuses what it cannot do, by name, with [`Error::Backend`]; it never answers a plan with other rows than
/// the plan means. Batches have exactly the query's schema.
#[async_trait]
pub trait Backend: fmt::Debug + Send + Sync {
    /// The engine's name.
    fn name(&self) -> &'static str;

    /// Finds files and compares their schema with the model's.
    async fn open(&self, files: Files<'_>) -> Result<(TableData, Vec<BoundColumn>), Error>;

    /// Starts a query.
    async fn execute(&self, query: Query<'_>) -> Result<BatchStream, Error>;

    /// The engine's own plan as text; after running it, with its metrics.
    async fn explain(&self, query: Query<'_>, run: bool) -> Result<String, Error>;
}
