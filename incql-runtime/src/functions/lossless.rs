//! Casts that cannot fail: from which types every value is one of another type.

use arrow::datatypes::DataType;

use super::common::promote;

/// Whether two types have the same values in the same representation: they differ at most in nested nullability, and
/// in the names that lists and maps give to their parts.
pub fn same_values(left: &DataType, right: &DataType) -> bool {
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
pub fn is_lossless(from: &DataType, to: &DataType) -> bool {
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
