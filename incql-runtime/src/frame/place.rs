//! Identity functions that `query!` wraps around each expression, so that a rule about its place is checked on that
//! expression alone; what they give back passes the verb's own bounds, so that a mistake is reported once.

use super::levels::{GroupLevels, InRow, InWhole};
use super::{GroupedFrame, LazyFrame, Source};
use crate::expr::level::{InGroup, PerGroup, PerRow, RowWise};
use crate::expr::logic::Condition;
use crate::expr::operand::{Expr, Operand};
use crate::expr::partition::Groupable;
use crate::row::{KeySelection, Row, Selection};

/// FROM or JOIN takes this relation.
pub fn source<S: Source + ?Sized>(relation: &S) -> LazyFrame<S::Row> {
    relation.frame()
}

/// WHERE takes this.
pub fn condition<E>(expression: E) -> Expr<bool, PerRow>
where
    E: Operand,
    E::Type: Condition,
    E::Level: RowWise,
{
    Expr::from_node(expression.into_node())
}

/// ON takes this.
pub fn on<E>(expression: E) -> Expr<bool, PerRow>
where
    E: Operand,
    E::Type: Condition,
    E::Level: RowWise,
{
    Expr::from_node(expression.into_node())
}

/// GROUP BY takes this.
pub fn group_key<E, T>(expression: E) -> Expr<T, PerRow>
where
    E: Operand<Type = T>,
    E::Type: Groupable,
    E::Level: RowWise,
{
    Expr::from_node(expression.into_node())
}

/// A SELECT without GROUP BY takes this.
pub fn item<E, T, L>(expression: E) -> Expr<T, L>
where
    E: Operand<Type = T, Level = L>,
{
    Expr::from_node(expression.into_node())
}

/// A SELECT of aggregates without GROUP BY takes this.
pub fn global_item<E, T>(expression: E) -> Expr<T, PerGroup>
where
    E: Operand<Type = T>,
    E::Level: InWhole,
{
    Expr::from_node(expression.into_node())
}

/// `SELECT *, ..` takes this beside the `*`.
pub fn row_item<E, T>(expression: E) -> Expr<T, PerRow>
where
    E: Operand<Type = T>,
    E::Level: InRow,
{
    Expr::from_node(expression.into_node())
}

/// A SELECT over groups takes this.
pub fn grouped_item<E, T>(expression: E) -> Expr<T, PerGroup>
where
    E: Operand<Type = T>,
    E::Level: InGroup,
{
    Expr::from_node(expression.into_node())
}

/// The columns of the rows in a group; the ungrouped frame gives their type, whatever is wrong with a key.
pub fn group_rows<T: Row, K>(_: &LazyFrame<T>, groups: &GroupedFrame<T, K>) -> T::Columns {
    groups.rows()
}

/// The keys of a group.
pub fn group_keys<T: Row, K: KeySelection>(groups: &GroupedFrame<T, K>) -> K::Keys {
    groups.keys()
}

/// One row per group, from these items.
#[track_caller]
pub fn select_groups<T, K, S>(groups: &GroupedFrame<T, K>, items: S) -> LazyFrame<S::Row>
where
    T: Row,
    K: KeySelection,
    S: Selection,
    S::Levels: GroupLevels,
{
    groups.select_items(items)
}

/// A number of rows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of rows",
    label = "expected an unsigned integer",
    note = "LIMIT and OFFSET take a number, or an unsigned integer of Rust"
)]
pub trait RowCount {
    /// The number.
    fn rows(self) -> u64;
}

macro_rules! row_counts {
    ($($number:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl RowCount for $number {
            fn rows(self) -> u64 {
                u64::from(self)
            }
        }
    )*};
}
row_counts!(u8, u16, u32, u64);

#[diagnostic::do_not_recommend]
impl RowCount for usize {
    fn rows(self) -> u64 {
        // No platform has wider addresses; there all rows are meant anyway.
        u64::try_from(self).unwrap_or(u64::MAX)
    }
}

/// LIMIT and OFFSET take this.
pub fn row_count<N: RowCount>(count: N) -> u64 {
    count.rows()
}
