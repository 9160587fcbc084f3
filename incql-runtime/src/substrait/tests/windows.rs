//! Window calls: every attribute stands in the message, or the function's name says that it is another function.

use arrow::datatypes::{DataType, IntervalUnit};

use super::functions::{COUNT, COUNT_ALL, GT, LAST_VALUE, ROW_NUMBER, STRING_AGG, SUM, int, truth};
use crate::error::PlanError;
use crate::function::FunctionDef;
use crate::prism::node::{Operator, Window};
use crate::prism::testing::{node, nullable, required, table};
use crate::scalar::{Frame, FrameBound, FrameUnit, Scalar, SortKey, WindowCall};
use crate::substrait::{SubstraitPlan, lower};
use crate::value::Value;

fn v() -> Scalar {
    Scalar::column(1, DataType::Int64, true)
}

fn frame(unit: FrameUnit, start: FrameBound, end: FrameBound) -> Frame {
    Frame { unit, start, end }
}

fn call(function: &'static FunctionDef, arguments: Vec<Scalar>) -> WindowCall {
    let order =
        vec![SortKey { expression: Scalar::column(0, DataType::Int64, false), descending: false, nulls_first: false }];
    WindowCall {
        function,
        arguments,
        distinct: false,
        filter: None,
        ignore_nulls: false,
        partition: Vec::new(),
        order,
        frame: frame(FrameUnit::Range, FrameBound::UnboundedPreceding, FrameBound::CurrentRow),
        data_type: DataType::Int64,
        nullable: true,
    }
}

fn lowered(call: WindowCall) -> Result<SubstraitPlan, PlanError> {
    let read = table("t", vec![required("id", DataType::Int64), nullable("v", DataType::Int64)]);
    let mut fields: Vec<_> = read.schema().iter().cloned().collect();
    fields.push(nullable("w", DataType::Int64));
    lower(&node(Operator::Window(Window { calls: [call].into() }), vec![read], fields))
}

/// The window expression of a plan's projection.
#[track_caller]
fn check(call: WindowCall, expected: &str) {
    let text = lowered(call).unwrap().to_text();
    let line = text.lines().nth(1).unwrap();
    assert_eq!(line, format!("  Project [#0, #1, {expected}] emit [#2, #3, #4]"));
}

#[test]
fn a_plain_call_is_a_window_expression_after_the_input_columns() {
    let mut ranked = call(&ROW_NUMBER, vec![]);
    ranked.partition = vec![v()];
    check(ranked, "row_number:() over (partition by [#1] order by [#0 asc nulls last] range unbounded to current row)");
}

#[test]
fn offsets_are_whole_rows_and_zero_is_the_current_row() {
    let mut sum = call(&SUM, vec![v()]);
    sum.frame = frame(FrameUnit::Rows, FrameBound::Following(int(1)), FrameBound::Following(int(2)));
    check(
        sum.clone(),
        "sum:i64(#1) over (partition by [] order by [#0 asc nulls last] rows 1 following to 2 following)",
    );
    sum.frame = frame(FrameUnit::Rows, FrameBound::Preceding(int(0)), FrameBound::Following(int(0)));
    check(sum, "sum:i64(#1) over (partition by [] order by [#0 asc nulls last] rows current row to current row)");
}

#[test]
fn a_filter_on_a_function_that_skips_nulls_moves_into_its_argument() {
    let above = || Some(truth(&GT, vec![v(), int(15)]));
    let mut count = call(&COUNT, vec![v()]);
    count.filter = above();
    check(
        count,
        "count:any(if gt:any_any(#1, 15:i64) then #1 else null:i64?) over (partition by [] order by \
         [#0 asc nulls last] range unbounded to current row)",
    );
    let mut rows = call(&COUNT_ALL, vec![]);
    rows.filter = above();
    check(
        rows,
        "count:any(if gt:any_any(#1, 15:i64) then true else null:bool?) over (partition by [] order by \
         [#0 asc nulls last] range unbounded to current row)",
    );
}

const RANGE: &str = "over (partition by [] order by [#0 asc nulls last] range unbounded to current row)";

#[test]
fn ignoring_nulls_is_an_option_of_a_function_of_ours() {
    let mut last = call(&LAST_VALUE, vec![v()]);
    last.ignore_nulls = true;
    let shown = "windowed_last_value:any_bool_any_any(#1, true, null:bool?, null:bool?) null_handling IGNORE_NULLS";
    check(last.clone(), &format!("{shown} {RANGE}"));
    let plan = lowered(last).unwrap();
    assert_eq!(plan.extension_urns[0].urn, "extension:io.incql:functions_window");
}

#[test]
fn distinct_is_the_invocation_of_a_function_of_ours() {
    let mut count = call(&COUNT, vec![v()]);
    count.distinct = true;
    let shown =
        "windowed_count:any_bool_any_any(distinct #1, true, null:bool?, null:bool?) null_handling RESPECT_NULLS";
    check(count, &format!("{shown} {RANGE}"));
}

#[test]
fn a_filter_on_another_function_is_an_argument() {
    let mut list = call(&STRING_AGG, vec![v()]);
    list.filter = Some(truth(&GT, vec![v(), int(15)]));
    let shown = "windowed_string_agg:any_bool_any_any(#1, gt:any_any(#1, 15:i64), null:bool?, null:bool?) \
                 null_handling RESPECT_NULLS";
    check(list, &format!("{shown} {RANGE}"));
}

#[test]
fn an_offset_that_is_no_whole_number_is_an_argument() {
    let day = Scalar::constant(
        Value::Interval { months: 0, days: 1, nanos: 0 },
        DataType::Interval(IntervalUnit::MonthDayNano),
    );
    let mut sum = call(&SUM, vec![v()]);
    sum.frame = frame(FrameUnit::Range, FrameBound::Preceding(day), FrameBound::CurrentRow);
    let text = lowered(sum).unwrap().to_text();
    assert!(text.contains("windowed_sum:any_bool_any_any(#1, true, "), "{text}");
    assert!(text.contains("days: 1"), "{text}");
    assert!(text.contains("range 0 preceding to current row"), "{text}");
}

#[test]
fn offsets_that_mean_nothing_are_refused() {
    let refused = |unit, offset: Scalar| {
        let mut sum = call(&SUM, vec![v()]);
        sum.frame = frame(unit, FrameBound::Preceding(offset), FrameBound::CurrentRow);
        lowered(sum).unwrap_err().message().to_owned()
    };
    assert_eq!(refused(FrameUnit::Rows, int(-1)), "a frame offset of sum is negative: -1");
    let half = Scalar::constant(Value::Float64(0.5), DataType::Float64);
    assert_eq!(refused(FrameUnit::Rows, half), "a ROWS frame of sum takes a whole number of rows");
    assert_eq!(refused(FrameUnit::Range, v()), "a frame offset of sum must be a constant that is not NULL");
}
