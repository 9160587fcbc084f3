//! Comparison operators: typed shells over the catalog's comparison functions.

use super::level::{Combine, Level, NoLevel};
use super::literal::Number;
use super::node::Node;
use super::operand::{Expr, Operand};
use super::promote::Comparable;
use crate::function::FunctionDef;
use crate::functions::comparison::{EQ, EQUAL_NULL, GE, GT, LE, LT, NE};
use crate::types::{ColumnType, Nullability};

/// Column types that can be compared; the result is optional when either side is.
#[diagnostic::on_unimplemented(
    message = "cannot compare `{Self}` with `{R}`",
    label = "`{Self}` is compared with `{R}`",
    note = "both sides need one type; numbers promote, but 64-bit integers and floats do not meet by themselves: \
            cast one side, as in `cast::<f64>(..)`"
)]
pub trait Compare<R, LL, RL> {
    /// `bool` or `Option<bool>`.
    type Out: ColumnType;
}

#[diagnostic::do_not_recommend]
impl<L, R, LL: Level, RL: Level> Compare<R, LL, RL> for L
where
    L: ColumnType,
    R: ColumnType,
    L::Base: Comparable<R::Base, LL, RL>,
{
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<bool>;
}

#[diagnostic::do_not_recommend]
impl Compare<NoLevel, NoLevel, NoLevel> for NoLevel {
    type Out = bool;
}

pub(super) fn call(function: &'static FunctionDef, left: Node, right: Node) -> Node {
    Node::call(function, vec![left, right])
}

/// One comparison: the operator, and its forms with an integer literal on the right and on the left.
macro_rules! comparison {
    ($($(#[$doc:meta])* $name:ident, $int:ident, $int_left:ident => $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<L, R, T, K>(left: L, right: R) -> Expr<T, K>
        where
            L: Operand,
            R: Operand,
            L::Type: Compare<R::Type, L::Level, R::Level, Out = T>,
            L::Level: Combine<R::Level, Out = K>,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(call(&$function, left.into_node(), right.into_node()))
        }

        /// The same beside an integer literal, which takes the other side's type.
        #[doc(hidden)]
        pub fn $int<L, I, T>(left: L, right: fn() -> I) -> Expr<T, L::Level>
        where
            L: Operand,
            L::Type: Number<Int = I, Truth = T>,
            I: ColumnType,
            T: ColumnType,
        {
            Expr::from_node(call(&$function, left.into_node(), L::Type::literal(right())))
        }

        /// The same with the integer literal on the left.
        #[doc(hidden)]
        pub fn $int_left<R, I, T>(left: fn() -> I, right: R) -> Expr<T, R::Level>
        where
            R: Operand,
            R::Type: Number<Int = I, Truth = T>,
            I: ColumnType,
            T: ColumnType,
        {
            Expr::from_node(call(&$function, R::Type::literal(left()), right.into_node()))
        }
    )*};
}

comparison! {
    /// `left == right`; NULL if either is.
    eq, eq_int, eq_int_left => EQ;
    /// `left != right`; NULL if either is.
    ne, ne_int, ne_int_left => NE;
    /// `left < right`; NULL if either is.
    lt, lt_int, lt_int_left => LT;
    /// `left <= right`; NULL if either is.
    le, le_int, le_int_left => LE;
    /// `left > right`; NULL if either is.
    gt, gt_int, gt_int_left => GT;
    /// `left >= right`; NULL if either is.
    ge, ge_int, ge_int_left => GE;
}

/// Whether both are equal or both NULL (`IS NOT DISTINCT FROM`); never NULL.
pub fn equal_null<L, R, T, K>(left: L, right: R) -> Expr<bool, K>
where
    L: Operand,
    R: Operand,
    L::Type: Compare<R::Type, L::Level, R::Level, Out = T>,
    L::Level: Combine<R::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    Expr::from_node(call(&EQUAL_NULL, left.into_node(), right.into_node()))
}
