//! Projections: every output column is an expression and only those are emitted, which is right also for engines that
//! read a projection as a replacement of its input's columns.

use substrait::proto::rel::RelType;
use substrait::proto::{Expression, ProjectRel};

use super::{Context, emit};
use crate::error::PlanError;
use crate::prism::node::{Project, Projection};
use crate::substrait::expr;

/// The projection without its input, which has `width` columns.
pub fn project(context: &Context, project: &Project, width: usize) -> Result<RelType, PlanError> {
    let expressions = match &project.columns {
        Projection::Select(items) => expr::lower_all(context, items)?,
        Projection::With { replaced, appended } => {
            let mut expressions = (0..width).map(expr::column).collect::<Result<Vec<_>, _>>()?;
            for (position, value) in replaced.iter() {
                let place = expressions
                    .get_mut(*position)
                    .ok_or_else(|| PlanError::new(format!("there is no column {position} to replace")))?;
                *place = expr::lower(context, value)?;
            }
            expressions.extend(expr::lower_all(context, appended)?);
            expressions
        }
    };
    emitting(expressions, width)
}

/// A projection that emits exactly `expressions` over an input of `width` columns.
pub fn emitting(expressions: Vec<Expression>, width: usize) -> Result<RelType, PlanError> {
    let common = emit(width..width + expressions.len())?;
    Ok(RelType::Project(Box::new(ProjectRel { common, expressions, ..ProjectRel::default() })))
}
