//! `Vec<T>` as a column: Arrow List, whose offsets and validity decide which elements a row has.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, ListArray, OffsetSizeTrait};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field};

use super::binary::check_size;
use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

#[diagnostic::do_not_recommend]
impl<T: ColumnType> ColumnType for Vec<T> {
    type Base = Self;
    type Null = Required;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = NoFields;

    fn data_type() -> DataType {
        T::list_type()
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::required(array)
    }

    fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
        T::encode_lists(values, data_type)
    }

    fn to_value(&self, data_type: &DataType) -> Result<Value, String> {
        T::list_value(self, data_type)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ColumnType> BaseType for Vec<T> {
    type NullableFields = NoFields;

    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
        S::compact(array, T::decode_lists)
    }
}

/// The type of a list of `T`.
pub(super) fn data_type<T: ColumnType>() -> DataType {
    of_elements(T::data_type(), T::nullable())
}

/// A list type with Arrow's usual name for the element.
pub(super) fn of_elements(element: DataType, nullable: bool) -> DataType {
    DataType::List(Arc::new(Field::new("item", element, nullable)))
}

/// Reads a column of lists that holds no NULL list.
pub(super) fn decode<T: ColumnType>(array: &ArrayRef) -> Result<Vec<Vec<T>>, DecodeError> {
    match array.data_type() {
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            split(lists.values(), lists.offsets())
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>();
            split(lists.values(), lists.offsets())
        }
        DataType::FixedSizeList(element, _) | DataType::ListView(element) | DataType::LargeListView(element) => {
            let lists = cast(array, &DataType::LargeList(Arc::clone(element)));
            decode(&lists.map_err(|error| slots::unreadable(array, &error))?)
        }
        other => Err(DecodeError::mismatch("Vec", other)),
    }
}

fn split<T: ColumnType, O: OffsetSizeTrait>(
    values: &ArrayRef,
    offsets: &OffsetBuffer<O>,
) -> Result<Vec<Vec<T>>, DecodeError> {
    let Some((first, last)) = offsets.first().zip(offsets.last()) else { return Ok(Vec::new()) };
    let (first, last) = (first.as_usize(), last.as_usize());
    let elements = values.slice(first, last - first);
    let decoded = T::decode_column(&elements)
        .map_err(|error| error.within("item").at_position(|element| slots::list_of(offsets, first + element)))?;
    let mut decoded = decoded.into_iter();
    Ok(offsets.lengths().map(|length| decoded.by_ref().take(length).collect()).collect())
}

/// Writes a column of lists.
pub(super) fn encode<T: ColumnType>(values: &[Option<&Vec<T>>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
    let DataType::List(element) = data_type else {
        return Err(EncodeError::new(format!("a list cannot be written as {data_type}")));
    };
    let lengths: Vec<usize> = values.iter().map(|list| list.map_or(0, Vec::len)).collect();
    let elements: Vec<Option<&T>> = values.iter().flatten().flat_map(|list| list.iter()).map(Some).collect();
    check_size(elements.len())?;
    let offsets = OffsetBuffer::<i32>::from_lengths(lengths.iter().copied());
    let child = T::encode_column(&elements, element.data_type())
        .map_err(|error| error.within("item").at_position(|element| slots::list_of(&offsets, element)))?;
    let nulls: NullBuffer = values.iter().map(Option::is_some).collect();
    let nulls = (nulls.null_count() > 0).then_some(nulls);
    let array = ListArray::try_new(Arc::clone(element), offsets, child, nulls);
    array.map(|array| Arc::new(array) as ArrayRef).map_err(|error| EncodeError::new(error.to_string()))
}

/// A list as a constant.
pub(super) fn value<T: ColumnType>(values: &[T], data_type: &DataType) -> Result<Value, String> {
    let DataType::List(element) = data_type else { return Err(format!("a list is no value of {data_type}")) };
    let values: Result<Vec<Value>, String> = values.iter().map(|value| value.to_value(element.data_type())).collect();
    values.map(|values| Value::List(values.into()))
}
