//! Prism, the logical planning engine: an immutable authored graph, derived views, and what can be asked of both.

pub(crate) mod build;
pub(crate) mod coerce;
#[cfg(test)]
mod deep_tests;
pub(crate) mod display;
pub(crate) mod layout;
pub mod node;
pub(crate) mod output;
pub mod plan;
pub(crate) mod resolve;
pub(crate) mod rewrite;
#[cfg(test)]
pub(crate) mod testing;
pub mod traverse;
pub(crate) mod validate;
pub(crate) mod view;
