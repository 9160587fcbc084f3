//! Dates, timestamps and intervals: sums, differences and multiples that fail where a result does not fit.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, PrimitiveArray};
use arrow::compute::kernels::numeric;
use arrow::datatypes::{DataType, Int64Type, IntervalMonthDayNano, IntervalMonthDayNanoType};
use arrow::error::ArrowError;
use datafusion::common::Result;

use super::function::{Body, Input};

/// The kernel of this name.
pub(super) fn kernel(engine: &str) -> Option<(&'static str, Body)> {
    Some(match engine {
        "incql_add_interval" => ("incql_add_interval", add),
        "incql_sub_interval" => ("incql_sub_interval", sub),
        "incql_mul_interval" => ("incql_mul_interval", mul),
        "incql_neg_interval" => ("incql_neg_interval", neg),
        _ => return None,
    })
}

fn add(input: &Input<'_>) -> Result<ArrayRef> {
    Ok(numeric::add(&input.columns[0], &input.columns[1])?)
}

fn sub(input: &Input<'_>) -> Result<ArrayRef> {
    Ok(numeric::sub(&input.columns[0], &input.columns[1])?)
}

fn neg(input: &Input<'_>) -> Result<ArrayRef> {
    let intervals = intervals(&input.columns[0])?;
    let negated: PrimitiveArray<IntervalMonthDayNanoType> = intervals.try_unary(|interval| times(interval, -1))?;
    Ok(Arc::new(negated))
}

fn mul(input: &Input<'_>) -> Result<ArrayRef> {
    let swapped = !matches!(input.columns[0].data_type(), DataType::Interval(_));
    let (interval, factor) =
        if swapped { (&input.columns[1], &input.columns[0]) } else { (&input.columns[0], &input.columns[1]) };
    let factors = factor.as_primitive_opt::<Int64Type>();
    let factors = factors.ok_or_else(|| super::super::consume::invalid("an interval is multiplied by an integer"))?;
    let products: PrimitiveArray<IntervalMonthDayNanoType> =
        arrow::compute::try_binary(intervals(interval)?, factors, times)?;
    Ok(Arc::new(products))
}

fn intervals(column: &ArrayRef) -> Result<&PrimitiveArray<IntervalMonthDayNanoType>> {
    let found = column.as_primitive_opt::<IntervalMonthDayNanoType>();
    found.ok_or_else(|| super::super::consume::invalid(format!("expected an interval, found {}", column.data_type())))
}

fn times(interval: IntervalMonthDayNano, factor: i64) -> std::result::Result<IntervalMonthDayNano, ArrowError> {
    let overflow = || ArrowError::ArithmeticOverflow("an interval does not fit".to_owned());
    let part = |part: i32| {
        let product = i64::from(part).checked_mul(factor).ok_or_else(overflow)?;
        i32::try_from(product).map_err(|_| overflow())
    };
    let nanoseconds = interval.nanoseconds.checked_mul(factor).ok_or_else(overflow)?;
    Ok(IntervalMonthDayNano { months: part(interval.months)?, days: part(interval.days)?, nanoseconds })
}
