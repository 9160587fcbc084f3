//! One representation for floats that are equal: every NaN becomes one NaN, which sorts greatest, and -0.0 becomes 0.0.
//! On that representation the engine's bitwise equality, hashing and total order are SQL's (as PostgreSQL has them).

use arrow::array::{ArrayRef, AsArray};
use arrow::datatypes::{DataType, Float32Type, Float64Type};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Expr;
use std::sync::Arc;

use super::{Argument, call, is_call};
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;

const NAME: &str = "incql_canonical";

/// The expression with one representation for equal floats; other types are as they are.
pub(in super::super) fn canonical(value: Typed) -> Typed {
    if !is_float(&value.data_type) || is_call(&value.expr, NAME) {
        return value;
    }
    if let Expr::Literal(constant, metadata) = &value.expr {
        let constant = match constant {
            ScalarValue::Float32(Some(v)) => ScalarValue::Float32(Some(canonical_f32(*v))),
            ScalarValue::Float64(Some(v)) => ScalarValue::Float64(Some(canonical_f64(*v))),
            other => other.clone(),
        };
        return Typed { expr: Expr::Literal(constant, metadata.clone()), data_type: value.data_type };
    }
    let data_type = value.data_type.clone();
    call(NAME, vec![value], data_type, run)
}

/// Whether values of the type need it.
pub(in super::super) fn is_float(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Float32 | DataType::Float64)
}

fn run(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let [only] = arguments else { return Err(refused("one float is made canonical at a time")) };
    match only.array.data_type() {
        DataType::Float32 => {
            Ok(Arc::new(only.array.as_primitive::<Float32Type>().unary::<_, Float32Type>(canonical_f32)))
        }
        DataType::Float64 => {
            Ok(Arc::new(only.array.as_primitive::<Float64Type>().unary::<_, Float64Type>(canonical_f64)))
        }
        other => Err(refused(format!("{other} is no float"))),
    }
}

fn canonical_f32(value: f32) -> f32 {
    if value.is_nan() { f32::from_bits(0x7fc0_0000) } else { value + 0.0 }
}

fn canonical_f64(value: f64) -> f64 {
    if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value + 0.0 }
}

#[cfg(test)]
mod tests {
    use super::{canonical_f32, canonical_f64};

    #[test]
    fn equal_floats_have_equal_bits() {
        let nans = [f64::NAN, -f64::NAN, f64::from_bits(0x7ff0_0000_0000_0001)];
        assert!(nans.iter().all(|nan| canonical_f64(*nan).to_bits() == 0x7ff8_0000_0000_0000));
        assert_eq!(canonical_f64(-0.0).to_bits(), 0.0f64.to_bits());
        assert_eq!(canonical_f32(-0.0).to_bits(), 0.0f32.to_bits());
        assert_eq!(canonical_f64(f64::MIN_POSITIVE / 2.0).to_bits(), (f64::MIN_POSITIVE / 2.0).to_bits());
        assert_eq!(canonical_f64(f64::NEG_INFINITY), f64::NEG_INFINITY);
    }
}
