//! Partition keys of a window: a value, or several in a tuple, array or `Vec`.

use super::aggregate::Aggregate;
use super::column::{Column, Key};
use super::compare::Compare;
use super::level::{Combine, Level, PerRow};
use super::node::Node;
use super::operand::{Expr, Operand};
use crate::types::ColumnType;

/// Column types whose equal values can form a group.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be grouped",
    label = "`{Self}` has no equality",
    note = "lists, structs, maps, intervals and variants cannot be grouped by; use one of their fields"
)]
pub trait Groupable: ColumnType {}
#[diagnostic::do_not_recommend]
impl<T: ColumnType + Compare<T, PerRow, PerRow>> Groupable for T {}

/// What PARTITION BY takes: a value, or a tuple, array or `Vec` of values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a partition key",
    label = "not a partition key",
    note = "write a column or expression, or several in a tuple; lists, structs, maps, intervals and variants cannot be \
            grouped by"
)]
pub trait PartitionKeys {
    /// The level of all keys together.
    type Level: Level;
    /// The keys.
    fn into_nodes(self) -> Vec<Node>;
}

/// A value by itself.
macro_rules! bare {
    ($([$($generic:tt)*] $handle:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Groupable, $($generic)*> PartitionKeys for $handle {
            type Level = <$handle as Operand>::Level;
            fn into_nodes(self) -> Vec<Node> {
                vec![self.into_node()]
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Groupable, $($generic)*> PartitionKeys for &$handle {
            type Level = <$handle as Operand>::Level;
            fn into_nodes(self) -> Vec<Node> {
                vec![self.into_node()]
            }
        }
    )*};
}
bare! {
    [] Column<T>;
    [] Key<T>;
    [L: Level] Expr<T, L>;
    [L: Level, K] Aggregate<T, L, K>;
}

#[diagnostic::do_not_recommend]
impl<P: PartitionKeys, const N: usize> PartitionKeys for [P; N] {
    type Level = P::Level;
    fn into_nodes(self) -> Vec<Node> {
        self.into_iter().flat_map(P::into_nodes).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<P: PartitionKeys> PartitionKeys for Vec<P> {
    type Level = P::Level;
    fn into_nodes(self) -> Vec<Node> {
        self.into_iter().flat_map(P::into_nodes).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<A: PartitionKeys> PartitionKeys for (A,) {
    type Level = A::Level;
    fn into_nodes(self) -> Vec<Node> {
        self.0.into_nodes()
    }
}

macro_rules! tuples {
    ($($first:ident $second:ident $($rest:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case)]
        impl<$first: PartitionKeys, $second: PartitionKeys, $($rest: PartitionKeys),*> PartitionKeys
            for ($first, $second, $($rest),*)
        where
            ($second, $($rest,)*): PartitionKeys,
            $first::Level: Combine<<($second, $($rest,)*) as PartitionKeys>::Level>,
        {
            type Level = <$first::Level as Combine<<($second, $($rest,)*) as PartitionKeys>::Level>>::Out;
            fn into_nodes(self) -> Vec<Node> {
                let ($first, $second, $($rest),*) = self;
                let mut keys = $first.into_nodes();
                keys.extend(($second, $($rest,)*).into_nodes());
                keys
            }
        }
    )*};
}
tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
