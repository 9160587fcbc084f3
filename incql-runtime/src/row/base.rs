//! What an anonymous row extends: nothing, or the row of `SELECT *`; own names shadow the base's through `Deref`.

use std::ops::Deref;

use super::{BatchReader, FieldList, Row};
use crate::error::DecodeError;
use crate::expr::column::ColumnCursor;

/// The base of an anonymous row.
pub trait RowBase: Sized + 'static {
    /// The base's companion.
    type Columns: Copy + 'static;
    /// The base's companion when the row may be missing.
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
}

/// No base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoBase;

/// The innermost companion: every companion derefs to it in the end, and it has no column.
#[derive(Clone, Copy, Debug)]
pub struct NoMoreColumns;

/// The row that `SELECT *` keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Over<R>(pub R);

impl<R> Deref for Over<R> {
    type Target = R;
    fn deref(&self) -> &R {
        &self.0
    }
}

impl RowBase for NoBase {
    type Columns = NoMoreColumns;
    type NullableColumns = NoMoreColumns;

    fn columns(_: &mut ColumnCursor) -> NoMoreColumns {
        NoMoreColumns
    }

    fn nullable_columns(_: &mut ColumnCursor) -> NoMoreColumns {
        NoMoreColumns
    }

    fn fields(_: &mut FieldList) {}

    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError> {
        Ok(vec![Self; reader.rows()])
    }
}

#[diagnostic::do_not_recommend]
impl<R: Row> RowBase for Over<R> {
    type Columns = R::Columns;
    type NullableColumns = R::NullableColumns;

    fn columns(cursor: &mut ColumnCursor) -> R::Columns {
        R::columns(cursor)
    }

    fn nullable_columns(cursor: &mut ColumnCursor) -> R::NullableColumns {
        R::nullable_columns(cursor)
    }

    fn fields(list: &mut FieldList) {
        R::fields(list);
    }

    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError> {
        Ok(R::decode(reader)?.into_iter().map(Over).collect())
    }
}
