//! Tests of the catalog, its type rules, and what compiles to which type.

mod catalog;
mod rules;
mod standard;
mod types;

use arrow::datatypes::{DataType, IntervalUnit, TimeUnit};

use crate::scalar::Scalar;

/// A type of each kind that columns have.
fn kinds() -> Vec<DataType> {
    vec![
        DataType::Boolean,
        DataType::Int8,
        DataType::Int16,
        DataType::Int32,
        DataType::Int64,
        DataType::UInt8,
        DataType::UInt16,
        DataType::UInt32,
        DataType::UInt64,
        DataType::Float32,
        DataType::Float64,
        DataType::Utf8,
        DataType::Binary,
        DataType::Decimal128(15, 2),
        DataType::Date32,
        DataType::Time64(TimeUnit::Microsecond),
        DataType::Timestamp(TimeUnit::Microsecond, None),
        DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        DataType::Interval(IntervalUnit::MonthDayNano),
    ]
}

/// A column of a type.
fn column(data_type: &DataType) -> Scalar {
    Scalar::column(0, data_type.clone(), false)
}
