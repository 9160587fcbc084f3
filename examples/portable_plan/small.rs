//! Small queries over two tables, one feature each, beside the SQL that means the same.

use chrono::{NaiveDate, NaiveDateTime};
use incql::prelude::*;

/// A sale.
#[derive(Model, Clone, Debug)]
pub struct Sale {
    pub id: i64,
    pub shop_id: Option<i64>,
    pub product: Option<String>,
    pub quantity: i32,
    pub amount: Option<f64>,
    #[model(precision = 10, scale = 2)]
    pub price: Decimal,
    pub sold_on: NaiveDate,
    pub sold_at: NaiveDateTime,
}

/// A shop.
#[derive(Model, Clone, Debug)]
pub struct Shop {
    pub shop: i64,
    pub city: String,
    pub region: Option<String>,
    pub open: Option<bool>,
}

/// A row that a query writes itself.
#[derive(Model, Clone, Debug)]
pub struct Target {
    pub region: String,
    pub goal: Option<i64>,
}

/// A plan's name, its meaning as SQL, and its bytes.
pub type Portable = (String, &'static str, Result<Vec<u8>, incql::error::PlanError>);

fn plan<T: Row>(name: &str, sql: &'static str, frame: &LazyFrame<T>) -> Portable {
    (name.to_owned(), sql, frame.to_substrait_bytes())
}

/// Every small query.
pub fn plans(sales: &LazyFrame<Sale>, shops: &LazyFrame<Shop>) -> Vec<Portable> {
    let mut all = rows(sales);
    all.extend(groups(sales));
    all.extend(joins(sales, shops));
    all.extend(expressions(sales));
    all.extend(windows(sales));
    all
}

fn rows(sales: &LazyFrame<Sale>) -> Vec<Portable> {
    let targets = LazyFrame::from_rows(vec![
        Target { region: "north".to_owned(), goal: Some(10) },
        Target { region: "south".to_owned(), goal: None },
    ]);
    vec![
        plan("read", "SELECT * FROM sales", &query! { FROM sales }),
        plan(
            "filter",
            "SELECT * FROM sales WHERE quantity > 3 AND product IS NOT NULL",
            &query! { FROM sales WHERE .quantity > 3 && .product.is_not_null() },
        ),
        plan(
            "project",
            "SELECT id + 1 AS next, amount * 2 AS twice, product FROM sales",
            &query! { FROM sales SELECT .id + 1 AS next, .amount * 2.0 AS twice, .product },
        ),
        plan(
            "add_columns",
            "SELECT *, quantity + 1 AS more FROM sales",
            &query! { FROM sales SELECT *, .quantity + 1 AS more },
        ),
        plan(
            "sort_and_limit",
            "SELECT id, amount FROM sales ORDER BY amount DESC NULLS FIRST, id LIMIT 5 OFFSET 2",
            &query! { FROM sales SELECT .id, .amount ORDER BY desc(.amount), .id LIMIT 5 OFFSET 2 },
        ),
        plan(
            "distinct",
            "SELECT DISTINCT product, quantity FROM sales",
            &query! { FROM sales SELECT DISTINCT .product, .quantity },
        ),
        plan(
            "inline_rows",
            "SELECT region, goal FROM (VALUES ('north', 10), ('south', NULL)) AS t(region, goal)",
            &query! { FROM targets SELECT .region, .goal },
        ),
    ]
}

fn groups(sales: &LazyFrame<Sale>) -> Vec<Portable> {
    vec![
        plan(
            "group",
            "SELECT product, count(*) AS n, count(amount) AS paid, sum(quantity) AS total, min(amount) AS low, \
             max(amount) AS high, avg(amount) AS mean FROM sales GROUP BY product",
            &query! {
                FROM sales
                GROUP BY .product
                SELECT .product, count() AS n, count(.amount) AS paid, sum(.quantity) AS total, min(.amount) AS low,
                    max(.amount) AS high, avg(.amount) AS mean
            },
        ),
        plan(
            "group_by_expression",
            "SELECT quantity > 5 AS many, count(*) AS n FROM sales GROUP BY quantity > 5",
            &query! { FROM sales GROUP BY .quantity > 5 AS many SELECT many, count() AS n },
        ),
        plan(
            "whole_table",
            "SELECT count(*) AS n, sum(price) AS total FROM sales",
            &query! { FROM sales SELECT count() AS n, sum(.price) AS total },
        ),
        plan(
            "measure_modifiers",
            "SELECT sum(amount) FILTER (WHERE quantity > 3) AS large, count(DISTINCT product) AS products FROM sales",
            &query! {
                FROM sales
                SELECT sum(.amount).filter(.quantity > 3) AS large, count(.product).distinct() AS products
            },
        ),
        plan(
            "filter_groups",
            "SELECT * FROM (SELECT shop_id, sum(amount) AS total FROM sales GROUP BY shop_id) WHERE total > 100 \
             ORDER BY total DESC NULLS FIRST",
            &query! {
                FROM sales
                GROUP BY .shop_id
                SELECT .shop_id, sum(.amount) AS total
                WHERE .total > 100.0
                ORDER BY desc(.total)
            },
        ),
    ]
}

fn joins(sales: &LazyFrame<Sale>, shops: &LazyFrame<Shop>) -> Vec<Portable> {
    vec![
        plan(
            "join",
            "SELECT id, city, amount FROM sales JOIN shops ON shop_id = shop",
            &query! { FROM sales JOIN shops ON .shop_id == shops.shop SELECT .id, shops.city, .amount },
        ),
        plan(
            "left_join",
            "SELECT id, city, region FROM sales LEFT JOIN shops ON shop_id = shop",
            &query! { FROM sales LEFT JOIN shops ON .shop_id == shops.shop SELECT .id, shops.city, shops.region },
        ),
        plan(
            "join_group_sort",
            "SELECT region, sum(amount) AS total, count(*) AS n FROM sales JOIN shops ON shop_id = shop \
             WHERE quantity > 1 GROUP BY region ORDER BY total DESC NULLS FIRST LIMIT 3",
            &query! {
                FROM sales
                JOIN shops ON .shop_id == shops.shop
                WHERE .quantity > 1
                GROUP BY shops.region
                SELECT shops.region, sum(.amount) AS total, count() AS n
                ORDER BY desc(.total)
                LIMIT 3
            },
        ),
        plan(
            "self_join",
            "SELECT a.id AS early, b.id AS late FROM sales a JOIN sales b ON a.shop_id = b.shop_id \
             AND a.sold_on < b.sold_on",
            &query! {
                FROM sales AS a
                JOIN sales AS b ON a.shop_id == b.shop_id && a.sold_on < b.sold_on
                SELECT a.id AS early, b.id AS late
            },
        ),
    ]
}

fn expressions(sales: &LazyFrame<Sale>) -> Vec<Portable> {
    vec![
        plan(
            "case",
            "SELECT id, CASE WHEN quantity > 6 THEN 'many' WHEN quantity > 3 THEN 'some' ELSE 'few' END AS size FROM sales",
            &query! {
                FROM sales
                SELECT .id, (if .quantity > 6 { "many" } else if .quantity > 3 { "some" } else { "few" }) AS size
            },
        ),
        plan(
            "predicates",
            "SELECT id FROM sales WHERE product IN ('lamp', 'desk') OR product LIKE 'ch%' OR NOT (quantity BETWEEN 2 AND 8)",
            &query! {
                FROM sales
                WHERE in_(.product, ["lamp", "desk"]) || like(.product, "ch%") || !between(.quantity, 2, 8)
                SELECT .id
            },
        ),
        plan(
            "null_functions",
            "SELECT id, coalesce(product, '-') AS product, nullif(quantity, 0) AS quantity FROM sales",
            &query! { FROM sales SELECT .id, coalesce(.product, "-") AS product, nullif(.quantity, 0) AS quantity },
        ),
        plan(
            "decimals",
            "SELECT id, price + 1.50 AS dearer, price * quantity AS total FROM sales WHERE price > 500.00",
            &query! {
                FROM sales
                WHERE .price > 500.00
                SELECT .id, .price + 1.50 AS dearer, .price * .quantity AS total
            },
        ),
        plan(
            "dates",
            "SELECT id, sold_at FROM sales WHERE sold_on >= DATE '2024-03-01' AND sold_on < DATE '2024-07-01'",
            &query! {
                FROM sales
                WHERE .sold_on >= date!("2024-03-01") && .sold_on < date!("2024-07-01")
                SELECT .id, .sold_at
            },
        ),
    ]
}

fn windows(sales: &LazyFrame<Sale>) -> Vec<Portable> {
    vec![
        plan(
            "row_number",
            "SELECT id, row_number() OVER (PARTITION BY product ORDER BY id) AS n FROM sales",
            &query! {
                FROM sales
                SELECT .id, row_number().over(window().partition_by(.product).order_by(.id)) AS n
            },
        ),
        plan(
            "running_sum",
            "SELECT id, sum(quantity) FILTER (WHERE quantity > 1) OVER (PARTITION BY shop_id ORDER BY id \
             ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS recent FROM sales",
            &query! {
                FROM sales
                SELECT .id, sum(.quantity).filter(.quantity > 1).over(
                    window().partition_by(.shop_id).order_by(.id).rows_between(preceding(1), current_row())
                ) AS recent
            },
        ),
    ]
}
