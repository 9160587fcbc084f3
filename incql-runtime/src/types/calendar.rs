//! chrono's dates and times as columns: days and microseconds since 1970-01-01; finer digits of a Rust value round down.

use std::sync::Arc;

use arrow::array::{ArrayRef, PrimitiveBuilder};
use arrow::datatypes::{
    ArrowTimestampType, DataType, Date32Type, Date64Type, Time32MillisecondType, Time32SecondType,
    Time64MicrosecondType, Time64NanosecondType, TimeUnit, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

use super::integer::read_with;
use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

const MILLIS_PER_DAY: i64 = 86_400_000;
const MICROS_PER_DAY: i64 = 86_400_000_000;

/// Days since 1970-01-01.
fn days_of(date: NaiveDate) -> i32 {
    let days = date.signed_duration_since(NaiveDate::default()).num_days();
    i32::try_from(days).unwrap_or(if days < 0 { i32::MIN } else { i32::MAX })
}

fn date_of(days: i64) -> Result<NaiveDate, String> {
    let span = Days::new(days.unsigned_abs());
    let epoch = NaiveDate::default();
    let date = if days < 0 { epoch.checked_sub_days(span) } else { epoch.checked_add_days(span) };
    date.ok_or_else(|| format!("day {days} is outside the calendar"))
}

/// Microseconds since midnight; a leap second is the last microsecond of its minute.
fn micros_of_time(time: NaiveTime) -> i64 {
    let within = i64::from(time.nanosecond().min(999_999_999) / 1_000);
    i64::from(time.num_seconds_from_midnight()) * 1_000_000 + within
}

fn time_of(micros: i64) -> Result<NaiveTime, String> {
    let seconds = u32::try_from(micros.div_euclid(1_000_000)).ok();
    let nanos = u32::try_from(micros.rem_euclid(1_000_000) * 1_000).ok();
    let time = seconds.zip(nanos).and_then(|(s, n)| NaiveTime::from_num_seconds_from_midnight_opt(s, n));
    time.ok_or_else(|| format!("{micros} microseconds are no time of day"))
}

fn datetime_of(micros: i64) -> Result<DateTime<Utc>, String> {
    DateTime::from_timestamp_micros(micros).ok_or_else(|| format!("{micros} microseconds are outside the calendar"))
}

/// A count of nanoseconds in whole microseconds.
fn whole_micros(nanos: i64) -> Result<i64, String> {
    if nanos % 1_000 == 0 { Ok(nanos / 1_000) } else { Err(format!("{nanos} nanoseconds are no whole microseconds")) }
}

/// A count of a coarser unit in microseconds.
fn scaled_micros(count: i64, factor: i64) -> Result<i64, String> {
    count.checked_mul(factor).ok_or_else(|| format!("{count} is outside the range of microseconds"))
}

/// Reads timestamps of any unit as whole microseconds.
fn read_timestamps<T, S: Slots>(
    array: &ArrayRef,
    unit: TimeUnit,
    name: &'static str,
    convert: impl Fn(i64) -> Result<T, String>,
) -> Result<Vec<S::Of<T>>, DecodeError> {
    fn read<A: ArrowTimestampType, T, S: Slots>(
        array: &ArrayRef,
        name: &'static str,
        convert: impl Fn(i64) -> Result<T, String>,
    ) -> Result<Vec<S::Of<T>>, DecodeError> {
        read_with::<A, T, S>(array, name, convert)
    }
    match unit {
        TimeUnit::Second => read::<TimestampSecondType, T, S>(array, name, |v| convert(scaled_micros(v, 1_000_000)?)),
        TimeUnit::Millisecond => {
            read::<TimestampMillisecondType, T, S>(array, name, |v| convert(scaled_micros(v, 1_000)?))
        }
        TimeUnit::Microsecond => read::<TimestampMicrosecondType, T, S>(array, name, convert),
        TimeUnit::Nanosecond => read::<TimestampNanosecondType, T, S>(array, name, |v| convert(whole_micros(v)?)),
    }
}

/// The parts of a `ColumnType` impl that all calendar types share.
macro_rules! calendar {
    ($($rust:ty, $arrow:ty, $data_type:expr, $value:ident, |$v:ident| $native:expr, |$array:ident| $read:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ColumnType for $rust {
            type Base = Self;
            type Null = Required;
            type In<M: super::Mode> = M::Of<Self>;
            type Fields = NoFields;

            fn data_type() -> DataType {
                $data_type
            }

            fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
                slots::required(array)
            }

            fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
                let mut builder =
                    PrimitiveBuilder::<$arrow>::with_capacity(values.len()).with_data_type(data_type.clone());
                for value in values {
                    builder.append_option(value.map(|$v| $native));
                }
                Ok(Arc::new(builder.finish()))
            }

            fn to_value(&self, _: &DataType) -> Result<Value, String> {
                let $v = self;
                Ok(Value::$value($native))
            }
        }

        #[diagnostic::do_not_recommend]
        impl BaseType for $rust {
            type NullableFields = NoFields;

            fn read<S: Slots>($array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
                $read
            }
        }
    )*};
}

calendar! {
    NaiveDate, Date32Type, DataType::Date32, Date, |date| days_of(*date), |array| match array.data_type() {
        DataType::Date32 => read_with::<Date32Type, Self, S>(array, "NaiveDate", |days| date_of(days.into())),
        DataType::Date64 => read_with::<Date64Type, Self, S>(array, "NaiveDate", |millis| {
            if millis % MILLIS_PER_DAY == 0 {
                date_of(millis / MILLIS_PER_DAY)
            } else {
                Err(format!("{millis} milliseconds are no whole day"))
            }
        }),
        other => Err(DecodeError::mismatch("NaiveDate", other)),
    };

    NaiveTime, Time64MicrosecondType, DataType::Time64(TimeUnit::Microsecond), Time,
    |time| micros_of_time(*time),
    |array| match array.data_type() {
        DataType::Time64(TimeUnit::Microsecond) => {
            read_with::<Time64MicrosecondType, Self, S>(array, "NaiveTime", time_of)
        }
        DataType::Time64(TimeUnit::Nanosecond) => {
            read_with::<Time64NanosecondType, Self, S>(array, "NaiveTime", |nanos| time_of(whole_micros(nanos)?))
        }
        DataType::Time32(TimeUnit::Second) => {
            read_with::<Time32SecondType, Self, S>(array, "NaiveTime", |s| time_of(i64::from(s) * 1_000_000))
        }
        DataType::Time32(TimeUnit::Millisecond) => {
            read_with::<Time32MillisecondType, Self, S>(array, "NaiveTime", |ms| time_of(i64::from(ms) * 1_000))
        }
        other => Err(DecodeError::mismatch("NaiveTime", other)),
    };

    NaiveDateTime, TimestampMicrosecondType, DataType::Timestamp(TimeUnit::Microsecond, None), Timestamp,
    |time| time.and_utc().timestamp_micros(),
    |array| match array.data_type() {
        DataType::Timestamp(unit, None) => {
            read_timestamps::<Self, S>(array, *unit, "NaiveDateTime", |v| Ok(datetime_of(v)?.naive_utc()))
        }
        DataType::Date32 => read_with::<Date32Type, Self, S>(array, "NaiveDateTime", |days| {
            Ok(datetime_of(i64::from(days) * MICROS_PER_DAY)?.naive_utc())
        }),
        other => Err(DecodeError::mismatch("NaiveDateTime", other)),
    };

    DateTime<Utc>, TimestampMicrosecondType, DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
    Timestamp,
    |time| time.timestamp_micros(),
    |array| match array.data_type() {
        DataType::Timestamp(unit, Some(_)) => read_timestamps::<Self, S>(array, *unit, "DateTime<Utc>", datetime_of),
        other => Err(DecodeError::mismatch("DateTime<Utc>", other)),
    };
}
