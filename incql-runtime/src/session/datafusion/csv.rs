//! Our CSV reader as a DataFusion file format: the engine lists files, the reader turns each into batches of the
//! columns that the plan needs. A file is read by one task, so a quoted line end never splits a row.

use std::fmt;
use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use arrow::record_batch::RecordBatch;
use async_trait::async_trait;
use datafusion::catalog::Session;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, Statistics};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileOpenFuture, FileOpener, FileScanConfig, FileSource};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::DataFusionError;
use datafusion::object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{ExecutionPlan, apply_expression_roots};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use prost::bytes::Bytes;

use super::failure::{Raised, refused};
use crate::error::ExecutionErrorKind;
use crate::session::csv::columns::batch;
use crate::session::csv::header::{Layout, layout, names};
use crate::session::csv::records::{Records, Splitter};
use crate::session::csv::{CsvError, CsvOptions};

const DEFAULT_BATCH_SIZE: usize = 8192;

/// CSV text with the columns of a model.
#[derive(Clone, Debug)]
pub(super) struct CsvFormat {
    pub table: Arc<str>,
    pub options: CsvOptions,
}

#[async_trait]
impl FileFormat for CsvFormat {
    fn get_ext(&self) -> String {
        "csv".to_owned()
    }

    fn get_ext_with_compression(&self, _: &FileCompressionType) -> Result<String> {
        Ok(self.get_ext())
    }

    fn compression_type(&self) -> Option<FileCompressionType> {
        None
    }

    async fn infer_schema(&self, _: &dyn Session, _: &Arc<dyn ObjectStore>, _: &[ObjectMeta]) -> Result<SchemaRef> {
        Err(refused("the schema of CSV text comes from the model"))
    }

    async fn infer_stats(
        &self,
        _: &dyn Session,
        _: &Arc<dyn ObjectStore>,
        schema: SchemaRef,
        _: &ObjectMeta,
    ) -> Result<Statistics> {
        Ok(Statistics::new_unknown(&schema))
    }

    async fn create_physical_plan(&self, _: &dyn Session, config: FileScanConfig) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(DataSourceExec::from_data_source(config))
    }

    fn file_source(&self, schema: TableSchema) -> Arc<dyn FileSource> {
        Arc::new(CsvSource {
            format: self.clone(),
            projection: SplitProjection::unprojected(&schema),
            schema,
            batch_size: DEFAULT_BATCH_SIZE,
            metrics: ExecutionPlanMetricsSet::new(),
        })
    }
}

#[derive(Clone)]
struct CsvSource {
    format: CsvFormat,
    schema: TableSchema,
    projection: SplitProjection,
    batch_size: usize,
    metrics: ExecutionPlanMetricsSet,
}

impl FileSource for CsvSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        _: &FileScanConfig,
        _: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let file_schema = self.schema.file_schema();
        let schema = Arc::new(file_schema.project(&self.projection.file_indices)?);
        let reader = Reader {
            format: self.format.clone(),
            schema,
            columns: self.projection.file_indices.clone(),
            width: file_schema.fields().len(),
            batch_size: self.batch_size,
        };
        let opener = Arc::new(Opener { store, reader });
        ProjectionOpener::try_new(self.projection.clone(), opener, file_schema)
    }

    fn table_schema(&self) -> &TableSchema {
        &self.schema
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        Arc::new(Self { batch_size, ..self.clone() })
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        Some(&self.projection.source)
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        &self.metrics
    }

    fn file_type(&self) -> &'static str {
        "csv"
    }

    fn supports_repartitioning(&self) -> bool {
        false
    }

    fn try_pushdown_projection(&self, projection: &ProjectionExprs) -> Result<Option<Arc<dyn FileSource>>> {
        let merged = self.projection.source.try_merge(projection)?;
        let projection = SplitProjection::new(self.schema.file_schema(), &merged);
        Ok(Some(Arc::new(Self { projection, ..self.clone() })))
    }

    fn apply_expressions(
        &self,
        visit: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        apply_expression_roots(self.projection.source.iter(), visit)
    }
}

/// How files are read, whichever file it is.
#[derive(Clone, Debug)]
struct Reader {
    format: CsvFormat,
    /// The columns to produce.
    schema: SchemaRef,
    /// Their positions in the model, which are their positions in a file without a header.
    columns: Vec<usize>,
    /// How many columns the model has.
    width: usize,
    batch_size: usize,
}

struct Opener {
    store: Arc<dyn ObjectStore>,
    reader: Reader,
}

impl FileOpener for Opener {
    fn open(&self, file: PartitionedFile) -> Result<FileOpenFuture> {
        let store = Arc::clone(&self.store);
        let reader = self.reader.clone();
        Ok(Box::pin(async move {
            let location = file.object_meta.location;
            let chunks = store.get(&location).await?.into_stream();
            let state = FileState {
                chunks: chunks.map(|chunk| chunk.map_err(DataFusionError::from)).boxed(),
                chunk: Vec::new().into(),
                splitter: Some(Splitter::new(&reader.format.options)),
                records: Records::default(),
                layout: None,
                path: location.to_string(),
                reader,
            };
            Ok(state.into_batches().boxed())
        }))
    }
}

/// The state of one file being read.
struct FileState {
    chunks: BoxStream<'static, Result<Bytes>>,
    chunk: Bytes,
    /// `None` after the end of the file.
    splitter: Option<Splitter>,
    records: Records,
    layout: Option<Layout>,
    path: String,
    reader: Reader,
}

impl FileState {
    fn into_batches(self) -> impl Stream<Item = Result<RecordBatch>> {
        futures::stream::try_unfold(self, |mut state| async move {
            Ok(state.next_batch().await?.map(|batch| (batch, state)))
        })
    }

    async fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        let limit = self.reader.batch_size;
        loop {
            if self.layout.is_none() {
                self.fill(1).await?;
                match self.read_layout() {
                    Ok(Some(layout)) => self.layout = Some(layout),
                    Ok(None) => return Ok(None),
                    Err(error) => return Err(self.raise(error)),
                }
            }
            self.fill(limit).await?;
            if self.records.len() == 0 {
                return Ok(None);
            }
            let Some(layout) = &self.layout else { continue };
            let result = batch(&self.records, &self.reader.schema, layout, &self.reader.format.options);
            self.records.clear();
            return result.map(Some).map_err(|error| self.raise(error));
        }
    }

    /// Splits records until there are `limit` of them or the file ends.
    async fn fill(&mut self, limit: usize) -> Result<()> {
        while self.records.len() < limit {
            let Some(splitter) = &mut self.splitter else { return Ok(()) };
            let step = if self.chunk.is_empty() {
                match self.chunks.next().await {
                    Some(chunk) => {
                        self.chunk = chunk?;
                        Ok(())
                    }
                    None => {
                        let end = splitter.finish(&mut self.records);
                        self.splitter = None;
                        end
                    }
                }
            } else {
                let used = splitter.feed(&self.chunk, &mut self.records, limit);
                used.map(|used| drop(self.chunk.split_to(used)))
            };
            step.map_err(|error| self.raise(error))?;
        }
        Ok(())
    }

    /// Where the columns stand; `None` for a file without records.
    fn read_layout(&mut self) -> std::result::Result<Option<Layout>, CsvError> {
        if !self.reader.format.options.header {
            return Ok(Some(Layout { positions: self.reader.columns.clone(), width: self.reader.width }));
        }
        match self.records.take_first() {
            Some(header) => layout(&names(&header)?, &self.reader.schema).map(Some),
            None => Ok(None),
        }
    }

    fn raise(&self, error: CsvError) -> DataFusionError {
        let mut raised = Raised::new(ExecutionErrorKind::Data, format!("{}: {error}", self.path));
        raised.table = Some(self.reader.format.table.to_string());
        raised.into_engine()
    }
}

impl fmt::Debug for CsvSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CsvSource").field("format", &self.format).finish_non_exhaustive()
    }
}

/// The column names of a file's header, or `None` when it has no record.
pub(super) async fn header(
    store: &dyn ObjectStore,
    file: &ObjectMeta,
    options: &CsvOptions,
) -> Result<std::result::Result<Option<Vec<String>>, CsvError>> {
    let mut chunks = store.get(&file.location).await?.into_stream();
    let mut splitter = Splitter::new(options);
    let mut records = Records::default();
    while let Some(chunk) = chunks.next().await {
        if let Err(error) = splitter.feed(&chunk?, &mut records, 1) {
            return Ok(Err(error));
        }
        if records.len() > 0 {
            break;
        }
    }
    if records.len() == 0
        && let Err(error) = splitter.finish(&mut records)
    {
        return Ok(Err(error));
    }
    Ok(records.take_first().map(|fields| names(&fields)).transpose())
}
