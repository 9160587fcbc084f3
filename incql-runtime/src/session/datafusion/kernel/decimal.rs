//! Decimal arithmetic with the result's precision and scale given: exact, then rounded half away from zero where the
//! result has fewer digits, and an error where it has too many.

use arrow::array::{Array, ArrayRef, AsArray, Decimal128Array};
use arrow::datatypes::{ArrowNativeTypeOp, DataType, Decimal128Type, i256};
use arrow::error::ArrowError;
use datafusion::common::Result;
use std::sync::Arc;

use super::arithmetic::{overflow, pair};
use super::{Argument, length};
use crate::session::datafusion::failure::refused;

pub(in super::super) fn add(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let shape = Shape::of(arguments, result)?;
    let scale = shape.left.max(shape.right);
    let (left, right) = (power(scale - shape.left)?, power(scale - shape.right)?);
    rows(arguments, &shape, "a decimal sum", |l, r| {
        shape.fit(l.checked_mul(left)?.checked_add(r.checked_mul(right)?)?, scale)
    })
}

pub(in super::super) fn subtract(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let shape = Shape::of(arguments, result)?;
    let scale = shape.left.max(shape.right);
    let (left, right) = (power(scale - shape.left)?, power(scale - shape.right)?);
    rows(arguments, &shape, "a decimal difference", |l, r| {
        shape.fit(l.checked_mul(left)?.checked_sub(r.checked_mul(right)?)?, scale)
    })
}

pub(in super::super) fn multiply(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let shape = Shape::of(arguments, result)?;
    let scale = shape.left + shape.right;
    let exact = scale == shape.scale;
    rows(arguments, &shape, "a decimal product", |l, r| match (exact, l.to_i128(), r.to_i128()) {
        (true, Some(l), Some(r)) if l.checked_mul(r).is_some() => shape.check(l.checked_mul(r)?),
        _ => shape.fit(l.checked_mul(r)?, scale),
    })
}

pub(in super::super) fn divide(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let shape = Shape::of(arguments, result)?;
    // left / 10^sl / (right / 10^sr) = left * 10^(s - sl + sr) / right / 10^s
    let shift = shape.scale - shape.left + shape.right;
    let (up, down) = (power(shift.max(0))?, power((-shift).max(0))?);
    divisor_is_not_zero(arguments)?;
    rows(arguments, &shape, "a decimal quotient", |l, r| {
        shape.narrow(rounded_quotient(l.checked_mul(up)?, r.checked_mul(down)?)?)
    })
}

pub(in super::super) fn remainder(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let shape = Shape::of(arguments, result)?;
    let scale = shape.left.max(shape.right);
    let (left, right) = (power(scale - shape.left)?, power(scale - shape.right)?);
    divisor_is_not_zero(arguments)?;
    rows(arguments, &shape, "a decimal remainder", |l, r| {
        shape.fit(l.checked_mul(left)?.checked_rem(r.checked_mul(right)?)?, scale)
    })
}

/// The scales of the operands and the digits of the result.
struct Shape {
    left: i32,
    right: i32,
    precision: u8,
    scale: i32,
    limit: i128,
}

impl Shape {
    fn of(arguments: &[Argument], result: &DataType) -> Result<Self> {
        let (left, right) = pair(arguments)?;
        let scale = |data_type: &DataType| match data_type {
            DataType::Decimal128(_, scale) => Ok(i32::from(*scale)),
            other => Err(refused(format!("decimal arithmetic does not take {other}"))),
        };
        let DataType::Decimal128(precision, own) = result else {
            return Err(refused(format!("decimal arithmetic does not give {result}")));
        };
        let limit = 10i128.checked_pow(u32::from(*precision)).ok_or_else(|| overflow("a decimal type"))?;
        Ok(Self {
            left: scale(left.array.data_type())?,
            right: scale(right.array.data_type())?,
            precision: *precision,
            scale: i32::from(*own),
            limit,
        })
    }

    /// A value of `scale` in the result's scale, if it has few enough digits.
    fn fit(&self, value: i256, scale: i32) -> Option<i128> {
        let shift = self.scale - scale;
        let value = if shift >= 0 {
            value.checked_mul(power(shift).ok()?)?
        } else {
            rounded_quotient(value, power(-shift).ok()?)?
        };
        self.narrow(value)
    }

    fn narrow(&self, value: i256) -> Option<i128> {
        self.check(value.to_i128()?)
    }

    fn check(&self, value: i128) -> Option<i128> {
        (value.unsigned_abs() < self.limit.unsigned_abs()).then_some(value)
    }
}

fn power(exponent: i32) -> Result<i256> {
    let exponent = u32::try_from(exponent).map_err(|_| overflow("a decimal scale"))?;
    i256::from_i128(10).pow_checked(exponent).map_err(|_| overflow("a decimal scale"))
}

/// Half away from zero.
fn rounded_quotient(dividend: i256, divisor: i256) -> Option<i256> {
    let quotient = dividend.checked_div(divisor)?;
    let rest = dividend.checked_rem(divisor)?;
    // |rest| < |divisor|, so the doubled rest is compared without overflow by looking at what is missing.
    let (rest_size, divisor_size) = (magnitude(rest)?, magnitude(divisor)?);
    if rest_size < divisor_size.checked_sub(rest_size)? {
        return Some(quotient);
    }
    let one = i256::from_i128(1);
    let negative = (dividend < i256::ZERO) != (divisor < i256::ZERO);
    if negative { quotient.checked_sub(one) } else { quotient.checked_add(one) }
}

fn magnitude(value: i256) -> Option<i256> {
    if value < i256::ZERO { value.checked_neg() } else { Some(value) }
}

fn divisor_is_not_zero(arguments: &[Argument]) -> Result<()> {
    let (left, right) = pair(arguments)?;
    let divisors = values(right)?;
    for row in 0..length(arguments) {
        let (dividend, divisor) = (left.slot(row), right.slot(row));
        if left.array.is_valid(dividend) && divisors.is_valid(divisor) && divisors.value(divisor) == 0 {
            return Err(ArrowError::DivideByZero.into());
        }
    }
    Ok(())
}

fn values(argument: &Argument) -> Result<&Decimal128Array> {
    let found = argument.array.as_primitive_opt::<Decimal128Type>();
    found.ok_or_else(|| refused(format!("decimal arithmetic does not take {}", argument.array.data_type())))
}

fn rows(
    arguments: &[Argument],
    shape: &Shape,
    what: &str,
    compute: impl Fn(i256, i256) -> Option<i128>,
) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    let (lefts, rights) = (values(left)?, values(right)?);
    let rows = (0..length(arguments)).map(|row| {
        let (l, r) = (left.slot(row), right.slot(row));
        if lefts.is_null(l) || rights.is_null(r) {
            return Ok(None);
        }
        let value = compute(i256::from_i128(lefts.value(l)), i256::from_i128(rights.value(r)));
        value.map(Some).ok_or_else(|| overflow(what))
    });
    let array: Decimal128Array = rows.collect::<Result<_>>()?;
    let scale = i8::try_from(shape.scale).map_err(|_| overflow("a decimal scale"))?;
    Ok(Arc::new(array.with_precision_and_scale(shape.precision, scale)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimals(values: &[i128], precision: u8, scale: i8) -> Argument {
        let array = Decimal128Array::from(values.to_vec()).with_precision_and_scale(precision, scale);
        Argument { array: Arc::new(array.expect("digits")), constant: false }
    }

    fn value(array: Result<ArrayRef>) -> Result<i128, String> {
        let array = array.map_err(|error| error.to_string())?;
        Ok(array.as_primitive::<Decimal128Type>().value(0))
    }

    #[test]
    fn quotients_are_rounded_half_away_from_zero() {
        let quotient = |l, r, scale| value(divide(&[decimals(&[l], 10, 0), decimals(&[r], 10, 0)], &scale));
        assert_eq!(quotient(2, 3, DataType::Decimal128(10, 4)), Ok(6667));
        assert_eq!(quotient(-2, 3, DataType::Decimal128(10, 4)), Ok(-6667));
        assert_eq!(quotient(1, 8, DataType::Decimal128(10, 2)), Ok(13));
        assert_eq!(quotient(-1, 8, DataType::Decimal128(10, 2)), Ok(-13));
        assert_eq!(quotient(1, 3, DataType::Decimal128(10, 2)), Ok(33));
        assert!(quotient(1, 0, DataType::Decimal128(10, 2)).is_err_and(|error| error.contains("Divide by zero")));
    }

    #[test]
    fn products_with_a_smaller_scale_are_rounded_and_too_large_ones_refused() {
        let nine_digits = 10i128.pow(37);
        let product = |l, r, result| value(multiply(&[decimals(&[l], 38, 4), decimals(&[r], 5, 2)], &result));
        assert_eq!(product(12_345, 150, DataType::Decimal128(38, 6)), Ok(1_851_750));
        assert_eq!(product(12_345, 150, DataType::Decimal128(38, 3)), Ok(1_852));
        assert!(product(nine_digits, 10, DataType::Decimal128(38, 6)).is_err());
        assert_eq!(product(nine_digits, 10, DataType::Decimal128(38, 5)), Ok(nine_digits));
    }

    #[test]
    fn sums_meet_at_the_larger_scale() {
        let sum = add(&[decimals(&[125], 5, 2), decimals(&[1], 5, 0)], &DataType::Decimal128(8, 2));
        assert_eq!(value(sum), Ok(225));
        let largest = 10i128.pow(38) - 1;
        let sum = add(&[decimals(&[largest], 38, 0), decimals(&[1], 38, 0)], &DataType::Decimal128(38, 0));
        assert!(sum.is_err());
        let rest = remainder(&[decimals(&[-75], 5, 1), decimals(&[2], 5, 0)], &DataType::Decimal128(6, 1));
        assert_eq!(value(rest), Ok(-15));
    }
}
