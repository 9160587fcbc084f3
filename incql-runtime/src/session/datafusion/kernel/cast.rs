//! Casts between numbers that keep the value: what the engine's cast would cut off or round away is an error, or NULL
//! in the `try` form.

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use arrow::compute::CastOptions;
use arrow::datatypes::{DataType, Decimal128Type, Float32Type, Float64Type};
use arrow::error::ArrowError;
use datafusion::common::Result;
use datafusion::logical_expr::Expr;

use super::function::{Input, call};

/// The cast of `value` as a call of ours, where the engine's cast from one type to the other may lose digits.
pub(in super::super) fn exact_cast(value: &Expr, source: &DataType, target: &DataType, failing: bool) -> Option<Expr> {
    let loses = match (source, target) {
        (DataType::Float32 | DataType::Float64 | DataType::Decimal128(..), target) if target.is_integer() => true,
        (DataType::Decimal128(_, from), DataType::Decimal128(_, to)) => to < from,
        _ => false,
    };
    if !loses {
        return None;
    }
    let (name, body): (&'static str, super::function::Body) =
        if failing { ("incql_cast", strict) } else { ("incql_cast_or_null", lenient) };
    Some(call(name, body, 0, target.clone(), vec![value.clone()]))
}

fn strict(input: &Input<'_>) -> Result<ArrayRef> {
    let source = &input.columns[0];
    let exact = exact_rows(source, input.result);
    if let Some(row) = (0..source.len()).find(|row| source.is_valid(*row) && !exact.value(*row)) {
        let shown = arrow::util::display::array_value_to_string(source, row)?;
        return Err(ArrowError::CastError(format!("the value {shown} is no {}", input.result)).into());
    }
    let options = CastOptions { safe: false, ..CastOptions::default() };
    Ok(arrow::compute::cast_with_options(source, input.result, &options)?)
}

fn lenient(input: &Input<'_>) -> Result<ArrayRef> {
    let source = &input.columns[0];
    let inexact = arrow::compute::not(&exact_rows(source, input.result))?;
    let values = arrow::compute::cast(source, input.result)?;
    Ok(arrow::compute::nullif(&values, &inexact)?)
}

/// Which values have no digits beyond the target's scale.
fn exact_rows(source: &ArrayRef, target: &DataType) -> BooleanArray {
    let whole: Vec<bool> = match source.data_type() {
        DataType::Float64 => {
            let floats = source.as_primitive::<Float64Type>();
            floats.values().iter().map(|value| value.fract() == 0.0).collect()
        }
        DataType::Float32 => {
            let floats = source.as_primitive::<Float32Type>();
            floats.values().iter().map(|value| value.fract() == 0.0).collect()
        }
        DataType::Decimal128(_, scale) => {
            let kept = match target {
                DataType::Decimal128(_, to) => *to,
                _ => 0,
            };
            let unit = 10_i128.checked_pow(u32::from((scale - kept).unsigned_abs())).unwrap_or(i128::MAX);
            source.as_primitive::<Decimal128Type>().values().iter().map(|value| value % unit == 0).collect()
        }
        _ => vec![true; source.len()],
    };
    BooleanArray::from(whole)
}
