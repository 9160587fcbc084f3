//! Plan nodes made by hand, for tests of the stages that take plans.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};

use super::node::{Operator, Read, Source};
use super::output::Output;
use super::plan::Plan;
use crate::schema::Schema;

/// A node with exactly this schema.
pub(crate) fn node(operator: Operator, inputs: Vec<Plan>, fields: Vec<FieldRef>) -> Plan {
    Plan::from_parts(operator, inputs, Output::kept(&Schema::new(fields)), None)
}

/// A node that keeps its first input's schema.
pub(crate) fn over(operator: Operator, input: &Plan) -> Plan {
    node(operator, vec![input.clone()], input.schema().iter().cloned().collect())
}

/// A read of a bound table.
pub(crate) fn table(name: &str, fields: Vec<FieldRef>) -> Plan {
    node(Operator::Read(Read { source: Source::Table([Arc::from(name)].into()) }), Vec::new(), fields)
}

/// A column that cannot be NULL.
pub(crate) fn required(name: &str, data_type: DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type, false))
}

/// A column that can be NULL.
pub(crate) fn nullable(name: &str, data_type: DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type, true))
}
