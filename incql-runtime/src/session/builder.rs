//! Settings of a session: how DataFusion runs, and how strictly tables are bound.

use std::sync::Arc;

use datafusion::execution::SessionStateBuilder;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::object_store::ObjectStore;
use datafusion::prelude::{SessionConfig, SessionContext};

use super::Session;
use super::backend::Backend;
use super::bind::DeclaredNulls;
use super::datafusion::DataFusion;
use crate::error::{BackendError, Error};

/// Builds a [`Session`].
///
/// ```
/// use incql_runtime::session::Session;
///
/// let session = Session::builder().target_partitions(4).memory_limit(512 << 20).build()?;
/// # Ok::<(), incql_runtime::error::Error>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct SessionBuilder {
    batch_size: Option<usize>,
    target_partitions: Option<usize>,
    memory_limit: Option<usize>,
    stores: Vec<(String, Arc<dyn ObjectStore>)>,
    context: Option<SessionContext>,
    backend: Option<Arc<dyn Backend>>,
    nulls: DeclaredNulls,
}

impl std::fmt::Debug for SessionBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionBuilder")
            .field("batch_size", &self.batch_size)
            .field("target_partitions", &self.target_partitions)
            .field("memory_limit", &self.memory_limit)
            .finish_non_exhaustive()
    }
}

impl SessionBuilder {
    /// Rows per batch, as far as operators can keep to it.
    pub fn batch_size(mut self, rows: usize) -> Self {
        self.batch_size = Some(rows);
        self
    }

    /// How many tasks an operator is spread over; by default the number of processors.
    pub fn target_partitions(mut self, partitions: usize) -> Self {
        self.target_partitions = Some(partitions);
        self
    }

    /// The bytes that queries may hold in memory; beyond it, operators that can write to disk do.
    pub fn memory_limit(mut self, bytes: usize) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Where URLs that start with `url` (scheme and authority, as in `s3://bucket`) are read from.
    pub fn object_store(mut self, url: impl Into<String>, store: Arc<dyn ObjectStore>) -> Self {
        self.stores.push((url.into(), store));
        self
    }

    /// Runs on this DataFusion context with all that it is configured to do, in place of one that the builder makes.
    /// Batch size, partitions and memory limit are then the context's.
    pub fn context(mut self, context: SessionContext) -> Self {
        self.context = Some(context);
        self
    }

    /// Runs on another engine.
    pub fn backend(mut self, backend: Arc<dyn Backend>) -> Self {
        self.backend = Some(backend);
        self
    }

    /// What to do where data declares that a column may be NULL and the model's field is no `Option`.
    pub fn declared_nulls(mut self, nulls: DeclaredNulls) -> Self {
        self.nulls = nulls;
        self
    }

    /// The session.
    ///
    /// # Errors
    /// A setting that the engine does not take.
    pub fn build(self) -> Result<Session, Error> {
        let nulls = self.nulls;
        if let Some(backend) = self.backend {
            return Ok(Session::over(backend, nulls));
        }
        let context = match self.context {
            Some(context) => context,
            None => new_context(self.batch_size, self.target_partitions, self.memory_limit)?,
        };
        for (url, store) in self.stores {
            let parsed = datafusion::datasource::object_store::ObjectStoreUrl::parse(&url);
            let parsed = parsed.map_err(|error| refused(format!("`{url}` is no store's URL"), Box::new(error)))?;
            context.register_object_store(parsed.as_ref(), store);
        }
        Ok(Session::over(Arc::new(DataFusion::new(context)), nulls))
    }
}

/// The context of a session without settings.
pub(super) fn default_context() -> SessionContext {
    context_of(SessionConfig::new(), Arc::default())
}

fn new_context(
    batch_size: Option<usize>,
    partitions: Option<usize>,
    memory_limit: Option<usize>,
) -> Result<SessionContext, Error> {
    let mut config = SessionConfig::new();
    if let Some(rows) = batch_size {
        config = config.with_batch_size(rows.max(1));
    }
    if let Some(partitions) = partitions {
        config = config.with_target_partitions(partitions.max(1));
    }
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(bytes) = memory_limit {
        runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(bytes)));
    }
    let runtime = runtime.build_arc();
    let runtime = runtime.map_err(|error| refused("the memory and disk settings".to_owned(), Box::new(error)))?;
    Ok(context_of(config, runtime))
}

fn context_of(config: SessionConfig, runtime: Arc<datafusion::execution::runtime_env::RuntimeEnv>) -> SessionContext {
    let state =
        SessionStateBuilder::new().with_config(config).with_runtime_env(runtime).with_default_features().build();
    SessionContext::new_with_state(state)
}

fn refused(message: String, source: crate::error::SourceError) -> Error {
    Error::Backend(BackendError { engine: "DataFusion", message, source: Some(source) })
}
