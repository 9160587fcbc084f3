//! Arithmetic that fails where a result does not fit, instead of wrapping, and decimals of the digits a plan states.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, Decimal128Array};
use arrow::compute::CastOptions;
use arrow::compute::kernels::numeric;
use arrow::datatypes::{DataType, Decimal128Type, i256};
use arrow::error::ArrowError;
use datafusion::common::Result;

use super::function::{Body, Input};

/// The kernel of this name.
pub(super) fn kernel(engine: &str) -> Option<(&'static str, Body)> {
    Some(match engine {
        "incql_add" => ("incql_add", add),
        "incql_sub" => ("incql_sub", sub),
        "incql_mul" => ("incql_mul", mul),
        "incql_div" => ("incql_div", div),
        "incql_rem" => ("incql_rem", rem),
        "incql_neg" => ("incql_neg", neg),
        _ => return None,
    })
}

fn add(input: &Input<'_>) -> Result<ArrayRef> {
    stated(numeric::add(&input.columns[0], &input.columns[1])?, input.result)
}

fn sub(input: &Input<'_>) -> Result<ArrayRef> {
    stated(numeric::sub(&input.columns[0], &input.columns[1])?, input.result)
}

fn mul(input: &Input<'_>) -> Result<ArrayRef> {
    stated(numeric::mul(&input.columns[0], &input.columns[1])?, input.result)
}

fn rem(input: &Input<'_>) -> Result<ArrayRef> {
    stated(numeric::rem(&input.columns[0], &input.columns[1])?, input.result)
}

fn neg(input: &Input<'_>) -> Result<ArrayRef> {
    stated(numeric::neg(&input.columns[0])?, input.result)
}

/// The values in the stated type; digits beyond what a decimal holds are an error.
fn stated(values: ArrayRef, result: &DataType) -> Result<ArrayRef> {
    if values.data_type() != result {
        let strict = CastOptions { safe: false, ..CastOptions::default() };
        return Ok(arrow::compute::cast_with_options(&values, result, &strict)?);
    }
    if let DataType::Decimal128(precision @ 38, _) = result {
        values.as_primitive::<Decimal128Type>().validate_decimal_precision(*precision)?;
    }
    Ok(values)
}

/// The quotient of decimals to the stated scale, rounded half away from zero.
fn div(input: &Input<'_>) -> Result<ArrayRef> {
    let DataType::Decimal128(precision, scale) = *input.result else {
        return stated(numeric::div(&input.columns[0], &input.columns[1])?, input.result);
    };
    let (left, right) = (decimals(&input.columns[0])?, decimals(&input.columns[1])?);
    let shift = i32::from(scale) + i32::from(right.scale()) - i32::from(left.scale());
    let quotients: Decimal128Array =
        arrow::compute::try_binary(left, right, |left, right| quotient(left, right, shift))?;
    let quotients = quotients.with_precision_and_scale(precision, scale)?;
    quotients.validate_decimal_precision(precision)?;
    Ok(Arc::new(quotients))
}

fn decimals(column: &ArrayRef) -> Result<&Decimal128Array> {
    let found = column.as_primitive_opt::<Decimal128Type>();
    found.ok_or_else(|| super::super::consume::invalid(format!("expected a decimal, found {}", column.data_type())))
}

fn quotient(left: i128, right: i128, shift: i32) -> std::result::Result<i128, ArrowError> {
    if right == 0 {
        return Err(ArrowError::DivideByZero);
    }
    let overflow = || ArrowError::ArithmeticOverflow("a decimal quotient has more than 38 digits".to_owned());
    let ten = i256::from_i128(10);
    let power = |exponent: i32| ten.checked_pow(exponent.unsigned_abs()).ok_or_else(overflow);
    let (mut dividend, mut divisor) = (i256::from_i128(left), i256::from_i128(right));
    if shift >= 0 {
        dividend = dividend.checked_mul(power(shift)?).ok_or_else(overflow)?;
    } else {
        divisor = divisor.checked_mul(power(shift)?).ok_or_else(overflow)?;
    }
    let whole = dividend.checked_div(divisor).ok_or_else(overflow)?;
    let rest = dividend.checked_rem(divisor).ok_or_else(overflow)?;
    let doubled = magnitude(rest).checked_mul(i256::from_i128(2)).ok_or_else(overflow)?;
    let away = if (left < 0) == (right < 0) { i256::ONE } else { i256::MINUS_ONE };
    let rounded = if doubled >= magnitude(divisor) { whole.checked_add(away).ok_or_else(overflow)? } else { whole };
    rounded.to_i128().ok_or_else(overflow)
}

fn magnitude(value: i256) -> i256 {
    if value.is_negative() { value.wrapping_neg() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_is_rounded_half_away_from_zero() {
        // 1 / 8 = 0.125 to two digits, and its negatives.
        assert_eq!(quotient(1, 8, 2).unwrap(), 13);
        assert_eq!(quotient(-1, 8, 2).unwrap(), -13);
        assert_eq!(quotient(1, -8, 2).unwrap(), -13);
        // 1 / 3 = 0.3333; 2 / 3 = 0.6667.
        assert_eq!(quotient(1, 3, 4).unwrap(), 3333);
        assert_eq!(quotient(2, 3, 4).unwrap(), 6667);
        // 12345 with four digits over 1, to two digits: 1.2345 -> 1.23.
        assert_eq!(quotient(12345, 1, -2).unwrap(), 123);
        assert!(matches!(quotient(1, 0, 2), Err(ArrowError::DivideByZero)));
        assert!(quotient(i128::MAX, 1, 20).is_err());
    }
}
