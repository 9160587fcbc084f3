//! Floats as columns: Arrow Float32 and Float64; narrower numbers that a float holds exactly are read, too.

use arrow::array::{Array, ArrayRef};
use arrow::datatypes::{
    DataType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type,
};

use super::integer::{read_same, read_with, write};
use super::{BaseType, ColumnType, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

macro_rules! float {
    ($($rust:ident $arrow:ident $data_type:ident [$($other:ident $other_type:ident),*])*) => {$(
        #[diagnostic::do_not_recommend]
        impl ColumnType for $rust {
            type Base = Self;
            type Null = Required;
            type In<M: super::Mode> = M::Of<Self>;
            type Fields = NoFields;

            fn data_type() -> DataType {
                DataType::$data_type
            }

            fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
                slots::required(array)
            }

            fn encode_column(values: &[Option<&Self>], _: &DataType) -> Result<ArrayRef, EncodeError> {
                Ok(write::<$arrow>(values))
            }

            fn to_value(&self, _: &DataType) -> Result<Value, String> {
                Ok(Value::$data_type(*self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl BaseType for $rust {
            type NullableFields = NoFields;

            fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
                let name = stringify!($rust);
                match array.data_type() {
                    DataType::$data_type => read_same::<$arrow, S>(array, name),
                    DataType::Float16 => read_with::<Float16Type, Self, S>(array, name, |v| Ok(v.into())),
                    $(DataType::$other_type => {
                        read_with::<$other, Self, S>(array, name, |value| Ok(Self::from(value)))
                    })*
                    other => Err(DecodeError::mismatch(name, other)),
                }
            }
        }
    )*};
}

float! {
    f32 Float32Type Float32 [Int8Type Int8, Int16Type Int16, UInt8Type UInt8, UInt16Type UInt16]
    f64 Float64Type Float64 [
        Float32Type Float32, Int8Type Int8, Int16Type Int16, Int32Type Int32, UInt8Type UInt8, UInt16Type UInt16,
        UInt32Type UInt32
    ]
}
