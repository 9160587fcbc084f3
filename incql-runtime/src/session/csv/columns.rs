//! Builds Arrow columns from split records; a field that its column cannot hold is an error with line and column.

use std::sync::Arc;

use arrow::array::RecordBatchOptions;
use arrow::array::{
    ArrayRef, ArrowPrimitiveType, BooleanBuilder, Decimal128Builder, PrimitiveBuilder, RecordBatch, StringBuilder,
    StringViewBuilder, TimestampMicrosecondBuilder, TimestampMillisecondBuilder, TimestampNanosecondBuilder,
    TimestampSecondBuilder,
};
use arrow::datatypes::{
    DataType, Date32Type, Field, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, SchemaRef,
    Time64MicrosecondType, TimeUnit, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};

use super::header::Layout;
use super::records::Records;
use super::{CsvError, CsvOptions, parse};

/// Whether a CSV field can hold values of this type.
pub(crate) fn supports(data_type: &DataType) -> bool {
    use DataType as T;
    match data_type {
        T::Boolean | T::Float32 | T::Float64 | T::Utf8 | T::Utf8View | T::Date32 => true,
        T::Time64(TimeUnit::Microsecond) | T::Timestamp(_, _) => true,
        T::Decimal128(_, scale) => *scale >= 0,
        other => other.is_integer(),
    }
}

/// Turns records into a batch of the columns of `schema`, which stand in the file as `layout` says.
pub(crate) fn batch(
    records: &Records,
    schema: &SchemaRef,
    layout: &Layout,
    options: &CsvOptions,
) -> Result<RecordBatch, CsvError> {
    for record in 0..records.len() {
        let width = records.width(record);
        if width != layout.width {
            let message = format!("the row has {width} fields where the header has {}", layout.width);
            return Err(CsvError::at(records.line(record), message));
        }
    }
    let mut columns = Vec::with_capacity(layout.positions.len());
    for (field, position) in schema.fields().iter().zip(&layout.positions) {
        columns.push(column(&Source { records, field, position: *position, options })?);
    }
    let rows = RecordBatchOptions::new().with_row_count(Some(records.len()));
    RecordBatch::try_new_with_options(Arc::clone(schema), columns, &rows)
        .map_err(|error| CsvError::at(records.line(0), error.to_string()))
}

/// One column of the records.
struct Source<'a> {
    records: &'a Records,
    field: &'a Field,
    position: usize,
    options: &'a CsvOptions,
}

impl<'a> Source<'a> {
    /// Calls `push` for each record with the field's text, or `None` for NULL.
    fn each(&self, text: bool, mut push: impl FnMut(Option<&'a str>) -> Option<()>) -> Result<(), CsvError> {
        for record in 0..self.records.len() {
            let (bytes, quoted) = self.records.field(record, self.position).unwrap_or((b"", false));
            let Ok(value) = std::str::from_utf8(bytes) else {
                return Err(self.error(record, "the text is not UTF-8".to_owned()));
            };
            let value = if text { value } else { value.trim_ascii() };
            let null = self.is_null(value, quoted, text);
            if null && !self.field.is_nullable() {
                return Err(self.error(record, "unexpected NULL".to_owned()));
            }
            if push(if null { None } else { Some(value) }).is_none() {
                let message = format!("`{}` is no value of type {}", excerpt(value), self.field.data_type());
                return Err(self.error(record, message));
            }
        }
        Ok(())
    }

    fn is_null(&self, value: &str, quoted: bool, text: bool) -> bool {
        let marked = !quoted && self.options.nulls.iter().any(|marker| marker == value);
        let empty = value.is_empty() && if text { !quoted && self.field.is_nullable() } else { true };
        marked || empty
    }

    fn error(&self, record: usize, message: String) -> CsvError {
        CsvError { line: self.records.line(record), column: Some(self.field.name().clone()), message }
    }

    fn primitive<T: ArrowPrimitiveType>(
        &self,
        parse: impl Fn(&str) -> Option<T::Native>,
    ) -> Result<ArrayRef, CsvError> {
        let mut builder = PrimitiveBuilder::<T>::with_capacity(self.records.len());
        self.each(false, |text| {
            match text {
                Some(text) => builder.append_value(parse(text)?),
                None => builder.append_null(),
            }
            Some(())
        })?;
        Ok(Arc::new(builder.finish()))
    }

    fn timestamps(&self, unit: TimeUnit, zone_name: Option<&Arc<str>>) -> Result<ArrayRef, CsvError> {
        let zone = match zone_name {
            None => None,
            Some(name) => match parse::zone(name) {
                Some(zone) => Some(zone),
                None => return Err(self.error(0, format!("the time zone `{name}` is not known"))),
            },
        };
        let mut values: Vec<Option<i64>> = Vec::with_capacity(self.records.len());
        self.each(false, |text| {
            values.push(match text {
                Some(text) => Some(parse::timestamp(text, unit, zone)?),
                None => None,
            });
            Some(())
        })?;
        macro_rules! build {
            ($builder:ident) => {{
                let mut builder = $builder::with_capacity(values.len());
                values.into_iter().for_each(|value| builder.append_option(value));
                Arc::new(builder.finish().with_timezone_opt(zone_name.cloned()))
            }};
        }
        Ok(match unit {
            TimeUnit::Second => build!(TimestampSecondBuilder),
            TimeUnit::Millisecond => build!(TimestampMillisecondBuilder),
            TimeUnit::Microsecond => build!(TimestampMicrosecondBuilder),
            TimeUnit::Nanosecond => build!(TimestampNanosecondBuilder),
        })
    }

    fn decimals(&self, precision: u8, scale: i8) -> Result<ArrayRef, CsvError> {
        let mut builder = Decimal128Builder::with_capacity(self.records.len());
        self.each(false, |text| {
            match text {
                Some(text) => builder.append_value(parse::decimal(text, precision, scale)?),
                None => builder.append_null(),
            }
            Some(())
        })?;
        let array = builder.finish().with_precision_and_scale(precision, scale);
        array.map(|array| Arc::new(array) as ArrayRef).map_err(|error| self.error(0, error.to_string()))
    }

    fn booleans(&self) -> Result<ArrayRef, CsvError> {
        let mut builder = BooleanBuilder::with_capacity(self.records.len());
        self.each(false, |text| {
            match text {
                Some(text) => builder.append_value(parse::boolean(text)?),
                None => builder.append_null(),
            }
            Some(())
        })?;
        Ok(Arc::new(builder.finish()))
    }
}

fn column(source: &Source<'_>) -> Result<ArrayRef, CsvError> {
    use DataType as T;
    match source.field.data_type() {
        T::Boolean => source.booleans(),
        T::Int8 => source.primitive::<Int8Type>(parse::number::<Int8Type>),
        T::Int16 => source.primitive::<Int16Type>(parse::number::<Int16Type>),
        T::Int32 => source.primitive::<Int32Type>(parse::number::<Int32Type>),
        T::Int64 => source.primitive::<Int64Type>(parse::number::<Int64Type>),
        T::UInt8 => source.primitive::<UInt8Type>(parse::number::<UInt8Type>),
        T::UInt16 => source.primitive::<UInt16Type>(parse::number::<UInt16Type>),
        T::UInt32 => source.primitive::<UInt32Type>(parse::number::<UInt32Type>),
        T::UInt64 => source.primitive::<UInt64Type>(parse::number::<UInt64Type>),
        T::Float32 => source.primitive::<Float32Type>(parse::number::<Float32Type>),
        T::Float64 => source.primitive::<Float64Type>(parse::number::<Float64Type>),
        T::Date32 => source.primitive::<Date32Type>(parse::date),
        T::Time64(TimeUnit::Microsecond) => source.primitive::<Time64MicrosecondType>(parse::time),
        T::Timestamp(unit, zone) => source.timestamps(*unit, zone.as_ref()),
        T::Decimal128(precision, scale) => source.decimals(*precision, *scale),
        T::Utf8 => {
            let mut builder = StringBuilder::new();
            source.each(true, |text| {
                builder.append_option(text);
                Some(())
            })?;
            Ok(Arc::new(builder.finish()))
        }
        T::Utf8View => {
            let mut builder = StringViewBuilder::new();
            source.each(true, |text| {
                builder.append_option(text);
                Some(())
            })?;
            Ok(Arc::new(builder.finish()))
        }
        other => Err(source.error(0, format!("CSV cannot hold values of type {other}"))),
    }
}

fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::header;
    use super::super::records::Splitter;
    use super::*;
    use arrow::array::AsArray;
    use arrow::datatypes::Schema;

    fn read(text: &str, schema: &SchemaRef, options: &CsvOptions) -> Result<RecordBatch, CsvError> {
        let mut splitter = Splitter::new(options);
        let mut records = Records::default();
        splitter.feed(text.as_bytes(), &mut records, usize::MAX)?;
        splitter.finish(&mut records)?;
        let names = header::names(&records.take_first().unwrap_or_default())?;
        batch(&records, schema, &header::layout(&names, schema)?, options)
    }

    fn model() -> SchemaRef {
        Arc::new(Schema::new(vec![
            Field::new("id", DataType::Int64, false),
            Field::new("name", DataType::Utf8, true),
            Field::new("n", DataType::Int64, true),
        ]))
    }

    #[test]
    fn empty_fields_are_null_and_quoted_empty_text_is_not() -> Result<(), CsvError> {
        let batch = read("n,extra,id,name\n,x,1,\n5,x,2,\"\"\n\"\",x, 3 ,NA\n", &model(), &CsvOptions::new())?;
        let ids: Vec<_> = batch.column(0).as_primitive::<Int64Type>().iter().collect();
        assert_eq!(ids, [Some(1), Some(2), Some(3)]);
        let names: Vec<_> = batch.column(1).as_string::<i32>().iter().collect();
        assert_eq!(names, [None, Some(""), Some("NA")]);
        let numbers: Vec<_> = batch.column(2).as_primitive::<Int64Type>().iter().collect();
        assert_eq!(numbers, [None, Some(5), None]);
        Ok(())
    }

    #[test]
    fn a_null_marker_is_null_only_where_configured() -> Result<(), CsvError> {
        let text = "id,name,n\n3,bob,NA\n4,\"NA\",\n";
        let batch = read(text, &model(), &CsvOptions::new().null("NA"))?;
        assert_eq!(batch.column(2).null_count(), 2);
        assert_eq!(batch.column(1).as_string::<i32>().value(1), "NA");
        let refused = read(text, &model(), &CsvOptions::new());
        let expected =
            CsvError { line: 2, column: Some("n".to_owned()), message: "`NA` is no value of type Int64".to_owned() };
        assert_eq!(refused, Err(expected));
        Ok(())
    }

    #[test]
    fn shape_errors_name_the_line() {
        let error = |text| read(text, &model(), &CsvOptions::new()).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(
            error("id,name,n\n1,a,2\n1,\"x\ny\",2,9\n"),
            Err("line 3: the row has 4 fields where the header has 3".to_owned())
        );
        assert_eq!(error("id,name,id\n"), Err("line 1: the header names column `id` twice".to_owned()));
        assert_eq!(error("id,name\n"), Err("line 1: the header has no column `n`".to_owned()));
        assert_eq!(error("id,name,n\n,a,2\n"), Err("line 2, column id: unexpected NULL".to_owned()));
    }
}
