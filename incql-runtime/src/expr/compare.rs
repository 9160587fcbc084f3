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

/// Comparison operators. Each row holds its own bound, so that an error shows that row and not the macro.
macro_rules! comparisons {
    (@one [$($operand:tt)*] [$($combine:tt)*] [$(#[$doc:meta])*] $name:ident => $function:ident where [$($rule:tt)*]) => {
        $(#[$doc])*
        pub fn $name<L, R, T, K>(left: L, right: R) -> Expr<T, K>
        where
            L: $($operand)*,
            R: $($operand)*,
            L::Type: $($rule)*,
            L::Level: $($combine)*,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(call(&$function, left.into_node(), right.into_node()))
        }
    };
    ($operand:tt $combine:tt $($(#[$doc:meta])* $name:ident => $function:ident where $rule:tt;)*) => {
        $(comparisons!(@one $operand $combine [$(#[$doc])*] $name => $function where $rule);)*
    };
}

comparisons! {
    [Operand] [Combine<R::Level, Out = K>]
    /// `left == right`; NULL if either is.
    eq => EQ where [Compare<R::Type, L::Level, R::Level, Out = T>];
    /// `left != right`; NULL if either is.
    ne => NE where [Compare<R::Type, L::Level, R::Level, Out = T>];
    /// `left < right`; NULL if either is.
    lt => LT where [Compare<R::Type, L::Level, R::Level, Out = T>];
    /// `left <= right`; NULL if either is.
    le => LE where [Compare<R::Type, L::Level, R::Level, Out = T>];
    /// `left > right`; NULL if either is.
    gt => GT where [Compare<R::Type, L::Level, R::Level, Out = T>];
    /// `left >= right`; NULL if either is.
    ge => GE where [Compare<R::Type, L::Level, R::Level, Out = T>];
}

/// Comparisons beside an integer literal, which takes the other side's type: the literal on the right, then on the left.
macro_rules! with_literal {
    (@one [$($operand:tt)*] $right:ident => $function:ident where [$($rule:tt)*]) => {
        #[doc = "The comparison beside an integer literal."]
        #[doc(hidden)]
        pub fn $right<L, I, T, K>(left: L, right: fn() -> I) -> Expr<T, K>
        where
            L: $($operand)*,
            L::Type: $($rule)*,
            I: ColumnType,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(call(&$function, left.into_node(), L::Type::literal(right())))
        }
    };
    ($operand:tt $($right:ident => $function:ident where $rule:tt;)*) => {
        $(with_literal!(@one $operand $right => $function where $rule);)*
    };
}

macro_rules! with_literal_left {
    (@one [$($operand:tt)*] $left:ident => $function:ident where [$($rule:tt)*]) => {
        #[doc = "The comparison with the integer literal on the left."]
        #[doc(hidden)]
        pub fn $left<R, I, T, K>(left: fn() -> I, right: R) -> Expr<T, K>
        where
            R: $($operand)*,
            R::Type: $($rule)*,
            I: ColumnType,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(call(&$function, R::Type::literal(left()), right.into_node()))
        }
    };
    ($operand:tt $($left:ident => $function:ident where $rule:tt;)*) => {
        $(with_literal_left!(@one $operand $left => $function where $rule);)*
    };
}

with_literal! {
    [Operand<Level = K>]
    eq_int => EQ where [Number<Int = I, Truth = T>];
    ne_int => NE where [Number<Int = I, Truth = T>];
    lt_int => LT where [Number<Int = I, Truth = T>];
    le_int => LE where [Number<Int = I, Truth = T>];
    gt_int => GT where [Number<Int = I, Truth = T>];
    ge_int => GE where [Number<Int = I, Truth = T>];
}

with_literal_left! {
    [Operand<Level = K>]
    eq_int_left => EQ where [Number<Int = I, Truth = T>];
    ne_int_left => NE where [Number<Int = I, Truth = T>];
    lt_int_left => LT where [Number<Int = I, Truth = T>];
    le_int_left => LE where [Number<Int = I, Truth = T>];
    gt_int_left => GT where [Number<Int = I, Truth = T>];
    ge_int_left => GE where [Number<Int = I, Truth = T>];
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
