//! Sort keys: an expression, a direction and where nulls go, one at a time or several.

use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::aggregate::Aggregate;
use super::column::{Column, Key};
use super::level::{Combine, Level};
use super::node::{Node, OrderNode};
use super::operand::{Expr, Operand};
use crate::types::{ColumnType, Decimal};

/// A sort key of a level; made by `asc`, `desc` and their kin.
#[derive(Clone, Debug)]
pub struct Order<L> {
    key: OrderNode,
    marker: PhantomData<fn() -> L>,
}

impl<L> Order<L> {
    pub(crate) fn new(node: Node, descending: bool, nulls_first: bool) -> Self {
        Self { key: OrderNode { node, descending, nulls_first }, marker: PhantomData }
    }
}

/// Column types whose values have an order.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` have no order",
    label = "`{Self}` cannot be ordered",
    note = "lists, structs, maps, intervals and variants have no order; use one of their fields"
)]
pub trait Ordered: ColumnType {}

macro_rules! ordered {
    ($($base:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Ordered for $base {}
        #[diagnostic::do_not_recommend]
        impl Ordered for Option<$base> {}
    )*};
}
ordered!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal, String, Vec<u8>);
ordered!(NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>);

/// What ORDER BY takes: a sort key, a value (ascending, nulls last), or a tuple, array or `Vec` of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a sort key",
    label = "not a sort key",
    note = "write a column or expression, `asc(..)` or `desc(..)`, or several in a tuple; lists, structs, maps, \
            intervals and variants have no order"
)]
pub trait SortKeys {
    /// The level of all keys together.
    type Level: Level;
    /// The keys, most significant first.
    fn into_nodes(self) -> Vec<OrderNode>;
}

#[diagnostic::do_not_recommend]
impl<L: Level> SortKeys for Order<L> {
    type Level = L;
    fn into_nodes(self) -> Vec<OrderNode> {
        vec![self.key]
    }
}

#[diagnostic::do_not_recommend]
impl<L: Level> SortKeys for &Order<L> {
    type Level = L;
    fn into_nodes(self) -> Vec<OrderNode> {
        vec![self.key.clone()]
    }
}

/// A value by itself: ascending, nulls last.
macro_rules! bare {
    ($([$($generic:tt)*] $handle:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Ordered, $($generic)*> SortKeys for $handle {
            type Level = <$handle as Operand>::Level;
            fn into_nodes(self) -> Vec<OrderNode> {
                Order::<Self::Level>::new(self.into_node(), false, false).into_nodes()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<T: Ordered, $($generic)*> SortKeys for &$handle {
            type Level = <$handle as Operand>::Level;
            fn into_nodes(self) -> Vec<OrderNode> {
                Order::<Self::Level>::new(self.into_node(), false, false).into_nodes()
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
impl<S: SortKeys, const N: usize> SortKeys for [S; N] {
    type Level = S::Level;
    fn into_nodes(self) -> Vec<OrderNode> {
        self.into_iter().flat_map(S::into_nodes).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<S: SortKeys> SortKeys for Vec<S> {
    type Level = S::Level;
    fn into_nodes(self) -> Vec<OrderNode> {
        self.into_iter().flat_map(S::into_nodes).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<A: SortKeys> SortKeys for (A,) {
    type Level = A::Level;
    fn into_nodes(self) -> Vec<OrderNode> {
        self.0.into_nodes()
    }
}

/// Tuples: each key's level is combined with the one so far, so that no key falls out of the group.
macro_rules! tuples {
    ($($first:ident $second:ident $($rest:ident)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case)]
        impl<$first: SortKeys, $second: SortKeys, $($rest: SortKeys),*> SortKeys for ($first, $second, $($rest),*)
        where
            ($second, $($rest,)*): SortKeys,
            $first::Level: Combine<<($second, $($rest,)*) as SortKeys>::Level>,
        {
            type Level = <$first::Level as Combine<<($second, $($rest,)*) as SortKeys>::Level>>::Out;
            fn into_nodes(self) -> Vec<OrderNode> {
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
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K M;
}

macro_rules! directions {
    ($($(#[$doc:meta])* $name:ident($descending:expr, $nulls_first:expr) where $bound:tt;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, L>(value: E) -> Order<L>
        where
            E: Operand<Level = L>,
            E::Type: $bound,
        {
            Order::new(value.into_node(), $descending, $nulls_first)
        }
    )*};
}
directions! {
    /// Smallest first, nulls last.
    asc(false, false) where Ordered;
    /// Largest first, nulls first.
    desc(true, true) where Ordered;
    /// Smallest first, nulls first.
    asc_nulls_first(false, true) where Ordered;
    /// Smallest first, nulls last.
    asc_nulls_last(false, false) where Ordered;
    /// Largest first, nulls first.
    desc_nulls_first(true, true) where Ordered;
    /// Largest first, nulls last.
    desc_nulls_last(true, false) where Ordered;
}
