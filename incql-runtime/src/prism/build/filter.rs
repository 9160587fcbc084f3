//! Filter nodes: a boolean over the input's columns.

use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, Scope};
use crate::prism::layout::Layout;
use crate::prism::node::{Filter, Operator};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage};

/// Keeps rows where the condition is true.
pub(crate) fn filter(input: &Plan, scope: Scope, condition: &Node, at: SourceLocation) -> Result<Plan, PlanError> {
    let layout = Layout::single(scope, input.schema());
    let mut stage = RowStage::new(&layout);
    let predicate = Resolver::new(&mut stage).condition(condition, "WHERE").map_err(|error| error.at(at))?;
    let output = Output::unchanged(input.schema());
    Ok(Plan::from_parts(Operator::Filter(Filter { predicate }), vec![input.clone()], output, Some(at)))
}
