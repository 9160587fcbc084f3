//! Rust types that can be columns: nullability, Arrow type, companion fields, and the way to and from Arrow arrays.
#![doc = include_str!("table.md")]

pub mod attribute;
mod binary;
mod boolean;
mod calendar;
pub mod decimal;
mod decimal_column;
mod float;
mod integer;
pub mod interval;
mod list;
mod map;
pub mod mode;
pub mod nullability;
mod option;
pub mod slots;
pub mod structure;
#[cfg(test)]
mod tests;
mod text;

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;

pub use attribute::{DecimalColumn, ZonedColumn};
pub use decimal::{Decimal, DecimalError};
pub use interval::Interval;
pub use mode::{ColumnMode, Mode, Optional, Plain, Projecting};
pub use nullability::{Nullability, Nullable, Required};
pub use slots::Slots;

use crate::error::{DecodeError, EncodeError};
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;
use crate::row::{BatchReader, FieldList};
use crate::value::Value;

/// A Rust type that a column can have: a base type or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a column type",
    label = "not a column type",
    note = "column types are bool, i8 to i64, u8 to u64, f32, f64, String, Vec<u8>, Decimal, chrono dates and times, \
            Interval, Vec of a column type, structs that derive Model, maps, and one Option of each"
)]
pub trait ColumnType: Sized + 'static {
    /// The type without `Option`.
    type Base: BaseType;
    /// Whether NULL is a value.
    type Null: Nullability;
    /// The companion of a struct's fields; [`NoFields`](crate::expr::column::NoFields) for other types.
    type Fields: Fields;

    /// What a companion holds for a column of this type.
    type In<M: Mode>;

    /// The Arrow type of a column without further attributes.
    fn data_type() -> DataType;

    /// Whether the column can be NULL.
    fn nullable() -> bool {
        <Self::Null as Nullability>::NULLABLE
    }

    /// Reads a column. Arrow encodings of the same values (views, dictionaries, large offsets, other widths and units)
    /// are accepted as long as every value fits.
    ///
    /// # Errors
    /// A NULL without `Option`, another type, or a value that does not fit, each with its row.
    fn decode_column(array: &ArrayRef) -> Result<Vec<Self>, DecodeError>;

    /// Writes a column of `data_type`, which is [`ColumnType::data_type`] but for decimal precision and time zone;
    /// `None` is a row that a struct around it hides.
    ///
    /// # Errors
    /// A value that `data_type` cannot hold.
    fn encode_column(values: &[Option<&Self>], data_type: &DataType) -> Result<ArrayRef, EncodeError>;

    /// This value as a constant of `data_type`.
    ///
    /// # Errors
    /// In words, where `data_type` cannot hold it.
    fn to_value(&self, data_type: &DataType) -> Result<Value, String>;

    /// The Arrow type of this value as a constant of its own: where types have parameters, those of the value.
    fn value_type(&self) -> DataType {
        Self::data_type()
    }

    /// The next column of a companion. This and what follows is what the derive does with a model's field, so that a
    /// field type which is no column type is an error of this trait only, on the type.
    #[doc(hidden)]
    fn next_column<M: ColumnMode>(cursor: &mut ColumnCursor) -> M::Of<Self> {
        M::column::<Self>(cursor)
    }

    /// The scope and position of a companion's column.
    #[doc(hidden)]
    fn column_origin<M: ColumnMode>(column: &M::Of<Self>) -> (Scope, u32) {
        M::origin::<Self>(column)
    }

    /// Appends the column's field.
    #[doc(hidden)]
    fn describe_column(name: &str, list: &mut FieldList) {
        list.column::<Self>(name);
    }

    /// The values of the reader's next column.
    #[doc(hidden)]
    fn take_column(reader: &mut BatchReader<'_>) -> Result<std::vec::IntoIter<Self>, DecodeError> {
        reader.column()
    }

    /// Writes the column of rows.
    #[doc(hidden)]
    fn write_column<R>(
        rows: &[Option<&R>],
        part: fn(&R) -> &Self,
        writer: &mut structure::ColumnWriter<'_>,
    ) -> Result<(), EncodeError> {
        writer.column(rows, part)
    }

    /// Lists the value among those of its row.
    #[doc(hidden)]
    fn list_column(&self, values: &mut structure::ValueList<'_>) -> Result<(), String> {
        values.value(self)
    }

    /// The Arrow type of `Vec<Self>`.
    #[doc(hidden)]
    fn list_type() -> DataType {
        list::data_type::<Self>()
    }

    /// Reads a column of `Vec<Self>` that holds no NULL.
    #[doc(hidden)]
    fn decode_lists(array: &ArrayRef) -> Result<Vec<Vec<Self>>, DecodeError> {
        list::decode(array)
    }

    /// Writes a column of `Vec<Self>`.
    #[doc(hidden)]
    fn encode_lists(values: &[Option<&Vec<Self>>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
        list::encode(values, data_type)
    }

    /// The elements of a `Vec<Self>` as one constant.
    #[doc(hidden)]
    fn list_value(values: &[Self], data_type: &DataType) -> Result<Value, String> {
        list::value(values, data_type)
    }
}

/// A column type that is not an `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a column type that can be optional",
    label = "not a column type without `Option`"
)]
pub trait BaseType: ColumnType<Base = Self, Null = Required> {
    /// The companion fields of `Option<Self>`.
    type NullableFields: Fields;

    /// Reads the values that `S` asks for; dictionaries are already unpacked.
    #[doc(hidden)]
    fn read<S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<Self>>, DecodeError>;
}

/// The companion of a struct column's fields.
pub trait Fields: Copy + 'static {
    /// Takes the next depth-first positions.
    fn take(cursor: &mut ColumnCursor) -> Self;
}
