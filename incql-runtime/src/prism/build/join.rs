//! Join nodes: pairs of rows, the nullability of the side that may be missing, and one name per column.

use std::sync::Arc;

use super::project::column;
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, Scope};
use crate::prism::layout::Layout;
use crate::prism::node::{Join, JoinKind, Operator, Project, Projection};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage};
use crate::scalar::Scalar;
use crate::schema::Schema;

/// One side of a join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    /// The relation.
    pub plan: &'a Plan,
    /// The scope of its columns in the condition; its fields are those of the row type.
    pub scope: Scope,
}

/// Pairs rows for which the condition is true.
pub(crate) fn join(
    kind: JoinKind,
    left: Side<'_>,
    right: Side<'_>,
    on: Option<&Node>,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let layout = Layout::pair((left.scope, left.plan.schema()), (right.scope, right.plan.schema()));
    let mut stage = RowStage::new(&layout);
    let on = on.map(|on| Resolver::new(&mut stage).condition(on, "ON")).transpose().map_err(|error| error.at(at))?;
    let inputs = vec![left.plan.clone(), right.plan.clone()];
    let output = output(kind, left.plan.schema(), right.plan.schema());
    let plan = Plan::from_parts(Operator::Join(Join { kind, on }), inputs, output, Some(at));
    Ok(match kind {
        JoinKind::Semi | JoinKind::Anti => plan,
        _ => typed_first(plan, left, right, at),
    })
}

fn output(kind: JoinKind, left: &Schema, right: &Schema) -> Output {
    match kind {
        JoinKind::Inner | JoinKind::Cross => Output::joined(left, right),
        JoinKind::Left => Output::joined(left, &right.nullable()),
        JoinKind::Right => Output::joined(&left.nullable(), right),
        JoinKind::Full => Output::joined(&left.nullable(), &right.nullable()),
        JoinKind::Semi | JoinKind::Anti => Output::unchanged(left),
    }
}

/// Puts columns that the row types do not name after all others, where the pair's companion numbers columns without
/// them; most joins have none and stay as they are.
fn typed_first(plan: Plan, left: Side<'_>, right: Side<'_>, at: SourceLocation) -> Plan {
    let (left_width, left_typed) = (left.plan.schema().len(), left.scope.fields().fields().len());
    let (right_width, right_typed) = (right.plan.schema().len(), right.scope.fields().fields().len());
    if left_typed >= left_width {
        return plan;
    }
    let typed = (0..left_typed).chain(left_width..left_width + right_typed.min(right_width));
    let others = (left_typed..left_width).chain(left_width + right_typed.min(right_width)..left_width + right_width);
    let positions: Vec<usize> = typed.chain(others).collect();
    let items: Arc<[Scalar]> = positions.iter().filter_map(|position| column(&plan, *position)).collect();
    let output = Output::reordered(plan.schema(), &positions);
    let columns = Projection::Select(items);
    Plan::from_parts(Operator::Project(Project { columns }), vec![plan], output, Some(at))
}
