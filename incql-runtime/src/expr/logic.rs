//! Boolean operators in SQL's three-valued logic.

use super::level::{Combine, Level};
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

/// Connectives: each side has its own bound, so that an error points at the side that is no condition.
macro_rules! connectives {
    (@one [$($operand:tt)*] [$($combine:tt)*] [$(#[$doc:meta])*] $name:ident => $function:ident where [$($rule:tt)*]) => {
        $(#[$doc])*
        pub fn $name<L, R, M, N, K>(left: L, right: R) -> Expr<<M::Or<N> as Nullability>::Of<bool>, K>
        where
            L: $($operand)*,
            R: $($operand)*,
            L::Type: $($rule)*,
            R::Type: $($rule)*,
            L::Type: ColumnType<Null = M>,
            R::Type: ColumnType<Null = N>,
            L::Level: $($combine)*,
            M: Nullability,
            N: Nullability,
            K: Level,
        {
            Expr::from_node(Node::call_flat(&$function, vec![left.into_node(), right.into_node()]))
        }
    };
    ($operand:tt $combine:tt $($(#[$doc:meta])* $name:ident => $function:ident where $rule:tt;)*) => {
        $(connectives!(@one $operand $combine [$(#[$doc])*] $name => $function where $rule);)*
    };
}

connectives! {
    [Operand] [Combine<R::Level, Out = K>]
    /// `left && right`: false if either is false, else NULL if either is NULL.
    and => AND where [Condition];
    /// `left || right`: true if either is true, else NULL if either is NULL.
    or => OR where [Condition];
}

/// `!condition`; NULL stays NULL.
pub fn not<E, T, K>(condition: E) -> Expr<T, K>
where
    E: Operand<Type = T, Level = K>,
    E::Type: Condition,
    K: Level,
{
    Expr::from_node(Node::call(&NOT, vec![condition.into_node()]))
}

/// The same in an expansion: a condition whatever the operand is, so that an operand that is none is reported once.
#[doc(hidden)]
pub fn negation<E, N, K>(condition: E) -> Expr<N::Of<bool>, K>
where
    E: Operand<Level = K>,
    E::Type: Condition,
    E::Type: ColumnType<Null = N>,
    N: Nullability,
    K: Level,
{
    Expr::from_node(Node::call(&NOT, vec![condition.into_node()]))
}
