//! Both surfaces make one plan: for every clause, a `query!` block and the method chain give the same Substrait bytes.

#![allow(missing_docs)]

use incql::prelude::*;

#[derive(Model, Debug)]
#[allow(dead_code)]
struct Order {
    id: i64,
    customer_id: i64,
    status: String,
    amount: Option<f64>,
    quantity: i32,
}

#[derive(Model, Debug)]
#[allow(dead_code)]
struct Customer {
    id: i64,
    name: String,
    region: Option<String>,
}

#[derive(Model, Debug)]
#[allow(dead_code)]
struct Total {
    status: String,
    total: Option<f64>,
}

fn orders() -> LazyFrame<Order> {
    LazyFrame::table(["orders"])
}

fn customers() -> LazyFrame<Customer> {
    LazyFrame::table(["customers"])
}

#[track_caller]
fn same<A: Row, B: Row>(block: &LazyFrame<A>, chain: &LazyFrame<B>) {
    let block_plan = block.to_substrait().expect("the block makes a plan");
    let chain_plan = chain.to_substrait().expect("the chain makes a plan");
    assert_eq!(block_plan.as_proto(), chain_plan.as_proto());
    assert_eq!(block.to_substrait_bytes(), chain.to_substrait_bytes());
}

#[test]
fn from() {
    let orders = orders();
    same(&query! { FROM orders }, &orders);
}

#[test]
fn filter_with_a_column_and_a_rust_value() {
    let orders = orders();
    let (threshold, wanted) = (12.5, String::from("open"));
    let block = query! { FROM orders WHERE .amount > threshold && .status == wanted };
    let chain = orders.filter(|o| o.amount.gt(threshold).and(o.status.eq(&wanted)));
    same(&block, &chain);
}

#[test]
fn an_integer_literal_takes_the_other_sides_type() {
    let orders = orders();
    same(&query! { FROM orders WHERE .quantity > 3 }, &orders.filter(|o| o.quantity.gt(3)));
    same(&query! { FROM orders WHERE .id > 3 }, &orders.filter(|o| o.id.gt(3)));
    same(&query! { FROM orders WHERE .amount > 3 }, &orders.filter(|o| o.amount.gt(3)));
    same(&query! { FROM orders WHERE 3 < .id }, &orders.filter(|o| lit(3).lt(o.id)));
}

#[test]
fn operators() {
    let orders = orders();
    same(&query! { FROM orders WHERE .id == 1 || .id != 2 }, &orders.filter(|o| o.id.eq(1).or(o.id.ne(2))));
    same(&query! { FROM orders WHERE .id <= 1 && .id >= 2 }, &orders.filter(|o| o.id.le(1).and(o.id.ge(2))));
    same(&query! { FROM orders WHERE !(.id < 1) }, &orders.filter(|o| !o.id.lt(1)));
    same(&query! { FROM orders SELECT .id + 1 AS x }, &orders.select(|o| row! { x: o.id + 1 }));
    same(&query! { FROM orders SELECT .id - .quantity AS x }, &orders.select(|o| row! { x: o.id - o.quantity }));
    same(&query! { FROM orders SELECT .amount * 2.5 AS x }, &orders.select(|o| row! { x: o.amount * 2.5 }));
    same(&query! { FROM orders SELECT .id / 2 AS x }, &orders.select(|o| row! { x: o.id / 2 }));
    same(&query! { FROM orders SELECT .id % 2 AS x }, &orders.select(|o| row! { x: o.id % 2 }));
    same(&query! { FROM orders SELECT -.id AS x }, &orders.select(|o| row! { x: -o.id }));
}

#[test]
fn predicates_and_conditionals() {
    let orders = orders();
    same(&query! { FROM orders WHERE is_null(.amount) }, &orders.filter(|o| o.amount.is_null()));
    same(&query! { FROM orders WHERE between(.id, 1, 9) }, &orders.filter(|o| between(o.id, 1, 9)));
    same(&query! { FROM orders WHERE like(.status, "c%") }, &orders.filter(|o| like(o.status, "c%")));
    same(&query! { FROM orders WHERE in_(.status, ["a", "b"]) }, &orders.filter(|o| in_(o.status, ["a", "b"])));
    same(
        &query! { FROM orders SELECT if .id > 1 { .amount } else { .amount * 2.0 } AS x },
        &orders.select(|o| row! { x: case(o.id.gt(1), o.amount, o.amount * 2.0) }),
    );
    same(
        &query! { FROM orders SELECT coalesce(.amount, 0.0) AS x },
        &orders.select(|o| row! { x: coalesce(o.amount, 0.0) }),
    );
}

#[test]
fn select() {
    let orders = orders();
    same(
        &query! { FROM orders SELECT .status, .amount AS value },
        &orders.select(|o| row! { status: o.status, value: o.amount }),
    );
    same(&query! { FROM orders SELECT *, .id + 1 AS next }, &orders.with_columns(|o| row! { next: o.id + 1 }));
    same(&query! { FROM orders SELECT DISTINCT .status }, &orders.select(|o| row! { status: o.status }).distinct());
    same(
        &query! { FROM orders SELECT .id + 1 AS next, next * 2 AS twice },
        &orders.select(|o| {
            let next = o.id + 1;
            let twice = next.clone() * 2;
            row! { next: next, twice: twice }
        }),
    );
}

#[test]
fn joins() {
    let (orders, customers) = (orders(), customers());
    same(
        &query! { FROM orders JOIN customers ON .customer_id == customers.id },
        &orders.join(&customers, |o, c| o.customer_id.eq(c.id)),
    );
    same(
        &query! {
            FROM orders AS o
            LEFT JOIN customers AS c ON .customer_id == c.id
            WHERE is_null(c.region)
            SELECT o.id, c.name
        },
        &orders
            .left_join(&customers, |o, c| o.customer_id.eq(c.id))
            .filter(|pair| pair.right.region.is_null())
            .select(|pair| row! { id: pair.left.id, name: pair.right.name }),
    );
    same(&query! { FROM orders JOIN customers USING (id) }, &orders.join(&customers, |o, c| o.id.eq(c.id)));
}

#[test]
fn groups() {
    let orders = orders();
    same(
        &query! { FROM orders GROUP BY .status SELECT .status, sum(.amount) AS total, count() AS n },
        &orders
            .group_by(|o| row! { status: o.status })
            .select(|k, o| row! { status: k.status, total: sum(o.amount), n: count_all() }),
    );
    same(
        &query! { FROM orders GROUP BY .id % 10 AS bucket SELECT bucket, max(.amount) AS top WHERE top > 5 },
        &orders
            .group_by(|o| row! { bucket: o.id % 10 })
            .select(|k, o| row! { bucket: k.bucket, top: max(o.amount) })
            .filter(|r| r.top.gt(5)),
    );
    same(
        &query! { FROM orders SELECT count() AS n, avg(.amount) AS mean },
        &orders.select(|o| row! { n: count_all(), mean: avg(o.amount) }),
    );
    same(
        &query! { FROM orders SELECT count(.status).distinct() AS n, sum(.amount).filter(.id > 3) AS s },
        &orders.select(|o| row! { n: count(o.status).distinct(), s: sum(o.amount).filter(o.id.gt(3)) }),
    );
}

#[test]
fn into_a_model() {
    let orders = orders();
    let block = query! { FROM orders GROUP BY .status SELECT .status, sum(.amount) AS total INTO Total };
    let chain =
        orders.group_by(|o| row! { status: o.status }).select(|k, o| row! { status: k.status, total: sum(o.amount) });
    same(&block, &chain);
    let _: LazyFrame<Total> = block;
}

#[test]
fn windows() {
    let orders = orders();
    same(
        &query! {
            FROM orders
            WINDOW BY rank_in_status = rank().over(window().partition_by(.status).order_by(desc(.amount)))
            WHERE rank_in_status <= 3
        },
        &orders
            .with_columns(
                |o| row! { rank_in_status: rank().over(window().partition_by(o.status).order_by(desc(o.amount))) },
            )
            .filter(|o| o.rank_in_status.le(3)),
    );
    same(
        &query! {
            FROM orders
            SELECT .id, sum(.amount).over(window().order_by(asc(.id)).rows_between(preceding(1), current_row())) AS s
        },
        &orders.select(|o| {
            let frame = window().order_by(asc(o.id)).rows_between(preceding(1), current_row());
            row! { id: o.id, s: sum(o.amount).over(frame) }
        }),
    );
}

#[test]
fn order_and_limits() {
    let orders = orders();
    same(
        &query! { FROM orders ORDER BY desc(.amount), .id LIMIT 10 OFFSET 5 },
        &orders.order_by(|o| (desc(o.amount), asc(o.id))).limit_offset(10, 5),
    );
    same(
        &query! { FROM orders ORDER BY .amount DESC NULLS LAST, .id ASC NULLS FIRST },
        &orders.order_by(|o| (desc_nulls_last(o.amount), asc_nulls_first(o.id))),
    );
    same(&query! { FROM orders LIMIT 3 }, &orders.limit(3));
    same(&query! { FROM orders OFFSET 3 }, &orders.offset(3));
}
