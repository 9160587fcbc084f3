//! What a `SELECT` list is: named expressions in order, the row type they make, and the columns `*` stands for.

use super::{FieldList, NoBase, NoMoreColumns, Over, Row, RowBase};
use crate::expr::column::ColumnCursor;
use crate::expr::node::{Node, Scope};

/// The levels of a selection's items, as a nested pair list ending in `()`.
pub trait Levels {}
impl Levels for () {}
impl<L, R: Levels> Levels for (L, R) {}

/// What a `SELECT` list or `row! { .. }` builds: named expressions and the row type they make.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a selection",
    label = "not a selection",
    note = "write `row! {{ name: expression, .. }}`"
)]
pub trait Selection {
    /// The row that comes out.
    type Row: Row;
    /// The level of each item; `()` where the items no longer tell (a model's projection).
    type Levels: Levels;
    /// The row that comes out beside the columns of `R`.
    type Extended<R: Row>: Row;
    /// Hands over the items in order.
    fn items(self, items: &mut Items);
}

/// A selection that can be GROUP BY keys.
pub trait KeySelection: Selection {
    /// The companion whose fields are the keys.
    type Keys: Copy + 'static;
    /// The keys, numbered from the cursor on.
    fn keys(cursor: &mut ColumnCursor) -> Self::Keys;
}

/// The items of a selection.
#[derive(Debug, Default)]
pub struct Items {
    pub(crate) list: Vec<Item>,
}

/// One item of a selection.
#[derive(Debug)]
pub(crate) enum Item {
    /// An expression under an output name.
    Named(&'static str, Node),
    /// All columns of a relation: from this depth-first position, this many top-level columns.
    Star { scope: Scope, start: u32, columns: usize },
}

impl Items {
    /// Appends an expression under an output name.
    pub fn push(&mut self, name: &'static str, node: Node) {
        self.list.push(Item::Named(name, node));
    }

    /// Appends all columns of a row type that starts at `start`.
    pub fn star<R: Row>(&mut self, scope: Scope, start: u32) {
        self.list.push(Item::Star { scope, start, columns: FieldList::of::<R>().fields().len() });
    }
}

/// A companion of columns, as `SELECT *` and `relation.*` need it.
pub trait Companion: Copy {
    /// The row these columns make.
    type Row: Row;
    /// The scope and depth-first position of the first column.
    fn origin(&self) -> (Scope, u32);
}

/// What is under the own columns of an anonymous row's companion: nothing, or another companion.
pub trait BaseCompanion: Copy {
    /// The base of the row.
    type Base: RowBase;
    /// The scope and position of the first column, which is `own` where nothing is underneath.
    fn origin(&self, own: (Scope, u32)) -> (Scope, u32);
}

impl BaseCompanion for NoMoreColumns {
    type Base = NoBase;
    fn origin(&self, own: (Scope, u32)) -> (Scope, u32) {
        own
    }
}

#[diagnostic::do_not_recommend]
impl<C: Companion> BaseCompanion for C {
    type Base = Over<C::Row>;
    fn origin(&self, _own: (Scope, u32)) -> (Scope, u32) {
        Companion::origin(self)
    }
}

/// All columns of a relation in a selection.
#[derive(Debug)]
pub struct Star<R> {
    pub(crate) scope: Scope,
    pub(crate) start: u32,
    pub(crate) row: std::marker::PhantomData<fn() -> R>,
}

/// All columns of the relation with this companion.
pub fn star<C: Companion>(columns: &C) -> Star<C::Row> {
    let (scope, start) = columns.origin();
    Star { scope, start, row: std::marker::PhantomData }
}

impl<R: Row> Star<R> {
    /// Hands over the columns.
    pub fn items(self, items: &mut Items) {
        items.star::<R>(self.scope, self.start);
    }
}
