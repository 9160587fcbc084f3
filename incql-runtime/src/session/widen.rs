//! Which Arrow types can be read as which model types without losing a value.

use arrow::datatypes::{DataType, Field, FieldRef, Fields, TimeUnit};

use super::near::near;
use crate::error::Difference;

/// Appends what keeps the column `found` from being read as `model`, whose path of names is `path`.
pub(super) fn differences(path: &str, found: &DataType, model: &DataType, list: &mut Vec<Difference>) {
    match (found, model) {
        (DataType::Struct(found), DataType::Struct(model)) => struct_differences(path, found, model, list),
        (found, DataType::List(model)) if list_element(found).is_some() => {
            if let Some(element) = list_element(found) {
                differences(path, element.data_type(), model.data_type(), list);
            }
        }
        (DataType::Map(found, _), DataType::Map(model, _)) => {
            if let (DataType::Struct(found), DataType::Struct(model)) = (found.data_type(), model.data_type()) {
                for (found, model) in found.iter().zip(model) {
                    differences(&format!("{path}.{}", model.name()), found.data_type(), model.data_type(), list);
                }
            }
        }
        _ if widens(found, model) => {}
        _ => list.push(Difference::Type {
            column: path.to_owned(),
            model: model.to_string(),
            found: found.to_string(),
            suggestion: rust_type(found).map(str::to_owned),
        }),
    }
}

fn struct_differences(path: &str, found: &Fields, model: &Fields, list: &mut Vec<Difference>) {
    for field in model {
        let column = format!("{path}.{}", field.name());
        match found.iter().find(|candidate| candidate.name() == field.name()) {
            Some(candidate) => differences(&column, candidate.data_type(), field.data_type(), list),
            None => {
                let near = near(field.name(), found.iter().map(|candidate| candidate.name().as_str()));
                list.push(Difference::MissingColumn { column, near });
            }
        }
    }
}

fn list_element(data_type: &DataType) -> Option<&FieldRef> {
    match data_type {
        DataType::List(element)
        | DataType::LargeList(element)
        | DataType::ListView(element)
        | DataType::LargeListView(element)
        | DataType::FixedSizeList(element, _) => Some(element),
        _ => None,
    }
}

/// Whether every value of `found` is a value of `model`. Types that nest are compared part by part elsewhere.
pub(super) fn widens(found: &DataType, model: &DataType) -> bool {
    use DataType as T;
    match (found, model) {
        (found, model) if found == model => true,
        (T::Dictionary(_, values), model) => widens(values, model),
        (T::RunEndEncoded(_, values), model) => widens(values.data_type(), model),
        (T::LargeUtf8 | T::Utf8View, T::Utf8) => true,
        (T::LargeBinary | T::BinaryView | T::FixedSizeBinary(_), T::Binary) => true,
        (T::Date64, T::Date32) | (T::Date32 | T::Date64, T::Timestamp(_, None)) => true,
        (T::Time32(_), T::Time64(_)) => true,
        (T::Timestamp(from, from_zone), T::Timestamp(to, to_zone)) => {
            from_zone.is_some() == to_zone.is_some() && digits(*from) <= digits(*to)
        }
        (T::Interval(_), T::Interval(arrow::datatypes::IntervalUnit::MonthDayNano)) => true,
        (found, T::Decimal128(precision, scale)) => decimal_widens(found, *precision, *scale),
        (T::Float16, T::Float32 | T::Float64) | (T::Float32, T::Float64) => true,
        (found, T::Float32) => found.is_integer() && bits(found) <= 16,
        (found, T::Float64) => found.is_integer() && bits(found) <= 32,
        (found, model) if found.is_signed_integer() && model.is_signed_integer() => bits(found) <= bits(model),
        (found, model) if found.is_unsigned_integer() && model.is_unsigned_integer() => bits(found) <= bits(model),
        (found, model) if found.is_unsigned_integer() && model.is_signed_integer() => bits(found) < bits(model),
        _ => false,
    }
}

fn decimal_widens(found: &DataType, precision: u8, scale: i8) -> bool {
    let whole = i16::from(precision) - i16::from(scale);
    match found {
        DataType::Decimal32(p, s) | DataType::Decimal64(p, s) | DataType::Decimal128(p, s) => {
            *s <= scale && i16::from(*p) - i16::from(*s) <= whole
        }
        integer => integer_digits(integer).is_some_and(|digits| digits <= whole && scale >= 0),
    }
}

/// The decimal digits that an integer type can need.
fn integer_digits(data_type: &DataType) -> Option<i16> {
    match data_type {
        DataType::Int8 | DataType::UInt8 => Some(3),
        DataType::Int16 | DataType::UInt16 => Some(5),
        DataType::Int32 | DataType::UInt32 => Some(10),
        DataType::Int64 => Some(19),
        DataType::UInt64 => Some(20),
        _ => None,
    }
}

fn bits(data_type: &DataType) -> usize {
    data_type.primitive_width().unwrap_or(usize::MAX).saturating_mul(8)
}

fn digits(unit: TimeUnit) -> u8 {
    match unit {
        TimeUnit::Second => 0,
        TimeUnit::Millisecond => 3,
        TimeUnit::Microsecond => 6,
        TimeUnit::Nanosecond => 9,
    }
}

/// The Rust type whose column type holds every value of an Arrow type, as far as there is one.
fn rust_type(data_type: &DataType) -> Option<&'static str> {
    use DataType as T;
    Some(match data_type {
        T::Boolean => "bool",
        T::Int8 => "i8",
        T::Int16 => "i16",
        T::Int32 => "i32",
        T::Int64 => "i64",
        T::UInt8 => "u8",
        T::UInt16 => "u16",
        T::UInt32 => "u32",
        T::UInt64 => "u64",
        T::Float16 | T::Float32 => "f32",
        T::Float64 => "f64",
        T::Utf8 | T::LargeUtf8 | T::Utf8View => "String",
        T::Binary | T::LargeBinary | T::BinaryView | T::FixedSizeBinary(_) => "Vec<u8>",
        T::Date32 | T::Date64 => "NaiveDate",
        T::Time32(_) | T::Time64(TimeUnit::Microsecond) => "NaiveTime",
        T::Timestamp(unit, None) if *unit != TimeUnit::Nanosecond => "NaiveDateTime",
        T::Timestamp(unit, Some(_)) if *unit != TimeUnit::Nanosecond => "DateTime<Utc>",
        T::Interval(_) => "Interval",
        T::Decimal32(..) | T::Decimal64(..) | T::Decimal128(..) => "Decimal",
        T::Dictionary(_, values) => return rust_type(values),
        T::RunEndEncoded(_, values) => return rust_type(values.data_type()),
        _ => return None,
    })
}

/// Whether a value can be NULL in `found`, at any depth, where `model` has no place for it.
pub(super) fn may_be_unexpectedly_null(found: &Field, model: &Field) -> bool {
    (found.is_nullable() && !model.is_nullable()) || nested_null(found.data_type(), model.data_type())
}

fn nested_null(found: &DataType, model: &DataType) -> bool {
    match (found, model) {
        (DataType::Struct(found), DataType::Struct(model)) => model.iter().any(|field| {
            found
                .iter()
                .find(|candidate| candidate.name() == field.name())
                .is_none_or(|candidate| may_be_unexpectedly_null(candidate, field))
        }),
        (DataType::Map(found, _), DataType::Map(model, _)) => match (found.data_type(), model.data_type()) {
            (DataType::Struct(found), DataType::Struct(model)) => {
                found.iter().zip(model).any(|(found, model)| may_be_unexpectedly_null(found, model))
            }
            _ => false,
        },
        (found, DataType::List(model)) => {
            list_element(found).is_some_and(|found| may_be_unexpectedly_null(found, model))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DataType as T;

    #[test]
    fn every_value_of_a_widened_type_fits() {
        let utc = Some("UTC".into());
        let lossless = [
            (T::Int32, T::Int64),
            (T::UInt32, T::Int64),
            (T::Int32, T::Float64),
            (T::Int64, T::Decimal128(19, 0)),
            (T::Decimal32(9, 0), T::Decimal128(38, 10)),
            (T::Utf8View, T::Utf8),
            (T::Dictionary(Box::new(T::Int8), Box::new(T::Utf8)), T::Utf8),
            (T::Date32, T::Timestamp(TimeUnit::Microsecond, None)),
            (T::Timestamp(TimeUnit::Millisecond, utc.clone()), T::Timestamp(TimeUnit::Microsecond, utc.clone())),
        ];
        for (found, model) in lossless {
            assert!(widens(&found, &model), "{found} as {model}");
        }
        let lossy = [
            (T::Int64, T::Int32),
            (T::UInt64, T::Int64),
            (T::Int32, T::UInt64),
            (T::Int64, T::Float64),
            (T::Int64, T::Decimal128(18, 0)),
            (T::Decimal128(20, 4), T::Decimal128(20, 5)),
            (T::Float64, T::Float32),
            (T::Utf8, T::Int64),
            (T::Timestamp(TimeUnit::Nanosecond, None), T::Timestamp(TimeUnit::Microsecond, None)),
            (T::Timestamp(TimeUnit::Microsecond, None), T::Timestamp(TimeUnit::Microsecond, utc)),
        ];
        for (found, model) in lossy {
            assert!(!widens(&found, &model), "{found} as {model}");
        }
    }
}
