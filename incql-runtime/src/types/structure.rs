//! Models as columns: Arrow Struct, read by field name; what the derive needs to write and read one.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, StructArray};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{DataType, Fields};

use super::{ColumnType, Slots};
use crate::error::{DecodeError, EncodeError};
use crate::row::{BatchReader, FieldList, Model};
use crate::value::Value;

/// The struct type of a model.
pub fn data_type<M: Model>() -> DataType {
    DataType::Struct(FieldList::of::<M>().into_fields())
}

/// Reads structs; where the struct is NULL its fields mean nothing.
pub fn read<M: Model, S: Slots>(array: &ArrayRef) -> Result<Vec<S::Of<M>>, DecodeError> {
    S::compact(array, decode::<M>)
}

fn decode<M: Model>(array: &ArrayRef) -> Result<Vec<M>, DecodeError> {
    let Some(structs) = array.as_struct_opt() else { return Err(DecodeError::mismatch(M::NAME, array.data_type())) };
    let list = FieldList::of::<M>();
    let mut columns = Vec::with_capacity(list.fields().len());
    for field in list.fields() {
        match structs.column_by_name(field.name()) {
            Some(column) => columns.push(Arc::clone(column)),
            None => return Err(DecodeError::MissingField { column: String::new(), field: field.name().clone() }),
        }
    }
    M::decode(&mut BatchReader::over(list.fields(), &columns, structs.len()))
}

/// Writes structs; a hidden row writes NULL into the struct and its fields.
pub fn encode<M: Model>(values: &[Option<&M>], data_type: &DataType) -> Result<ArrayRef, EncodeError> {
    let DataType::Struct(fields) = data_type else {
        return Err(EncodeError::new(format!("a struct cannot be written as {data_type}")));
    };
    let columns = columns(values, fields)?;
    let nulls: NullBuffer = values.iter().map(Option::is_some).collect();
    let nulls = (nulls.null_count() > 0).then_some(nulls);
    let array = StructArray::try_new_with_length(fields.clone(), columns, nulls, values.len());
    array.map(|array| Arc::new(array) as ArrayRef).map_err(|error| EncodeError::new(error.to_string()))
}

/// Writes the columns of rows.
pub(crate) fn columns<M: Model>(rows: &[Option<&M>], fields: &Fields) -> Result<Vec<ArrayRef>, EncodeError> {
    let mut writer = ColumnWriter { fields, columns: Vec::with_capacity(fields.len()) };
    M::write(rows, &mut writer)?;
    Ok(writer.columns)
}

/// A struct as a constant.
pub fn value<M: Model>(row: &M, data_type: &DataType) -> Result<Value, String> {
    let DataType::Struct(fields) = data_type else { return Err(format!("a struct is no value of {data_type}")) };
    Ok(Value::Struct(values(row, fields)?.into()))
}

/// The values of one row.
pub(crate) fn values<M: Model>(row: &M, fields: &Fields) -> Result<Vec<Value>, String> {
    let mut list = ValueList { fields, values: Vec::with_capacity(fields.len()) };
    row.list(&mut list)?;
    Ok(list.values)
}

/// Takes the columns of rows, in the order of their fields.
#[derive(Debug)]
pub struct ColumnWriter<'a> {
    fields: &'a Fields,
    columns: Vec<ArrayRef>,
}

impl ColumnWriter<'_> {
    /// The next column.
    pub fn column<M, T: ColumnType>(&mut self, rows: &[Option<&M>], part: fn(&M) -> &T) -> Result<(), EncodeError> {
        let Some(field) = self.fields.get(self.columns.len()) else {
            return Err(EncodeError::new("the row type writes more columns than it declares"));
        };
        let values: Vec<Option<&T>> = rows.iter().map(|row| row.map(part)).collect();
        let column = T::encode_column(&values, field.data_type()).map_err(|error| error.within(field.name()))?;
        self.columns.push(column);
        Ok(())
    }

    /// The columns of an inlined model.
    pub fn flat<M, N: Model>(&mut self, rows: &[Option<&M>], part: fn(&M) -> &N) -> Result<(), EncodeError> {
        let inner: Vec<Option<&N>> = rows.iter().map(|row| row.map(part)).collect();
        N::write(&inner, self)
    }
}

/// Takes the values of one row, in the order of its fields.
#[derive(Debug)]
pub struct ValueList<'a> {
    fields: &'a Fields,
    values: Vec<Value>,
}

impl ValueList<'_> {
    /// The next value.
    pub fn value<T: ColumnType>(&mut self, value: &T) -> Result<(), String> {
        let Some(field) = self.fields.get(self.values.len()) else {
            return Err("the row type lists more values than it declares".to_owned());
        };
        let value = value.to_value(field.data_type()).map_err(|message| format!("{}: {message}", field.name()))?;
        self.values.push(value);
        Ok(())
    }

    /// The values of an inlined model.
    pub fn flat<N: Model>(&mut self, row: &N) -> Result<(), String> {
        row.list(self)
    }
}
