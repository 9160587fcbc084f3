//! TPC-H data generated in memory and registered under the standard table names.

use std::sync::Arc;

use incql::arrow::record_batch::RecordBatch;
use incql::datafusion::datasource::MemTable;
use incql::prelude::*;
use tpchgen::generators::{
    CustomerGenerator, LineItemGenerator, NationGenerator, OrderGenerator, PartGenerator, RegionGenerator,
    SupplierGenerator,
};
use tpchgen_arrow::{
    CustomerArrow, LineItemArrow, NationArrow, OrderArrow, PartArrow, RecordBatchIterator, RegionArrow, SupplierArrow,
};

use crate::queries::Tables;

/// A boxed error, as examples and tests report it.
pub type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// One generated table: its name and data.
pub type Table = (&'static str, Arc<MemTable>);

/// Generates the seven tables that the queries read.
pub fn generate(scale_factor: f64) -> Result<Vec<Table>, AnyError> {
    Ok(vec![
        table("lineitem", LineItemArrow::new(LineItemGenerator::new(scale_factor, 1, 1)))?,
        table("orders", OrderArrow::new(OrderGenerator::new(scale_factor, 1, 1)))?,
        table("customer", CustomerArrow::new(CustomerGenerator::new(scale_factor, 1, 1)))?,
        table("part", PartArrow::new(PartGenerator::new(scale_factor, 1, 1)))?,
        table("supplier", SupplierArrow::new(SupplierGenerator::new(scale_factor, 1, 1)))?,
        table("nation", NationArrow::new(NationGenerator::new(scale_factor, 1, 1)))?,
        table("region", RegionArrow::new(RegionGenerator::new(scale_factor, 1, 1)))?,
    ])
}

fn table(name: &'static str, generator: impl RecordBatchIterator) -> Result<Table, AnyError> {
    let schema = Arc::clone(generator.schema());
    let batches: Vec<RecordBatch> = generator.collect();
    Ok((name, Arc::new(MemTable::try_new(schema, vec![batches])?)))
}

/// Registers generated tables and gives them as typed frames.
pub async fn register(session: &Session, tables: &[Table]) -> Result<Tables, AnyError> {
    for (name, table) in tables {
        let provider = Arc::clone(table);
        match *name {
            "lineitem" => drop(session.register::<crate::models::Lineitem>(name, provider)?),
            "orders" => drop(session.register::<crate::models::Order>(name, provider)?),
            "customer" => drop(session.register::<crate::models::Customer>(name, provider)?),
            "part" => drop(session.register::<crate::models::Part>(name, provider)?),
            "supplier" => drop(session.register::<crate::models::Supplier>(name, provider)?),
            "nation" => drop(session.register::<crate::models::Nation>(name, provider)?),
            "region" => drop(session.register::<crate::models::Region>(name, provider)?),
            other => return Err(format!("no model for table {other}").into()),
        }
    }
    Ok(Tables {
        lineitem: session.table("lineitem")?,
        orders: session.table("orders")?,
        customer: session.table("customer")?,
        part: session.table("part")?,
        supplier: session.table("supplier")?,
        nation: session.table("nation")?,
        region: session.table("region")?,
    })
}
