//! The last step of a query: batches in the types and nullability that the frame states.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::compute::{CastOptions, cast_with_options};
use arrow::datatypes::SchemaRef;
use arrow::util::display::FormatOptions;

use super::nulls::unexpected_null;
use crate::error::{DecodeError, Error, ExecutionError, ExecutionErrorKind};

/// The schema to give, and how many rows were given.
pub(super) struct Output {
    schema: SchemaRef,
    rows: usize,
}

impl Output {
    pub fn new(schema: &SchemaRef) -> Self {
        Self { schema: Arc::clone(schema), rows: 0 }
    }

    /// The batch with the query's schema.
    pub fn conform(&mut self, batch: &RecordBatch) -> Result<RecordBatch, Error> {
        let mut columns = Vec::with_capacity(self.schema.fields().len());
        for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
            if let Some((row, column)) = unexpected_null(column, field, field.name()) {
                let row = self.rows.saturating_add(row).saturating_add(1);
                return Err(DecodeError::UnexpectedNull { column, row }.into());
            }
            columns.push(self.cast(column, field.name(), field.data_type())?);
        }
        self.rows = self.rows.saturating_add(batch.num_rows());
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options)
            .map_err(|error| ExecutionError::new(ExecutionErrorKind::Other, error.to_string()).into())
    }

    fn cast(&self, column: &ArrayRef, name: &str, data_type: &arrow::datatypes::DataType) -> Result<ArrayRef, Error> {
        if column.data_type() == data_type {
            return Ok(Arc::clone(column));
        }
        let strict = CastOptions { safe: false, format_options: FormatOptions::default() };
        cast_with_options(column, data_type, &strict).map_err(|error| {
            let mut failure = ExecutionError::new(ExecutionErrorKind::Cast, error.to_string());
            failure.column = Some(name.to_owned());
            failure.into()
        })
    }
}
