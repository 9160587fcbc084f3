//! Window nodes as projections: the input's columns, then one window expression per call, so that calls of one node
//! may differ in partition, order and frame.

use substrait::proto::rel::RelType;

use super::{Context, project};
use crate::error::PlanError;
use crate::prism::node::Window;
use crate::substrait::expr;

/// The projection without its input, which has `width` columns.
pub fn window(context: &Context, window: &Window, width: usize) -> Result<RelType, PlanError> {
    let mut expressions = (0..width).map(expr::column).collect::<Result<Vec<_>, _>>()?;
    for call in window.calls.iter() {
        expressions.push(expr::window::window(context, call)?);
    }
    project::emitting(expressions, width)
}
