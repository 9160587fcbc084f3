//! Casts that the engine would let lose something: a number with a fraction to an integer, a double beyond the range of
//! a single.

use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, PrimitiveArray, cast::as_primitive_array};
use arrow::compute::{CastOptions, cast_with_options};
use arrow::datatypes::{DataType, Decimal128Type, Float32Type, Float64Type};
use arrow::util::display::FormatOptions;
use datafusion::common::Result;
use std::sync::Arc;

use super::{Argument, call};
use crate::error::ExecutionErrorKind;
use crate::scalar::CastMode;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::{Raised, refused};

/// The cast as a kernel, where the engine's own would lose something.
pub(in super::super) fn checked(input: &Typed, target: &DataType, mode: CastMode) -> Option<Typed> {
    let fraction = matches!(input.data_type, DataType::Float32 | DataType::Float64 | DataType::Decimal128(..));
    let overflow = input.data_type == DataType::Float64 && target == &DataType::Float32;
    if !(fraction && target.is_integer()) && !overflow {
        return None;
    }
    let (name, run): (_, super::Run) = match mode {
        CastMode::Strict => ("incql_cast", strict),
        CastMode::Try => ("incql_try_cast", lenient),
    };
    Some(call(name, vec![input.clone()], target.clone(), run))
}

fn strict(arguments: &[Argument], target: &DataType) -> Result<ArrayRef> {
    let [input] = arguments else { return Err(refused("a cast takes one argument")) };
    let exact = exact(&input.array)?;
    if let Some(row) = (0..exact.len()).find(|row| exact.is_null(*row) && input.array.is_valid(*row)) {
        return Err(unfit(&input.array, row, target));
    }
    let result = convert(&exact, target)?;
    match (0..result.len()).find(|row| result.is_null(*row) && exact.is_valid(*row)) {
        Some(row) => Err(unfit(&input.array, row, target)),
        None => Ok(result),
    }
}

fn lenient(arguments: &[Argument], target: &DataType) -> Result<ArrayRef> {
    let [input] = arguments else { return Err(refused("a cast takes one argument")) };
    if target == &DataType::Float32 { convert(&input.array, target) } else { convert(&exact(&input.array)?, target) }
}

/// Arrow's cast with NULL for what does not fit.
fn convert(array: &ArrayRef, target: &DataType) -> Result<ArrayRef> {
    if target == &DataType::Float32 {
        let singles = as_primitive_array::<Float64Type>(array).unary_opt::<_, Float32Type>(|value| {
            #[expect(clippy::cast_possible_truncation, reason = "the nearest single is meant")]
            let single = value as f32;
            (single.is_finite() || !value.is_finite()).then_some(single)
        });
        return Ok(Arc::new(singles));
    }
    let options = CastOptions { safe: true, format_options: FormatOptions::default() };
    Ok(cast_with_options(array, target, &options)?)
}

/// The values without a fraction; NULL for the others.
fn exact(array: &ArrayRef) -> Result<ArrayRef> {
    fn keep<T: ArrowPrimitiveType>(array: &ArrayRef, keep: impl Fn(T::Native) -> bool) -> PrimitiveArray<T> {
        array.as_primitive::<T>().unary_opt::<_, T>(|value| keep(value).then_some(value))
    }
    Ok(match array.data_type() {
        DataType::Float32 => Arc::new(keep::<Float32Type>(array, |value| value.fract() == 0.0)),
        DataType::Float64 => Arc::new(keep::<Float64Type>(array, |value| value.fract() == 0.0)),
        DataType::Decimal128(precision, scale) => {
            let one = 10i128.checked_pow(u32::from(scale.unsigned_abs())).filter(|_| *scale > 0).unwrap_or(1);
            let whole = keep::<Decimal128Type>(array, |value| value % one == 0);
            Arc::new(whole.with_precision_and_scale(*precision, *scale)?)
        }
        other => return Err(refused(format!("{other} has no fraction"))),
    })
}

fn unfit(array: &ArrayRef, row: usize, target: &DataType) -> datafusion::error::DataFusionError {
    let value = arrow::util::display::array_value_to_string(array, row).unwrap_or_default();
    Raised::new(ExecutionErrorKind::Cast, format!("{value} is no value of type {target}")).into_engine()
}
