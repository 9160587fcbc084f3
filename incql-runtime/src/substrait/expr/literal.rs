//! Constants, each in the type that stands beside it; a value that its type cannot hold is refused, never cut.

use arrow::datatypes::{DataType, Field, IntervalUnit, TimeUnit};
use substrait::proto::expression::Literal;
use substrait::proto::expression::literal::interval_day_to_second::PrecisionMode;
use substrait::proto::expression::literal::{
    Decimal, IntervalCompound, IntervalDayToSecond, IntervalYearToMonth, List, LiteralType, Map, PrecisionTime,
    PrecisionTimestamp, Struct, map,
};
use substrait::proto::r#type::Kind;

use crate::error::PlanError;
use crate::substrait::types::{ARROW_VARIATION, DEFAULT_VARIATION, map_entry, precision_of, to_proto};
use crate::value::Value;

const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// `value` as a constant of `data_type` that is typed as never NULL, unless it is NULL.
pub fn literal(value: &Value, data_type: &DataType) -> Result<Literal, PlanError> {
    typed(value, data_type, false)
}

/// `value` as an element of something whose elements have one type: `nullable` is that type's, not the value's.
pub fn element(value: &Value, field: &Field) -> Result<Literal, PlanError> {
    typed(value, field.data_type(), field.is_nullable())
}

fn typed(value: &Value, data_type: &DataType, nullable: bool) -> Result<Literal, PlanError> {
    let mut variation = DEFAULT_VARIATION;
    let literal_type = match (value, data_type) {
        (Value::Null, _) => LiteralType::Null(to_proto(data_type, true)?),
        (Value::Boolean(v), DataType::Boolean) => LiteralType::Boolean(*v),
        (Value::Int(v), _) => signed(*v, data_type)?,
        (Value::UInt(v), _) => {
            if !matches!(data_type, DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::Int64) {
                variation = ARROW_VARIATION;
            }
            unsigned(*v, data_type)?
        }
        (Value::Float32(v), DataType::Float32) => LiteralType::Fp32(*v),
        (Value::Float64(v), DataType::Float64) => LiteralType::Fp64(*v),
        (Value::Text(v), DataType::Utf8) => LiteralType::String(v.to_string()),
        (Value::Binary(v), DataType::Binary) => LiteralType::Binary(v.to_vec()),
        (Value::Decimal(v), DataType::Decimal128(precision, scale)) => LiteralType::Decimal(Decimal {
            value: v.to_le_bytes().to_vec(),
            precision: i32::from(*precision),
            scale: i32::from(*scale),
        }),
        (Value::Date(v), DataType::Date32) => LiteralType::Date(*v),
        (Value::Time(v), DataType::Time32(unit)) => time(*v, *unit)?,
        (Value::Time(v), DataType::Time64(unit)) => {
            variation = ARROW_VARIATION;
            time(*v, *unit)?
        }
        (Value::Timestamp(v), DataType::Timestamp(unit, zone)) => timestamp(*v, *unit, zone.is_some())?,
        (Value::Interval { months, days, nanos }, DataType::Interval(IntervalUnit::MonthDayNano)) => {
            interval(*months, *days, *nanos)
        }
        (Value::List(values), DataType::List(element)) => list(values, element, data_type, nullable)?,
        (Value::Struct(values), DataType::Struct(fields)) => structure(values, fields.iter().map(AsRef::as_ref))?,
        (Value::Map(entries), DataType::Map(entry, _)) => map_literal(entries, entry, data_type, nullable)?,
        _ => return Err(mismatch(value, data_type)),
    };
    // Types that stand in the literal say themselves whether they are nullable.
    let nullable = nullable
        && !matches!(literal_type, LiteralType::Null(_) | LiteralType::EmptyList(_) | LiteralType::EmptyMap(_));
    Ok(Literal { nullable, type_variation_reference: variation, literal_type: Some(literal_type) })
}

fn mismatch(value: &Value, data_type: &DataType) -> PlanError {
    PlanError::new(format!("the constant {value:?} is no value of the type {data_type}"))
}

fn signed(value: i64, data_type: &DataType) -> Result<LiteralType, PlanError> {
    let unfit = || PlanError::new(format!("the constant {value} is out of the range of {data_type}"));
    Ok(match data_type {
        DataType::Int8 => LiteralType::I8(i8::try_from(value).map_err(|_| unfit())?.into()),
        DataType::Int16 => LiteralType::I16(i16::try_from(value).map_err(|_| unfit())?.into()),
        DataType::Int32 => LiteralType::I32(i32::try_from(value).map_err(|_| unfit())?),
        DataType::Int64 => LiteralType::I64(value),
        _ => return Err(mismatch(&Value::Int(value), data_type)),
    })
}

/// Unsigned values keep their bits in the signed field, as Arrow's readers of the unsigned variation expect.
fn unsigned(value: u64, data_type: &DataType) -> Result<LiteralType, PlanError> {
    let unfit = || PlanError::new(format!("the constant {value} is out of the range of {data_type}"));
    Ok(match data_type {
        DataType::UInt8 => LiteralType::I8(u8::try_from(value).map_err(|_| unfit())?.into()),
        DataType::UInt16 => LiteralType::I16(u16::try_from(value).map_err(|_| unfit())?.into()),
        DataType::UInt32 => LiteralType::I32(u32::try_from(value).map_err(|_| unfit())?.cast_signed()),
        DataType::UInt64 => LiteralType::I64(value.cast_signed()),
        _ => return signed(i64::try_from(value).map_err(|_| unfit())?, data_type),
    })
}

fn time(micros: i64, unit: TimeUnit) -> Result<LiteralType, PlanError> {
    Ok(LiteralType::PrecisionTime(PrecisionTime { precision: precision_of(unit), value: in_unit(micros, unit)? }))
}

fn timestamp(micros: i64, unit: TimeUnit, zoned: bool) -> Result<LiteralType, PlanError> {
    let value = PrecisionTimestamp { precision: precision_of(unit), value: in_unit(micros, unit)? };
    Ok(if zoned { LiteralType::PrecisionTimestampTz(value) } else { LiteralType::PrecisionTimestamp(value) })
}

fn in_unit(micros: i64, unit: TimeUnit) -> Result<i64, PlanError> {
    let unfit = || PlanError::new(format!("a constant of {micros} microseconds is not exact in {unit:?}s"));
    let coarse = |divisor: i64| if micros % divisor == 0 { Ok(micros / divisor) } else { Err(unfit()) };
    match unit {
        TimeUnit::Second => coarse(1_000_000),
        TimeUnit::Millisecond => coarse(1_000),
        TimeUnit::Microsecond => Ok(micros),
        TimeUnit::Nanosecond => micros.checked_mul(1_000).ok_or_else(unfit),
    }
}

/// Seconds that do not fit their 32 bits stay in the sub-second count, which has 64.
fn interval(months: i32, days: i32, nanos: i64) -> LiteralType {
    let (seconds, subseconds) = match i32::try_from(nanos / NANOS_PER_SECOND) {
        Ok(seconds) => (seconds, nanos % NANOS_PER_SECOND),
        Err(_) => (0, nanos),
    };
    let precision_mode = Some(PrecisionMode::Precision(precision_of(TimeUnit::Nanosecond)));
    LiteralType::IntervalCompound(IntervalCompound {
        interval_year_to_month: Some(IntervalYearToMonth { years: months / 12, months: months % 12 }),
        interval_day_to_second: Some(IntervalDayToSecond { days, seconds, subseconds, precision_mode }),
    })
}

fn list(values: &[Value], field: &Field, data_type: &DataType, nullable: bool) -> Result<LiteralType, PlanError> {
    if values.is_empty() {
        return match to_proto(data_type, nullable)?.kind {
            Some(Kind::List(list)) => Ok(LiteralType::EmptyList(*list)),
            _ => Err(PlanError::new(format!("{data_type} is no list type"))),
        };
    }
    let values = values.iter().map(|value| element(value, field)).collect::<Result<_, _>>()?;
    Ok(LiteralType::List(List { values }))
}

fn structure<'a>(values: &[Value], fields: impl ExactSizeIterator<Item = &'a Field>) -> Result<LiteralType, PlanError> {
    if values.len() != fields.len() {
        let message = format!("a struct constant has {} values for {} fields", values.len(), fields.len());
        return Err(PlanError::new(message));
    }
    let fields = values.iter().zip(fields).map(|(value, field)| element(value, field));
    Ok(LiteralType::Struct(Struct { fields: fields.collect::<Result<_, _>>()? }))
}

fn map_literal(
    entries: &[(Value, Value)],
    entry: &Field,
    data_type: &DataType,
    nullable: bool,
) -> Result<LiteralType, PlanError> {
    if entries.is_empty() {
        return match to_proto(data_type, nullable)?.kind {
            Some(Kind::Map(map)) => Ok(LiteralType::EmptyMap(*map)),
            _ => Err(PlanError::new(format!("{data_type} is no map type"))),
        };
    }
    let (key_field, value_field) = map_entry(entry)?;
    let mut key_values = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let key = Some(element(key, key_field)?);
        let value = Some(element(value, value_field)?);
        key_values.push(map::KeyValue { key, value });
    }
    Ok(LiteralType::Map(Map { key_values }))
}
