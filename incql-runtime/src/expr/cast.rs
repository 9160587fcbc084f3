//! Casts: which pairs of types have one, and the typed shells.

use arrow::datatypes::DataType;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::level::{Constant, IsConstant, NoLevel};
use super::node::{Node, NodeKind};
use super::operand::{Expr, Operand};
use crate::error::PlanError;
use crate::functions::helper::Like;
use crate::scalar::CastMode;
use crate::types::{BaseType, ColumnType, Decimal, Nullability};

/// Column types that a value can be cast to from `Self`.
///
/// | from | to | meaning |
/// |---|---|---|
/// | number | number | the same number; the nearest float; a number that the target cannot write (too large, or with digits after the point that it lacks) has no cast |
/// | `bool` | integer | 0 or 1, and back 0 is `false`, any other number `true` |
/// | anything here | `String` | SQL's text: `true`, `1.50`, `2026-08-21`, `2026-08-21 12:00:00.5`, zoned timestamps with `Z` |
/// | `String` | anything here | reads that text, surrounding spaces ignored; a timestamp without a zone is UTC for a zoned target |
/// | date | timestamp | midnight |
/// | timestamp | date, time | that part of it |
/// | timestamp | timestamp | UTC is added or dropped |
///
/// A value without a cast fails the query (`cast`) or becomes NULL (`try_cast`).
#[diagnostic::on_unimplemented(
    message = "there is no cast from `{Self}` to `{T}`",
    label = "`{Self}` cannot be cast to `{T}`",
    note = "numbers, text, booleans, dates, times and timestamps have casts"
)]
pub trait CastTo<T> {}

/// Base types with a cast between them.
pub trait CastBase<T> {}

#[diagnostic::do_not_recommend]
impl<E: ColumnType, T> CastTo<T> for E where E::Base: CastBase<T> {}
#[diagnostic::do_not_recommend]
impl CastTo<NoLevel> for NoLevel {}

macro_rules! casts {
    ($($($from:ty),* => $to:tt;)*) => {$($(casts!(@ $from => $to);)*)*};
    (@ $from:ty => [$($to:ty),*]) => {$(impl CastBase<$to> for $from {})*};
}
casts! {
    i8, i16, i32, i64, u8, u16, u32, u64 => [i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal, bool, String];
    f32, f64, Decimal => [i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal, String];
    bool => [bool, i8, i16, i32, i64, u8, u16, u32, u64, String];
    String => [bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal, String];
    String => [NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>];
    NaiveDate => [NaiveDate, NaiveDateTime, DateTime<Utc>, String];
    NaiveTime => [NaiveTime, String];
    NaiveDateTime, DateTime<Utc> => [NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>, String];
}

fn node(input: Node, data_type: DataType, mode: CastMode) -> Node {
    Node::new(NodeKind::Cast { input, data_type, mode })
}

/// The value as a `T`; a value that does not fit fails the query. See [`CastTo`] for what each cast means.
pub fn cast<T, E>(value: E) -> Expr<Like<E::Type, T>, E::Level>
where
    T: BaseType,
    E: Operand,
    E::Type: CastTo<T>,
{
    Expr::from_node(node(value.into_node(), T::data_type(), CastMode::Strict))
}

/// The value as a `T`, NULL where it does not fit.
pub fn try_cast<T, E>(value: E) -> Expr<Option<T>, E::Level>
where
    T: BaseType,
    E: Operand,
    E::Type: CastTo<T>,
{
    Expr::from_node(node(value.into_node(), T::data_type(), CastMode::Try))
}

/// The value as a decimal of `precision` digits, `scale` of them after the point; a value that does not fit, or has
/// more digits after the point, fails the query.
pub fn cast_decimal<E, N, K>(value: E, precision: u8, scale: i8) -> Expr<N::Of<Decimal>, K>
where
    E: Operand<Level = K>,
    E::Type: CastTo<Decimal>,
    E::Type: ColumnType<Null = N>,
    N: Nullability,
{
    Expr::from_node(decimal(value.into_node(), precision, scale, CastMode::Strict))
}

/// Like [`cast_decimal`], NULL where the value does not fit.
pub fn try_cast_decimal<E, K>(value: E, precision: u8, scale: i8) -> Expr<Option<Decimal>, K>
where
    E: Operand<Level = K>,
    E::Type: CastTo<Decimal>,
{
    Expr::from_node(decimal(value.into_node(), precision, scale, CastMode::Try))
}

fn decimal(input: Node, precision: u8, scale: i8, mode: CastMode) -> Node {
    if !(1..=38).contains(&precision) || scale < 0 || scale.cast_unsigned() > precision {
        let message = format!(
            "decimal({precision}, {scale}) does not exist: the precision is 1 to 38 and the scale 0 to the precision"
        );
        return Node::new(NodeKind::Invalid(PlanError::new(message)));
    }
    node(input, DataType::Decimal128(precision, scale), mode)
}

/// A Rust value as an expression.
pub fn lit<E, T>(value: E) -> Expr<T, Constant>
where
    E: Operand<Type = T>,
    E::Level: IsConstant,
{
    Expr::from_node(value.into_node())
}
