//! Compares the data bound to a table with its model, and reports every difference at once.

use arrow::datatypes::SchemaRef;

use super::near::near;
use super::widen::{differences, may_be_unexpectedly_null};
use crate::error::{BindingError, Difference};
use crate::schema::Schema;

/// What a session does where the data declares a column that may be NULL and the model's field is not an `Option`.
/// Most writers of Parquet declare every column so, whatever its values are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeclaredNulls {
    /// Binds, and checks the values as they are read: the first NULL is an error that names its column and row.
    #[default]
    CheckValues,
    /// Reports the column as a difference when the table is bound.
    Refuse,
}

/// Where a column of the model stands in the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundColumn {
    /// The column's position in the data.
    pub source: usize,
    /// Whether the values have another type than the model's and are widened as they are read.
    pub widened: bool,
    /// Whether the data may hold a NULL where the model has no place for one.
    pub check_nulls: bool,
}

/// The model's columns in the data, in the model's order; columns that the model lacks are not looked at.
pub fn bind(
    table: &str,
    model_name: &str,
    model: &Schema,
    data: &SchemaRef,
    nulls: DeclaredNulls,
) -> Result<Vec<BoundColumn>, BindingError> {
    let mut columns = Vec::with_capacity(model.len());
    let mut found_differences = Vec::new();
    for field in model.iter() {
        let Some((source, found)) = data.fields().iter().enumerate().find(|(_, found)| found.name() == field.name())
        else {
            let near = near(field.name(), data.fields().iter().map(|found| found.name().as_str()));
            found_differences.push(Difference::MissingColumn { column: field.name().clone(), near });
            continue;
        };
        differences(field.name(), found.data_type(), field.data_type(), &mut found_differences);
        let check_nulls = may_be_unexpectedly_null(found, field);
        if check_nulls && nulls == DeclaredNulls::Refuse {
            found_differences.push(Difference::Nullable { column: field.name().clone() });
        }
        columns.push(BoundColumn { source, widened: found.data_type() != field.data_type(), check_nulls });
    }
    if found_differences.is_empty() {
        return Ok(columns);
    }
    let (table, model) = (table.to_owned(), model_name.to_owned());
    Err(BindingError::Schema { table, model, differences: found_differences })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::datatypes::{DataType, Field};
    use std::sync::Arc;

    fn model() -> Schema {
        Schema::new([
            Arc::new(Field::new("a", DataType::Int64, false)),
            Arc::new(Field::new("b", DataType::Utf8, false)),
            Arc::new(Field::new("c", DataType::Float64, true)),
        ])
    }

    fn data(fields: Vec<Field>) -> SchemaRef {
        Arc::new(arrow::datatypes::Schema::new(fields))
    }

    fn check(fields: Vec<Field>, nulls: DeclaredNulls) -> Result<Vec<BoundColumn>, String> {
        bind("m", "M", &model(), &data(fields), nulls).map_err(|error| error.to_string())
    }

    #[test]
    fn columns_are_found_by_name_and_widened() {
        let fields = vec![
            Field::new("c", DataType::Float64, true),
            Field::new("extra", DataType::Null, true),
            Field::new("b", DataType::Utf8View, false),
            Field::new("a", DataType::Int32, true),
        ];
        let expected = vec![
            BoundColumn { source: 3, widened: true, check_nulls: true },
            BoundColumn { source: 2, widened: true, check_nulls: false },
            BoundColumn { source: 0, widened: false, check_nulls: false },
        ];
        assert_eq!(check(fields, DeclaredNulls::CheckValues), Ok(expected));
    }

    #[test]
    fn all_differences_are_reported_at_once() {
        let fields = vec![
            Field::new("A", DataType::Int64, false),
            Field::new("b", DataType::Utf8, true),
            Field::new("c", DataType::Int64, true),
        ];
        let expected = "the data of table `m` does not fit model `M`:\n  \
                        column `a` is missing; similar: `A`\n  \
                        column `b` may be NULL where the model's field is not an `Option`\n  \
                        column `c` is Int64 where the model has Float64: no lossless cast exists (the model's field \
                        could be `i64`)";
        assert_eq!(check(fields, DeclaredNulls::Refuse), Err(expected.to_owned()));
    }
}
