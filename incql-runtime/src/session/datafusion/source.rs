//! Files as DataFusion tables: found by the engine's listing, with a schema narrowed to the model's columns so that
//! nothing else is read and widening happens in the scan.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef, Fields, Schema as ArrowSchema, SchemaRef};
use datafusion::catalog::TableProvider;
use datafusion::datasource::file_format::FileFormat as EngineFormat;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectMeta;
use futures::TryStreamExt;

use super::csv::{CsvFormat, header};
use super::failure::planning;
use crate::error::{BindingError, Error};

use crate::session::backend::{FileFormat, Files};
use crate::session::bind::{BoundColumn, DeclaredNulls, bind};
use crate::session::csv::CsvOptions;
use crate::session::csv::columns::supports;

/// The table over these files and where the model's columns stand in it.
pub(super) async fn open(
    state: &SessionState,
    files: &Files<'_>,
) -> Result<(Arc<dyn TableProvider>, Vec<BoundColumn>), Error> {
    let url = ListingTableUrl::parse(files.path).map_err(|error| source_error(files, "no path or URL", error))?;
    let place = Place { state, files, url };
    match &files.format {
        FileFormat::Parquet => place.parquet().await,
        FileFormat::Csv(options) => place.csv(options).await,
    }
}

fn source_error(files: &Files<'_>, what: &str, error: DataFusionError) -> Error {
    let message = format!("{what} at `{}`", files.path);
    Error::Binding(BindingError::Source { table: files.table.to_owned(), message, source: Some(Box::new(error)) })
}

fn refuse(files: &Files<'_>, message: String) -> Error {
    Error::Binding(BindingError::Source { table: files.table.to_owned(), message, source: None })
}

/// Files at a URL.
struct Place<'a> {
    state: &'a SessionState,
    files: &'a Files<'a>,
    url: ListingTableUrl,
}

impl Place<'_> {
    async fn parquet(self) -> Result<(Arc<dyn TableProvider>, Vec<BoundColumn>), Error> {
        let settings = self.state.default_table_options().parquet;
        let format = Arc::new(ParquetFormat::default().with_options(settings));
        let options = self.options(format, "parquet");
        self.objects(&options).await?;
        let found = options.infer_schema(self.state, &self.url).await;
        let found = found.map_err(|error| source_error(self.files, "the Parquet schema cannot be read", error))?;
        let options = self.partitioned(options, &found).await?;
        let fields = self.files.model.iter().filter_map(|model| {
            let field = found.fields().iter().find(|field| field.name() == model.name())?;
            Some(Arc::new(Field::new(field.name(), engine_type(field.data_type(), model), field.is_nullable())))
        });
        // The differences are those between the model and what the files hold, before the scan widens it.
        let declared = declared(&found, &options.table_partition_cols);
        self.bind(&declared)?;
        self.table(options, ArrowSchema::new(fields.collect::<Fields>()))
    }

    async fn csv(self, csv: &CsvOptions) -> Result<(Arc<dyn TableProvider>, Vec<BoundColumn>), Error> {
        self.check_csv_options(csv)?;
        let format = CsvFormat { table: self.files.table.into(), options: csv.clone() };
        let options = self.options(Arc::new(format), "csv");
        let objects = self.objects(&options).await?;
        if csv.header {
            self.check_headers(&objects, csv).await?;
        }
        let options = self.partitioned(options, &ArrowSchema::empty()).await?;
        let in_path = |field: &FieldRef| options.table_partition_cols.iter().any(|(name, _)| name == field.name());
        let fields: Fields = self.files.model.iter().filter(|field| !in_path(field)).cloned().collect();
        self.table(options, ArrowSchema::new(fields))
    }

    fn check_csv_options(&self, csv: &CsvOptions) -> Result<(), Error> {
        let line_ends = [b'\n', b'\r'];
        if csv.delimiter == csv.quote || line_ends.contains(&csv.delimiter) || line_ends.contains(&csv.quote) {
            return Err(refuse(self.files, "the CSV delimiter and quote must differ and be no line ends".to_owned()));
        }
        match self.files.model.iter().find(|field| !supports(field.data_type())) {
            None => Ok(()),
            Some(field) => {
                let message = format!("CSV cannot hold column `{}` of type {}", field.name(), field.data_type());
                Err(refuse(self.files, message))
            }
        }
    }

    /// Every column of the model must be named in every header.
    async fn check_headers(&self, objects: &[ObjectMeta], csv: &CsvOptions) -> Result<(), Error> {
        let store = self.state.runtime_env().object_store(&self.url).map_err(planning)?;
        let partitions = self.partitions(&self.options(Arc::new(self.csv_format(csv)), "csv")).await?;
        for object in objects {
            let names = header(store.as_ref(), object, csv).await;
            let names = names.map_err(|error| source_error(self.files, "the header cannot be read", error))?;
            let names = names.map_err(|error| refuse(self.files, format!("{}: {error}", object.location)))?;
            let Some(names) = names else { continue };
            let columns = names.iter().chain(&partitions);
            let fields: Vec<Field> = columns.map(|name| self.as_model_declares(name)).collect();
            self.bind(&Arc::new(ArrowSchema::new(fields)))?;
        }
        Ok(())
    }

    fn csv_format(&self, csv: &CsvOptions) -> CsvFormat {
        CsvFormat { table: self.files.table.into(), options: csv.clone() }
    }

    /// Text has no type of its own: a column is what the model says.
    fn as_model_declares(&self, name: &str) -> Field {
        match self.files.model.iter().find(|field| field.name() == name) {
            Some(field) => field.as_ref().clone(),
            None => Field::new(name, DataType::Utf8, true),
        }
    }

    fn options(&self, format: Arc<dyn EngineFormat>, extension: &str) -> ListingOptions {
        // A path that names a file, or a pattern, says itself which files are meant.
        let filtered = self.url.is_collection() && self.url.get_glob().is_none();
        let extension = if filtered { format!(".{extension}") } else { String::new() };
        ListingOptions::new(format).with_file_extension(extension)
    }

    async fn objects(&self, options: &ListingOptions) -> Result<Vec<ObjectMeta>, Error> {
        let unreadable = |error| source_error(self.files, "nothing can be read", error);
        let store = self.state.runtime_env().object_store(&self.url).map_err(unreadable)?;
        let listed = self.url.list_all_files(self.state, store.as_ref(), &options.file_extension).await;
        let objects: Vec<ObjectMeta> = listed.map_err(unreadable)?.try_collect().await.map_err(unreadable)?;
        if objects.is_empty() {
            let kind = options.file_extension.as_str();
            return Err(refuse(self.files, format!("there is no {kind} file at `{}`", self.files.path)));
        }
        Ok(objects)
    }

    /// The names of columns that the directories name (`year=2026/`).
    async fn partitions(&self, options: &ListingOptions) -> Result<Vec<String>, Error> {
        if !self.url.is_collection() || self.url.get_glob().is_some() {
            return Ok(Vec::new());
        }
        let inferred = options.infer_partitions(self.state, &self.url).await;
        inferred.map_err(|error| source_error(self.files, "the partition columns differ", error))
    }

    /// The options with the columns that the directories name; files' own columns win.
    async fn partitioned(&self, options: ListingOptions, own: &ArrowSchema) -> Result<ListingOptions, Error> {
        let names = self.partitions(&options).await?;
        if names.iter().any(|name| own.field_with_name(name).is_ok()) {
            return Ok(options);
        }
        let columns = names.into_iter().map(|name| {
            let model = self.files.model.iter().find(|field| *field.name() == name);
            let data_type = model.map_or(DataType::Utf8, |field| field.data_type().clone());
            (name, data_type)
        });
        Ok(options.with_table_partition_cols(columns.collect()))
    }

    fn bind(&self, found: &SchemaRef) -> Result<Vec<BoundColumn>, Error> {
        let Files { table, model_name, model, nulls, .. } = *self.files;
        Ok(bind(table, model_name, model, found, nulls)?)
    }

    fn table(
        self,
        options: ListingOptions,
        schema: ArrowSchema,
    ) -> Result<(Arc<dyn TableProvider>, Vec<BoundColumn>), Error> {
        let config = ListingTableConfig::new(self.url.clone()).with_listing_options(options).with_schema(schema.into());
        let table = ListingTable::try_new(config).map_err(planning)?;
        let cache = self.state.runtime_env().cache_manager.get_file_statistic_cache();
        let table: Arc<dyn TableProvider> = Arc::new(table.with_cache(cache));
        let Files { table: name, model_name, model, .. } = *self.files;
        let mut columns = bind(name, model_name, model, &table.schema(), DeclaredNulls::CheckValues)?;
        for column in &mut columns {
            // Views of the model's types are the engine's own layout of them.
            column.widened = false;
        }
        Ok((table, columns))
    }
}

fn declared(found: &SchemaRef, partitions: &[(String, DataType)]) -> SchemaRef {
    let in_path = partitions.iter().map(|(name, data_type)| Arc::new(Field::new(name, data_type.clone(), false)));
    Arc::new(ArrowSchema::new(found.fields().iter().cloned().chain(in_path).collect::<Fields>()))
}

/// The type in which the scan gives a column: the model's, with text and bytes in the layout that the file has.
fn engine_type(found: &DataType, model: &FieldRef) -> DataType {
    layout(found, model.data_type())
}

fn layout(found: &DataType, model: &DataType) -> DataType {
    match (found, model) {
        (DataType::Utf8View, DataType::Utf8) => DataType::Utf8View,
        (DataType::BinaryView, DataType::Binary) => DataType::BinaryView,
        (DataType::Struct(found), DataType::Struct(model)) => {
            let fields = model.iter().map(|field| {
                let inner = found.iter().find(|candidate| candidate.name() == field.name());
                let data_type = inner
                    .map_or_else(|| field.data_type().clone(), |inner| layout(inner.data_type(), field.data_type()));
                Arc::new(Field::new(field.name(), data_type, inner.is_none_or(|inner| inner.is_nullable())))
            });
            DataType::Struct(fields.collect())
        }
        (DataType::List(found), DataType::List(model)) => {
            let data_type = layout(found.data_type(), model.data_type());
            DataType::List(Arc::new(Field::new(model.name(), data_type, found.is_nullable())))
        }
        _ => model.clone(),
    }
}
