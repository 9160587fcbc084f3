//! What a file that queries imports: the macros, the functions of the catalog, frames and the types of columns.

pub use incql_macros::{Model, date, query, row, timestamp};
pub use incql_runtime::frame::{LazyFrame, Source};
pub use incql_runtime::functions::*;
pub use incql_runtime::row::{Model, Row};
pub use incql_runtime::types::{Decimal, Interval};

#[cfg(feature = "datafusion")]
pub use incql_runtime::error::Error;
#[cfg(feature = "datafusion")]
pub use incql_runtime::session::{CsvOptions, DataFrame, Session};
