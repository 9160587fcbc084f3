//! GROUP BY: a relation with its keys, waiting for the SELECT that makes one row per group.

use std::fmt;
use std::marker::PhantomData;

use super::levels::{GroupLevels, KeyLevels};
use super::{LazyFrame, steps};
use crate::error::{PlanError, SourceLocation};
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;
use crate::prism::build::aggregate::Grouping;
use crate::row::{Items, KeySelection, Row, Selection};

/// A relation of rows `T` grouped by keys `K`.
pub struct GroupedFrame<T, K> {
    grouping: Result<Grouping, PlanError>,
    scope: Scope,
    key_scope: Scope,
    rows: PhantomData<fn() -> (T, K)>,
}

impl<T, K> fmt::Debug for GroupedFrame<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GroupedFrame").field(&self.grouping).finish()
    }
}

impl<T: Row> LazyFrame<T> {
    /// Groups rows by keys, as `row! { name: expression, .. }`. NULL is a key like any other, and NaN equals NaN.
    #[must_use]
    #[track_caller]
    pub fn group_by<K>(&self, keys: impl FnOnce(T::Columns) -> K) -> GroupedFrame<T, K>
    where
        K: KeySelection,
        K::Levels: KeyLevels,
    {
        let (scope, columns) = Self::scope();
        let mut list = Items::default();
        keys(columns).items(&mut list);
        let grouping = steps::group_by(&self.tip, scope, list, SourceLocation::caller());
        GroupedFrame { grouping, scope, key_scope: Scope::new(K::Row::fields), rows: PhantomData }
    }
}

impl<T: Row, K: KeySelection> GroupedFrame<T, K> {
    /// One row per group; the closure gets the keys, and the columns for use inside aggregates.
    #[must_use]
    #[track_caller]
    pub fn select<S>(&self, items: impl FnOnce(K::Keys, T::Columns) -> S) -> LazyFrame<S::Row>
    where
        S: Selection,
        S::Levels: GroupLevels,
    {
        self.select_items(items(self.keys(), self.rows()))
    }

    /// The keys.
    pub(super) fn keys(&self) -> K::Keys {
        K::keys(&mut ColumnCursor::new(self.key_scope))
    }

    /// One row per group, from items over [`GroupedFrame::keys`] and [`GroupedFrame::rows`].
    #[track_caller]
    pub(super) fn select_items<S>(&self, items: S) -> LazyFrame<S::Row>
    where
        S: Selection,
        S::Levels: GroupLevels,
    {
        let mut list = Items::default();
        items.items(&mut list);
        let at = SourceLocation::caller();
        LazyFrame::from_tip(steps::select_groups(&self.grouping, self.key_scope, list, S::Row::fields, at))
    }
}

impl<T: Row, K> GroupedFrame<T, K> {
    /// The columns of the rows in a group.
    pub(super) fn rows(&self) -> T::Columns {
        T::columns(&mut ColumnCursor::new(self.scope))
    }
}
