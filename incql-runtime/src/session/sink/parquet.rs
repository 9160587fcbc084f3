//! Batches to a Parquet file.

use std::fs::File;

use arrow::record_batch::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;

use super::Sink;
use crate::schema::Schema;

pub(super) struct ParquetSink {
    writer: ArrowWriter<File>,
}

impl ParquetSink {
    pub fn new(file: File, schema: &Schema) -> Result<Self, String> {
        let writer = ArrowWriter::try_new(file, schema.to_arrow(), None);
        Ok(Self { writer: writer.map_err(|error| error.to_string())? })
    }
}

impl Sink for ParquetSink {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String> {
        self.writer.write(batch).map_err(|error| error.to_string())
    }

    fn finish(self) -> Result<File, String> {
        self.writer.into_inner().map_err(|error| error.to_string())
    }
}
