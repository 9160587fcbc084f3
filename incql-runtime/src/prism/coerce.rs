//! Implicit conversions: an expression under the type that a rule or a row type asks for. A constant is folded exactly
//! or refused; nothing loses a digit silently.

use arrow::datatypes::DataType;

use super::display::constant;
use crate::functions::literal::cast_literal;
use crate::functions::lossless::same_values;
use crate::scalar::{CastMode, Scalar};

/// `scalar` as `to`: itself, a folded constant, or a strict cast.
pub(crate) fn coerce(scalar: &Scalar, to: &DataType) -> Result<Scalar, String> {
    if same_values(scalar.data_type(), to) {
        return Ok(scalar.clone());
    }
    let Some(value) = scalar.literal() else {
        return Ok(Scalar::cast(scalar.clone(), to.clone(), CastMode::Strict));
    };
    match cast_literal(value, scalar.data_type(), to) {
        Some(value) => Ok(Scalar::constant(value, to.clone())),
        None => Err(format!("the constant {} cannot be written as {to}", constant(value, scalar.data_type()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn constants_are_folded_exactly_or_refused() {
        let float = |value| Scalar::constant(Value::Float64(value), DataType::Float64);
        let cents = DataType::Decimal128(15, 2);
        assert_eq!(coerce(&float(0.05), &cents), Ok(Scalar::constant(Value::Decimal(5), cents.clone())));
        assert!(coerce(&float(0.055), &cents).is_err());
        let null = Scalar::constant(Value::Null, DataType::Null);
        assert_eq!(coerce(&null, &cents), Ok(Scalar::constant(Value::Null, cents)));
    }

    #[test]
    fn columns_are_cast_and_equal_types_are_left_alone() {
        let column = Scalar::column(0, DataType::Int32, true);
        assert_eq!(coerce(&column, &DataType::Int32), Ok(column.clone()));
        let wide = Scalar::cast(column.clone(), DataType::Int64, CastMode::Strict);
        assert_eq!(coerce(&column, &DataType::Int64), Ok(wide));
    }
}
