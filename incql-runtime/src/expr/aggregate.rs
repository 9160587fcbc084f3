//! Aggregates with their modifiers: typed by the value's type, the level of the argument, and what the aggregate allows.

use std::fmt;
use std::marker::PhantomData;

use super::level::{Level, NoLevel, PerGroup, PerRow, RowWise};
use super::logic::Condition;
use super::node::{AggregateNode, Node, NodeKind, OrderNode};
use super::operand::{Operand, handle};
use super::order::SortKeys;
use crate::types::ColumnType;

/// An aggregate that still takes modifiers or a window: `.filter(..)`, `.distinct()`, `.order_by(..)`, `.over(..)`.
/// `L` is the level of its argument, `K` says which modifiers have a meaning.
pub struct Aggregate<T, L = PerRow, K = Values> {
    node: Node,
    marker: PhantomData<fn() -> (T, L, K)>,
}

/// Of values, in any order: equal ones can count once.
#[derive(Clone, Copy, Debug)]
pub enum Values {}
/// Of rows: there is nothing that could be equal.
#[derive(Clone, Copy, Debug)]
pub enum Rows {}
/// Of values in an order that the result depends on.
#[derive(Clone, Copy, Debug)]
pub enum Sequence {}

/// Aggregates that can take equal values once.
#[diagnostic::on_unimplemented(
    message = "DISTINCT has no meaning on this aggregate",
    label = "this aggregate has no values that could be equal",
    note = "`count_distinct(.column)` counts the different values of a column"
)]
pub trait AllowsDistinct {}
#[diagnostic::do_not_recommend]
impl AllowsDistinct for Values {}
#[diagnostic::do_not_recommend]
impl AllowsDistinct for Sequence {}

/// Aggregates whose result depends on an order.
#[diagnostic::on_unimplemented(
    message = "this aggregate does not depend on an order",
    label = "`order_by` changes nothing here",
    note = "leave `.order_by(..)` out"
)]
pub trait AllowsOrder {}
#[diagnostic::do_not_recommend]
impl AllowsOrder for Sequence {}
#[diagnostic::do_not_recommend]
impl AllowsOrder for NoLevel {}

impl<T, L, K> Aggregate<T, L, K> {
    /// Claims the type of a node.
    pub(crate) fn from_node(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }

    /// The authored aggregate.
    pub(crate) fn node(&self) -> &Node {
        &self.node
    }

    /// Only rows on which the condition is true; decided before `distinct`.
    #[must_use]
    pub fn filter<C>(self, condition: C) -> Self
    where
        C: Operand,
        C::Type: Condition,
        C::Level: RowWise,
    {
        Self::from_node(with_filter(&self.node, condition.into_node()))
    }

    /// Equal values count once.
    #[must_use]
    pub fn distinct(self) -> Self
    where
        K: AllowsDistinct,
    {
        Self::from_node(modified(&self.node, |call| call.distinct = true))
    }

    /// The order in which the values are seen.
    #[must_use]
    pub fn order_by<O>(self, keys: O) -> Self
    where
        K: AllowsOrder,
        O: SortKeys,
        O::Level: RowWise,
    {
        Self::from_node(with_order(&self.node, keys.into_nodes()))
    }
}

impl<T, L, K> Clone for Aggregate<T, L, K> {
    fn clone(&self) -> Self {
        Self::from_node(self.node.clone())
    }
}

impl<T, L, K> fmt::Debug for Aggregate<T, L, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Aggregate").field(&self.node).finish()
    }
}

handle!([T: ColumnType, L: Level, K] Aggregate<T, L, K>, T, PerGroup, |aggregate| aggregate.node().clone());

/// The node with the aggregate call changed; any other node (an error) as it is.
fn modified(node: &Node, change: impl FnOnce(&mut AggregateNode)) -> Node {
    match node.kind() {
        NodeKind::Aggregate(call) => {
            let mut call = call.clone();
            change(&mut call);
            Node::new(NodeKind::Aggregate(call))
        }
        _ => node.clone(),
    }
}

/// A second filter narrows the first.
fn with_filter(node: &Node, condition: Node) -> Node {
    modified(node, |call| {
        call.filter = Some(match call.filter.take() {
            Some(first) => Node::call_flat(&crate::functions::boolean::AND, vec![first, condition]),
            None => condition,
        });
    })
}

fn with_order(node: &Node, keys: Vec<OrderNode>) -> Node {
    modified(node, |call| call.order.extend(keys))
}
