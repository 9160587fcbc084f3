//! TPC-H queries with the standard parameters, each beside the SQL that an engine runs for comparison.

use incql::prelude::*;

use crate::models::{Customer, Lineitem, Nation, Order, Part, Region, Supplier};

/// The TPC-H tables as typed frames.
pub struct Tables {
    pub lineitem: LazyFrame<Lineitem>,
    pub orders: LazyFrame<Order>,
    pub customer: LazyFrame<Customer>,
    pub part: LazyFrame<Part>,
    pub supplier: LazyFrame<Supplier>,
    pub nation: LazyFrame<Nation>,
    pub region: LazyFrame<Region>,
}

/// Q1: the pricing summary report.
pub fn q1(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.lineitem
        WHERE .l_shipdate <= date!("1998-09-02")
        GROUP BY .l_returnflag, .l_linestatus
        SELECT
            .l_returnflag,
            .l_linestatus,
            sum(.l_quantity) AS sum_qty,
            sum(.l_extendedprice) AS sum_base_price,
            sum(.l_extendedprice * (1 - .l_discount)) AS sum_disc_price,
            sum(.l_extendedprice * (1 - .l_discount) * (1 + .l_tax)) AS sum_charge,
            avg(.l_quantity) AS avg_qty,
            avg(.l_extendedprice) AS avg_price,
            avg(.l_discount) AS avg_disc,
            count() AS count_order
        ORDER BY .l_returnflag, .l_linestatus
    }
}

/// Q3: the shipping priority.
pub fn q3(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.customer
        JOIN tables.orders ON .c_custkey == orders.o_custkey
        JOIN tables.lineitem ON lineitem.l_orderkey == orders.o_orderkey
        WHERE .c_mktsegment == "BUILDING"
            && orders.o_orderdate < date!("1995-03-15")
            && lineitem.l_shipdate > date!("1995-03-15")
        GROUP BY lineitem.l_orderkey, orders.o_orderdate, orders.o_shippriority
        SELECT
            lineitem.l_orderkey,
            sum(lineitem.l_extendedprice * (1 - lineitem.l_discount)) AS revenue,
            orders.o_orderdate,
            orders.o_shippriority
        ORDER BY desc(.revenue), .o_orderdate
        LIMIT 10
    }
}

/// Q5: the local supplier volume.
pub fn q5(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.customer
        JOIN tables.orders ON .c_custkey == orders.o_custkey
        JOIN tables.lineitem ON lineitem.l_orderkey == orders.o_orderkey
        JOIN tables.supplier ON lineitem.l_suppkey == supplier.s_suppkey && .c_nationkey == supplier.s_nationkey
        JOIN tables.nation ON supplier.s_nationkey == nation.n_nationkey
        JOIN tables.region ON nation.n_regionkey == region.r_regionkey
        WHERE region.r_name == "ASIA"
            && orders.o_orderdate >= date!("1994-01-01")
            && orders.o_orderdate < date!("1995-01-01")
        GROUP BY nation.n_name
        SELECT nation.n_name, sum(lineitem.l_extendedprice * (1 - lineitem.l_discount)) AS revenue
        ORDER BY desc(.revenue)
    }
}

/// Q6: the forecasting revenue change.
pub fn q6(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.lineitem
        WHERE .l_shipdate >= date!("1994-01-01")
            && .l_shipdate < date!("1995-01-01")
            && between(.l_discount, 0.05, 0.07)
            && .l_quantity < 24
        SELECT sum(.l_extendedprice * .l_discount) AS revenue
    }
}

/// Q10: the returned item report.
pub fn q10(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.customer
        JOIN tables.orders ON .c_custkey == orders.o_custkey
        JOIN tables.lineitem ON lineitem.l_orderkey == orders.o_orderkey
        JOIN tables.nation ON .c_nationkey == nation.n_nationkey
        WHERE orders.o_orderdate >= date!("1993-10-01")
            && orders.o_orderdate < date!("1994-01-01")
            && lineitem.l_returnflag == "R"
        GROUP BY .c_custkey, .c_name, .c_acctbal, .c_phone, nation.n_name, .c_address, .c_comment
        SELECT
            .c_custkey,
            .c_name,
            sum(lineitem.l_extendedprice * (1 - lineitem.l_discount)) AS revenue,
            .c_acctbal,
            nation.n_name,
            .c_address,
            .c_phone,
            .c_comment
        ORDER BY desc(.revenue)
        LIMIT 20
    }
}

/// Q12: the shipping modes and order priority.
pub fn q12(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.orders
        JOIN tables.lineitem ON .o_orderkey == lineitem.l_orderkey
        WHERE in_(lineitem.l_shipmode, ["MAIL", "SHIP"])
            && lineitem.l_commitdate < lineitem.l_receiptdate
            && lineitem.l_shipdate < lineitem.l_commitdate
            && lineitem.l_receiptdate >= date!("1994-01-01")
            && lineitem.l_receiptdate < date!("1995-01-01")
        GROUP BY lineitem.l_shipmode
        SELECT
            lineitem.l_shipmode,
            sum(if .o_orderpriority == "1-URGENT" || .o_orderpriority == "2-HIGH" { 1 } else { 0 }) AS high_line_count,
            sum(if .o_orderpriority != "1-URGENT" && .o_orderpriority != "2-HIGH" { 1 } else { 0 }) AS low_line_count
        ORDER BY .l_shipmode
    }
}

/// Q14: the promotion effect.
pub fn q14(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.lineitem
        JOIN tables.part ON .l_partkey == part.p_partkey
        WHERE .l_shipdate >= date!("1995-09-01") && .l_shipdate < date!("1995-10-01")
        SELECT
            100.00 * sum(if like(part.p_type, "PROMO%") { .l_extendedprice * (1 - .l_discount) } else { 0 })
                / sum(.l_extendedprice * (1 - .l_discount)) AS promo_revenue
    }
}

/// Q19: the discounted revenue.
pub fn q19(tables: &Tables) -> LazyFrame<impl Row + use<>> {
    query! {
        FROM tables.lineitem
        JOIN tables.part ON .l_partkey == part.p_partkey
        WHERE in_(.l_shipmode, ["AIR", "AIR REG"])
            && .l_shipinstruct == "DELIVER IN PERSON"
            && (part.p_brand == "Brand#12"
                && in_(part.p_container, ["SM CASE", "SM BOX", "SM PACK", "SM PKG"])
                && between(.l_quantity, 1, 11)
                && between(part.p_size, 1, 5)
                || part.p_brand == "Brand#23"
                    && in_(part.p_container, ["MED BAG", "MED BOX", "MED PKG", "MED PACK"])
                    && between(.l_quantity, 10, 20)
                    && between(part.p_size, 1, 10)
                || part.p_brand == "Brand#34"
                    && in_(part.p_container, ["LG CASE", "LG BOX", "LG PACK", "LG PKG"])
                    && between(.l_quantity, 20, 30)
                    && between(part.p_size, 1, 15))
        SELECT sum(.l_extendedprice * (1 - .l_discount)) AS revenue
    }
}
