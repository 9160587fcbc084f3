//! Typed column handles: `Copy`, numbered depth-first, with the companion of a struct's fields.

use std::marker::PhantomData;
use std::ops::Deref;

use super::node::{Node, NodeKind, Scope};
use crate::row::{FieldList, RowBase};
use crate::types::{ColumnType, Fields};

/// A column of the row that a verb's closure sees.
pub struct Column<T: ColumnType> {
    scope: Scope,
    index: u32,
    fields: T::Fields,
}

impl<T: ColumnType> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ColumnType> Copy for Column<T> {}

impl<T: ColumnType> Column<T> {
    /// The scope and depth-first position.
    #[doc(hidden)]
    pub fn origin(&self) -> (Scope, u32) {
        (self.scope, self.index)
    }

    /// The authored reference.
    pub(crate) fn node(&self) -> Node {
        Node::new(NodeKind::Column { scope: self.scope, index: self.index })
    }
}

/// What a bare name means that is also a Rust variable; see [`super::bare`].
impl<T: ColumnType> Column<T> {
    /// The column.
    #[doc(hidden)]
    #[must_use]
    #[deprecated(note = "this name is both a column and a Rust variable, and here it means the column; write \
                         `.name` for the column, or give the variable another name")]
    pub fn column_or_variable<V: ?Sized>(&self, _variable: &V) -> Self {
        *self
    }

    /// The column.
    #[doc(hidden)]
    #[must_use]
    #[deprecated(note = "this name is both a column and a Rust variable, and here it means the column; write \
                         `.name` for the column, or give the variable another name")]
    pub fn undecided<V: ?Sized>(&self, _variable: &V) -> Self {
        *self
    }
}

impl<T: ColumnType> Deref for Column<T> {
    type Target = T::Fields;
    fn deref(&self) -> &T::Fields {
        &self.fields
    }
}

/// A GROUP BY key.
pub struct Key<T> {
    scope: Scope,
    index: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    pub(crate) fn node(&self) -> Node {
        Node::new(NodeKind::Key { scope: self.scope, index: self.index })
    }
}

/// The companion fields of a type that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoFields;

impl Fields for NoFields {
    fn take(_: &mut ColumnCursor) -> Self {
        Self
    }
}

/// Numbers the columns of one row, depth-first.
#[derive(Debug)]
pub struct ColumnCursor {
    scope: Scope,
    next: u32,
}

impl ColumnCursor {
    /// Starts at the row's first column.
    pub fn new(scope: Scope) -> Self {
        Self { scope, next: 0 }
    }

    /// The next column, and its fields.
    pub fn column<T: ColumnType>(&mut self) -> Column<T> {
        let index = self.next;
        self.next += 1;
        Column { scope: self.scope, index, fields: T::Fields::take(self) }
    }

    /// Numbers a row that extends `B` with own columns: the base's columns in place, an own column that has a base
    /// column's name at that column's place, the others after the base.
    pub fn extended<B: RowBase, O>(
        &mut self,
        names: &[&str],
        base: impl FnOnce(&mut Self) -> O,
    ) -> (O, ExtendedCursor) {
        let mut list = FieldList::default();
        B::fields(&mut list);
        let mut starts = Vec::with_capacity(names.len());
        for name in names {
            starts.push(list.position(name).map(|position| self.next + list.depth_first_start(position)));
        }
        let columns = base(self);
        (columns, ExtendedCursor { starts: starts.into_iter() })
    }

    /// The next own column of an extended row.
    pub fn own_column<T: ColumnType>(&mut self, own: &mut ExtendedCursor) -> Column<T> {
        match own.starts.next().flatten() {
            Some(start) => Self { scope: self.scope, next: start }.column(),
            None => self.column(),
        }
    }

    /// The scope and position of the next column.
    pub fn position(&self) -> (Scope, u32) {
        (self.scope, self.next)
    }

    /// The next group key.
    pub fn key<T>(&mut self) -> Key<T> {
        let index = self.next;
        self.next += 1;
        Key { scope: self.scope, index, marker: PhantomData }
    }
}

/// Where the own columns of an extended row stand.
#[derive(Debug)]
pub struct ExtendedCursor {
    starts: std::vec::IntoIter<Option<u32>>,
}
