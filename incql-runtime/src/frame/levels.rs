//! Which items may stand together in a selection: rules over the list of their levels, in the user's terms.

use crate::expr::level::{Constant, GroupKey, InGroup, Level, OverWindow, PerGroup, PerRow, RowWise};
use crate::row::Levels;

/// The items of a SELECT without GROUP BY: all per row (and over windows of rows), or all aggregates.
#[diagnostic::on_unimplemented(
    message = "plain columns and aggregates stand in one SELECT without GROUP BY",
    label = "mixes values of single rows with aggregates",
    note = "GROUP BY the plain columns, or put them inside an aggregate such as `min(..)`"
)]
pub trait SelectLevels: Levels {}

/// The items of a SELECT over groups.
#[diagnostic::on_unimplemented(
    message = "an item of this SELECT is neither a GROUP BY key nor inside an aggregate",
    label = "not one value per group",
    note = "add the column to GROUP BY, or put it inside an aggregate such as `min(..)`"
)]
pub trait GroupLevels: Levels {}

/// Items that are known row by row, or over windows of rows.
#[diagnostic::on_unimplemented(
    message = "an aggregate has no place in a column of every row",
    label = "not a value of every row",
    note = "give the aggregate a window with `.over(window())`, or GROUP BY first"
)]
pub trait RowLevels: Levels {}

/// GROUP BY keys.
#[diagnostic::on_unimplemented(
    message = "an aggregate or window cannot be a GROUP BY key",
    label = "not a value of a single row",
    note = "compute it in a SELECT first, then GROUP BY the result"
)]
pub trait KeyLevels: Levels {}

#[diagnostic::do_not_recommend]
impl SelectLevels for () {}
#[diagnostic::do_not_recommend]
impl<L, R: Levels> SelectLevels for (L, R) where (L, R): Uniform {}

#[diagnostic::do_not_recommend]
impl GroupLevels for () {}
#[diagnostic::do_not_recommend]
impl<L: InGroup, R: GroupLevels> GroupLevels for (L, R) {}

#[diagnostic::do_not_recommend]
impl RowLevels for () {}
#[diagnostic::do_not_recommend]
impl<L: InRow, R: RowLevels> RowLevels for (L, R) {}

#[diagnostic::do_not_recommend]
impl KeyLevels for () {}
#[diagnostic::do_not_recommend]
impl<L: RowWise, R: KeyLevels> KeyLevels for (L, R) {}

/// A level that has one value per row.
#[diagnostic::on_unimplemented(
    message = "an aggregate has no place in a column of every row",
    label = "not a value of every row",
    note = "give the aggregate a window with `.over(window())`, or GROUP BY first"
)]
pub trait InRow: Level {}
#[diagnostic::do_not_recommend]
impl InRow for Constant {}
#[diagnostic::do_not_recommend]
impl InRow for PerRow {}
#[diagnostic::do_not_recommend]
impl InRow for OverWindow<PerRow> {}
#[diagnostic::do_not_recommend]
impl InRow for OverWindow<Constant> {}

/// A level of an item beside aggregates, where all rows make one.
#[diagnostic::on_unimplemented(
    message = "a plain column stands beside an aggregate in a SELECT without GROUP BY",
    label = "not inside an aggregate",
    note = "GROUP BY the column, or put it inside an aggregate such as `min(..)` or `any_value(..)`"
)]
pub trait InWhole: Level {}
#[diagnostic::do_not_recommend]
impl InWhole for Constant {}
#[diagnostic::do_not_recommend]
impl InWhole for PerGroup {}
#[diagnostic::do_not_recommend]
impl InWhole for OverWindow<Constant> {}
#[diagnostic::do_not_recommend]
impl InWhole for OverWindow<PerGroup> {}

/// A list of levels that agree on how many rows come out.
#[doc(hidden)]
pub trait Uniform {
    /// What they agree on.
    type Of;
}

/// Nothing but constants so far.
#[doc(hidden)]
#[derive(Debug)]
pub enum Either {}
/// One row per row.
#[doc(hidden)]
#[derive(Debug)]
pub enum Rows {}
/// One row in all.
#[doc(hidden)]
#[derive(Debug)]
pub enum Groups {}

/// How many rows one item makes.
#[doc(hidden)]
pub trait Makes {
    /// The answer.
    type Of;
}

/// Two answers that agree.
#[doc(hidden)]
pub trait Agrees<With> {
    /// The common answer.
    type Of;
}

macro_rules! makes {
    ($($level:ty => $of:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl Makes for $level { type Of = $of; }
    )*};
}

makes! {
    Constant => Either,
    PerRow => Rows,
    OverWindow<PerRow> => Rows,
    GroupKey => Groups,
    PerGroup => Groups,
    OverWindow<PerGroup> => Groups,
    OverWindow<Constant> => Either,
}

macro_rules! agrees {
    ($($left:ty, $right:ty => $of:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Agrees<$right> for $left { type Of = $of; }
    )*};
}

agrees! {
    Either, Either => Either;
    Either, Rows => Rows;
    Either, Groups => Groups;
    Rows, Either => Rows;
    Rows, Rows => Rows;
    Groups, Either => Groups;
    Groups, Groups => Groups;
}

#[diagnostic::do_not_recommend]
impl Uniform for () {
    type Of = Either;
}

#[diagnostic::do_not_recommend]
impl<L: Makes, R: Uniform> Uniform for (L, R)
where
    L::Of: Agrees<R::Of>,
{
    type Of = <L::Of as Agrees<R::Of>>::Of;
}
