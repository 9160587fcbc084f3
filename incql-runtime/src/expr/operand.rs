//! What an operator or function takes: columns, keys, expressions, measures and Rust values.

use std::marker::PhantomData;

use arrow::datatypes::DataType;

use super::column::{Column, Key};
use super::level::{Constant, GroupKey, Level, PerGroup, PerRow};
use super::node::{Node, NodeKind};
use crate::error::PlanError;
use crate::types::{BaseType, ColumnType};
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
}

impl<T, L> Clone for Expr<T, L> {
    fn clone(&self) -> Self {
        Self::from_node(self.node.clone())
    }
}

/// An aggregate that still takes modifiers or a window.
pub struct Aggregate<T> {
    node: Node,
    marker: PhantomData<fn() -> T>,
}

impl<T> Aggregate<T> {
    pub(crate) fn from_node(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }
}

/// Anything that stands for a value in an expression.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a column, an expression nor a value of a column type",
    label = "not a value in a query"
)]
pub trait Operand {
    /// The value's type.
    type Type: ColumnType;
    /// How many rows it speaks of.
    type Level: Level;
    /// The authored expression.
    fn into_node(self) -> Node;
}

impl<T: ColumnType> Operand for Column<T> {
    type Type = T;
    type Level = PerRow;
    fn into_node(self) -> Node {
        self.node()
    }
}

impl<T: ColumnType> Operand for &Column<T> {
    type Type = T;
    type Level = PerRow;
    fn into_node(self) -> Node {
        self.node()
    }
}

impl<T: ColumnType> Operand for Key<T> {
    type Type = T;
    type Level = GroupKey;
    fn into_node(self) -> Node {
        self.node()
    }
}

impl<T: ColumnType> Operand for &Key<T> {
    type Type = T;
    type Level = GroupKey;
    fn into_node(self) -> Node {
        self.node()
    }
}

impl<T: ColumnType, L: Level> Operand for Expr<T, L> {
    type Type = T;
    type Level = L;
    fn into_node(self) -> Node {
        self.node
    }
}

impl<T: ColumnType, L: Level> Operand for &Expr<T, L> {
    type Type = T;
    type Level = L;
    fn into_node(self) -> Node {
        self.node.clone()
    }
}

impl<T: ColumnType> Operand for Aggregate<T> {
    type Type = T;
    type Level = PerGroup;
    fn into_node(self) -> Node {
        self.node
    }
}

impl<T: ColumnType> Operand for &Aggregate<T> {
    type Type = T;
    type Level = PerGroup;
    fn into_node(self) -> Node {
        self.node.clone()
    }
}

impl<T: BaseType> Operand for T {
    type Type = T;
    type Level = Constant;
    fn into_node(self) -> Node {
        let data_type = self.value_type();
        constant(self.to_value(&data_type), data_type)
    }
}

/// A constant, or the reason why the value has no form in a query.
fn constant(value: Result<Value, String>, data_type: DataType) -> Node {
    match value {
        Ok(value) => Node::literal(value, data_type),
        Err(message) => Node::new(NodeKind::Invalid(PlanError::new(message))),
    }
}

impl<T: BaseType> Operand for Option<T> {
    type Type = Self;
    type Level = Constant;
    fn into_node(self) -> Node {
        match self {
            Some(value) => value.into_node(),
            None => Node::literal(Value::Null, T::data_type()),
        }
    }
}

impl Operand for &str {
    type Type = String;
    type Level = Constant;
    fn into_node(self) -> Node {
        Node::literal(Value::Text(self.into()), String::data_type())
    }
}
