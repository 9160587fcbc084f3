//! Filters, projections, sorts, limits and joins.

use std::sync::Arc;

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, JoinType, Result};
use datafusion::logical_expr::utils::find_window_exprs;
use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder, SortExpr};
use substrait::proto::rel_common::EmitKind;
use substrait::proto::sort_field::{SortDirection, SortKind};
use substrait::proto::{FetchRel, FilterRel, JoinRel, ProjectRel, SortField, SortRel, fetch_rel, join_rel};

use super::super::kernel;
use super::{Consumer, column, invalid, unsupported};

impl Consumer<'_> {
    pub(super) fn filter(&mut self, filter: &FilterRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let condition = filter.condition.as_ref().ok_or_else(|| invalid("a filter has a condition"))?;
        let predicate = self.expression(condition, input.schema())?;
        LogicalPlanBuilder::from(input).filter(predicate)?.build()
    }

    /// A projection that emits its new expressions only (what our producer writes), or any other selection of the
    /// input's columns and the new ones.
    pub(super) fn project(&mut self, project: &ProjectRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let schema = Arc::clone(input.schema());
        let width = schema.fields().len();
        let emit = project.common.as_ref().and_then(|common| common.emit_kind.as_ref());
        let wanted: Vec<usize> = match emit {
            Some(EmitKind::Emit(emit)) => {
                let index = |index: &i32| usize::try_from(*index).map_err(|_| invalid("an emitted column is negative"));
                emit.output_mapping.iter().map(index).collect::<Result<_>>()?
            }
            _ => (0..width + project.expressions.len()).collect(),
        };
        let mut expressions = Vec::with_capacity(wanted.len());
        for index in wanted {
            expressions.push(match index.checked_sub(width) {
                None => column(&schema, index)?,
                Some(new) => {
                    let expression =
                        project.expressions.get(new).ok_or_else(|| invalid("an emitted column does not exist"))?;
                    self.expression(expression, &schema)?
                }
            });
        }
        let windows = find_window_exprs(expressions.iter());
        let input = if windows.is_empty() { input } else { LogicalPlanBuilder::window_plan(input, windows)? };
        self.named_projection(input, expressions)
    }

    /// Projects under names of their own: a column that passes through keeps its name once.
    pub(super) fn named_projection(&mut self, input: LogicalPlan, expressions: Vec<Expr>) -> Result<LogicalPlan> {
        let mut passed = std::collections::HashSet::new();
        let named = expressions.into_iter().map(|expression| match &expression {
            Expr::Column(column) if passed.insert(column.name.clone()) => expression,
            Expr::Column(column) => {
                let name = self.names.unique(&column.name);
                expression.alias(name)
            }
            _ => expression.alias(self.names.unique("e")),
        });
        let named = named.collect::<Vec<_>>();
        LogicalPlanBuilder::from(input).project(named)?.build()
    }

    pub(super) fn sort(&mut self, sort: &SortRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let keys = self.sort_keys(&sort.sorts, input.schema())?;
        LogicalPlanBuilder::from(input).sort(keys)?.build()
    }

    pub(super) fn sort_keys(&mut self, keys: &[SortField], schema: &DFSchema) -> Result<Vec<SortExpr>> {
        keys.iter().map(|key| self.sort_key(key, schema)).collect()
    }

    fn sort_key(&mut self, key: &SortField, schema: &DFSchema) -> Result<SortExpr> {
        let expression = key.expr.as_ref().ok_or_else(|| invalid("a sort key has an expression"))?;
        let value = canonical(self.expression(expression, schema)?, schema)?;
        let Some(SortKind::Direction(direction)) = &key.sort_kind else {
            return Err(unsupported("a sort by a comparison function"));
        };
        let (ascending, nulls_first) = match SortDirection::try_from(*direction) {
            Ok(SortDirection::AscNullsFirst) => (true, true),
            Ok(SortDirection::AscNullsLast) => (true, false),
            Ok(SortDirection::DescNullsFirst) => (false, true),
            Ok(SortDirection::DescNullsLast) => (false, false),
            _ => return Err(unsupported("a sort without a direction")),
        };
        Ok(value.sort(ascending, nulls_first))
    }

    pub(super) fn fetch(&mut self, fetch: &FetchRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let empty = DFSchema::empty();
        let offset = match &fetch.offset_mode {
            Some(fetch_rel::OffsetMode::OffsetExpr(offset)) => Some(self.expression(offset, &empty)?),
            None => None,
            Some(_) => return Err(unsupported("a limit in the form that Substrait gave up")),
        };
        let count = match &fetch.count_mode {
            Some(fetch_rel::CountMode::CountExpr(count)) => Some(self.expression(count, &empty)?),
            None => None,
            Some(_) => return Err(unsupported("a limit in the form that Substrait gave up")),
        };
        LogicalPlanBuilder::from(input).limit_by_expr(offset, count)?.build()
    }

    pub(super) fn join(&mut self, join: &JoinRel, left: LogicalPlan, right: LogicalPlan) -> Result<LogicalPlan> {
        if join.post_join_filter.is_some() {
            return Err(unsupported("a filter after a join, inside the join"));
        }
        let kind = match join_rel::JoinType::try_from(join.r#type) {
            Ok(join_rel::JoinType::Inner) => JoinType::Inner,
            Ok(join_rel::JoinType::Left) => JoinType::Left,
            Ok(join_rel::JoinType::Right) => JoinType::Right,
            Ok(join_rel::JoinType::Outer) => JoinType::Full,
            Ok(join_rel::JoinType::LeftSemi) => JoinType::LeftSemi,
            Ok(join_rel::JoinType::LeftAnti) => JoinType::LeftAnti,
            _ => return Err(unsupported("a join of this kind")),
        };
        let both = left.schema().join(right.schema())?;
        let condition = join.expression.as_ref().ok_or_else(|| invalid("a join has a condition"))?;
        let condition = self.expression(condition, &both)?;
        LogicalPlanBuilder::from(left).join_on(right, kind, [condition])?.build()
    }
}

/// A float with one NaN and one zero, so that engines that compare bits compare as we do; other values as they are.
pub(super) fn canonical(value: Expr, schema: &DFSchema) -> Result<Expr> {
    match value.get_type(schema)? {
        float @ (DataType::Float32 | DataType::Float64) => Ok(kernel::canonical_float(value, &float)),
        _ => Ok(value),
    }
}
