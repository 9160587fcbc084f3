//! Constants under another type: a value either has exactly one meaning there, or none, and then it is not folded.

use arrow::datatypes::DataType;

use crate::value::Value;

/// Arrow's largest decimal precision in 128 bits.
pub(crate) const MAX_PRECISION: u8 = 38;

/// `value` of type `from` as a value of type `to`, or `None` where that would change it. Two conversions round, since
/// nothing else is meant by them: a constant beside a 32-bit float takes the nearest one, and a decimal constant
/// beside a float takes the nearest float. A float becomes the decimal that its shortest text spells.
pub(crate) fn fold(value: &Value, from: &DataType, to: &DataType) -> Option<Value> {
    if from == to {
        return Some(value.clone());
    }
    match value {
        Value::Null => Some(Value::Null),
        Value::Int(v) => fold_integer(i128::from(*v), to),
        Value::UInt(v) => fold_integer(i128::from(*v), to),
        Value::Float32(v) => fold_float32(*v, to),
        Value::Float64(v) => fold_float64(*v, to),
        Value::Decimal(digits) => fold_decimal(*digits, decimal_scale(from)?, to),
        Value::Date(days) => fold_date(*days, to),
        Value::Timestamp(_) => matches!(to, DataType::Timestamp(..)).then(|| value.clone()),
        Value::Text(_) => is_text(to).then(|| value.clone()),
        Value::Binary(_) => is_binary(to).then(|| value.clone()),
        Value::List(items) => fold_list(items, from, to),
        Value::Struct(items) => fold_struct(items, from, to),
        Value::Boolean(_) | Value::Time(_) | Value::Interval { .. } | Value::Map(_) => None,
    }
}

/// The unscaled digits, precision and scale of the decimal that the shortest text of a finite float spells.
pub(crate) fn shortest_decimal(value: f64) -> Option<(i128, u8, i8)> {
    if !value.is_finite() {
        return None;
    }
    decimal_of_text(&format!("{value}"))
}

/// Whether the type is any of Arrow's text types.
pub(crate) fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// Whether the type is any of Arrow's binary types.
pub(crate) fn is_binary(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

fn fold_integer(value: i128, to: &DataType) -> Option<Value> {
    match to {
        DataType::Int8 => i8::try_from(value).ok().map(|v| Value::Int(v.into())),
        DataType::Int16 => i16::try_from(value).ok().map(|v| Value::Int(v.into())),
        DataType::Int32 => i32::try_from(value).ok().map(|v| Value::Int(v.into())),
        DataType::Int64 => i64::try_from(value).ok().map(Value::Int),
        DataType::UInt8 => u8::try_from(value).ok().map(|v| Value::UInt(v.into())),
        DataType::UInt16 => u16::try_from(value).ok().map(|v| Value::UInt(v.into())),
        DataType::UInt32 => u32::try_from(value).ok().map(|v| Value::UInt(v.into())),
        DataType::UInt64 => u64::try_from(value).ok().map(Value::UInt),
        DataType::Float32 => exact(value, 24).then_some(Value::Float32(value as f32)),
        DataType::Float64 => exact(value, 53).then_some(Value::Float64(value as f64)),
        DataType::Decimal128(..) => fold_decimal(value, 0, to),
        _ => None,
    }
}

/// Whether an integer has at most `bits` significant binary digits (every 64-bit integer is within a float's range).
fn exact(value: i128, bits: u32) -> bool {
    let magnitude = value.unsigned_abs();
    magnitude == 0 || u128::BITS - magnitude.leading_zeros() - magnitude.trailing_zeros() <= bits
}

fn fold_float32(value: f32, to: &DataType) -> Option<Value> {
    match to {
        DataType::Float64 => Some(Value::Float64(value.into())),
        DataType::Decimal128(..) if value.is_finite() => fold_text(&format!("{value}"), to),
        _ => None,
    }
}

fn fold_float64(value: f64, to: &DataType) -> Option<Value> {
    match to {
        DataType::Float32 => {
            let nearest = value as f32;
            (nearest.is_finite() || !value.is_finite()).then_some(Value::Float32(nearest))
        }
        DataType::Decimal128(..) if value.is_finite() => fold_text(&format!("{value}"), to),
        _ => None,
    }
}

fn fold_text(text: &str, to: &DataType) -> Option<Value> {
    let (digits, _, scale) = decimal_of_text(text)?;
    fold_decimal(digits, scale, to)
}

fn fold_decimal(digits: i128, scale: i8, to: &DataType) -> Option<Value> {
    match to {
        DataType::Decimal128(precision, to_scale) => {
            let rescaled = rescale(digits, scale, *to_scale)?;
            (digit_count(rescaled) <= *precision).then_some(Value::Decimal(rescaled))
        }
        DataType::Float64 => decimal_text(digits, scale).parse().ok().map(Value::Float64),
        DataType::Float32 => decimal_text(digits, scale).parse().ok().map(Value::Float32),
        _ => fold_integer(rescale(digits, scale, 0)?, to),
    }
}

fn fold_date(days: i32, to: &DataType) -> Option<Value> {
    const MICROSECONDS: i64 = 86_400_000_000;
    match to {
        DataType::Timestamp(_, None) => i64::from(days).checked_mul(MICROSECONDS).map(Value::Timestamp),
        DataType::Date32 => Some(Value::Date(days)),
        _ => None,
    }
}

fn fold_list(items: &[Value], from: &DataType, to: &DataType) -> Option<Value> {
    let (DataType::List(from), DataType::List(to)) = (from, to) else { return None };
    let folded = items.iter().map(|item| fold(item, from.data_type(), to.data_type()));
    Some(Value::List(folded.collect::<Option<Vec<_>>>()?.into()))
}

fn fold_struct(items: &[Value], from: &DataType, to: &DataType) -> Option<Value> {
    let (DataType::Struct(from), DataType::Struct(to)) = (from, to) else { return None };
    if from.len() != to.len() || items.len() != to.len() {
        return None;
    }
    let fields = items.iter().zip(from.iter().zip(to.iter()));
    let folded = fields.map(|(item, (from, to))| fold(item, from.data_type(), to.data_type()));
    Some(Value::Struct(folded.collect::<Option<Vec<_>>>()?.into()))
}

fn decimal_scale(data_type: &DataType) -> Option<i8> {
    match data_type {
        DataType::Decimal128(_, scale) => Some(*scale),
        _ => None,
    }
}

/// The same number with another scale, if no digit is lost and it still fits.
fn rescale(digits: i128, from: i8, to: i8) -> Option<i128> {
    let shift = i32::from(to) - i32::from(from);
    let power = 10_i128.checked_pow(shift.unsigned_abs());
    match (shift >= 0, power) {
        (true, Some(power)) => digits.checked_mul(power),
        (false, Some(power)) if digits % power == 0 => Some(digits / power),
        _ if digits == 0 => Some(0),
        _ => None,
    }
}

fn digit_count(digits: i128) -> u8 {
    digits.unsigned_abs().checked_ilog10().map_or(1, |log| u8::try_from(log + 1).unwrap_or(u8::MAX))
}

/// Parses `-12.5`, the form in which Rust prints finite floats; no redundant digits, so the scale is minimal.
fn decimal_of_text(text: &str) -> Option<(i128, u8, i8)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let scale = i8::try_from(fraction.len()).ok()?;
    let precision = digit_count(digits).max(u8::try_from(scale).ok()?);
    (precision <= MAX_PRECISION).then_some((digits, precision, scale))
}

/// The number as text, in a form that Rust's float parser reads (it rounds correctly).
fn decimal_text(digits: i128, scale: i8) -> String {
    format!("{digits}e{}", -i32::from(scale))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::datatypes::TimeUnit;

    #[track_caller]
    fn check(value: Value, from: &DataType, to: &DataType, expected: Option<Value>) {
        assert_eq!(fold(&value, from, to), expected, "{value:?} of {from} as {to}");
    }

    #[test]
    fn integers_fold_where_they_fit() {
        check(Value::Int(300), &DataType::Int32, &DataType::Int64, Some(Value::Int(300)));
        check(Value::Int(300), &DataType::Int32, &DataType::UInt8, None);
        check(Value::Int(-1), &DataType::Int32, &DataType::UInt64, None);
        check(Value::UInt(u64::MAX), &DataType::UInt64, &DataType::Int64, None);
        check(Value::Int(128), &DataType::Int64, &DataType::Int8, None);
        check(Value::Int(-128), &DataType::Int64, &DataType::Int8, Some(Value::Int(-128)));
    }

    #[test]
    fn integers_become_floats_only_exactly() {
        let (int, double, real) = (DataType::Int64, DataType::Float64, DataType::Float32);
        check(Value::Int(9_007_199_254_740_992), &int, &double, Some(Value::Float64(9_007_199_254_740_992.0)));
        check(Value::Int(9_007_199_254_740_993), &int, &double, None);
        check(Value::Int(16_777_217), &int, &real, None);
        check(Value::Int(16_777_218), &int, &real, Some(Value::Float32(16_777_218.0)));
        check(Value::Int(i64::MIN), &int, &double, Some(Value::Float64(-9_223_372_036_854_775_808.0)));
    }

    #[test]
    fn floats_become_the_decimal_of_their_shortest_text() {
        let double = DataType::Float64;
        check(Value::Float64(0.05), &double, &DataType::Decimal128(15, 2), Some(Value::Decimal(5)));
        check(Value::Float64(0.055), &double, &DataType::Decimal128(15, 2), None);
        check(Value::Float64(-1.5), &double, &DataType::Decimal128(15, 2), Some(Value::Decimal(-150)));
        check(Value::Float64(0.07), &double, &DataType::Decimal128(38, 10), Some(Value::Decimal(700_000_000)));
        check(Value::Float64(100.0), &double, &DataType::Decimal128(2, 0), None);
        check(Value::Float64(f64::NAN), &double, &DataType::Decimal128(15, 2), None);
        assert_eq!(shortest_decimal(0.055), Some((55, 3, 3)));
        assert_eq!(shortest_decimal(1e20), Some((100_000_000_000_000_000_000, 21, 0)));
        assert_eq!(shortest_decimal(1e300), None);
        assert_eq!(shortest_decimal(-0.0), Some((0, 1, 0)));
    }

    #[test]
    fn a_double_takes_the_nearest_real() {
        check(Value::Float64(500.2), &DataType::Float64, &DataType::Float32, Some(Value::Float32(500.2)));
        check(Value::Float64(1e300), &DataType::Float64, &DataType::Float32, None);
    }

    #[test]
    fn decimals_change_scale_without_losing_digits() {
        let two = DataType::Decimal128(15, 2);
        check(Value::Decimal(150), &two, &DataType::Decimal128(16, 4), Some(Value::Decimal(15_000)));
        check(Value::Decimal(150), &two, &DataType::Decimal128(15, 1), Some(Value::Decimal(15)));
        check(Value::Decimal(155), &two, &DataType::Decimal128(15, 1), None);
        check(Value::Decimal(200), &two, &DataType::Int32, Some(Value::Int(2)));
        check(Value::Decimal(250), &two, &DataType::Float64, Some(Value::Float64(2.5)));
    }

    #[test]
    fn dates_become_timestamps_and_text_becomes_neither() {
        let timestamp = DataType::Timestamp(TimeUnit::Microsecond, None);
        check(Value::Date(1), &DataType::Date32, &timestamp, Some(Value::Timestamp(86_400_000_000)));
        check(Value::Text("2024-01-01".into()), &DataType::Utf8, &DataType::Date32, None);
    }

    #[test]
    fn null_takes_every_type() {
        check(Value::Null, &DataType::Null, &DataType::Date32, Some(Value::Null));
    }
}
