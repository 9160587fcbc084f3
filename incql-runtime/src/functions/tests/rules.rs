//! Type rules: argument types, results and nullability, against values worked out by hand.

use arrow::datatypes::{DataType, IntervalUnit, TimeUnit};

use crate::function::{FunctionDef, Resolved};
use crate::functions::aggregate::{AVG, COUNT, MIN, SUM};
use crate::functions::arithmetic::{ADD, DIV, MUL, NEG, REM, SUB};
use crate::functions::comparison::{EQ, GT};
use crate::functions::conditional::{COALESCE, NULLIF};
use crate::functions::datetime::{DATE_ADD, DATE_PART, DATE_TRUNC};
use crate::functions::math::{CEIL, ROUND, SHIFT_LEFT, SQRT};
use crate::functions::window::{LAG, NTILE};
use crate::scalar::Scalar;
use crate::value::Value;

use DataType::{Boolean, Date32, Decimal128, Float32, Float64, Int8, Int16, Int32, Int64, UInt8, UInt64, Utf8};

fn of(data_type: DataType) -> Scalar {
    Scalar::column(0, data_type, false)
}

fn nullable(data_type: DataType) -> Scalar {
    Scalar::column(0, data_type, true)
}

fn float(value: f64) -> Scalar {
    Scalar::constant(Value::Float64(value), Float64)
}

fn int(value: i64) -> Scalar {
    Scalar::constant(Value::Int(value), Int64)
}

fn text(value: &str) -> Scalar {
    Scalar::constant(Value::Text(value.into()), Utf8)
}

#[track_caller]
fn rule(function: &FunctionDef, arguments: &[Scalar]) -> Resolved {
    (function.rule)(arguments).unwrap_or_else(|error| panic!("{}: {error}", function.name))
}

#[track_caller]
fn check(function: &FunctionDef, arguments: &[Scalar], types: &[DataType], result: DataType) {
    let resolved = rule(function, arguments);
    assert_eq!((resolved.arguments.as_slice(), &resolved.result), (types, &result), "{}", function.name);
}

#[track_caller]
fn refused(function: &FunctionDef, arguments: &[Scalar], message: &str) {
    assert_eq!((function.rule)(arguments), Err(message.to_owned()), "{}", function.name);
}

#[test]
fn comparison_promotes_columns() {
    check(&EQ, &[of(Int32), of(Int64)], &[Int64, Int64], Boolean);
    check(&EQ, &[of(UInt8), of(Int8)], &[Int16, Int16], Boolean);
    check(&EQ, &[of(Float32), of(Float64)], &[Float64, Float64], Boolean);
    check(&EQ, &[of(Int16), of(Float32)], &[Float32, Float32], Boolean);
    check(&EQ, &[of(Int32), of(Float32)], &[Float64, Float64], Boolean);
    check(&EQ, &[of(Decimal128(10, 2)), of(Decimal128(5, 4))], &[Decimal128(12, 4), Decimal128(12, 4)], Boolean);
    check(&EQ, &[of(Decimal128(10, 2)), of(Int64)], &[Decimal128(21, 2), Decimal128(21, 2)], Boolean);
    let timestamp = DataType::Timestamp(TimeUnit::Microsecond, None);
    check(&GT, &[of(Date32), of(timestamp.clone())], &[timestamp.clone(), timestamp], Boolean);
    refused(&EQ, &[of(Utf8), of(Int64)], "Utf8 and Int64 have no common type");
}

#[test]
fn a_compared_constant_takes_the_columns_type() {
    check(&GT, &[of(Int8), int(5)], &[Int8, Int8], Boolean);
    check(&GT, &[of(Int8), int(500)], &[Int64, Int64], Boolean);
    check(&GT, &[of(Float32), float(500.2)], &[Float32, Float32], Boolean);
    check(&GT, &[of(Decimal128(15, 2)), float(0.05)], &[Decimal128(15, 2), Decimal128(15, 2)], Boolean);
    check(&GT, &[of(Decimal128(15, 2)), float(0.055)], &[Decimal128(16, 3), Decimal128(16, 3)], Boolean);
    check(&GT, &[of(UInt64), int(5)], &[UInt64, UInt64], Boolean);
    check(&GT, &[of(UInt64), int(-1)], &[Decimal128(20, 0), Decimal128(20, 0)], Boolean);
}

#[test]
fn arithmetic_keeps_the_wider_type() {
    check(&ADD, &[of(Int32), of(Int64)], &[Int64, Int64], Int64);
    check(&ADD, &[of(Int8), of(Int8)], &[Int8, Int8], Int8);
    check(&MUL, &[of(Int64), of(Float64)], &[Float64, Float64], Float64);
    check(&DIV, &[of(Float32), of(Int16)], &[Float32, Float32], Float32);
    check(&SUB, &[of(UInt64), int(1)], &[UInt64, UInt64], UInt64);
    check(&NEG, &[of(Decimal128(9, 2))], &[Decimal128(9, 2)], Decimal128(9, 2));
    refused(&ADD, &[of(Utf8), of(Int64)], "Utf8 and Int64 have no common type");
    refused(&ADD, &[of(Boolean), of(Boolean)], "no arithmetic between Boolean and Boolean");
    refused(&NEG, &[of(UInt8)], "UInt8 has no negative");
}

/// The steps of TPC-H Q1: `price * (1 - discount) * (1 + tax)`.
#[test]
fn decimals_get_the_digits_of_the_standard() {
    let money = Decimal128(15, 2);
    check(&SUB, &[int(1), of(money.clone())], &[Decimal128(1, 0), money.clone()], Decimal128(16, 2));
    check(&MUL, &[of(money.clone()), of(Decimal128(16, 2))], &[money.clone(), Decimal128(16, 2)], Decimal128(32, 4));
    let factors = [of(Decimal128(32, 4)), of(Decimal128(16, 2))];
    check(&MUL, &factors, &[Decimal128(32, 4), Decimal128(16, 2)], Decimal128(38, 6));
    check(&MUL, &[float(1.5), of(money.clone())], &[Decimal128(2, 1), money.clone()], Decimal128(18, 3));
    check(&ADD, &[of(money.clone()), of(Int64)], &[money.clone(), Decimal128(19, 0)], Decimal128(22, 2));
    check(&MUL, &[of(money.clone()), of(Float64)], &[Float64, Float64], Float64);
    check(
        &REM,
        &[of(Decimal128(10, 2)), of(Decimal128(5, 3))],
        &[Decimal128(10, 2), Decimal128(5, 3)],
        Decimal128(5, 3),
    );
    let message = "the float Float64(NaN) cannot be written as a decimal";
    refused(&MUL, &[float(f64::NAN), of(money)], message);
}

#[test]
fn intervals_move_dates() {
    let interval = DataType::Interval(IntervalUnit::MonthDayNano);
    let instant = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    check(&ADD, &[of(Date32), of(interval.clone())], &[Date32, interval.clone()], Date32);
    check(&ADD, &[of(interval.clone()), of(instant.clone())], &[interval.clone(), instant.clone()], instant.clone());
    check(&SUB, &[of(instant.clone()), of(interval.clone())], &[instant.clone(), interval.clone()], instant.clone());
    check(&MUL, &[of(Int32), of(interval.clone())], &[Int64, interval.clone()], interval.clone());
    check(&DATE_ADD, &[of(Date32), of(Int32)], &[Date32, Int64], Date32);
    let message = format!("{instant} cannot be subtracted from {interval}");
    refused(&SUB, &[of(interval), of(instant)], &message);
}

#[test]
fn values_that_share_a_column_keep_their_width() {
    check(&COALESCE, &[of(Int32), int(0)], &[Int64, Int64], Int64);
    check(&COALESCE, &[of(Decimal128(15, 2)), float(0.0)], &[Decimal128(15, 2), Decimal128(15, 2)], Decimal128(15, 2));
    let both = rule(&COALESCE, &[nullable(Int64), nullable(Int64)]);
    let one = rule(&COALESCE, &[nullable(Int64), int(0)]);
    assert_eq!((both.nullable, one.nullable), (true, false));
    let interval = DataType::Interval(IntervalUnit::MonthDayNano);
    refused(
        &NULLIF,
        &[of(interval.clone()), of(interval.clone())],
        &format!("values of type {interval} cannot be compared"),
    );
}

#[test]
fn aggregates_widen() {
    check(&SUM, &[of(Int32)], &[Int32], Int64);
    check(&SUM, &[of(UInt8)], &[UInt8], UInt64);
    check(&SUM, &[of(Float32)], &[Float32], Float64);
    check(&SUM, &[of(Decimal128(9, 0))], &[Decimal128(9, 0)], Decimal128(38, 0));
    check(&AVG, &[of(Decimal128(9, 0))], &[Decimal128(13, 4)], Decimal128(38, 4));
    check(&AVG, &[of(Int64)], &[Float64], Float64);
    check(&COUNT, &[of(Utf8)], &[Utf8], Int64);
    check(&MIN, &[of(Utf8)], &[Utf8], Utf8);
    refused(&SUM, &[of(Utf8)], "Utf8 has no sum");
}

#[test]
fn mathematics_keeps_floats_and_rounds_decimals() {
    check(&SQRT, &[of(Float32)], &[Float32], Float32);
    check(&SQRT, &[of(Int64)], &[Float64], Float64);
    check(&CEIL, &[of(Decimal128(15, 2))], &[Decimal128(15, 2)], Decimal128(14, 0));
    check(&ROUND, &[of(Decimal128(15, 2)), int(0)], &[Decimal128(15, 2), Int32], Decimal128(16, 2));
    check(&SHIFT_LEFT, &[of(Int8), int(1)], &[Int32, Int32], Int32);
}

#[test]
fn fields_and_units_are_checked() {
    check(&DATE_PART, &[text("Year"), of(Date32)], &[Utf8, Date32], Int64);
    refused(&DATE_PART, &[text("hour"), of(Date32)], "a date has no hour");
    refused(&DATE_TRUNC, &[text("hour"), of(Date32)], "a date has no hour");
    let error = (DATE_PART.rule)(&[text("yaer"), of(Date32)]).expect_err("a misspelt field");
    assert!(error.starts_with("there is no field `yaer`; there are year, "), "{error}");
    let message = "the name of a field or unit must be a constant text";
    refused(&DATE_PART, &[of(Utf8), of(Date32)], message);
}

#[test]
fn window_rules_check_their_constants() {
    check(&NTILE, &[int(4)], &[Int64], Int64);
    refused(&NTILE, &[int(0)], "the number of buckets must be positive");
    refused(&NTILE, &[of(Int64)], "the number of buckets must be a constant");
    let lag = rule(&LAG, &[of(Int32), int(1), int(0)]);
    assert_eq!((lag.arguments, lag.result, lag.nullable), (vec![Int64, Int32, Int64], Int64, false));
    assert!(rule(&LAG, &[of(Int32)]).nullable);
}
