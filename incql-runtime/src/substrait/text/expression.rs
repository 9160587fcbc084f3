//! Expressions as short text.

use std::collections::BTreeMap;

use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::aggregate_rel::Measure;
use substrait::proto::expression::cast::FailureBehavior;
use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::literal::LiteralType;
use substrait::proto::expression::reference_segment::ReferenceType as Segment;
use substrait::proto::expression::window_function::{Bound, BoundsType, bound};
use substrait::proto::expression::{FieldReference, Literal, RexType, WindowFunction};
use substrait::proto::fetch_rel::{CountMode, OffsetMode};
use substrait::proto::function_argument::ArgType;
use substrait::proto::sort_field::SortKind;
use substrait::proto::{Expression, FetchRel, FunctionArgument, SortField};

use super::r#type;

/// Compound names by anchor.
pub type Functions = BTreeMap<u32, String>;

/// Several expressions, separated by commas.
pub fn expressions(list: &[Expression], functions: &Functions) -> String {
    let shown: Vec<_> = list.iter().map(|item| expression(item, functions)).collect();
    shown.join(", ")
}

/// One expression.
pub fn expression(value: &Expression, functions: &Functions) -> String {
    let of = |inner: Option<&Expression>| inner.map(|inner| expression(inner, functions)).unwrap_or_default();
    match &value.rex_type {
        Some(RexType::Literal(value)) => literal(value),
        Some(RexType::Selection(reference)) => field(reference, functions),
        Some(RexType::ScalarFunction(call)) => {
            format!("{}({})", function(call.function_reference, functions), arguments(&call.arguments, functions))
        }
        Some(RexType::WindowFunction(call)) => window(call, functions),
        Some(RexType::IfThen(case)) => {
            let ifs: Vec<_> = case
                .ifs
                .iter()
                .map(|clause| format!("if {} then {}", of(clause.r#if.as_ref()), of(clause.then.as_ref())))
                .collect();
            format!("{} else {}", ifs.join(" "), of(case.r#else.as_deref()))
        }
        Some(RexType::Cast(cast)) => {
            let name = match cast.failure_behavior() {
                FailureBehavior::ReturnNull => "try_cast",
                _ => "cast",
            };
            let target = cast.r#type.as_ref().map(r#type).unwrap_or_default();
            format!("{name}({} as {target})", of(cast.input.as_deref()))
        }
        Some(RexType::SingularOrList(list)) => {
            format!("{} in ({})", of(list.value.as_deref()), expressions(&list.options, functions))
        }
        _ => "(another expression)".to_owned(),
    }
}

fn function(anchor: u32, functions: &Functions) -> String {
    functions.get(&anchor).cloned().unwrap_or_else(|| format!("function {anchor}"))
}

fn arguments(list: &[FunctionArgument], functions: &Functions) -> String {
    let shown: Vec<_> = list
        .iter()
        .map(|argument| match &argument.arg_type {
            Some(ArgType::Value(value)) => expression(value, functions),
            Some(ArgType::Type(value)) => r#type(value),
            Some(ArgType::Enum(value)) => value.clone(),
            None => String::new(),
        })
        .collect();
    shown.join(", ")
}

fn field(reference: &FieldReference, functions: &Functions) -> String {
    let mut shown = match &reference.root_type {
        Some(RootType::Expression(root)) => format!("{}.", expression(root, functions)),
        Some(RootType::OuterReference(outer)) => format!("outer({})#", outer.steps_out),
        _ => "#".to_owned(),
    };
    let Some(ReferenceType::DirectReference(segment)) = &reference.reference_type else { return shown };
    let mut next = Some(segment);
    let mut separator = "";
    while let Some(segment) = next {
        let (step, child) = match &segment.reference_type {
            Some(Segment::StructField(field)) => (field.field.to_string(), field.child.as_deref()),
            Some(Segment::ListElement(element)) => (format!("[{}]", element.offset), element.child.as_deref()),
            Some(Segment::MapKey(key)) => {
                (format!("[{}]", key.map_key.as_ref().map(literal).unwrap_or_default()), key.child.as_deref())
            }
            None => (String::new(), None),
        };
        shown.push_str(separator);
        shown.push_str(&step);
        separator = ".";
        next = child;
    }
    shown
}

/// A constant, with its type where the digits alone do not say it.
pub fn literal(value: &Literal) -> String {
    let unsigned = value.type_variation_reference != 0;
    match &value.literal_type {
        Some(LiteralType::Boolean(v)) => v.to_string(),
        Some(LiteralType::I8(v)) => format!("{v}:i8"),
        Some(LiteralType::I16(v)) => format!("{v}:i16"),
        Some(LiteralType::I32(v)) if unsigned => format!("{}:unsigned i32", v.cast_unsigned()),
        Some(LiteralType::I64(v)) if unsigned => format!("{}:unsigned i64", v.cast_unsigned()),
        Some(LiteralType::I32(v)) => format!("{v}:i32"),
        Some(LiteralType::I64(v)) => format!("{v}:i64"),
        Some(LiteralType::Fp32(v)) => format!("{v:?}:fp32"),
        Some(LiteralType::Fp64(v)) => format!("{v:?}:fp64"),
        Some(LiteralType::String(v)) => format!("{v:?}"),
        Some(LiteralType::Date(v)) => format!("date {v}"),
        Some(LiteralType::Decimal(v)) => {
            let digits = <[u8; 16]>::try_from(v.value.as_slice()).map(i128::from_le_bytes).unwrap_or_default();
            format!("{digits}:decimal<{}, {}>", v.precision, v.scale)
        }
        Some(LiteralType::PrecisionTime(v)) => format!("time {}e-{}", v.value, v.precision),
        Some(LiteralType::PrecisionTimestamp(v)) => format!("timestamp {}e-{}", v.value, v.precision),
        Some(LiteralType::PrecisionTimestampTz(v)) => format!("instant {}e-{}", v.value, v.precision),
        Some(LiteralType::Null(v)) => format!("null:{}", r#type(v)),
        Some(LiteralType::EmptyList(_)) => "[]".to_owned(),
        Some(LiteralType::EmptyMap(_)) => "{}".to_owned(),
        Some(LiteralType::List(v)) => {
            let values: Vec<_> = v.values.iter().map(literal).collect();
            format!("[{}]", values.join(", "))
        }
        Some(LiteralType::Struct(v)) => {
            let values: Vec<_> = v.fields.iter().map(literal).collect();
            format!("({})", values.join(", "))
        }
        Some(other) => format!("{other:?}"),
        None => "?".to_owned(),
    }
}

/// Sort keys, separated by commas.
pub fn sorts(list: &[SortField], functions: &Functions) -> String {
    let shown: Vec<_> = list
        .iter()
        .map(|key| {
            let value = key.expr.as_ref().map(|value| expression(value, functions)).unwrap_or_default();
            let direction = match &key.sort_kind {
                Some(SortKind::Direction(1)) => "asc nulls first",
                Some(SortKind::Direction(2)) => "asc nulls last",
                Some(SortKind::Direction(3)) => "desc nulls first",
                Some(SortKind::Direction(4)) => "desc nulls last",
                _ => "unspecified",
            };
            format!("{value} {direction}")
        })
        .collect();
    shown.join(", ")
}

/// The offset and count of a limit.
pub fn call_count(rel: &FetchRel, functions: &Functions) -> (Option<String>, Option<String>) {
    #[allow(deprecated)] // Plans of others may use the integer form.
    let offset = rel.offset_mode.as_ref().map(|mode| match mode {
        OffsetMode::OffsetExpr(value) => expression(value, functions),
        OffsetMode::Offset(value) => value.to_string(),
    });
    #[allow(deprecated)]
    let count = rel.count_mode.as_ref().map(|mode| match mode {
        CountMode::CountExpr(value) => expression(value, functions),
        CountMode::Count(value) => value.to_string(),
    });
    (offset, count)
}

/// A measure with its modifiers.
pub fn aggregate_call(measure: &Measure, functions: &Functions) -> String {
    let Some(call) = &measure.measure else { return "?".to_owned() };
    let distinct = if call.invocation == AggregationInvocation::Distinct as i32 { "distinct " } else { "" };
    let mut shown = format!(
        "{}({distinct}{})",
        function(call.function_reference, functions),
        arguments(&call.arguments, functions)
    );
    if !call.sorts.is_empty() {
        shown.push_str(&format!(" order by {}", sorts(&call.sorts, functions)));
    }
    if let Some(filter) = &measure.filter {
        shown.push_str(&format!(" filter {}", expression(filter, functions)));
    }
    shown
}

fn window(call: &WindowFunction, functions: &Functions) -> String {
    let distinct = if call.invocation == AggregationInvocation::Distinct as i32 { "distinct " } else { "" };
    let unit = match call.bounds_type() {
        BoundsType::Rows => "rows",
        BoundsType::Range => "range",
        BoundsType::Unspecified => "unspecified",
    };
    let options: Vec<_> = call.options.iter().map(|o| format!(" {} {}", o.name, o.preference.join("|"))).collect();
    format!(
        "{}({distinct}{}){} over (partition by [{}] order by [{}] {unit} {} to {})",
        function(call.function_reference, functions),
        arguments(&call.arguments, functions),
        options.concat(),
        expressions(&call.partitions, functions),
        sorts(&call.sorts, functions),
        bound_text(call.lower_bound.as_ref()),
        bound_text(call.upper_bound.as_ref()),
    )
}

fn bound_text(bound: Option<&Bound>) -> String {
    match bound.and_then(|bound| bound.kind.as_ref()) {
        Some(bound::Kind::Preceding(by)) => format!("{} preceding", by.offset),
        Some(bound::Kind::Following(by)) => format!("{} following", by.offset),
        Some(bound::Kind::CurrentRow(_)) => "current row".to_owned(),
        Some(bound::Kind::Unbounded(_)) | None => "unbounded".to_owned(),
    }
}
