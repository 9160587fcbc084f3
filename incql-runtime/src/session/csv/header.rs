//! Finds the model's columns in a file's header, by exact name.

use arrow::datatypes::Schema;

use super::CsvError;

/// Where each wanted column stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Per wanted column, its position in the file.
    pub positions: Vec<usize>,
    /// How many fields every record has.
    pub width: usize,
}

/// The names of a header record; a name twice is an error.
pub(crate) fn names(fields: &[Vec<u8>]) -> Result<Vec<String>, CsvError> {
    let mut names: Vec<String> = Vec::with_capacity(fields.len());
    for field in fields {
        let Ok(name) = String::from_utf8(field.clone()) else {
            return Err(CsvError::at(1, format!("the header's field {} is not UTF-8", names.len() + 1)));
        };
        if names.contains(&name) {
            return Err(CsvError::at(1, format!("the header names column `{name}` twice")));
        }
        names.push(name);
    }
    Ok(names)
}

/// The layout of a file with these column names for the columns of `schema`.
pub(crate) fn layout(names: &[String], schema: &Schema) -> Result<Layout, CsvError> {
    let mut positions = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        match names.iter().position(|name| name == field.name()) {
            Some(position) => positions.push(position),
            None => return Err(CsvError::at(1, format!("the header has no column `{}`", field.name()))),
        }
    }
    Ok(Layout { positions, width: names.len() })
}
