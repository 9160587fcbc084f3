//! Aggregates: one grouping, measures with their modifiers, and a projection that gives each result its stated type.

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::AggregateFunction as AggregateCall;
use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder, cast};
use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::aggregate_rel::Measure;
use substrait::proto::{AggregateFunction, AggregateRel, Type};

use super::call::{engine_function, types_of};
use super::relation::canonical;
use super::{Consumer, column, invalid, unsupported};

impl Consumer<'_> {
    pub(super) fn aggregate(&mut self, aggregate: &AggregateRel, input: LogicalPlan) -> Result<LogicalPlan> {
        let keys = self.keys(aggregate, input.schema())?;
        let mut measures = Vec::with_capacity(aggregate.measures.len());
        let mut stated: Vec<Option<Type>> = vec![None; keys.len()];
        for measure in &aggregate.measures {
            let function = measure.measure.as_ref().ok_or_else(|| invalid("a measure calls a function"))?;
            stated.push(function.output_type.clone());
            measures.push(self.measure(measure, function, input.schema())?.alias(self.names.unique("a")));
        }
        let plan = LogicalPlanBuilder::from(input).aggregate(keys, measures)?.build()?;
        self.typed_columns(plan, &stated)
    }

    /// Keys that are columns keep their names; other keys, and canonical floats, get one.
    fn keys(&mut self, aggregate: &AggregateRel, schema: &DFSchema) -> Result<Vec<Expr>> {
        let [grouping] = aggregate.groupings.as_slice() else {
            return if aggregate.groupings.is_empty() {
                Ok(Vec::new())
            } else {
                Err(unsupported("several grouping sets"))
            };
        };
        let mut keys = Vec::with_capacity(grouping.expression_references.len());
        for reference in &grouping.expression_references {
            let index = usize::try_from(*reference).map_err(|_| invalid("a grouping refers to no expression"))?;
            let expression = aggregate.grouping_expressions.get(index);
            let expression = expression.ok_or_else(|| invalid("a grouping refers to no expression"))?;
            let key = canonical(self.expression(expression, schema)?, schema)?;
            keys.push(match key {
                Expr::Column(_) if !keys.contains(&key) => key,
                key => key.alias(self.names.unique("k")),
            });
        }
        Ok(keys)
    }

    fn measure(&mut self, measure: &Measure, function: &AggregateFunction, schema: &DFSchema) -> Result<Expr> {
        let declared = self.functions.get(function.function_reference)?;
        let arguments = self.arguments(&function.arguments, schema)?;
        let types = types_of(&arguments, schema)?;
        let (_, engine) = engine_function(&declared, &types)?;
        let distinct = function.invocation == AggregationInvocation::Distinct as i32;
        let arguments = aggregate_arguments(engine, arguments, &types, distinct, schema)?;
        let filter = measure.filter.as_ref().map(|filter| self.expression(filter, schema)).transpose()?;
        let order = self.sort_keys(&function.sorts, schema)?;
        let udaf = self.state.aggregate_functions().get(library_name(engine));
        let udaf = udaf.ok_or_else(|| unsupported(format!("the aggregate {engine}")))?;
        let call = AggregateCall::new_udf(udaf.clone(), arguments, distinct, filter.map(Box::new), order, None);
        Ok(Expr::AggregateFunction(call))
    }

    /// The same columns in the types that the plan states for them.
    pub(super) fn typed_columns(&mut self, plan: LogicalPlan, stated: &[Option<Type>]) -> Result<LogicalPlan> {
        let schema = plan.schema().clone();
        let mut changed = false;
        let mut columns = Vec::with_capacity(stated.len());
        for (index, stated) in stated.iter().enumerate() {
            let plain = column(&schema, index)?;
            let typed = self.typed(plain.clone(), stated.as_ref(), &schema)?;
            changed |= typed != plain;
            columns.push(typed);
        }
        if changed { self.named_projection(plan, columns) } else { Ok(plan) }
    }
}

/// The engine's aggregate behind a name of the catalog.
pub(super) fn library_name(engine: &str) -> &str {
    match engine {
        "incql_sum" => "sum",
        "incql_avg" => "avg",
        "incql_min" => "min",
        "incql_max" => "max",
        "incql_any_value" => "first_value",
        other => other,
    }
}

/// Arguments with which the engine's aggregate has our meaning: integers are summed as decimals, whose sum cannot
/// overflow, and cast back strictly; floats that are compared have one NaN and one zero; a count of rows counts a
/// constant.
pub(super) fn aggregate_arguments(
    engine: &str,
    mut arguments: Vec<Expr>,
    types: &[DataType],
    distinct: bool,
    schema: &DFSchema,
) -> Result<Vec<Expr>> {
    if arguments.is_empty() && engine == "count" {
        return Ok(vec![Expr::Literal(ScalarValue::Int64(Some(1)), None)]);
    }
    let compared = distinct || matches!(engine, "incql_min" | "incql_max");
    for argument in &mut arguments {
        if compared && argument.get_type(schema)?.is_floating() {
            *argument = canonical(argument.clone(), schema)?;
        }
    }
    if let ("incql_sum", Some(exact), [argument]) =
        (engine, types.first().and_then(summed_as), arguments.as_mut_slice())
    {
        *argument = cast(argument.clone(), exact);
    }
    Ok(arguments)
}

/// The decimal in which integers of a type are summed.
fn summed_as(data_type: &DataType) -> Option<DataType> {
    match data_type {
        DataType::Int64 => Some(DataType::Decimal128(19, 0)),
        DataType::UInt64 => Some(DataType::Decimal128(20, 0)),
        _ => None,
    }
}
