//! Writing results to files: into a temporary file beside the target, which takes the target's name only when all is
//! written, so that a query that fails or is dropped leaves nothing under that name.

mod csv;
mod parquet;

use std::fs::File;
use std::path::{Path, PathBuf};

use arrow::record_batch::RecordBatch;
use futures::TryStreamExt;

use self::csv::CsvSink;
use self::parquet::ParquetSink;
use super::{CsvOptions, Session};
use crate::error::{Error, SinkError};
use crate::frame::Source;
use crate::schema::Schema;

impl Session {
    /// Runs a query and writes its rows as Parquet; the number of rows.
    ///
    /// A path that ends in `/`, or names a directory, gets the file `part-0.parquet` in that directory, which is made if
    /// it is missing; any other path is the file itself. A file of that name is replaced when all rows are written.
    ///
    /// # Errors
    /// As for [`Session::collect`], and what keeps the file from being written.
    pub async fn write_parquet<S: Source>(&self, frame: &S, path: impl AsRef<str>) -> Result<u64, Error> {
        let frame = frame.frame();
        let target = Target::new(path.as_ref(), "parquet")?;
        self.write(frame.plan()?, &target, |file, schema| ParquetSink::new(file, schema)).await
    }

    /// Runs a query and writes its rows as CSV text that [`Session::read_csv`] reads back with the same options; the
    /// number of rows. NULL is an empty field, the empty string is `""`. The path is as for [`Session::write_parquet`].
    ///
    /// # Errors
    /// As for [`Session::collect`], a column that CSV cannot hold, and what keeps the file from being written.
    pub async fn write_csv<S: Source>(
        &self,
        frame: &S,
        path: impl AsRef<str>,
        options: CsvOptions,
    ) -> Result<u64, Error> {
        let frame = frame.frame();
        let target = Target::new(path.as_ref(), "csv")?;
        self.write(frame.plan()?, &target, |file, schema| CsvSink::new(file, schema, options)).await
    }

    async fn write<K: Sink>(
        &self,
        plan: &crate::prism::plan::Plan,
        target: &Target,
        sink: impl FnOnce(File, &Schema) -> Result<K, String>,
    ) -> Result<u64, Error> {
        let (_, mut batches) = self.start(plan).await?;
        let mut pending = Pending::create(target)?;
        let file = pending.file.take().ok_or_else(|| target.error("the file was closed"))?;
        let mut sink = sink(file, plan.schema()).map_err(|message| target.error(message))?;
        let mut rows = 0u64;
        while let Some(batch) = batches.try_next().await? {
            sink.write(&batch).map_err(|message| target.error(message))?;
            rows = rows.saturating_add(u64::try_from(batch.num_rows()).unwrap_or(u64::MAX));
        }
        let file = sink.finish().map_err(|message| target.error(message))?;
        pending.publish(target, &file)?;
        Ok(rows)
    }
}

/// Writes batches to a file.
trait Sink {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String>;
    /// Writes what is left and gives the file back.
    fn finish(self) -> Result<File, String>;
}

/// The file to write.
struct Target {
    path: PathBuf,
}

impl Target {
    fn new(path: &str, extension: &str) -> Result<Self, Error> {
        if path.contains("://") {
            let message = "results are written to local paths only".to_owned();
            return Err(SinkError { target: path.to_owned(), message, source: None }.into());
        }
        let given = Path::new(path);
        if !path.ends_with('/') && !given.is_dir() {
            return Ok(Self { path: given.to_owned() });
        }
        let target = Self { path: given.join(format!("part-0.{extension}")) };
        std::fs::create_dir_all(given).map_err(|error| target.io("its directory cannot be made", error))?;
        Ok(target)
    }

    fn error(&self, message: impl Into<String>) -> SinkError {
        SinkError { target: self.path.display().to_string(), message: message.into(), source: None }
    }

    fn io(&self, message: &str, error: std::io::Error) -> SinkError {
        let message = format!("{message}: {error}");
        SinkError { target: self.path.display().to_string(), message, source: Some(Box::new(error)) }
    }
}

/// A temporary file, removed unless it was published.
struct Pending {
    path: PathBuf,
    file: Option<File>,
    published: bool,
}

impl Pending {
    fn create(target: &Target) -> Result<Self, Error> {
        let name = target.path.file_name().ok_or_else(|| target.error("the path names no file"))?;
        let process = std::process::id();
        for attempt in 0..100u32 {
            let temporary = format!(".{}.{process}-{attempt}.tmp", name.to_string_lossy());
            let path = target.path.with_file_name(temporary);
            match File::create_new(&path) {
                Ok(file) => return Ok(Self { path, file: Some(file), published: false }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(target.io("no file can be made there", error).into()),
            }
        }
        Err(target.error("too many temporary files stand beside it").into())
    }

    fn publish(&mut self, target: &Target, file: &File) -> Result<(), Error> {
        file.sync_all().map_err(|error| target.io("the file cannot be flushed", error))?;
        std::fs::rename(&self.path, &target.path).map_err(|error| target.io("it cannot be replaced", error))?;
        self.published = true;
        Ok(())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if !self.published {
            // Nobody is left to tell if this fails; the name says that the file is temporary.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
