//! Joins of two relations; the pair's row type says which side may be missing.

use super::{LazyFrame, Source, steps};
use crate::error::SourceLocation;
use crate::expr::level::RowWise;
use crate::expr::logic::Condition;
use crate::expr::node::Node;
use crate::expr::operand::Operand;

use crate::prism::node::JoinKind;
use crate::row::{Joined, Row};

impl<T: Row> LazyFrame<T> {
    /// The pairs of rows for which the condition is true.
    #[must_use]
    #[track_caller]
    pub fn join<S, E>(
        &self,
        right: &S,
        on: impl FnOnce(T::Columns, <S::Row as Row>::Columns) -> E,
    ) -> LazyFrame<Joined<T, S::Row>>
    where
        S: Source,
        E: Operand,
        E::Type: Condition,
        E::Level: RowWise,
    {
        self.pairs(JoinKind::Inner, &right.frame(), |left, right| on(left, right).into_node(), SourceLocation::caller())
    }

    /// The pairs of rows for which the condition is true, and the left rows that are in none, without a right row.
    #[must_use]
    #[track_caller]
    pub fn left_join<S, E>(
        &self,
        right: &S,
        on: impl FnOnce(T::Columns, <S::Row as Row>::Columns) -> E,
    ) -> LazyFrame<Joined<T, Option<S::Row>>>
    where
        S: Source,
        E: Operand,
        E::Type: Condition,
        E::Level: RowWise,
    {
        self.pairs(JoinKind::Left, &right.frame(), |left, right| on(left, right).into_node(), SourceLocation::caller())
    }

    fn pairs<R: Row, P>(
        &self,
        kind: JoinKind,
        right: &LazyFrame<R>,
        on: impl FnOnce(T::Columns, R::Columns) -> Node,
        at: SourceLocation,
    ) -> LazyFrame<P> {
        let (left_scope, left_columns) = Self::scope();
        let (right_scope, right_columns) = LazyFrame::<R>::scope();
        let on = on(left_columns, right_columns);
        LazyFrame::from_tip(steps::join(kind, (&self.tip, left_scope), (&right.tip, right_scope), on, at))
    }
}
