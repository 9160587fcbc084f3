//! Implicit conversions: the type in which several expressions meet, and an expression under a type a rule asks for.
//! Nothing here loses a digit silently; where no lossless type exists the answer is an error in words.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, TimeUnit};

use super::literal::{self, MAX_PRECISION};
use crate::scalar::{CastMode, Scalar};
use crate::value::Value;

/// `scalar` as `to`: itself, a folded constant, or a strict cast.
pub(crate) fn coerce(scalar: &Scalar, to: &DataType) -> Result<Scalar, String> {
    if same_values(scalar.data_type(), to) {
        return Ok(scalar.clone());
    }
    let Some(value) = scalar.literal() else {
        return Ok(Scalar::cast(scalar.clone(), to.clone(), CastMode::Strict));
    };
    match literal::fold(value, scalar.data_type(), to) {
        Some(value) => Ok(Scalar::constant(value, to.clone())),
        None => Err(format!("the constant {value:?} of type {} is not exact as {to}", scalar.data_type())),
    }
}

/// The type in which all of these meet: that of the columns among them, widened where a constant needs it.
pub(crate) fn unify(scalars: &[Scalar]) -> Result<DataType, String> {
    let (constants, others): (Vec<&Scalar>, Vec<&Scalar>) = scalars.iter().partition(|s| s.literal().is_some());
    let mut common: Option<DataType> = None;
    for scalar in others {
        common = Some(meet(common, scalar.data_type())?);
    }
    let (nulls, values): (Vec<&Scalar>, Vec<&Scalar>) =
        constants.into_iter().partition(|s| s.literal() == Some(&Value::Null));
    for scalar in values {
        common = Some(match common {
            None => scalar.data_type().clone(),
            Some(common) => widen_for(common, scalar)?,
        });
    }
    for scalar in nulls {
        common = common.or_else(|| Some(scalar.data_type().clone()));
    }
    common.ok_or_else(|| "no expression to take a type from".to_owned())
}

/// The smallest type that holds every value of both, where implicit conversion is meant at all.
pub(crate) fn wider(left: &DataType, right: &DataType) -> Option<DataType> {
    if left == right {
        return Some(left.clone());
    }
    match (left, right) {
        (DataType::Null, other) | (other, DataType::Null) => Some(other.clone()),
        (DataType::Decimal128(..), _) | (_, DataType::Decimal128(..)) => wider_decimal(left, right),
        (DataType::Date32, DataType::Timestamp(unit, None)) | (DataType::Timestamp(unit, None), DataType::Date32) => {
            Some(DataType::Timestamp(*unit, None))
        }
        (DataType::Timestamp(a, zone), DataType::Timestamp(b, other)) if zone.is_some() == other.is_some() => {
            Some(DataType::Timestamp(finer(*a, *b), zone.clone()))
        }
        (DataType::List(a), DataType::List(b)) => Some(DataType::List(wider_field(a, b)?)),
        (DataType::Struct(a), DataType::Struct(b)) if a.len() == b.len() => {
            let fields = a.iter().zip(b.iter()).map(|(a, b)| (a.name() == b.name()).then(|| wider_field(a, b))?);
            Some(DataType::Struct(fields.collect::<Option<Vec<_>>>()?.into()))
        }
        _ if literal::is_text(left) && literal::is_text(right) => Some(left.clone()),
        _ if literal::is_binary(left) && literal::is_binary(right) => Some(left.clone()),
        _ => wider_number(left, right),
    }
}

/// Whether every value of `from` is a value of `to`, so that a cast can neither fail nor change anything.
pub(crate) fn is_lossless(from: &DataType, to: &DataType) -> bool {
    same_values(from, to) || wider(from, to).is_some_and(|common| &common == to && !rounds(from, to))
}

/// Whether two types have the same values in the same representation: they differ at most in nested nullability, and
/// in the names that lists and maps give to their parts.
pub(crate) fn same_values(left: &DataType, right: &DataType) -> bool {
    match (left, right) {
        (DataType::List(a), DataType::List(b)) => same_values(a.data_type(), b.data_type()),
        (DataType::Map(a, _), DataType::Map(b, _)) => same_entries(a.data_type(), b.data_type()),
        (DataType::Struct(a), DataType::Struct(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            a.len() == b.len() && pairs.all(|(a, b)| a.name() == b.name() && same_values(a.data_type(), b.data_type()))
        }
        _ => left == right,
    }
}

fn same_entries(left: &DataType, right: &DataType) -> bool {
    let (DataType::Struct(a), DataType::Struct(b)) = (left, right) else { return false };
    a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_values(a.data_type(), b.data_type()))
}

fn meet(common: Option<DataType>, next: &DataType) -> Result<DataType, String> {
    match common {
        None => Ok(next.clone()),
        Some(common) => {
            wider(&common, next).ok_or_else(|| format!("{common} and {next} have no common type: cast one side"))
        }
    }
}

fn widen_for(common: DataType, constant: &Scalar) -> Result<DataType, String> {
    let Some(value) = constant.literal() else { return Ok(common) };
    if literal::fold(value, constant.data_type(), &common).is_some() {
        return Ok(common);
    }
    if let (DataType::Decimal128(..), Value::Float64(float)) = (&common, value) {
        if let Some((_, precision, scale)) = literal::shortest_decimal(*float) {
            return meet(Some(common), &DataType::Decimal128(precision, scale));
        }
    }
    meet(Some(common), constant.data_type())
}

/// Decimals to floats round; everything else that [`wider`] offers is exact.
fn rounds(from: &DataType, to: &DataType) -> bool {
    match (from, to) {
        (DataType::Decimal128(..), DataType::Float32 | DataType::Float64) => true,
        (DataType::Decimal128(p, s), DataType::Decimal128(q, t)) => {
            i16::from(*p) - i16::from(*s) > i16::from(*q) - i16::from(*t)
        }
        (_, DataType::Decimal128(q, t)) => {
            integer_digits(from).is_none_or(|digits| i16::from(digits) > i16::from(*q) - i16::from(*t))
        }
        _ => false,
    }
}

fn wider_field(left: &Arc<Field>, right: &Arc<Field>) -> Option<Arc<Field>> {
    let data_type = wider(left.data_type(), right.data_type())?;
    let nullable = left.is_nullable() || right.is_nullable();
    Some(Arc::new(Field::new(left.name(), data_type, nullable)))
}

fn finer(left: TimeUnit, right: TimeUnit) -> TimeUnit {
    left.max(right)
}

/// Enough whole digits and enough scale for both; beyond 38 digits the scale stays and a too large value fails when
/// it is cast, which is better than rounding.
fn wider_decimal(left: &DataType, right: &DataType) -> Option<DataType> {
    if matches!(left, DataType::Float32 | DataType::Float64) || matches!(right, DataType::Float32 | DataType::Float64) {
        return Some(DataType::Float64);
    }
    let ((p, s), (q, t)) = (as_decimal(left)?, as_decimal(right)?);
    let scale = s.max(t);
    let whole = (i16::from(p) - i16::from(s)).max(i16::from(q) - i16::from(t));
    let precision = u8::try_from(whole + i16::from(scale)).unwrap_or(MAX_PRECISION).clamp(1, MAX_PRECISION);
    Some(DataType::Decimal128(precision, scale))
}

fn as_decimal(data_type: &DataType) -> Option<(u8, i8)> {
    match data_type {
        DataType::Decimal128(precision, scale) => Some((*precision, *scale)),
        _ => integer_digits(data_type).map(|digits| (digits, 0)),
    }
}

/// The decimal digits of an integer type's largest value.
pub(crate) fn integer_digits(data_type: &DataType) -> Option<u8> {
    match data_type {
        DataType::Int8 | DataType::UInt8 => Some(3),
        DataType::Int16 | DataType::UInt16 => Some(5),
        DataType::Int32 | DataType::UInt32 => Some(10),
        DataType::Int64 => Some(19),
        DataType::UInt64 => Some(20),
        _ => None,
    }
}

/// Bits that hold every value: as a signed integer when `signed`, else as an unsigned one.
fn integer_bits(data_type: &DataType) -> Option<(u8, bool)> {
    match data_type {
        DataType::Int8 => Some((8, true)),
        DataType::Int16 => Some((16, true)),
        DataType::Int32 => Some((32, true)),
        DataType::Int64 => Some((64, true)),
        DataType::UInt8 => Some((8, false)),
        DataType::UInt16 => Some((16, false)),
        DataType::UInt32 => Some((32, false)),
        DataType::UInt64 => Some((64, false)),
        _ => None,
    }
}

fn wider_number(left: &DataType, right: &DataType) -> Option<DataType> {
    match (integer_bits(left), integer_bits(right)) {
        (Some((a, true)), Some((b, true))) => signed(a.max(b)),
        (Some((a, false)), Some((b, false))) => Some(if a >= b { left.clone() } else { right.clone() }),
        (Some((signed_bits, true)), Some((bits, false))) | (Some((bits, false)), Some((signed_bits, true))) => {
            signed(signed_bits.max(bits.checked_mul(2)?))
        }
        (Some((bits, _)), None) => wider_float(bits, right),
        (None, Some((bits, _))) => wider_float(bits, left),
        (None, None) => match (left, right) {
            (DataType::Float32, DataType::Float64) | (DataType::Float64, DataType::Float32) => Some(DataType::Float64),
            _ => None,
        },
    }
}

fn signed(bits: u8) -> Option<DataType> {
    match bits {
        8 => Some(DataType::Int8),
        16 => Some(DataType::Int16),
        32 => Some(DataType::Int32),
        64 => Some(DataType::Int64),
        _ => None,
    }
}

/// Integers of 64 bits and floats have no common type: neither holds the other.
fn wider_float(bits: u8, float: &DataType) -> Option<DataType> {
    match float {
        DataType::Float32 if bits <= 16 => Some(DataType::Float32),
        DataType::Float32 | DataType::Float64 if bits <= 32 => Some(DataType::Float64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(data_type: DataType) -> Scalar {
        Scalar::column(0, data_type, false)
    }

    #[track_caller]
    fn meets(left: DataType, right: DataType, expected: Option<DataType>) {
        assert_eq!(wider(&left, &right), expected, "{left} and {right}");
        assert_eq!(wider(&right, &left), expected, "{right} and {left}");
    }

    #[test]
    fn integers_meet_in_the_smallest_type_that_holds_both() {
        meets(DataType::Int32, DataType::Int64, Some(DataType::Int64));
        meets(DataType::UInt8, DataType::Int8, Some(DataType::Int16));
        meets(DataType::UInt32, DataType::Int32, Some(DataType::Int64));
        meets(DataType::UInt64, DataType::Int64, None);
        meets(DataType::UInt16, DataType::UInt64, Some(DataType::UInt64));
    }

    #[test]
    fn sixty_four_bit_integers_do_not_meet_floats() {
        meets(DataType::Int64, DataType::Float64, None);
        meets(DataType::Int32, DataType::Float64, Some(DataType::Float64));
        meets(DataType::Int32, DataType::Float32, Some(DataType::Float64));
        meets(DataType::Int16, DataType::Float32, Some(DataType::Float32));
    }

    #[test]
    fn decimals_keep_all_digits() {
        meets(DataType::Decimal128(15, 2), DataType::Decimal128(5, 4), Some(DataType::Decimal128(17, 4)));
        meets(DataType::Decimal128(15, 2), DataType::Int32, Some(DataType::Decimal128(15, 2)));
        meets(DataType::Decimal128(15, 2), DataType::Int64, Some(DataType::Decimal128(21, 2)));
        meets(DataType::Decimal128(15, 2), DataType::Float64, Some(DataType::Float64));
        meets(DataType::Decimal128(38, 0), DataType::Decimal128(38, 10), Some(DataType::Decimal128(38, 10)));
    }

    #[test]
    fn constants_take_the_type_of_columns() {
        let five = Scalar::constant(Value::Int(5), DataType::Int32);
        assert_eq!(unify(&[column(DataType::Int64), five.clone()]), Ok(DataType::Int64));
        assert_eq!(unify(&[five.clone(), column(DataType::Int8)]), Ok(DataType::Int8));
        assert_eq!(unify(&[column(DataType::Float64), five]), Ok(DataType::Float64));
        let thousandths = Scalar::constant(Value::Float64(0.055), DataType::Float64);
        let money = column(DataType::Decimal128(15, 2));
        assert_eq!(unify(&[money, thousandths]), Ok(DataType::Decimal128(16, 3)));
        let null = Scalar::constant(Value::Null, DataType::Null);
        assert_eq!(unify(&[null, column(DataType::Date32)]), Ok(DataType::Date32));
    }

    #[test]
    fn types_that_never_meet_are_an_error() {
        let message = unify(&[column(DataType::Utf8), column(DataType::Int64)]);
        assert_eq!(message, Err("Utf8 and Int64 have no common type: cast one side".to_owned()));
    }

    #[test]
    fn widening_casts_are_lossless_and_narrowing_ones_are_not() {
        assert!(is_lossless(&DataType::Int32, &DataType::Int64));
        assert!(is_lossless(&DataType::Decimal128(15, 2), &DataType::Decimal128(17, 4)));
        assert!(is_lossless(&DataType::Int32, &DataType::Decimal128(12, 2)));
        assert!(!is_lossless(&DataType::Int64, &DataType::Int32));
        assert!(!is_lossless(&DataType::Decimal128(15, 2), &DataType::Float64));
        assert!(!is_lossless(&DataType::Decimal128(38, 0), &DataType::Decimal128(38, 10)));
        assert!(!is_lossless(&DataType::Int64, &DataType::Decimal128(15, 2)));
    }
}
