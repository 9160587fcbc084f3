//! Reading an array's slots: every slot a value, or `None` for NULL; a NULL hides whatever lies beneath it.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanArray};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::{cast, filter, take};
use arrow::datatypes::{ArrowNativeType, DataType};

use super::BaseType;
use crate::error::DecodeError;

/// What a slot becomes: its value, or an `Option` of it.
pub trait Slots {
    /// A slot's Rust type.
    type Of<T>;

    /// Converts values in order; a value under a NULL is not converted.
    fn convert<V, T>(
        values: impl Iterator<Item = V>,
        nulls: Option<&NullBuffer>,
        convert: impl Fn(V) -> Result<T, String>,
    ) -> Result<Vec<Self::Of<T>>, DecodeError>;

    /// Decodes an array whose NULLs, if any, are first taken out, since children of a NULL mean nothing.
    fn compact<T>(
        array: &ArrayRef,
        decode: impl FnOnce(&ArrayRef) -> Result<Vec<T>, DecodeError>,
    ) -> Result<Vec<Self::Of<T>>, DecodeError>;
}

/// No slot is NULL; the caller has checked.
#[derive(Clone, Copy, Debug)]
pub enum Present {}

/// A NULL slot is `None`.
#[derive(Clone, Copy, Debug)]
pub enum Maybe {}

impl Slots for Present {
    type Of<T> = T;

    fn convert<V, T>(
        values: impl Iterator<Item = V>,
        _: Option<&NullBuffer>,
        convert: impl Fn(V) -> Result<T, String>,
    ) -> Result<Vec<T>, DecodeError> {
        let numbered = values.enumerate();
        numbered.map(|(index, value)| convert(value).map_err(|message| DecodeError::value(index, message))).collect()
    }

    fn compact<T>(
        array: &ArrayRef,
        decode: impl FnOnce(&ArrayRef) -> Result<Vec<T>, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        decode(array)
    }
}

impl Slots for Maybe {
    type Of<T> = Option<T>;

    fn convert<V, T>(
        values: impl Iterator<Item = V>,
        nulls: Option<&NullBuffer>,
        convert: impl Fn(V) -> Result<T, String>,
    ) -> Result<Vec<Option<T>>, DecodeError> {
        let at = |index: usize| move |message: String| DecodeError::value(index, message);
        let Some(nulls) = nulls else {
            return values.enumerate().map(|(index, value)| convert(value).map(Some).map_err(at(index))).collect();
        };
        let slots = values.zip(nulls.iter()).enumerate();
        slots.map(|(index, (value, valid))| valid.then(|| convert(value)).transpose().map_err(at(index))).collect()
    }

    fn compact<T>(
        array: &ArrayRef,
        decode: impl FnOnce(&ArrayRef) -> Result<Vec<T>, DecodeError>,
    ) -> Result<Vec<Option<T>>, DecodeError> {
        match array.nulls().filter(|nulls| nulls.null_count() > 0) {
            None => Ok(decode(array)?.into_iter().map(Some).collect()),
            Some(nulls) => {
                let kept = keep(array, nulls)?;
                scatter(nulls, |_| decode(&kept))
            }
        }
    }
}

/// The slots of `array` that `present` marks.
pub(crate) fn keep(array: &ArrayRef, present: &NullBuffer) -> Result<ArrayRef, DecodeError> {
    let mask = BooleanArray::new(present.inner().clone(), None);
    filter(array, &mask).map_err(|error| unreadable(array, &error))
}

/// Puts values decoded without the absent rows back into their places; errors get the place, too.
pub(crate) fn scatter<T>(
    present: &NullBuffer,
    decode: impl FnOnce(usize) -> Result<Vec<T>, DecodeError>,
) -> Result<Vec<Option<T>>, DecodeError> {
    let count = present.len() - present.null_count();
    let place = |index: usize| present.valid_indices().nth(index).unwrap_or(index);
    let mut values = decode(count).map_err(|error| error.at_position(place))?.into_iter();
    Ok(present.iter().map(|valid| if valid { values.next() } else { None }).collect())
}

/// A column of a base type: a NULL is an error.
pub fn required<T: BaseType>(array: &ArrayRef) -> Result<Vec<T>, DecodeError> {
    let array = plain(array)?;
    if let Some(row) = first_null(&array) {
        return Err(DecodeError::null(row));
    }
    if array.data_type() == &DataType::Null {
        return Ok(Vec::new());
    }
    T::read::<Present>(&array)
}

/// A column of an `Option`.
pub(crate) fn optional<T: BaseType>(array: &ArrayRef) -> Result<Vec<Option<T>>, DecodeError> {
    let array = plain(array)?;
    if array.data_type() == &DataType::Null {
        return Ok((0..array.len()).map(|_| None).collect());
    }
    T::read::<Maybe>(&array)
}

fn first_null(array: &ArrayRef) -> Option<usize> {
    if array.data_type() == &DataType::Null {
        return (!array.is_empty()).then_some(0);
    }
    let nulls = array.nulls().filter(|nulls| nulls.null_count() > 0)?;
    nulls.iter().position(|valid| !valid)
}

/// The array with dictionaries and runs spread out.
fn plain(array: &ArrayRef) -> Result<ArrayRef, DecodeError> {
    let spread = match array.data_type() {
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            take(dictionary.values(), dictionary.keys(), None)
        }
        DataType::RunEndEncoded(_, values) => cast(array, values.data_type()),
        _ => return Ok(Arc::clone(array)),
    };
    plain(&spread.map_err(|error| unreadable(array, &error))?)
}

/// An array that Arrow itself cannot process.
pub(crate) fn unreadable(array: &ArrayRef, error: &arrow::error::ArrowError) -> DecodeError {
    DecodeError::value(0, format!("cannot read {}: {error}", array.data_type()))
}

/// The list that holds the element at this position of the child array.
pub(crate) fn list_of<O: ArrowNativeType>(offsets: &OffsetBuffer<O>, element: usize) -> usize {
    offsets.partition_point(|offset| offset.as_usize() <= element).saturating_sub(1)
}
