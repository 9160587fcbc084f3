//! Sorts.

use substrait::proto::SortRel;
use substrait::proto::rel::RelType;

use super::Context;
use crate::error::PlanError;
use crate::prism::node::Sort;
use crate::substrait::expr;

/// The sort without its input.
pub fn sort(context: &Context, sort: &Sort) -> Result<RelType, PlanError> {
    let sorts = expr::sort_fields(context, &sort.keys)?;
    Ok(RelType::Sort(Box::new(SortRel { sorts, ..SortRel::default() })))
}
