//! What `date!` and `timestamp!` expand to: chrono values from parts that the macros have checked.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

/// A day of the calendar; parts that name none give the first one.
pub const fn date(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(date) => date,
        None => NaiveDate::MIN,
    }
}

/// A time on a day, as seconds since midnight and microseconds; parts that name none give midnight.
pub const fn timestamp(date: NaiveDate, seconds: u32, micros: u32) -> NaiveDateTime {
    match NaiveTime::from_num_seconds_from_midnight_opt(seconds, micros.saturating_mul(1_000)) {
        Some(time) => NaiveDateTime::new(date, time),
        None => NaiveDateTime::new(date, NaiveTime::MIN),
    }
}

/// The same time in UTC.
pub const fn utc(time: NaiveDateTime) -> DateTime<Utc> {
    time.and_utc()
}
