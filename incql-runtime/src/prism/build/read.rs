//! Read nodes: the declared schema and where the rows come from.

use std::sync::Arc;

use arrow::record_batch::RecordBatch;

use crate::error::{PlanError, SourceLocation};
use crate::prism::node::{Operator, Read, Source};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::row::FieldList;
use crate::value::Value;

/// A table that the session binds by name; each part is used byte for byte.
pub(crate) fn table(parts: &[&str], fields: &FieldList, location: SourceLocation) -> Result<Plan, PlanError> {
    if parts.is_empty() || parts.iter().any(|part| part.is_empty()) {
        return Err(PlanError::new("a table needs a name").at(location));
    }
    let parts: Vec<Arc<str>> = parts.iter().map(|part| Arc::from(*part)).collect();
    read(Source::Table(parts.into()), fields, location)
}

/// Rows written into the plan.
pub(crate) fn rows(rows: Vec<Vec<Value>>, fields: &FieldList, location: SourceLocation) -> Result<Plan, PlanError> {
    let width = fields.fields().len();
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        let message = format!("inline row {} does not have the {width} columns of its type", row + 1);
        return Err(PlanError::new(message).at(location));
    }
    read(Source::Rows(rows.into()), fields, location)
}

/// Batches in memory of the declared schema.
pub(crate) fn memory(
    id: u64,
    batches: Arc<[RecordBatch]>,
    fields: &FieldList,
    location: SourceLocation,
) -> Result<Plan, PlanError> {
    read(Source::Memory { id, batches }, fields, location)
}

fn read(source: Source, fields: &FieldList, location: SourceLocation) -> Result<Plan, PlanError> {
    let output = Output::declared(fields.fields()).map_err(|error| error.at(location))?;
    Ok(Plan::from_parts(Operator::Read(Read { source }), Vec::new(), output, Some(location)))
}
