//! Builders: one per operator, from authored expressions and input plans to plan nodes with their schema inferred once.

pub(crate) mod aggregate;
pub(crate) mod conform;
pub(crate) mod filter;
pub(crate) mod join;
pub(crate) mod order;
pub(crate) mod project;
pub(crate) mod read;
pub(crate) mod window;
