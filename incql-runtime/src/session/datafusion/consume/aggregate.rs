//! Aggregations: keys, then measures, each with the type that the plan states.

use std::sync::Arc;

use datafusion::common::Result;
use datafusion::logical_expr::expr::{AggregateFunction, AggregateFunctionParams};
use datafusion::logical_expr::{Aggregate, Expr, LogicalPlan};
use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::aggregate_rel::{Grouping, Measure};
use substrait::proto::{AggregateRel, AggregationPhase, Expression};

use super::project::{column, typed_column};
use super::{Consumer, Typed};
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::{canonical, conform};
use crate::substrait::types::from_proto;

impl Consumer<'_> {
    pub(super) async fn aggregate(
        &self,
        aggregate: &AggregateRel,
        input: LogicalPlan,
        hints: &[String],
    ) -> Result<LogicalPlan> {
        let mut keys = Vec::new();
        for expression in grouping(aggregate)? {
            let key = canonical(self.expr(expression, input.schema()).await?);
            let position = keys.len();
            keys.push(match key.expr {
                Expr::Column(_) if !keys.contains(&key.expr) => key.expr,
                other => other.alias(self.unique_name(hints.get(position).map_or("key", String::as_str))),
            });
        }
        let mut measures = Vec::with_capacity(aggregate.measures.len());
        let mut declared = Vec::with_capacity(aggregate.measures.len());
        for measure in &aggregate.measures {
            let hint = hints.get(keys.len() + measures.len()).map_or("measure", String::as_str);
            let (call, data_type) = self.measure(measure, &input).await?;
            measures.push(call.alias(self.unique_name(hint)));
            declared.push(data_type);
        }
        if keys.is_empty() && measures.is_empty() {
            return Err(refused("an aggregation has neither keys nor measures"));
        }
        let first_measure = keys.len();
        let plan = LogicalPlan::Aggregate(Aggregate::try_new(Arc::new(input), keys, measures)?);
        let plan = self.with_declared_types(plan, first_measure, &declared)?;
        self.emitted(plan, aggregate.common.as_ref())
    }

    async fn measure(
        &self,
        measure: &Measure,
        input: &LogicalPlan,
    ) -> Result<(Expr, Option<arrow::datatypes::DataType>)> {
        let Some(call) = &measure.measure else { return Err(refused("a measure has no function")) };
        if call.phase != AggregationPhase::InitialToResult as i32 && call.phase != AggregationPhase::Unspecified as i32
        {
            return Err(refused("an aggregation in phases is not supported"));
        }
        let schema = input.schema();
        let arguments = self.arguments(&call.arguments, schema).await?;
        let filter = match &measure.filter {
            Some(filter) => Some(Box::new(self.expr(filter, schema).await?.expr)),
            None => None,
        };
        let declared = self.declared(call.function_reference)?;
        let distinct = call.invocation == AggregationInvocation::Distinct as i32;
        let aggregate = self.functions.aggregate(declared, arguments, distinct, schema)?;
        let params = AggregateFunctionParams {
            args: aggregate.arguments.into_iter().map(|argument| argument.expr).collect(),
            distinct,
            filter,
            order_by: self.sort_keys(&call.sorts, schema).await?,
            null_treatment: aggregate.null_treatment,
        };
        let data_type = match &call.output_type {
            Some(output) => Some(from_proto(output).map_err(|error| refused(error.message()))?.0),
            None => None,
        };
        Ok((Expr::AggregateFunction(AggregateFunction { func: aggregate.function, params }), data_type))
    }

    /// Casts the measures whose engine type is another than the plan's.
    fn with_declared_types(
        &self,
        plan: LogicalPlan,
        first_measure: usize,
        declared: &[Option<arrow::datatypes::DataType>],
    ) -> Result<LogicalPlan> {
        let mut exprs = Vec::with_capacity(plan.schema().fields().len());
        let mut changed = false;
        for position in 0..plan.schema().fields().len() {
            let measure = position.checked_sub(first_measure).and_then(|measure| declared.get(measure));
            let own: Typed = typed_column(plan.schema(), position)?;
            match measure {
                Some(Some(data_type)) => {
                    let plain = own.expr.clone();
                    let conformed = conform(own, data_type);
                    changed |= conformed.expr != plain;
                    exprs.push(conformed.expr);
                }
                _ => exprs.push(column(plan.schema(), position)?),
            }
        }
        if changed { self.projected(plan, exprs, &[]) } else { Ok(plan) }
    }
}

/// The grouping expressions of an aggregation with at most one grouping set, in either of the message's forms.
fn grouping(aggregate: &AggregateRel) -> Result<Vec<&Expression>> {
    match aggregate.groupings.as_slice() {
        [] => Ok(Vec::new()),
        [only] => expressions(only, &aggregate.grouping_expressions),
        _ => Err(refused("several grouping sets in one aggregation are not supported")),
    }
}

#[expect(deprecated, reason = "plans of older producers write the expressions into each grouping")]
fn expressions<'p>(grouping: &'p Grouping, shared: &'p [Expression]) -> Result<Vec<&'p Expression>> {
    if grouping.expression_references.is_empty() {
        return Ok(grouping.grouping_expressions.iter().collect());
    }
    let find = |reference: &u32| {
        let found = usize::try_from(*reference).ok().and_then(|reference| shared.get(reference));
        found.ok_or_else(|| refused(format!("an aggregation has no grouping expression {reference}")))
    };
    grouping.expression_references.iter().map(find).collect()
}
