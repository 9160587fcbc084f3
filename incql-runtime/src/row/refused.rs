//! The companion of an item that cannot be a model: it has no columns, and stands in so that the refusal is the only
//! error.

use std::fmt;
use std::marker::PhantomData;

use super::{Companion, FieldList, Items, Row, Selection};
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;
use crate::types::Fields;

/// The companion and projection of a refused item `M`.
pub struct Refused<M>(PhantomData<fn() -> M>);

impl<M> Clone for Refused<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Refused<M> {}

impl<M> fmt::Debug for Refused<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refused")
    }
}

#[diagnostic::do_not_recommend]
impl<M: 'static> Fields for Refused<M> {
    fn take(_: &mut ColumnCursor) -> Self {
        Self(PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<M: Row> Companion for Refused<M> {
    type Row = M;
    fn origin(&self) -> (Scope, u32) {
        (Scope::new(|_: &mut FieldList| {}), 0)
    }
}

#[diagnostic::do_not_recommend]
impl<M: Row> Selection for Refused<M> {
    type Row = M;
    type Levels = ();
    type Extended<R: Row> = R;
    fn items(self, _: &mut Items) {}
}
