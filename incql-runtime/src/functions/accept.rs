//! Kinds of arguments that overloads are chosen by.

use arrow::datatypes::DataType;

use super::common::integer_bits;

/// Any arguments.
pub fn any(_: &[DataType]) -> bool {
    true
}

/// All signed integers.
pub fn signed(arguments: &[DataType]) -> bool {
    arguments.iter().all(DataType::is_signed_integer)
}

/// All integers.
pub fn integers(arguments: &[DataType]) -> bool {
    arguments.iter().all(|argument| integer_bits(argument).is_some())
}

/// All 32- or 64-bit floats.
pub fn floats(arguments: &[DataType]) -> bool {
    arguments.iter().all(|argument| matches!(argument, DataType::Float32 | DataType::Float64))
}

/// All decimals.
pub fn decimals(arguments: &[DataType]) -> bool {
    arguments.iter().all(|argument| matches!(argument, DataType::Decimal128(..)))
}

/// The first argument is a signed integer.
pub fn signed_first(arguments: &[DataType]) -> bool {
    arguments.first().is_some_and(DataType::is_signed_integer)
}

/// The first argument is a float.
pub fn floats_first(arguments: &[DataType]) -> bool {
    arguments.first().is_some_and(|first| matches!(first, DataType::Float32 | DataType::Float64))
}

/// The first argument is a decimal.
pub fn decimal_first(arguments: &[DataType]) -> bool {
    arguments.first().is_some_and(|argument| matches!(argument, DataType::Decimal128(..)))
}

/// The first argument is a signed integer or a float.
pub fn signed_or_float_first(arguments: &[DataType]) -> bool {
    arguments.first().is_some_and(|first| first.is_signed_integer() || floats(std::slice::from_ref(first)))
}

/// The first argument is a date or timestamp. (The standard's functions of times are of its older type for them.)
pub fn date_first(arguments: &[DataType]) -> bool {
    arguments.first().is_some_and(|first| matches!(first, DataType::Date32 | DataType::Timestamp(..)))
}

/// An argument is an interval.
pub fn with_interval(arguments: &[DataType]) -> bool {
    arguments.iter().any(|argument| matches!(argument, DataType::Interval(_)))
}
