//! Row types: how a Rust type describes, numbers and decodes the columns of a relation.

use std::sync::Arc;

use arrow::array::ArrayRef;
use arrow::datatypes::{Field, FieldRef, SchemaRef};

use crate::error::DecodeError;
use crate::expr::column::ColumnCursor;
use crate::expr::node::Node;
use crate::expr::node::Scope;
use crate::schema::depth_first_width;
use crate::types::ColumnType;

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
    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError>;
    /// Decodes the reader's next columns where the whole row may be missing: `None` where a column that cannot be
    /// NULL in `Self` is NULL, or, if there is none such, where all columns are.
    fn decode_optional(reader: &mut BatchReader<'_>) -> Result<Vec<Option<Self>>, DecodeError>;
}

/// The fields of a row type, in order.
#[derive(Clone, Debug, Default)]
pub struct FieldList {
    fields: Vec<FieldRef>,
}

impl FieldList {
    /// Appends a column of a type without further attributes.
    pub fn column<T: ColumnType>(&mut self, name: &str) {
        self.push(Arc::new(Field::new(name, T::data_type(), T::nullable())));
    }

    /// Appends a field.
    pub fn push(&mut self, field: FieldRef) {
        self.fields.push(field);
    }

    /// The fields so far.
    pub fn fields(&self) -> &[FieldRef] {
        &self.fields
    }

    /// The depth-first position of top-level field `position`, relative to the first field.
    pub(crate) fn depth_first_start(&self, position: usize) -> u32 {
        let width: usize = self.fields.iter().take(position).map(|f| depth_first_width(f.data_type())).sum();
        u32::try_from(width).unwrap_or(u32::MAX)
    }
}

/// The columns of one batch, taken in order by row types.
#[derive(Debug)]
pub struct BatchReader<'a> {
    pub(crate) schema: &'a SchemaRef,
    pub(crate) columns: &'a [ArrayRef],
    pub(crate) next: usize,
    /// Rows decoded before this batch, so that errors name the row of the whole result.
    pub(crate) first_row: usize,
}

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
    /// The level of each item.
    type Levels: Levels;
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
        let mut list = FieldList::default();
        R::fields(&mut list);
        self.list.push(Item::Star { scope, start, columns: list.fields().len() });
    }
}

/// A companion of columns, as `SELECT *` and `relation.*` need it.
pub trait Companion: Copy {
    /// The row these columns make.
    type Row: Row;
    /// The scope and depth-first position of the first column.
    fn origin(&self) -> (Scope, u32);
}

/// All columns of a relation in a selection.
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

/// A pair of rows that a join makes; as companion, the pair of their companions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Joined<L, R> {
    /// The left row.
    pub left: L,
    /// The right row; an `Option` after a left join.
    pub right: R,
}
