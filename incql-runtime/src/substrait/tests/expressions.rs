//! Expressions: the exact message of each form.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, Fields, IntervalUnit, TimeUnit};
use substrait::proto::Expression;
use substrait::proto::expression::literal::LiteralType;
use substrait::proto::expression::{Literal, RexType};
use substrait::proto::r#type::Kind;

use super::functions::{ADD, AND, COALESCE, GT, IS_NULL, OR, UPPER, int, truth};
use crate::error::PlanError;
use crate::prism::node::{Operator, Project, Projection};
use crate::prism::testing::{node, nullable, required, table};
use crate::scalar::{CastMode, Scalar};
use crate::substrait::{SubstraitPlan, lower};
use crate::value::Value;

fn address() -> DataType {
    let city = Fields::from(vec![Field::new("name", DataType::Utf8, false)]);
    DataType::Struct(
        vec![Field::new("zip", DataType::Int32, true), Field::new("city", DataType::Struct(city), true)].into(),
    )
}

/// `SELECT scalar AS x FROM t`, `t` with columns a i64, b i64?, s string?, p struct?.
fn select(scalar: &Scalar) -> Result<SubstraitPlan, PlanError> {
    let read = table(
        "t",
        vec![
            required("a", DataType::Int64),
            nullable("b", DataType::Int64),
            nullable("s", DataType::Utf8),
            nullable("p", address()),
        ],
    );
    let field = Arc::new(Field::new("x", scalar.data_type().clone(), scalar.is_nullable()));
    let columns = Projection::Select([scalar.clone()].into());
    lower(&node(Operator::Project(Project { columns }), vec![read], vec![field]))
}

/// The expression of a projection's only column, in JSON.
#[track_caller]
fn json(scalar: &Scalar) -> serde_json::Value {
    let plan: serde_json::Value = serde_json::from_str(&select(scalar).unwrap().to_json().unwrap()).unwrap();
    plan["relations"][0]["root"]["input"]["project"]["expressions"][0].clone()
}

#[track_caller]
fn check(scalar: &Scalar, expected: &str) {
    let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
    assert_eq!(json(scalar), expected, "\n{:#}", json(scalar));
}

fn a() -> Scalar {
    Scalar::column(0, DataType::Int64, false)
}

fn b() -> Scalar {
    Scalar::column(1, DataType::Int64, true)
}

#[test]
fn a_column_is_a_reference_from_the_root() {
    check(&b(), r#"{"selection": {"directReference": {"structField": {"field": 1}}, "rootReference": {}}}"#);
}

#[test]
fn field_access_nests_references_below_the_column() {
    let city = Scalar::field_access(Scalar::column(3, address(), true), 1).unwrap();
    check(
        &Scalar::field_access(city, 0).unwrap(),
        r#"{"selection": {
            "directReference": {"structField": {"field": 3, "child": {"structField": {"field": 1, "child":
                {"structField": {}}}}}},
            "rootReference": {}}}"#,
    );
}

#[test]
fn field_access_below_another_expression_is_rooted_there() {
    let p = Scalar::column(3, address(), true);
    let either = Scalar::call(&COALESCE, vec![p.clone(), p], address(), true);
    let zip = json(&Scalar::field_access(either, 0).unwrap());
    let expected = serde_json::json!({"structField": {}});
    assert_eq!(zip["selection"]["directReference"], expected);
    assert_eq!(zip["selection"]["expression"]["scalarFunction"]["functionReference"], 1);
}

#[test]
fn a_call_states_anchor_options_and_output_type() {
    let sum = Scalar::call(&ADD, vec![a(), b()], DataType::Int64, false);
    check(
        &sum,
        r#"{"scalarFunction": {"functionReference": 1,
            "arguments": [
                {"value": {"selection": {"directReference": {"structField": {}}, "rootReference": {}}}},
                {"value": {"selection": {"directReference": {"structField": {"field": 1}}, "rootReference": {}}}}],
            "options": [{"name": "overflow", "preference": ["ERROR"]}],
            "outputType": {"i64": {"nullability": "NULLABILITY_NULLABLE"}}}}"#,
    );
}

#[test]
fn a_result_is_required_only_where_it_cannot_be_null() {
    let required = |scalar: &Scalar| json(scalar)["scalarFunction"]["outputType"].clone();
    let i64 = |mark: &str| serde_json::json!({"i64": {"nullability": mark}});
    assert_eq!(required(&Scalar::call(&ADD, vec![a(), int(1)], DataType::Int64, true)), i64("NULLABILITY_REQUIRED"));
    assert_eq!(
        required(&truth(&IS_NULL, vec![b()])),
        serde_json::json!({"bool": {"nullability": "NULLABILITY_REQUIRED"}})
    );
}

#[test]
fn nested_and_becomes_one_call() {
    let above = |bound: i64| truth(&GT, vec![a(), int(bound)]);
    let nested = truth(&AND, vec![truth(&AND, vec![above(1), above(2)]), truth(&OR, vec![above(3), above(4)])]);
    let shown = select(&nested).unwrap().to_text();
    assert_eq!(
        shown.lines().nth(1).unwrap().trim(),
        "Project [and:bool(gt:any_any(#0, 1:i64), gt:any_any(#0, 2:i64), \
         or:bool(gt:any_any(#0, 3:i64), gt:any_any(#0, 4:i64)))] emit [#4]"
    );
}

#[test]
fn casts_state_what_failure_gives() {
    let strict = Scalar::cast(a(), DataType::Int32, CastMode::Strict);
    check(
        &strict,
        r#"{"cast": {"type": {"i32": {"nullability": "NULLABILITY_REQUIRED"}},
            "input": {"selection": {"directReference": {"structField": {}}, "rootReference": {}}},
            "failureBehavior": "FAILURE_BEHAVIOR_THROW_EXCEPTION"}}"#,
    );
    let r#try = json(&Scalar::cast(a(), DataType::Int32, CastMode::Try));
    assert_eq!(r#try["cast"]["failureBehavior"], "FAILURE_BEHAVIOR_RETURN_NULL");
    assert_eq!(r#try["cast"]["type"]["i32"]["nullability"], "NULLABILITY_NULLABLE");
}

#[test]
fn a_cast_from_text_to_a_zone_other_than_utc_is_refused() {
    let s = Scalar::column(2, DataType::Utf8, true);
    let zoned = |zone: &str| DataType::Timestamp(TimeUnit::Millisecond, Some(zone.into()));
    let error = select(&Scalar::cast(s.clone(), zoned("Asia/Tokyo"), CastMode::Strict)).unwrap_err();
    assert!(error.message().contains("depends on the zone Asia/Tokyo"), "{error}");
    assert!(select(&Scalar::cast(s, zoned("UTC"), CastMode::Strict)).is_ok());
    let utc = Scalar::constant(Value::Timestamp(0), zoned("UTC"));
    assert!(select(&Scalar::cast(utc, zoned("Asia/Tokyo"), CastMode::Strict)).is_ok());
}

#[test]
fn a_case_always_has_an_else() {
    let none = Scalar::constant(Value::Null, DataType::Int64);
    let case = Scalar::case(vec![(truth(&GT, vec![a(), int(5)]), b())], none);
    let shown = json(&case);
    let clauses = &shown["ifThen"]["ifs"];
    assert_eq!(clauses.as_array().map(Vec::len), Some(1));
    assert_eq!(
        shown["ifThen"]["else"],
        serde_json::json!({"literal": {"null": {"i64": {"nullability": "NULLABILITY_NULLABLE"}}}})
    );
}

#[test]
fn membership_is_a_singular_or_list() {
    let list = Scalar::in_list(a(), vec![int(1), int(2)]);
    check(
        &list,
        r#"{"singularOrList": {
            "value": {"selection": {"directReference": {"structField": {}}, "rootReference": {}}},
            "options": [{"literal": {"i64": "1"}}, {"literal": {"i64": "2"}}]}}"#,
    );
}

#[track_caller]
fn constant(value: Value, data_type: DataType) -> Literal {
    let plan = select(&Scalar::constant(value, data_type)).unwrap();
    match first_expression(&plan).rex_type {
        Some(RexType::Literal(literal)) => literal,
        other => panic!("not a literal: {other:?}"),
    }
}

fn first_expression(plan: &SubstraitPlan) -> Expression {
    use substrait::proto::{plan_rel, rel};
    let Some(plan_rel::RelType::Root(root)) = &plan.relations[0].rel_type else { panic!("no root") };
    match &root.input.as_ref().unwrap().rel_type {
        Some(rel::RelType::Project(project)) => project.expressions[0].clone(),
        other => panic!("no projection: {other:?}"),
    }
}

#[test]
fn unsigned_constants_keep_their_bits_under_the_unsigned_variation() {
    let largest = constant(Value::UInt(u64::MAX), DataType::UInt64);
    assert_eq!((largest.literal_type, largest.type_variation_reference), (Some(LiteralType::I64(-1)), 1));
    let byte = constant(Value::UInt(200), DataType::UInt8);
    assert_eq!((byte.literal_type, byte.type_variation_reference), (Some(LiteralType::I8(200)), 1));
}

#[test]
fn a_decimal_constant_is_sixteen_little_endian_bytes() {
    let Some(LiteralType::Decimal(decimal)) = constant(Value::Decimal(-150), DataType::Decimal128(10, 2)).literal_type
    else {
        panic!("no decimal")
    };
    let mut bytes = vec![0xff; 16];
    bytes[0] = 0x6a; // -150 = ...ff6a
    assert_eq!((decimal.value, decimal.precision, decimal.scale), (bytes, 10, 2));
}

#[test]
fn times_take_the_unit_of_their_type() {
    let at = |unit| constant(Value::Timestamp(1_500_000), DataType::Timestamp(unit, None)).literal_type;
    let value = |unit| match at(unit) {
        Some(LiteralType::PrecisionTimestamp(t)) => (t.precision, t.value),
        other => panic!("{other:?}"),
    };
    assert_eq!(value(TimeUnit::Millisecond), (3, 1_500));
    assert_eq!(value(TimeUnit::Microsecond), (6, 1_500_000));
    assert_eq!(value(TimeUnit::Nanosecond), (9, 1_500_000_000));
    let seconds = Scalar::constant(Value::Timestamp(1_500_000), DataType::Timestamp(TimeUnit::Second, None));
    assert!(select(&seconds).unwrap_err().message().contains("not exact"));
}

#[test]
fn an_interval_keeps_months_days_and_nanoseconds_apart() {
    let interval = |nanos| {
        let value = Value::Interval { months: 14, days: 3, nanos };
        match constant(value, DataType::Interval(IntervalUnit::MonthDayNano)).literal_type {
            Some(LiteralType::IntervalCompound(interval)) => {
                let (ym, ds) = (interval.interval_year_to_month.unwrap(), interval.interval_day_to_second.unwrap());
                (ym.years, ym.months, ds.days, ds.seconds, ds.subseconds)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(interval(1_000_000_007), (1, 2, 3, 1, 7));
    assert_eq!(interval(i64::MAX), (1, 2, 3, 0, i64::MAX));
}

#[test]
fn empty_lists_and_maps_carry_their_type() {
    let list = DataType::List(Arc::new(Field::new_list_field(DataType::Int64, true)));
    let Some(LiteralType::EmptyList(list)) = constant(Value::List([].into()), list).literal_type else {
        panic!("no empty list")
    };
    assert!(matches!(list.r#type.unwrap().kind, Some(Kind::I64(_))));
    let list = DataType::List(Arc::new(Field::new_list_field(DataType::Int64, true)));
    let filled = constant(Value::List([Value::Int(5), Value::Null].into()), list);
    assert!(matches!(filled.literal_type, Some(LiteralType::List(l)) if l.values.len() == 2));
}

#[test]
fn a_constant_outside_its_type_is_refused() {
    for (value, data_type, message) in [
        (Value::Int(300), DataType::Int8, "the constant 300 is out of the range of Int8"),
        (Value::Text("x".into()), DataType::Int8, "the constant Text(\"x\") is no value of the type Int8"),
    ] {
        assert_eq!(select(&Scalar::constant(value, data_type)).unwrap_err().message(), message);
    }
}

#[test]
fn every_function_is_declared_once_in_sorted_order() {
    let s = Scalar::column(2, DataType::Utf8, true);
    let upper = Scalar::call(&UPPER, vec![s], DataType::Utf8, false);
    let case = Scalar::case(
        vec![(truth(&GT, vec![a(), int(1)]), upper.clone()), (truth(&GT, vec![b(), int(1)]), upper.clone())],
        upper,
    );
    let plan: serde_json::Value = serde_json::from_str(&select(&case).unwrap().to_json().unwrap()).unwrap();
    let expected = serde_json::json!([
        {"extensionFunction": {"extensionUrnReference": 1, "functionAnchor": 1, "name": "gt:any_any"}},
        {"extensionFunction": {"extensionUrnReference": 2, "functionAnchor": 2, "name": "upper:str"}},
    ]);
    assert_eq!(plan["extensions"], expected);
    let urns = serde_json::json!([
        {"extensionUrnAnchor": 1, "urn": "extension:io.substrait:functions_comparison"},
        {"extensionUrnAnchor": 2, "urn": "extension:io.substrait:functions_string"},
    ]);
    assert_eq!(plan["extensionUrns"], urns);
}
