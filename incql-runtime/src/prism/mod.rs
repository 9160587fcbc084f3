//! Prism, the logical planning engine: an immutable authored graph, derived views, and what can be asked of both.

pub mod node;
pub mod plan;
#[cfg(test)]
pub(crate) mod testing;
