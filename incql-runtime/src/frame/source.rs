//! What a query reads from: any carrier, by value or by reference; the user's handle is never moved.

use super::LazyFrame;
use crate::row::Row;

/// A relation that a query can start from or join.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no relation to query",
    label = "not a frame",
    note = "FROM and JOIN take a `LazyFrame` or a `DataFrame`, or a reference to one"
)]
pub trait Source {
    /// The row type.
    type Row: Row;
    /// The relation as a frame.
    fn frame(&self) -> LazyFrame<Self::Row>;
}

#[diagnostic::do_not_recommend]
impl<T: Row> Source for LazyFrame<T> {
    type Row = T;
    fn frame(&self) -> LazyFrame<T> {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl<S: Source + ?Sized> Source for &S {
    type Row = S::Row;
    fn frame(&self) -> LazyFrame<S::Row> {
        (**self).frame()
    }
}

#[diagnostic::do_not_recommend]
impl<S: Source + ?Sized> Source for &mut S {
    type Row = S::Row;
    fn frame(&self) -> LazyFrame<S::Row> {
        (**self).frame()
    }
}
