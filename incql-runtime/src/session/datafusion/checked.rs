//! A table whose rows are checked as they are read: a NULL where the model has no place for one ends the query with
//! its table, row and column. Predicates, projections and limits still reach the table below.

use std::fmt;
use std::sync::Arc;

use arrow::datatypes::{Field, FieldRef, SchemaRef};
use arrow::record_batch::RecordBatch;
use async_trait::async_trait;
use datafusion::catalog::{ScanArgs, ScanResult, Session, TableProvider};
use datafusion::common::config::ConfigOptions;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Constraints, Result, Statistics};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::execution_plan::{CardinalityEffect, ReplaceChildrenOptions};
use datafusion::physical_plan::filter_pushdown::{
    ChildPushdownResult, FilterDescription, FilterPushdownPhase, FilterPushdownPropagation,
};
use datafusion::physical_plan::statistics::{ChildStats, StatisticsArgs, StatisticsContext};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use futures::StreamExt;

use super::failure::{Raised, refused};
use super::nulls::unexpected_null;
use crate::error::ExecutionErrorKind;

/// A table, and the model's fields for those of its columns whose values must be checked.
#[derive(Debug)]
pub(super) struct CheckedTable {
    pub name: Arc<str>,
    pub inner: Arc<dyn TableProvider>,
    /// By position in the inner table.
    pub checks: Vec<(usize, FieldRef)>,
}

impl CheckedTable {
    /// The checks that a scan of these columns needs: none for a column that is known to hold no NULL.
    fn needed(&self, projection: Option<&[usize]>, plan: &dyn ExecutionPlan) -> Vec<(usize, FieldRef)> {
        let statistics = StatisticsContext::new().compute(plan, &StatisticsArgs::new()).ok();
        let no_null = |position: usize| {
            let known = statistics.as_ref().and_then(|statistics| statistics.column_statistics.get(position));
            known.is_some_and(|column| column.null_count == Precision::Exact(0))
        };
        let checks = self.checks.iter().filter_map(|(source, field)| {
            let position = match projection {
                Some(columns) => columns.iter().position(|column| column == source)?,
                None => *source,
            };
            let trusted = no_null(position) && !field.data_type().is_nested();
            (!trusted).then(|| (position, Arc::clone(field)))
        });
        checks.collect()
    }
}

#[async_trait]
impl TableProvider for CheckedTable {
    fn schema(&self) -> SchemaRef {
        self.inner.schema()
    }

    fn constraints(&self) -> Option<&Constraints> {
        self.inner.constraints()
    }

    fn table_type(&self) -> TableType {
        self.inner.table_type()
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let args = ScanArgs::default()
            .with_projection(projection.map(Vec::as_slice))
            .with_filters(Some(filters))
            .with_limit(limit);
        Ok(self.scan_with_args(state, args).await?.into_inner())
    }

    async fn scan_with_args<'a>(&self, state: &dyn Session, args: ScanArgs<'a>) -> Result<ScanResult> {
        let projection = args.projection().map(<[usize]>::to_vec);
        let plan = self.inner.scan_with_args(state, args).await?.into_inner();
        let checks = self.needed(projection.as_deref(), plan.as_ref());
        if checks.is_empty() {
            return Ok(ScanResult::new(plan));
        }
        Ok(ScanResult::new(Arc::new(CheckExec { table: Arc::clone(&self.name), input: plan, checks: checks.into() })))
    }

    fn supports_filters_pushdown(&self, filters: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        self.inner.supports_filters_pushdown(filters)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.inner.statistics()
    }
}

/// Passes batches through and stops at an unexpected NULL.
#[derive(Clone, Debug)]
struct CheckExec {
    table: Arc<str>,
    input: Arc<dyn ExecutionPlan>,
    checks: Arc<[(usize, FieldRef)]>,
}

impl CheckExec {
    fn over(&self, input: Arc<dyn ExecutionPlan>) -> Arc<dyn ExecutionPlan> {
        Arc::new(Self { input, ..self.clone() })
    }
}

impl DisplayAs for CheckExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.checks.iter().map(|(_, field)| field.name().as_str()).collect();
        write!(f, "CheckExec: no unexpected NULL in [{}]", names.join(", "))
    }
}

impl ExecutionPlan for CheckExec {
    fn name(&self) -> &'static str {
        "CheckExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.input.properties()
    }

    fn maintains_input_order(&self) -> Vec<bool> {
        vec![true]
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (children.pop(), children.is_empty()) {
            (Some(input), true) => Ok(self.over(input)),
            _ => Err(refused("a checked scan has one input")),
        }
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        let mode = datafusion::physical_plan::execution_plan::ChildrenPropertiesMode::Recompute;
        self.replace_children(children, ReplaceChildrenOptions::new(mode))
    }

    fn repartitioned(&self, target: usize, config: &ConfigOptions) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        Ok(self.input.repartitioned(target, config)?.map(|input| self.over(input)))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let input = self.input.execute(partition, context)?;
        let schema = input.schema();
        let mut checker = Checker { table: Arc::clone(&self.table), checks: Arc::clone(&self.checks), rows: 0 };
        let checked = input.map(move |batch| checker.check(batch?));
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, checked)))
    }

    fn child_stats_requests(&self, partition: Option<usize>) -> Vec<ChildStats> {
        vec![ChildStats::At(partition)]
    }

    fn statistics_from_inputs(&self, inputs: &[Arc<Statistics>], _: &StatisticsArgs) -> Result<Arc<Statistics>> {
        inputs.first().cloned().ok_or_else(|| refused("a checked scan has one input"))
    }

    fn supports_limit_pushdown(&self) -> bool {
        true
    }

    fn cardinality_effect(&self) -> CardinalityEffect {
        CardinalityEffect::Equal
    }

    fn gather_filters_for_pushdown(
        &self,
        _: FilterPushdownPhase,
        filters: Vec<Arc<dyn PhysicalExpr>>,
        _: &ConfigOptions,
    ) -> Result<FilterDescription> {
        FilterDescription::from_children(filters, &self.children())
    }

    fn handle_child_pushdown_result(
        &self,
        _: FilterPushdownPhase,
        result: ChildPushdownResult,
        _: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn ExecutionPlan>>> {
        Ok(FilterPushdownPropagation::if_all(result))
    }
}

/// The checks of one stream, and how many rows went before.
struct Checker {
    table: Arc<str>,
    checks: Arc<[(usize, FieldRef)]>,
    rows: usize,
}

impl Checker {
    fn check(&mut self, batch: RecordBatch) -> Result<RecordBatch> {
        for (position, field) in self.checks.iter() {
            let field: &Field = field;
            let found = batch.columns().get(*position).and_then(|array| unexpected_null(array, field, field.name()));
            if let Some((row, column)) = found {
                return Err(Raised {
                    kind: ExecutionErrorKind::UnexpectedNull,
                    table: Some(self.table.to_string()),
                    column: Some(column),
                    row: u64::try_from(self.rows.saturating_add(row).saturating_add(1)).ok(),
                    message: "unexpected NULL".to_owned(),
                }
                .into_engine());
            }
        }
        self.rows = self.rows.saturating_add(batch.num_rows());
        Ok(batch)
    }
}
