//! Decimal types: the precision and scale that Substrait derives for each operation, capped at 38 digits.

use arrow::datatypes::DataType;

use super::common::integer_bits;

/// The most digits a decimal has.
pub const MAX_PRECISION: u8 = 38;

/// Digits, and how many of them stand after the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// All digits.
    pub precision: u8,
    /// Digits after the point.
    pub scale: i8,
}

/// The decimal that holds every value of an integer or decimal type.
pub fn of_type(data_type: &DataType) -> Option<Digits> {
    if let DataType::Decimal128(precision, scale) = data_type {
        return Some(Digits { precision: *precision, scale: *scale });
    }
    let precision = match integer_bits(data_type)? {
        (_, 8) => 3,
        (_, 16) => 5,
        (_, 32) => 10,
        (true, _) => 19,
        (false, _) => 20,
    };
    Some(Digits { precision, scale: 0 })
}

/// The decimal that holds the values of both.
pub fn union(left: Digits, right: Digits) -> DataType {
    let scale = left.scale.max(right.scale);
    let whole = whole(left).max(whole(right));
    decimal(i32::from(scale) + whole, i32::from(scale))
}

/// The sum or difference.
pub fn sum(left: Digits, right: Digits) -> DataType {
    let scale = i32::from(left.scale.max(right.scale));
    capped(scale + whole(left).max(whole(right)) + 1, scale)
}

/// The product.
pub fn product(left: Digits, right: Digits) -> DataType {
    let precision = i32::from(left.precision) + i32::from(right.precision) + 1;
    capped(precision, i32::from(left.scale) + i32::from(right.scale))
}

/// The quotient.
pub fn quotient(left: Digits, right: Digits) -> DataType {
    let scale = 6.max(i32::from(left.scale) + i32::from(right.precision) + 1);
    capped(whole(left) + i32::from(right.precision) + scale, scale)
}

/// The remainder.
pub fn remainder(left: Digits, right: Digits) -> DataType {
    let scale = i32::from(left.scale.max(right.scale));
    capped(whole(left).min(whole(right)) + scale, scale)
}

/// The digits before the point.
fn whole(digits: Digits) -> i32 {
    i32::from(digits.precision) - i32::from(digits.scale)
}

/// Substrait's rule for a result with more than 38 digits: the scale shrinks, though not below 6.
fn capped(precision: i32, scale: i32) -> DataType {
    let excess = precision - i32::from(MAX_PRECISION);
    let scale = if excess > 0 { (scale - excess).max(scale.min(6)) } else { scale };
    decimal(precision, scale)
}

fn decimal(precision: i32, scale: i32) -> DataType {
    let precision = u8::try_from(precision.clamp(1, i32::from(MAX_PRECISION))).unwrap_or(MAX_PRECISION);
    let scale = i8::try_from(scale).unwrap_or(i8::MAX).min(precision.cast_signed());
    DataType::Decimal128(precision, scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(precision: u8, scale: i8) -> Digits {
        Digits { precision, scale }
    }

    /// Worked by hand from the formulas of functions_arithmetic_decimal.yaml.
    #[test]
    fn results_are_those_of_the_standard() {
        assert_eq!(sum(digits(15, 2), digits(1, 0)), DataType::Decimal128(16, 2));
        assert_eq!(sum(digits(38, 10), digits(38, 10)), DataType::Decimal128(38, 9));
        assert_eq!(product(digits(15, 2), digits(16, 2)), DataType::Decimal128(32, 4));
        assert_eq!(product(digits(32, 4), digits(16, 2)), DataType::Decimal128(38, 6));
        assert_eq!(product(digits(38, 4), digits(5, 2)), DataType::Decimal128(38, 6));
        assert_eq!(quotient(digits(10, 2), digits(5, 1)), DataType::Decimal128(21, 8));
        assert_eq!(quotient(digits(38, 4), digits(38, 4)), DataType::Decimal128(38, 6));
        assert_eq!(remainder(digits(10, 2), digits(5, 3)), DataType::Decimal128(5, 3));
        assert_eq!(union(digits(15, 2), digits(3, 3)), DataType::Decimal128(16, 3));
    }
}
