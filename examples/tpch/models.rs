//! The TPC-H tables as models, with the column types of the specification (decimals are `DECIMAL(15, 2)`).

use chrono::NaiveDate;
use incql::prelude::*;

/// A line of an order.
#[derive(Model, Clone, Debug)]
#[model(table = "lineitem")]
pub struct Lineitem {
    pub l_orderkey: i64,
    pub l_partkey: i64,
    pub l_suppkey: i64,
    pub l_linenumber: i32,
    #[model(precision = 15, scale = 2)]
    pub l_quantity: Decimal,
    #[model(precision = 15, scale = 2)]
    pub l_extendedprice: Decimal,
    #[model(precision = 15, scale = 2)]
    pub l_discount: Decimal,
    #[model(precision = 15, scale = 2)]
    pub l_tax: Decimal,
    pub l_returnflag: String,
    pub l_linestatus: String,
    pub l_shipdate: NaiveDate,
    pub l_commitdate: NaiveDate,
    pub l_receiptdate: NaiveDate,
    pub l_shipinstruct: String,
    pub l_shipmode: String,
    pub l_comment: String,
}

/// An order.
#[derive(Model, Clone, Debug)]
#[model(table = "orders")]
pub struct Order {
    pub o_orderkey: i64,
    pub o_custkey: i64,
    pub o_orderstatus: String,
    #[model(precision = 15, scale = 2)]
    pub o_totalprice: Decimal,
    pub o_orderdate: NaiveDate,
    pub o_orderpriority: String,
    pub o_clerk: String,
    pub o_shippriority: i32,
    pub o_comment: String,
}

/// A customer.
#[derive(Model, Clone, Debug)]
#[model(table = "customer")]
pub struct Customer {
    pub c_custkey: i64,
    pub c_name: String,
    pub c_address: String,
    pub c_nationkey: i64,
    pub c_phone: String,
    #[model(precision = 15, scale = 2)]
    pub c_acctbal: Decimal,
    pub c_mktsegment: String,
    pub c_comment: String,
}

/// A part.
#[derive(Model, Clone, Debug)]
#[model(table = "part")]
pub struct Part {
    pub p_partkey: i64,
    pub p_name: String,
    pub p_mfgr: String,
    pub p_brand: String,
    pub p_type: String,
    pub p_size: i32,
    pub p_container: String,
    #[model(precision = 15, scale = 2)]
    pub p_retailprice: Decimal,
    pub p_comment: String,
}

/// A supplier.
#[derive(Model, Clone, Debug)]
#[model(table = "supplier")]
pub struct Supplier {
    pub s_suppkey: i64,
    pub s_name: String,
    pub s_address: String,
    pub s_nationkey: i64,
    pub s_phone: String,
    #[model(precision = 15, scale = 2)]
    pub s_acctbal: Decimal,
    pub s_comment: String,
}

/// A nation.
#[derive(Model, Clone, Debug)]
#[model(table = "nation")]
pub struct Nation {
    pub n_nationkey: i64,
    pub n_name: String,
    pub n_regionkey: i64,
    pub n_comment: String,
}

/// A region.
#[derive(Model, Clone, Debug)]
#[model(table = "region")]
pub struct Region {
    pub r_regionkey: i64,
    pub r_name: String,
    pub r_comment: String,
}
