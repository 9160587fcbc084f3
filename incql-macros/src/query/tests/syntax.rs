//! Every mistake of syntax is one error in the user's words.

use super::refused;

#[test]
fn habits_of_sql_are_named_and_replaced() {
    refused("FROM t WHERE .a = 1", &["`=` does not compare"]);
    refused("FROM t WHERE .a <> 1", &["`<>` is not an operator here"]);
    refused("FROM t WHERE .a == 1 AND .b == 2", &["`AND` is not an operator here"]);
    refused("FROM t WHERE .a == 1 or .b == 2", &["`or` is not an operator here"]);
    refused("FROM t WHERE NOT .a", &["`NOT` is not an operator here"]);
    refused("FROM t WHERE .a IS NULL", &["`IS NULL` is not an operator here"]);
    refused("FROM t WHERE .a is not null", &["`IS NOT NULL` is not an operator here"]);
    refused("FROM t WHERE .a LIKE \"x%\"", &["`LIKE` is not an operator here"]);
    refused("FROM t WHERE .a NOT LIKE \"x%\"", &["`NOT LIKE` is not an operator here"]);
    refused("FROM t WHERE .a BETWEEN 1 AND 2", &["`BETWEEN` is not an operator here"]);
    refused("FROM t WHERE .a IN (1, 2)", &["`IN` is not an operator here"]);
    refused("FROM t SELECT CASE WHEN .a > 1 THEN 2 ELSE 3 END AS x", &["there is no `CASE WHEN` here"]);
    refused("FROM t WHERE .a == 'E'", &["text stands in double quotes"]);
    refused("FROM t WHERE .a == NULL", &["`NULL` is no value of Rust"]);
    refused("FROM t SELECT COUNT(*) AS n", &["`count` takes no `*`"]);
    refused("FROM t WHERE .a > 1 -- all", &["`--` starts no comment in Rust"]);
    refused("FROM t GROUP BY .a SELECT .a, count() AS n HAVING n > 1", &["there is no clause `HAVING`"]);
    refused("FROM t LEFT OUTER JOIN u ON .a == u.a", &["`OUTER` is not written"]);
    refused("FROM t UNION FROM u", &["there is no clause `UNION`", "a query has one `FROM`"]);
}

#[test]
fn equal_signs_of_rust_stay() {
    refused("FROM t WHERE .a > { let x = 1; x }", &[]);
    refused("FROM t WHERE .a > match n { 1 => 2, _ => 3 }", &[]);
    refused("FROM t WHERE .a >= 1 && .b <= 2 && .c != 3 && .d == 4", &[]);
}

#[test]
fn keywords_are_upper_case_and_spelt_right() {
    refused("from t", &["keywords are in upper case"]);
    refused("FROM t where .a > 1", &["keywords are in upper case"]);
    refused("FROM t order by .a", &["keywords are in upper case"]);
    refused("FROM t WHER .a > 1", &["there is no clause `WHER`"]);
    refused("FROM t GRUOP BY .a SELECT .a", &["there is no clause `GRUOP BY`"]);
    refused("FROM t EXPLAIN", &["there is no clause `EXPLAIN`"]);
    refused("FROM t GROUP .a SELECT .a", &["`BY` is missing after `GROUP`"]);
    refused("FROM t WHERE .a > 1 ORDER .a", &["`BY` is missing after `ORDER`"]);
    refused("FROM t ORDER BY .a desc", &["keywords are in upper case"]);
}

#[test]
fn names_that_look_like_keywords_are_names() {
    refused("FROM t WHERE .limit > 1 && t.from == 2 SELECT .order, .group AS select", &[]);
    refused("FROM t WHERE .a > Limits::LIMIT && .b == r#LIMIT", &[]);
    refused("FROM t SELECT .a AS r#in, .type AS type, .match", &[]);
}

#[test]
fn clauses_stand_in_order_and_once() {
    refused("", &["the query is empty"]);
    refused("WHERE .a > 1", &["the query has no `FROM`"]);
    refused(".a > 1", &["a query starts with `FROM`"]);
    refused("SELECT .a FROM t", &["a query starts with `FROM`"]);
    refused("SELECT .a FROM t WHERE .b > 1 ORDER BY .a", &["a query starts with `FROM`"]);
    refused("FROM t FROM u", &["a query has one `FROM`"]);
    refused("FROM t SELECT .a SELECT .b", &["a query has one `SELECT`"]);
    refused("FROM t GROUP BY .a GROUP BY .b SELECT .a", &["a query has one `GROUP BY`"]);
    refused("FROM t SELECT .a GROUP BY .a", &["`GROUP BY` stands before `SELECT`, not after it"]);
    refused("FROM t ORDER BY .a SELECT .a", &["`SELECT` stands before `ORDER BY`, not after it"]);
    refused("FROM t LIMIT 1 JOIN u ON .a == u.a", &["`JOIN` stands before `LIMIT`, not after it"]);
    refused("FROM t GROUP BY .a WHERE .a > 1 SELECT .a", &["`WHERE` cannot stand between `GROUP BY` and `SELECT`"]);
    refused("FROM t GROUP BY .a", &["`GROUP BY` needs a `SELECT`"]);
    refused("FROM t WHERE .a > 1 WHERE .b > 2 SELECT .a WHERE .a > 3 WHERE .a > 4", &[]);
}

#[test]
fn what_is_missing_is_named() {
    refused("FROM", &["`FROM` names no relation"]);
    refused("FROM t AS", &["the name after `AS` is missing"]);
    refused("FROM t JOIN u", &["the join has no condition"]);
    refused("FROM t JOIN ON .a == 1", &["`JOIN` names no relation"]);
    refused("FROM t JOIN u USING ()", &["`USING` names no column"]);
    refused("FROM t JOIN tables[0] ON .a == 2", &["a joined relation needs a name"]);
    refused("FROM t WHERE", &["a condition is missing after this"]);
    refused("FROM t WHERE .a >", &["the expression is incomplete"]);
    refused("FROM t SELECT", &["`SELECT` lists nothing"]);
    refused("FROM t SELECT .a + 1", &["an item that is not a plain column needs a name"]);
    refused("FROM t SELECT .a + 1 AS", &["the name after `AS` is missing"]);
    refused("FROM t SELECT .a x", &["`AS` is missing before `x`"]);
    refused("FROM t u", &["`AS` is missing before `u`"]);
    refused("FROM t GROUP BY .a % 2 SELECT count() AS n", &["an item that is not a plain column needs a name"]);
    refused("FROM t GROUP BY SELECT count() AS n", &["`GROUP BY` lists no key"]);
    refused("FROM t ORDER BY", &["`ORDER BY` lists no key"]);
    refused("FROM t LIMIT", &["a number of rows is missing after this"]);
    refused("FROM t SELECT .a INTO", &["`INTO` names no model"]);
    refused("FROM t WINDOW BY rank().over(window())", &["a window of `WINDOW BY` has a name before it"]);
    refused("FROM t ON .a == 1", &["`ON` follows no join"]);
    refused("FROM t INTO M", &["`INTO` follows no `SELECT`"]);
}

#[test]
fn trailing_junk_is_one_error() {
    refused("FROM t WHERE .a > 1 foo", &["`foo` cannot follow a complete expression"]);
    refused("FROM t WHERE .a > 1;", &["a query has no `;`"]);
    refused("FROM t WHERE .a > 1, .b > 2", &["one expression stands here"]);
    refused("FROM t, u", &["one relation stands in `FROM`"]);
    refused("FROM \"t\"", &["a relation is a Rust value, not a name in quotes"]);
    refused("FROM t LIMIT -1", &["`LIMIT` cannot be negative"]);
    refused("FROM t LIMIT 1.5", &["`LIMIT` is a whole number of rows"]);
}

#[test]
fn names_exist_once() {
    refused("FROM t SELECT .a, .b AS a", &["the output name `a` exists twice"]);
    refused("FROM t GROUP BY .a, .b AS a SELECT a", &["the key `a` exists twice"]);
    refused("FROM t JOIN t ON .a == t.b", &["two relations are named `t`"]);
}

#[test]
fn later_forms_are_refused_once() {
    for join in ["RIGHT", "FULL", "SEMI", "ANTI", "ASOF"] {
        let expected = format!("`{join} JOIN` is not supported yet");
        refused(&format!("FROM t {join} JOIN u ON .a == u.a SELECT .a"), &[&expected]);
    }
    refused("FROM t CROSS JOIN u", &["`CROSS JOIN` is not supported yet"]);
    refused("FROM t EXPLODE explode(.xs) AS x", &["`EXPLODE` is not supported yet"]);
    refused("FROM t GROUP BY ROLLUP(.a) SELECT count() AS n", &["`ROLLUP` is not supported yet"]);
    refused("FROM t GROUP BY GROUPING SETS ((.a)) SELECT count() AS n", &["`GROUPING SETS` is not supported yet"]);
    refused("FROM t SELECT * EXCEPT (a)", &["`* EXCEPT` is not supported yet"]);
    refused("FROM t WHERE exists(FROM u WHERE .a == t.a)", &["a subquery is not supported yet"]);
    refused("FROM t WHERE in_(.a, FROM u SELECT .a)", &["a subquery is not supported yet"]);
}

#[test]
fn calls_stand_where_they_mean_something() {
    refused("FROM t WHERE sum(.a) > 1", &["the aggregate `sum` cannot stand in `WHERE`"]);
    refused("FROM t JOIN u ON max(.a) == u.a", &["the aggregate `max` cannot stand in `ON`"]);
    refused("FROM t GROUP BY min(.a) AS m SELECT m", &["the aggregate `min` cannot stand in `GROUP BY`"]);
    refused("FROM t SELECT sum(avg(.a)) AS x", &["the aggregate `avg` cannot stand inside the aggregate `sum`"]);
    refused(
        "FROM t SELECT sum(.a).filter(max(.b) > 1) AS x",
        &["the aggregate `max` cannot stand inside the aggregate `sum`"],
    );
    refused("FROM t WHERE row_number().over(window()) == 1", &["the window `row_number` cannot stand in `WHERE`"]);
    refused("FROM t WHERE sum(.a).over(window()) > 1", &["a window cannot stand in `WHERE`"]);
    refused(
        "FROM t SELECT sum(rank().over(window())) AS x",
        &["the window `rank` cannot stand inside the aggregate `sum`"],
    );
    refused("FROM t SELECT sum(.a).over(window().order_by(asc(.b))) AS x", &[]);
    refused("FROM t WINDOW BY x = sum(.a)", &["the aggregate `sum` cannot stand in `WINDOW BY`"]);
    refused("FROM t SELECT explode(.xs) AS x", &["the generator `explode` makes rows, so it is no value"]);
    refused("FROM t SELECT desc(.a) AS x", &["`desc` orders rows, so it is no value"]);
    refused("FROM t ORDER BY -asc(.a)", &["`asc` orders rows, so it is no value"]);
    refused("FROM t SELECT *, sum(.a) AS s", &["an aggregate cannot stand beside `*`"]);
}

#[test]
fn relations_are_known_by_their_names() {
    refused("FROM t AS o WHERE t.a > 1", &["`t` is named `o` in this query"]);
    refused("FROM t SELECT .a WHERE t.a > 1", &["the relation `t` is out of scope after `SELECT`"]);
    refused("FROM t WHERE .a > t", &["`t` is a relation, not a value"]);
    refused("FROM t SELECT u.*", &["there is no relation `u` in this query"]);
}

#[test]
fn forms_of_rust_that_hold_no_columns() {
    refused("FROM t WHERE .a as i64 > 1", &["`as` casts no columns"]);
    refused("FROM t WHERE .a[0] == 1", &["`[..]` indexes no column"]);
    refused("FROM t WHERE .a & 1 == 1", &["`&` is no operator of a query"]);
    refused("FROM t WHERE match .a { 1 => true, _ => false }", &["this form of Rust expression cannot hold columns"]);
    refused("FROM t SELECT if .a > 1 { 2 } AS x", &["an `if` over columns needs an `else`"]);
}

#[test]
fn several_mistakes_are_reported_together() {
    refused(
        "FROM t WHERE .a = 1 GROUP BY .b SELECT .b, sum(max(.c)) AS x ORDER BY .b desc LIMIT -1",
        &[
            "`=` does not compare",
            "keywords are in upper case",
            "the aggregate `max` cannot stand inside the aggregate `sum`",
            "`LIMIT` cannot be negative",
        ],
    );
}
