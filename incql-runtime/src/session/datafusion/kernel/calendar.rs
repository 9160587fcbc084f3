//! Parts of dates and times, truncation, differences and steps.

use arrow::array::AsArray;
use arrow::array::{Array, ArrayRef, Int64Array};
use arrow::compute::cast;
use arrow::compute::kernels::numeric;
use arrow::datatypes::{DataType, IntervalMonthDayNanoType};
use chrono::{Datelike, NaiveDate};
use datafusion::common::Result;
use std::sync::Arc;

use super::arithmetic::{overflow, pair};
use super::moment::{Moments, array_of, date, day, word};
use super::{Argument, length};
use crate::error::ExecutionErrorKind;
use crate::functions::datetime_field::{Field, Unit};
use crate::session::datafusion::failure::{Raised, refused};

/// A field of each value.
pub(in super::super) fn part(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (name, value) = pair(arguments)?;
    let field: Field = word(name)?.parse().map_err(|message: String| refused(message))?;
    let moments = Moments::of(value)?;
    let parts: Int64Array = moments
        .ticks
        .iter()
        .map(|ticks| ticks.map(|ticks| field_of(field, ticks, &moments)).transpose())
        .collect::<Result<_>>()?;
    Ok(Arc::new(parts))
}

fn field_of(field: Field, ticks: i64, moments: &Moments) -> Result<i64> {
    let second = moments.per_second;
    let in_day = ticks.rem_euclid(moments.per_day());
    let on = || date(moments.days(ticks));
    Ok(match field {
        Field::Year => i64::from(on()?.year()),
        Field::IsoYear => i64::from(on()?.iso_week().year()),
        Field::Quarter => i64::from(on()?.month0() / 3 + 1),
        Field::Month => i64::from(on()?.month()),
        Field::Week => i64::from(on()?.iso_week().week()),
        Field::Day => i64::from(on()?.day()),
        Field::DayOfYear => i64::from(on()?.ordinal()),
        Field::DayOfWeek => i64::from(on()?.weekday().num_days_from_sunday()),
        Field::IsoDayOfWeek => i64::from(on()?.weekday().number_from_monday()),
        Field::Hour => in_day / (3_600 * second),
        Field::Minute => in_day / (60 * second) % 60,
        Field::Second => in_day / second % 60,
        Field::Millisecond => scaled(in_day % (60 * second), second, 1_000),
        Field::Microsecond => scaled(in_day % (60 * second), second, 1_000_000),
        Field::Epoch => ticks.div_euclid(second),
    })
}

/// Ticks as another count per second, rounded down; of less than a minute, so nothing overflows.
fn scaled(ticks: i64, per_second: i64, wanted: i64) -> i64 {
    if wanted >= per_second { ticks * (wanted / per_second) } else { ticks / (per_second / wanted) }
}

/// The start of the unit that each value lies in.
pub(in super::super) fn truncate(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let (name, value) = pair(arguments)?;
    let unit: Unit = word(name)?.parse().map_err(|message: String| refused(message))?;
    let moments = Moments::of(value)?;
    let starts = moments.ticks.iter().map(|ticks| ticks.map(|ticks| start_of(unit, ticks, &moments)).transpose());
    array_of(starts.collect::<Result<Int64Array>>()?, moments.per_day(), result)
}

fn start_of(unit: Unit, ticks: i64, moments: &Moments) -> Result<i64> {
    let per_day = moments.per_day();
    let first =
        |on: NaiveDate, month: u32| NaiveDate::from_ymd_opt(on.year(), month, 1).ok_or_else(|| overflow("a date"));
    let days = match unit {
        Unit::Year => day(first(date(moments.days(ticks))?, 1)?),
        Unit::Quarter => {
            let on = date(moments.days(ticks))?;
            day(first(on, on.month0() / 3 * 3 + 1)?)
        }
        Unit::Month => {
            let on = date(moments.days(ticks))?;
            day(first(on, on.month())?)
        }
        Unit::Week => {
            let days = moments.days(ticks);
            days - i64::from(date(days)?.weekday().num_days_from_monday())
        }
        Unit::Day => moments.days(ticks),
        shorter => {
            let size = ticks_in(shorter, moments.per_second);
            return size.map_or(Ok(ticks), |size| {
                ticks.div_euclid(size).checked_mul(size).ok_or_else(|| overflow("a timestamp"))
            });
        }
    };
    days.checked_mul(per_day).ok_or_else(|| overflow("a timestamp"))
}

/// How many ticks a unit of fixed length has; `None` when it is shorter than a tick or has no fixed length.
fn ticks_in(unit: Unit, per_second: i64) -> Option<i64> {
    let part = |parts: i64| (per_second >= parts).then(|| per_second / parts);
    match unit {
        Unit::Week => Some(604_800 * per_second),
        Unit::Day => Some(86_400 * per_second),
        Unit::Hour => Some(3_600 * per_second),
        Unit::Minute => Some(60 * per_second),
        Unit::Second => Some(per_second),
        Unit::Millisecond => part(1_000),
        Unit::Microsecond => part(1_000_000),
        Unit::Year | Unit::Quarter | Unit::Month => None,
    }
}

/// Whole units from the second argument to the third.
pub(in super::super) fn difference(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let [name, from, to] = arguments else { return Err(refused("timestamp_diff takes three arguments")) };
    let unit: Unit = word(name)?.parse().map_err(|message: String| refused(message))?;
    let (starts, ends) = (Moments::of(from)?, Moments::of(to)?);
    if starts.per_second != ends.per_second {
        return Err(refused("timestamp_diff takes two timestamps of one unit"));
    }
    let rows = (0..length(&arguments[1..])).map(|row| {
        let (start, end) = (from.slot(row), to.slot(row));
        if starts.ticks.is_null(start) || ends.ticks.is_null(end) {
            return Ok(None);
        }
        units_between(unit, starts.ticks.value(start), ends.ticks.value(end), &starts).map(Some)
    });
    Ok(Arc::new(rows.collect::<Result<Int64Array>>()?))
}

fn units_between(unit: Unit, start: i64, end: i64, moments: &Moments) -> Result<i64> {
    let months_each = match unit {
        Unit::Year => 12,
        Unit::Quarter => 3,
        Unit::Month => 1,
        fixed => {
            let ticks = i128::from(end) - i128::from(start);
            let units = match (ticks_in(fixed, moments.per_second), fixed) {
                (Some(size), _) => ticks / i128::from(size),
                (None, Unit::Millisecond) => ticks * 1_000 / i128::from(moments.per_second),
                (None, _) => ticks * 1_000_000 / i128::from(moments.per_second),
            };
            return i64::try_from(units).map_err(|_| overflow("a difference of timestamps"));
        }
    };
    let (from, to) = (date(moments.days(start))?, date(moments.days(end))?);
    let month = |on: NaiveDate| i64::from(on.year()) * 12 + i64::from(on.month0());
    let rest = |on: NaiveDate, ticks: i64| (on.day(), ticks.rem_euclid(moments.per_day()));
    let mut months = month(to) - month(from);
    if months > 0 && rest(to, end) < rest(from, start) {
        months -= 1;
    } else if months < 0 && rest(to, end) > rest(from, start) {
        months += 1;
    }
    Ok(months / months_each)
}

/// Days between two dates.
pub(in super::super) fn days_between(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    let (lefts, rights) = (Moments::of(left)?, Moments::of(right)?);
    let rows = (0..length(arguments)).map(|row| {
        let (l, r) = (left.slot(row), right.slot(row));
        let both = lefts.ticks.is_valid(l) && rights.ticks.is_valid(r);
        both.then(|| lefts.days(lefts.ticks.value(l)) - rights.days(rights.ticks.value(r)))
    });
    Ok(Arc::new(rows.collect::<Int64Array>()))
}

/// So many days later.
pub(in super::super) fn later(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    steps(arguments, result, 1)
}

/// So many days earlier.
pub(in super::super) fn earlier(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    steps(arguments, result, -1)
}

fn steps(arguments: &[Argument], result: &DataType, sign: i64) -> Result<ArrayRef> {
    let (value, days) = pair(arguments)?;
    let moments = Moments::of(value)?;
    let counts = cast(&days.array, &DataType::Int64)?;
    let counts = counts.as_primitive::<arrow::datatypes::Int64Type>();
    let rows = (0..length(arguments)).map(|row| {
        let (v, d) = (value.slot(row), days.slot(row));
        if moments.ticks.is_null(v) || counts.is_null(d) {
            return Ok(None);
        }
        let step = counts.value(d).checked_mul(sign).and_then(|days| days.checked_mul(moments.per_day()));
        let moved = step.and_then(|step| moments.ticks.value(v).checked_add(step));
        moved.map(Some).ok_or_else(|| overflow("a date"))
    });
    array_of(rows.collect::<Result<Int64Array>>()?, moments.per_day(), result)
}

/// The last day of each date's month.
pub(in super::super) fn last_day(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let [value] = arguments else { return Err(refused("last_day takes one argument")) };
    let moments = Moments::of(value)?;
    let last = |ticks: i64| {
        let on = date(moments.days(ticks))?;
        let next = if on.month() == 12 { (on.year() + 1, 1) } else { (on.year(), on.month() + 1) };
        let next = NaiveDate::from_ymd_opt(next.0, next.1, 1).ok_or_else(|| overflow("a date"))?;
        Ok((day(next) - 1) * moments.per_day())
    };
    let rows = moments.ticks.iter().map(|ticks| ticks.map(last).transpose());
    array_of(rows.collect::<Result<Int64Array>>()?, moments.per_day(), result)
}

/// Instants from seconds since the epoch.
pub(in super::super) fn from_unix_seconds(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let [seconds] = arguments else { return Err(refused("from_unixtime takes one argument")) };
    let seconds = cast(&seconds.array, &DataType::Int64)?;
    let seconds = seconds.as_primitive::<arrow::datatypes::Int64Type>();
    let micros = seconds.iter().map(|seconds| {
        let micros = seconds.map(|seconds| seconds.checked_mul(1_000_000).ok_or_else(|| overflow("a timestamp")));
        micros.transpose()
    });
    Ok(cast(&micros.collect::<Result<Int64Array>>()?, result)?)
}

pub(in super::super) fn unix_seconds(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    since_epoch(arguments, 1)
}

pub(in super::super) fn unix_millis(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    since_epoch(arguments, 1_000)
}

pub(in super::super) fn unix_micros(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    since_epoch(arguments, 1_000_000)
}

fn since_epoch(arguments: &[Argument], wanted: i64) -> Result<ArrayRef> {
    let [value] = arguments else { return Err(refused("a count since the epoch takes one argument")) };
    let moments = Moments::of(value)?;
    let count = |ticks: i64| {
        if wanted >= moments.per_second {
            ticks.checked_mul(wanted / moments.per_second).ok_or_else(|| overflow("a count since the epoch"))
        } else {
            Ok(ticks.div_euclid(moments.per_second / wanted))
        }
    };
    let rows = moments.ticks.iter().map(|ticks| ticks.map(count).transpose());
    Ok(Arc::new(rows.collect::<Result<Int64Array>>()?))
}

/// A date or timestamp and an interval, in either order, or two intervals.
pub(in super::super) fn add_interval(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let (left, right) = pair(arguments)?;
    let interval = |argument: &Argument| matches!(argument.array.data_type(), DataType::Interval(_));
    let (value, interval) = if interval(left) && !interval(right) { (right, left) } else { (left, right) };
    let value = in_utc(value, result)?;
    refuse_hours(&value, interval)?;
    Ok(numeric::add(&value, interval)?)
}

/// A date or timestamp less an interval, or two intervals.
pub(in super::super) fn subtract_interval(arguments: &[Argument], result: &DataType) -> Result<ArrayRef> {
    let (value, interval) = pair(arguments)?;
    let value = in_utc(value, result)?;
    refuse_hours(&value, interval)?;
    Ok(numeric::sub(&value, interval)?)
}

/// The value with the zone of the result, in which days and months are counted.
fn in_utc(value: &Argument, result: &DataType) -> Result<Argument> {
    let array = match result {
        DataType::Timestamp(..) => cast(&value.array, result)?,
        _ => Arc::clone(&value.array),
    };
    Ok(Argument { array, constant: value.constant })
}

fn refuse_hours(value: &Argument, interval: &Argument) -> Result<()> {
    if value.array.data_type() != &DataType::Date32 {
        return Ok(());
    }
    let Some(intervals) = interval.array.as_primitive_opt::<IntervalMonthDayNanoType>() else { return Ok(()) };
    if intervals.iter().flatten().any(|interval| interval.nanoseconds != 0) {
        let message = "a date takes an interval of months and days only";
        return Err(Raised::new(ExecutionErrorKind::Argument, message).into_engine());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{StringArray, TimestampMicrosecondArray};
    use arrow::datatypes::Int64Type;

    fn constant(text: &str) -> Argument {
        Argument { array: Arc::new(StringArray::from(vec![text])), constant: true }
    }

    fn micros(values: &[i64]) -> Argument {
        Argument { array: Arc::new(TimestampMicrosecondArray::from(values.to_vec())), constant: false }
    }

    fn ints(array: Result<ArrayRef>) -> Vec<i64> {
        let array = array.and_then(|array| Ok(cast(&array, &DataType::Int64)?));
        array.map(|array| array.as_primitive::<Int64Type>().values().to_vec()).unwrap_or_default()
    }

    const DAY: i64 = 86_400_000_000;

    #[test]
    fn parts_before_the_epoch_are_those_of_the_calendar() {
        // 1969-12-31T23:59:59.999999, a Wednesday in ISO week 1 of 1970.
        let value = micros(&[-1]);
        for (name, expected) in [
            ("year", 1969),
            ("isoyear", 1970),
            ("quarter", 4),
            ("week", 1),
            ("day", 31),
            ("doy", 365),
            ("dow", 3),
            ("hour", 23),
            ("second", 59),
            ("millisecond", 59_999),
            ("microsecond", 59_999_999),
            ("epoch", -1),
        ] {
            assert_eq!(ints(part(&[constant(name), value.clone()], &DataType::Int64)), [expected], "{name}");
        }
    }

    #[test]
    fn truncation_is_never_later_than_the_value() {
        let result = DataType::Timestamp(arrow::datatypes::TimeUnit::Microsecond, None);
        let start = |unit: &str, value| ints(truncate(&[constant(unit), micros(&[value])], &result));
        assert_eq!(start("hour", -1), [-3_600_000_000]);
        // 1970-01-01 was a Thursday, so its week started on Monday, 1969-12-29.
        assert_eq!(start("week", 5), [-3 * DAY]);
        assert_eq!(start("quarter", -1), [-92 * DAY]);
        assert_eq!(start("microsecond", -7), [-7]);
    }

    #[test]
    fn whole_months_count_to_the_same_day() {
        let months = |from: i64, to: i64| {
            let arguments = [constant("month"), micros(&[from * DAY]), micros(&[to * DAY])];
            ints(difference(&arguments, &DataType::Int64))
        };
        // 1970-01-31 to 1970-02-28 and to 1970-03-31, and back.
        assert_eq!(months(30, 58), [0]);
        assert_eq!(months(30, 89), [2]);
        assert_eq!(months(89, 30), [-2]);
        let hours = [constant("hour"), micros(&[1]), micros(&[3_600_000_000])];
        assert_eq!(ints(difference(&hours, &DataType::Int64)), [0]);
    }
}
