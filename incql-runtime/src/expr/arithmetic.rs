//! Arithmetic operators: typed shells over the catalog's arithmetic functions, one trait per operator.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::compare::call;
use super::level::{Combine, Constant, Level, NoLevel};
use super::literal::Number;
use super::node::Node;
use super::operand::{Expr, Operand};
use super::promote::{IsNumber, Numeric};
use crate::functions::arithmetic::{ADD, DIV, MUL, NEG, REM, SUB};
use crate::types::{BaseType, ColumnType, Decimal, Interval, Nullability};

/// The rule of one operator: a trait over column types, and the one over base types behind it.
macro_rules! rules {
    ($($(#[$attribute:meta])* $public:ident over $base:ident;)*) => {$(
        $(#[$attribute])*
        pub trait $public<R, LL, RL> {
            /// The result's type, optional when either side is.
            type Out: ColumnType;
        }

        #[diagnostic::do_not_recommend]
        impl<L, R, LL: Level, RL: Level> $public<R, LL, RL> for L
        where
            L: ColumnType,
            R: ColumnType,
            L::Base: $base<R::Base, LL, RL>,
        {
            type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<
                <L::Base as $base<R::Base, LL, RL>>::Out
            >;
        }

        #[diagnostic::do_not_recommend]
        impl $public<NoLevel, NoLevel, NoLevel> for NoLevel {
            type Out = bool;
        }

        $(#[$attribute])*
        pub trait $base<R, LL, RL> {
            /// The result's type.
            type Out: BaseType;
        }
    )*};
}

rules! {
    /// Column types that can be added.
    #[diagnostic::on_unimplemented(
        message = "cannot add `{R}` to `{Self}`",
        label = "`{Self}` and `{R}` cannot be added",
        note = "`+` takes numbers, or a date or timestamp and an interval; `concat(a, b)` joins text"
    )]
    Addition over AddBase;
    /// Column types that can be subtracted.
    #[diagnostic::on_unimplemented(
        message = "cannot subtract `{R}` from `{Self}`",
        label = "`{R}` cannot be subtracted from `{Self}`",
        note = "`-` takes numbers, or a date or timestamp and an interval; `date_diff(..)` counts the days between dates"
    )]
    Subtraction over SubBase;
    /// Column types that can be multiplied.
    #[diagnostic::on_unimplemented(
        message = "cannot multiply `{Self}` by `{R}`",
        label = "`{Self}` and `{R}` cannot be multiplied",
        note = "`*` takes numbers, or an interval and an integer"
    )]
    Multiplication over MulBase;
    /// Column types that can be divided.
    #[diagnostic::on_unimplemented(
        message = "cannot divide `{Self}` by `{R}`",
        label = "`{Self}` cannot be divided by `{R}`",
        note = "`/` takes numbers"
    )]
    Division over DivBase;
    /// Column types that have a remainder.
    #[diagnostic::on_unimplemented(
        message = "cannot take the remainder of `{Self}` by `{R}`",
        label = "`{Self}` and `{R}` have no remainder",
        note = "`%` takes numbers"
    )]
    Remainder over RemBase;
}

/// Operators. Each row holds its own bound, so that an error shows that row and not the macro.
macro_rules! operators {
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
        $(operators!(@one $operand $combine [$(#[$doc])*] $name => $function where $rule);)*
    };
}

operators! {
    [Operand] [Combine<R::Level, Out = K>]
    /// `left + right`: numbers, an interval and a date or timestamp, two intervals. Integer and decimal overflow fails
    /// the query.
    add => ADD where [Addition<R::Type, L::Level, R::Level, Out = T>];
    /// `left - right`: numbers, a date or timestamp less an interval, two intervals. Integer and decimal overflow
    /// fails the query.
    sub => SUB where [Subtraction<R::Type, L::Level, R::Level, Out = T>];
    /// `left * right`: numbers, or an interval and an integer. Integer and decimal overflow fails the query.
    mul => MUL where [Multiplication<R::Type, L::Level, R::Level, Out = T>];
    /// `left / right`: integers truncate towards zero; dividing an integer or decimal by zero fails the query, a float
    /// gives infinity or NaN.
    div => DIV where [Division<R::Type, L::Level, R::Level, Out = T>];
    /// `left % right`, with the sign of `left`; an integer or decimal by zero fails the query, a float gives NaN.
    rem => REM where [Remainder<R::Type, L::Level, R::Level, Out = T>];
}

/// Operators beside an integer literal, which takes the other side's type: the literal on the right, then on the left.
macro_rules! with_literal {
    (@one [$($operand:tt)*] $right:ident => $function:ident where [$($rule:tt)*]) => {
        #[doc = "The operator beside an integer literal."]
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
        #[doc = "The operator with the integer literal on the left."]
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
    [Operand<Type = T, Level = K>]
    add_int => ADD where [Number<Int = I>];
    sub_int => SUB where [Number<Int = I>];
    mul_int => MUL where [Factor<Int = I>];
    div_int => DIV where [Number<Int = I>];
    rem_int => REM where [Number<Int = I>];
}

with_literal_left! {
    [Operand<Type = T, Level = K>]
    add_int_left => ADD where [Number<Int = I>];
    sub_int_left => SUB where [Number<Int = I>];
    mul_int_left => MUL where [Factor<Int = I>];
    div_int_left => DIV where [Number<Int = I>];
    rem_int_left => REM where [Number<Int = I>];
}

macro_rules! numbers {
    ($($base:ident),*: $numbers:tt) => {$(numbers!(@ $base $numbers);)*};
    (@ $base:ident ($($number:ty),*)) => {$(
        #[diagnostic::do_not_recommend]
        impl<R: IsNumber, LL: Level, RL: Level> $base<R, LL, RL> for $number
        where
            $number: Numeric<R, LL, RL>,
        {
            type Out = <$number as Numeric<R, LL, RL>>::Out;
        }
    )*};
}
numbers!(AddBase, SubBase, MulBase, DivBase, RemBase: (i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal));

macro_rules! with_intervals {
    ($($left:ty, $base:ident, $right:ty => $out:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> $base<$right, LL, RL> for $left {
            type Out = $out;
        }
    )*};
}
with_intervals! {
    NaiveDate, AddBase, Interval => NaiveDate;
    NaiveDateTime, AddBase, Interval => NaiveDateTime;
    DateTime<Utc>, AddBase, Interval => DateTime<Utc>;
    Interval, AddBase, NaiveDate => NaiveDate;
    Interval, AddBase, NaiveDateTime => NaiveDateTime;
    Interval, AddBase, DateTime<Utc> => DateTime<Utc>;
    Interval, AddBase, Interval => Interval;
    NaiveDate, SubBase, Interval => NaiveDate;
    NaiveDateTime, SubBase, Interval => NaiveDateTime;
    DateTime<Utc>, SubBase, Interval => DateTime<Utc>;
    Interval, SubBase, Interval => Interval;
    Interval, MulBase, i8 => Interval;
    Interval, MulBase, i16 => Interval;
    Interval, MulBase, i32 => Interval;
    Interval, MulBase, i64 => Interval;
    i8, MulBase, Interval => Interval;
    i16, MulBase, Interval => Interval;
    i32, MulBase, Interval => Interval;
    i64, MulBase, Interval => Interval;
}

/// Types without arithmetic. Two impls that nothing meets keep the compiler from giving up before it knows the other
/// side's type, which the message names.
macro_rules! no_arithmetic {
    ($($base:ident),*: $types:tt) => {$(no_arithmetic!(@ $base $types);)*};
    (@ $base:ident ($($none:ty),*)) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL, RL> $base<NoLevel, LL, RL> for $none {
            type Out = bool;
        }
        #[diagnostic::do_not_recommend]
        impl<LL, RL> $base<Constant, LL, RL> for $none {
            type Out = bool;
        }
    )*};
}
no_arithmetic!(AddBase, SubBase, MulBase, DivBase, RemBase: (String, bool, NaiveTime));
no_arithmetic!(MulBase, DivBase, RemBase: (NaiveDate, NaiveDateTime, DateTime<Utc>));
no_arithmetic!(DivBase, RemBase: (Interval));

/// What an integer literal can be multiplied with: numbers and intervals.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go with a number",
    label = "`{Self}` cannot be multiplied by an integer",
    note = "`*` takes numbers, or an interval and an integer"
)]
pub trait Factor: ColumnType {
    /// The Rust type that the literal gets.
    type Int: ColumnType;
    /// The literal as a constant.
    fn literal(value: Self::Int) -> Node;
}

#[diagnostic::do_not_recommend]
impl<T: Number> Factor for T {
    type Int = T::Int;
    fn literal(value: T::Int) -> Node {
        T::literal(value)
    }
}

#[diagnostic::do_not_recommend]
impl Factor for Interval {
    type Int = i64;
    fn literal(value: i64) -> Node {
        value.into_node()
    }
}

#[diagnostic::do_not_recommend]
impl Factor for Option<Interval> {
    type Int = i64;
    fn literal(value: i64) -> Node {
        value.into_node()
    }
}

/// Numbers with a sign, and intervals.
#[diagnostic::on_unimplemented(
    message = "cannot negate `{Self}`",
    label = "`{Self}` has no negative",
    note = "`-` takes signed numbers and intervals; `!` negates a condition"
)]
pub trait Negatable: ColumnType {}

macro_rules! negatable {
    ($($number:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Negatable for $number {}
        #[diagnostic::do_not_recommend]
        impl Negatable for Option<$number> {}
    )*};
}
negatable!(i8, i16, i32, i64, f32, f64, Decimal, Interval);

/// `-value`; integer overflow fails the query.
pub fn neg<E, T, K>(value: E) -> Expr<T, K>
where
    E: Operand<Type = T, Level = K>,
    E::Type: Negatable,
    K: Level,
{
    Expr::from_node(Node::call(&NEG, vec![value.into_node()]))
}
