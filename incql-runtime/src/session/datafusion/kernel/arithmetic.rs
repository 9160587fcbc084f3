//! Integer and interval arithmetic that fails instead of wrapping.

use arrow::array::{Array, ArrayRef, AsArray, PrimitiveArray};
use arrow::compute::kernels::numeric;
use arrow::datatypes::{DataType, Int64Type, IntervalMonthDayNano, IntervalMonthDayNanoType};
use datafusion::common::Result;
use std::sync::Arc;

use super::{Argument, length};
use crate::error::ExecutionErrorKind;
use crate::session::datafusion::failure::{Raised, refused};

pub(in super::super) fn add(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    Ok(numeric::add(left, right)?)
}

pub(in super::super) fn subtract(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    Ok(numeric::sub(left, right)?)
}

pub(in super::super) fn multiply(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    Ok(numeric::mul(left, right)?)
}

pub(in super::super) fn negate(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    match arguments {
        [only] => Ok(numeric::neg(only.array.as_ref())?),
        _ => Err(refused("a negation takes one argument")),
    }
}

/// An interval times a whole number, in either order: each part is multiplied.
pub(in super::super) fn multiply_interval(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    let (interval, factor) = if left.array.data_type() == &DataType::Int64 { (right, left) } else { (left, right) };
    let (Some(intervals), Some(factors)) =
        (interval.array.as_primitive_opt::<IntervalMonthDayNanoType>(), factor.array.as_primitive_opt::<Int64Type>())
    else {
        return Err(refused("an interval is multiplied by a 64-bit integer"));
    };
    let rows = (0..length(arguments)).map(|row| {
        let (i, f) = (interval.slot(row), factor.slot(row));
        if intervals.is_null(i) || factors.is_null(f) {
            return Ok(None);
        }
        scaled(intervals.value(i), factors.value(f)).map(Some).ok_or_else(|| overflow("an interval times a number"))
    });
    let result: PrimitiveArray<IntervalMonthDayNanoType> = rows.collect::<Result<_>>()?;
    Ok(Arc::new(result))
}

fn scaled(interval: IntervalMonthDayNano, factor: i64) -> Option<IntervalMonthDayNano> {
    let part = |value: i32| i32::try_from(i64::from(value).checked_mul(factor)?).ok();
    let nanoseconds = interval.nanoseconds.checked_mul(factor)?;
    Some(IntervalMonthDayNano::new(part(interval.months)?, part(interval.days)?, nanoseconds))
}

/// The error of a result that its type cannot hold.
pub(super) fn overflow(what: &str) -> datafusion::error::DataFusionError {
    Raised::new(ExecutionErrorKind::Overflow, format!("{what} is out of range")).into_engine()
}

pub(super) fn pair(arguments: &[Argument]) -> Result<(&Argument, &Argument)> {
    match arguments {
        [left, right] => Ok((left, right)),
        _ => Err(refused("an operator takes two arguments")),
    }
}
