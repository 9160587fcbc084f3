//! What an operator or function takes: columns, keys, expressions, measures and Rust values.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use super::column::{Column, Key};
use super::level::{Constant, GroupKey, Level, PerRow};
use super::node::{Node, NodeKind};
use crate::error::PlanError;
use crate::types::{BaseType, ColumnType, Decimal, Interval};
use crate::value::Value;

/// A typed expression of a level.
pub struct Expr<T, L = PerRow> {
    node: Node,
    marker: PhantomData<fn() -> (T, L)>,
}

impl<T, L> Expr<T, L> {
    /// Claims the type and level of a node.
    pub(crate) fn from_node(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }

    /// The authored expression.
    pub(crate) fn node(&self) -> &Node {
        &self.node
    }
}

impl<T, L> Clone for Expr<T, L> {
    fn clone(&self) -> Self {
        Self::from_node(self.node.clone())
    }
}

impl<T, L> fmt::Debug for Expr<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expr").field(&self.node).finish()
    }
}

/// Anything that stands for a value in an expression: a column, a group key, an expression, an aggregate, or a Rust
/// value of a column type, by value or by reference.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a column, an expression nor a value of a column type",
    label = "not a value in a query",
    note = "a window function needs `.over(..)`; a Rust value must be of a column type"
)]
pub trait Operand {
    /// The value's type.
    type Type: ColumnType;
    /// How many rows it speaks of.
    type Level: Level;
    /// The authored expression.
    fn into_node(self) -> Node;
}

/// A handle that is an operand by value and by reference; `$node` makes its node from a reference.
macro_rules! handle {
    ([$($generic:tt)*] $handle:ty, $value:ty, $level:ty, |$this:ident| $node:expr) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> $crate::expr::operand::Operand for $handle {
            type Type = $value;
            type Level = $level;
            fn into_node(self) -> $crate::expr::node::Node {
                let $this = &self;
                $node
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> $crate::expr::operand::Operand for &$handle {
            type Type = $value;
            type Level = $level;
            fn into_node(self) -> $crate::expr::node::Node {
                let $this = self;
                $node
            }
        }
    };
}
pub(crate) use handle;

handle!([T: ColumnType] Column<T>, T, PerRow, |column| column.node());
handle!([T: ColumnType] Key<T>, T, GroupKey, |key| key.node());
handle!([T: ColumnType, L: Level] Expr<T, L>, T, L, |expr| expr.node().clone());

/// A constant, or the reason why the value has no form in a query.
fn constant<T: ColumnType>(value: &T) -> Node {
    let data_type = value.value_type();
    match value.to_value(&data_type) {
        Ok(value) => Node::literal(value, data_type),
        Err(message) => Node::new(NodeKind::Invalid(PlanError::new(message))),
    }
}

fn text(value: &str) -> Node {
    Node::literal(Value::Text(value.into()), String::data_type())
}

macro_rules! values {
    ($($value:ty),*) => {$(
        handle!([] $value, $value, Constant, |value| constant(value));
        #[diagnostic::do_not_recommend]
        impl Operand for &&$value {
            type Type = $value;
            type Level = Constant;
            fn into_node(self) -> Node {
                constant(*self)
            }
        }
    )*};
}
values!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, String, Decimal, Interval);
values!(NaiveDate, NaiveTime, NaiveDateTime, DateTime<Utc>);

handle!([T: BaseType] Option<T>, Option<T>, Constant, |value| constant(value));

#[diagnostic::do_not_recommend]
impl<T: ColumnType> Operand for Vec<T>
where
    Self: BaseType,
{
    type Type = Self;
    type Level = Constant;
    fn into_node(self) -> Node {
        constant(&self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ColumnType> Operand for &Vec<T>
where
    Vec<T>: BaseType,
{
    type Type = Vec<T>;
    type Level = Constant;
    fn into_node(self) -> Node {
        constant(self)
    }
}

macro_rules! maps {
    ($($map:ident),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<K: 'static, V: 'static> Operand for $map<K, V>
        where
            Self: BaseType,
        {
            type Type = Self;
            type Level = Constant;
            fn into_node(self) -> Node {
                constant(&self)
            }
        }
    )*};
}
maps!(BTreeMap, HashMap);

macro_rules! texts {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Operand for $text {
            type Type = String;
            type Level = Constant;
            fn into_node(self) -> Node {
                text(self)
            }
        }
    )*};
}
texts!(&str, &&str, &&&str);

#[diagnostic::do_not_recommend]
impl Operand for Option<&str> {
    type Type = Option<String>;
    type Level = Constant;
    fn into_node(self) -> Node {
        match self {
            Some(value) => text(value),
            None => Node::literal(Value::Null, String::data_type()),
        }
    }
}

#[diagnostic::do_not_recommend]
impl Operand for &Option<&str> {
    type Type = Option<String>;
    type Level = Constant;
    fn into_node(self) -> Node {
        (*self).into_node()
    }
}
