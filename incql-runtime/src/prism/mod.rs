//! Prism, the logical planning engine: an immutable authored graph, derived views, and what can be asked of both.

pub(crate) mod build;
pub(crate) mod coerce;
pub(crate) mod layout;
pub mod node;
pub(crate) mod output;
pub mod plan;
pub(crate) mod resolve;
#[cfg(test)]
pub(crate) mod testing;
