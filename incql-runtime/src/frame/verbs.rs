//! The verbs over one relation. Each is a thin shell: it runs the closure over the companion and calls one step.

use super::levels::{InRow, RowLevels, SelectLevels};
use super::{LazyFrame, steps};
use crate::error::SourceLocation;
use crate::expr::level::RowWise;
use crate::expr::logic::Condition;
use crate::expr::operand::Operand;
use crate::expr::order::SortKeys;

use crate::row::{Items, Row, Selection, Star};
#[cfg(feature = "datafusion")]
use crate::{expr::node::Node, functions::aggregate::COUNT_ALL, row::FieldList};

impl<T: Row> LazyFrame<T> {
    /// The rows for which the condition is true: neither false nor NULL. SQL's WHERE.
    #[must_use]
    #[track_caller]
    pub fn filter<E>(&self, condition: impl FnOnce(T::Columns) -> E) -> Self
    where
        E: Operand,
        E::Type: Condition,
        E::Level: RowWise,
    {
        let (scope, columns) = Self::scope();
        let node = condition(columns).into_node();
        Self::from_tip(steps::filter(&self.tip, scope, node, SourceLocation::caller()))
    }

    /// Exactly these expressions, as `row! { name: expression, .. }`. When they are aggregates, all rows make one.
    #[must_use]
    #[track_caller]
    pub fn select<S>(&self, items: impl FnOnce(T::Columns) -> S) -> LazyFrame<S::Row>
    where
        S: Selection,
        S::Levels: SelectLevels,
    {
        let (scope, columns) = Self::scope();
        let mut list = Items::default();
        items(columns).items(&mut list);
        LazyFrame::from_tip(steps::select(&self.tip, scope, list, S::Row::fields, SourceLocation::caller()))
    }

    /// All columns and these: an item with the name of a column replaces it in place, the others come last. SQL's
    /// `SELECT *, expression AS name`.
    #[must_use]
    #[track_caller]
    pub fn with_columns<S>(&self, items: impl FnOnce(T::Columns) -> S) -> LazyFrame<S::Extended<T>>
    where
        S: Selection,
        S::Levels: RowLevels,
    {
        let (scope, columns) = Self::scope();
        let mut list = Items::default();
        items(columns).items(&mut list);
        LazyFrame::from_tip(steps::with_columns(&self.tip, scope, list, S::Row::fields, SourceLocation::caller()))
    }

    /// All columns and one more, whose name is known at run time only; the row type does not tell of it. A column that
    /// the row type does tell of can be replaced by a value of its type.
    #[must_use]
    #[track_caller]
    pub fn with_column<E>(&self, name: &str, value: impl FnOnce(T::Columns) -> E) -> Self
    where
        E: Operand,
        E::Level: InRow,
    {
        let (scope, columns) = Self::scope();
        let node = value(columns).into_node();
        Self::from_tip(steps::with_column(&self.tip, scope, name, node, SourceLocation::caller()))
    }

    /// All columns of one relation of a join and these: SQL's `SELECT relation.*, expression AS name`.
    #[must_use]
    #[track_caller]
    pub fn select_star<B, S>(&self, items: impl FnOnce(T::Columns) -> (Star<B>, S)) -> LazyFrame<S::Extended<B>>
    where
        B: Row,
        S: Selection,
        S::Levels: RowLevels,
    {
        let (scope, columns) = Self::scope();
        let mut list = Items::default();
        let (star, own) = items(columns);
        star.items(&mut list);
        own.items(&mut list);
        let declared = <S::Extended<B> as Row>::fields;
        LazyFrame::from_tip(steps::select(&self.tip, scope, list, declared, SourceLocation::caller()))
    }

    /// The rows in an order: one key or a tuple, most significant first. Where a key does not say otherwise it is
    /// ascending with NULLs last; descending keys have NULLs first.
    #[must_use]
    #[track_caller]
    pub fn order_by<K>(&self, keys: impl FnOnce(T::Columns) -> K) -> Self
    where
        K: SortKeys,
        K::Level: RowWise,
    {
        let (scope, columns) = Self::scope();
        let keys = keys(columns).into_nodes();
        Self::from_tip(steps::order_by(&self.tip, scope, keys, SourceLocation::caller()))
    }
}

impl<T> LazyFrame<T> {
    /// One of each set of equal rows; NULL equals NULL here, and NaN equals NaN.
    #[must_use]
    #[track_caller]
    pub fn distinct(&self) -> Self {
        Self::from_tip(steps::distinct(&self.tip, SourceLocation::caller()))
    }

    /// The first `count` rows.
    #[must_use]
    #[track_caller]
    pub fn limit(&self, count: u64) -> Self {
        Self::from_tip(steps::fetch(&self.tip, 0, Some(count), SourceLocation::caller()))
    }

    /// All rows but the first `offset`.
    #[must_use]
    #[track_caller]
    pub fn offset(&self, offset: u64) -> Self {
        Self::from_tip(steps::fetch(&self.tip, offset, None, SourceLocation::caller()))
    }

    /// `count` rows after the first `offset`: SQL's `LIMIT count OFFSET offset`.
    #[must_use]
    #[track_caller]
    pub fn limit_offset(&self, count: u64, offset: u64) -> Self {
        Self::from_tip(steps::fetch(&self.tip, offset, Some(count), SourceLocation::caller()))
    }
}

impl<T: Row> LazyFrame<T> {
    /// One row with the number of rows, named `count`.
    #[cfg(feature = "datafusion")]
    pub(crate) fn counted(&self) -> LazyFrame<()> {
        let (scope, _) = Self::scope();
        let mut items = Items::default();
        items.push("count", Node::aggregate(&COUNT_ALL, Vec::new()));
        let fields = |list: &mut FieldList| list.column::<i64>("count");
        LazyFrame::from_tip(steps::select(&self.tip, scope, items, fields, SourceLocation::caller()))
    }
}
