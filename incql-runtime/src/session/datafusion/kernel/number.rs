//! Functions of numbers that keep the number's own type: signs, rounding, extremes, bits.

use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, Decimal128Array, Float64Array, PrimitiveArray};
use arrow::compute::{cast, kernels::cmp, kernels::zip::zip};
use arrow::datatypes::{DataType, Decimal128Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow::datatypes::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use datafusion::common::Result;
use std::sync::Arc;

use super::arithmetic::{overflow, pair};
use super::{Argument, length};
use crate::error::ExecutionErrorKind;
use crate::session::datafusion::failure::{Raised, refused};

/// Calls `$body` with `$type` bound to the Arrow type of integers.
macro_rules! by_integer {
    ($data_type:expr, $type:ident => $body:expr) => {
        match $data_type {
            DataType::Int8 => {
                type $type = Int8Type;
                $body
            }
            DataType::Int16 => {
                type $type = Int16Type;
                $body
            }
            DataType::Int32 => {
                type $type = Int32Type;
                $body
            }
            DataType::Int64 => {
                type $type = Int64Type;
                $body
            }
            DataType::UInt8 => {
                type $type = UInt8Type;
                $body
            }
            DataType::UInt16 => {
                type $type = UInt16Type;
                $body
            }
            DataType::UInt32 => {
                type $type = UInt32Type;
                $body
            }
            DataType::UInt64 => {
                type $type = UInt64Type;
                $body
            }
            other => Err(refused(format!("expected an integer, found {other}"))),
        }
    };
}

/// Maps integers by way of 128 bits; a result that does not fit is an error.
fn integers(array: &ArrayRef, what: &str, map: impl Fn(i128) -> Option<i128>) -> Result<ArrayRef> {
    by_integer!(array.data_type(), T => {
        let values = array.as_primitive::<T>();
        let mapped = values.iter().map(|value| {
            let result = value.map(|value| {
                let mapped = map(i128::from(value)).and_then(|mapped| mapped.try_into().ok());
                mapped.ok_or_else(|| overflow(what))
            });
            result.transpose()
        });
        Ok(Arc::new(mapped.collect::<Result<PrimitiveArray<T>>>()?) as ArrayRef)
    })
}

fn decimals(array: &ArrayRef) -> Result<(&Decimal128Array, i8)> {
    match array.data_type() {
        DataType::Decimal128(_, scale) => Ok((array.as_primitive::<Decimal128Type>(), *scale)),
        other => Err(refused(format!("expected a decimal, found {other}"))),
    }
}

/// Maps the digits of decimals into a result of these digits.
fn digits(
    values: &Decimal128Array,
    result: &DataType,
    what: &str,
    map: impl Fn(i128) -> Option<i128>,
) -> Result<ArrayRef> {
    let DataType::Decimal128(precision, scale) = result else {
        return Err(refused(format!("expected a decimal result, found {result}")));
    };
    let limit = 10i128.checked_pow(u32::from(*precision)).ok_or_else(|| overflow(what))?;
    let mapped = values.iter().map(|value| {
        let result = value.map(|value| map(value).filter(|mapped| mapped.abs() < limit).ok_or_else(|| overflow(what)));
        result.transpose()
    });
    let array = mapped.collect::<Result<Decimal128Array>>()?.with_precision_and_scale(*precision, *scale)?;
    Ok(Arc::new(array))
}

fn only<'a>(arguments: &'a [Argument], what: &str) -> Result<&'a ArrayRef> {
    match arguments {
        [only] => Ok(&only.array),
        _ => Err(refused(format!("{what} takes one argument"))),
    }
}

pub(in super::super) fn absolute(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    integers(only(arguments, "abs")?, "an absolute value", i128::checked_abs)
}

pub(in super::super) fn sign(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let array = only(arguments, "sign")?;
    if !matches!(array.data_type(), DataType::Decimal128(..)) {
        return integers(array, "a sign", |value| Some(value.signum()));
    }
    let (values, scale) = decimals(array)?;
    let one = power(i32::from(scale))?;
    digits(values, result, "a sign", |value| value.signum().checked_mul(one))
}

pub(in super::super) fn ceiling(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let (values, scale) = decimals(only(arguments, "ceil")?)?;
    let one = power(i32::from(scale))?;
    digits(values, result, "a rounded number", |value| {
        let floor = value.div_euclid(one);
        if value.rem_euclid(one) == 0 { Some(floor) } else { floor.checked_add(1) }
    })
}

pub(in super::super) fn floor(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let (values, scale) = decimals(only(arguments, "floor")?)?;
    let one = power(i32::from(scale))?;
    digits(values, result, "a rounded number", |value| Some(value.div_euclid(one)))
}

/// Rounds to so many digits after the point, half away from zero.
pub(in super::super) fn round(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let [value, places] = arguments else { return Err(refused("round takes two arguments")) };
    let counts = cast(&places.array, &DataType::Int32)?;
    let counts = counts.as_primitive::<Int32Type>();
    if !places.constant {
        return round_by_row(value, places, counts, result);
    }
    if counts.is_null(0) {
        return Ok(arrow::array::new_null_array(result, value.array.len()));
    }
    round_to(&value.array, counts.value(0), result)
}

fn round_by_row(
    value: &Argument,
    places: &Argument,
    counts: &PrimitiveArray<Int32Type>,
    result: &DataType,
) -> Result<ArrayRef> {
    let mut rows = Vec::with_capacity(places.array.len());
    for row in 0..places.array.len() {
        let one = value.array.slice(value.slot(row), 1);
        rows.push(if counts.is_null(row) {
            arrow::array::new_null_array(result, 1)
        } else {
            round_to(&one, counts.value(row), result)?
        });
    }
    if rows.is_empty() {
        return Ok(arrow::array::new_empty_array(result));
    }
    let rows: Vec<&dyn Array> = rows.iter().map(AsRef::as_ref).collect();
    Ok(arrow::compute::concat(&rows)?)
}

fn round_to(array: &ArrayRef, places: i32, result: &DataType) -> Result<ArrayRef> {
    const WHAT: &str = "a rounded number";
    if !matches!(array.data_type(), DataType::Decimal128(..)) {
        return integers(array, WHAT, |value| rounded(value, i64::from(places).saturating_neg()));
    }
    let (values, scale) = decimals(array)?;
    let dropped = i64::from(scale) - i64::from(places);
    digits(values, result, WHAT, |value| rounded(value, dropped))
}

/// The value with its last `dropped` digits made zero, half away from zero.
fn rounded(value: i128, dropped: i64) -> Option<i128> {
    if dropped <= 0 {
        return Some(value);
    }
    let Some(unit) = u32::try_from(dropped).ok().and_then(|dropped| 10i128.checked_pow(dropped)) else {
        return Some(0);
    };
    let (quotient, rest) = (value / unit, value % unit);
    let away = if rest.abs() >= unit - rest.abs() { value.signum() } else { 0 };
    quotient.checked_add(away)?.checked_mul(unit)
}

fn power(scale: i32) -> Result<i128> {
    let scale = u32::try_from(scale).ok().and_then(|scale| 10i128.checked_pow(scale));
    scale.ok_or_else(|| overflow("a decimal scale"))
}

pub(in super::super) fn logarithm(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (value, base) = pair(arguments)?;
    let (values, bases) = (cast(&value.array, &DataType::Float64)?, cast(&base.array, &DataType::Float64)?);
    let (values, bases) =
        (values.as_primitive::<arrow::datatypes::Float64Type>(), bases.as_primitive::<arrow::datatypes::Float64Type>());
    let rows = (0..length(arguments)).map(|row| {
        let (v, b) = (value.slot(row), base.slot(row));
        (values.is_valid(v) && bases.is_valid(b)).then(|| values.value(v).ln() / bases.value(b).ln())
    });
    Ok(Arc::new(rows.collect::<Float64Array>()))
}

/// The least argument; null when one is.
pub(in super::super) fn least(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    extreme(arguments, result, false)
}

/// The greatest argument; null when one is.
pub(in super::super) fn greatest(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    extreme(arguments, result, true)
}

fn extreme(arguments: &[Argument], result: &DataType, greatest: bool) -> Result<ArrayRef> {
    let rows = length(arguments);
    let mut best: Option<ArrayRef> = None;
    for argument in arguments {
        let values = whole(argument, rows, result)?;
        best = Some(match best {
            None => values,
            Some(best) => {
                let keep = if greatest { cmp::gt_eq(&best, &values)? } else { cmp::lt_eq(&best, &values)? };
                let chosen = zip(&keep, &best, &values)?;
                let nulls = arrow::buffer::NullBuffer::union(best.nulls(), values.nulls());
                arrow::array::make_array(chosen.to_data().into_builder().nulls(nulls).build()?)
            }
        });
    }
    best.ok_or_else(|| refused("an extreme of nothing"))
}

/// The argument in the result's type with one value per row.
fn whole(argument: &Argument, rows: usize, result: &DataType) -> Result<ArrayRef> {
    let values = cast(&argument.array, result)?;
    if !argument.constant || rows == 1 {
        return Ok(values);
    }
    let first = arrow::array::UInt64Array::from(vec![0; rows]);
    Ok(arrow::compute::take(&values, &first, None)?)
}

pub(in super::super) fn invert(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let array = only(arguments, "bitwise_not")?;
    fn inverted<T: ArrowPrimitiveType>(array: &ArrayRef) -> ArrayRef
    where
        T::Native: std::ops::Not<Output = T::Native>,
    {
        Arc::new(array.as_primitive::<T>().unary::<_, T>(|value| !value))
    }
    by_integer!(array.data_type(), T => Ok(inverted::<T>(array)))
}

pub(in super::super) fn shift_left(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    shift(arguments, i32::checked_shl, i64::checked_shl)
}

pub(in super::super) fn shift_right(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    shift(arguments, i32::checked_shr, i64::checked_shr)
}

fn shift(
    arguments: &[Argument],
    narrow: fn(i32, u32) -> Option<i32>,
    wide: fn(i64, u32) -> Option<i64>,
) -> Result<ArrayRef> {
    fn rows<T: ArrowPrimitiveType>(
        arguments: &[Argument],
        by: fn(T::Native, u32) -> Option<T::Native>,
    ) -> Result<ArrayRef> {
        let (value, distance) = pair(arguments)?;
        let values = value.array.as_primitive::<T>();
        let distances = cast(&distance.array, &DataType::Int32)?;
        let distances = distances.as_primitive::<Int32Type>();
        let rows = (0..length(arguments)).map(|row| {
            let (v, d) = (value.slot(row), distance.slot(row));
            if values.is_null(v) || distances.is_null(d) {
                return Ok(None);
            }
            let shifted = u32::try_from(distances.value(d)).ok().and_then(|distance| by(values.value(v), distance));
            shifted.map(Some).ok_or_else(|| {
                let message = format!("bits cannot be moved by {}", distances.value(d));
                Raised::new(ExecutionErrorKind::Argument, message).into_engine()
            })
        });
        Ok(Arc::new(rows.collect::<Result<PrimitiveArray<T>>>()?))
    }
    match arguments.first().map(|first| first.array.data_type()) {
        Some(DataType::Int32) => rows::<Int32Type>(arguments, narrow),
        Some(DataType::Int64) => rows::<Int64Type>(arguments, wide),
        _ => Err(refused("bits of i32 and i64 are moved")),
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(rounded(125, 1), Some(130));
        assert_eq!(rounded(-125, 1), Some(-130));
        assert_eq!(rounded(124, 1), Some(120));
        assert_eq!(rounded(49, 2), Some(0));
        assert_eq!(rounded(50, 2), Some(100));
        assert_eq!(rounded(7, 60), Some(0));
        assert_eq!(rounded(7, -3), Some(7));
    }
}
