//! The common Arrow type of several operands: the rules of `expr::promote`, with constants taking the other side's
//! type where that is exact.

use arrow::datatypes::{DataType, TimeUnit};

use super::decimal::{self, MAX_PRECISION};
use super::literal::{cast_literal, natural_decimal};
use crate::scalar::Scalar;
use crate::value::Value;

/// The type of values that are compared: a constant takes the other side's type when it can be written in it exactly
/// (an `f32` column beside a float constant: the nearest `f32`).
pub fn compared(operands: &[Scalar]) -> Result<DataType, String> {
    let (constants, others): (Vec<&Scalar>, Vec<&Scalar>) = operands.iter().partition(|o| o.literal().is_some());
    let mut common = match fold(others.iter().map(|scalar| scalar.data_type().clone()))? {
        Some(common) => common,
        None => return shared(operands),
    };
    for constant in constants {
        common = beside(constant, &common)?;
    }
    Ok(common)
}

/// The type of values that share a column: every operand keeps its own width, but a float constant beside a decimal is
/// the decimal it is written as, and a signed constant beside a `u64` is one.
pub fn shared(operands: &[Scalar]) -> Result<DataType, String> {
    let typed: Vec<DataType> = naturals(operands)?;
    fold(typed)?.ok_or_else(|| "a value is missing".to_owned())
}

/// The type of each operand among the others.
pub fn naturals(operands: &[Scalar]) -> Result<Vec<DataType>, String> {
    let decimal = operands.iter().any(|operand| matches!(operand.data_type(), DataType::Decimal128(..)));
    let unsigned = operands.iter().any(|operand| operand.data_type() == &DataType::UInt64);
    operands.iter().map(|operand| natural(operand, decimal, unsigned)).collect()
}

fn natural(operand: &Scalar, beside_decimal: bool, beside_u64: bool) -> Result<DataType, String> {
    let own = operand.data_type();
    if !is_constant(operand) || !(beside_decimal || beside_u64) {
        return Ok(own.clone());
    }
    if beside_u64 && own.is_signed_integer() {
        return Ok(DataType::UInt64);
    }
    match operand.literal() {
        Some(Value::Null) if matches!(own, DataType::Decimal128(..)) => Ok(DataType::Decimal128(1, 0)),
        Some(value) if beside_decimal => match natural_decimal(value, own) {
            Some(decimal) => Ok(decimal),
            None if own.is_floating() => Err(format!("the float {value:?} cannot be written as a decimal")),
            None => Ok(own.clone()),
        },
        // Computed from constants: the types call it a decimal, so it is read at the default scale.
        None if beside_decimal && own.is_floating() => Ok(DataType::Decimal128(MAX_PRECISION, 10)),
        _ => Ok(own.clone()),
    }
}

/// Whether no column is involved.
fn is_constant(operand: &Scalar) -> bool {
    let mut constant = true;
    operand.visit(&mut |scalar| constant &= !matches!(scalar.kind(), crate::scalar::ScalarKind::Column(_)));
    constant
}

/// The common type of a constant and others that have type `common` already.
fn beside(constant: &Scalar, common: &DataType) -> Result<DataType, String> {
    let Some(value) = constant.literal() else { return promote(common, constant.data_type()) };
    if constant.data_type() == common || *value == Value::Null {
        return Ok(common.clone());
    }
    if common == &DataType::Float32 && constant.data_type() == &DataType::Float64 {
        return Ok(DataType::Float32);
    }
    if cast_literal(value, constant.data_type(), common).is_some() && !loses_meaning(constant.data_type(), common) {
        return Ok(common.clone());
    }
    let decimal = matches!(common, DataType::Decimal128(..)) || common == &DataType::UInt64;
    match natural_decimal(value, constant.data_type()) {
        Some(natural) if decimal => promote(common, &natural),
        _ => promote(common, constant.data_type()),
    }
}

/// A timestamp at midnight could be written as a date, but then the column's type would hide the comparison meant.
fn loses_meaning(from: &DataType, to: &DataType) -> bool {
    matches!((from, to), (DataType::Timestamp(..), DataType::Date32))
}

fn fold(types: impl IntoIterator<Item = DataType>) -> Result<Option<DataType>, String> {
    let mut types = types.into_iter();
    let Some(first) = types.next() else { return Ok(None) };
    types.try_fold(first, |common, next| promote(&common, &next)).map(Some)
}

/// The type that holds the values of both, without regard to constants.
pub fn promote(left: &DataType, right: &DataType) -> Result<DataType, String> {
    if left == right {
        return Ok(left.clone());
    }
    match (left, right) {
        (DataType::Null, other) | (other, DataType::Null) => return Ok(other.clone()),
        _ => {}
    }
    let found = numbers(left, right).or_else(|| times(left, right));
    found.ok_or_else(|| format!("{left} and {right} have no common type"))
}

fn numbers(left: &DataType, right: &DataType) -> Option<DataType> {
    use DataType::{Decimal128, Float32, Float64};
    match (left, right) {
        (Decimal128(..), Float32 | Float64) | (Float32 | Float64, Decimal128(..)) => Some(Float64),
        (Decimal128(..), _) | (_, Decimal128(..)) => {
            let (left, right) = (decimal::of_type(left)?, decimal::of_type(right)?);
            Some(decimal::union(left, right))
        }
        (Float32 | Float64, Float32 | Float64) => Some(Float64),
        (Float32, integer) | (integer, Float32) => Some(if integer_bits(integer)?.1 <= 16 { Float32 } else { Float64 }),
        (Float64, integer) | (integer, Float64) => integer_bits(integer).map(|_| Float64),
        _ => integers(left, right),
    }
}

/// Whether an integer type has a sign, and its width.
pub fn integer_bits(data_type: &DataType) -> Option<(bool, u32)> {
    Some(match data_type {
        DataType::Int8 => (true, 8),
        DataType::Int16 => (true, 16),
        DataType::Int32 => (true, 32),
        DataType::Int64 => (true, 64),
        DataType::UInt8 => (false, 8),
        DataType::UInt16 => (false, 16),
        DataType::UInt32 => (false, 32),
        DataType::UInt64 => (false, 64),
        _ => return None,
    })
}

fn integers(left: &DataType, right: &DataType) -> Option<DataType> {
    let (left_signed, left_bits) = integer_bits(left)?;
    let (right_signed, right_bits) = integer_bits(right)?;
    if left_signed == right_signed {
        return Some(if left_bits >= right_bits { left.clone() } else { right.clone() });
    }
    let (signed, unsigned) = if left_signed { (left_bits, right_bits) } else { (right_bits, left_bits) };
    Some(match signed.max(unsigned.saturating_mul(2)) {
        16 => DataType::Int16,
        32 => DataType::Int32,
        64 => DataType::Int64,
        // Only constants get here: a `u64` beside a signed number that it cannot hold.
        _ => DataType::Decimal128(20, 0),
    })
}

fn times(left: &DataType, right: &DataType) -> Option<DataType> {
    use DataType::{Date32, Timestamp};
    match (left, right) {
        (Date32, Timestamp(unit, None)) | (Timestamp(unit, None), Date32) => Some(Timestamp(*unit, None)),
        (Timestamp(left, None), Timestamp(right, None)) => Some(Timestamp(finer(*left, *right), None)),
        (Timestamp(left, Some(_)), Timestamp(right, Some(_))) => {
            // Two zones show one instant; UTC is what both can be written in.
            Some(Timestamp(finer(*left, *right), Some("UTC".into())))
        }
        _ => None,
    }
}

fn finer(left: TimeUnit, right: TimeUnit) -> TimeUnit {
    left.max(right)
}
