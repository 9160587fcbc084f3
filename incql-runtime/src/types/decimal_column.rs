//! `Decimal` as a column: Arrow Decimal128, `(38, 10)` unless the model says otherwise; no digit is ever cut off.

use std::sync::Arc;

use arrow::array::{ArrayRef, ArrowPrimitiveType, Decimal128Builder};
use arrow::datatypes::{
    DataType, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};

use super::decimal::MAX_DIGITS;
use super::integer::read_with;
use super::{BaseType, ColumnType, Decimal, Required, Slots, slots};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::NoFields;
use crate::value::Value;

/// The digits of a decimal column without attributes.
const DEFAULT_PRECISION: u8 = 38;
/// The fractional digits of a decimal column without attributes.
const DEFAULT_SCALE: i8 = 10;

#[diagnostic::do_not_recommend]
impl ColumnType for Decimal {
    type Base = Self;
    type Null = Required;
    type In<M: super::Mode> = M::Of<Self>;
    type Fields = NoFields;

    fn data_type() -> DataType {
        DataType::Decimal128(DEFAULT_PRECISION, DEFAULT_SCALE)
    }

    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError> {
        slots::required(array)
    }

    fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
        let mut builder = Decimal128Builder::with_capacity(values.len()).with_data_type(data_type.clone());
        for (row, value) in values.iter().enumerate() {
            let unscaled = value.map(|value| unscaled(*value, data_type)).transpose();
            builder.append_option(unscaled.map_err(|message| EncodeError::at(row, message))?);
        }
        Ok(Arc::new(builder.finish()))
    }

    fn to_value(&self, data_type: &DataType) -> Result<Value, String> {
        unscaled(*self, data_type).map(Value::Decimal)
    }

    fn value_type(&self) -> DataType {
        DataType::Decimal128(self.precision(), i8::try_from(self.scale()).unwrap_or(i8::MAX))
    }
}

/// The unscaled number of this value in a decimal type that holds it exactly.
fn unscaled(value: Decimal, data_type: &DataType) -> Result<i128, String> {
    let refuse = || format!("{value} does not fit {data_type}");
    let DataType::Decimal128(precision, scale) = data_type else { return Err(refuse()) };
    let scale = u8::try_from(*scale).map_err(|_| refuse())?;
    let scaled = value.rescale(scale).map_err(|_| refuse())?;
    if scaled.precision() > *precision {
        return Err(refuse());
    }
    Ok(scaled.unscaled())
}

#[diagnostic::do_not_recommend]
impl BaseType for Decimal {
    type NullableFields = NoFields;

    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError> {
        match array.data_type() {
            DataType::Decimal32(_, scale) => read_scaled::<Decimal32Type, S>(array, *scale),
            DataType::Decimal64(_, scale) => read_scaled::<Decimal64Type, S>(array, *scale),
            DataType::Decimal128(_, scale) => read_scaled::<Decimal128Type, S>(array, *scale),
            DataType::Decimal256(_, scale) => {
                let scale = *scale;
                read_with::<Decimal256Type, Self, S>(array, "Decimal", |value| {
                    let narrow = value.to_i128().ok_or_else(|| format!("{value} does not fit 38 digits"))?;
                    scaled(narrow, scale)
                })
            }
            DataType::Int8 => read_scaled::<Int8Type, S>(array, 0),
            DataType::Int16 => read_scaled::<Int16Type, S>(array, 0),
            DataType::Int32 => read_scaled::<Int32Type, S>(array, 0),
            DataType::Int64 => read_scaled::<Int64Type, S>(array, 0),
            DataType::UInt8 => read_scaled::<UInt8Type, S>(array, 0),
            DataType::UInt16 => read_scaled::<UInt16Type, S>(array, 0),
            DataType::UInt32 => read_scaled::<UInt32Type, S>(array, 0),
            DataType::UInt64 => read_scaled::<UInt64Type, S>(array, 0),
            other => Err(DecodeError::mismatch("Decimal", other)),
        }
    }
}

fn read_scaled<A: ArrowPrimitiveType, S: Slots>(array: &ArrayRef, scale: i8) -> Result<Vec<S::Of<Decimal>>, DecodeError>
where
    i128: From<A::Native>,
{
    read_with::<A, Decimal, S>(array, "Decimal", |value| scaled(i128::from(value), scale))
}

/// A number of Arrow's, whose scale may be negative.
fn scaled(unscaled: i128, scale: i8) -> Result<Decimal, String> {
    let refuse = || format!("{unscaled} at scale {scale} does not fit {MAX_DIGITS} digits");
    match u8::try_from(scale) {
        Ok(scale) => Decimal::new(unscaled, scale).map_err(|_| refuse()),
        Err(_) => {
            let factor = 10_i128.checked_pow(u32::from(scale.unsigned_abs())).ok_or_else(refuse)?;
            Decimal::new(unscaled.checked_mul(factor).ok_or_else(refuse)?, 0).map_err(|_| refuse())
        }
    }
}
