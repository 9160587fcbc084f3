//! The runtime of `incql`: types, expressions, functions, Prism, Substrait and the session, in that order of dependence.
#![forbid(unsafe_code)]

pub mod error;
pub mod expr;
pub mod frame;
pub mod function;
pub mod functions;
#[doc(hidden)]
pub mod literal;
pub mod prism;
#[doc(hidden)]
pub mod private;
pub mod row;
pub mod scalar;
pub mod schema;
#[cfg(feature = "datafusion")]
pub mod session;
pub mod substrait;
pub mod types;
pub mod value;

pub use arrow;
#[cfg(feature = "datafusion")]
pub use datafusion;
