//! Floats as PostgreSQL compares them: all NaNs are one value, greater than every number, and -0.0 is 0.0.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, PrimitiveArray};
use arrow::datatypes::{DataType, Float32Type, Float64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{BinaryExpr, Expr, Operator};

use super::function::{Input, call};

/// The value with one NaN and one zero. The engine compares, groups and sorts floats by their bits.
pub(in super::super) fn canonical_float(value: Expr, data_type: &DataType) -> Expr {
    match value {
        Expr::Literal(ScalarValue::Float64(Some(number)), metadata) => {
            Expr::Literal(ScalarValue::Float64(Some(canonical64(number))), metadata)
        }
        Expr::Literal(ScalarValue::Float32(Some(number)), metadata) => {
            Expr::Literal(ScalarValue::Float32(Some(canonical32(number))), metadata)
        }
        value => call("incql_canonical_float", body, 0, data_type.clone(), vec![value]),
    }
}

fn canonical64(value: f64) -> f64 {
    if value.is_nan() { f64::NAN } else { value + 0.0 }
}

fn canonical32(value: f32) -> f32 {
    if value.is_nan() { f32::NAN } else { value + 0.0 }
}

fn body(input: &Input<'_>) -> Result<ArrayRef> {
    let column = &input.columns[0];
    Ok(match column.data_type() {
        DataType::Float64 => {
            let double: PrimitiveArray<Float64Type> = column.as_primitive::<Float64Type>().unary(canonical64);
            Arc::new(double)
        }
        DataType::Float32 => {
            let single: PrimitiveArray<Float32Type> = column.as_primitive::<Float32Type>().unary(canonical32);
            Arc::new(single)
        }
        _ => Arc::clone(column),
    })
}

/// A comparison of floats by value, for the engine functions that stand for one.
pub(super) fn comparison(engine: &str, arguments: &[Expr], types: &[DataType]) -> Result<Option<Expr>> {
    let operator = match engine {
        "incql_eq" => Operator::Eq,
        "incql_ne" => Operator::NotEq,
        "incql_lt" => Operator::Lt,
        "incql_le" => Operator::LtEq,
        "incql_gt" => Operator::Gt,
        "incql_ge" => Operator::GtEq,
        "incql_equal_null" => Operator::IsNotDistinctFrom,
        _ => return Ok(None),
    };
    let ([left, right], [left_type, right_type]) = (arguments, types) else {
        return Err(super::super::consume::invalid(format!("{engine} takes two arguments")));
    };
    // An ordinary number has one form, so bits decide equality with it, and the engine can prune by it.
    let equality = matches!(operator, Operator::Eq | Operator::NotEq | Operator::IsNotDistinctFrom);
    let plain = equality && (is_ordinary(left) || is_ordinary(right));
    let side = |value: &Expr, data_type: &DataType| {
        Box::new(if plain { value.clone() } else { canonical_float(value.clone(), data_type) })
    };
    Ok(Some(Expr::BinaryExpr(BinaryExpr::new(side(left, left_type), operator, side(right, right_type)))))
}

/// A constant that is neither zero nor NaN.
fn is_ordinary(value: &Expr) -> bool {
    match value {
        Expr::Literal(ScalarValue::Float64(Some(number)), _) => *number != 0.0 && !number.is_nan(),
        Expr::Literal(ScalarValue::Float32(Some(number)), _) => *number != 0.0 && !number.is_nan(),
        _ => false,
    }
}
