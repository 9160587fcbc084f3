//! Identity functions that `query!` wraps around each expression, so that a rule about its place is checked on that
//! expression alone; what they give back passes the verb's own bounds, so that a mistake is reported once.

use super::levels::InRow;
use super::{LazyFrame, Source};
use crate::expr::level::{GroupKey, InGroup, PerRow, RowWise};
use crate::expr::operand::{Expr, Operand};
use crate::expr::operator::Condition;

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
pub fn group_key<E>(expression: E) -> Expr<E::Type, PerRow>
where
    E: Operand,
    E::Level: RowWise,
{
    Expr::from_node(expression.into_node())
}

/// A SELECT without GROUP BY takes this.
pub fn item<E: Operand>(expression: E) -> Expr<E::Type, E::Level> {
    Expr::from_node(expression.into_node())
}

/// `SELECT *, ..` takes this beside the `*`.
pub fn row_item<E>(expression: E) -> Expr<E::Type, PerRow>
where
    E: Operand,
    E::Level: InRow,
{
    Expr::from_node(expression.into_node())
}

/// A SELECT over groups takes this.
pub fn grouped_item<E>(expression: E) -> Expr<E::Type, GroupKey>
where
    E: Operand,
    E::Level: InGroup,
{
    Expr::from_node(expression.into_node())
}
