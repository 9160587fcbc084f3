//! Reads: bound tables and in-memory tables by name, inline rows as a virtual table.

use substrait::proto::expression::RexType;
use substrait::proto::expression::nested::Struct;
use substrait::proto::read_rel::{NamedTable, ReadType, VirtualTable};
use substrait::proto::rel::RelType;
use substrait::proto::{Expression, ReadRel};

use super::Context;
use crate::error::PlanError;
use crate::prism::node::{Read, Source};
use crate::schema::Schema;
use crate::substrait::expr::{element, rex};
use crate::substrait::types::to_named_struct;
use crate::value::Value;

/// The read with the node's schema as its base schema.
pub fn read(context: &Context, read: &Read, schema: &Schema) -> Result<RelType, PlanError> {
    let read_type = match &read.source {
        Source::Table(parts) => named_table(parts.iter().map(|part| part.to_string()).collect())?,
        Source::Memory { id, .. } => {
            let name = context.memory_name(*id).ok_or_else(|| PlanError::new("an in-memory table has no name"))?;
            named_table(vec![name.to_owned()])?
        }
        Source::Rows(rows) => {
            let expressions = rows.iter().map(|row| virtual_row(row, schema)).collect::<Result<_, _>>()?;
            ReadType::VirtualTable(VirtualTable { expressions, ..VirtualTable::default() })
        }
    };
    let base_schema = Some(to_named_struct(schema).map_err(|error| at_table(error, &read.source))?);
    Ok(RelType::Read(Box::new(ReadRel { base_schema, read_type: Some(read_type), ..ReadRel::default() })))
}

fn named_table(names: Vec<String>) -> Result<ReadType, PlanError> {
    if names.is_empty() {
        return Err(PlanError::new("a table has an empty name"));
    }
    Ok(ReadType::NamedTable(NamedTable { names, advanced_extension: None }))
}

fn at_table(error: PlanError, source: &Source) -> PlanError {
    match source {
        Source::Table(parts) => PlanError::new(format!("table `{}`: {}", parts.join("."), error.message())),
        Source::Rows(_) | Source::Memory { .. } => error,
    }
}

fn virtual_row(row: &[Value], schema: &Schema) -> Result<Struct, PlanError> {
    if row.len() != schema.len() {
        let message = format!("an inline row has {} values for {} columns", row.len(), schema.len());
        return Err(PlanError::new(message));
    }
    let cell = |(value, field): (&Value, &arrow::datatypes::FieldRef)| -> Result<Expression, PlanError> {
        if *value == Value::Null && !field.is_nullable() {
            return Err(PlanError::new(format!("column `{}` of an inline row is NULL but not nullable", field.name())));
        }
        Ok(rex(RexType::Literal(element(value, field)?)))
    };
    Ok(Struct { fields: row.iter().zip(schema.iter()).map(cell).collect::<Result<_, _>>()? })
}
