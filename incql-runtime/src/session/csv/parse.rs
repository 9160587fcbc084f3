//! One text to one value, exactly or not at all: what the fields of a CSV file may look like.

use arrow::array::ArrowPrimitiveType;
use arrow::array::timezone::Tz;
use arrow::compute::kernels::cast_utils::{Parser, string_to_datetime};
use arrow::datatypes::{Date32Type, Time64MicrosecondType, TimeUnit};
use chrono::{NaiveDateTime, Offset, TimeZone};

/// `true` or `false` in any case.
pub(super) fn boolean(text: &str) -> Option<bool> {
    if text.eq_ignore_ascii_case("true") {
        Some(true)
    } else if text.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// A number as Rust writes it.
pub(super) fn number<T: ArrowPrimitiveType>(text: &str) -> Option<T::Native>
where
    T::Native: std::str::FromStr,
{
    text.parse().ok()
}

/// `YYYY-MM-DD`, as days since 1970-01-01.
pub(super) fn date(text: &str) -> Option<i32> {
    if text.len() > "-YYYYYY-MM-DD".len() { None } else { Date32Type::parse(text) }
}

/// `HH:MM:SS[.ffffff]`, as microseconds since midnight; finer digits than that must be zero.
pub(super) fn time(text: &str) -> Option<i64> {
    let fraction = text.rsplit_once('.').map_or("", |(_, digits)| digits);
    if fraction.get(6..).is_some_and(|rest| rest.bytes().any(|byte| byte != b'0')) {
        return None;
    }
    Time64MicrosecondType::parse(text)
}

/// ISO 8601 date and time with `T` or a space between them, as a count of `unit` since 1970-01-01T00:00:00. With a
/// zone, a text without an offset is a local time of that zone, and the count is in UTC; without a zone, a text with
/// an offset is refused. Finer digits than the unit has must be zero.
pub(super) fn timestamp(text: &str, unit: TimeUnit, zone: Option<Tz>) -> Option<i64> {
    let naive = match zone {
        None if has_offset(text) => return None,
        None => string_to_datetime(&chrono::Utc, text).ok()?.naive_utc(),
        Some(zone) => string_to_datetime(&zone, text).ok()?.naive_utc(),
    };
    count(naive, unit)
}

fn has_offset(text: &str) -> bool {
    let Some(clock) = text.get("YYYY-MM-DD".len()..) else { return false };
    clock.contains(['Z', 'z', '+', '-'])
}

fn count(naive: NaiveDateTime, unit: TimeUnit) -> Option<i64> {
    let utc = naive.and_utc();
    let nanos = i64::from(utc.timestamp_subsec_nanos());
    let (per_second, nanos_each) = match unit {
        TimeUnit::Second => (1, 1_000_000_000),
        TimeUnit::Millisecond => (1_000, 1_000_000),
        TimeUnit::Microsecond => (1_000_000, 1_000),
        TimeUnit::Nanosecond => (1_000_000_000, 1),
    };
    if nanos % nanos_each != 0 {
        return None;
    }
    utc.timestamp().checked_mul(per_second)?.checked_add(nanos / nanos_each)
}

/// A zone by name or offset.
pub(super) fn zone(name: &str) -> Option<Tz> {
    let zone: Tz = name.parse().ok()?;
    // Every zone knows its offset at the epoch; asking here keeps later conversions free of surprises.
    let _ = zone.offset_from_utc_datetime(&NaiveDateTime::default()).fix();
    Some(zone)
}

/// A decimal with at most `scale` digits after the point (further zeros aside) and `precision` in all, unscaled.
pub(super) fn decimal(text: &str, precision: u8, scale: i8) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let scale = usize::try_from(scale).ok()?;
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > scale {
        return None;
    }
    let mut value: i128 = 0;
    let padding = std::iter::repeat_n(b'0', scale - fraction.len());
    for byte in whole.bytes().chain(fraction.bytes()).chain(padding) {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        value = value.checked_mul(10)?.checked_add(i128::from(digit))?;
    }
    let limit = 10i128.checked_pow(u32::from(precision))?;
    let value = if value < limit { value } else { return None };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_or_refused() {
        assert_eq!(decimal("12.5", 5, 2), Some(1250));
        assert_eq!(decimal("-.05", 5, 2), Some(-5));
        assert_eq!(decimal("7", 5, 2), Some(700));
        assert_eq!(decimal("1.500", 5, 2), Some(150));
        assert_eq!(decimal("1.005", 5, 2), None);
        assert_eq!(decimal("1000.00", 5, 2), None);
        assert_eq!(decimal(".", 5, 2), None);
        assert_eq!(decimal("1e3", 5, 2), None);
        assert_eq!(decimal("", 5, 2), None);
    }

    #[test]
    fn timestamps_know_their_zone_and_their_unit() {
        let noon = 20_686 * 86_400 + 43_200;
        assert_eq!(timestamp("2026-08-21 12:00:00", TimeUnit::Second, None), Some(noon));
        assert_eq!(timestamp("2026-08-21T12:00:00Z", TimeUnit::Second, None), None);
        assert_eq!(timestamp("2026-08-21 12:00:00.5", TimeUnit::Second, None), None);
        assert_eq!(timestamp("2026-08-21 12:00:00.5", TimeUnit::Millisecond, None), Some(noon * 1000 + 500));
        assert_eq!(timestamp("2026-08-21 12:00:00", TimeUnit::Second, zone("+09:00")), Some(noon - 9 * 3600));
        assert_eq!(timestamp("2026-08-21 12:00:00+01:00", TimeUnit::Second, zone("+09:00")), Some(noon - 3600));
        assert_eq!(timestamp("noon", TimeUnit::Second, None), None);
    }

    #[test]
    fn times_and_dates() {
        assert_eq!(time("01:00:00.000001"), Some(3_600_000_001));
        assert_eq!(time("01:00:00.0000010"), Some(3_600_000_001));
        assert_eq!(time("01:00:00.0000011"), None);
        assert_eq!(date("1970-02-01"), Some(31));
        assert_eq!(date("1970-02-31"), None);
        assert_eq!(boolean("TRUE"), Some(true));
        assert_eq!(boolean("1"), None);
    }
}
