//! Window frame bounds, each a type of its own, so that reversed bounds do not compile.

use super::level::IsConstant;
use super::node::{BoundNode, FrameNode, Node};
use super::operand::Operand;
use crate::scalar::FrameUnit;
use crate::types::{Decimal, Interval};

/// The partition's first row.
#[derive(Clone, Copy, Debug)]
pub struct UnboundedPreceding;
/// A distance before the current row.
#[derive(Clone, Debug)]
pub struct Preceding<T>(Node, std::marker::PhantomData<fn() -> T>);
/// The current row.
#[derive(Clone, Copy, Debug)]
pub struct CurrentRow;
/// A distance after the current row.
#[derive(Clone, Debug)]
pub struct Following<T>(Node, std::marker::PhantomData<fn() -> T>);
/// The partition's last row.
#[derive(Clone, Copy, Debug)]
pub struct UnboundedFollowing;

/// From the partition's first row, or to it.
pub fn unbounded_preceding() -> UnboundedPreceding {
    UnboundedPreceding
}

/// So many rows, or this distance of the sort key, before the current row.
pub fn preceding<N, T>(distance: N) -> Preceding<T>
where
    N: Operand<Type = T>,
    N::Level: IsConstant,
{
    Preceding(distance.into_node(), std::marker::PhantomData)
}

/// The current row; in a RANGE frame also the rows with an equal sort key.
pub fn current_row() -> CurrentRow {
    CurrentRow
}

/// So many rows, or this distance of the sort key, after the current row.
pub fn following<N, T>(distance: N) -> Following<T>
where
    N: Operand<Type = T>,
    N::Level: IsConstant,
{
    Following(distance.into_node(), std::marker::PhantomData)
}

/// To the partition's last row.
pub fn unbounded_following() -> UnboundedFollowing {
    UnboundedFollowing
}

/// Offsets in rows.
#[derive(Clone, Copy, Debug)]
pub enum RowOffset {}
/// Offsets in the sort key's distance.
#[derive(Clone, Copy, Debug)]
pub enum RangeOffset {}

/// Types that a frame's offset can have in unit `U`.
#[diagnostic::on_unimplemented(
    message = "a frame offset cannot be `{Self}`",
    label = "not an offset of this frame",
    note = "ROWS takes a whole number; RANGE takes a number, or an interval for dates and timestamps"
)]
pub trait OffsetType<U> {}

macro_rules! offsets {
    ($unit:ty: $($offset:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl OffsetType<$unit> for $offset {}
    )*};
}
offsets!(RowOffset: i8, i16, i32, i64, u8, u16, u32, u64);
offsets!(RangeOffset: i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal, Interval);

/// A frame bound in unit `U`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a frame bound",
    label = "not a frame bound",
    note = "bounds are unbounded_preceding(), preceding(n), current_row(), following(n) and unbounded_following()"
)]
pub trait Extent<U> {
    /// The bound.
    #[doc(hidden)]
    fn bound(self) -> BoundNode;
}

#[diagnostic::do_not_recommend]
impl<U> Extent<U> for UnboundedPreceding {
    fn bound(self) -> BoundNode {
        BoundNode::UnboundedPreceding
    }
}
impl<U, T: OffsetType<U>> Extent<U> for Preceding<T> {
    fn bound(self) -> BoundNode {
        BoundNode::Preceding(self.0)
    }
}
#[diagnostic::do_not_recommend]
impl<U> Extent<U> for CurrentRow {
    fn bound(self) -> BoundNode {
        BoundNode::CurrentRow
    }
}
impl<U, T: OffsetType<U>> Extent<U> for Following<T> {
    fn bound(self) -> BoundNode {
        BoundNode::Following(self.0)
    }
}
#[diagnostic::do_not_recommend]
impl<U> Extent<U> for UnboundedFollowing {
    fn bound(self) -> BoundNode {
        BoundNode::UnboundedFollowing
    }
}

/// A bound that a frame ending at `E` can start at.
#[diagnostic::on_unimplemented(
    message = "the bounds of this frame are reversed",
    label = "the frame starts here, after its end",
    note = "a frame goes from an earlier bound to a later one, as in `rows_between(preceding(2), current_row())`"
)]
pub trait Start<E, U>: Extent<U> {}

macro_rules! starts {
    ($([$($generic:ident)*] $start:ty => $end:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<U, $($generic),*> Start<$end, U> for $start where $start: Extent<U> {}
    )*};
}
starts! {
    [T] UnboundedPreceding => Preceding<T>;
    [] UnboundedPreceding => CurrentRow;
    [T] UnboundedPreceding => Following<T>;
    [] UnboundedPreceding => UnboundedFollowing;
    [T S] Preceding<T> => Preceding<S>;
    [T] Preceding<T> => CurrentRow;
    [T S] Preceding<T> => Following<S>;
    [T] Preceding<T> => UnboundedFollowing;
    [] CurrentRow => CurrentRow;
    [T] CurrentRow => Following<T>;
    [] CurrentRow => UnboundedFollowing;
    [T S] Following<T> => Following<S>;
    [T] Following<T> => UnboundedFollowing;
}

/// The authored frame.
pub(super) fn frame_node(unit: FrameUnit, start: BoundNode, end: BoundNode) -> FrameNode {
    FrameNode { unit, start, end }
}
