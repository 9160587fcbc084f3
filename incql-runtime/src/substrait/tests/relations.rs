//! Relations: the exact text of each, and the exact message where the text leaves something out.

use std::sync::Arc;

use arrow::datatypes::DataType;

use super::functions::{COUNT_ALL, EQUAL, GT, MAX, STRING_AGG, SUM, int, measure, truth};
use crate::prism::node::{Aggregate, Fetch, Filter, Join, JoinKind, Operator, Project, Projection, Read, Sort, Source};
use crate::prism::plan::Plan;
use crate::prism::testing::{node, nullable, over, required, table};
use crate::scalar::{Measure, Scalar, SortKey};
use crate::substrait::lower;
use crate::value::Value;

fn orders() -> Plan {
    table(
        "orders",
        vec![
            required("id", DataType::Int64),
            nullable("region", DataType::Utf8),
            nullable("amount", DataType::Float64),
        ],
    )
}

fn id() -> Scalar {
    Scalar::column(0, DataType::Int64, false)
}

fn region() -> Scalar {
    Scalar::column(1, DataType::Utf8, true)
}

fn amount() -> Scalar {
    Scalar::column(2, DataType::Float64, true)
}

#[track_caller]
fn check(plan: &Plan, expected: &[&str]) {
    let text = lower(plan).unwrap().to_text();
    assert_eq!(text.lines().collect::<Vec<_>>(), expected, "\n{text}");
}

#[track_caller]
fn json(plan: &Plan) -> serde_json::Value {
    serde_json::from_str(&lower(plan).unwrap().to_json().unwrap()).unwrap()
}

#[test]
fn the_smallest_plan_word_for_word() {
    let expected = serde_json::json!({
        "version": {"minorNumber": 85, "producer": "incql"},
        "relations": [{"root": {
            "input": {"read": {
                "baseSchema": {
                    "names": ["id", "region", "amount"],
                    "struct": {
                        "types": [
                            {"i64": {"nullability": "NULLABILITY_REQUIRED"}},
                            {"string": {"nullability": "NULLABILITY_NULLABLE"}},
                            {"fp64": {"nullability": "NULLABILITY_NULLABLE"}}],
                        "nullability": "NULLABILITY_REQUIRED"}},
                "namedTable": {"names": ["orders"]}}},
            "names": ["id", "region", "amount"]}}]
    });
    assert_eq!(json(&orders()), expected);
}

#[test]
fn a_filter_is_a_relation_of_its_own() {
    let plan = over(Operator::Filter(Filter { predicate: truth(&GT, vec![id(), int(3)]) }), &orders());
    check(
        &plan,
        &[
            "Root [id, region, amount]",
            "  Filter [gt:any_any(#0, 3:i64)]",
            "    Read orders [id: i64, region: string?, amount: fp64?]",
        ],
    );
}

#[test]
fn a_projection_emits_its_own_columns_only() {
    let columns = Projection::Select([amount(), id()].into());
    let fields = vec![nullable("amount", DataType::Float64), required("id", DataType::Int64)];
    let plan = node(Operator::Project(Project { columns }), vec![orders()], fields);
    check(
        &plan,
        &[
            "Root [amount, id]",
            "  Project [#2, #0] emit [#3, #4]",
            "    Read orders [id: i64, region: string?, amount: fp64?]",
        ],
    );
}

#[test]
fn added_and_replaced_columns_keep_the_others_in_place() {
    let columns = Projection::With { replaced: [(1, int(7))].into(), appended: [id()].into() };
    let fields = vec![
        required("id", DataType::Int64),
        required("region", DataType::Int64),
        nullable("amount", DataType::Float64),
        required("again", DataType::Int64),
    ];
    let plan = node(Operator::Project(Project { columns }), vec![orders()], fields);
    check(
        &plan,
        &[
            "Root [id, region, amount, again]",
            "  Project [#0, 7:i64, #2, #0] emit [#3, #4, #5, #6]",
            "    Read orders [id: i64, region: string?, amount: fp64?]",
        ],
    );
}

#[test]
fn limits_leave_out_what_is_not_said_and_zero_means_none() {
    let fetch = |offset, count| json(&over(Operator::Fetch(Fetch { offset, count }), &orders()));
    let rel = |offset, count| fetch(offset, count)["relations"][0]["root"]["input"]["fetch"].clone();
    let constant = |n: &str| serde_json::json!({"literal": {"i64": n}});
    let none = rel(0, Some(0));
    assert_eq!((&none["countExpr"], none.get("offsetExpr")), (&constant("0"), None));
    let rest = rel(5, None);
    assert_eq!((&rest["offsetExpr"], rest.get("countExpr")), (&constant("5"), None));
    assert_eq!(rel(0, Some(u64::MAX))["countExpr"], constant("9223372036854775807"));
}

#[test]
fn sort_keys_state_direction_and_nulls() {
    let key = |expression: Scalar, descending, nulls_first| SortKey { expression, descending, nulls_first };
    let keys = [key(amount(), true, true), key(region(), false, false), key(id(), true, false), key(id(), false, true)];
    let plan = over(Operator::Sort(Sort { keys: keys.into() }), &orders());
    let text = lower(&plan).unwrap().to_text();
    assert_eq!(
        text.lines().nth(1),
        Some("  Sort [#2 desc nulls first, #1 asc nulls last, #0 desc nulls last, #0 asc nulls first]")
    );
}

fn grouped(keys: Vec<Scalar>, measures: Vec<Measure>) -> Plan {
    let mut fields: Vec<_> = keys.iter().map(|key| nullable("region", key.data_type().clone())).collect();
    for (number, measure) in measures.iter().enumerate() {
        fields.push(Arc::new(arrow::datatypes::Field::new(
            format!("m{number}"),
            measure.data_type.clone(),
            measure.nullable,
        )));
    }
    let aggregate = Aggregate { keys: keys.into(), measures: measures.into() };
    node(Operator::Aggregate(aggregate), vec![orders()], fields)
}

#[test]
fn both_grouping_forms_are_written() {
    let plan = json(&grouped(vec![region()], vec![measure(&COUNT_ALL, vec![], DataType::Int64)]));
    let aggregate = &plan["relations"][0]["root"]["input"]["aggregate"];
    let key = serde_json::json!({"selection": {"directReference": {"structField": {"field": 1}}, "rootReference": {}}});
    assert_eq!(aggregate["groupingExpressions"], serde_json::json!([key]));
    // A reference of 0 stands in the list as itself.
    let groupings = serde_json::json!([{"groupingExpressions": [key], "expressionReferences": [0]}]);
    assert_eq!(aggregate["groupings"], groupings);
    let expected = serde_json::json!([{"measure": {
        "functionReference": 1,
        "phase": "AGGREGATION_PHASE_INITIAL_TO_RESULT",
        "invocation": "AGGREGATION_INVOCATION_ALL",
        "outputType": {"i64": {"nullability": "NULLABILITY_REQUIRED"}}}}]);
    assert_eq!(aggregate["measures"], expected);
    assert_eq!(plan["extensions"][0]["extensionFunction"]["name"], "count:");
}

#[test]
fn measures_keep_distinct_filter_and_order() {
    let mut total = measure(&SUM, vec![amount()], DataType::Float64);
    total.distinct = true;
    total.filter = Some(truth(&GT, vec![id(), int(3)]));
    let mut names = measure(&STRING_AGG, vec![region()], DataType::Utf8);
    names.order = vec![SortKey { expression: id(), descending: false, nulls_first: false }];
    check(
        &grouped(vec![], vec![total, names]),
        &[
            "Root [m0, m1]",
            "  Aggregate keys [] measures [sum:fp64(distinct #2) filter gt:any_any(#0, 3:i64), \
             string_agg:str(#1) order by #0 asc nulls last]",
            "    Read orders [id: i64, region: string?, amount: fp64?]",
        ],
    );
}

#[test]
fn an_aggregate_without_keys_has_no_grouping() {
    let plan = json(&grouped(vec![], vec![measure(&MAX, vec![id()], DataType::Int64)]));
    let aggregate = &plan["relations"][0]["root"]["input"]["aggregate"];
    assert_eq!((aggregate.get("groupings"), aggregate.get("groupingExpressions")), (None, None));
}

#[test]
fn distinct_rows_are_groups_without_measures() {
    check(
        &grouped(vec![region()], vec![]),
        &[
            "Root [region]",
            "  Aggregate keys [#1] measures []",
            "    Read orders [id: i64, region: string?, amount: fp64?]",
        ],
    );
}

fn joined(kind: JoinKind, on: Option<Scalar>) -> Plan {
    let right = table("customers", vec![required("cid", DataType::Int64), nullable("name", DataType::Utf8)]);
    let mut fields: Vec<_> = orders().schema().iter().cloned().collect();
    if !matches!(kind, JoinKind::Semi | JoinKind::Anti) {
        fields.extend(right.schema().iter().cloned());
    }
    node(Operator::Join(Join { kind, on }), vec![orders(), right], fields)
}

#[test]
fn joins_have_one_expression_over_both_sides() {
    let on = || Some(truth(&EQUAL, vec![id(), Scalar::column(3, DataType::Int64, false)]));
    for (kind, name) in
        [(JoinKind::Inner, "INNER"), (JoinKind::Left, "LEFT"), (JoinKind::Right, "RIGHT"), (JoinKind::Full, "OUTER")]
    {
        check(
            &joined(kind, on()),
            &[
                "Root [id, region, amount, cid, name]",
                &format!("  Join {name} [equal:any_any(#0, #3)]"),
                "    Read orders [id: i64, region: string?, amount: fp64?]",
                "    Read customers [cid: i64, name: string?]",
            ],
        );
    }
}

#[test]
fn semi_and_anti_joins_emit_the_left_columns() {
    let on = || Some(truth(&EQUAL, vec![id(), Scalar::column(3, DataType::Int64, false)]));
    for (kind, name) in [(JoinKind::Semi, "LEFT_SEMI"), (JoinKind::Anti, "LEFT_ANTI")] {
        let text = lower(&joined(kind, on())).unwrap().to_text();
        let expected = format!("  Join {name} [equal:any_any(#0, #3)] emit [#0, #1, #2]");
        assert_eq!(text.lines().nth(1), Some(expected.as_str()));
    }
}

#[test]
fn a_cross_join_is_a_cross_relation() {
    let text = lower(&joined(JoinKind::Cross, None)).unwrap().to_text();
    assert_eq!(text.lines().nth(1), Some("  Cross"));
}

#[test]
fn inline_rows_are_expressions_of_a_virtual_table() {
    let rows = vec![vec![Value::Int(1), Value::Text("a".into())], vec![Value::Int(2), Value::Null]];
    let source = Source::Rows(rows.into());
    let fields = vec![required("x", DataType::Int64), nullable("y", DataType::Utf8)];
    let plan = json(&node(Operator::Read(Read { source }), vec![], fields));
    let string = serde_json::json!({"string": {"nullability": "NULLABILITY_NULLABLE"}});
    let expected = serde_json::json!({"expressions": [
        {"fields": [{"literal": {"i64": "1"}}, {"literal": {"string": "a", "nullable": true}}]},
        {"fields": [{"literal": {"i64": "2"}}, {"literal": {"null": string}}]}]});
    assert_eq!(plan["relations"][0]["root"]["input"]["read"]["virtualTable"], expected);
}

#[test]
fn inline_rows_that_do_not_fit_their_columns_are_refused() {
    let refused = |row: Vec<Value>| {
        let source = Source::Rows(vec![row].into());
        let fields = vec![required("x", DataType::Int64)];
        lower(&node(Operator::Read(Read { source }), vec![], fields)).unwrap_err().message().to_owned()
    };
    assert_eq!(refused(vec![Value::Null]), "column `x` of an inline row is NULL but not nullable");
    assert_eq!(refused(vec![]), "an inline row has 0 values for 1 columns");
}
