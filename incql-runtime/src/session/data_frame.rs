//! Materialised results: batches of one schema, decoded into rows when they are asked for.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use arrow::datatypes::SchemaRef;
use arrow::record_batch::RecordBatch;
use arrow::util::pretty::pretty_format_batches;

use crate::error::{Error, SourceLocation};
use crate::frame::{LazyFrame, Source};
use crate::prism::build::read;
use crate::row::{BatchReader, FieldList, Row};

/// How many rows are printed.
const PRINTED_ROWS: usize = 50;

/// The result of a query, held in memory, whose rows are `T`.
pub struct DataFrame<T> {
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
    rows: usize,
    marker: PhantomData<fn() -> T>,
}

impl<T> DataFrame<T> {
    pub(super) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        let rows = batches.iter().map(RecordBatch::num_rows).sum();
        Self { schema, batches: batches.into(), rows, marker: PhantomData }
    }

    /// The columns: names, Arrow types, nullability.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The rows as Arrow batches, each of the frame's schema.
    pub fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The first `count` rows.
    #[must_use]
    pub fn head(&self, count: usize) -> Self {
        let mut left = count;
        let mut batches = Vec::new();
        for batch in self.batches.iter() {
            if left == 0 {
                break;
            }
            let taken = left.min(batch.num_rows());
            batches.push(batch.slice(0, taken));
            left -= taken;
        }
        Self::new(Arc::clone(&self.schema), batches)
    }
}

impl<T: Row> DataFrame<T> {
    /// The rows in order, decoded a batch at a time. A value that its Rust type cannot hold is an error in its row's
    /// place, after which the iterator ends.
    pub fn rows(&self) -> Rows<'_, T> {
        Rows { batches: self.batches.iter(), decoded: Vec::new().into_iter(), first_row: 0 }
    }

    /// All rows.
    ///
    /// # Errors
    /// The first value that its Rust type cannot hold, by column and row.
    pub fn into_rows(self) -> Result<Vec<T>, Error> {
        let mut rows = Vec::with_capacity(self.rows);
        for batch in self.batches.iter() {
            let first = rows.len();
            rows.append(&mut T::decode(&mut BatchReader::new(batch, first))?);
        }
        Ok(rows)
    }

    /// The rows as the source of another query; they are shared, not copied.
    #[must_use]
    #[track_caller]
    pub fn to_lazy(&self) -> LazyFrame<T> {
        // The batches' address tells them from all others that are alive, and the plan keeps them alive.
        let id = Arc::as_ptr(&self.batches).cast::<()>().addr();
        let id = u64::try_from(id).unwrap_or(u64::MAX);
        let fields = FieldList::of::<T>();
        LazyFrame::from_tip(read::memory(id, Arc::clone(&self.batches), &fields, SourceLocation::caller()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Row> Source for DataFrame<T> {
    type Row = T;
    fn frame(&self) -> LazyFrame<T> {
        self.to_lazy()
    }
}

impl<T> Clone for DataFrame<T> {
    fn clone(&self) -> Self {
        Self {
            schema: Arc::clone(&self.schema),
            batches: Arc::clone(&self.batches),
            rows: self.rows,
            marker: PhantomData,
        }
    }
}

impl<T> fmt::Debug for DataFrame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataFrame").field("schema", &self.schema).field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// A table of the first rows, and how many there are.
impl<T> fmt::Display for DataFrame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = self.head(PRINTED_ROWS).batches.to_vec();
        if shown.is_empty() {
            shown.push(RecordBatch::new_empty(Arc::clone(&self.schema)));
        }
        let table = pretty_format_batches(&shown).map_err(|_| fmt::Error)?;
        write!(f, "{table}\n{} row{}", self.rows, if self.rows == 1 { "" } else { "s" })?;
        if self.rows > PRINTED_ROWS {
            write!(f, ", the first {PRINTED_ROWS} shown")?;
        }
        Ok(())
    }
}

/// The rows of a [`DataFrame`].
pub struct Rows<'a, T> {
    batches: std::slice::Iter<'a, RecordBatch>,
    decoded: std::vec::IntoIter<T>,
    first_row: usize,
}

impl<T: Row> Iterator for Rows<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.decoded.next() {
                return Some(Ok(row));
            }
            let batch = self.batches.next()?;
            match T::decode(&mut BatchReader::new(batch, self.first_row)) {
                Ok(rows) => self.decoded = rows.into_iter(),
                Err(error) => {
                    self.batches = [].iter();
                    return Some(Err(error.into()));
                }
            }
            self.first_row = self.first_row.saturating_add(batch.num_rows());
        }
    }
}

impl<T> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("first_row", &self.first_row).finish_non_exhaustive()
    }
}
