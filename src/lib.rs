//! Typed relational queries inline in Rust, portable as Substrait plans, run by DataFusion.
#![forbid(unsafe_code)]

// Expansions name the crate `::incql`, also inside it.
extern crate self as incql;

pub mod prelude;

pub use incql_macros::{Model, date, query, row, timestamp};
pub use incql_runtime::row::Model;
pub use incql_runtime::{error, expr, frame, functions, row, types};

/// The version of Arrow whose batches go in and out.
pub use incql_runtime::arrow;
/// The version of DataFusion that sessions run on: for table providers and contexts of your own.
#[cfg(feature = "datafusion")]
pub use incql_runtime::datafusion;

#[cfg(feature = "datafusion")]
pub use incql_runtime::session::{self, blocking};

#[doc(hidden)]
pub use incql_runtime::private as __private;
