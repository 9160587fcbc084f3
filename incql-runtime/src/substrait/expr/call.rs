//! Calls of scalar and aggregate functions: an anchor, the arguments, the options that carry meaning, and the result's
//! type, on every call.

use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::aggregate_rel::Measure as ProtoMeasure;
use substrait::proto::expression::{RexType, ScalarFunction};
use substrait::proto::function_argument::ArgType;
use substrait::proto::{AggregateFunction, AggregationPhase, Expression, FunctionArgument};

use super::{Context, lower, rex, sort_fields};
use crate::error::PlanError;
use crate::function::FunctionDef;
use crate::scalar::{Measure, Scalar, ScalarKind};
use crate::substrait::extensions::{compound_name, options, output_type};

/// A scalar call.
pub fn scalar(
    context: &Context,
    scalar: &Scalar,
    function: &'static FunctionDef,
    arguments: &[Scalar],
) -> Result<Expression, PlanError> {
    let overload = function.overload(arguments);
    let name = compound_name(&overload.substrait, arguments);
    let function_reference = context.extensions.anchor(overload.substrait.urn, &name)?;
    let values = if is_associative_logic(function) {
        let mut operands = Vec::with_capacity(arguments.len());
        flatten(function, arguments, &mut operands);
        operands.into_iter().map(|operand| argument(context, operand)).collect::<Result<_, _>>()?
    } else {
        self::arguments(context, arguments)?
    };
    Ok(rex(RexType::ScalarFunction(ScalarFunction {
        function_reference,
        arguments: values,
        options: options(&overload.substrait),
        output_type: Some(output_type(&overload.substrait, arguments, scalar.data_type(), scalar.is_nullable())?),
        ..ScalarFunction::default()
    })))
}

/// A measure of an aggregate.
pub fn aggregate(context: &Context, measure: &Measure) -> Result<ProtoMeasure, PlanError> {
    let overload = measure.function.overload(&measure.arguments);
    let name = compound_name(&overload.substrait, &measure.arguments);
    let function = AggregateFunction {
        function_reference: context.extensions.anchor(overload.substrait.urn, &name)?,
        arguments: arguments(context, &measure.arguments)?,
        options: options(&overload.substrait),
        output_type: Some(output_type(&overload.substrait, &measure.arguments, &measure.data_type, measure.nullable)?),
        phase: AggregationPhase::InitialToResult as i32,
        sorts: sort_fields(context, &measure.order)?,
        invocation: invocation(measure.distinct) as i32,
        ..AggregateFunction::default()
    };
    let filter = measure.filter.as_ref().map(|filter| lower(context, filter)).transpose()?;
    Ok(ProtoMeasure { measure: Some(function), filter })
}

/// ALL or DISTINCT.
pub fn invocation(distinct: bool) -> AggregationInvocation {
    if distinct { AggregationInvocation::Distinct } else { AggregationInvocation::All }
}

/// Value arguments, in order.
pub fn arguments(context: &Context, scalars: &[Scalar]) -> Result<Vec<FunctionArgument>, PlanError> {
    scalars.iter().map(|scalar| argument(context, scalar)).collect()
}

fn argument(context: &Context, scalar: &Scalar) -> Result<FunctionArgument, PlanError> {
    Ok(FunctionArgument { arg_type: Some(ArgType::Value(lower(context, scalar)?)) })
}

/// `and` and `or` take any number of operands: nesting them would only bring a plan nearer to the depth that
/// protobuf readers stop at.
fn is_associative_logic(function: &FunctionDef) -> bool {
    matches!(function.name, "and" | "or")
}

fn flatten<'a>(function: &FunctionDef, arguments: &'a [Scalar], operands: &mut Vec<&'a Scalar>) {
    for argument in arguments {
        match argument.kind() {
            ScalarKind::Call { function: inner, arguments } if *inner == function => {
                flatten(function, arguments, operands);
            }
            _ => operands.push(argument),
        }
    }
}
