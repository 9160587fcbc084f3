//! What typed helpers are made of: kinds of arguments, each with its own message, and the macro for plain functions.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use crate::types::{ColumnType, Decimal};

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

/// The nullability of two types together.
pub type Or<A, B> = <<A as ColumnType>::Null as crate::types::Nullability>::Or<<B as ColumnType>::Null>;
/// `T`, optional when `A` is.
pub type Like<A, T> = <<A as ColumnType>::Null as crate::types::Nullability>::Of<T>;

/// A function that is null when an argument is, of one to four arguments of given kinds and a fixed result type.
macro_rules! helper {
    ($(#[$doc:meta])* $name:ident($a:ident: $A:ident) -> $out:ty = $function:expr) => {
        $(#[$doc])*
        pub fn $name<A>($a: A) -> $crate::expr::operand::Expr<$crate::functions::helper::Like<A::Type, $out>, A::Level>
        where
            A: $crate::expr::operand::Operand,
            A::Type: $crate::functions::helper::$A,
        {
            let arguments = vec![$a.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($(#[$doc:meta])* $name:ident($a:ident: $A:ident, $b:ident: $B:ident) -> $out:ty = $function:expr) => {
        $(#[$doc])*
        pub fn $name<A, B, K>(
            $a: A,
            $b: B,
        ) -> $crate::expr::operand::Expr<
            <$crate::functions::helper::Or<A::Type, B::Type> as $crate::types::Nullability>::Of<$out>,
            K,
        >
        where
            A: $crate::expr::operand::Operand,
            B: $crate::expr::operand::Operand,
            A::Type: $crate::functions::helper::$A,
            B::Type: $crate::functions::helper::$B,
            A::Level: $crate::expr::level::Combine<B::Level, Out = K>,
            K: $crate::expr::level::Level,
        {
            let arguments = vec![$a.into_node(), $b.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($(#[$doc:meta])*
     $name:ident($a:ident: $A:ident, $b:ident: $B:ident, $c:ident: $C:ident) -> $out:ty = $function:expr) => {
        $(#[$doc])*
        pub fn $name<A, B, C, J, K>(
            $a: A,
            $b: B,
            $c: C,
        ) -> $crate::expr::operand::Expr<
            <<$crate::functions::helper::Or<A::Type, B::Type> as $crate::types::Nullability>::Or<
                <C::Type as $crate::types::ColumnType>::Null,
            > as $crate::types::Nullability>::Of<$out>,
            K,
        >
        where
            A: $crate::expr::operand::Operand,
            B: $crate::expr::operand::Operand,
            C: $crate::expr::operand::Operand,
            A::Type: $crate::functions::helper::$A,
            B::Type: $crate::functions::helper::$B,
            C::Type: $crate::functions::helper::$C,
            A::Level: $crate::expr::level::Combine<B::Level, Out = J>,
            J: $crate::expr::level::Combine<C::Level, Out = K>,
            K: $crate::expr::level::Level,
        {
            let arguments = vec![$a.into_node(), $b.into_node(), $c.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
    ($(#[$doc:meta])*
     $name:ident($a:ident: $A:ident, $b:ident: $B:ident, $c:ident: $C:ident, $d:ident: $D:ident) -> $out:ty
     = $function:expr) => {
        $(#[$doc])*
        pub fn $name<A, B, C, D, I, J, K>(
            $a: A,
            $b: B,
            $c: C,
            $d: D,
        ) -> $crate::expr::operand::Expr<
            <<$crate::functions::helper::Or<A::Type, B::Type> as $crate::types::Nullability>::Or<
                $crate::functions::helper::Or<C::Type, D::Type>,
            > as $crate::types::Nullability>::Of<$out>,
            K,
        >
        where
            A: $crate::expr::operand::Operand,
            B: $crate::expr::operand::Operand,
            C: $crate::expr::operand::Operand,
            D: $crate::expr::operand::Operand,
            A::Type: $crate::functions::helper::$A,
            B::Type: $crate::functions::helper::$B,
            C::Type: $crate::functions::helper::$C,
            D::Type: $crate::functions::helper::$D,
            A::Level: $crate::expr::level::Combine<B::Level, Out = I>,
            I: $crate::expr::level::Combine<C::Level, Out = J>,
            J: $crate::expr::level::Combine<D::Level, Out = K>,
            K: $crate::expr::level::Level,
        {
            let arguments = vec![$a.into_node(), $b.into_node(), $c.into_node(), $d.into_node()];
            $crate::expr::operand::Expr::from_node($crate::expr::node::Node::call(&$function, arguments))
        }
    };
}
pub(crate) use helper;
