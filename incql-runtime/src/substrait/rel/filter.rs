//! Filters as relations of their own: engines ignore the filter of a read.

use substrait::proto::FilterRel;
use substrait::proto::rel::RelType;

use super::Context;
use crate::error::PlanError;
use crate::prism::node::Filter;
use crate::substrait::expr;

/// The filter without its input.
pub fn filter(context: &Context, filter: &Filter) -> Result<RelType, PlanError> {
    let condition = Some(Box::new(expr::lower(context, &filter.predicate)?));
    Ok(RelType::Filter(Box::new(FilterRel { condition, ..FilterRel::default() })))
}
