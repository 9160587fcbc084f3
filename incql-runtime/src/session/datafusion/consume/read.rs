//! Reads of bound tables: found by the exact parts of their names, each column under a name of its own and in the
//! model's type.

use std::collections::HashMap;
use std::sync::Arc;

use arrow::datatypes::FieldRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Column, Result, TableReference};
use datafusion::datasource::{MemTable, provider_as_source};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use substrait::proto::ReadRel;
use substrait::proto::read_rel::ReadType;

use super::{Consumer, Typed};
use crate::schema::Schema;
use crate::session::backend::{Table, TableData};
use crate::session::bind::BoundColumn;
use crate::session::datafusion::checked::CheckedTable;
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::{conform, same_layout};
use crate::substrait::types::from_named_struct;

/// A column to read: where it stands, and what the plan calls and types it.
struct Wanted<'t> {
    bound: &'t BoundColumn,
    /// The model's field.
    model: &'t FieldRef,
    /// The plan's field.
    declared: FieldRef,
}

impl Consumer<'_> {
    pub(super) async fn read(&self, read: &ReadRel) -> Result<LogicalPlan> {
        if read.filter.is_some() || read.best_effort_filter.is_some() || read.projection.is_some() {
            return Err(refused("a read with a filter or mask of its own is not supported"));
        }
        let schema = match read.base_schema.as_ref().and_then(|schema| Some((&schema.names, schema.r#struct.as_ref()?)))
        {
            Some((names, fields)) => from_named_struct(names, fields).map_err(|error| refused(error.message()))?,
            None => return Err(refused("a read has no schema")),
        };
        let plan = match &read.read_type {
            Some(ReadType::NamedTable(named)) => self.named_table(&named.names, &schema)?,
            Some(ReadType::VirtualTable(rows)) => self.virtual_table(rows, &schema)?,
            _ => return Err(refused("a read of files or of an extension is not supported: bind a table instead")),
        };
        self.emitted(plan, read.common.as_ref())
    }

    fn named_table(&self, names: &[String], schema: &Schema) -> Result<LogicalPlan> {
        let key: Vec<&str> = names.iter().map(String::as_str).collect();
        let Some(table) = self.tables.get(&key) else {
            return Err(refused(format!("the session has no table `{}`", key.join("."))));
        };
        let model: HashMap<&str, usize> =
            table.model.iter().enumerate().map(|(position, field)| (field.name().as_str(), position)).collect();
        let mut wanted = Vec::with_capacity(schema.len());
        for declared in schema.iter() {
            let position = model.get(declared.name().as_str());
            let found = position.and_then(|at| Some((table.columns.get(*at)?, table.model.field(*at)?)));
            let Some((bound, model)) = found else {
                return Err(refused(format!("table `{}` has no column `{}`", key.join("."), declared.name())));
            };
            wanted.push(Wanted { bound, model, declared: Arc::clone(declared) });
        }
        let provider = provider(table)?;
        let provider = checked(&key.join("."), provider, &wanted);
        self.scan(&key.join("_"), provider, &wanted)
    }

    /// A scan of these columns, renamed and cast where they must be.
    fn scan(&self, name: &str, provider: Arc<dyn TableProvider>, wanted: &[Wanted<'_>]) -> Result<LogicalPlan> {
        let source = provider.schema();
        // A dot in the qualifier or the column would make two columns look alike to the engine.
        let qualifier = TableReference::bare(name.replace('.', "_"));
        let positions = wanted.iter().map(|column| column.bound.source).collect();
        let scan = LogicalPlanBuilder::scan(qualifier.clone(), provider_as_source(provider), Some(positions))?;
        let mut exprs = Vec::with_capacity(wanted.len());
        let mut changed = false;
        for column in wanted {
            let Some(field) = source.fields().get(column.bound.source) else {
                return Err(refused(format!("the data of table `{name}` has changed since it was bound")));
            };
            let own = Column::new(Some(qualifier.clone()), field.name());
            let value = Typed { expr: Expr::Column(own), data_type: field.data_type().clone() };
            let kept = same_layout(field.data_type(), column.model.data_type());
            let value = if kept { value } else { conform(value, column.model.data_type()) };
            let value = match same_layout(&value.data_type, column.declared.data_type()) {
                true => value,
                false => conform(value, column.declared.data_type()),
            };
            let plain = matches!(value.expr, Expr::Column(_)) && self.take_name(field.name());
            changed |= !plain;
            exprs.push(if plain { value.expr } else { value.expr.alias(self.unique_name(field.name())) });
        }
        if changed { scan.project(exprs)?.build() } else { scan.build() }
    }

    /// A scan of batches in memory.
    pub(super) fn memory(&self, name: &str, table: MemTable, schema: &Schema) -> Result<LogicalPlan> {
        let columns: Vec<BoundColumn> =
            (0..schema.len()).map(|source| BoundColumn { source, widened: false, check_nulls: false }).collect();
        let wanted: Vec<Wanted<'_>> = columns
            .iter()
            .zip(schema.iter())
            .map(|(bound, model)| Wanted { bound, model, declared: Arc::clone(model) })
            .collect();
        self.scan(name, Arc::new(table), &wanted)
    }
}

/// The table with its checks, if any column needs one.
fn checked(name: &str, inner: Arc<dyn TableProvider>, wanted: &[Wanted<'_>]) -> Arc<dyn TableProvider> {
    let checks: Vec<(usize, FieldRef)> = wanted
        .iter()
        .filter(|column| column.bound.check_nulls || (column.model.is_nullable() && !column.declared.is_nullable()))
        .map(|column| (column.bound.source, Arc::clone(&column.declared)))
        .collect();
    if checks.is_empty() {
        return inner;
    }
    Arc::new(CheckedTable { name: name.into(), inner, checks })
}

fn provider(table: &Table) -> Result<Arc<dyn TableProvider>> {
    match &table.data {
        TableData::Batches { schema, batches } => {
            Ok(Arc::new(MemTable::try_new(Arc::clone(schema), vec![batches.to_vec()])?))
        }
        TableData::Engine(data) => match data.downcast_ref::<Arc<dyn TableProvider>>() {
            Some(provider) => Ok(Arc::clone(provider)),
            None => Err(refused(format!("table `{}` is bound to another engine", table.name.join(".")))),
        },
    }
}
