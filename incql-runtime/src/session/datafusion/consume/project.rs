//! Projections, filters, sorts and limits. A column that passes through keeps its name; a computed one gets a name of
//! its own.

use std::sync::Arc;

use datafusion::common::{Column, DFSchema, Result};
use datafusion::logical_expr::utils::find_window_exprs;
use datafusion::logical_expr::{Expr, Filter, Limit, LogicalPlan, LogicalPlanBuilder, Sort, SortExpr, lit};
use substrait::proto::rel_common::EmitKind;
use substrait::proto::sort_field::{SortDirection, SortKind};
use substrait::proto::{Expression, FetchRel, FilterRel, ProjectRel, RelCommon, SortField, SortRel, fetch_rel};

use super::{Consumer, Typed};
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::canonical;

impl Consumer<'_> {
    pub(super) async fn project(
        &self,
        project: &ProjectRel,
        input: LogicalPlan,
        hints: &[String],
    ) -> Result<LogicalPlan> {
        let width = input.schema().fields().len();
        let mut computed = Vec::with_capacity(project.expressions.len());
        for expression in &project.expressions {
            computed.push(self.expr(expression, input.schema()).await?.expr);
        }
        let output: Vec<usize> = match emit(project.common.as_ref())? {
            Some(mapping) => mapping,
            None => (0..width + computed.len()).collect(),
        };
        let mut exprs = Vec::with_capacity(output.len());
        for position in output {
            let expr = match position.checked_sub(width) {
                None => column(input.schema(), position)?,
                Some(computed_at) => match computed.get(computed_at) {
                    Some(expr) => expr.clone(),
                    None => return Err(refused(format!("a projection has no column {position}"))),
                },
            };
            exprs.push(expr);
        }
        let windows = find_window_exprs(&exprs);
        let input = if windows.is_empty() { input } else { LogicalPlanBuilder::window_plan(input, windows)? };
        self.projected(input, exprs, hints)
    }

    /// A projection to these expressions with unique names: a column keeps its name the first time.
    pub(super) fn projected(&self, input: LogicalPlan, exprs: Vec<Expr>, hints: &[String]) -> Result<LogicalPlan> {
        let mut passed = std::collections::HashSet::new();
        let mut named = Vec::with_capacity(exprs.len());
        for (position, expr) in exprs.into_iter().enumerate() {
            let expr = match &expr {
                Expr::Column(column) if passed.insert(column.name.clone()) => expr,
                Expr::Column(column) => {
                    let name = self.unique_name(&column.name);
                    expr.alias(name)
                }
                _ => {
                    let hint = hints.get(position).map_or("column", String::as_str);
                    let name = self.unique_name(hint);
                    expr.alias(name)
                }
            };
            named.push(expr);
        }
        LogicalPlanBuilder::from(input).project(named)?.build()
    }

    pub(super) async fn filter(&self, filter: &FilterRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let Some(condition) = &filter.condition else { return Err(refused("a filter has no condition")) };
        let predicate = self.expr(condition, input.schema()).await?;
        let plan = LogicalPlan::Filter(Filter::try_new(predicate.expr, Arc::new(input))?);
        self.emitted(plan, filter.common.as_ref())
    }

    pub(super) async fn sort(&self, sort: &SortRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let expr = self.sort_keys(&sort.sorts, input.schema()).await?;
        let plan = LogicalPlan::Sort(Sort { expr, input: Arc::new(input), fetch: None });
        self.emitted(plan, sort.common.as_ref())
    }

    pub(super) async fn fetch(&self, fetch: &FetchRel, input: LogicalPlan) -> Result<LogicalPlan> {
        #[expect(deprecated, reason = "plans of older producers use the plain numbers")]
        let skip = match &fetch.offset_mode {
            Some(fetch_rel::OffsetMode::Offset(offset)) => Some(lit(*offset)),
            Some(fetch_rel::OffsetMode::OffsetExpr(offset)) => Some(self.constant(offset).await?),
            None => None,
        };
        #[expect(deprecated, reason = "plans of older producers use the plain numbers, -1 for all")]
        let count = match &fetch.count_mode {
            Some(fetch_rel::CountMode::Count(-1)) | None => None,
            Some(fetch_rel::CountMode::Count(count)) => Some(lit(*count)),
            Some(fetch_rel::CountMode::CountExpr(count)) => Some(self.constant(count).await?),
        };
        let (skip, fetch_count) = (skip.map(Box::new), count.map(Box::new));
        let plan = LogicalPlan::Limit(Limit { skip, fetch: fetch_count, input: Arc::new(input) });
        self.emitted(plan, fetch.common.as_ref())
    }

    async fn constant(&self, expression: &Expression) -> Result<Expr> {
        Ok(self.expr(expression, &DFSchema::empty()).await?.expr)
    }

    /// Sort keys; floats sort by their canonical value.
    pub(super) async fn sort_keys(&self, fields: &[SortField], schema: &DFSchema) -> Result<Vec<SortExpr>> {
        let mut keys = Vec::with_capacity(fields.len());
        for field in fields {
            let Some(expression) = &field.expr else { return Err(refused("a sort key is empty")) };
            let key = self.expr(expression, schema).await?;
            let Some(SortKind::Direction(direction)) = &field.sort_kind else {
                return Err(refused("a sort key has no direction"));
            };
            let (ascending, nulls_first) = match SortDirection::try_from(*direction) {
                Ok(SortDirection::AscNullsFirst) => (true, true),
                Ok(SortDirection::AscNullsLast) => (true, false),
                Ok(SortDirection::DescNullsFirst) => (false, true),
                Ok(SortDirection::DescNullsLast) => (false, false),
                _ => return Err(refused("a sort key's direction is not supported")),
            };
            keys.push(SortExpr::new(canonical(key).expr, ascending, nulls_first));
        }
        Ok(keys)
    }

    /// The output columns that a relation's emit mapping asks for.
    pub(super) fn emitted(&self, plan: LogicalPlan, common: Option<&RelCommon>) -> Result<LogicalPlan> {
        let Some(mapping) = emit(common)? else { return Ok(plan) };
        if mapping.iter().copied().eq(0..plan.schema().fields().len()) {
            return Ok(plan);
        }
        let exprs = mapping.into_iter().map(|position| column(plan.schema(), position)).collect::<Result<Vec<_>>>()?;
        self.projected(plan, exprs, &[])
    }
}

/// The emit mapping, if there is one.
fn emit(common: Option<&RelCommon>) -> Result<Option<Vec<usize>>> {
    match common.and_then(|common| common.emit_kind.as_ref()) {
        Some(EmitKind::Emit(emit)) => {
            let positions = emit.output_mapping.iter().map(|position| usize::try_from(*position));
            let positions: std::result::Result<Vec<_>, _> = positions.collect();
            positions.map(Some).map_err(|_| refused("an emit mapping has a negative position"))
        }
        Some(EmitKind::Direct(_)) | None => Ok(None),
    }
}

/// A reference to a column by position.
pub(super) fn column(schema: &DFSchema, position: usize) -> Result<Expr> {
    Ok(typed_column(schema, position)?.expr)
}

/// A reference to a column by position, with its type.
pub(super) fn typed_column(schema: &DFSchema, position: usize) -> Result<Typed> {
    if position >= schema.fields().len() {
        return Err(refused(format!("a relation has no column {position}")));
    }
    let (relation, field) = schema.qualified_field(position);
    let data_type = field.data_type().clone();
    Ok(Typed { expr: Expr::Column(Column::from((relation, field))), data_type })
}
