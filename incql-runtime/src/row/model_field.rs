//! A model's field as its derive uses it: every use goes through this one trait, so that a field type which is no
//! column type is reported once, on the type.

use super::{BatchReader, FieldList};
use crate::error::{DecodeError, EncodeError};
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;
use crate::types::structure::{ColumnWriter, ValueList};
use crate::types::{ColumnMode, ColumnType, Mode};

/// The type of a model's field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a column type",
    label = "not a column type",
    note = "column types are bool, i8 to i64, u8 to u64, f32, f64, String, Vec<u8>, Decimal, chrono dates and times, \
            Interval, Vec of a column type, structs that derive Model, maps, and one Option of each"
)]
pub trait ModelField: Sized {
    /// What a companion holds for this column.
    type In<M: Mode>;
    /// The next column.
    fn numbered<M: ColumnMode>(cursor: &mut ColumnCursor) -> Self::In<M>;
    /// The scope and position of a column.
    fn origin<M: ColumnMode>(column: &Self::In<M>) -> (Scope, u32);
    /// Appends the column's field.
    fn describe(name: &str, list: &mut FieldList);
    /// The values of the reader's next column.
    fn take(reader: &mut BatchReader<'_>) -> Result<std::vec::IntoIter<Self>, DecodeError>;
    /// Writes the column.
    fn write<R>(rows: &[Option<&R>], part: fn(&R) -> &Self, writer: &mut ColumnWriter<'_>) -> Result<(), EncodeError>;
    /// Lists the value.
    fn list(&self, values: &mut ValueList<'_>) -> Result<(), String>;
}

#[diagnostic::do_not_recommend]
impl<T: ColumnType> ModelField for T {
    type In<M: Mode> = M::Of<T>;

    fn numbered<M: ColumnMode>(cursor: &mut ColumnCursor) -> M::Of<T> {
        M::column::<T>(cursor)
    }

    fn origin<M: ColumnMode>(column: &M::Of<T>) -> (Scope, u32) {
        M::origin::<T>(column)
    }

    fn describe(name: &str, list: &mut FieldList) {
        list.column::<T>(name);
    }

    fn take(reader: &mut BatchReader<'_>) -> Result<std::vec::IntoIter<T>, DecodeError> {
        reader.column()
    }

    fn write<R>(rows: &[Option<&R>], part: fn(&R) -> &T, writer: &mut ColumnWriter<'_>) -> Result<(), EncodeError> {
        writer.column(rows, part)
    }

    fn list(&self, values: &mut ValueList<'_>) -> Result<(), String> {
        values.value(self)
    }
}
