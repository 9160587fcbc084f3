//! Typed relational queries inline in Rust, portable as Substrait plans, run by DataFusion.
#![forbid(unsafe_code)]

// Expansions name the crate `::incql`, also inside it.
extern crate self as incql;

pub mod prelude;

pub use incql_macros::{Model, query, row};
pub use incql_runtime::row::Model;
pub use incql_runtime::{error, expr, frame, functions, row, types};

#[doc(hidden)]
pub use incql_runtime::private as __private;
