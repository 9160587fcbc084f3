//! Reads: a named table, of which only the declared columns are read, or rows written into the plan.

use std::sync::Arc;

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result, TableReference};
use datafusion::datasource::provider_as_source;
use datafusion::logical_expr::{Expr, ExprSchemable, LogicalPlan, LogicalPlanBuilder, Values, cast};
use substrait::proto::read_rel::{NamedTable, ReadType, VirtualTable};
use substrait::proto::{ReadRel, expression};

use super::{Consumer, column, invalid, unsupported};
use crate::schema::Schema;
use crate::substrait::types::from_named_struct;

impl Consumer<'_> {
    pub(super) fn read(&mut self, read: &ReadRel) -> Result<LogicalPlan> {
        let base = read.base_schema.as_ref().ok_or_else(|| invalid("a read declares its schema"))?;
        let types = base.r#struct.as_ref().ok_or_else(|| invalid("a read declares its column types"))?;
        let schema = from_named_struct(&base.names, types).map_err(|error| invalid(error.message()))?;
        if read.filter.is_some() || read.best_effort_filter.is_some() || read.projection.is_some() {
            return Err(unsupported("a read with a filter or projection of its own"));
        }
        match &read.read_type {
            Some(ReadType::NamedTable(table)) => self.named_table(table, &schema),
            Some(ReadType::VirtualTable(table)) => self.virtual_table(table, &schema),
            _ => Err(unsupported("a read of files or of an extension table")),
        }
    }

    fn named_table(&mut self, table: &NamedTable, schema: &Schema) -> Result<LogicalPlan> {
        let shown = table.names.join(".");
        let provider = self.tables.table(&table.names).ok_or_else(|| invalid(format!("no table named `{shown}`")))?;
        let source_schema = provider.schema();
        let position = |name: &str| {
            let found = source_schema.fields().iter().position(|field| field.name() == name);
            found.ok_or_else(|| invalid(format!("the table `{shown}` has no column `{name}`")))
        };
        let wanted = schema.iter().map(|field| position(field.name())).collect::<Result<Vec<_>>>()?;
        let mut projection = wanted.clone();
        projection.sort_unstable();
        projection.dedup();
        let places = wanted.iter().map(|index| projection.binary_search(index)).collect::<Result<Vec<_>, _>>();
        let places = places.map_err(|_| invalid(format!("the table `{shown}` changed while it was read")))?;
        let reference = TableReference::bare(shown.as_str());
        let scan = LogicalPlanBuilder::scan(reference, provider_as_source(provider), Some(projection))?.build()?;
        self.named_columns(scan, &places, schema)
    }

    /// The scan's columns in the declared order, in the declared types, under names of their own.
    fn named_columns(&mut self, scan: LogicalPlan, places: &[usize], schema: &Schema) -> Result<LogicalPlan> {
        let mut expressions = Vec::with_capacity(places.len());
        for (place, field) in places.iter().zip(schema.iter()) {
            let read = column(scan.schema(), *place)?;
            let found = read.get_type(scan.schema())?;
            let typed = if same_but_for_encoding(&found, field.data_type()) {
                read
            } else {
                cast(read, field.data_type().clone())
            };
            expressions.push(typed.alias(self.names.unique(field.name())));
        }
        LogicalPlanBuilder::from(scan).project(expressions)?.build()
    }

    fn virtual_table(&mut self, table: &VirtualTable, schema: &Schema) -> Result<LogicalPlan> {
        let names = schema.iter().map(|field| self.names.unique(field.name())).collect::<Vec<_>>();
        let fields = schema.iter().zip(names).map(|(field, name)| Arc::new(field.as_ref().clone().with_name(name)));
        let arrow = arrow::datatypes::Schema::new(fields.collect::<Vec<_>>());
        let df_schema = Arc::new(DFSchema::try_from(arrow)?);
        if table.expressions.is_empty() {
            let empty = datafusion::logical_expr::EmptyRelation { produce_one_row: false, schema: df_schema };
            return Ok(LogicalPlan::EmptyRelation(empty));
        }
        let rows = table.expressions.iter().map(|row| self.row(row, schema)).collect::<Result<Vec<_>>>()?;
        Ok(LogicalPlan::Values(Values { schema: df_schema, values: rows }))
    }

    fn row(&mut self, row: &expression::nested::Struct, schema: &Schema) -> Result<Vec<Expr>> {
        if row.fields.len() != schema.len() {
            return Err(invalid(format!("a row has {} values for {} columns", row.fields.len(), schema.len())));
        }
        let empty = DFSchema::empty();
        let mut values = Vec::with_capacity(row.fields.len());
        for (value, field) in row.fields.iter().zip(schema.iter()) {
            let value = self.expression(value, &empty)?;
            let typed = value.get_type(&empty)? == *field.data_type();
            values.push(if typed { value } else { constant(value, field.data_type())? });
        }
        Ok(values)
    }
}

/// A constant in another type, at once: rows of constants stay constants.
fn constant(value: Expr, data_type: &DataType) -> Result<Expr> {
    match value {
        Expr::Literal(value, metadata) => Ok(Expr::Literal(value.cast_to(data_type)?, metadata)),
        other => Ok(cast(other, data_type.clone())),
    }
}

/// Whether two types hold the same values in layouts that every operator here reads alike.
pub(super) fn same_but_for_encoding(found: &DataType, declared: &DataType) -> bool {
    let text = |data_type: &DataType| {
        matches!(data_type, DataType::Utf8 | DataType::Utf8View | DataType::LargeUtf8)
            || matches!(data_type, DataType::Dictionary(_, values) if values.is_string())
    };
    let bytes =
        |data_type: &DataType| matches!(data_type, DataType::Binary | DataType::BinaryView | DataType::LargeBinary);
    found == declared
        || (text(found) && text(declared))
        || (bytes(found) && bytes(declared))
        || found.equals_datatype(declared)
}
