//! The session for programs without async: the same methods, each run to its end on a runtime of the session's own.

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use tokio::runtime::{Builder, Runtime};

use super::{CsvOptions, DataFrame, EngineExplanation, SessionBuilder};
use crate::error::{BackendError, Error};
use crate::frame::{LazyFrame, Source};
use crate::row::Model;

/// A [`Session`](super::Session) whose methods block. It must not be used inside async code, whose thread it would
/// block.
#[derive(Debug)]
pub struct Session {
    session: super::Session,
    runtime: Runtime,
}

impl Session {
    /// A session on embedded DataFusion with all defaults.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn new() -> Result<Self, Error> {
        Self::over(super::Session::new())
    }

    /// A session with these settings.
    ///
    /// # Errors
    /// A setting that the engine does not take, or the system gives no threads.
    pub fn build(builder: SessionBuilder) -> Result<Self, Error> {
        Self::over(builder.build()?)
    }

    fn over(session: super::Session) -> Result<Self, Error> {
        let runtime = Builder::new_multi_thread().enable_all().build().map_err(|error| {
            let message = "the threads for blocking calls cannot be started".to_owned();
            Error::Backend(BackendError { engine: "tokio", message, source: Some(Box::new(error)) })
        })?;
        Ok(Self { session, runtime })
    }

    /// The session itself.
    pub fn session(&self) -> &super::Session {
        &self.session
    }

    /// See [`Session::read_parquet`](super::Session::read_parquet).
    ///
    /// # Errors
    /// As there.
    pub fn read_parquet<T: Model>(&self, name: &str, path: impl AsRef<str>) -> Result<LazyFrame<T>, Error> {
        self.runtime.block_on(self.session.read_parquet(name, path))
    }

    /// See [`Session::read_csv`](super::Session::read_csv).
    ///
    /// # Errors
    /// As there.
    pub fn read_csv<T: Model>(
        &self,
        name: &str,
        path: impl AsRef<str>,
        options: CsvOptions,
    ) -> Result<LazyFrame<T>, Error> {
        self.runtime.block_on(self.session.read_csv(name, path, options))
    }

    /// See [`Session::from_rows`](super::Session::from_rows).
    ///
    /// # Errors
    /// As there.
    pub fn from_rows<T: Model>(&self, name: &str, rows: Vec<T>) -> Result<LazyFrame<T>, Error> {
        self.session.from_rows(name, rows)
    }

    /// See [`Session::register`](super::Session::register).
    ///
    /// # Errors
    /// As there.
    pub fn register<T: Model>(&self, name: &str, table: Arc<dyn TableProvider>) -> Result<LazyFrame<T>, Error> {
        self.session.register(name, table)
    }

    /// See [`Session::table`](super::Session::table).
    ///
    /// # Errors
    /// As there.
    pub fn table<T: Model>(&self, name: &str) -> Result<LazyFrame<T>, Error> {
        self.session.table(name)
    }

    /// See [`Session::deregister`](super::Session::deregister).
    pub fn deregister(&self, name: &str) -> bool {
        self.session.deregister(name)
    }

    /// See [`Session::collect`](super::Session::collect).
    ///
    /// # Errors
    /// As there.
    pub fn collect<S: Source>(&self, frame: &S) -> Result<DataFrame<S::Row>, Error> {
        self.runtime.block_on(self.session.collect(frame))
    }

    /// See [`Session::count`](super::Session::count).
    ///
    /// # Errors
    /// As there.
    pub fn count<S: Source>(&self, frame: &S) -> Result<u64, Error> {
        self.runtime.block_on(self.session.count(frame))
    }

    /// See [`Session::explain`](super::Session::explain).
    ///
    /// # Errors
    /// As there.
    pub fn explain<S: Source>(&self, frame: &S) -> Result<EngineExplanation, Error> {
        self.runtime.block_on(self.session.explain(frame))
    }

    /// See [`Session::write_parquet`](super::Session::write_parquet).
    ///
    /// # Errors
    /// As there.
    pub fn write_parquet<S: Source>(&self, frame: &S, path: impl AsRef<str>) -> Result<u64, Error> {
        self.runtime.block_on(self.session.write_parquet(frame, path))
    }

    /// See [`Session::write_csv`](super::Session::write_csv).
    ///
    /// # Errors
    /// As there.
    pub fn write_csv<S: Source>(&self, frame: &S, path: impl AsRef<str>, options: CsvOptions) -> Result<u64, Error> {
        self.runtime.block_on(self.session.write_csv(frame, path, options))
    }
}
