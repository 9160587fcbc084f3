//! `Vec<u8>` as a column: Arrow Binary, not a list of integers; other binary encodings are read, too.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BinaryBuilder};
use arrow::datatypes::DataType;

use super::Slots;
use super::slots::Present;
use crate::error::{DecodeError, EncodeError};

/// Reads a column without NULLs.
pub(super) fn decode(array: &ArrayRef) -> Result<Vec<Vec<u8>>, DecodeError> {
    let owned = |bytes: &[u8]| Ok(bytes.to_vec());
    match array.data_type() {
        DataType::Binary => {
            let bytes = array.as_binary::<i32>();
            Present::convert((0..bytes.len()).map(|i| bytes.value(i)), None, owned)
        }
        DataType::LargeBinary => {
            let bytes = array.as_binary::<i64>();
            Present::convert((0..bytes.len()).map(|i| bytes.value(i)), None, owned)
        }
        DataType::BinaryView => {
            let bytes = array.as_binary_view();
            Present::convert((0..bytes.len()).map(|i| bytes.value(i)), None, owned)
        }
        DataType::FixedSizeBinary(_) => {
            let bytes = array.as_fixed_size_binary();
            Present::convert((0..bytes.len()).map(|i| bytes.value(i)), None, owned)
        }
        other => Err(DecodeError::mismatch("Vec<u8>", other)),
    }
}

/// Writes a column.
pub(super) fn encode(values: &[Option<&Vec<u8>>]) -> Result<ArrayRef, EncodeError> {
    let length = values.iter().flatten().map(|bytes| bytes.len()).sum();
    check_size(length)?;
    let mut builder = BinaryBuilder::with_capacity(values.len(), length);
    for value in values {
        builder.append_option(*value);
    }
    Ok(Arc::new(builder.finish()))
}

/// The bytes or elements of one array must be addressable with Arrow's 32-bit offsets.
pub(super) fn check_size(length: usize) -> Result<(), EncodeError> {
    match i32::try_from(length) {
        Ok(_) => Ok(()),
        Err(_) => Err(EncodeError::new("more than 2 GiB in one batch; write the rows in several batches")),
    }
}
