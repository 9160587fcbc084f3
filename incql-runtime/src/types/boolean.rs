//! `bool` as a column: Arrow Boolean.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, BooleanBuilder};
use arrow::datatypes::DataType;

use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

#[diagnostic::do_not_recommend]
impl ColumnType for bool {
    type Base = Self;
    type Null = Required;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = NoFields;

    fn data_type() -> DataType {
        DataType::Boolean
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::required(array)
    }

    fn encode_column(values: &[Option<&Self>], _: &DataType) -> Result<ArrayRef, EncodeError> {
        let mut builder = BooleanBuilder::with_capacity(values.len());
        for value in values {
            builder.append_option(value.copied());
        }
        Ok(Arc::new(builder.finish()))
    }

    fn to_value(&self, _: &DataType) -> Result<Value, String> {
        Ok(Value::Boolean(*self))
    }
}

#[diagnostic::do_not_recommend]
impl BaseType for bool {
    type NullableFields = NoFields;

    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
        let Some(values) = array.as_boolean_opt() else {
            return Err(DecodeError::mismatch("bool", array.data_type()));
        };
        S::convert(values.values().iter(), values.nulls(), Ok)
    }
}
