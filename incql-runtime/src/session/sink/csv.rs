//! Batches to CSV text, quoted where reading it back would otherwise give another value.

use std::fs::File;
use std::io::{BufWriter, Write};

use arrow::array::Array;
use arrow::record_batch::RecordBatch;
use arrow::util::display::{ArrayFormatter, FormatOptions};

use super::Sink;
use crate::schema::Schema;
use crate::session::CsvOptions;
use crate::session::csv::columns::supports;

pub(super) struct CsvSink<W: Write = File> {
    out: BufWriter<W>,
    options: CsvOptions,
}

impl<W: Write> CsvSink<W> {
    pub fn new(out: W, schema: &Schema, options: CsvOptions) -> Result<Self, String> {
        if let Some(field) = schema.iter().find(|field| !supports(field.data_type())) {
            return Err(format!("CSV cannot hold column `{}` of type {}", field.name(), field.data_type()));
        }
        let mut sink = Self { out: BufWriter::new(out), options };
        if sink.options.header {
            for (position, field) in schema.iter().enumerate() {
                sink.field(position, field.name(), false).map_err(|error| error.to_string())?;
            }
            sink.out.write_all(b"\n").map_err(|error| error.to_string())?;
        }
        Ok(sink)
    }

    fn rows(&mut self, batch: &RecordBatch) -> Result<(), String> {
        let format = FormatOptions::default();
        let columns = batch.columns().iter().map(|column| ArrayFormatter::try_new(column.as_ref(), &format));
        let columns = columns.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        let mut text = String::new();
        for row in 0..batch.num_rows() {
            for (position, (column, values)) in columns.iter().zip(batch.columns()).enumerate() {
                text.clear();
                if values.is_valid(row) {
                    column.value(row).write(&mut text).map_err(|error| error.to_string())?;
                }
                self.field(position, &text, values.is_null(row)).map_err(|error| error.to_string())?;
            }
            self.out.write_all(b"\n").map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn field(&mut self, position: usize, text: &str, null: bool) -> std::io::Result<()> {
        let CsvOptions { delimiter, quote, ref nulls, .. } = self.options;
        if position > 0 {
            self.out.write_all(&[delimiter])?;
        }
        if null {
            return Ok(());
        }
        let special = |byte: u8| byte == delimiter || byte == quote || byte == b'\n' || byte == b'\r';
        let padded = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
        let quoted =
            text.is_empty() || padded || nulls.iter().any(|marker| marker == text) || text.bytes().any(special);
        if !quoted {
            return self.out.write_all(text.as_bytes());
        }
        self.out.write_all(&[quote])?;
        for part in text.as_bytes().split_inclusive(|byte| *byte == quote) {
            self.out.write_all(part)?;
            if part.ends_with(&[quote]) {
                self.out.write_all(&[quote])?;
            }
        }
        self.out.write_all(&[quote])
    }
}

impl Sink for CsvSink {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), String> {
        self.rows(batch)
    }

    fn finish(self) -> Result<File, String> {
        self.out.into_inner().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{ArrayRef, StringArray};
    use arrow::datatypes::{DataType, Field};
    use std::sync::Arc;

    #[test]
    fn what_would_read_back_differently_is_quoted() -> Result<(), String> {
        let schema = Schema::new([Arc::new(Field::new("a,b", DataType::Utf8, true))]);
        let values = StringArray::from(vec![None, Some(""), Some("NA"), Some("q\"q"), Some("two\nlines"), Some(" x")]);
        let batch = RecordBatch::try_new(schema.to_arrow(), vec![Arc::new(values) as ArrayRef]);
        let mut bytes = Vec::new();
        let mut sink = CsvSink::new(&mut bytes, &schema, CsvOptions::new().null("NA"))?;
        sink.rows(&batch.map_err(|error| error.to_string())?)?;
        drop(sink);
        let expected = "\"a,b\"\n\n\"\"\n\"NA\"\n\"q\"\"q\"\n\"two\nlines\"\n\" x\"\n";
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
        Ok(())
    }
}
