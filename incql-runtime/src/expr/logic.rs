//! Boolean operators in SQL's three-valued logic, and the places that take a condition.

use super::level::{Combine, Level, NoLevel};
use super::node::Node;
use super::operand::{Expr, Operand};
use crate::functions::boolean::{AND, NOT, OR};
use crate::types::{ColumnType, Nullability};

/// `bool` or `Option<bool>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition",
    label = "expected a condition, this is `{Self}`",
    note = "write a comparison such as `.column == value`"
)]
pub trait Condition: ColumnType {}
#[diagnostic::do_not_recommend]
impl Condition for bool {}
#[diagnostic::do_not_recommend]
impl Condition for Option<bool> {}

/// Two conditions under `&&` or `||`.
#[diagnostic::on_unimplemented(
    message = "`&&` and `||` take two conditions, here they join `{Self}` and `{R}`",
    label = "`{Self}` joined with `{R}`",
    note = "both sides must be conditions, such as `.column == value`"
)]
pub trait Logic<R> {
    /// `bool`, or `Option<bool>` when either side is.
    type Out: ColumnType;
}
#[diagnostic::do_not_recommend]
impl<L, R> Logic<R> for L
where
    L: ColumnType<Base = bool>,
    R: ColumnType<Base = bool>,
{
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<bool>;
}
#[diagnostic::do_not_recommend]
impl Logic<NoLevel> for NoLevel {
    type Out = bool;
}

macro_rules! connective {
    ($($(#[$doc:meta])* $name:ident => $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<L, R, T, K>(left: L, right: R) -> Expr<T, K>
        where
            L: Operand,
            R: Operand,
            L::Type: Logic<R::Type, Out = T>,
            L::Level: Combine<R::Level, Out = K>,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(Node::call_flat(&$function, vec![left.into_node(), right.into_node()]))
        }
    )*};
}

connective! {
    /// `left && right`: false if either is false, else NULL if either is NULL.
    and => AND;
    /// `left || right`: true if either is true, else NULL if either is NULL.
    or => OR;
}

/// `!condition`; NULL stays NULL.
pub fn not<E>(condition: E) -> Expr<E::Type, E::Level>
where
    E: Operand,
    E::Type: Condition,
{
    Expr::from_node(Node::call(&NOT, vec![condition.into_node()]))
}
