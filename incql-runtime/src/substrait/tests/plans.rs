//! Whole plans: determinism, names, in-memory tables, depth, and plans far deeper than any stack.

use std::sync::Arc;

use arrow::datatypes::DataType;
use prost::Message;
use substrait::proto;

use super::functions::{ADD, GT, int, truth};
use crate::prism::node::{Fetch, Filter, Join, JoinKind, Operator, Project, Projection, Read, Source};
use crate::prism::plan::Plan;
use crate::prism::testing::{node, over, required, table};
use crate::scalar::Scalar;
use crate::substrait::depth::{MAX_LEVELS, levels};
use crate::substrait::{SerializeError, SubstraitPlan, lower};

fn t() -> Plan {
    table("t", vec![required("a", DataType::Int64)])
}

fn a() -> Scalar {
    Scalar::column(0, DataType::Int64, false)
}

fn filtered(input: &Plan, bound: i64) -> Plan {
    over(Operator::Filter(Filter { predicate: truth(&GT, vec![a(), int(bound)]) }), input)
}

fn limited(input: &Plan) -> Plan {
    over(Operator::Fetch(Fetch { offset: 1, count: None }), input)
}

fn chain(length: usize) -> Plan {
    let mut plan = t();
    for step in 0..length {
        plan = if step % 2 == 0 { filtered(&plan, 1) } else { limited(&plan) };
    }
    plan
}

#[test]
fn equal_frames_give_equal_bytes() {
    let bytes = || lower(&chain(9)).unwrap().to_bytes().unwrap();
    assert_eq!(bytes(), bytes());
}

#[test]
fn bytes_and_json_read_back_as_the_same_message() {
    let plan = lower(&chain(5)).unwrap();
    let from_bytes = SubstraitPlan::from_bytes(&plan.to_bytes().unwrap()).unwrap();
    let from_json = SubstraitPlan::from_json(&plan.to_json().unwrap()).unwrap();
    assert_eq!(from_bytes.as_proto(), plan.as_proto());
    assert_eq!(from_json.as_proto(), plan.as_proto());
}

#[test]
fn bytes_that_are_no_plan_are_a_typed_error() {
    assert!(matches!(SubstraitPlan::from_bytes(b"\xff\xff"), Err(SerializeError::Unreadable(_))));
    assert!(matches!(SubstraitPlan::from_json("[1]"), Err(SerializeError::Unreadable(_))));
}

/// Prost's reader is an independent count of the levels: it takes exactly those plans that `to_bytes` takes.
#[track_caller]
fn agrees_with_a_reader(plan: &SubstraitPlan) -> bool {
    let readable = proto::Plan::decode(plan.as_proto().encode_to_vec().as_slice()).is_ok();
    let written = plan.to_bytes();
    assert_eq!(written.is_ok(), readable, "{} levels", levels(plan.as_proto()));
    readable
}

#[test]
fn plans_are_refused_exactly_where_readers_stop() {
    let verdicts: Vec<bool> = (40..55).map(|length| agrees_with_a_reader(&lower(&chain(length)).unwrap())).collect();
    assert!(verdicts[0] && !verdicts[14], "{verdicts:?}");
    let too_deep = lower(&chain(60)).unwrap().to_bytes().unwrap_err();
    let SerializeError::TooDeep { levels } = too_deep else { panic!("{too_deep}") };
    assert!(levels > MAX_LEVELS);
}

#[test]
fn deep_expressions_are_refused_exactly_where_readers_stop() {
    let verdicts: Vec<bool> = (25..36)
        .map(|depth| {
            let sum = (0..depth).fold(a(), |sum, _| Scalar::call(&ADD, vec![sum, int(1)], DataType::Int64, false));
            let columns = Projection::Select([sum].into());
            let project = Operator::Project(Project { columns });
            agrees_with_a_reader(&lower(&node(project, vec![t()], vec![required("x", DataType::Int64)])).unwrap())
        })
        .collect();
    assert!(verdicts[0] && !verdicts[10], "{verdicts:?}");
}

#[test]
fn a_hundred_thousand_nodes_lower_print_and_drop_without_recursion() {
    let plan = lower(&chain(100_000)).unwrap();
    assert!(matches!(plan.to_bytes(), Err(SerializeError::TooDeep { levels }) if levels > 200_000));
    let text = plan.to_text();
    assert_eq!(text.lines().count(), 100_002);
    assert_eq!(text.lines().last().map(str::trim), Some("(100001) Read t [a: i64]"));
}

#[test]
fn a_failure_below_a_deep_chain_leaves_no_deep_value_behind() {
    let broken = Scalar::constant(crate::value::Value::Int(1), DataType::Float16);
    let columns = Projection::Select([broken].into());
    let fields = vec![required("x", DataType::Float16)];
    let plan = node(Operator::Project(Project { columns }), vec![chain(100_000)], fields);
    assert!(lower(&plan).unwrap_err().message().contains("Float16"));
}

#[test]
fn a_plan_that_shares_itself_too_often_is_refused() {
    let mut plan = t();
    for _ in 0..30 {
        let inputs = vec![plan.clone(), plan];
        plan =
            node(Operator::Join(Join { kind: JoinKind::Semi, on: None }), inputs, vec![required("a", DataType::Int64)]);
    }
    let error = lower(&plan).unwrap_err();
    assert_eq!(
        error.message(),
        "the plan expands to 2147483647 relations, more than 1000000: it uses a shared subplan too often"
    );
}

#[test]
fn output_columns_of_one_name_are_refused() {
    let columns = Projection::Select([a(), a()].into());
    let fields = vec![required("x", DataType::Int64), required("x", DataType::Int64)];
    let plan = node(Operator::Project(Project { columns }), vec![t()], fields);
    assert_eq!(lower(&plan).unwrap_err().message(), "two output columns are named `x`");
}

#[test]
fn in_memory_tables_are_numbered_as_they_are_read_and_named_apart_from_bound_ones() {
    let memory = |id| {
        let source = Source::Memory { id, batches: Arc::from([]) };
        node(Operator::Read(Read { source }), vec![], vec![required("a", DataType::Int64)])
    };
    let semi = |left: Plan, right: Plan| {
        node(
            Operator::Join(Join { kind: JoinKind::Semi, on: None }),
            vec![left, right],
            vec![required("a", DataType::Int64)],
        )
    };
    let taken = table("incql_memory_1", vec![required("a", DataType::Int64)]);
    let plan = lower(&semi(semi(memory(77), taken), semi(memory(5), memory(77)))).unwrap();
    let names: Vec<_> = plan.memory_tables().iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["incql_memory_2", "incql_memory_3"]);
    let reads: Vec<_> =
        plan.to_text().lines().filter_map(|l| l.trim().strip_prefix("Read ").map(str::to_owned)).collect();
    assert_eq!(
        reads,
        ["incql_memory_2 [a: i64]", "incql_memory_1 [a: i64]", "incql_memory_3 [a: i64]", "incql_memory_2 [a: i64]"]
    );
}
