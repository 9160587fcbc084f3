//! Constants in other types: what a literal is in the type its function asks for, if it can be written there exactly.

use arrow::datatypes::DataType;

use super::decimal::MAX_PRECISION;
use crate::value::Value;

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// `value` of type `from` as a constant of type `to`; `None` where only a cast at run time can tell, or none exists. A
/// float becomes the decimal of its shortest decimal text, a decimal or a wide float the nearest narrower float.
pub fn cast_literal(value: &Value, from: &DataType, to: &DataType) -> Option<Value> {
    if from == to {
        return Some(value.clone());
    }
    match value {
        Value::Null => Some(Value::Null),
        Value::Int(number) => integer((*number).into(), to),
        Value::UInt(number) => integer((*number).into(), to),
        Value::Float32(float) => floating(f64::from(*float), &float.to_string(), to),
        Value::Float64(float) => floating(*float, &float.to_string(), to),
        Value::Decimal(unscaled) => decimal(*unscaled, scale_of(from)?, to),
        Value::Date(days) => match to {
            DataType::Timestamp(_, None) => Some(Value::Timestamp(i64::from(*days) * MICROS_PER_DAY)),
            _ => None,
        },
        Value::Timestamp(micros) => match (from, to) {
            (DataType::Timestamp(_, None), DataType::Timestamp(_, None))
            | (DataType::Timestamp(_, Some(_)), DataType::Timestamp(_, Some(_))) => Some(Value::Timestamp(*micros)),
            (DataType::Timestamp(_, None), DataType::Date32) if micros % MICROS_PER_DAY == 0 => {
                i32::try_from(micros / MICROS_PER_DAY).ok().map(Value::Date)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The smallest decimal type that holds a number exactly.
pub fn natural_decimal(value: &Value, data_type: &DataType) -> Option<DataType> {
    let (unscaled, scale) = match value {
        Value::Int(number) => (i128::from(*number), 0),
        Value::UInt(number) => (i128::from(*number), 0),
        Value::Float32(float) => parse_decimal(&float.to_string())?,
        Value::Float64(float) => parse_decimal(&float.to_string())?,
        Value::Decimal(_) => return Some(data_type.clone()),
        _ => return None,
    };
    let digits = u8::try_from(unscaled.unsigned_abs().to_string().len()).ok()?;
    let precision = digits.max(u8::try_from(scale).ok()?).max(1);
    (precision <= MAX_PRECISION).then_some(DataType::Decimal128(precision, scale))
}

fn scale_of(data_type: &DataType) -> Option<i8> {
    match data_type {
        DataType::Decimal128(_, scale) => Some(*scale),
        _ => None,
    }
}

fn integer(number: i128, to: &DataType) -> Option<Value> {
    let fits = |low: i128, high: i128| (low <= number && number <= high).then_some(number);
    match to {
        DataType::Int8 => signed(fits(i8::MIN.into(), i8::MAX.into())?),
        DataType::Int16 => signed(fits(i16::MIN.into(), i16::MAX.into())?),
        DataType::Int32 => signed(fits(i32::MIN.into(), i32::MAX.into())?),
        DataType::Int64 => signed(number),
        DataType::UInt8 => unsigned(fits(0, u8::MAX.into())?),
        DataType::UInt16 => unsigned(fits(0, u16::MAX.into())?),
        DataType::UInt32 => unsigned(fits(0, u32::MAX.into())?),
        DataType::UInt64 => unsigned(number),
        DataType::Float32 | DataType::Float64 => exact_float(number, to),
        DataType::Decimal128(..) => decimal(number, 0, to),
        _ => None,
    }
}

fn signed(number: i128) -> Option<Value> {
    i64::try_from(number).ok().map(Value::Int)
}

fn unsigned(number: i128) -> Option<Value> {
    u64::try_from(number).ok().map(Value::UInt)
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
fn exact_float(number: i128, to: &DataType) -> Option<Value> {
    if to == &DataType::Float32 {
        let float = number as f32;
        (float as i128 == number).then_some(Value::Float32(float))
    } else {
        let float = number as f64;
        (float as i128 == number).then_some(Value::Float64(float))
    }
}

#[allow(clippy::cast_possible_truncation)]
fn floating(float: f64, text: &str, to: &DataType) -> Option<Value> {
    match to {
        DataType::Float64 => Some(Value::Float64(float)),
        DataType::Float32 => {
            let narrow = float as f32;
            (narrow.is_finite() || !float.is_finite()).then_some(Value::Float32(narrow))
        }
        _ => {
            let (unscaled, scale) = parse_decimal(text)?;
            decimal(unscaled, scale, to)
        }
    }
}

fn decimal(unscaled: i128, scale: i8, to: &DataType) -> Option<Value> {
    match to {
        DataType::Decimal128(precision, to_scale) => {
            let rescaled = rescale(unscaled, scale, *to_scale)?;
            let digits = rescaled.unsigned_abs().to_string().len();
            (rescaled == 0 || digits <= usize::from(*precision)).then_some(Value::Decimal(rescaled))
        }
        DataType::Float64 => decimal_text(unscaled, scale).parse().ok().map(Value::Float64),
        DataType::Float32 => decimal_text(unscaled, scale).parse().ok().map(Value::Float32),
        _ => integer(rescale(unscaled, scale, 0)?, to),
    }
}

/// The same number with another count of digits after the point, if it has no more than that.
fn rescale(unscaled: i128, from: i8, to: i8) -> Option<i128> {
    let power = |by: i8| 10_i128.checked_pow(u32::try_from(by).ok()?);
    if to >= from {
        return unscaled.checked_mul(power(to.checked_sub(from)?)?);
    }
    let divisor = power(from.checked_sub(to)?)?;
    (unscaled % divisor == 0).then_some(unscaled / divisor)
}

fn decimal_text(unscaled: i128, scale: i8) -> String {
    format!("{unscaled}e{}", -i32::from(scale))
}

/// The digits of a plain decimal text such as `-12.50`; `None` for infinities, NaN and more than 38 digits.
fn parse_decimal(text: &str) -> Option<(i128, i8)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let unscaled: i128 = format!("{whole}{fraction}").parse().ok()?;
    Some((unscaled, i8::try_from(fraction.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal_of(float: f64, precision: u8, scale: i8) -> Option<Value> {
        cast_literal(&Value::Float64(float), &DataType::Float64, &DataType::Decimal128(precision, scale))
    }

    #[test]
    fn a_float_is_the_decimal_of_its_text() {
        assert_eq!(decimal_of(0.05, 15, 2), Some(Value::Decimal(5)));
        assert_eq!(decimal_of(-12.5, 15, 4), Some(Value::Decimal(-125_000)));
        assert_eq!(decimal_of(0.055, 15, 2), None);
        assert_eq!(decimal_of(f64::NAN, 15, 2), None);
        assert_eq!(decimal_of(1e300, 38, 2), None);
        let natural = |value| natural_decimal(&Value::Float64(value), &DataType::Float64);
        assert_eq!(natural(0.05), Some(DataType::Decimal128(2, 2)));
        assert_eq!(natural(100.0), Some(DataType::Decimal128(3, 0)));
        assert_eq!(natural(1e38), None);
    }

    #[test]
    fn integers_fit_or_do_not() {
        let cast = |number, to| cast_literal(&Value::Int(number), &DataType::Int64, &to);
        assert_eq!(cast(127, DataType::Int8), Some(Value::Int(127)));
        assert_eq!(cast(128, DataType::Int8), None);
        assert_eq!(cast(-1, DataType::UInt64), None);
        assert_eq!(cast(9_007_199_254_740_992, DataType::Float64), Some(Value::Float64(9_007_199_254_740_992.0)));
        assert_eq!(cast(9_007_199_254_740_993, DataType::Float64), None);
        assert_eq!(cast(1, DataType::Decimal128(16, 2)), Some(Value::Decimal(100)));
        assert_eq!(cast(100, DataType::Decimal128(3, 2)), None);
    }

    #[test]
    fn a_date_is_midnight() {
        let timestamp = DataType::Timestamp(arrow::datatypes::TimeUnit::Microsecond, None);
        let cast = cast_literal(&Value::Date(-1), &DataType::Date32, &timestamp);
        assert_eq!(cast, Some(Value::Timestamp(-86_400_000_000)));
        assert_eq!(cast_literal(&Value::Timestamp(1), &timestamp, &DataType::Date32), None);
    }
}
