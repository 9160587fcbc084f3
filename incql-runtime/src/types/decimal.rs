//! `Decimal`: an exact decimal number of at most 38 digits, equal by value whatever its scale.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use arrow::datatypes::i256;

/// The most digits a decimal has, before and after the point together; also the largest scale.
pub const MAX_DIGITS: u8 = 38;

/// An exact decimal number: an integer of at most 38 digits, of which `scale` stand after the point.
///
/// Two decimals are equal when their values are: `1.50` equals `1.5`, and both hash alike. The scale shows only in
/// [`fmt::Display`] and in the column type that the value has as a constant.
///
/// ```
/// use incql_runtime::types::Decimal;
/// let price: Decimal = "12.50".parse()?;
/// assert_eq!(price, Decimal::new(125, 1)?);
/// assert_eq!(price.to_string(), "12.50");
/// # Ok::<(), incql_runtime::types::DecimalError>(())
/// ```
#[derive(Clone, Copy, Default)]
pub struct Decimal {
    unscaled: i128,
    scale: u8,
}

/// Why a number is no [`Decimal`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecimalError {
    /// The text is no decimal number (an optional sign, digits, at most one point).
    Malformed,
    /// The number needs more than 38 digits.
    TooManyDigits,
    /// The number cannot be written exactly with so few digits or so small a scale, or is no number at all.
    Inexact,
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not a decimal number",
            Self::TooManyDigits => "a decimal has at most 38 digits",
            Self::Inexact => "the number has no exact value of this type",
        })
    }
}

impl std::error::Error for DecimalError {}

impl Decimal {
    /// `unscaled / 10^scale`.
    ///
    /// # Errors
    /// More than 38 digits, or a scale above 38.
    pub fn new(unscaled: i128, scale: u8) -> Result<Self, DecimalError> {
        if scale > MAX_DIGITS || digits(unscaled) > MAX_DIGITS {
            return Err(DecimalError::TooManyDigits);
        }
        Ok(Self { unscaled, scale })
    }

    /// The number without its point.
    pub fn unscaled(self) -> i128 {
        self.unscaled
    }

    /// How many digits stand after the point.
    pub fn scale(self) -> u8 {
        self.scale
    }

    /// How many digits a column needs for this value at its scale.
    pub fn precision(self) -> u8 {
        digits(self.unscaled).max(self.scale).max(1)
    }

    /// The same value with another scale.
    ///
    /// # Errors
    /// Digits other than zero would be cut off, or more than 38 would be needed.
    pub fn rescale(self, scale: u8) -> Result<Self, DecimalError> {
        if scale >= self.scale {
            let factor = pow10(scale - self.scale).ok_or(DecimalError::TooManyDigits)?;
            let unscaled = self.unscaled.checked_mul(factor).ok_or(DecimalError::TooManyDigits)?;
            return Self::new(unscaled, scale);
        }
        let factor = pow10(self.scale - scale).ok_or(DecimalError::Inexact)?;
        if self.unscaled % factor != 0 {
            return Err(DecimalError::Inexact);
        }
        Self::new(self.unscaled / factor, scale)
    }

    /// The decimal of the shortest text that stands for this float: `0.1` is one tenth.
    ///
    /// # Errors
    /// NaN, an infinity, or a text of more than 38 digits.
    pub fn from_f64(value: f64) -> Result<Self, DecimalError> {
        if value.is_finite() { value.to_string().parse() } else { Err(DecimalError::Inexact) }
    }

    /// The nearest float.
    pub fn to_f64(self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// The same value with the smallest scale.
    #[must_use]
    pub fn normalized(self) -> Self {
        let Self { mut unscaled, mut scale } = self;
        while scale > 0 && unscaled % 10 == 0 {
            unscaled /= 10;
            scale -= 1;
        }
        Self { unscaled, scale }
    }
}

/// `10^exponent`, if it is an `i128`.
fn pow10(exponent: u8) -> Option<i128> {
    10_i128.checked_pow(u32::from(exponent))
}

/// The number of decimal digits; zero has none.
fn digits(value: i128) -> u8 {
    let digits = value.unsigned_abs().checked_ilog10().map_or(0, |log| log + 1);
    u8::try_from(digits).unwrap_or(u8::MAX)
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.scale == other.scale {
            return self.unscaled.cmp(&other.unscaled);
        }
        let scale = self.scale.max(other.scale);
        wide(*self, scale).cmp(&wide(*other, scale))
    }
}

/// The unscaled number at a scale that is not smaller: at most 76 digits, which 256 bits hold.
fn wide(value: Decimal, scale: u8) -> i256 {
    let factor = i256::from_i128(10).wrapping_pow(u32::from(scale - value.scale));
    i256::from_i128(value.unscaled).wrapping_mul(factor)
}

impl Hash for Decimal {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { unscaled, scale } = self.normalized();
        (unscaled, scale).hash(state);
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = usize::from(self.scale);
        let digits = format!("{:0width$}", self.unscaled.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let text = if scale == 0 { digits.clone() } else { format!("{whole}.{fraction}") };
        f.pad_integral(self.unscaled >= 0, "", &text)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_number(whole) || !is_number(fraction) {
            return Err(DecimalError::Malformed);
        }
        let scale = u8::try_from(fraction.len()).map_err(|_| DecimalError::TooManyDigits)?;
        let mut unscaled: i128 = 0;
        for byte in whole.bytes().chain(fraction.bytes()) {
            let shifted = unscaled.checked_mul(10).ok_or(DecimalError::TooManyDigits)?;
            unscaled = shifted.checked_add(i128::from(byte - b'0')).ok_or(DecimalError::TooManyDigits)?;
        }
        Self::new(if negative { -unscaled } else { unscaled }, scale)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Decimal {
            fn from(value: $integer) -> Self {
                Self { unscaled: i128::from(value), scale: 0 }
            }
        }

        impl TryFrom<Decimal> for $integer {
            type Error = DecimalError;

            /// The integer of the same value; a fraction or an overflow is an error.
            fn try_from(value: Decimal) -> Result<Self, DecimalError> {
                let whole = value.rescale(0)?;
                Self::try_from(whole.unscaled).map_err(|_| DecimalError::Inexact)
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    #[test]
    fn text_keeps_its_scale() {
        for text in ["0", "1", "-1", "0.1", "-0.05", "12.50", "99999999999999999999999999999999999999", "0.00"] {
            assert_eq!(decimal(text).to_string(), text);
        }
        assert_eq!(decimal(".5").to_string(), "0.5");
        assert_eq!(decimal("+5.").to_string(), "5");
        assert_eq!(decimal("-0").to_string(), "0");
    }

    #[test]
    fn text_that_is_no_decimal_is_refused() {
        for text in ["", ".", "-", "1e3", "1.2.3", "1_000", " 1", "NaN", "--1", "+-1", "١"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::Malformed), "{text}");
        }
        let digits = "1".repeat(39);
        assert_eq!(digits.parse::<Decimal>(), Err(DecimalError::TooManyDigits));
        assert_eq!(format!("0.{digits}").parse::<Decimal>(), Err(DecimalError::TooManyDigits));
        assert_eq!("1".repeat(400).parse::<Decimal>(), Err(DecimalError::TooManyDigits));
    }

    #[test]
    fn equality_order_and_hash_go_by_value() {
        assert_eq!(decimal("1.50"), decimal("1.5"));
        assert_eq!(decimal("0"), decimal("-0.000"));
        assert_ne!(decimal("1.5"), decimal("1.51"));
        let huge = decimal("99999999999999999999999999999999999999");
        let tiny = Decimal::new(1, 38).expect("a decimal");
        assert!(huge > tiny && tiny > decimal("0") && decimal("-1") < tiny);
        assert!(huge > decimal("99999999999999999999999999999999999.999"));
        assert_eq!(HashSet::from([decimal("1.50"), decimal("1.5"), decimal("1.500")]).len(), 1);
    }

    #[test]
    fn conversions_are_exact_or_errors() {
        assert_eq!(i64::try_from(decimal("9223372036854775807.00")), Ok(i64::MAX));
        assert_eq!(i64::try_from(decimal("9223372036854775808")), Err(DecimalError::Inexact));
        assert_eq!(u8::try_from(decimal("1.5")), Err(DecimalError::Inexact));
        assert_eq!(Decimal::from(u64::MAX).to_string(), "18446744073709551615");
        assert_eq!(Decimal::from_f64(0.1).map(|d| d.to_string()), Ok("0.1".to_owned()));
        assert_eq!(Decimal::from_f64(f64::NAN), Err(DecimalError::Inexact));
        assert_eq!(Decimal::from_f64(1e300), Err(DecimalError::TooManyDigits));
        assert_eq!(decimal("-2.50").to_f64(), -2.5);
        assert_eq!(decimal("1.5").rescale(3).map(|d| d.to_string()), Ok("1.500".to_owned()));
        assert_eq!(decimal("1.25").rescale(1), Err(DecimalError::Inexact));
        assert_eq!(decimal("10").rescale(37), Err(DecimalError::TooManyDigits));
    }

    #[test]
    fn precision_counts_the_digits_a_column_needs() {
        for (text, precision) in [("0", 1), ("0.05", 2), ("12.50", 4), ("-100", 3), ("0.00", 2)] {
            assert_eq!(decimal(text).precision(), precision, "{text}");
        }
    }
}
