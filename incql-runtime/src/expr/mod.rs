//! Typed expressions: handles whose types carry the value's type, nullability and level, over untyped nodes.

pub mod aggregate;
pub mod arithmetic;
pub mod column;
pub mod compare;
pub mod level;
pub mod literal;
pub mod logic;
pub mod node;
pub mod operand;
pub mod order;
pub mod promote;
