//! Types as short text: Substrait's names, `?` for nullable.

use substrait::proto::Type;
use substrait::proto::r#type::Kind;

use crate::substrait::types::from_proto;

/// The type alone.
pub fn r#type(value: &Type) -> String {
    match from_proto(value) {
        Ok((data_type, nullable)) => format!("{}{}", text(value, &data_type.to_string()), mark(nullable)),
        Err(_) => "?".to_owned(),
    }
}

/// `name: type`, with the names that the type's fields use up taken from `names` too.
pub fn named(value: &Type, names: &mut std::slice::Iter<'_, String>) -> String {
    let name = names.next().map_or("?", String::as_str);
    let shown = format!("{name}: {}", r#type(value));
    skip_names(value, names);
    shown
}

fn skip_names(value: &Type, names: &mut std::slice::Iter<'_, String>) {
    match &value.kind {
        Some(Kind::Struct(fields)) => {
            for field in &fields.types {
                names.next();
                skip_names(field, names);
            }
        }
        Some(Kind::List(list)) => list.r#type.iter().for_each(|element| skip_names(element, names)),
        Some(Kind::Map(map)) => map.key.iter().chain(&map.value).for_each(|part| skip_names(part, names)),
        _ => {}
    }
}

fn mark(nullable: bool) -> &'static str {
    if nullable { "?" } else { "" }
}

fn text(value: &Type, arrow: &str) -> String {
    match &value.kind {
        Some(Kind::Bool(_)) => "bool".to_owned(),
        Some(Kind::I8(t)) => signed("i8", t.type_variation_reference),
        Some(Kind::I16(t)) => signed("i16", t.type_variation_reference),
        Some(Kind::I32(t)) => signed("i32", t.type_variation_reference),
        Some(Kind::I64(t)) => signed("i64", t.type_variation_reference),
        Some(Kind::Fp32(_)) => "fp32".to_owned(),
        Some(Kind::Fp64(_)) => "fp64".to_owned(),
        Some(Kind::String(_)) => "string".to_owned(),
        Some(Kind::Binary(_)) => "binary".to_owned(),
        Some(Kind::Date(_)) => "date".to_owned(),
        Some(Kind::Decimal(t)) => format!("decimal<{}, {}>", t.precision, t.scale),
        Some(Kind::PrecisionTime(t)) => format!("precision_time<{}>", t.precision),
        Some(Kind::PrecisionTimestamp(t)) => format!("precision_timestamp<{}>", t.precision),
        Some(Kind::PrecisionTimestampTz(t)) => format!("precision_timestamp_tz<{}>", t.precision),
        Some(Kind::IntervalYear(_)) => "interval_year".to_owned(),
        Some(Kind::IntervalDay(_)) => "interval_day".to_owned(),
        Some(Kind::IntervalCompound(t)) => format!("interval_compound<{}>", t.precision),
        Some(Kind::Struct(t)) => {
            let fields: Vec<_> = t.types.iter().map(r#type).collect();
            format!("struct<{}>", fields.join(", "))
        }
        Some(Kind::List(t)) => {
            format!("list<{}>", t.r#type.as_ref().map(|element| r#type(element)).unwrap_or_default())
        }
        Some(Kind::Map(t)) => {
            let part = |part: &Option<Box<Type>>| part.as_ref().map(|inner| r#type(inner)).unwrap_or_default();
            format!("map<{}, {}>", part(&t.key), part(&t.value))
        }
        _ => arrow.to_owned(),
    }
}

fn signed(name: &str, variation: u32) -> String {
    if variation == 0 { name.to_owned() } else { format!("unsigned {name}") }
}
