//! Window specifications and calls over them; a window function is no value until `.over(..)`.

use std::fmt;
use std::marker::PhantomData;

use super::aggregate::Aggregate;
use super::frame::{Extent, RangeOffset, RowOffset, Start, frame_node};
use super::level::{Combine, Constant, Level, PerRow, Windowable};
use super::node::{AggregateNode, FrameNode, Node, NodeKind, OrderNode, WindowNode};
use super::operand::Expr;
use super::order::SortKeys;
use super::partition::PartitionKeys;
use crate::function::FunctionDef;
use crate::scalar::FrameUnit;
use crate::types::ColumnType;

/// A window specification: partition, order and frame. `L` is the level of its keys, `O` says whether it has an order.
pub struct Window<L = Constant, O = Unordered> {
    parts: Parts,
    marker: PhantomData<fn() -> (L, O)>,
}

#[derive(Clone, Debug, Default)]
struct Parts {
    partition: Vec<Node>,
    order: Vec<OrderNode>,
    frame: Option<FrameNode>,
}

/// A window without an order.
#[derive(Clone, Copy, Debug)]
pub enum Unordered {}
/// A window with an order.
#[derive(Clone, Copy, Debug)]
pub enum Ordered {}

/// The whole relation as one partition, without an order; the start of every specification.
pub fn window() -> Window {
    Window::new(Parts::default())
}

impl<L, O> Window<L, O> {
    fn new(parts: Parts) -> Self {
        Self { parts, marker: PhantomData }
    }
}

impl<L: Level, O> Window<L, O> {
    /// Rows are seen only together with those that have equal values of these: a value, or a tuple, array or `Vec` of
    /// values. Floats are equal as in GROUP BY, NULLs too.
    #[must_use]
    pub fn partition_by<P, K>(self, keys: P) -> Window<K, O>
    where
        P: PartitionKeys,
        L: Combine<P::Level, Out = K>,
        K: Windowable,
    {
        let mut parts = self.parts;
        parts.partition.extend(keys.into_nodes());
        Window::new(parts)
    }

    /// The order within a partition, most significant key first.
    #[must_use]
    pub fn order_by<S, K>(self, keys: S) -> Window<K, Ordered>
    where
        S: SortKeys,
        L: Combine<S::Level, Out = K>,
        K: Windowable,
    {
        let mut parts = self.parts;
        parts.order.extend(keys.into_nodes());
        Window::new(parts)
    }

    /// The rows from `start` to `end`, counted.
    #[must_use]
    pub fn rows_between<S, E>(self, start: S, end: E) -> Self
    where
        S: Start<E, RowOffset>,
        E: Extent<RowOffset>,
    {
        let mut parts = self.parts;
        parts.frame = Some(frame_node(FrameUnit::Rows, start.bound(), end.bound()));
        Window::new(parts)
    }
}

impl<L: Level> Window<L, Ordered> {
    /// The rows whose sort key lies between `start` and `end`, as a distance from the current row's; rows with an equal
    /// key are in. An offset needs exactly one sort key, a number or (with an interval) a date or timestamp.
    #[must_use]
    pub fn range_between<S, E>(self, start: S, end: E) -> Self
    where
        S: Start<E, RangeOffset>,
        E: Extent<RangeOffset>,
    {
        let mut parts = self.parts;
        parts.frame = Some(frame_node(FrameUnit::Range, start.bound(), end.bound()));
        Window::new(parts)
    }
}

impl<L, O> Clone for Window<L, O> {
    fn clone(&self) -> Self {
        Self::new(self.parts.clone())
    }
}

impl<L, O> fmt::Debug for Window<L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Window").field(&self.parts).finish()
    }
}

/// What `.over(..)` takes: a window specification, by value or by reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a window",
    label = "not a window",
    note = "write `window().partition_by(..).order_by(..)`, or the name of a window of WINDOW BY"
)]
pub trait Over {
    /// The level of the keys.
    type Level: Level;
    /// Whether there is an order.
    type Order;
    /// The call over this window.
    #[doc(hidden)]
    fn call(&self, call: AggregateNode, ignore_nulls: bool) -> Node;
}

#[diagnostic::do_not_recommend]
impl<L: Level, O> Over for Window<L, O> {
    type Level = L;
    type Order = O;
    fn call(&self, call: AggregateNode, ignore_nulls: bool) -> Node {
        window_node(&self.parts, call, ignore_nulls)
    }
}

#[diagnostic::do_not_recommend]
impl<W: Over> Over for &W {
    type Level = W::Level;
    type Order = W::Order;
    fn call(&self, call: AggregateNode, ignore_nulls: bool) -> Node {
        W::call(self, call, ignore_nulls)
    }
}

fn window_node(parts: &Parts, call: AggregateNode, ignore_nulls: bool) -> Node {
    let Parts { partition, order, frame } = parts.clone();
    Node::new(NodeKind::Window(WindowNode { call, ignore_nulls, partition, order, frame }))
}

/// A window function without a window. `L` is the level of its arguments, `K` says what it needs and allows.
pub struct WindowFunction<T, L = PerRow, K = Value> {
    function: &'static FunctionDef,
    arguments: Vec<Node>,
    ignore_nulls: bool,
    marker: PhantomData<fn() -> (T, L, K)>,
}

/// A function that needs an order and looks at no value.
#[derive(Clone, Copy, Debug)]
pub enum Ranking {}
/// A function that needs an order and takes a value of another row.
#[derive(Clone, Copy, Debug)]
pub enum Offset {}
/// A function that takes a value of the frame.
#[derive(Clone, Copy, Debug)]
pub enum Value {}

/// Windows that a function of kind `K` can be computed over.
#[diagnostic::on_unimplemented(
    message = "this window function needs an order",
    label = "this window has no ORDER BY",
    note = "add `.order_by(..)` to the window"
)]
pub trait Supports<K> {}
#[diagnostic::do_not_recommend]
impl Supports<Ranking> for Ordered {}
#[diagnostic::do_not_recommend]
impl Supports<Offset> for Ordered {}
#[diagnostic::do_not_recommend]
impl<O> Supports<Value> for O {}

/// Window functions that can skip nulls.
#[diagnostic::on_unimplemented(
    message = "IGNORE NULLS has no meaning on this window function",
    label = "this function looks at no value",
    note = "lag, lead, first_value, last_value and nth_value can ignore nulls"
)]
pub trait AllowsIgnoreNulls {}
#[diagnostic::do_not_recommend]
impl AllowsIgnoreNulls for Offset {}
#[diagnostic::do_not_recommend]
impl AllowsIgnoreNulls for Value {}

impl<T, L, K> WindowFunction<T, L, K> {
    pub(crate) fn new(function: &'static FunctionDef, arguments: Vec<Node>) -> Self {
        Self { function, arguments, ignore_nulls: false, marker: PhantomData }
    }

    /// Rows whose value is NULL are passed over.
    #[must_use]
    pub fn ignore_nulls(self) -> Self
    where
        K: AllowsIgnoreNulls,
    {
        Self { ignore_nulls: true, ..self }
    }

    /// Rows whose value is NULL count like others, which is the default.
    #[must_use]
    pub fn respect_nulls(self) -> Self
    where
        K: AllowsIgnoreNulls,
    {
        Self { ignore_nulls: false, ..self }
    }

    /// The function's value for every row over this window.
    pub fn over<W, V, M>(self, window: W) -> Expr<T, M::Window>
    where
        W: Over<Level = V>,
        W::Order: Supports<K>,
        L: Combine<V, Out = M>,
        V: Level,
        M: Windowable,
        T: ColumnType,
    {
        let Self { function, arguments, ignore_nulls, .. } = self;
        let call = AggregateNode { function, arguments, distinct: false, filter: None, order: Vec::new() };
        Expr::from_node(window.call(call, ignore_nulls))
    }
}

impl<T, L, K> Clone for WindowFunction<T, L, K> {
    fn clone(&self) -> Self {
        Self { arguments: self.arguments.clone(), ..*self }
    }
}

impl<T, L, K> fmt::Debug for WindowFunction<T, L, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowFunction")
            .field("function", &self.function.name)
            .field("arguments", &self.arguments)
            .finish()
    }
}

impl<T: ColumnType, L: Level, K> Aggregate<T, L, K> {
    /// The aggregate of the window's rows, for every row.
    pub fn over<W, V, M>(self, window: W) -> Expr<T, M::Window>
    where
        W: Over<Level = V>,
        L: Combine<V, Out = M>,
        V: Level,
        M: Windowable,
    {
        Expr::from_node(match self.node().kind() {
            NodeKind::Aggregate(call) => window.call(call.clone(), false),
            _ => self.node().clone(),
        })
    }
}
