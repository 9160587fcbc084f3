//! Float comparisons where NaN equals NaN and is the greatest, and -0.0 equals 0.0, in terms of the engine's
//! comparisons, which order by bits. A column beside a constant stays a plain column wherever that is right, so that
//! row groups can still be skipped by their statistics, which do not see NaN.

use datafusion::common::ScalarValue;
use datafusion::logical_expr::{Expr, Operator, binary_expr};

use super::boolean;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::kernel::float::canonical;

/// The comparison that an engine name stands for.
pub(super) fn operator(engine: &str) -> Option<Operator> {
    Some(match engine {
        "incql_eq" => Operator::Eq,
        "incql_ne" => Operator::NotEq,
        "incql_lt" => Operator::Lt,
        "incql_le" => Operator::LtEq,
        "incql_gt" => Operator::Gt,
        "incql_ge" => Operator::GtEq,
        "incql_equal_null" => Operator::IsNotDistinctFrom,
        _ => return None,
    })
}

/// A comparison of two floats of one type.
pub(super) fn floats(operator: Operator, left: Typed, right: Typed) -> Typed {
    if let (Expr::Column(_), Some(constant)) = (&left.expr, Constant::of(&right.expr)) {
        if let Some(expr) = beside(operator, &left.expr, &constant) {
            return boolean(expr);
        }
    } else if let (Some(constant), Expr::Column(_)) = (Constant::of(&left.expr), &right.expr)
        && let Some(swapped) = operator.swap()
        && let Some(expr) = beside(swapped, &right.expr, &constant)
    {
        return boolean(expr);
    }
    boolean(binary_expr(canonical(left).expr, operator, canonical(right).expr))
}

/// A constant that is a number.
#[derive(Clone, Copy)]
enum Constant {
    Single(f32),
    Double(f64),
}

impl Constant {
    fn of(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Literal(ScalarValue::Float32(Some(value)), _) if !value.is_nan() => Some(Self::Single(*value)),
            Expr::Literal(ScalarValue::Float64(Some(value)), _) if !value.is_nan() => Some(Self::Double(*value)),
            _ => None,
        }
    }

    fn is_zero(self) -> bool {
        match self {
            Self::Single(value) => value == 0.0,
            Self::Double(value) => value == 0.0,
        }
    }

    fn literal(self) -> Expr {
        self.like(|single| single, |double| double)
    }

    /// Zero with this sign.
    fn zero(self, negative: bool) -> Expr {
        if negative { self.like(|_| -0.0, |_| -0.0) } else { self.like(|_| 0.0, |_| 0.0) }
    }

    fn negative_infinity(self) -> Expr {
        self.like(|_| f32::NEG_INFINITY, |_| f64::NEG_INFINITY)
    }

    fn like(self, single: impl Fn(f32) -> f32, double: impl Fn(f64) -> f64) -> Expr {
        let value = match self {
            Self::Single(value) => ScalarValue::Float32(Some(single(value))),
            Self::Double(value) => ScalarValue::Float64(Some(double(value))),
        };
        Expr::Literal(value, None)
    }
}

/// `column operator constant` for the operators that are false of NaN. In the engine's order, NaNs with a sign come
/// before negative infinity, and -0.0 before 0.0.
fn beside(operator: Operator, column: &Expr, constant: &Constant) -> Option<Expr> {
    let number = binary_expr(column.clone(), Operator::GtEq, constant.negative_infinity());
    let bound = match (operator, constant.is_zero()) {
        (Operator::Eq, true) => {
            let low = binary_expr(column.clone(), Operator::GtEq, constant.zero(true));
            return Some(low.and(binary_expr(column.clone(), Operator::LtEq, constant.zero(false))));
        }
        (Operator::Eq, false) => return Some(binary_expr(column.clone(), Operator::Eq, constant.literal())),
        (Operator::Lt, true) => constant.zero(true),
        (Operator::LtEq, true) => constant.zero(false),
        (Operator::Lt | Operator::LtEq, false) => constant.literal(),
        // NaN is greater than every number and differs from it: statistics would hide it.
        _ => return None,
    };
    Some(number.and(binary_expr(column.clone(), operator, bound)))
}
