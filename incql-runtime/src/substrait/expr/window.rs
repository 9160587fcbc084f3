//! Window calls as window functions in a projection. Nothing a call says is dropped:
//!
//! * Bounds of `0` are written as the current row, which they mean, in both units.
//! * A filter on a function that skips NULLs is written as a conditional argument, so every engine honours it:
//!   `sum(x) FILTER (WHERE p)` is `sum(if p then x else null)`; `count()` counts `if p then true else null`.
//! * What Substrait's message has no place for (IGNORE NULLS, other filters, offsets that are not whole numbers) or
//!   what engines drop from it (DISTINCT) makes the call a call of `windowed_<function>` from [`WINDOW_URN`], which an
//!   engine without that extension refuses by name. Its arguments are those of the function, then always three more:
//!   a required boolean that says which rows count (`true` when all do), the start offset and the end offset (a
//!   boolean NULL where the bound is no offset or the message holds it). DISTINCT is the invocation; IGNORE NULLS is
//!   the option `null_handling` = `IGNORE_NULLS` (else `RESPECT_NULLS`). A bound whose offset stands in an argument
//!   has offset 0 in the message.

use arrow::datatypes::DataType;
use substrait::proto::expression::window_function::bound::{CurrentRow, Following, Kind, Preceding, Unbounded};
use substrait::proto::expression::window_function::{Bound, BoundsType};
use substrait::proto::expression::{RexType, WindowFunction};
use substrait::proto::{AggregationPhase, Expression, FunctionOption};

use super::call::{arguments, invocation};
use super::{Context, lower_all, rex, sort_fields};
use crate::error::PlanError;
use crate::function::{FunctionClass, SubstraitName};
use crate::scalar::{Frame, FrameBound, FrameUnit, Scalar, WindowCall};
use crate::substrait::extensions::{compound_name, options, output_type};
use crate::value::Value;

/// The extension of window calls with modifiers that Substrait's own message has no place for.
pub const WINDOW_URN: &str = "extension:io.incql:functions_window";
/// The start of those functions' names.
pub const WINDOWED_PREFIX: &str = "windowed_";
/// The option that says whether NULL argument values are skipped.
pub const NULL_HANDLING: &str = "null_handling";
/// The value of [`NULL_HANDLING`] that skips them.
pub const IGNORE_NULLS: &str = "IGNORE_NULLS";
/// The value of [`NULL_HANDLING`] that does not.
pub const RESPECT_NULLS: &str = "RESPECT_NULLS";

/// The URN and compound name under which a call is declared.
pub fn name(call: &WindowCall) -> (&'static str, String) {
    if !needs_extension(call) {
        // A count of rows that a filter turns into a count of values is another overload.
        let name = match (&call.filter, call.arguments.is_empty()) {
            (Some(_), true) => format!("{}:any", substrait(call).name),
            _ => compound_name(substrait(call), &call.arguments),
        };
        return (substrait(call).urn, name);
    }
    let mut name = format!("{WINDOWED_PREFIX}{}:", substrait(call).name);
    for _ in &call.arguments {
        name.push_str("any_");
    }
    name.push_str("bool_any_any");
    (WINDOW_URN, name)
}

fn substrait(call: &WindowCall) -> &'static SubstraitName {
    &call.function.overload(&call.arguments).substrait
}

/// The call as an expression over the input's columns.
pub fn window(context: &Context, call: &WindowCall) -> Result<Expression, PlanError> {
    let extended = needs_extension(call);
    let (urn, name) = name(call);
    let mut call_options = options(substrait(call));
    let call_arguments = if extended {
        call_options.push(null_handling(call.ignore_nulls));
        extended_arguments(call)
    } else {
        standard_arguments(call)
    };
    let bounds_type = match call.frame.unit {
        FrameUnit::Rows => BoundsType::Rows,
        FrameUnit::Range => BoundsType::Range,
    };
    Ok(rex(RexType::WindowFunction(WindowFunction {
        function_reference: context.extensions.anchor(urn, &name)?,
        arguments: arguments(context, &call_arguments)?,
        options: call_options,
        output_type: Some(output_type(substrait(call), &call.arguments, &call.data_type, call.nullable)?),
        phase: AggregationPhase::InitialToResult as i32,
        sorts: sort_fields(context, &call.order)?,
        invocation: invocation(call.distinct) as i32,
        partitions: lower_all(context, &call.partition)?,
        bounds_type: bounds_type as i32,
        lower_bound: Some(bound(&call.frame.start, call)?),
        upper_bound: Some(bound(&call.frame.end, call)?),
        ..WindowFunction::default()
    })))
}

fn needs_extension(call: &WindowCall) -> bool {
    let unfolded = call.filter.is_some() && !skips_nulls(call);
    call.ignore_nulls || call.distinct || unfolded || has_offset_argument(&call.frame)
}

/// Standard aggregates for which a NULL argument is the same as no row.
fn skips_nulls(call: &WindowCall) -> bool {
    call.function.class == FunctionClass::Aggregate
        && matches!(
            substrait(call).name,
            "sum" | "avg" | "min" | "max" | "count" | "std_dev" | "variance" | "bool_and" | "bool_or"
        )
}

fn has_offset_argument(frame: &Frame) -> bool {
    offset_argument(&frame.start).is_some() || offset_argument(&frame.end).is_some()
}

/// The offset, if the message's integer cannot hold it.
fn offset_argument(bound: &FrameBound) -> Option<&Scalar> {
    match bound {
        FrameBound::Preceding(offset) | FrameBound::Following(offset) if whole_offset(offset).is_none() => Some(offset),
        _ => None,
    }
}

fn whole_offset(offset: &Scalar) -> Option<i64> {
    match offset.literal()? {
        Value::Int(value) => Some(*value),
        Value::UInt(value) => i64::try_from(*value).ok(),
        _ => None,
    }
}

fn standard_arguments(call: &WindowCall) -> Vec<Scalar> {
    let Some(filter) = &call.filter else { return call.arguments.clone() };
    let mut arguments = call.arguments.clone();
    let counted =
        arguments.first().cloned().unwrap_or_else(|| Scalar::constant(Value::Boolean(true), DataType::Boolean));
    let missing = Scalar::constant(Value::Null, counted.data_type().clone());
    let kept = Scalar::case(vec![(filter.clone(), counted)], missing);
    match arguments.first_mut() {
        Some(first) => *first = kept,
        None => arguments.push(kept),
    }
    arguments
}

fn extended_arguments(call: &WindowCall) -> Vec<Scalar> {
    let none = || Scalar::constant(Value::Null, DataType::Boolean);
    let everything = || Scalar::constant(Value::Boolean(true), DataType::Boolean);
    let mut arguments = call.arguments.clone();
    arguments.push(call.filter.clone().unwrap_or_else(everything));
    arguments.push(offset_argument(&call.frame.start).cloned().unwrap_or_else(none));
    arguments.push(offset_argument(&call.frame.end).cloned().unwrap_or_else(none));
    arguments
}

fn null_handling(ignore_nulls: bool) -> FunctionOption {
    let preference = if ignore_nulls { IGNORE_NULLS } else { RESPECT_NULLS };
    FunctionOption { name: NULL_HANDLING.to_owned(), preference: vec![preference.to_owned()] }
}

fn bound(bound: &FrameBound, call: &WindowCall) -> Result<Bound, PlanError> {
    let kind = match bound {
        FrameBound::UnboundedPreceding | FrameBound::UnboundedFollowing => Kind::Unbounded(Unbounded {}),
        FrameBound::CurrentRow => Kind::CurrentRow(CurrentRow {}),
        FrameBound::Preceding(offset) => match message_offset(offset, call)? {
            Some(0) => Kind::CurrentRow(CurrentRow {}),
            offset => Kind::Preceding(Preceding { offset: offset.unwrap_or(0) }),
        },
        FrameBound::Following(offset) => match message_offset(offset, call)? {
            Some(0) => Kind::CurrentRow(CurrentRow {}),
            offset => Kind::Following(Following { offset: offset.unwrap_or(0) }),
        },
    };
    Ok(Bound { kind: Some(kind) })
}

/// The offset as the message's integer; `None` when it stands in an argument.
fn message_offset(offset: &Scalar, call: &WindowCall) -> Result<Option<i64>, PlanError> {
    let function = call.function.name;
    match (whole_offset(offset), offset.literal()) {
        (Some(whole), _) if whole < 0 => {
            Err(PlanError::new(format!("a frame offset of {function} is negative: {whole}")))
        }
        (Some(whole), _) => Ok(Some(whole)),
        (None, Some(Value::Null) | None) => {
            Err(PlanError::new(format!("a frame offset of {function} must be a constant that is not NULL")))
        }
        (None, Some(_)) if call.frame.unit == FrameUnit::Rows => {
            Err(PlanError::new(format!("a ROWS frame of {function} takes a whole number of rows")))
        }
        (None, Some(_)) => Ok(None),
    }
}
