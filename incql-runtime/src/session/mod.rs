//! The session: binds logical names to data and runs frames; plans hold names only, never where the data is.

pub mod backend;
pub mod bind;
pub mod blocking;
mod builder;
mod catalog;
mod csv;
mod data_frame;
pub(crate) mod datafusion;
mod near;
mod register;
mod run;
mod sink;
mod widen;

use std::fmt;
use std::sync::Arc;

pub use bind::DeclaredNulls;
pub use builder::SessionBuilder;
pub use csv::{CsvError, CsvOptions};
pub use data_frame::{DataFrame, Rows};
pub use run::{EngineExplanation, RowStream};

use self::backend::Backend;
use self::builder::default_context;
use self::catalog::Catalog;
use self::datafusion::DataFusion;

/// Binds tables and runs frames. Cloning gives another handle on the same session.
///
/// A query runs while its future or stream is polled and stops when that is dropped. Every failure is an
/// [`Error`](crate::error::Error) that names the stage and the table, column or clause.
#[derive(Clone)]
pub struct Session {
    inner: Arc<Inner>,
}

struct Inner {
    backend: Arc<dyn Backend>,
    catalog: Catalog,
    nulls: DeclaredNulls,
}

impl Session {
    /// A session on embedded DataFusion with all defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::over(Arc::new(DataFusion::new(default_context())), DeclaredNulls::default())
    }

    /// Settings for a session.
    pub fn builder() -> SessionBuilder {
        SessionBuilder::default()
    }

    fn over(backend: Arc<dyn Backend>, nulls: DeclaredNulls) -> Self {
        Self { inner: Arc::new(Inner { backend, catalog: Catalog::default(), nulls }) }
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("backend", &self.inner.backend)
            .field("catalog", &self.inner.catalog)
            .finish_non_exhaustive()
    }
}
