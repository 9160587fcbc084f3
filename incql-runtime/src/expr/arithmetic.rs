//! Arithmetic operators: typed shells over the catalog's arithmetic functions, one trait per operator.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use super::compare::call;
use super::level::{Combine, Level, NoLevel};
use super::literal::Number;
use super::node::Node;
use super::operand::{Expr, Operand};
use super::promote::{IsNumber, Numeric};
use crate::functions::arithmetic::{ADD, DIV, MUL, NEG, REM, SUB};
use crate::types::{BaseType, ColumnType, Decimal, Interval, Nullability};

/// One operator: its trait over column types, the trait over base types behind it, the function, and the forms beside
/// an integer literal.
macro_rules! operator {
    ($(
        $(#[$doc:meta])*
        $name:ident, $int:ident, $int_left:ident => $function:ident,
        $(#[$trait_doc:meta])* $public:ident over $base:ident, $literal:ident;
    )*) => {$(
        $(#[$trait_doc])*
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

        /// The operator over base types.
        pub trait $base<R, LL, RL> {
            /// The result's type.
            type Out: BaseType;
        }

        $(#[$doc])*
        pub fn $name<L, R, T, K>(left: L, right: R) -> Expr<T, K>
        where
            L: Operand,
            R: Operand,
            L::Type: $public<R::Type, L::Level, R::Level, Out = T>,
            L::Level: Combine<R::Level, Out = K>,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(call(&$function, left.into_node(), right.into_node()))
        }

        /// The same beside an integer literal, which takes the other side's type.
        #[doc(hidden)]
        pub fn $int<L, I>(left: L, right: fn() -> I) -> Expr<L::Type, L::Level>
        where
            L: Operand,
            L::Type: $literal<Int = I>,
            I: ColumnType,
        {
            Expr::from_node(call(&$function, left.into_node(), <L::Type as $literal>::literal(right())))
        }

        /// The same with the integer literal on the left.
        #[doc(hidden)]
        pub fn $int_left<R, I>(left: fn() -> I, right: R) -> Expr<R::Type, R::Level>
        where
            R: Operand,
            R::Type: $literal<Int = I>,
            I: ColumnType,
        {
            Expr::from_node(call(&$function, <R::Type as $literal>::literal(left()), right.into_node()))
        }
    )*};
}

operator! {
    /// `left + right`: numbers, an interval and a date or timestamp, two intervals. Integer and decimal overflow fails
    /// the query.
    add, add_int, add_int_left => ADD,
    /// Column types that can be added.
    #[diagnostic::on_unimplemented(
        message = "cannot add `{R}` to `{Self}`",
        label = "`{Self}` and `{R}` cannot be added",
        note = "`+` takes numbers, or a date or timestamp and an interval; `concat(a, b)` joins text"
    )]
    Addition over AddBase, Number;
    /// `left - right`: numbers, a date or timestamp less an interval, two intervals. Integer and decimal overflow
    /// fails the query.
    sub, sub_int, sub_int_left => SUB,
    /// Column types that can be subtracted.
    #[diagnostic::on_unimplemented(
        message = "cannot subtract `{R}` from `{Self}`",
        label = "`{R}` cannot be subtracted from `{Self}`",
        note = "`-` takes numbers, or a date or timestamp and an interval; `date_diff(..)` counts the days between dates"
    )]
    Subtraction over SubBase, Number;
    /// `left * right`: numbers, or an interval and an integer. Integer and decimal overflow fails the query.
    mul, mul_int, mul_int_left => MUL,
    /// Column types that can be multiplied.
    #[diagnostic::on_unimplemented(
        message = "cannot multiply `{Self}` by `{R}`",
        label = "`{Self}` and `{R}` cannot be multiplied",
        note = "`*` takes numbers, or an interval and an integer"
    )]
    Multiplication over MulBase, Factor;
    /// `left / right`: integers truncate towards zero; dividing an integer or decimal by zero fails the query, a float
    /// gives infinity or NaN.
    div, div_int, div_int_left => DIV,
    /// Column types that can be divided.
    #[diagnostic::on_unimplemented(
        message = "cannot divide `{Self}` by `{R}`",
        label = "`{Self}` cannot be divided by `{R}`",
        note = "`/` takes numbers"
    )]
    Division over DivBase, Number;
    /// `left % right`, with the sign of `left`; an integer or decimal by zero fails the query, a float gives NaN.
    rem, rem_int, rem_int_left => REM,
    /// Column types that have a remainder.
    #[diagnostic::on_unimplemented(
        message = "cannot take the remainder of `{Self}` by `{R}`",
        label = "`{Self}` and `{R}` have no remainder",
        note = "`%` takes numbers"
    )]
    Remainder over RemBase, Number;
}

macro_rules! numbers {
    ($($base:ident),*: $numbers:tt) => {$(numbers!(@ $base $numbers);)*};
    (@ $base:ident ($($number:ty),*)) => {$(
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
pub fn neg<E>(value: E) -> Expr<E::Type, E::Level>
where
    E: Operand,
    E::Type: Negatable,
{
    Expr::from_node(Node::call(&NEG, vec![value.into_node()]))
}
