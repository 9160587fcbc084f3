//! `Interval`: a span of calendar months, days and nanoseconds, and its column, Arrow Interval(MonthDayNano).

use std::fmt;
use std::sync::Arc;

use arrow::array::{ArrayRef, IntervalMonthDayNanoBuilder};
use arrow::datatypes::{
    DataType, IntervalDayTimeType, IntervalMonthDayNano, IntervalMonthDayNanoType, IntervalUnit, IntervalYearMonthType,
};

use super::integer::read_with;
use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

/// A span of calendar time. The three parts do not convert into each other (a month has no fixed number of days, a
/// day no fixed number of hours), so two intervals are equal when all parts are, and there is no order.
///
/// ```
/// use incql_runtime::types::Interval;
/// let span = Interval::from_months(14).plus(Interval::from_hours(36));
/// assert_eq!(span, Interval { months: 14, days: 0, nanos: 129_600_000_000_000 });
/// assert_eq!(span.to_string(), "P14MT129600S");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Interval {
    /// Calendar months.
    pub months: i32,
    /// Calendar days.
    pub days: i32,
    /// Nanoseconds.
    pub nanos: i64,
}

const NANOS_PER_SECOND: i64 = 1_000_000_000;

impl Interval {
    /// Calendar years; beyond the range of 32-bit months, the nearest span.
    pub const fn from_years(years: i32) -> Self {
        Self::from_months(years.saturating_mul(12))
    }

    /// Calendar months.
    pub const fn from_months(months: i32) -> Self {
        Self { months, days: 0, nanos: 0 }
    }

    /// Calendar days.
    pub const fn from_days(days: i32) -> Self {
        Self { months: 0, days, nanos: 0 }
    }

    /// Hours; beyond the range of 64-bit nanoseconds (about 292 years), the nearest span.
    pub const fn from_hours(hours: i64) -> Self {
        Self::from_seconds(hours.saturating_mul(3_600))
    }

    /// Minutes; beyond the range of 64-bit nanoseconds (about 292 years), the nearest span.
    pub const fn from_minutes(minutes: i64) -> Self {
        Self::from_seconds(minutes.saturating_mul(60))
    }

    /// Seconds; beyond the range of 64-bit nanoseconds (about 292 years), the nearest span.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self { months: 0, days: 0, nanos: seconds.saturating_mul(NANOS_PER_SECOND) }
    }

    /// The sum, part by part; a part beyond its range stays at the end of it.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            months: self.months.saturating_add(other.months),
            days: self.days.saturating_add(other.days),
            nanos: self.nanos.saturating_add(other.nanos),
        }
    }

    /// The same span backwards.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            months: self.months.saturating_neg(),
            days: self.days.saturating_neg(),
            nanos: self.nanos.saturating_neg(),
        }
    }
}

/// ISO 8601: `P14M3DT36.5S`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("P")?;
        if self.months != 0 {
            write!(f, "{}M", self.months)?;
        }
        if self.days != 0 || (self.months == 0 && self.nanos == 0) {
            write!(f, "{}D", self.days)?;
        }
        if self.nanos == 0 {
            return Ok(());
        }
        let sign = if self.nanos < 0 { "-" } else { "" };
        let nanos = self.nanos.unsigned_abs();
        let (seconds, rest) = (nanos / 1_000_000_000, nanos % 1_000_000_000);
        if rest == 0 {
            return write!(f, "T{sign}{seconds}S");
        }
        let fraction = format!("{rest:09}");
        write!(f, "T{sign}{seconds}.{}S", fraction.trim_end_matches('0'))
    }
}

#[diagnostic::do_not_recommend]
impl ColumnType for Interval {
    type Base = Self;
    type Null = Required;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = NoFields;

    fn data_type() -> DataType {
        DataType::Interval(IntervalUnit::MonthDayNano)
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::required(array)
    }

    fn encode_column(values: &[Option<&Self>], _: &DataType) -> Result<ArrayRef, EncodeError> {
        let mut builder = IntervalMonthDayNanoBuilder::with_capacity(values.len());
        for value in values {
            builder.append_option(value.map(|span| IntervalMonthDayNano::new(span.months, span.days, span.nanos)));
        }
        Ok(Arc::new(builder.finish()))
    }

    fn to_value(&self, _: &DataType) -> Result<Value, String> {
        let Self { months, days, nanos } = *self;
        Ok(Value::Interval { months, days, nanos })
    }
}

#[diagnostic::do_not_recommend]
impl BaseType for Interval {
    type NullableFields = NoFields;

    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
        let name = "Interval";
        match array.data_type() {
            DataType::Interval(IntervalUnit::MonthDayNano) => {
                read_with::<IntervalMonthDayNanoType, Self, S>(array, name, |span| {
                    Ok(Self { months: span.months, days: span.days, nanos: span.nanoseconds })
                })
            }
            DataType::Interval(IntervalUnit::DayTime) => {
                read_with::<IntervalDayTimeType, Self, S>(array, name, |span| {
                    let nanos = i64::from(span.milliseconds) * 1_000_000;
                    Ok(Self { months: 0, days: span.days, nanos })
                })
            }
            DataType::Interval(IntervalUnit::YearMonth) => {
                read_with::<IntervalYearMonthType, Self, S>(array, name, |months| Ok(Self::from_months(months)))
            }
            other => Err(DecodeError::mismatch(name, other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_iso_8601() {
        let cases = [
            (Interval::default(), "P0D"),
            (Interval { months: 14, days: 3, nanos: 36_500_000_000 }, "P14M3DT36.5S"),
            (Interval { months: 0, days: -1, nanos: -1 }, "P-1DT-0.000000001S"),
            (Interval::from_years(1), "P12M"),
        ];
        for (span, text) in cases {
            assert_eq!(span.to_string(), text);
        }
    }
}
