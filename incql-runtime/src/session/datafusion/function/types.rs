//! The engine's types beside the plan's: other layouts of the same values are let be, other types are cast.

use arrow::datatypes::DataType;
use datafusion::logical_expr::{Cast, Expr, TryCast};

use crate::scalar::CastMode;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::kernel::cast::checked;

/// Whether the engine may keep `found` where the plan says `declared`: views of text and bytes, another zone of the
/// same instants, other names and nullability of nested fields.
pub(in super::super) fn same_layout(found: &DataType, declared: &DataType) -> bool {
    use DataType as T;
    match (found, declared) {
        (found, declared) if found == declared => true,
        (T::Utf8View, T::Utf8) | (T::BinaryView, T::Binary) => true,
        (T::Timestamp(unit, Some(_)), T::Timestamp(declared_unit, Some(_))) => unit == declared_unit,
        (T::List(found), T::List(declared)) => same_layout(found.data_type(), declared.data_type()),
        (T::Struct(found), T::Struct(declared)) => {
            found.len() == declared.len()
                && found.iter().zip(declared).all(|(f, d)| same_layout(f.data_type(), d.data_type()))
        }
        (T::Map(found, _), T::Map(declared, _)) => same_layout(found.data_type(), declared.data_type()),
        _ => false,
    }
}

/// The plan's type for an engine's layout of it.
pub(in super::super) fn plain(found: &DataType) -> DataType {
    match found {
        DataType::Utf8View | DataType::LargeUtf8 => DataType::Utf8,
        DataType::BinaryView | DataType::LargeBinary => DataType::Binary,
        other => other.clone(),
    }
}

/// The value in the type that the plan states.
pub(in super::super) fn conform(value: Typed, declared: &DataType) -> Typed {
    if same_layout(&value.data_type, declared) {
        return value;
    }
    Typed { expr: Expr::Cast(Cast::new(Box::new(value.expr), declared.clone())), data_type: declared.clone() }
}

/// A cast that a plan asks for.
pub(in super::super) fn cast(value: Typed, target: &DataType, mode: CastMode) -> Typed {
    if same_layout(&value.data_type, target) {
        return value;
    }
    if let Some(kernel) = checked(&value, target, mode) {
        return kernel;
    }
    let input = Box::new(value.expr);
    let expr = match mode {
        CastMode::Strict => Expr::Cast(Cast::new(input, target.clone())),
        CastMode::Try => Expr::TryCast(TryCast::new(input, target.clone())),
    };
    Typed { expr, data_type: target.clone() }
}
