//! `BTreeMap` and `HashMap` as columns: Arrow Map, written in key order so that equal maps give equal bytes.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, MapArray, StructArray};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::datatypes::{ArrowNativeType, DataType, Field, Fields};

use super::binary::check_size;
use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

macro_rules! map_type {
    ([$($generics:tt)*] $map:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> ColumnType for $map {
            type Base = Self;
            type Null = Required;
            type In<M: super::Mode> = M::Of<Self>;
            type Fields = NoFields;

            fn data_type() -> DataType {
                data_type::<K, V>()
            }

            fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
                slots::required(array)
            }

            fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
                let entries: Vec<Option<Vec<(&K, &V)>>> =
                    values.iter().map(|map| map.map(|map| sorted(map.iter()))).collect();
                encode(&entries, data_type)
            }

            fn to_value(&self, data_type: &DataType) -> Result<Value, String> {
                value(&sorted(self.iter()), data_type)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($generics)*> BaseType for $map {
            type NullableFields = NoFields;

            fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
                S::compact(array, |array| decode(array, |map: &mut Self, key, value| map.insert(key, value).is_none()))
            }
        }
    };
}

map_type!([K: BaseType + Ord, V: ColumnType] BTreeMap<K, V>);
map_type!([K: BaseType + Ord + Hash, V: ColumnType, H: BuildHasher + Default + 'static] HashMap<K, V, H>);

fn data_type<K: BaseType, V: ColumnType>() -> DataType {
    let key = Field::new("key", K::data_type(), false);
    let value = Field::new("value", V::data_type(), V::nullable());
    let entries = DataType::Struct(Fields::from(vec![key, value]));
    DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
}

fn sorted<'a, K: Ord, V>(entries: impl Iterator<Item = (&'a K, &'a V)>) -> Vec<(&'a K, &'a V)> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by(|(left, _), (right, _)| left.cmp(right));
    entries
}

/// Reads a column without NULL maps; `insert` answers whether the key is new.
fn decode<K: BaseType, V: ColumnType, M: Default>(
    array: &ArrayRef,
    insert: impl Fn(&mut M, K, V) -> bool,
) -> Result<Vec<M>, DecodeError> {
    let Some(maps) = array.as_map_opt() else { return Err(DecodeError::mismatch("map", array.data_type())) };
    let offsets = maps.offsets();
    let Some((first, last)) = offsets.first().zip(offsets.last()) else { return Ok(Vec::new()) };
    let (first, last) = (first.as_usize(), last.as_usize());
    let map_of = |entry: usize| slots::list_of(offsets, first + entry);
    let keys = K::decode_column(&maps.keys().slice(first, last - first));
    let mut keys = keys.map_err(|error| error.within("key").at_position(map_of))?.into_iter();
    let values = V::decode_column(&maps.values().slice(first, last - first));
    let mut values = values.map_err(|error| error.within("value").at_position(map_of))?.into_iter();
    let mut decoded = Vec::with_capacity(maps.len());
    for (row, length) in offsets.lengths().enumerate() {
        let mut map = M::default();
        for (key, value) in keys.by_ref().zip(values.by_ref()).take(length) {
            if !insert(&mut map, key, value) {
                return Err(DecodeError::value(row, "a map holds the same key twice"));
            }
        }
        decoded.push(map);
    }
    Ok(decoded)
}

fn encode<K: BaseType, V: ColumnType>(
    values: &[Option<Vec<(&K, &V)>>],
    data_type: &DataType,
) -> Result<ArrayRef, EncodeError> {
    let DataType::Map(entries, ordered) = data_type else {
        return Err(EncodeError::new(format!("a map cannot be written as {data_type}")));
    };
    let Some((fields, key, value)) = entry_types(entries) else {
        return Err(EncodeError::new(format!("a map cannot be written as {data_type}")));
    };
    check_size(values.iter().flatten().map(Vec::len).sum())?;
    let offsets = OffsetBuffer::<i32>::from_lengths(values.iter().map(|map| map.as_ref().map_or(0, Vec::len)));
    let map_of = |entry: usize| slots::list_of(&offsets, entry);
    let (keys, items): (Vec<Option<&K>>, Vec<Option<&V>>) =
        values.iter().flatten().flatten().map(|(key, value)| (Some(*key), Some(*value))).unzip();
    let keys = K::encode_column(&keys, key).map_err(|error| error.within("key").at_position(map_of))?;
    let items = V::encode_column(&items, value).map_err(|error| error.within("value").at_position(map_of))?;
    let nulls: NullBuffer = values.iter().map(Option::is_some).collect();
    let nulls = (nulls.null_count() > 0).then_some(nulls);
    let array = StructArray::try_new(fields.clone(), vec![keys, items], None)
        .and_then(|pairs| MapArray::try_new(Arc::clone(entries), offsets, pairs, nulls, *ordered));
    array.map(|array| Arc::new(array) as ArrayRef).map_err(|error| EncodeError::new(error.to_string()))
}

fn entry_types(entries: &Field) -> Option<(&Fields, &DataType, &DataType)> {
    let DataType::Struct(fields) = entries.data_type() else { return None };
    match fields.as_ref() {
        [key, value] => Some((fields, key.data_type(), value.data_type())),
        _ => None,
    }
}

fn value<K: BaseType, V: ColumnType>(entries: &[(&K, &V)], data_type: &DataType) -> Result<Value, String> {
    let DataType::Map(field, _) = data_type else { return Err(format!("a map is no value of {data_type}")) };
    let Some((_, key_type, value_type)) = entry_types(field) else {
        return Err(format!("a map is no value of {data_type}"));
    };
    let entries: Result<Vec<(Value, Value)>, String> =
        entries.iter().map(|(key, value)| Ok((key.to_value(key_type)?, value.to_value(value_type)?))).collect();
    entries.map(|entries| Value::Map(entries.into()))
}
