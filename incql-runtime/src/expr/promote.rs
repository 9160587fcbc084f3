//! Which base types may meet, and the common type: one table for numbers, one for dates, one for everything else.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::level::{IsConstant, Level};
use crate::types::{BaseType, Decimal, Interval};

/// Numbers that promote to a common type without loss, for comparison and for values that must share a column.
pub trait Promote<R, LL, RL> {
    /// The common type.
    type Out: BaseType;
}

macro_rules! promote {
    ($($left:ty: $($right:ty => $out:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Promote<$right, LL, RL> for $left {
            type Out = $out;
        }
    )*)*};
}

promote! {
    i8: i8 => i8, i16 => i16, i32 => i32, i64 => i64, u8 => i16, u16 => i32, u32 => i64,
        f32 => f32, f64 => f64, Decimal => Decimal;
    i16: i8 => i16, i16 => i16, i32 => i32, i64 => i64, u8 => i16, u16 => i32, u32 => i64,
        f32 => f32, f64 => f64, Decimal => Decimal;
    i32: i8 => i32, i16 => i32, i32 => i32, i64 => i64, u8 => i32, u16 => i32, u32 => i64,
        f32 => f64, f64 => f64, Decimal => Decimal;
    i64: i8 => i64, i16 => i64, i32 => i64, i64 => i64, u8 => i64, u16 => i64, u32 => i64, Decimal => Decimal;
    u8: i8 => i16, i16 => i16, i32 => i32, i64 => i64, u8 => u8, u16 => u16, u32 => u32, u64 => u64,
        f32 => f32, f64 => f64, Decimal => Decimal;
    u16: i8 => i32, i16 => i32, i32 => i32, i64 => i64, u8 => u16, u16 => u16, u32 => u32, u64 => u64,
        f32 => f32, f64 => f64, Decimal => Decimal;
    u32: i8 => i64, i16 => i64, i32 => i64, i64 => i64, u8 => u32, u16 => u32, u32 => u32, u64 => u64,
        f32 => f64, f64 => f64, Decimal => Decimal;
    u64: u8 => u64, u16 => u64, u32 => u64, u64 => u64, Decimal => Decimal;
    f32: i8 => f32, i16 => f32, i32 => f64, u8 => f32, u16 => f32, u32 => f64, f32 => f32, f64 => f64;
    f64: i8 => f64, i16 => f64, i32 => f64, u8 => f64, u16 => f64, u32 => f64, f32 => f64, f64 => f64;
    Decimal: i8 => Decimal, i16 => Decimal, i32 => Decimal, i64 => Decimal, u8 => Decimal, u16 => Decimal,
        u32 => Decimal, u64 => Decimal, Decimal => Decimal;
}

/// A decimal meets a float: a constant is the decimal that its digits say, a float column makes both floats.
macro_rules! promote_decimal_and_float {
    ($($float:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Promote<$float, LL, RL> for Decimal {
            type Out = RL::FloatBesideDecimal;
        }
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Promote<Decimal, LL, RL> for $float {
            type Out = LL::FloatBesideDecimal;
        }
    )*};
}
promote_decimal_and_float!(f32, f64);

/// A signed constant takes the type of a `u64` beside it; a signed column does not meet one.
macro_rules! promote_u64_and_signed {
    ($($signed:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: IsConstant> Promote<$signed, LL, RL> for u64 {
            type Out = u64;
        }
        #[diagnostic::do_not_recommend]
        impl<LL: IsConstant, RL: Level> Promote<u64, LL, RL> for $signed {
            type Out = u64;
        }
    )*};
}
promote_u64_and_signed!(i8, i16, i32, i64);

/// Base types that are numbers. Bounds name it so that the compiler sees that no interval is one.
pub trait IsNumber: BaseType {}

macro_rules! is_number {
    ($($number:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl IsNumber for $number {}
    )*};
}
is_number!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal);

/// Numbers that meet in arithmetic: those that promote, and 64-bit integers with floats, which give floats.
pub trait Numeric<R, LL, RL> {
    /// The result's type.
    type Out: BaseType;
}

macro_rules! numeric {
    ($($left:ty: $($right:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Numeric<$right, LL, RL> for $left
        where
            $left: Promote<$right, LL, RL>,
        {
            type Out = <$left as Promote<$right, LL, RL>>::Out;
        }
    )*)*};
}
numeric! {
    i8: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    i16: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    i32: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    i64: i8, i16, i32, i64, u8, u16, u32, u64, Decimal;
    u8: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    u16: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    u32: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
    u64: i8, i16, i32, i64, u8, u16, u32, u64, Decimal;
    f32: i8, i16, i32, u8, u16, u32, f32, f64, Decimal;
    f64: i8, i16, i32, u8, u16, u32, f32, f64, Decimal;
    Decimal: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal;
}

macro_rules! numeric_lossy {
    ($($left:ty, $right:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Numeric<$right, LL, RL> for $left {
            type Out = f64;
        }
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Numeric<$left, LL, RL> for $right {
            type Out = f64;
        }
    )*};
}
numeric_lossy! {
    i64, f32;
    i64, f64;
    u64, f32;
    u64, f64;
}

/// Base types whose values can be compared.
pub trait Comparable<R, LL, RL> {}

macro_rules! comparable_numbers {
    ($($number:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<R, LL: Level, RL: Level> Comparable<R, LL, RL> for $number where $number: Promote<R, LL, RL> {}
    )*};
}
comparable_numbers!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal);

macro_rules! comparable {
    ($($left:ty, $right:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Comparable<$right, LL, RL> for $left {}
    )*};
}
comparable! {
    bool, bool;
    String, String;
    Vec<u8>, Vec<u8>;
    NaiveDate, NaiveDate;
    NaiveDate, NaiveDateTime;
    NaiveDateTime, NaiveDate;
    NaiveDateTime, NaiveDateTime;
    NaiveTime, NaiveTime;
    DateTime<Utc>, DateTime<Utc>;
}

/// Base types whose values can share one column: branches, alternatives, list elements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{R}` have no common type",
    label = "`{Self}` beside `{R}`",
    note = "branches and alternatives need one type; numbers promote, but 64-bit integers and floats do not meet by \
            themselves: cast one of them, as in `cast::<f64>(..)`"
)]
pub trait Unify<R, LL, RL> {
    /// The column's type.
    type Out: BaseType;
}

macro_rules! unify_numbers {
    ($($number:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<R, LL: Level, RL: Level> Unify<R, LL, RL> for $number where $number: Promote<R, LL, RL> {
            type Out = <$number as Promote<R, LL, RL>>::Out;
        }
    )*};
}
unify_numbers!(i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal);

macro_rules! unify {
    ($($left:ty, $right:ty => $out:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<LL: Level, RL: Level> Unify<$right, LL, RL> for $left {
            type Out = $out;
        }
    )*};
}
unify! {
    bool, bool => bool;
    String, String => String;
    NaiveDate, NaiveDate => NaiveDate;
    NaiveDate, NaiveDateTime => NaiveDateTime;
    NaiveDateTime, NaiveDate => NaiveDateTime;
    NaiveDateTime, NaiveDateTime => NaiveDateTime;
    NaiveTime, NaiveTime => NaiveTime;
    DateTime<Utc>, DateTime<Utc> => DateTime<Utc>;
    Interval, Interval => Interval;
}

#[diagnostic::do_not_recommend]
impl<T: crate::types::ColumnType, LL: Level, RL: Level> Unify<Self, LL, RL> for Vec<T>
where
    Self: BaseType,
{
    type Out = Self;
}
