//! Casts: the failure behaviour is always stated, and a cast whose meaning would need a zone that Substrait drops is
//! refused.

use arrow::datatypes::DataType;
use substrait::proto::Expression;
use substrait::proto::expression::cast::FailureBehavior;
use substrait::proto::expression::{Cast, RexType};

use super::{Context, lower, rex};
use crate::error::PlanError;
use crate::scalar::{CastMode, Scalar};
use crate::substrait::types::{UTC, to_proto};

/// `scalar`, which casts `input` to its own type.
pub fn cast(context: &Context, scalar: &Scalar, input: &Scalar, mode: CastMode) -> Result<Expression, PlanError> {
    check_zone(input.data_type(), scalar.data_type())?;
    let failure_behavior = match mode {
        CastMode::Strict => FailureBehavior::ThrowException,
        CastMode::Try => FailureBehavior::ReturnNull,
    };
    Ok(rex(RexType::Cast(Box::new(Cast {
        r#type: Some(to_proto(scalar.data_type(), scalar.is_nullable())?),
        input: Some(Box::new(lower(context, input)?)),
        failure_behavior: failure_behavior as i32,
    }))))
}

/// A Substrait timestamp with zone is an instant. Between instants no zone matters; between an instant and a local
/// value (text, date, time, timestamp without zone) it decides the result, and only UTC can be said.
fn check_zone(from: &DataType, to: &DataType) -> Result<(), PlanError> {
    let zone = match (from, to) {
        (DataType::Timestamp(_, Some(zone)), other) | (other, DataType::Timestamp(_, Some(zone)))
            if is_local(other) =>
        {
            zone
        }
        _ => return Ok(()),
    };
    if is_utc(zone) {
        return Ok(());
    }
    Err(PlanError::new(format!(
        "a cast from {from} to {to} depends on the zone {zone}, which a Substrait plan cannot carry: cast by way of {UTC}"
    )))
}

fn is_local(data_type: &DataType) -> bool {
    matches!(
        data_type,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Date32
            | DataType::Time32(_)
            | DataType::Time64(_)
            | DataType::Timestamp(_, None)
    )
}

fn is_utc(zone: &str) -> bool {
    ["UTC", "Etc/UTC", "Z", "+00:00", "+00", "GMT"].iter().any(|name| name.eq_ignore_ascii_case(zone))
}
