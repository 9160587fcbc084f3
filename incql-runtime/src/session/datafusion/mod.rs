//! DataFusion behind the session's contract: consumes the plan, lets the engine optimise and run it, and gives batches
//! of exactly the query's schema.

mod checked;
mod consume;
mod csv;
mod failure;
mod function;
mod kernel;
mod nulls;
mod output;
mod source;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::TableProvider;
use datafusion::execution::SessionState;
use datafusion::physical_plan::display::DisplayableExecutionPlan;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::SessionContext;
use futures::StreamExt;

use self::failure::{ENGINE, execution, planning};
use self::function::Functions;
use self::output::Output;
use super::backend::{Backend, BatchStream, Files, Query, TableData};
use super::bind::BoundColumn;
use crate::error::Error;

/// The default engine.
pub(crate) struct DataFusion {
    context: SessionContext,
    functions: Functions,
}

impl DataFusion {
    /// The engine of this context: its settings, memory pool, object stores and, if it is a distributed one, workers.
    pub fn new(context: SessionContext) -> Self {
        Self { context, functions: Functions::new() }
    }

    /// One of the engine's own tables as a session holds it.
    pub fn table(provider: Arc<dyn TableProvider>) -> TableData {
        TableData::Engine(Arc::new(provider) as Arc<dyn Any + Send + Sync>)
    }

    async fn plan(&self, state: &SessionState, query: Query<'_>) -> Result<Arc<dyn ExecutionPlan>, Error> {
        let logical = consume::consume(state, &self.functions, query).await.map_err(planning)?;
        state.create_physical_plan(&logical).await.map_err(planning)
    }
}

impl fmt::Debug for DataFusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ENGINE)
    }
}

#[async_trait]
impl Backend for DataFusion {
    fn name(&self) -> &'static str {
        ENGINE
    }

    async fn open(&self, files: Files<'_>) -> Result<(TableData, Vec<BoundColumn>), Error> {
        let (provider, columns) = source::open(&self.context.state(), &files).await?;
        Ok((Self::table(provider), columns))
    }

    async fn execute(&self, query: Query<'_>) -> Result<BatchStream, Error> {
        let state = self.context.state();
        let plan = self.plan(&state, query).await?;
        let batches = execute_stream(plan, state.task_ctx()).map_err(execution)?;
        let mut output = Output::new(query.schema);
        Ok(Box::pin(batches.map(move |batch| output.conform(&batch.map_err(execution)?))))
    }

    async fn explain(&self, query: Query<'_>, run: bool) -> Result<String, Error> {
        let state = self.context.state();
        let logical = consume::consume(&state, &self.functions, query).await.map_err(planning)?;
        let optimized = state.optimize(&logical).map_err(planning)?;
        let plan = state.create_physical_plan(&logical).await.map_err(planning)?;
        if run {
            let mut batches = execute_stream(Arc::clone(&plan), state.task_ctx()).map_err(execution)?;
            while let Some(batch) = batches.next().await {
                batch.map_err(execution)?;
            }
        }
        let physical = match run {
            true => DisplayableExecutionPlan::with_metrics(plan.as_ref()).indent(false).to_string(),
            false => DisplayableExecutionPlan::new(plan.as_ref()).indent(false).to_string(),
        };
        Ok(format!("logical plan\n{}\n\nphysical plan\n{physical}", optimized.display_indent()))
    }
}
