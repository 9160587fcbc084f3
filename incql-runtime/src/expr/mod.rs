//! Typed expressions: handles whose types carry the value's type, nullability and level, over untyped nodes.

pub mod aggregate;
pub mod arithmetic;
pub mod bare;
pub mod cast;
pub mod column;
pub mod compare;
pub mod frame;
pub mod level;
pub mod literal;
pub mod logic;
pub mod methods;
pub mod node;
pub mod operand;
pub mod order;
pub mod partition;
pub mod promote;
pub mod window;
