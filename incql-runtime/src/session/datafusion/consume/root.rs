//! The root: its names, byte for byte, on the last projection.

use datafusion::common::{Column, Result};
use datafusion::logical_expr::{Expr, LogicalPlan, Projection};
use std::sync::Arc;
use substrait::proto::RelRoot;

use super::Consumer;
use crate::session::datafusion::failure::refused;

impl Consumer<'_> {
    /// The plan with the root's names.
    pub(super) async fn root(&self, root: &RelRoot) -> Result<LogicalPlan> {
        let Some(input) = &root.input else { return Err(refused("the plan's root has no input")) };
        let plan = self.rel(input, &root.names).await?;
        let names = top_level_names(&plan, &root.names)?;
        if names
            .iter()
            .zip(plan.schema().iter())
            .all(|(name, (relation, field))| relation.is_none() && name.as_str() == field.name().as_str())
        {
            return Ok(plan);
        }
        let columns = plan.schema().iter().map(Column::from);
        let exprs: Vec<Expr> = columns.zip(names).map(|(column, name)| Expr::Column(column).alias(name)).collect();
        Ok(LogicalPlan::Projection(Projection::try_new(exprs, Arc::new(plan))?))
    }
}

/// The names of the columns themselves; names of nested fields stand between them and are the schema's concern.
fn top_level_names<'n>(plan: &LogicalPlan, names: &'n [String]) -> Result<Vec<&'n String>> {
    let mut rest = names.iter();
    let mut top = Vec::with_capacity(plan.schema().fields().len());
    for field in plan.schema().fields() {
        let Some(name) = rest.next() else {
            return Err(refused(format!("the plan's root has {} names, fewer than columns", names.len())));
        };
        top.push(name);
        for _ in 0..nested_names(field.data_type()) {
            rest.next();
        }
    }
    Ok(top)
}

/// How many names the fields below a type take.
fn nested_names(data_type: &arrow::datatypes::DataType) -> usize {
    use arrow::datatypes::DataType as T;
    match data_type {
        T::Struct(fields) => fields.iter().map(|field| 1 + nested_names(field.data_type())).sum(),
        T::List(element) | T::LargeList(element) => nested_names(element.data_type()),
        T::Map(entries, _) => match entries.data_type() {
            T::Struct(fields) => fields.iter().map(|field| nested_names(field.data_type())).sum(),
            _ => 0,
        },
        _ => 0,
    }
}
