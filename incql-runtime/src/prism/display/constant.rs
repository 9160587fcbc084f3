//! Constants as plan text: SQL's spelling where there is one, read with the type that stands beside the value.

use std::fmt::Write as _;

use arrow::datatypes::DataType;
use chrono::{Days, NaiveDate, NaiveTime, TimeDelta};

use crate::value::Value;

/// Longer texts and lists are cut.
const MAX_CHARACTERS: usize = 60;
const MAX_ELEMENTS: usize = 8;

/// A constant of a type as text.
pub(crate) fn constant(value: &Value, data_type: &DataType) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Boolean(v) => v.to_string(),
        Value::Int(v) => v.to_string(),
        Value::UInt(v) => v.to_string(),
        Value::Float32(v) => format!("{v:?}"),
        Value::Float64(v) => format!("{v:?}"),
        Value::Text(v) => quoted(v),
        Value::Binary(v) => binary(v),
        Value::Decimal(digits) => decimal(*digits, data_type),
        Value::Date(days) => date(*days).map_or_else(|| format!("day {days}"), |date| date.to_string()),
        Value::Time(micros) => time(*micros).map_or_else(|| format!("{micros} us"), |time| time.to_string()),
        Value::Timestamp(micros) => timestamp(*micros, data_type),
        Value::Interval { months, days, nanos } => interval(*months, *days, *nanos),
        Value::List(items) => list(items, data_type),
        Value::Struct(items) => structure(items, data_type),
        Value::Map(entries) => format!("map of {} entries", entries.len()),
    }
}

fn quoted(text: &str) -> String {
    let cut: String = text.chars().take(MAX_CHARACTERS).collect();
    let more = if cut.len() < text.len() { ".." } else { "" };
    let mut text = String::with_capacity(cut.len() + 2);
    for character in cut.chars() {
        match character {
            '\'' => text.push_str("''"),
            control if control.is_control() => text.extend(control.escape_default()),
            other => text.push(other),
        }
    }
    format!("'{text}{more}'")
}

fn binary(bytes: &[u8]) -> String {
    let mut text = String::from("x'");
    for byte in bytes.iter().take(MAX_CHARACTERS / 2) {
        // Writing into a String does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text.push_str(if bytes.len() > MAX_CHARACTERS / 2 { "..'" } else { "'" });
    text
}

fn decimal(digits: i128, data_type: &DataType) -> String {
    let DataType::Decimal128(_, scale) = data_type else { return digits.to_string() };
    let Ok(places @ 1..) = usize::try_from(*scale) else { return digits.to_string() };
    let sign = if digits < 0 { "-" } else { "" };
    let text = format!("{:0>width$}", digits.unsigned_abs(), width = places + 1);
    let (whole, fraction) = text.split_at(text.len() - places);
    format!("{sign}{whole}.{fraction}")
}

fn date(days: i32) -> Option<NaiveDate> {
    let epoch = NaiveDate::from_ymd_opt(1970, 1, 1)?;
    let shift = Days::new(days.unsigned_abs().into());
    if days < 0 { epoch.checked_sub_days(shift) } else { epoch.checked_add_days(shift) }
}

fn time(micros: i64) -> Option<NaiveTime> {
    let seconds = u32::try_from(micros.div_euclid(1_000_000)).ok()?;
    let nanos = u32::try_from(micros.rem_euclid(1_000_000) * 1_000).ok()?;
    NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos)
}

fn timestamp(micros: i64, data_type: &DataType) -> String {
    let epoch = date(0).and_then(|date| date.and_hms_opt(0, 0, 0));
    let zone = match data_type {
        DataType::Timestamp(_, Some(_)) => "Z",
        _ => "",
    };
    match epoch.and_then(|epoch| epoch.checked_add_signed(TimeDelta::microseconds(micros))) {
        Some(instant) => format!("{}{zone}", instant.format("%Y-%m-%dT%H:%M:%S%.f")),
        None => format!("{micros} us"),
    }
}

fn interval(months: i32, days: i32, nanos: i64) -> String {
    let mut parts = Vec::new();
    for (count, unit) in [(i64::from(months), "months"), (i64::from(days), "days"), (nanos, "ns")] {
        if count != 0 {
            parts.push(format!("{count} {unit}"));
        }
    }
    if parts.is_empty() { "interval 0".to_owned() } else { format!("interval {}", parts.join(" ")) }
}

fn list(items: &[Value], data_type: &DataType) -> String {
    let element = match data_type {
        DataType::List(field) => field.data_type(),
        other => other,
    };
    let mut texts: Vec<String> = items.iter().take(MAX_ELEMENTS).map(|item| constant(item, element)).collect();
    if items.len() > MAX_ELEMENTS {
        texts.push(format!(".. {} more", items.len() - MAX_ELEMENTS));
    }
    format!("[{}]", texts.join(", "))
}

fn structure(items: &[Value], data_type: &DataType) -> String {
    let DataType::Struct(fields) = data_type else { return format!("struct of {} fields", items.len()) };
    let fields = fields.iter().zip(items);
    let texts: Vec<String> =
        fields.map(|(field, item)| format!("{}: {}", field.name(), constant(item, field.data_type()))).collect();
    format!("{{{}}}", texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::datatypes::TimeUnit;

    #[test]
    fn constants_read_as_in_sql() {
        let cents = DataType::Decimal128(15, 2);
        assert_eq!(constant(&Value::Decimal(-5), &cents), "-0.05");
        assert_eq!(constant(&Value::Decimal(12_345), &cents), "123.45");
        assert_eq!(constant(&Value::Decimal(12), &DataType::Decimal128(15, 0)), "12");
        assert_eq!(constant(&Value::Text("it's".into()), &DataType::Utf8), "'it''s'");
        assert_eq!(constant(&Value::Date(-1), &DataType::Date32), "1969-12-31");
        let instant = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
        assert_eq!(constant(&Value::Timestamp(1_500_000), &instant), "1970-01-01T00:00:01.500Z");
        assert_eq!(constant(&Value::Interval { months: 0, days: 1, nanos: 0 }, &DataType::Null), "interval 1 days");
        assert_eq!(constant(&Value::Float64(2.0), &DataType::Float64), "2.0");
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "a".repeat(100);
        assert_eq!(constant(&Value::Text(long.as_str().into()), &DataType::Utf8), format!("'{}..'", "a".repeat(60)));
    }
}
