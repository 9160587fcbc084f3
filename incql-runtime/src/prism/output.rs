//! The output schema of each operator, derived from the inputs' stored schemas when a node is built, and only then.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};

use crate::error::PlanError;
use crate::scalar::Scalar;
use crate::schema::Schema;

/// A derived schema and how often one was inferred to get it, so that tests assert "once per node" by count.
#[derive(Debug)]
pub(crate) struct Output {
    pub(super) schema: Schema,
    pub(super) inferences: u32,
}

impl Output {
    /// The declared schema of a source.
    pub(super) fn declared(fields: &[FieldRef]) -> Result<Self, PlanError> {
        let mut schema = Schema::default();
        for field in fields {
            append_new(&mut schema, Arc::clone(field))?;
        }
        Ok(Self::inferred(schema))
    }

    /// The input's own: filters, sorts and fetches.
    pub(super) fn unchanged(input: &Schema) -> Self {
        Self::inferred(input.clone())
    }

    /// These expressions under these names.
    pub(super) fn select(items: &[(String, Scalar)]) -> Result<Self, PlanError> {
        let mut schema = Schema::default();
        for (name, scalar) in items {
            append_new(&mut schema, field(name, scalar))?;
        }
        Ok(Self::inferred(schema))
    }

    /// The input's columns, some with another expression, then new ones. An appended name that another column has
    /// already gets a suffix.
    pub(super) fn with(input: &Schema, replaced: &[(usize, Scalar)], appended: &[(String, Scalar)]) -> Self {
        let mut schema = input.clone();
        for (position, scalar) in replaced {
            if let Some(old) = input.field(*position) {
                schema = schema.with_replaced(*position, field(old.name(), scalar));
            }
        }
        for (name, scalar) in appended {
            append_renamed(&mut schema, field(name, scalar), "_2");
        }
        Self::inferred(schema)
    }

    /// The left columns, then the right ones; a right name that the left side has gets the suffix `_right`.
    pub(super) fn joined(left: &Schema, right: &Schema) -> Self {
        let mut schema = left.clone();
        for field in right.iter() {
            append_renamed(&mut schema, Arc::clone(field), "_right");
        }
        Self::inferred(schema)
    }

    /// The input's columns in another order.
    pub(super) fn reordered(input: &Schema, positions: &[usize]) -> Self {
        Self::inferred(Schema::new(positions.iter().filter_map(|position| input.field(*position).cloned())))
    }

    /// The columns of one side and then computed ones, whose names are proposals: `base` is the input's schema under a
    /// window and empty under an aggregate.
    pub(super) fn computed(base: &Schema, columns: impl IntoIterator<Item = (String, DataType, bool)>) -> Self {
        let mut schema = base.clone();
        for (name, data_type, nullable) in columns {
            append_renamed(&mut schema, Arc::new(Field::new(name, data_type, nullable)), "_2");
        }
        Self::inferred(schema)
    }

    /// A schema that an earlier node inferred: what a rewrite keeps.
    pub(super) fn kept(schema: &Schema) -> Self {
        Self { schema: schema.clone(), inferences: 0 }
    }

    fn inferred(schema: Schema) -> Self {
        Self { schema, inferences: 1 }
    }
}

fn field(name: &str, scalar: &Scalar) -> FieldRef {
    Arc::new(Field::new(name, scalar.data_type().clone(), scalar.is_nullable()))
}

fn append_new(schema: &mut Schema, field: FieldRef) -> Result<(), PlanError> {
    if schema.index_of(field.name()).is_some() {
        return Err(PlanError::new(format!("two columns are named `{}`", field.name())));
    }
    schema.push(field);
    Ok(())
}

/// Appends under the field's own name, or under the first of `name` + `suffix`, `name` + `suffix` + `suffix`, .. that
/// is free.
fn append_renamed(schema: &mut Schema, field: FieldRef, suffix: &str) {
    if schema.index_of(field.name()).is_none() {
        schema.push(field);
        return;
    }
    let mut name = format!("{}{suffix}", field.name());
    while schema.index_of(&name).is_some() {
        name.push_str(suffix);
    }
    schema.push(Arc::new(field.as_ref().clone().with_name(name)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(names: &[&str]) -> Schema {
        Schema::new(names.iter().map(|name| Arc::new(Field::new(*name, DataType::Int64, false))))
    }

    fn names(output: &Output) -> Vec<&str> {
        output.schema.iter().map(|field| field.name().as_str()).collect()
    }

    #[test]
    fn every_column_of_a_join_has_its_own_name() {
        let joined = Output::joined(&schema(&["k", "amt"]), &schema(&["k", "amt", "amt_right"]));
        assert_eq!(names(&joined), ["k", "amt", "k_right", "amt_right", "amt_right_right"]);
        let again = Output::joined(&joined.schema, &schema(&["k"]));
        assert_eq!(names(&again), ["k", "amt", "k_right", "amt_right", "amt_right_right", "k_right_right"]);
    }

    #[test]
    fn a_selection_with_one_name_twice_is_an_error() {
        let column = || Scalar::column(0, DataType::Int64, false);
        let items = [("x".to_owned(), column()), ("x".to_owned(), column())];
        let error = Output::select(&items).expect_err("a duplicate");
        assert_eq!(error.message(), "two columns are named `x`");
    }

    #[test]
    fn replaced_columns_stay_in_place_and_keep_their_name() {
        let text = Scalar::column(0, DataType::Utf8, true);
        let output = Output::with(&schema(&["a", "b"]), &[(0, text.clone())], &[("c".to_owned(), text)]);
        assert_eq!(format!("{:?}", output.schema), "[a: Utf8?, b: Int64, c: Utf8?]");
        assert_eq!(output.inferences, 1);
    }
}
