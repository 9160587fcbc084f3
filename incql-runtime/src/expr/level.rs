//! The level of an expression as a type: constant, per row, group key, per group, or over a window.

use std::marker::PhantomData;

use crate::types::{BaseType, Decimal};

/// How many rows an expression speaks of.
pub trait Level: 'static {
    /// What an `f64` of this level counts as beside a `Decimal`: a constant is the decimal it is written as, a column
    /// stays a float and makes the decimal one.
    #[doc(hidden)]
    type FloatBesideDecimal: BaseType;
    /// The level of a window call over values of this level.
    #[doc(hidden)]
    type Window: Level;
}

/// The same for every row: a Rust value.
#[derive(Clone, Copy, Debug)]
pub enum Constant {}
/// One value per row.
#[derive(Clone, Copy, Debug)]
pub enum PerRow {}
/// A GROUP BY key.
#[derive(Clone, Copy, Debug)]
pub enum GroupKey {}
/// One value per group.
#[derive(Clone, Copy, Debug)]
pub enum PerGroup {}
/// Over a window of the rows that `L` speaks of.
#[derive(Clone, Copy, Debug)]
pub struct OverWindow<L>(PhantomData<L>);

macro_rules! levels {
    ($($level:ty: $float:ty, $window:ty;)*) => {$(
        impl Level for $level {
            type FloatBesideDecimal = $float;
            type Window = $window;
        }
    )*};
}

levels! {
    Constant: Decimal, OverWindow<Constant>;
    PerRow: f64, OverWindow<PerRow>;
    GroupKey: f64, OverWindow<PerGroup>;
    PerGroup: f64, OverWindow<PerGroup>;
    OverWindow<Constant>: f64, OverWindow<Constant>;
    OverWindow<PerRow>: f64, OverWindow<PerRow>;
    OverWindow<PerGroup>: f64, OverWindow<PerGroup>;
    NoLevel: f64, NoLevel;
}

/// Two levels that may meet in one expression, and the level of the result.
#[diagnostic::on_unimplemented(
    message = "a plain column and an aggregate cannot meet in one expression",
    label = "one side is per row, the other per group",
    note = "GROUP BY the column, or put it inside an aggregate such as `max(..)`"
)]
pub trait Combine<R: Level>: Level {
    /// The level of an expression over both.
    type Out: Level;
}

macro_rules! combine {
    ($($left:ty, $right:ty => $out:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Combine<$right> for $left { type Out = $out; }
    )*};
}

combine! {
    Constant, Constant => Constant;
    Constant, PerRow => PerRow;
    Constant, GroupKey => GroupKey;
    Constant, PerGroup => PerGroup;
    PerRow, Constant => PerRow;
    PerRow, PerRow => PerRow;
    GroupKey, Constant => GroupKey;
    GroupKey, GroupKey => GroupKey;
    GroupKey, PerGroup => PerGroup;
    PerGroup, Constant => PerGroup;
    PerGroup, GroupKey => PerGroup;
    PerGroup, PerGroup => PerGroup;
    OverWindow<Constant>, Constant => OverWindow<Constant>;
    OverWindow<Constant>, PerRow => OverWindow<PerRow>;
    OverWindow<Constant>, GroupKey => OverWindow<PerGroup>;
    OverWindow<Constant>, PerGroup => OverWindow<PerGroup>;
    OverWindow<Constant>, OverWindow<Constant> => OverWindow<Constant>;
    OverWindow<Constant>, OverWindow<PerRow> => OverWindow<PerRow>;
    OverWindow<Constant>, OverWindow<PerGroup> => OverWindow<PerGroup>;
    Constant, OverWindow<Constant> => OverWindow<Constant>;
    PerRow, OverWindow<Constant> => OverWindow<PerRow>;
    GroupKey, OverWindow<Constant> => OverWindow<PerGroup>;
    PerGroup, OverWindow<Constant> => OverWindow<PerGroup>;
    OverWindow<PerRow>, Constant => OverWindow<PerRow>;
    OverWindow<PerRow>, PerRow => OverWindow<PerRow>;
    OverWindow<PerRow>, OverWindow<Constant> => OverWindow<PerRow>;
    OverWindow<PerRow>, OverWindow<PerRow> => OverWindow<PerRow>;
    Constant, OverWindow<PerRow> => OverWindow<PerRow>;
    PerRow, OverWindow<PerRow> => OverWindow<PerRow>;
    OverWindow<PerGroup>, Constant => OverWindow<PerGroup>;
    OverWindow<PerGroup>, GroupKey => OverWindow<PerGroup>;
    OverWindow<PerGroup>, PerGroup => OverWindow<PerGroup>;
    OverWindow<PerGroup>, OverWindow<Constant> => OverWindow<PerGroup>;
    OverWindow<PerGroup>, OverWindow<PerGroup> => OverWindow<PerGroup>;
    Constant, OverWindow<PerGroup> => OverWindow<PerGroup>;
    GroupKey, OverWindow<PerGroup> => OverWindow<PerGroup>;
    PerGroup, OverWindow<PerGroup> => OverWindow<PerGroup>;
}

macro_rules! mark {
    ($mark:ident: $($level:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl $mark for $level {}
    )*};
}

/// A level whose value is known row by row: what WHERE, ON, GROUP BY and aggregate arguments take.
#[diagnostic::on_unimplemented(
    message = "an aggregate or window function cannot stand here",
    label = "not a value of a single row",
    note = "aggregates and windows belong in SELECT; to filter on one, name it there and write WHERE after SELECT"
)]
pub trait RowWise: Level {}
mark!(RowWise: Constant, PerRow, GroupKey);

/// A level that has one value per group.
#[diagnostic::on_unimplemented(
    message = "this column is neither a GROUP BY key nor inside an aggregate",
    label = "not one value per group",
    note = "add the column to GROUP BY, or put it inside an aggregate such as `min(..)` or `any_value(..)`"
)]
pub trait InGroup: Level {}
mark!(InGroup: Constant, GroupKey, PerGroup, OverWindow<Constant>, OverWindow<PerGroup>);

/// A level that a window may be computed over.
#[diagnostic::on_unimplemented(
    message = "a window function cannot stand inside another window",
    label = "already a window function",
    note = "compute the inner window in a query of its own, under a name"
)]
pub trait Windowable: Level {}
mark!(Windowable: Constant, PerRow, GroupKey, PerGroup);

/// A level of Rust values alone.
#[diagnostic::on_unimplemented(
    message = "this must be the same value for every row",
    label = "not a constant",
    note = "write a literal or a Rust variable"
)]
pub trait IsConstant: Level {}
mark!(IsConstant: Constant, NoLevel);

/// No level at all. It is here because rustc words the failure of a trait with a single impl as a type mismatch.
#[derive(Clone, Copy, Debug)]
pub enum NoLevel {}
