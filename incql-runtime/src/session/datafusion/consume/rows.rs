//! Inline rows as batches in memory.

use std::sync::Arc;

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, new_empty_array};
use datafusion::common::{Result, ScalarValue};
use datafusion::datasource::MemTable;
use datafusion::logical_expr::{LogicalPlan, LogicalPlanBuilder};
use substrait::proto::Expression;
use substrait::proto::expression::{Literal, RexType};
use substrait::proto::read_rel::VirtualTable;

use super::Consumer;
use super::literal::value;
use crate::schema::Schema;
use crate::session::datafusion::failure::refused;

const NAME: &str = "rows";

impl Consumer<'_> {
    pub(super) fn virtual_table(&self, rows: &VirtualTable, schema: &Schema) -> Result<LogicalPlan> {
        let rows = literals(rows)?;
        if schema.is_empty() {
            return LogicalPlanBuilder::empty(rows.len() == 1).build();
        }
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(schema.len());
        for (position, field) in schema.iter().enumerate() {
            let mut values = Vec::with_capacity(rows.len());
            for row in &rows {
                let Some(literal) = row.get(position) else {
                    return Err(refused(format!(
                        "an inline row has {} values for {} columns",
                        row.len(),
                        schema.len()
                    )));
                };
                values.push(value(literal, field.data_type())?);
            }
            columns.push(if values.is_empty() {
                new_empty_array(field.data_type())
            } else {
                ScalarValue::iter_to_array(values)?
            });
        }
        let arrow = schema.to_arrow();
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&arrow), columns, &options)?;
        self.memory(NAME, MemTable::try_new(arrow, vec![vec![batch]])?, schema)
    }
}

/// The rows, in either of the message's forms.
fn literals(rows: &VirtualTable) -> Result<Vec<Vec<&Literal>>> {
    #[expect(deprecated, reason = "plans of older producers write literals")]
    let older = rows.values.iter().map(|row| Ok(row.fields.iter().collect()));
    let newer = rows.expressions.iter().map(|row| row.fields.iter().map(literal).collect());
    older.chain(newer).collect()
}

fn literal(expression: &Expression) -> Result<&Literal> {
    match &expression.rex_type {
        Some(RexType::Literal(literal)) => Ok(literal),
        _ => Err(refused("an inline row holds an expression that is no constant")),
    }
}
