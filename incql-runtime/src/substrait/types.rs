//! Arrow types as Substrait types and back; what Substrait cannot say is refused by name, never approximated.
//!
//! Type variation 1 is what DataFusion reads, without a declaration, as the other Arrow layout of a type: unsigned
//! for `i8` to `i64`, 64-bit storage for `precision_time`, 32-bit offsets replaced by 64-bit ones for `string`,
//! `binary` and `list`. It refuses plans that declare a variation, so none is declared.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef, Fields, IntervalUnit, TimeUnit};
use substrait::proto::Type;
use substrait::proto::r#type::{self as proto, Kind, Nullability};

use crate::error::PlanError;
use crate::schema::Schema;

/// The system's preferred layout of a type.
pub const DEFAULT_VARIATION: u32 = 0;
/// The other Arrow layout of a type (see the module's notes).
pub const ARROW_VARIATION: u32 = 1;

/// The zone that a Substrait timestamp with time zone has in Arrow: it is an instant, and no zone is kept.
pub const UTC: &str = "UTC";

/// The Substrait type of a value of `data_type`.
pub fn to_proto(data_type: &DataType, nullable: bool) -> Result<Type, PlanError> {
    let nullability = to_nullability(nullable);
    let plain = DEFAULT_VARIATION;
    let kind = match data_type {
        DataType::Boolean => Kind::Bool(proto::Boolean { type_variation_reference: plain, nullability }),
        DataType::Int8 => Kind::I8(proto::I8 { type_variation_reference: plain, nullability }),
        DataType::Int16 => Kind::I16(proto::I16 { type_variation_reference: plain, nullability }),
        DataType::Int32 => Kind::I32(proto::I32 { type_variation_reference: plain, nullability }),
        DataType::Int64 => Kind::I64(proto::I64 { type_variation_reference: plain, nullability }),
        DataType::UInt8 => Kind::I8(proto::I8 { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::UInt16 => Kind::I16(proto::I16 { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::UInt32 => Kind::I32(proto::I32 { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::UInt64 => Kind::I64(proto::I64 { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::Float32 => Kind::Fp32(proto::Fp32 { type_variation_reference: plain, nullability }),
        DataType::Float64 => Kind::Fp64(proto::Fp64 { type_variation_reference: plain, nullability }),
        DataType::Utf8 => Kind::String(proto::String { type_variation_reference: plain, nullability }),
        DataType::LargeUtf8 => Kind::String(proto::String { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::Binary => Kind::Binary(proto::Binary { type_variation_reference: plain, nullability }),
        DataType::LargeBinary => Kind::Binary(proto::Binary { type_variation_reference: ARROW_VARIATION, nullability }),
        DataType::FixedSizeBinary(length) => {
            Kind::FixedBinary(proto::FixedBinary { length: *length, type_variation_reference: plain, nullability })
        }
        DataType::Date32 => Kind::Date(proto::Date { type_variation_reference: plain, nullability }),
        DataType::Decimal128(precision, scale) => Kind::Decimal(proto::Decimal {
            scale: i32::from(*scale),
            precision: i32::from(*precision),
            type_variation_reference: plain,
            nullability,
        }),
        DataType::Time32(_) | DataType::Time64(_) | DataType::Timestamp(..) | DataType::Interval(_) => {
            temporal(data_type, nullability)
        }
        DataType::List(_) | DataType::LargeList(_) | DataType::Struct(_) | DataType::Map(..) => {
            return nested(data_type, nullability);
        }
        other => return Err(PlanError::new(format!("the type {other} has no Substrait form"))),
    };
    Ok(Type { kind: Some(kind) })
}

fn temporal(data_type: &DataType, nullability: i32) -> Kind {
    let plain = DEFAULT_VARIATION;
    match data_type {
        DataType::Time32(unit) => {
            let precision = precision_of(*unit);
            Kind::PrecisionTime(proto::PrecisionTime { precision, type_variation_reference: plain, nullability })
        }
        DataType::Time64(unit) => Kind::PrecisionTime(proto::PrecisionTime {
            precision: precision_of(*unit),
            type_variation_reference: ARROW_VARIATION,
            nullability,
        }),
        DataType::Timestamp(unit, Some(_)) => Kind::PrecisionTimestampTz(proto::PrecisionTimestampTz {
            precision: precision_of(*unit),
            type_variation_reference: plain,
            nullability,
        }),
        DataType::Interval(IntervalUnit::YearMonth) => {
            Kind::IntervalYear(proto::IntervalYear { type_variation_reference: plain, nullability })
        }
        DataType::Interval(IntervalUnit::DayTime) => Kind::IntervalDay(proto::IntervalDay {
            type_variation_reference: plain,
            nullability,
            precision: Some(MILLISECOND_PRECISION),
        }),
        DataType::Interval(IntervalUnit::MonthDayNano) => Kind::IntervalCompound(proto::IntervalCompound {
            type_variation_reference: plain,
            nullability,
            precision: NANOSECOND_PRECISION,
        }),
        DataType::Timestamp(unit, None) => Kind::PrecisionTimestamp(proto::PrecisionTimestamp {
            precision: precision_of(*unit),
            type_variation_reference: plain,
            nullability,
        }),
        // `to_proto` sends only the types above.
        _ => Kind::Date(proto::Date { type_variation_reference: plain, nullability }),
    }
}

fn nested(data_type: &DataType, nullability: i32) -> Result<Type, PlanError> {
    let kind = match data_type {
        DataType::List(element) => list(element, DEFAULT_VARIATION, nullability)?,
        DataType::LargeList(element) => list(element, ARROW_VARIATION, nullability)?,
        DataType::Struct(fields) => Kind::Struct(to_struct(fields.iter(), nullability)?),
        DataType::Map(entries, _) => {
            let (key, value) = map_entry(entries)?;
            Kind::Map(Box::new(proto::Map {
                key: Some(Box::new(to_proto(key.data_type(), false)?)),
                value: Some(Box::new(to_proto(value.data_type(), value.is_nullable())?)),
                type_variation_reference: DEFAULT_VARIATION,
                nullability,
            }))
        }
        other => return Err(PlanError::new(format!("the type {other} has no Substrait form"))),
    };
    Ok(Type { kind: Some(kind) })
}

fn list(element: &Field, variation: u32, nullability: i32) -> Result<Kind, PlanError> {
    let r#type = Some(Box::new(to_proto(element.data_type(), element.is_nullable())?));
    Ok(Kind::List(Box::new(proto::List { r#type, type_variation_reference: variation, nullability })))
}

fn to_struct<'a>(fields: impl Iterator<Item = &'a FieldRef>, nullability: i32) -> Result<proto::Struct, PlanError> {
    let types = fields
        .map(|field| {
            to_proto(field.data_type(), field.is_nullable())
                .map_err(|error| PlanError::new(format!("column `{}`: {}", field.name(), error.message())))
        })
        .collect::<Result<_, _>>()?;
    Ok(proto::Struct { types, type_variation_reference: DEFAULT_VARIATION, nullability })
}

/// The key and value fields of a map's entries.
pub fn map_entry(entries: &Field) -> Result<(&FieldRef, &FieldRef), PlanError> {
    match entries.data_type() {
        DataType::Struct(fields) => match fields.iter().as_slice() {
            [key, value] => Ok((key, value)),
            _ => Err(PlanError::new("a map's entries must be a struct of key and value")),
        },
        _ => Err(PlanError::new("a map's entries must be a struct of key and value")),
    }
}

/// The base schema of a read: names depth-first, a required struct of the fields.
pub fn to_named_struct(schema: &Schema) -> Result<substrait::proto::NamedStruct, PlanError> {
    let r#struct = Some(to_struct(schema.iter(), to_nullability(false))?);
    Ok(substrait::proto::NamedStruct { names: depth_first_names(schema), r#struct })
}

/// The names of all fields depth-first: a column, then the fields below it, through lists and maps.
pub fn depth_first_names(schema: &Schema) -> Vec<String> {
    let mut names = Vec::with_capacity(schema.len());
    for field in schema.iter() {
        names.push(field.name().clone());
        push_nested_names(field.data_type(), &mut names);
    }
    names
}

fn push_nested_names(data_type: &DataType, names: &mut Vec<String>) {
    match data_type {
        DataType::Struct(fields) => {
            for field in fields {
                names.push(field.name().clone());
                push_nested_names(field.data_type(), names);
            }
        }
        DataType::List(element) | DataType::LargeList(element) => push_nested_names(element.data_type(), names),
        DataType::Map(entries, _) => {
            if let Ok((key, value)) = map_entry(entries) {
                push_nested_names(key.data_type(), names);
                push_nested_names(value.data_type(), names);
            }
        }
        _ => {}
    }
}

/// The short name of a type in a compound function name, as the Substrait specification lists them.
pub fn short_name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Boolean => "bool",
        DataType::Int8 | DataType::UInt8 => "i8",
        DataType::Int16 | DataType::UInt16 => "i16",
        DataType::Int32 | DataType::UInt32 => "i32",
        DataType::Int64 | DataType::UInt64 => "i64",
        DataType::Float32 => "fp32",
        DataType::Float64 => "fp64",
        DataType::Utf8 | DataType::LargeUtf8 => "str",
        DataType::Binary | DataType::LargeBinary => "vbin",
        DataType::FixedSizeBinary(_) => "fbin",
        DataType::Date32 => "date",
        DataType::Time32(_) | DataType::Time64(_) => "pt",
        DataType::Timestamp(_, None) => "pts",
        DataType::Timestamp(_, Some(_)) => "ptstz",
        DataType::Interval(IntervalUnit::YearMonth) => "iyear",
        DataType::Interval(IntervalUnit::DayTime) => "iday",
        DataType::Interval(IntervalUnit::MonthDayNano) => "icompound",
        DataType::Decimal128(..) => "dec",
        DataType::Struct(_) => "struct",
        DataType::List(_) | DataType::LargeList(_) => "list",
        DataType::Map(..) => "map",
        _ => "any",
    }
}

const MILLISECOND_PRECISION: i32 = 3;
const NANOSECOND_PRECISION: i32 = 9;

/// Substrait's precision (digits after the second) of a time unit.
pub fn precision_of(unit: TimeUnit) -> i32 {
    match unit {
        TimeUnit::Second => 0,
        TimeUnit::Millisecond => MILLISECOND_PRECISION,
        TimeUnit::Microsecond => 6,
        TimeUnit::Nanosecond => NANOSECOND_PRECISION,
    }
}

fn unit_of(precision: i32) -> Result<TimeUnit, PlanError> {
    match precision {
        0 => Ok(TimeUnit::Second),
        MILLISECOND_PRECISION => Ok(TimeUnit::Millisecond),
        6 => Ok(TimeUnit::Microsecond),
        NANOSECOND_PRECISION => Ok(TimeUnit::Nanosecond),
        other => Err(PlanError::new(format!("a precision of {other} digits after the second has no Arrow unit"))),
    }
}

fn to_nullability(nullable: bool) -> i32 {
    (if nullable { Nullability::Nullable } else { Nullability::Required }) as i32
}

/// Whether a value with this nullability can be NULL; what is not stated can.
pub fn is_nullable(nullability: i32) -> bool {
    nullability != Nullability::Required as i32
}

/// The Arrow schema of a base schema or of the names and types of a root; every name must be used.
pub fn from_named_struct(names: &[String], r#struct: &proto::Struct) -> Result<Schema, PlanError> {
    let mut cursor = names.iter();
    let fields = from_struct(r#struct, &mut Some(&mut cursor))?;
    match cursor.next() {
        None => Ok(Schema::new(fields.iter().cloned())),
        Some(name) => Err(PlanError::new(format!("the plan names more columns than it has: `{name}` is left over"))),
    }
}

/// The Arrow type and nullability of a Substrait type whose struct fields have no names (they become `c0`, `c1`, ..).
pub fn from_proto(r#type: &Type) -> Result<(DataType, bool), PlanError> {
    from_named(r#type, &mut None)
}

type Names<'a, 'n> = Option<&'a mut std::slice::Iter<'n, String>>;

fn from_named(r#type: &Type, names: &mut Names<'_, '_>) -> Result<(DataType, bool), PlanError> {
    let Some(kind) = &r#type.kind else { return Err(PlanError::new("the plan has a type of no kind")) };
    let (data_type, nullability) = match kind {
        Kind::Bool(t) => (DataType::Boolean, t.nullability),
        Kind::I8(t) => (varied(t.type_variation_reference, DataType::Int8, DataType::UInt8)?, t.nullability),
        Kind::I16(t) => (varied(t.type_variation_reference, DataType::Int16, DataType::UInt16)?, t.nullability),
        Kind::I32(t) => (varied(t.type_variation_reference, DataType::Int32, DataType::UInt32)?, t.nullability),
        Kind::I64(t) => (varied(t.type_variation_reference, DataType::Int64, DataType::UInt64)?, t.nullability),
        Kind::Fp32(t) => (DataType::Float32, t.nullability),
        Kind::Fp64(t) => (DataType::Float64, t.nullability),
        Kind::String(t) => (varied(t.type_variation_reference, DataType::Utf8, DataType::LargeUtf8)?, t.nullability),
        Kind::Varchar(t) => (DataType::Utf8, t.nullability),
        Kind::FixedChar(t) => (DataType::Utf8, t.nullability),
        Kind::Binary(t) => {
            (varied(t.type_variation_reference, DataType::Binary, DataType::LargeBinary)?, t.nullability)
        }
        Kind::FixedBinary(t) => (DataType::FixedSizeBinary(t.length), t.nullability),
        Kind::Date(t) => (DataType::Date32, t.nullability),
        Kind::Decimal(t) => (decimal(t)?, t.nullability),
        Kind::PrecisionTime(t) => (time(t.precision)?, t.nullability),
        Kind::PrecisionTimestamp(t) => (DataType::Timestamp(unit_of(t.precision)?, None), t.nullability),
        Kind::PrecisionTimestampTz(t) => (DataType::Timestamp(unit_of(t.precision)?, Some(UTC.into())), t.nullability),
        Kind::IntervalYear(t) => (DataType::Interval(IntervalUnit::YearMonth), t.nullability),
        Kind::IntervalDay(t) => (DataType::Interval(IntervalUnit::DayTime), t.nullability),
        Kind::IntervalCompound(t) => (DataType::Interval(IntervalUnit::MonthDayNano), t.nullability),
        Kind::Struct(t) => (DataType::Struct(from_struct(t, names)?), t.nullability),
        Kind::List(t) => (from_list(t, names)?, t.nullability),
        Kind::Map(t) => (from_map(t, names)?, t.nullability),
        other => return Err(PlanError::new(format!("the Substrait type {other:?} is not supported"))),
    };
    Ok((data_type, is_nullable(nullability)))
}

fn varied(reference: u32, plain: DataType, other: DataType) -> Result<DataType, PlanError> {
    match reference {
        DEFAULT_VARIATION => Ok(plain),
        ARROW_VARIATION => Ok(other),
        _ => Err(PlanError::new(format!("the type variation {reference} of {plain} is not supported"))),
    }
}

fn decimal(r#type: &proto::Decimal) -> Result<DataType, PlanError> {
    match (u8::try_from(r#type.precision), i8::try_from(r#type.scale)) {
        (Ok(precision @ 1..=38), Ok(scale)) => Ok(DataType::Decimal128(precision, scale)),
        _ => Err(PlanError::new(format!("decimal<{}, {}> is out of range", r#type.precision, r#type.scale))),
    }
}

fn time(precision: i32) -> Result<DataType, PlanError> {
    Ok(match unit_of(precision)? {
        unit @ (TimeUnit::Second | TimeUnit::Millisecond) => DataType::Time32(unit),
        unit @ (TimeUnit::Microsecond | TimeUnit::Nanosecond) => DataType::Time64(unit),
    })
}

fn from_struct(r#struct: &proto::Struct, names: &mut Names<'_, '_>) -> Result<Fields, PlanError> {
    let mut fields = Vec::with_capacity(r#struct.types.len());
    for (position, r#type) in r#struct.types.iter().enumerate() {
        let name = match names {
            None => format!("c{position}"),
            Some(names) => {
                names.next().cloned().ok_or_else(|| PlanError::new("the plan names fewer columns than it has"))?
            }
        };
        let (data_type, nullable) = from_named(r#type, names)?;
        fields.push(Field::new(name, data_type, nullable));
    }
    Ok(fields.into())
}

fn from_list(list: &proto::List, names: &mut Names<'_, '_>) -> Result<DataType, PlanError> {
    let element = list.r#type.as_ref().ok_or_else(|| PlanError::new("a list type has no element type"))?;
    let (data_type, nullable) = from_named(element, names)?;
    let field = Arc::new(Field::new_list_field(data_type, nullable));
    varied(list.type_variation_reference, DataType::List(Arc::clone(&field)), DataType::LargeList(field))
}

fn from_map(map: &proto::Map, names: &mut Names<'_, '_>) -> Result<DataType, PlanError> {
    let missing = || PlanError::new("a map type has no key or value type");
    let (key, _) = from_named(map.key.as_ref().ok_or_else(missing)?, names)?;
    let (value, nullable) = from_named(map.value.as_ref().ok_or_else(missing)?, names)?;
    let entry = [Field::new("key", key, false), Field::new("value", value, nullable)];
    let entries = Field::new("entries", DataType::Struct(entry.into_iter().collect()), false);
    Ok(DataType::Map(Arc::new(entries), false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, data_type: DataType, nullable: bool) -> FieldRef {
        Arc::new(Field::new(name, data_type, nullable))
    }

    fn every_type() -> Schema {
        let inner = Fields::from(vec![Field::new("x", DataType::Int32, false), Field::new("y", DataType::Utf8, true)]);
        let entry = Fields::from(vec![
            Field::new("key", DataType::Utf8, false),
            Field::new("value", DataType::Struct(inner.clone()), true),
        ]);
        let mut fields: Vec<FieldRef> = vec![
            field("b", DataType::Boolean, false),
            field("i8", DataType::Int8, true),
            field("i16", DataType::Int16, true),
            field("i32", DataType::Int32, true),
            field("i64", DataType::Int64, false),
            field("u8", DataType::UInt8, true),
            field("u16", DataType::UInt16, true),
            field("u32", DataType::UInt32, true),
            field("u64", DataType::UInt64, true),
            field("f32", DataType::Float32, true),
            field("f64", DataType::Float64, true),
            field("s", DataType::Utf8, true),
            field("bin", DataType::Binary, true),
            field("d", DataType::Date32, true),
            field("t", DataType::Time64(TimeUnit::Microsecond), true),
            field("dec", DataType::Decimal128(12, 2), true),
            field("iv", DataType::Interval(IntervalUnit::MonthDayNano), true),
            field("st", DataType::Struct(inner.clone()), false),
            field("l", DataType::List(field("item", DataType::Struct(inner), false)), true),
            field("m", DataType::Map(field("entries", DataType::Struct(entry), false), false), true),
        ];
        for unit in [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond] {
            fields.push(field(&format!("ts{unit}"), DataType::Timestamp(unit, None), true));
            fields.push(field(&format!("tz{unit}"), DataType::Timestamp(unit, Some(UTC.into())), true));
        }
        Schema::new(fields)
    }

    #[test]
    fn every_column_type_survives_the_round_trip() {
        let schema = every_type();
        let named = to_named_struct(&schema).unwrap();
        let back = from_named_struct(&named.names, named.r#struct.as_ref().unwrap()).unwrap();
        assert_eq!(back, schema);
    }

    #[test]
    fn names_go_depth_first_through_structs_lists_and_maps() {
        let schema = Schema::new(every_type().iter().skip(17).take(3).cloned());
        assert_eq!(depth_first_names(&schema), ["st", "x", "y", "l", "x", "y", "m", "x", "y"]);
    }

    #[test]
    fn a_wrong_number_of_names_is_an_error() {
        let schema = Schema::new([field("a", DataType::Int64, false)]);
        let types = to_named_struct(&schema).unwrap().r#struct.unwrap();
        let none = from_named_struct(&[], &types).unwrap_err();
        assert_eq!(none.message(), "the plan names fewer columns than it has");
        let two = from_named_struct(&["a".into(), "b".into()], &types).unwrap_err();
        assert_eq!(two.message(), "the plan names more columns than it has: `b` is left over");
    }

    #[test]
    fn another_zone_becomes_utc_since_the_instant_is_the_value() {
        let tokyo = DataType::Timestamp(TimeUnit::Millisecond, Some("Asia/Tokyo".into()));
        let back = from_proto(&to_proto(&tokyo, true).unwrap()).unwrap();
        assert_eq!(back, (DataType::Timestamp(TimeUnit::Millisecond, Some(UTC.into())), true));
    }

    #[test]
    fn types_outside_substrait_are_refused_with_their_column() {
        let schema = Schema::new([field("half", DataType::Float16, false)]);
        let error = to_named_struct(&schema).unwrap_err();
        assert_eq!(error.message(), "column `half`: the type Float16 has no Substrait form");
    }
}
