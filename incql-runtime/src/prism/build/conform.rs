//! Selected expressions under the types that a row type declares: equal, losslessly cast, or a clear error.

use arrow::datatypes::{DataType, Field};

use crate::error::PlanError;
use crate::functions::lossless::{is_lossless, same_values};
use crate::prism::coerce::coerce;
use crate::scalar::Scalar;
use crate::value::Value;

/// The precision and scale of a decimal column without attributes.
const DEFAULT_DECIMAL: DataType = DataType::Decimal128(38, 10);

/// `scalar` as a value of `declared`'s type. What a Rust type does not say (a decimal's precision and scale, a zone)
/// stays the expression's own unless the row type declares it.
pub(crate) fn conform(name: &str, scalar: Scalar, declared: &Field) -> Result<Scalar, PlanError> {
    let (found, wanted) = (scalar.data_type(), declared.data_type());
    if fits(found, wanted) {
        return Ok(scalar);
    }
    let null = scalar.literal() == Some(&Value::Null);
    if null || is_lossless(found, wanted) || keeps_scale(found, wanted) {
        return coerce(&scalar, wanted).map_err(|message| PlanError::new(format!("column `{name}`: {message}")));
    }
    Err(PlanError::new(format!("column `{name}`: the row type has {wanted}, the expression is {found}: cast it")))
}

/// Whether a column of type `found` is one of the declared type as it stands.
fn fits(found: &DataType, declared: &DataType) -> bool {
    match (found, declared) {
        (DataType::Decimal128(..), DataType::Decimal128(..)) => declared == &DEFAULT_DECIMAL || found == declared,
        (DataType::Timestamp(_, a), DataType::Timestamp(_, b)) => a.is_some() == b.is_some(),
        (DataType::List(a), DataType::List(b)) => fits(a.data_type(), b.data_type()),
        (DataType::Map(a, _), DataType::Map(b, _)) => fits(a.data_type(), b.data_type()),
        (DataType::Struct(a), DataType::Struct(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| fits(a.data_type(), b.data_type()))
        }
        _ => same_values(found, declared),
    }
}

/// Whether only a decimal's whole digits may not fit, which the cast checks row by row.
fn keeps_scale(found: &DataType, declared: &DataType) -> bool {
    matches!((found, declared), (DataType::Decimal128(_, from), DataType::Decimal128(_, to)) if to >= from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::ScalarKind;

    fn column(data_type: DataType) -> Scalar {
        Scalar::column(0, data_type, false)
    }

    #[test]
    fn a_sum_of_decimals_keeps_its_scale_in_an_anonymous_row() -> Result<(), PlanError> {
        let declared = Field::new("total", DEFAULT_DECIMAL, true);
        let scalar = conform("total", column(DataType::Decimal128(38, 2)), &declared)?;
        assert_eq!(scalar, column(DataType::Decimal128(38, 2)));
        Ok(())
    }

    #[test]
    fn a_declared_precision_is_a_checked_cast() -> Result<(), PlanError> {
        let declared = Field::new("total", DataType::Decimal128(15, 2), true);
        let scalar = conform("total", column(DataType::Decimal128(38, 2)), &declared)?;
        assert_eq!(scalar.data_type(), &DataType::Decimal128(15, 2));
        assert!(matches!(scalar.kind(), ScalarKind::Cast { .. }));
        Ok(())
    }

    #[test]
    fn widening_is_implicit_and_narrowing_is_an_error() -> Result<(), PlanError> {
        let wide = Field::new("n", DataType::Int64, false);
        assert_eq!(conform("n", column(DataType::Int32), &wide)?.data_type(), &DataType::Int64);
        let narrow = Field::new("n", DataType::Int32, false);
        let error = conform("n", column(DataType::Int64), &narrow).expect_err("a narrowing");
        assert_eq!(error.message(), "column `n`: the row type has Int32, the expression is Int64: cast it");
        let fewer = Field::new("n", DataType::Decimal128(15, 1), false);
        assert!(conform("n", column(DataType::Decimal128(15, 2)), &fewer).is_err());
        Ok(())
    }
}
