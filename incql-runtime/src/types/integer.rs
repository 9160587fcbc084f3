//! Integers as columns: the Arrow integer of the same width; other widths are read as long as every value fits.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, PrimitiveBuilder};
use arrow::datatypes::{
    DataType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};

use super::{BaseType, ColumnType, Required, Slots, binary, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

macro_rules! integer {
    ($($rust:ident $arrow:ident $data_type:ident $value:ident $wide:ident { $($more:tt)* })*) => {$(
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
                Ok(Value::$value($wide::from(*self)))
            }

            $($more)*
        }

        #[diagnostic::do_not_recommend]
        impl BaseType for $rust {
            type NullableFields = NoFields;

            #[allow(unreachable_patterns, reason = "the first arm is one of the others, without the conversion")]
            fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
                match array.data_type() {
                    DataType::$data_type => read_same::<$arrow, S>(array, stringify!($rust)),
                    DataType::Int8 => read_other::<Int8Type, Self, S>(array, stringify!($rust)),
                    DataType::Int16 => read_other::<Int16Type, Self, S>(array, stringify!($rust)),
                    DataType::Int32 => read_other::<Int32Type, Self, S>(array, stringify!($rust)),
                    DataType::Int64 => read_other::<Int64Type, Self, S>(array, stringify!($rust)),
                    DataType::UInt8 => read_other::<UInt8Type, Self, S>(array, stringify!($rust)),
                    DataType::UInt16 => read_other::<UInt16Type, Self, S>(array, stringify!($rust)),
                    DataType::UInt32 => read_other::<UInt32Type, Self, S>(array, stringify!($rust)),
                    DataType::UInt64 => read_other::<UInt64Type, Self, S>(array, stringify!($rust)),
                    other => Err(DecodeError::mismatch(stringify!($rust), other)),
                }
            }
        }
    )*};
}

integer! {
    i8 Int8Type Int8 Int i64 {}
    i16 Int16Type Int16 Int i64 {}
    i32 Int32Type Int32 Int i64 {}
    i64 Int64Type Int64 Int i64 {}
    u8 UInt8Type UInt8 UInt u64 {
        fn list_type() -> DataType {
            DataType::Binary
        }

        fn decode_lists(array: &ArrayRef) -> Result<Vec<Vec<Self>>, DecodeError> {
            binary::decode(array)
        }

        fn encode_lists(values: &[Option<&Vec<Self>>], _: &DataType) -> Result<ArrayRef, EncodeError> {
            binary::encode(values)
        }

        fn list_value(values: &[Self], _: &DataType) -> Result<Value, String> {
            Ok(Value::Binary(values.into()))
        }
    }
    u16 UInt16Type UInt16 UInt u64 {}
    u32 UInt32Type UInt32 UInt u64 {}
    u64 UInt64Type UInt64 UInt u64 {}
}

/// Writes primitive values.
pub(super) fn write<A: ArrowPrimitiveType>(values: &[Option<&A::Native>]) -> ArrayRef {
    let mut builder = PrimitiveBuilder::<A>::with_capacity(values.len());
    for value in values {
        builder.append_option(value.copied());
    }
    Arc::new(builder.finish())
}

/// Reads an array of exactly the Arrow type.
pub(super) fn read_same<A: ArrowPrimitiveType, S: Slots>(
    array: &ArrayRef,
    expected: &'static str,
) -> Result<Vec<S::Of<A::Native>>, DecodeError> {
    read_with::<A, A::Native, S>(array, expected, Ok)
}

/// Reads an array of another integer type; a value that does not fit is an error.
fn read_other<A, T, S>(array: &ArrayRef, expected: &'static str) -> Result<Vec<S::Of<T>>, DecodeError>
where
    A: ArrowPrimitiveType,
    A::Native: std::fmt::Display,
    T: TryFrom<A::Native>,
    S: Slots,
{
    read_with::<A, T, S>(array, expected, |value| {
        T::try_from(value).map_err(|_| format!("{value} does not fit {expected}"))
    })
}

/// Reads a primitive array through a conversion.
pub(super) fn read_with<A: ArrowPrimitiveType, T, S: Slots>(
    array: &ArrayRef,
    expected: &'static str,
    convert: impl Fn(A::Native) -> Result<T, String>,
) -> Result<Vec<S::Of<T>>, DecodeError> {
    let Some(values) = array.as_primitive_opt::<A>() else {
        return Err(DecodeError::mismatch(expected, array.data_type()));
    };
    S::convert(values.values().iter().copied(), values.nulls(), convert)
}
