//! The pair row that a join makes: the left columns, then the right ones.

use super::{BatchReader, Companion, FieldList, Row};
use crate::error::DecodeError;
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;

/// A pair of rows that a join makes; as companion, the pair of their companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Joined<L, R> {
    /// The left row.
    pub left: L,
    /// The right row; an `Option` after a left join.
    pub right: R,
}

#[diagnostic::do_not_recommend]
impl<L: Row, R: Row> Row for Joined<L, R> {
    type Columns = Joined<L::Columns, R::Columns>;
    type NullableColumns = Joined<L::NullableColumns, R::NullableColumns>;

    fn columns(cursor: &mut ColumnCursor) -> Self::Columns {
        let left = L::columns(cursor);
        Joined { left, right: R::columns(cursor) }
    }

    fn nullable_columns(cursor: &mut ColumnCursor) -> Self::NullableColumns {
        let left = L::nullable_columns(cursor);
        Joined { left, right: R::nullable_columns(cursor) }
    }

    fn fields(list: &mut FieldList) {
        L::fields(list);
        R::fields(list);
    }

    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError> {
        let left = L::decode(reader)?;
        let right = R::decode(reader)?;
        Ok(left.into_iter().zip(right).map(|(left, right)| Self { left, right }).collect())
    }
}

#[diagnostic::do_not_recommend]
impl<L: Companion, R: Companion> Companion for Joined<L, R> {
    type Row = Joined<L::Row, R::Row>;

    fn origin(&self) -> (Scope, u32) {
        self.left.origin()
    }
}
