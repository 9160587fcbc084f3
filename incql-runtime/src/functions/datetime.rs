//! Functions of dates, times and timestamps: the catalog's table and its type rules.

use arrow::datatypes::{DataType, IntervalUnit, TimeUnit};

use super::accept::{any, with_interval};
use super::datetime_field::{Field, Fields, Unit};
use super::rules::{Rule, argument, count, fixed as resolved};
use super::table::{EXTENSION, functions, over, typed, urn};
use crate::function::{FunctionDef, Volatility};
use crate::scalar::Scalar;
use crate::value::Value;

functions! {
    /// Functions of dates, times and timestamps. Zoned timestamps are taken apart and truncated in UTC; weeks start on
    /// Monday.
    DATETIME:
    CURRENT_DATE = FunctionDef {
        name: "current_date",
        types: "() -> date",
        doc: "The date in UTC when the query started.",
        rule: |arguments| {
            count(arguments, 0)?;
            resolved([], DataType::Date32)
        },
        volatility: Volatility::Stable,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "current_date"), "current_date")],
        ..EXTENSION
    };
    CURRENT_TIMESTAMP = FunctionDef {
        name: "current_timestamp",
        types: "() -> timestamp in UTC",
        doc: "The instant when the query started.",
        rule: |arguments| {
            count(arguments, 0)?;
            resolved([], utc())
        },
        volatility: Volatility::Stable,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "current_timestamp"), "now")],
        ..EXTENSION
    };
    DATE_PART = FunctionDef {
        name: "date_part",
        types: "(field, date, time or timestamp) -> i64",
        doc: "A field of the value: year, month, day, hour, dow, epoch and so on; fractions are cut.",
        rule: date_part,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "date_part"), "incql_date_part")],
        ..EXTENSION
    };
    DATE_TRUNC = FunctionDef {
        name: "date_trunc",
        types: "(unit, date or timestamp) -> the same",
        doc: "The start of the year, quarter, month, week, day, hour, minute, second or so that the value lies in.",
        rule: date_trunc,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "date_trunc"), "incql_date_trunc")],
        ..EXTENSION
    };
    DATE_ADD = FunctionDef {
        name: "date_add",
        types: "(date or timestamp, interval or days) -> the same",
        doc: "The value so much later; a date takes no hours.",
        rule: step,
        raises: true,
        overloads: &[
            over(with_interval, typed(urn::INCQL_DATETIME, "add"), "incql_add_interval"),
            over(any, typed(urn::INCQL_DATETIME, "date_add"), "incql_date_add"),
        ],
        ..EXTENSION
    };
    DATE_SUB = FunctionDef {
        name: "date_sub",
        types: "(date or timestamp, interval or days) -> the same",
        doc: "The value so much earlier; a date takes no hours.",
        rule: step,
        raises: true,
        overloads: &[
            over(with_interval, typed(urn::INCQL_DATETIME, "subtract"), "incql_sub_interval"),
            over(any, typed(urn::INCQL_DATETIME, "date_sub"), "incql_date_sub"),
        ],
        ..EXTENSION
    };
    DATE_DIFF = FunctionDef {
        name: "date_diff",
        types: "(date or timestamp, date or timestamp) -> i64",
        doc: "The days from the second to the first, by their dates.",
        rule: |arguments| {
            count(arguments, 2)?;
            for side in arguments {
                date_or_timestamp(side)?;
            }
            resolved([DataType::Date32, DataType::Date32], DataType::Int64)
        },
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "date_diff"), "incql_date_diff")],
        ..EXTENSION
    };
    TIMESTAMP_DIFF = FunctionDef {
        name: "timestamp_diff",
        types: "(unit, timestamp, timestamp) -> i64",
        doc: "The whole units from the second to the third; months and longer by the calendar.",
        rule: timestamp_diff,
        raises: true,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "timestamp_diff"), "incql_timestamp_diff")],
        ..EXTENSION
    };
    FROM_UNIXTIME = FunctionDef {
        name: "from_unixtime",
        types: "(i64) -> timestamp in UTC",
        doc: "The instant so many seconds after 1970-01-01T00:00:00Z.",
        rule: |arguments| {
            count(arguments, 1)?;
            resolved([DataType::Int64], utc())
        },
        raises: true,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "from_unixtime"), "incql_from_unixtime")],
        ..EXTENSION
    };
    UNIX_SECONDS = FunctionDef {
        name: "unix_seconds",
        types: "(timestamp) -> i64",
        doc: "The whole seconds since 1970-01-01T00:00:00Z, rounded down.",
        rule: since_epoch,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "unix_seconds"), "incql_unix_seconds")],
        ..EXTENSION
    };
    UNIX_MILLIS = FunctionDef {
        name: "unix_millis",
        types: "(timestamp) -> i64",
        doc: "The whole milliseconds since 1970-01-01T00:00:00Z, rounded down.",
        rule: since_epoch,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "unix_millis"), "incql_unix_millis")],
        ..EXTENSION
    };
    UNIX_MICROS = FunctionDef {
        name: "unix_micros",
        types: "(timestamp) -> i64",
        doc: "The microseconds since 1970-01-01T00:00:00Z.",
        rule: since_epoch,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "unix_micros"), "incql_unix_micros")],
        ..EXTENSION
    };
    MAKE_DATE = FunctionDef {
        name: "make_date",
        types: "(i32, i32, i32) -> date",
        doc: "The date of a year, month and day; one that does not exist fails the query.",
        rule: |arguments| {
            count(arguments, 3)?;
            resolved([DataType::Int32, DataType::Int32, DataType::Int32], DataType::Date32)
        },
        raises: true,
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "make_date"), "make_date")],
        ..EXTENSION
    };
    LAST_DAY = FunctionDef {
        name: "last_day",
        types: "(date or timestamp) -> date",
        doc: "The last day of the value's month.",
        rule: |arguments| {
            count(arguments, 1)?;
            date_or_timestamp(argument(arguments, 0)?)?;
            resolved([DataType::Date32], DataType::Date32)
        },
        overloads: &[over(any, typed(urn::INCQL_DATETIME, "last_day"), "incql_last_day")],
        ..EXTENSION
    };
}

/// The type of instants.
fn utc() -> DataType {
    DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
}

fn date_or_timestamp(scalar: &Scalar) -> Result<DataType, String> {
    match scalar.data_type() {
        found @ (DataType::Date32 | DataType::Timestamp(..)) => Ok(found.clone()),
        other => Err(format!("expected a date or timestamp, found {other}")),
    }
}

/// The name in the first argument, which is a constant.
fn word(arguments: &[Scalar]) -> Result<&str, String> {
    match argument(arguments, 0)?.literal() {
        Some(Value::Text(word)) => Ok(word),
        _ => Err("the name of a field or unit must be a constant text".to_owned()),
    }
}

fn date_part(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let field: Field = word(arguments)?.parse()?;
    let value = argument(arguments, 1)?.data_type().clone();
    let fields = match &value {
        DataType::Date32 => Fields::OfDate,
        DataType::Time64(_) => Fields::OfTime,
        DataType::Timestamp(..) => Fields::All,
        other => return Err(format!("expected a date, time or timestamp, found {other}")),
    };
    field.check(fields)?;
    resolved([DataType::Utf8, value], DataType::Int64)
}

fn date_trunc(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let unit: Unit = word(arguments)?.parse()?;
    let value = date_or_timestamp(argument(arguments, 1)?)?;
    if value == DataType::Date32 && !unit.is_of_dates() {
        return Err(format!("a date has no {}", unit.name()));
    }
    resolved([DataType::Utf8, value.clone()], value)
}

fn timestamp_diff(arguments: &[Scalar]) -> Rule {
    count(arguments, 3)?;
    word(arguments)?.parse::<Unit>()?;
    let start = date_or_timestamp(argument(arguments, 1)?)?;
    let end = date_or_timestamp(argument(arguments, 2)?)?;
    let naive = DataType::Timestamp(TimeUnit::Microsecond, None);
    let common = match super::common::promote(&start, &end)? {
        DataType::Date32 => naive,
        timestamp => timestamp,
    };
    resolved([DataType::Utf8, common.clone(), common], DataType::Int64)
}

fn step(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let value = date_or_timestamp(argument(arguments, 0)?)?;
    match argument(arguments, 1)?.data_type() {
        interval @ DataType::Interval(IntervalUnit::MonthDayNano) => resolved([value.clone(), interval.clone()], value),
        days if days.is_integer() => resolved([value.clone(), DataType::Int64], value),
        other => Err(format!("expected an interval or a number of days, found {other}")),
    }
}

fn since_epoch(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    match argument(arguments, 0)?.data_type() {
        timestamp @ DataType::Timestamp(..) => resolved([timestamp.clone()], DataType::Int64),
        other => Err(format!("expected a timestamp, found {other}")),
    }
}
