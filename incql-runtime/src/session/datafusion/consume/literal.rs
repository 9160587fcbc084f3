//! Constants of inline rows, each in the type that its column declares.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, ListArray, MapArray, StructArray, new_empty_array};
use arrow::buffer::OffsetBuffer;
use arrow::datatypes::{DataType, Field, FieldRef, Fields, IntervalMonthDayNano, IntervalUnit, TimeUnit};
use datafusion::common::{Result, ScalarValue};
use substrait::proto::expression::Literal;
use substrait::proto::expression::literal::interval_day_to_second::PrecisionMode;
use substrait::proto::expression::literal::{IntervalCompound, LiteralType, Map};

use crate::session::datafusion::failure::refused;

/// A constant of a column's type.
pub(super) fn value(literal: &Literal, data_type: &DataType) -> Result<ScalarValue> {
    let Some(literal_type) = &literal.literal_type else { return Err(refused("a constant is empty")) };
    let constant = match (literal_type, data_type) {
        (LiteralType::Null(_), _) => ScalarValue::try_from(data_type)?,
        (LiteralType::Boolean(v), DataType::Boolean) => ScalarValue::Boolean(Some(*v)),
        (LiteralType::I8(v) | LiteralType::I16(v) | LiteralType::I32(v), _) => integer(i64::from(*v), data_type)?,
        (LiteralType::I64(v), _) => integer(*v, data_type)?,
        (LiteralType::Fp32(v), DataType::Float32) => ScalarValue::Float32(Some(*v)),
        (LiteralType::Fp64(v), DataType::Float64) => ScalarValue::Float64(Some(*v)),
        (LiteralType::String(v), DataType::Utf8) => ScalarValue::Utf8(Some(v.clone())),
        (LiteralType::Binary(v), DataType::Binary) => ScalarValue::Binary(Some(v.clone())),
        (LiteralType::Date(v), DataType::Date32) => ScalarValue::Date32(Some(*v)),
        (LiteralType::Decimal(v), DataType::Decimal128(precision, scale)) => {
            let bytes: [u8; 16] =
                v.value.as_slice().try_into().map_err(|_| refused("a decimal constant does not have 16 bytes"))?;
            ScalarValue::Decimal128(Some(i128::from_le_bytes(bytes)), *precision, *scale)
        }
        (LiteralType::PrecisionTime(v), DataType::Time64(TimeUnit::Microsecond)) => {
            ScalarValue::Time64Microsecond(Some(v.value))
        }
        (
            LiteralType::PrecisionTimestamp(v) | LiteralType::PrecisionTimestampTz(v),
            DataType::Timestamp(unit, zone),
        ) => {
            let zone = zone.clone();
            match unit {
                TimeUnit::Second => ScalarValue::TimestampSecond(Some(v.value), zone),
                TimeUnit::Millisecond => ScalarValue::TimestampMillisecond(Some(v.value), zone),
                TimeUnit::Microsecond => ScalarValue::TimestampMicrosecond(Some(v.value), zone),
                TimeUnit::Nanosecond => ScalarValue::TimestampNanosecond(Some(v.value), zone),
            }
        }
        (LiteralType::IntervalCompound(v), DataType::Interval(IntervalUnit::MonthDayNano)) => interval(v)?,
        (LiteralType::List(list), DataType::List(element)) => list_of(&list.values, element)?,
        (LiteralType::EmptyList(_), DataType::List(element)) => list_of(&[], element)?,
        (LiteralType::Struct(v), DataType::Struct(fields)) => structure(&v.fields, fields)?,
        (LiteralType::Map(map), DataType::Map(entries, _)) => map_of(map, entries)?,
        (LiteralType::EmptyMap(_), DataType::Map(entries, _)) => map_of(&Map::default(), entries)?,
        (other, _) => return Err(refused(format!("{other:?} is no constant of type {data_type}"))),
    };
    Ok(constant)
}

/// Unsigned values keep their bits in the signed field.
fn integer(value: i64, data_type: &DataType) -> Result<ScalarValue> {
    let unfit = || refused(format!("{value} is no value of type {data_type}"));
    let narrow = |low: i64, high: i64| if (low..=high).contains(&value) { Ok(value) } else { Err(unfit()) };
    Ok(match data_type {
        DataType::Int8 => ScalarValue::Int8(Some(i8::try_from(value).map_err(|_| unfit())?)),
        DataType::Int16 => ScalarValue::Int16(Some(i16::try_from(value).map_err(|_| unfit())?)),
        DataType::Int32 => ScalarValue::Int32(Some(i32::try_from(value).map_err(|_| unfit())?)),
        DataType::Int64 => ScalarValue::Int64(Some(value)),
        DataType::UInt8 => ScalarValue::UInt8(Some(u8::try_from(narrow(0, 255)?).map_err(|_| unfit())?)),
        DataType::UInt16 => ScalarValue::UInt16(Some(u16::try_from(narrow(0, 65_535)?).map_err(|_| unfit())?)),
        DataType::UInt32 => ScalarValue::UInt32(Some(i32::try_from(value).map_err(|_| unfit())?.cast_unsigned())),
        DataType::UInt64 => ScalarValue::UInt64(Some(value.cast_unsigned())),
        _ => return Err(unfit()),
    })
}

fn interval(value: &IntervalCompound) -> Result<ScalarValue> {
    let unfit = || refused("an interval constant is out of range");
    let year_month = value.interval_year_to_month.as_ref();
    let months = year_month.map_or(Some(0), |part| part.years.checked_mul(12)?.checked_add(part.months));
    let day_time = value.interval_day_to_second.as_ref();
    let nanoseconds = day_time.map_or(Some(0), |part| {
        let digits = match part.precision_mode {
            Some(PrecisionMode::Precision(digits)) => u32::try_from(digits).ok()?,
            _ => 6,
        };
        let each = 10i64.checked_pow(9u32.checked_sub(digits)?)?;
        i64::from(part.seconds).checked_mul(1_000_000_000)?.checked_add(part.subseconds.checked_mul(each)?)
    });
    let days = day_time.map_or(0, |part| part.days);
    let interval = IntervalMonthDayNano::new(months.ok_or_else(unfit)?, days, nanoseconds.ok_or_else(unfit)?);
    Ok(ScalarValue::IntervalMonthDayNano(Some(interval)))
}

fn array_of(values: &[Literal], data_type: &DataType) -> Result<ArrayRef> {
    if values.is_empty() {
        return Ok(new_empty_array(data_type));
    }
    let values = values.iter().map(|literal| value(literal, data_type)).collect::<Result<Vec<_>>>()?;
    ScalarValue::iter_to_array(values)
}

fn list_of(values: &[Literal], element: &FieldRef) -> Result<ScalarValue> {
    let values = array_of(values, element.data_type())?;
    let offsets = OffsetBuffer::from_lengths([values.len()]);
    Ok(ScalarValue::List(Arc::new(ListArray::try_new(Arc::clone(element), offsets, values, None)?)))
}

fn structure(values: &[Literal], fields: &Fields) -> Result<ScalarValue> {
    if values.len() != fields.len() {
        return Err(refused(format!("a struct constant has {} values for {} fields", values.len(), fields.len())));
    }
    let column = |(literal, field): (&Literal, &FieldRef)| value(literal, field.data_type())?.to_array();
    let columns = values.iter().zip(fields).map(column).collect::<Result<Vec<_>>>()?;
    Ok(ScalarValue::Struct(Arc::new(StructArray::try_new(fields.clone(), columns, None)?)))
}

fn map_of(map: &Map, entries: &Arc<Field>) -> Result<ScalarValue> {
    let DataType::Struct(fields) = entries.data_type() else { return Err(refused("a map's entries are no struct")) };
    let (Some(key), Some(item)) = (fields.first(), fields.get(1)) else {
        return Err(refused("a map's entries have no key and value"));
    };
    let missing = || refused("a map constant lacks a key or value");
    let keys: Vec<Literal> =
        map.key_values.iter().map(|entry| entry.key.clone().ok_or_else(missing)).collect::<Result<_>>()?;
    let items: Vec<Literal> =
        map.key_values.iter().map(|entry| entry.value.clone().ok_or_else(missing)).collect::<Result<_>>()?;
    let columns = vec![array_of(&keys, key.data_type())?, array_of(&items, item.data_type())?];
    let offsets = OffsetBuffer::from_lengths([keys.len()]);
    let structs = StructArray::try_new(fields.clone(), columns, None)?;
    Ok(ScalarValue::Map(Arc::new(MapArray::try_new(Arc::clone(entries), offsets, structs, None, false)?)))
}
