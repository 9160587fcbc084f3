//! Rust types that can be columns: their nullability, their Arrow type, and their companion fields, all in types.

pub mod nullability;

use arrow::datatypes::DataType;

pub use nullability::{Nullability, Nullable, Required};

use crate::expr::column::{ColumnCursor, NoFields};
use crate::value::Value;

/// A Rust type that a column can have: a base type or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a column type",
    label = "not a column type",
    note = "column types are bool, i8 to i64, u8 to u64, f32, f64, String, Vec<u8>, Decimal, chrono dates and times, \
            Interval, Vec of a column type, structs that derive Model, maps, and Option of each"
)]
pub trait ColumnType: Sized + 'static {
    /// The type without `Option`.
    type Base: BaseType;
    /// Whether NULL is a value.
    type Null: Nullability;
    /// The companion of a struct's fields; [`NoFields`] for other types.
    type Fields: Fields;
    /// The Arrow type of a column without further attributes.
    fn data_type() -> DataType;
    /// Whether the column can be NULL.
    fn nullable() -> bool {
        <Self::Null as Nullability>::NULLABLE
    }
}

/// A column type that is not an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a column type without `Option`",
    label = "not a column type without `Option`"
)]
pub trait BaseType: ColumnType<Base = Self, Null = Required> {
    /// The companion fields of `Option<Self>`.
    type NullableFields: Fields;
    /// This value as a constant of [`ColumnType::data_type`].
    fn to_value(&self) -> Value;
    /// The Arrow type of this value where it depends on it (a decimal's scale).
    fn value_type(&self) -> DataType {
        Self::data_type()
    }
}

/// The companion of a struct column's fields.
pub trait Fields: Copy + 'static {
    /// Takes the next depth-first positions.
    fn take(cursor: &mut ColumnCursor) -> Self;
}

impl<T: BaseType> ColumnType for Option<T> {
    type Base = T;
    type Null = Nullable;
    type Fields = T::NullableFields;
    fn data_type() -> DataType {
        T::data_type()
    }
}

macro_rules! scalar_type {
    ($($rust:ty => $arrow:expr, |$v:ident| $value:expr;)*) => {$(
        impl ColumnType for $rust {
            type Base = $rust;
            type Null = Required;
            type Fields = NoFields;
            fn data_type() -> DataType { $arrow }
        }
        impl BaseType for $rust {
            type NullableFields = NoFields;
            fn to_value(&self) -> Value { let $v = self; $value }
        }
    )*};
}

scalar_type! {
    bool => DataType::Boolean, |v| Value::Boolean(*v);
    i32 => DataType::Int32, |v| Value::Int(i64::from(*v));
    i64 => DataType::Int64, |v| Value::Int(*v);
    u64 => DataType::UInt64, |v| Value::UInt(*v);
    f64 => DataType::Float64, |v| Value::Float64(*v);
    String => DataType::Utf8, |v| Value::Text(v.as_str().into());
}
