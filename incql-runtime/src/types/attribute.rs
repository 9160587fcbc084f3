//! Column types that take a model's type attributes: decimals with precision and scale, timestamps with a time zone.

use arrow::datatypes::{DataType, TimeUnit};
use chrono::{DateTime, Utc};

use super::list::of_elements;
use super::{BaseType, ColumnType, Decimal};

/// A type for which `#[model(precision = .., scale = ..)]` has a meaning.
#[diagnostic::on_unimplemented(
    message = "`precision` and `scale` have no meaning for `{Self}`",
    label = "not a decimal",
    note = "they describe a `Decimal`, an `Option` or a `Vec` of it"
)]
pub trait DecimalColumn: ColumnType {
    /// The Arrow type with this precision and scale.
    fn decimal_type(precision: u8, scale: i8) -> DataType;
}

impl DecimalColumn for Decimal {
    fn decimal_type(precision: u8, scale: i8) -> DataType {
        DataType::Decimal128(precision, scale)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DecimalColumn + BaseType> DecimalColumn for Option<T> {
    fn decimal_type(precision: u8, scale: i8) -> DataType {
        T::decimal_type(precision, scale)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DecimalColumn> DecimalColumn for Vec<T> {
    fn decimal_type(precision: u8, scale: i8) -> DataType {
        of_elements(T::decimal_type(precision, scale), T::nullable())
    }
}

/// A type for which `#[model(timezone = "..")]` has a meaning.
#[diagnostic::on_unimplemented(
    message = "`timezone` has no meaning for `{Self}`",
    label = "not a zoned timestamp",
    note = "it describes a `DateTime<Utc>`, an `Option` or a `Vec` of it"
)]
pub trait ZonedColumn: ColumnType {
    /// The Arrow type in this zone.
    fn zoned_type(zone: &str) -> DataType;
}

impl ZonedColumn for DateTime<Utc> {
    fn zoned_type(zone: &str) -> DataType {
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: ZonedColumn + BaseType> ZonedColumn for Option<T> {
    fn zoned_type(zone: &str) -> DataType {
        T::zoned_type(zone)
    }
}

#[diagnostic::do_not_recommend]
impl<T: ZonedColumn> ZonedColumn for Vec<T> {
    fn zoned_type(zone: &str) -> DataType {
        of_elements(T::zoned_type(zone), T::nullable())
    }
}
