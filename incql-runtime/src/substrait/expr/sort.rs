//! Sort keys: direction and null placement are always stated.

use substrait::proto::SortField;
use substrait::proto::sort_field::{SortDirection, SortKind};

use super::{Context, lower};
use crate::error::PlanError;
use crate::scalar::SortKey;

/// The keys, most significant first.
pub fn sort_fields(context: &Context, keys: &[SortKey]) -> Result<Vec<SortField>, PlanError> {
    keys.iter().map(|key| sort_field(context, key)).collect()
}

fn sort_field(context: &Context, key: &SortKey) -> Result<SortField, PlanError> {
    let direction = match (key.descending, key.nulls_first) {
        (false, true) => SortDirection::AscNullsFirst,
        (false, false) => SortDirection::AscNullsLast,
        (true, true) => SortDirection::DescNullsFirst,
        (true, false) => SortDirection::DescNullsLast,
    };
    let expr = Some(lower(context, &key.expression)?);
    Ok(SortField { expr, sort_kind: Some(SortKind::Direction(direction as i32)) })
}
