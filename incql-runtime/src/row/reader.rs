//! The columns of one batch, which row types take in order; errors name the column and the row of the whole result.

use arrow::array::{Array, ArrayRef};
use arrow::buffer::NullBuffer;
use arrow::datatypes::FieldRef;
use arrow::record_batch::RecordBatch;

use super::{FieldList, Row, RowBase};
use crate::error::DecodeError;
use crate::types::ColumnType;
use crate::types::slots::{keep, scatter};

/// The columns of one batch, taken in order by row types.
#[derive(Debug)]
pub struct BatchReader<'a> {
    fields: &'a [FieldRef],
    columns: &'a [ArrayRef],
    rows: usize,
    next: usize,
    first_row: usize,
}

/// Where the own columns of an extended row stand among the reader's columns.
#[derive(Debug)]
pub struct OwnColumns<B> {
    base: std::vec::IntoIter<B>,
    replaced: std::vec::IntoIter<Option<usize>>,
}

impl<B> OwnColumns<B> {
    /// The next row's base.
    pub fn next_base(&mut self) -> Option<B> {
        self.base.next()
    }
}

impl<'a> BatchReader<'a> {
    /// A batch after `first_row` other rows of the same result.
    pub fn new(batch: &'a RecordBatch, first_row: usize) -> Self {
        let fields = batch.schema_ref().fields();
        Self { fields, columns: batch.columns(), rows: batch.num_rows(), next: 0, first_row }
    }

    /// Columns of `rows` rows each, beside their fields.
    pub(crate) fn over(fields: &'a [FieldRef], columns: &'a [ArrayRef], rows: usize) -> Self {
        Self { fields, columns, rows, next: 0, first_row: 0 }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The values of the next column.
    ///
    /// # Errors
    /// The column or one of its values does not fit `T`.
    pub fn column<T: ColumnType>(&mut self) -> Result<std::vec::IntoIter<T>, DecodeError> {
        let position = self.next;
        self.next += 1;
        self.column_at(position)
    }

    fn column_at<T: ColumnType>(&self, position: usize) -> Result<std::vec::IntoIter<T>, DecodeError> {
        let (Some(field), Some(column)) = (self.fields.get(position), self.columns.get(position)) else {
            return Err(DecodeError::MissingColumn { position });
        };
        match T::decode_column(column) {
            Ok(values) => Ok(values.into_iter()),
            Err(error) => Err(error.within(field.name()).at_position(|row| row + self.first_row)),
        }
    }

    /// The rows of an inlined model.
    ///
    /// # Errors
    /// A column or one of its values does not fit.
    pub fn flat<R: Row>(&mut self) -> Result<std::vec::IntoIter<R>, DecodeError> {
        Ok(R::decode(self)?.into_iter())
    }

    /// As many rows as there are, each from the next values of its columns.
    pub fn collect<R>(&self, row: impl FnMut() -> Option<R>) -> Vec<R> {
        let mut rows = Vec::with_capacity(self.rows);
        rows.extend(std::iter::from_fn(row).take(self.rows));
        rows
    }

    /// Decodes the base of an extended row whose own columns have these names: an own column with the name of a base
    /// column stands in its place (and is read as part of the base, too), the others after the base.
    ///
    /// # Errors
    /// A base column or one of its values does not fit.
    pub fn extended<B: RowBase>(&mut self, names: &[&str]) -> Result<OwnColumns<B>, DecodeError> {
        let mut list = FieldList::default();
        B::fields(&mut list);
        let start = self.next;
        let base = B::decode(self)?.into_iter();
        let replaced: Vec<_> = names.iter().map(|name| list.position(name).map(|found| start + found)).collect();
        Ok(OwnColumns { base, replaced: replaced.into_iter() })
    }

    /// The values of the next own column of an extended row.
    ///
    /// # Errors
    /// The column or one of its values does not fit `T`.
    pub fn own_column<B, T: ColumnType>(
        &mut self,
        own: &mut OwnColumns<B>,
    ) -> Result<std::vec::IntoIter<T>, DecodeError> {
        match own.replaced.next().flatten() {
            Some(position) => self.column_at(position),
            None => self.column(),
        }
    }

    /// Rows that may be missing: `None` where every column is NULL.
    pub(crate) fn optional<R: Row>(&mut self) -> Result<Vec<Option<R>>, DecodeError> {
        let width = FieldList::of::<R>().fields().len();
        let start = self.next;
        self.next += width;
        let end = self.next;
        let (Some(fields), Some(columns)) = (self.fields.get(start..end), self.columns.get(start..end)) else {
            return Err(DecodeError::MissingColumn { position: self.columns.len() });
        };
        let Some(present) = present_rows(columns) else {
            let mut inner = BatchReader { fields, columns, rows: self.rows, next: 0, first_row: self.first_row };
            return Ok(R::decode(&mut inner)?.into_iter().map(Some).collect());
        };
        let kept: Result<Vec<ArrayRef>, DecodeError> = columns.iter().map(|column| keep(column, &present)).collect();
        let kept = kept?;
        let rows = scatter(&present, |rows| R::decode(&mut BatchReader::over(fields, &kept, rows)));
        rows.map_err(|error| error.at_position(|row| row + self.first_row))
    }
}

/// Which rows have a value in some column; `None` when all have.
fn present_rows(columns: &[ArrayRef]) -> Option<NullBuffer> {
    let mut present: Option<NullBuffer> = None;
    for column in columns {
        let nulls = column.logical_nulls().filter(|nulls| nulls.null_count() > 0)?;
        let both = match present {
            None => nulls,
            Some(earlier) => NullBuffer::new(earlier.inner() | nulls.inner()),
        };
        if both.null_count() == 0 {
            return None;
        }
        present = Some(both);
    }
    present
}
