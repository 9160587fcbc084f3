//! `&&` and `||` whose right side can fail: it is evaluated only on rows that the left side leaves undecided, as in
//! Rust, so `b != 0 && a / b > 1` does not divide by zero. The engine by itself evaluates both sides on whole batches.

use arrow::array::{ArrayRef, AsArray, BooleanArray, Int8Array};
use arrow::datatypes::{DataType, Int8Type};
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::Case;
use datafusion::logical_expr::{Cast, Expr, ExprSchemable, Operator};
use std::sync::Arc;

use super::{boolean, plain};
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::kernel;
use crate::session::widen::widens;

/// The conjunction of all operands.
pub(super) fn all(operands: Vec<Typed>, schema: &DFSchema) -> Typed {
    connect(operands, Operator::And, schema)
}

/// The disjunction of all operands.
pub(super) fn any(operands: Vec<Typed>, schema: &DFSchema) -> Typed {
    connect(operands, Operator::Or, schema)
}

fn connect(operands: Vec<Typed>, operator: Operator, schema: &DFSchema) -> Typed {
    let decided = operator == Operator::Or;
    let mut connected: Option<Expr> = None;
    for operand in operands {
        let next = operand.expr;
        connected = Some(match connected {
            None => next,
            Some(left) => {
                let right = if can_fail(&next, schema) { unless(&left, decided, next) } else { next };
                datafusion::logical_expr::binary_expr(left, operator, right)
            }
        });
    }
    boolean(connected.unwrap_or_else(|| Expr::Literal(ScalarValue::Boolean(Some(!decided)), None)))
}

/// `decided` where `left` is, else `right`. The engine rewrites conditionals over booleans into connectives, which
/// would evaluate both sides again, so the branches travel as small integers.
fn unless(left: &Expr, decided: bool, right: Expr) -> Expr {
    let condition = if decided { Expr::IsTrue(Box::new(left.clone())) } else { Expr::IsFalse(Box::new(left.clone())) };
    let known = Expr::Literal(ScalarValue::Int8(Some(i8::from(decided))), None);
    let evaluated = as_byte(boolean(right)).expr;
    let case = Case::new(None, vec![(Box::new(condition), Box::new(known))], Some(Box::new(evaluated)));
    as_boolean(Expr::Case(case)).expr
}

/// A conditional over booleans whose branches can fail, in the same disguise.
pub(in super::super) fn conditional(branches: Vec<(Expr, Expr)>, otherwise: Expr) -> Expr {
    let branches = branches.into_iter().map(|(condition, value)| {
        let value = as_byte(boolean(value)).expr;
        (Box::new(condition), Box::new(value))
    });
    let otherwise = as_byte(boolean(otherwise)).expr;
    as_boolean(Expr::Case(Case::new(None, branches.collect(), Some(Box::new(otherwise))))).expr
}

fn as_byte(value: Typed) -> Typed {
    kernel::call("incql_byte_of", vec![value], DataType::Int8, |arguments, _| {
        let [only] = arguments else { return Err(refused("one boolean is disguised at a time")) };
        let booleans = only.array.as_boolean_opt().ok_or_else(|| refused("only booleans are disguised"))?;
        let bytes: Int8Array = booleans.iter().map(|value| value.map(i8::from)).collect();
        Ok(Arc::new(bytes) as ArrayRef)
    })
}

fn as_boolean(expr: Expr) -> Typed {
    let value = Typed { expr, data_type: DataType::Int8 };
    kernel::call("incql_boolean_of", vec![value], DataType::Boolean, |arguments, _| {
        let [only] = arguments else { return Err(refused("one boolean is disguised at a time")) };
        let bytes = only.array.as_primitive_opt::<Int8Type>();
        let bytes = bytes.ok_or_else(|| refused("only booleans are disguised"))?;
        let booleans: BooleanArray = bytes.iter().map(|value| value.map(|value| value != 0)).collect();
        Ok(Arc::new(booleans) as ArrayRef)
    })
}

/// Whether evaluating the expression can fail on some row.
pub(in super::super) fn can_fail(expr: &Expr, schema: &DFSchema) -> bool {
    let mut found = false;
    let visited: Result<TreeNodeRecursion> = expr.apply(|part| {
        found = match part {
            Expr::BinaryExpr(binary) => fails_by_operator(binary.op, &binary.right),
            Expr::ScalarFunction(function) => !never_fails(function.func.name()),
            Expr::Cast(cast) => cast_can_fail(cast, schema),
            _ => false,
        };
        Ok(if found { TreeNodeRecursion::Stop } else { TreeNodeRecursion::Continue })
    });
    found || visited.is_err()
}

/// Divisions by anything but a constant other than zero; decimal arithmetic within its type does not fail.
fn fails_by_operator(operator: Operator, right: &Expr) -> bool {
    if !matches!(operator, Operator::Divide | Operator::Modulo) {
        return false;
    }
    match right {
        Expr::Literal(ScalarValue::Float32(_) | ScalarValue::Float64(_), _) => false,
        Expr::Literal(value, _) => {
            let zero = ScalarValue::new_zero(&value.data_type());
            zero.is_ok_and(|zero| zero == *value) || *value == ScalarValue::Int64(Some(-1))
        }
        _ => true,
    }
}

/// Kernels and common functions that have a value for every argument.
fn never_fails(name: &str) -> bool {
    const TOTAL: &[&str] = &[
        "incql_canonical",
        "incql_field",
        "incql_byte_of",
        "incql_boolean_of",
        "incql_try_cast",
        "incql_sign",
        "incql_logb",
        "incql_least",
        "incql_greatest",
        "incql_bitwise_not",
        "incql_concat",
        "incql_replace",
        "incql_date_part",
        "incql_date_diff",
        "incql_unix_seconds",
        "isnan",
        "coalesce",
        "nullif",
        "starts_with",
        "ends_with",
        "contains",
        "upper",
        "lower",
        "character_length",
        "octet_length",
        "btrim",
        "ltrim",
        "rtrim",
        "strpos",
        "substr",
        "concat",
        "left",
        "right",
        "reverse",
        "replace",
        "initcap",
        "date_part",
        "date_trunc",
        "abs",
        "ceil",
        "floor",
        "sqrt",
        "ln",
    ];
    TOTAL.contains(&name)
}

fn cast_can_fail(cast: &Cast, schema: &DFSchema) -> bool {
    let target = cast.field.data_type();
    if matches!(target, DataType::Utf8 | DataType::Utf8View) {
        return false;
    }
    match cast.expr.get_type(schema) {
        Ok(source) if target == &DataType::Float64 => !source.is_numeric(),
        Ok(source) => !widens(&plain(&source), target),
        Err(_) => true,
    }
}
