//! Integer literals take the type of the operand beside them.

use arrow::datatypes::DataType;

use super::node::{Node, NodeKind};
use crate::error::PlanError;
use crate::types::{ColumnType, Decimal};
use crate::value::Value;

/// Numbers, optional or not: what an integer literal can stand beside.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go with a number",
    label = "this is `{Self}`, the other side is an integer",
    note = "an integer literal stands beside numbers only; write a value of the type `{Self}`"
)]
pub trait Number: ColumnType {
    /// The Rust type that the literal gets, so that rustc itself checks its range.
    type Int: ColumnType;
    /// The type of a comparison with a literal.
    type Truth: ColumnType;
    /// The literal as a constant of this type.
    fn literal(value: Self::Int) -> Node;
}

macro_rules! numbers {
    ($($number:ty, $int:ty => |$value:ident| $node:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $number {
            type Int = $int;
            type Truth = bool;
            fn literal($value: $int) -> Node {
                $node
            }
        }
        #[diagnostic::do_not_recommend]
        impl Number for Option<$number> {
            type Int = $int;
            type Truth = Option<bool>;
            fn literal(value: $int) -> Node {
                <$number>::literal(value)
            }
        }
    )*};
}

numbers! {
    i8, i8 => |value| Node::literal(Value::Int(value.into()), DataType::Int8);
    i16, i16 => |value| Node::literal(Value::Int(value.into()), DataType::Int16);
    i32, i32 => |value| Node::literal(Value::Int(value.into()), DataType::Int32);
    i64, i64 => |value| Node::literal(Value::Int(value), DataType::Int64);
    u8, u8 => |value| Node::literal(Value::UInt(value.into()), DataType::UInt8);
    u16, u16 => |value| Node::literal(Value::UInt(value.into()), DataType::UInt16);
    u32, u32 => |value| Node::literal(Value::UInt(value.into()), DataType::UInt32);
    u64, u64 => |value| Node::literal(Value::UInt(value), DataType::UInt64);
    f32, i64 => |value| single(value);
    f64, i64 => |value| double(value);
    Decimal, i64 => |value| Node::literal(Value::Int(value), DataType::Int64);
}

/// The float of this value, which must be exact: `2^53 + 1` is no `f64`.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
fn double(value: i64) -> Node {
    let float = value as f64;
    if float as i128 == i128::from(value) {
        Node::literal(Value::Float64(float), DataType::Float64)
    } else {
        inexact(value, "f64")
    }
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
fn single(value: i64) -> Node {
    let float = value as f32;
    if float as i128 == i128::from(value) {
        Node::literal(Value::Float32(float), DataType::Float32)
    } else {
        inexact(value, "f32")
    }
}

fn inexact(value: i64, float: &str) -> Node {
    let message = format!("the integer {value} has no exact {float}; write it as a float literal, or cast the column");
    Node::new(NodeKind::Invalid(PlanError::new(message)))
}
