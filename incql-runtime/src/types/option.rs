//! `Option<T>` as a column: the same Arrow type, with NULL for `None`.

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;

use super::{BaseType, ColumnType, Nullable, slots};
use crate::error::{DecodeError, EncodeError};
use crate::value::Value;

#[diagnostic::do_not_recommend]
impl<T: BaseType> ColumnType for Option<T> {
    type Base = T;
    type Null = Nullable;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = T::NullableFields;

    fn data_type() -> DataType {
        T::data_type()
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::optional(array)
    }

    fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
        let values: Vec<Option<&T>> = values.iter().map(|value| value.and_then(Option::as_ref)).collect();
        T::encode_column(&values, data_type)
    }

    fn to_value(&self, data_type: &DataType) -> Result<Value, String> {
        self.as_ref().map_or(Ok(Value::Null), |value| value.to_value(data_type))
    }

    fn value_type(&self) -> DataType {
        self.as_ref().map_or_else(T::data_type, ColumnType::value_type)
    }
}
