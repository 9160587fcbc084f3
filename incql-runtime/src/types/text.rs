//! `String` as a column: Arrow Utf8; large and view encodings are read, too.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, StringBuilder};
use arrow::datatypes::DataType;

use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

#[diagnostic::do_not_recommend]
impl ColumnType for String {
    type Base = Self;
    type Null = Required;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = NoFields;

    fn data_type() -> DataType {
        DataType::Utf8
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::required(array)
    }

    fn encode_column(values: &[Option<&Self>], _: &DataType) -> Result<ArrayRef, EncodeError> {
        let bytes = values.iter().flatten().map(|text| text.len()).sum();
        super::binary::check_size(bytes)?;
        let mut builder = StringBuilder::with_capacity(values.len(), bytes);
        for value in values {
            builder.append_option(*value);
        }
        Ok(Arc::new(builder.finish()))
    }

    fn to_value(&self, _: &DataType) -> Result<Value, String> {
        Ok(Value::Text(self.as_str().into()))
    }
}

#[diagnostic::do_not_recommend]
impl BaseType for String {
    type NullableFields = NoFields;

    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
        let owned = |text: &str| Ok(text.to_owned());
        match array.data_type() {
            DataType::Utf8 => {
                let texts = array.as_string::<i32>();
                S::convert((0..texts.len()).map(|i| texts.value(i)), texts.nulls(), owned)
            }
            DataType::LargeUtf8 => {
                let texts = array.as_string::<i64>();
                S::convert((0..texts.len()).map(|i| texts.value(i)), texts.nulls(), owned)
            }
            DataType::Utf8View => {
                let texts = array.as_string_view();
                S::convert((0..texts.len()).map(|i| texts.value(i)), texts.nulls(), owned)
            }
            other => Err(DecodeError::mismatch("String", other)),
        }
    }
}
