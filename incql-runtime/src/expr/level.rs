//! The level of an expression as a type: constant, per row, group key, per group, or over a window.

/// How many rows an expression speaks of.
pub trait Level: 'static {}

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
pub struct OverWindow<L>(std::marker::PhantomData<L>);

impl Level for Constant {}
impl Level for PerRow {}
impl Level for GroupKey {}
impl Level for PerGroup {}
impl<L: Level> Level for OverWindow<L> {}

/// Two levels that may meet in one expression, and the level of the result.
#[diagnostic::on_unimplemented(
    message = "a plain column and an aggregate cannot meet in one expression",
    label = "one side is per row, the other per group",
    note = "GROUP BY the column, or put it inside an aggregate"
)]
pub trait Combine<R: Level>: Level {
    /// The level of an expression over both.
    type Out: Level;
}

macro_rules! combine {
    ($($left:ty, $right:ty => $out:ty;)*) => {$(
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
    OverWindow<PerRow>, Constant => OverWindow<PerRow>;
    OverWindow<PerRow>, PerRow => OverWindow<PerRow>;
    OverWindow<PerRow>, OverWindow<PerRow> => OverWindow<PerRow>;
    Constant, OverWindow<PerRow> => OverWindow<PerRow>;
    PerRow, OverWindow<PerRow> => OverWindow<PerRow>;
    OverWindow<PerGroup>, Constant => OverWindow<PerGroup>;
    OverWindow<PerGroup>, GroupKey => OverWindow<PerGroup>;
    OverWindow<PerGroup>, PerGroup => OverWindow<PerGroup>;
    OverWindow<PerGroup>, OverWindow<PerGroup> => OverWindow<PerGroup>;
    Constant, OverWindow<PerGroup> => OverWindow<PerGroup>;
    GroupKey, OverWindow<PerGroup> => OverWindow<PerGroup>;
    PerGroup, OverWindow<PerGroup> => OverWindow<PerGroup>;
}

/// A level whose value is known row by row: what WHERE, ON, GROUP BY and aggregate arguments take.
#[diagnostic::on_unimplemented(
    message = "an aggregate or window has no place here",
    label = "not a value of a single row"
)]
pub trait RowWise: Level {}
impl RowWise for Constant {}
impl RowWise for PerRow {}
impl RowWise for GroupKey {}

/// A level that has one value per group.
#[diagnostic::on_unimplemented(
    message = "this column is neither a GROUP BY key nor inside an aggregate",
    label = "not one value per group",
    note = "add the column to GROUP BY, or put it inside an aggregate such as `min(..)` or `any_value(..)`"
)]
pub trait InGroup: Level {}
impl InGroup for Constant {}
impl InGroup for GroupKey {}
impl InGroup for PerGroup {}
impl InGroup for OverWindow<PerGroup> {}
