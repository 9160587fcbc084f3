//! Dates, times and timestamps as counts of ticks, and the calendar days that they fall on; zones are not looked at, so
//! an instant is taken in UTC.

use arrow::array::{Array, ArrayRef, AsArray, Int64Array, PrimitiveArray};
use arrow::compute::{cast, unary};
use arrow::datatypes::{DataType, Date32Type, Int32Type, Int64Type, TimeUnit};
use chrono::{Datelike, NaiveDate};
use datafusion::common::Result;

use super::Argument;
use super::arithmetic::overflow;
use crate::session::datafusion::failure::refused;

const SECONDS_PER_DAY: i64 = 86_400;
/// 1970-01-01, counted from the first day of year 1.
const EPOCH_DAY: i32 = 719_163;

/// The values of an argument.
pub(super) struct Moments {
    pub ticks: Int64Array,
    /// How many ticks a second has.
    pub per_second: i64,
}

impl Moments {
    pub fn of(argument: &Argument) -> Result<Self> {
        let (ticks, per_second) = match argument.array.data_type() {
            DataType::Date32 => {
                let days = argument.array.as_primitive::<Date32Type>();
                (unary(days, |day| i64::from(day) * SECONDS_PER_DAY), 1)
            }
            DataType::Time64(TimeUnit::Microsecond) => (counts(&argument.array)?, 1_000_000),
            DataType::Timestamp(unit, _) => (counts(&argument.array)?, per_second(*unit)),
            other => return Err(refused(format!("{other} is no date, time or timestamp"))),
        };
        Ok(Self { ticks, per_second })
    }

    pub fn per_day(&self) -> i64 {
        self.per_second * SECONDS_PER_DAY
    }

    /// The days since the epoch, rounded down.
    pub fn days(&self, ticks: i64) -> i64 {
        ticks.div_euclid(self.per_day())
    }
}

fn counts(array: &ArrayRef) -> Result<Int64Array> {
    Ok(cast(array, &DataType::Int64)?.as_primitive::<Int64Type>().clone())
}

fn per_second(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1_000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    }
}

/// The calendar date of a day since the epoch.
pub(super) fn date(days: i64) -> Result<NaiveDate> {
    let day = i32::try_from(days).ok().and_then(|days| days.checked_add(EPOCH_DAY));
    day.and_then(NaiveDate::from_num_days_from_ce_opt).ok_or_else(|| overflow("a date"))
}

/// The day since the epoch of a calendar date.
pub(super) fn day(date: NaiveDate) -> i64 {
    i64::from(date.num_days_from_ce()) - i64::from(EPOCH_DAY)
}

/// Ticks as an array of a date or timestamp type.
pub(super) fn array_of(ticks: Int64Array, per_day: i64, result: &DataType) -> Result<ArrayRef> {
    if result == &DataType::Date32 {
        let days: PrimitiveArray<Int32Type> = ticks
            .iter()
            .map(|ticks| {
                let day = ticks.map(|ticks| i32::try_from(ticks.div_euclid(per_day)));
                day.transpose().map_err(|_| overflow("a date"))
            })
            .collect::<Result<_>>()?;
        return Ok(cast(&days, result)?);
    }
    Ok(cast(&ticks, result)?)
}

/// The text of an argument that is the same for every row.
pub(super) fn word(argument: &Argument) -> Result<String> {
    if !argument.constant || argument.array.is_null(0) {
        return Err(refused("the name of a field or unit must be a constant"));
    }
    let text = cast(&argument.array, &DataType::Utf8)?;
    Ok(text.as_string::<i32>().value(0).to_owned())
}
