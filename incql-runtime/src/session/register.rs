//! Tables of a session: files, rows and engine tables under a name, each bound to a model.

use std::sync::Arc;

use datafusion::catalog::TableProvider;

use super::backend::{FileFormat, Files, Table, TableData};
use super::bind::{BoundColumn, DeclaredNulls, bind};
use super::catalog::{TableName, one_part};
use super::datafusion::DataFusion;
use super::{CsvOptions, Session};
use crate::error::{BindingError, Error};
use crate::frame::LazyFrame;
use crate::row::Model;
use crate::schema::Schema;

impl Session {
    /// Binds Parquet files to `name` and gives the table as a frame.
    ///
    /// `path` is a file, a directory, a glob pattern, or the URL of one of these. Only the model's columns are read;
    /// integers, floats, decimals, text, dates and times are widened to the model's types as they are read.
    ///
    /// # Errors
    /// A name that is taken, files that cannot be read, or all differences between the files and the model.
    pub async fn read_parquet<T: Model>(&self, name: &str, path: impl AsRef<str>) -> Result<LazyFrame<T>, Error> {
        self.read(name, path.as_ref(), FileFormat::Parquet).await
    }

    /// Binds CSV files to `name` and gives the table as a frame. The model gives the schema; the rules of reading are
    /// those of [`CsvOptions`].
    ///
    /// # Errors
    /// A name that is taken, files that cannot be read, or all columns that a header lacks.
    pub async fn read_csv<T: Model>(
        &self,
        name: &str,
        path: impl AsRef<str>,
        options: CsvOptions,
    ) -> Result<LazyFrame<T>, Error> {
        self.read(name, path.as_ref(), FileFormat::Csv(options)).await
    }

    /// Binds rows to `name` and gives the table as a frame.
    ///
    /// # Errors
    /// A name that is taken, or a value that its column's type cannot hold.
    pub fn from_rows<T: Model>(&self, name: &str, rows: Vec<T>) -> Result<LazyFrame<T>, Error> {
        let batch = T::encode(&rows).map_err(|error| BindingError::Source {
            table: name.to_owned(),
            message: "a row cannot be encoded".to_owned(),
            source: Some(Box::new(error)),
        })?;
        let model = T::schema();
        let columns = (0..model.len()).map(|source| BoundColumn { source, widened: false, check_nulls: false });
        let data = TableData::Batches { schema: batch.schema(), batches: Arc::from([batch]) };
        self.add::<T>(name, model, columns.collect(), data)
    }

    /// Binds any table of DataFusion's to `name` and gives it as a frame.
    ///
    /// # Errors
    /// A name that is taken, or all differences between the table and the model.
    pub fn register<T: Model>(&self, name: &str, table: Arc<dyn TableProvider>) -> Result<LazyFrame<T>, Error> {
        let model = T::schema();
        let mut columns = bind(name, T::NAME, &model, &table.schema(), self.inner.nulls)?;
        for (column, field) in columns.iter_mut().zip(model.iter()) {
            // What a table declares is not proof of what it gives.
            column.check_nulls |= !field.is_nullable();
        }
        self.add::<T>(name, model, columns, DataFusion::table(table))
    }

    /// A table that was bound before, with `T`'s columns: all or some of the bound model's, of types that hold them.
    ///
    /// # Errors
    /// A name that is not bound, or all differences between the bound model and `T`.
    pub fn table<T: Model>(&self, name: &str) -> Result<LazyFrame<T>, Error> {
        let table = self.inner.catalog.get(&one_part(name), None)?;
        bind(name, T::NAME, &T::schema(), &table.model.to_arrow(), DeclaredNulls::CheckValues)?;
        Ok(LazyFrame::table([name]))
    }

    /// Forgets a table; whether there was one. Frames over it remain, and cannot be run until the name is bound again.
    pub fn deregister(&self, name: &str) -> bool {
        self.inner.catalog.remove(&one_part(name))
    }

    async fn read<T: Model>(&self, name: &str, path: &str, format: FileFormat) -> Result<LazyFrame<T>, Error> {
        let model = T::schema();
        self.open(name, path, format, T::NAME, model).await?;
        Ok(LazyFrame::table([name]))
    }

    /// The part of reading files that no row type is needed for.
    async fn open(
        &self,
        name: &str,
        path: &str,
        format: FileFormat,
        model_name: &str,
        model: Schema,
    ) -> Result<(), Error> {
        let parts = one_part(name);
        self.inner.catalog.check_free(&parts)?;
        let nulls = self.inner.nulls;
        let files = Files { table: name, path, format, model_name, model: &model, nulls };
        let (data, columns) = self.inner.backend.open(files).await?;
        self.inner.catalog.add(table(parts, model, columns, data))
    }

    fn add<T: Model>(
        &self,
        name: &str,
        model: Schema,
        columns: Vec<BoundColumn>,
        data: TableData,
    ) -> Result<LazyFrame<T>, Error> {
        self.inner.catalog.add(table(one_part(name), model, columns, data))?;
        Ok(LazyFrame::table([name]))
    }
}

fn table(name: TableName, model: Schema, columns: Vec<BoundColumn>, data: TableData) -> Table {
    Table { name, model, columns: columns.into(), data }
}
