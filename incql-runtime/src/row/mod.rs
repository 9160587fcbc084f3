//! Row types: how a Rust type describes, numbers and decodes the columns of a relation.

pub mod base;
pub mod fields;
pub mod joined;
pub mod model;
pub mod reader;
pub mod selection;

pub use base::{NoBase, NoMoreColumns, Over, RowBase};
pub use fields::{FieldList, OwnFields};
pub use joined::Joined;
pub use model::{Assign, Field, Model, Replaces, field};
pub use reader::{BatchReader, OwnColumns};
#[allow(unused_imports, reason = "frames take items apart")]
pub(crate) use selection::Item;
pub use selection::{BaseCompanion, Companion, Items, KeySelection, Levels, Selection, Star, star};

use crate::error::DecodeError;
use crate::expr::column::ColumnCursor;

/// A Rust type that is one row of a relation: a model, an anonymous row of `SELECT`, a joined pair, or an `Option` of
/// one (the side of an outer join that may be missing).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row type",
    label = "not a row type",
    note = "derive `Model` for the struct that describes the row"
)]
pub trait Row: Sized + 'static {
    /// The companion whose public fields are the columns.
    type Columns: Copy + 'static;
    /// The companion when the row may be missing: every column is optional.
    type NullableColumns: Copy + 'static;
    /// The companion, numbered from the cursor on.
    fn columns(cursor: &mut ColumnCursor) -> Self::Columns;
    /// The nullable companion, numbered from the cursor on.
    fn nullable_columns(cursor: &mut ColumnCursor) -> Self::NullableColumns;
    /// Appends the top-level fields.
    fn fields(list: &mut FieldList);
    /// Decodes the reader's next columns.
    ///
    /// # Errors
    /// The first column and row that do not fit the type.
    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError>;
    /// Decodes the reader's next columns where the whole row may be missing: `None` where every column is NULL.
    ///
    /// # Errors
    /// The first column and row that do not fit the type, in a row that is not missing.
    fn decode_optional(reader: &mut BatchReader<'_>) -> Result<Vec<Option<Self>>, DecodeError> {
        reader.optional()
    }
}

#[diagnostic::do_not_recommend]
impl<R: Row> Row for Option<R> {
    type Columns = R::NullableColumns;
    type NullableColumns = R::NullableColumns;

    fn columns(cursor: &mut ColumnCursor) -> R::NullableColumns {
        R::nullable_columns(cursor)
    }

    fn nullable_columns(cursor: &mut ColumnCursor) -> R::NullableColumns {
        R::nullable_columns(cursor)
    }

    fn fields(list: &mut FieldList) {
        let start = list.fields().len();
        R::fields(list);
        list.make_nullable(start);
    }

    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError> {
        R::decode_optional(reader)
    }

    fn decode_optional(reader: &mut BatchReader<'_>) -> Result<Vec<Option<Self>>, DecodeError> {
        Ok(R::decode_optional(reader)?.into_iter().map(Some).collect())
    }
}
