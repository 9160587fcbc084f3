//! Joins: one boolean expression over both inputs, no filter after it; semi and anti joins emit the left columns.

use arrow::datatypes::DataType;
use substrait::proto::JoinRel;
use substrait::proto::join_rel::JoinType;
use substrait::proto::rel::RelType;

use super::{Context, emit};
use crate::error::PlanError;
use crate::prism::node::{Join, JoinKind};
use crate::scalar::Scalar;
use crate::substrait::expr;
use crate::value::Value;

/// The join without its inputs, the left of which has `left_width` columns.
pub fn join(context: &Context, join: &Join, left_width: usize) -> Result<RelType, PlanError> {
    let join_type = match join.kind {
        JoinKind::Inner => JoinType::Inner,
        JoinKind::Left => JoinType::Left,
        JoinKind::Right => JoinType::Right,
        JoinKind::Full => JoinType::Outer,
        JoinKind::Semi => JoinType::LeftSemi,
        JoinKind::Anti => JoinType::LeftAnti,
        JoinKind::Cross if join.on.is_none() => return Ok(RelType::Cross(Box::default())),
        JoinKind::Cross => return Err(PlanError::new("a cross join has no condition")),
    };
    let always = Scalar::constant(Value::Boolean(true), DataType::Boolean);
    let expression = Some(Box::new(expr::lower(context, join.on.as_ref().unwrap_or(&always))?));
    let common = match join.kind {
        JoinKind::Semi | JoinKind::Anti => emit(0..left_width)?,
        _ => None,
    };
    let r#type = join_type as i32;
    Ok(RelType::Join(Box::new(JoinRel { common, expression, r#type, ..JoinRel::default() })))
}
