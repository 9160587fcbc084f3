//! What a model's companion holds per column, chosen by its one type parameter: columns, optional columns, or the
//! expressions that `INTO` assigns.

use crate::expr::column::{Column, ColumnCursor};
use crate::expr::node::Scope;
use crate::row::{Companion, Field, Model, Row};

use super::ColumnType;

/// What a companion holds for a column of type `T`.
pub trait Mode: 'static {
    /// For a column.
    type Of<T: ColumnType>;
    /// For a model whose columns are inlined.
    type Flat<R: Model>;
}

/// A mode whose fields are columns, numbered from a cursor.
pub trait ColumnMode: Mode {
    /// The row that a model's columns make.
    type Row<R: Row>: Row;
    /// The next column.
    fn column<T: ColumnType>(cursor: &mut ColumnCursor) -> Self::Of<T>;
    /// The columns of an inlined model.
    fn flat<R: Model>(cursor: &mut ColumnCursor) -> Self::Flat<R>;
    /// Where a column stands.
    fn origin<T: ColumnType>(column: &Self::Of<T>) -> (Scope, u32);
    /// Where the first column of an inlined model stands.
    fn flat_origin<R: Model>(columns: &Self::Flat<R>) -> (Scope, u32);
}

/// The columns as the model declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {}

/// The columns of a row that may be missing: each is optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optional {}

/// The expressions that `INTO` assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projecting {}

impl Mode for Plain {
    type Of<T: ColumnType> = Column<T>;
    type Flat<R: Model> = R::Columns;
}

impl ColumnMode for Plain {
    type Row<R: Row> = R;

    fn column<T: ColumnType>(cursor: &mut ColumnCursor) -> Column<T> {
        cursor.column()
    }

    fn flat<R: Model>(cursor: &mut ColumnCursor) -> R::Columns {
        R::columns(cursor)
    }

    fn origin<T: ColumnType>(column: &Column<T>) -> (Scope, u32) {
        column.origin()
    }

    fn flat_origin<R: Model>(columns: &R::Columns) -> (Scope, u32) {
        columns.origin()
    }
}

impl Mode for Optional {
    type Of<T: ColumnType> = Column<Option<T::Base>>;
    type Flat<R: Model> = R::NullableColumns;
}

impl ColumnMode for Optional {
    type Row<R: Row> = Option<R>;

    fn column<T: ColumnType>(cursor: &mut ColumnCursor) -> Column<Option<T::Base>> {
        cursor.column()
    }

    fn flat<R: Model>(cursor: &mut ColumnCursor) -> R::NullableColumns {
        R::nullable_columns(cursor)
    }

    fn origin<T: ColumnType>(column: &Column<Option<T::Base>>) -> (Scope, u32) {
        column.origin()
    }

    fn flat_origin<R: Model>(columns: &R::NullableColumns) -> (Scope, u32) {
        columns.origin()
    }
}

impl Mode for Projecting {
    type Of<T: ColumnType> = Field<T>;
    type Flat<R: Model> = R::Projection;
}
