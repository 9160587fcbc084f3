//! Implicit conversions: an expression under the type that a rule or a row type asks for. A constant is folded exactly
//! or refused; nothing loses a digit silently.

use arrow::datatypes::DataType;

use super::display::constant;
use crate::functions::common::promote;
use crate::functions::literal::cast_literal;
use crate::scalar::{CastMode, Scalar};

/// `scalar` as `to`: itself, a folded constant, or a strict cast.
pub(crate) fn coerce(scalar: &Scalar, to: &DataType) -> Result<Scalar, String> {
    if same_values(scalar.data_type(), to) {
        return Ok(scalar.clone());
    }
    let Some(value) = scalar.literal() else {
        return Ok(Scalar::cast(scalar.clone(), to.clone(), CastMode::Strict));
    };
    match cast_literal(value, scalar.data_type(), to) {
        Some(value) => Ok(Scalar::constant(value, to.clone())),
        None => Err(format!("the constant {} cannot be written as {to}", constant(value, scalar.data_type()))),
    }
}

/// Whether two types have the same values in the same representation: they differ at most in nested nullability, and
/// in the names that lists and maps give to their parts.
pub(crate) fn same_values(left: &DataType, right: &DataType) -> bool {
    match (left, right) {
        (DataType::List(a), DataType::List(b)) => same_values(a.data_type(), b.data_type()),
        (DataType::Map(a, _), DataType::Map(b, _)) => same_entries(a.data_type(), b.data_type()),
        (DataType::Struct(a), DataType::Struct(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            a.len() == b.len() && pairs.all(|(a, b)| a.name() == b.name() && same_values(a.data_type(), b.data_type()))
        }
        _ => left == right,
    }
}

fn same_entries(left: &DataType, right: &DataType) -> bool {
    let (DataType::Struct(a), DataType::Struct(b)) = (left, right) else { return false };
    a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_values(a.data_type(), b.data_type()))
}

/// Whether every value of `from` is a value of `to`, so that a cast can neither fail nor change anything.
pub(crate) fn is_lossless(from: &DataType, to: &DataType) -> bool {
    if same_values(from, to) {
        return true;
    }
    match (from, to) {
        (DataType::Decimal128(..), DataType::Float32 | DataType::Float64) => false,
        (DataType::Int64 | DataType::UInt64, DataType::Float32 | DataType::Float64) => false,
        (DataType::Int32 | DataType::UInt32, DataType::Float32) => false,
        (DataType::Decimal128(p, s), DataType::Decimal128(q, t)) => {
            t >= s && i16::from(*p) - i16::from(*s) <= i16::from(*q) - i16::from(*t)
        }
        (_, DataType::Decimal128(q, t)) => {
            integer_digits(from).is_some_and(|digits| i16::from(digits) <= i16::from(*q) - i16::from(*t))
        }
        _ => promote(from, to).is_ok_and(|common| common == *to),
    }
}

/// The decimal digits of an integer type's largest value.
fn integer_digits(data_type: &DataType) -> Option<u8> {
    match data_type {
        DataType::Int8 | DataType::UInt8 => Some(3),
        DataType::Int16 | DataType::UInt16 => Some(5),
        DataType::Int32 | DataType::UInt32 => Some(10),
        DataType::Int64 => Some(19),
        DataType::UInt64 => Some(20),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn constants_are_folded_exactly_or_refused() {
        let float = |value| Scalar::constant(Value::Float64(value), DataType::Float64);
        let cents = DataType::Decimal128(15, 2);
        assert_eq!(coerce(&float(0.05), &cents), Ok(Scalar::constant(Value::Decimal(5), cents.clone())));
        assert!(coerce(&float(0.055), &cents).is_err());
        let null = Scalar::constant(Value::Null, DataType::Null);
        assert_eq!(coerce(&null, &cents), Ok(Scalar::constant(Value::Null, cents)));
    }

    #[test]
    fn columns_are_cast_and_equal_types_are_left_alone() {
        let column = Scalar::column(0, DataType::Int32, true);
        assert_eq!(coerce(&column, &DataType::Int32), Ok(column.clone()));
        let wide = Scalar::cast(column.clone(), DataType::Int64, CastMode::Strict);
        assert_eq!(coerce(&column, &DataType::Int64), Ok(wide));
    }

    #[test]
    fn widening_is_lossless_and_narrowing_is_not() {
        assert!(is_lossless(&DataType::Int32, &DataType::Int64));
        assert!(is_lossless(&DataType::UInt32, &DataType::Int64));
        assert!(is_lossless(&DataType::Int32, &DataType::Float64));
        assert!(is_lossless(&DataType::Decimal128(15, 2), &DataType::Decimal128(17, 4)));
        assert!(is_lossless(&DataType::Int32, &DataType::Decimal128(12, 2)));
        assert!(!is_lossless(&DataType::Int64, &DataType::Int32));
        assert!(!is_lossless(&DataType::Int64, &DataType::Float64));
        assert!(!is_lossless(&DataType::Decimal128(15, 2), &DataType::Float64));
        assert!(!is_lossless(&DataType::Decimal128(38, 0), &DataType::Decimal128(38, 10)));
        assert!(!is_lossless(&DataType::Int64, &DataType::Decimal128(15, 2)));
    }
}
