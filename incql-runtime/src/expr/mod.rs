//! Typed expressions: handles whose types carry the value's type, nullability and level, over untyped nodes.

pub mod column;
pub mod level;
pub mod node;
pub mod operand;
pub mod operator;
