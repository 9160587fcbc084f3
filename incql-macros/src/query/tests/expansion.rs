//! The code that representative queries become, with the declarations of rows left out.

use super::check;

#[test]
fn filter_with_a_variable_and_text() {
    check(
        r#"FROM db.orders WHERE .amount > threshold && .status == "open""#,
        r#"
fn query() {
    __q::source(&db.orders)
        .filter(|__row| {
            __q::condition(
                __q::and(
                    __q::gt(
                        __row.amount,
                        __row.threshold().column_or_variable(&threshold),
                    ),
                    __q::eq(__row.status, "open"),
                ),
            )
        })
}
"#,
    );
}

#[test]
fn left_join_and_relation_names() {
    check(
        r#"FROM orders LEFT JOIN customers AS c ON .customer_id == c.id WHERE c.name == who"#,
        r#"
fn query() {
    __q::source(&orders)
        .left_join(
            &__q::source(&customers),
            |__row, __r| {
                #[allow(unused_variables, clippy::all, clippy::pedantic)]
                let c = &__r;
                __q::on(__q::eq(__row.customer_id, c.id))
            },
        )
        .filter(|__p| {
            let __row = &__p.left;
            #[allow(unused_variables, clippy::all, clippy::pedantic)]
            let c = &__p.right;
            __q::condition(__q::eq(c.name, __row.who().column_or_variable(&who)))
        })
}
"#,
    );
}

#[test]
fn using_compares_columns_of_both_sides() {
    check(
        r#"FROM orders JOIN lines USING (order_id, year)"#,
        r#"
fn query() {
    __q::source(&orders)
        .join(
            &__q::source(&lines),
            |__row, __r| __q::on(
                __q::and(
                    __q::eq(__row.order_id, __r.order_id),
                    __q::eq(__row.year, __r.year),
                ),
            ),
        )
}
"#,
    );
}

#[test]
fn operators_and_plain_rust() {
    check(
        r#"FROM orders WHERE .amount * 2 - tax(rate) > -1 || !.open && 3 <= .n"#,
        r#"
fn query() {
    __q::source(&orders)
        .filter(|__row| {
            __q::only_variable(__row.rate());
            __q::condition(
                __q::or(
                    __q::gt_int(
                        __q::sub(__q::mul_int(__row.amount, || 2), tax(rate)),
                        || -1,
                    ),
                    __q::and(__q::negation(__row.open), __q::le_int_left(|| 3, __row.n)),
                ),
            )
        })
}
"#,
    );
}

#[test]
fn groups() {
    check(
        r#"FROM orders GROUP BY .region, date_trunc("day", .day) AS day SELECT .region, day, sum(.amount).filter(.region == "EU") AS total WHERE total > 3"#,
        r#"
fn query() {
    let __f = __q::source(&orders);
    let __g = __f
        .group_by(|__row| {
            __selected::row(
                __q::group_key(__row.region),
                __q::group_key(date_trunc("day", __row.day)),
            )
        });
    let __f = {
        {
            let __row = __q::group_rows(&__f, &__g);
            let __k = __q::group_keys(&__g);
            __q::select_groups(
                &__g,
                {
                    __selected::row(
                        __q::grouped_item(__k.region),
                        __q::grouped_item(__k.day),
                        __q::grouped_item(
                            sum(__row.amount).filter(__q::eq(__row.region, "EU")),
                        ),
                    )
                },
            )
        }
    };
    __f.filter(|__row| __q::condition(__q::gt_int(__row.total, || 3)))
}
"#,
    );
}

#[test]
fn a_later_item_uses_an_earlier_one() {
    check(
        r#"FROM orders SELECT .price * .count AS gross, gross * 0.2 AS tax"#,
        r#"
fn query() {
    __q::source(&orders)
        .select(|__row| {
            #[allow(non_snake_case, clippy::all, clippy::pedantic)]
            let gross = __q::item(__q::mul(__row.price, __row.count));
            __selected::row(__q::Clone::clone(&gross), __q::item(__q::mul(&gross, 0.2)))
        })
}
"#,
    );
}

#[test]
fn aggregates_without_groups() {
    check(
        r#"FROM orders SELECT sum(.amount) AS total, count() AS n"#,
        r#"
fn query() {
    __q::source(&orders)
        .select(|__row| {
            __selected::row(
                __q::global_item(sum(__row.amount)),
                __q::global_item(__q::count_all()),
            )
        })
}
"#,
    );
}

#[test]
fn a_star_keeps_and_replaces() {
    check(
        r#"FROM orders SELECT *, round(.amount, 2) AS amount"#,
        r#"
fn query() {
    __q::source(&orders)
        .with_columns(|__row| {
            {
                __selected::row(
                    __q::replacing(
                        __row.amount(),
                        __q::row_item(__q::round_to(__row.amount, 2)),
                    ),
                )
            }
        })
}
"#,
    );
}

#[test]
fn into_a_model() {
    check(
        r#"FROM orders SELECT .region, .total INTO Summary"#,
        r#"
fn query() {
    __q::source(&orders)
        .select(|__row| {
            __Into {
                region: __q::field(__q::item(__row.region)),
                total: __q::field(__q::item(__row.total)),
            }
        })
}
"#,
    );
}

#[test]
fn a_relations_star() {
    check(
        r#"FROM orders JOIN lines ON .id == lines.order SELECT orders.*, lines.sku"#,
        r#"
fn query() {
    __q::source(&orders)
        .join(
            &__q::source(&lines),
            |__row, __r| {
                #[allow(unused_variables, clippy::all, clippy::pedantic)]
                let lines = &__r;
                __q::on(__q::eq(__row.id, lines.order))
            },
        )
        .select_star(|__p| {
            #[allow(unused_variables, clippy::all, clippy::pedantic)]
            let lines = &__p.right;
            (__q::star(&__p.left), { __selected::row(__q::row_item(lines.sku)) })
        })
}
"#,
    );
}

#[test]
fn windows() {
    check(
        r#"FROM orders WINDOW BY place = rank().over(window().partition_by(.region).order_by(desc(.amount))) WHERE place <= 3"#,
        r#"
fn query() {
    __q::source(&orders)
        .with_columns(|__row| {
            {
                __selected::row(
                    __q::replacing(
                        __row.place(),
                        __q::row_item(
                            rank()
                                .over(
                                    window()
                                        .partition_by(__row.region)
                                        .order_by(desc(__row.amount)),
                                ),
                        ),
                    ),
                )
            }
        })
        .filter(|__row| __q::condition(__q::le_int(__row.place, || 3)))
}
"#,
    );
}

#[test]
fn order_and_limit() {
    check(
        r#"FROM orders ORDER BY .a, desc(.b), .c ASC NULLS FIRST LIMIT 10 OFFSET skip"#,
        r#"
fn query() {
    __q::source(&orders)
        .order_by(|__row| (
            __q::asc(__row.a),
            desc(__row.b),
            __q::asc_nulls_first(__row.c),
        ))
        .limit_offset(10, __q::row_count(skip))
}
"#,
    );
}

#[test]
fn conditionals_and_values_computed_before() {
    check(
        r#"FROM orders WHERE if .a > 1 { .b } else { other? } == limits.max"#,
        r#"
fn query() {
    let __v0 = other?;
    __q::source(&orders)
        .filter(|__row| {
            __q::only_variable(__row.limits());
            __q::only_variable(__row.other());
            __q::condition(
                __q::eq(
                    __q::case(__q::gt_int(__row.a, || 1), __row.b, __v0),
                    &limits.max,
                ),
            )
        })
}
"#,
    );
}

#[test]
fn bare_names_are_settled_by_types() {
    check(
        r#"FROM orders WHERE amount > 100.0 && flag"#,
        r#"
fn query() {
    __q::source(&orders)
        .filter(|__row| {
            __q::condition(
                __q::and(
                    __q::bare::gt(
                        __row.amount().undecided(&amount),
                        __q::bare::Constant(100.0),
                    ),
                    __row.flag().column_or_variable(&flag),
                ),
            )
        })
}
"#,
    );
}

#[test]
fn more_arguments_are_folded() {
    check(
        r#"FROM orders WHERE coalesce(.a, .b, 0) > 1 && my_rule(.a, limit)"#,
        r#"
fn query() {
    __q::source(&orders)
        .filter(|__row| {
            __q::only_variable(__row.limit());
            __q::condition(
                __q::and(
                    __q::gt_int(coalesce(coalesce(__row.a, __row.b), 0), || 1),
                    my_rule(__row.a, limit),
                ),
            )
        })
}
"#,
    );
}

#[test]
fn an_incomplete_column_stays_a_field_access() {
    check(
        r#"FROM orders WHERE ."#,
        r#"
fn query() {
    __q::source(&orders).filter(|__row| __q::condition(__row.column_name_missing))
}
"#,
    );
}
