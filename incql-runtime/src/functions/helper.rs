//! What typed helpers are made of: kinds of arguments, each with its own message, and the macro for plain functions.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use crate::types::{ColumnType, Decimal, Nullability};

/// A kind of argument as a marker trait over column types, optional or not.
macro_rules! kind {
    ($($(#[$attribute:meta])* $kind:ident: $($base:ty),*;)*) => {$(
        $(#[$attribute])*
        pub trait $kind: ColumnType {}
        $(
            #[diagnostic::do_not_recommend]
            impl $kind for $base {}
            #[diagnostic::do_not_recommend]
            impl $kind for Option<$base> {}
        )*
    )*};
}

kind! {
    /// Text.
    #[diagnostic::on_unimplemented(
        message = "expected text, found `{Self}`",
        label = "this is `{Self}`, not text",
        note = "`cast::<String>(..)` turns a value into text"
    )]
    Text: String;
    /// Integers that fit `i64`.
    #[diagnostic::on_unimplemented(
        message = "expected an integer, found `{Self}`",
        label = "this is `{Self}`, not an integer",
        note = "`cast::<i64>(..)` turns a number into an integer"
    )]
    Integer: i8, i16, i32, i64, u8, u16, u32;
    /// Numbers.
    #[diagnostic::on_unimplemented(
        message = "expected a number, found `{Self}`",
        label = "this is `{Self}`, not a number",
        note = "`cast::<f64>(..)` turns text into a number"
    )]
    Numeric: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    /// Floats.
    #[diagnostic::on_unimplemented(
        message = "expected a float, found `{Self}`",
        label = "this is `{Self}`, not a float",
        note = "only `f32` and `f64` can be NaN"
    )]
    Float: f32, f64;
    /// Dates and timestamps.
    #[diagnostic::on_unimplemented(
        message = "expected a date or timestamp, found `{Self}`",
        label = "this is `{Self}`, neither a date nor a timestamp",
        note = "`cast::<NaiveDate>(..)` and `to_timestamp(..)` make dates and timestamps of text"
    )]
    DateOrTimestamp: NaiveDate, NaiveDateTime, DateTime<Utc>;
    /// Dates, times and timestamps.
    #[diagnostic::on_unimplemented(
        message = "expected a date, time or timestamp, found `{Self}`",
        label = "this is `{Self}`, not a date, time or timestamp",
        note = "`cast::<NaiveDate>(..)` and `to_timestamp(..)` make dates and timestamps of text"
    )]
    Temporal: NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>;
    /// Timestamps.
    #[diagnostic::on_unimplemented(
        message = "expected a timestamp, found `{Self}`",
        label = "this is `{Self}`, not a timestamp",
        note = "`cast::<NaiveDateTime>(..)` makes a timestamp of a date"
    )]
    Timestamp: NaiveDateTime, DateTime<Utc>;
}

/// `T`, optional when `A` is.
pub type Like<A, T> = <<A as ColumnType>::Null as Nullability>::Of<T>;

/// Functions of one argument that are null when it is. Kinds and bounds are written where these macros are used, so
/// that an error shows those lines and not the macro.
macro_rules! unary {
    (@one [$($operand:tt)*] [$(#[$doc:meta])*] $name:ident($a:ident: $A:tt) -> $out:ty = $function:ident) => {
        $(#[$doc])*
        pub fn $name<A, M, K>($a: A) -> $crate::expr::operand::Expr<M::Of<$out>, K>
        where
            A: $($operand)*,
            A::Type: $A,
            A::Type: $crate::types::ColumnType<Null = M>,
            M: $crate::types::Nullability,
        {
            let arguments = vec![$a.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($operand:tt $($(#[$doc:meta])* $name:ident($a:ident: $A:tt) -> $out:ty = $function:ident;)*) => {
        $(unary!(@one $operand [$(#[$doc])*] $name($a: $A) -> $out = $function);)*
    };
}
pub(crate) use unary;

/// Functions of two arguments that are null when one is.
macro_rules! binary {
    (@one [$($operand:tt)*] [$($combine:tt)*] [$(#[$doc:meta])*] $name:ident($a:ident: $A:tt, $b:ident: $B:tt) -> $out:ty = $function:ident) => {
        $(#[$doc])*
        pub fn $name<A, B, M, N, K>(
            $a: A,
            $b: B,
        ) -> $crate::expr::operand::Expr<<M::Or<N> as $crate::types::Nullability>::Of<$out>, K>
        where
            A: $($operand)*,
            B: $($operand)*,
            A::Type: $A,
            B::Type: $B,
            A::Type: $crate::types::ColumnType<Null = M>,
            B::Type: $crate::types::ColumnType<Null = N>,
            A::Level: $($combine)*,
            M: $crate::types::Nullability,
            N: $crate::types::Nullability,
            K: $crate::expr::level::Level,
        {
            let arguments = vec![$a.into_node(), $b.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($operand:tt $combine:tt $($(#[$doc:meta])* $name:ident($a:ident: $A:tt, $b:ident: $B:tt) -> $out:ty = $function:ident;)*) => {
        $(binary!(@one $operand $combine [$(#[$doc])*] $name($a: $A, $b: $B) -> $out = $function);)*
    };
}
pub(crate) use binary;

/// Functions of three arguments that are null when one is.
macro_rules! ternary {
    (@one [$($operand:tt)*] [$($first:tt)*] [$($second:tt)*] [$(#[$doc:meta])*] $name:ident($a:ident: $A:tt, $b:ident: $B:tt, $c:ident: $C:tt) -> $out:ty = $function:ident) => {
        $(#[$doc])*
        pub fn $name<A, B, C, M, N, O, J, K>(
            $a: A,
            $b: B,
            $c: C,
        ) -> $crate::expr::operand::Expr<
            <<M::Or<N> as $crate::types::Nullability>::Or<O> as $crate::types::Nullability>::Of<$out>,
            K,
        >
        where
            A: $($operand)*,
            B: $($operand)*,
            C: $($operand)*,
            A::Type: $A,
            B::Type: $B,
            C::Type: $C,
            A::Type: $crate::types::ColumnType<Null = M>,
            B::Type: $crate::types::ColumnType<Null = N>,
            C::Type: $crate::types::ColumnType<Null = O>,
            A::Level: $($first)*,
            J: $($second)*,
            M: $crate::types::Nullability,
            N: $crate::types::Nullability,
            O: $crate::types::Nullability,
            K: $crate::expr::level::Level,
        {
            let arguments = vec![$a.into_node(), $b.into_node(), $c.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($operand:tt $first:tt $second:tt $($(#[$doc:meta])* $name:ident($a:ident: $A:tt, $b:ident: $B:tt, $c:ident: $C:tt) -> $out:ty = $function:ident;)*) => {
        $(ternary!(@one $operand $first $second [$(#[$doc])*] $name($a: $A, $b: $B, $c: $C) -> $out = $function);)*
    };
}
pub(crate) use ternary;

/// Functions of one argument whose result type a rule names as `T`.
macro_rules! mapped {
    (@one [$($operand:tt)*] [$(#[$doc:meta])*] $name:ident => $function:ident where [$($rule:tt)*]) => {
        $(#[$doc])*
        pub fn $name<E, T, K>(value: E) -> $crate::expr::operand::Expr<T, K>
        where
            E: $($operand)*,
            E::Type: $($rule)*,
            T: $crate::types::ColumnType,
        {
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, vec![value.into_node()]))
        }
    };
    ($operand:tt $($(#[$doc:meta])* $name:ident => $function:ident where $rule:tt;)*) => {
        $(mapped!(@one $operand [$(#[$doc])*] $name => $function where $rule);)*
    };
}
pub(crate) use mapped;
