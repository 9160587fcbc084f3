//! Running frames: the frame's plan and the tables it names go to the engine, batches come back and become rows.

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use arrow::array::AsArray;
use arrow::datatypes::{Int64Type, SchemaRef};
use arrow::record_batch::RecordBatch;
use futures::{Stream, StreamExt, TryStreamExt};

use super::backend::{BatchStream, Query, Table, TableData};
use super::bind::BoundColumn;
use super::data_frame::DataFrame;
use super::{Session, catalog};
use crate::error::{Error, ExecutionError, ExecutionErrorKind, SourceLocation};
use crate::frame::{Explanation, LazyFrame, Source};
use crate::prism::node::{Operator, Source as ReadSource};
use crate::prism::plan::Plan;
use crate::prism::view::View;
use crate::row::{BatchReader, Row};
use crate::substrait::{self, MemoryTable, SubstraitPlan};

impl Session {
    /// Runs a query and holds its whole result.
    ///
    /// # Errors
    /// What kept the frame from being built, bound, planned or run.
    pub async fn collect<S: Source>(&self, frame: &S) -> Result<DataFrame<S::Row>, Error> {
        let (schema, batches) = self.collect_batches(frame.frame().plan()?).await?;
        Ok(DataFrame::new(schema, batches))
    }

    /// Runs a query and gives its rows as they are computed. Dropping the stream stops the query.
    ///
    /// # Errors
    /// What kept the frame from being built, bound or planned; failures while it runs come through the stream.
    pub async fn stream<S: Source>(&self, frame: &S) -> Result<RowStream<S::Row>, Error> {
        let (schema, batches) = self.start(frame.frame().plan()?).await?;
        Ok(RowStream { schema, batches, rows: 0, marker: PhantomData })
    }

    /// The number of rows of a query.
    ///
    /// # Errors
    /// As for [`Session::collect`].
    pub async fn count<S: Source>(&self, frame: &S) -> Result<u64, Error> {
        let counted = frame.frame().counted();
        let (_, batches) = self.collect_batches(counted.plan()?).await?;
        let count = batches.first().and_then(|batch| batch.columns().first().cloned());
        let count = count.as_ref().and_then(|column| column.as_primitive_opt::<Int64Type>());
        let count = count.filter(|column| column.len() == 1).and_then(|column| u64::try_from(column.value(0)).ok());
        let missing = || ExecutionError::new(ExecutionErrorKind::Other, "the engine gave no count").into();
        count.ok_or_else(missing)
    }

    /// How a query would run: the authored plan, the view, and the engine's own plan.
    ///
    /// # Errors
    /// What kept the frame from being built, bound or planned.
    pub async fn explain<S: Source>(&self, frame: &S) -> Result<EngineExplanation, Error> {
        self.explained(&frame.frame(), false).await
    }

    /// As [`Session::explain`], after running the query: the engine's plan carries its metrics.
    ///
    /// # Errors
    /// As for [`Session::collect`].
    pub async fn explain_analyze<S: Source>(&self, frame: &S) -> Result<EngineExplanation, Error> {
        self.explained(&frame.frame(), true).await
    }

    async fn explained<T>(&self, frame: &LazyFrame<T>, run: bool) -> Result<EngineExplanation, Error> {
        let prepared = self.prepare(frame.plan()?)?;
        let engine = self.inner.backend.explain(prepared.query(), run).await?;
        Ok(EngineExplanation { frame: frame.explain(), backend: self.inner.backend.name(), engine })
    }

    /// Runs a plan to its end.
    pub(super) async fn collect_batches(&self, plan: &Plan) -> Result<(SchemaRef, Vec<RecordBatch>), Error> {
        let (schema, batches) = self.start(plan).await?;
        Ok((schema, batches.try_collect().await?))
    }

    /// Starts a plan.
    pub(super) async fn start(&self, plan: &Plan) -> Result<(SchemaRef, BatchStream), Error> {
        let prepared = self.prepare(plan)?;
        let batches = self.inner.backend.execute(prepared.query()).await?;
        Ok((prepared.schema, batches))
    }

    /// Lowers a plan and finds its tables.
    fn prepare(&self, plan: &Plan) -> Result<Prepared, Error> {
        let tables = self.tables_of(plan)?;
        let lowered = substrait::lower(View::of(plan)?.plan())?;
        let memory = lowered.memory_tables().iter().map(memory_table);
        Ok(Prepared { tables: tables.into_iter().chain(memory).collect(), lowered, schema: plan.schema().to_arrow() })
    }

    /// The bound tables that a plan names, each once.
    fn tables_of(&self, plan: &Plan) -> Result<Vec<Table>, Error> {
        let mut seen = std::collections::HashSet::new();
        let mut tables: Vec<Table> = Vec::new();
        let mut pending = vec![plan];
        while let Some(node) = pending.pop() {
            if !seen.insert(node.address()) {
                continue;
            }
            pending.extend(node.inputs());
            let Operator::Read(read) = node.operator() else { continue };
            let ReadSource::Table(name) = &read.source else { continue };
            if tables.iter().all(|table| table.name != *name) {
                tables.push(self.named(name, node.location())?);
            }
        }
        Ok(tables)
    }

    fn named(&self, name: &catalog::TableName, location: Option<SourceLocation>) -> Result<Table, Error> {
        self.inner.catalog.get(name, location)
    }
}

/// A plan ready for an engine.
struct Prepared {
    lowered: SubstraitPlan,
    tables: Vec<Table>,
    schema: SchemaRef,
}

impl Prepared {
    fn query(&self) -> Query<'_> {
        Query { plan: &self.lowered, tables: &self.tables, schema: &self.schema }
    }
}

fn memory_table(memory: &MemoryTable) -> Table {
    let columns = (0..memory.schema.len()).map(|source| BoundColumn { source, widened: false, check_nulls: false });
    Table {
        name: catalog::one_part(&memory.name),
        model: memory.schema.clone(),
        columns: columns.collect(),
        data: TableData::Batches { schema: memory.schema.to_arrow(), batches: Arc::clone(&memory.batches) },
    }
}

/// The rows of a running query, a batch at a time.
pub struct RowStream<T> {
    schema: SchemaRef,
    batches: BatchStream,
    rows: usize,
    marker: PhantomData<fn() -> T>,
}

impl<T> RowStream<T> {
    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The batches themselves.
    pub fn into_batches(self) -> BatchStream {
        self.batches
    }
}

impl<T: Row> Stream for RowStream<T> {
    type Item = Result<Vec<T>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Poll::Ready(next) = self.batches.poll_next_unpin(context) else { return Poll::Pending };
        Poll::Ready(next.map(|batch| {
            let batch = batch?;
            let first = self.rows;
            self.rows = first.saturating_add(batch.num_rows());
            Ok(T::decode(&mut BatchReader::new(&batch, first))?)
        }))
    }
}

impl<T> fmt::Debug for RowStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowStream").field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// How a query runs, for people: print it.
#[derive(Debug)]
pub struct EngineExplanation {
    frame: Explanation,
    backend: &'static str,
    engine: String,
}

impl EngineExplanation {
    /// The engine's own plan.
    pub fn engine_plan(&self) -> &str {
        &self.engine
    }
}

impl fmt::Display for EngineExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}", self.frame, self.backend, self.engine)
    }
}
