//! Of sorts directly above one another only the last matters: a sort promises the order of its own keys, and nothing
//! about rows that are equal in them. A sort below a Fetch, or below anything else, stays.

use super::{Rewritten, Rule, Run};
use crate::prism::node::Operator;

pub(super) struct CollapseSorts;

impl Rule for CollapseSorts {
    fn name(&self) -> &'static str {
        "collapse_sorts"
    }

    fn concerns(&self, operator: &Operator) -> bool {
        matches!(operator, Operator::Sort(_))
    }

    fn apply(&self, run: &Run<'_>) -> Option<Rewritten> {
        let plan = run.top()?.with_inputs(vec![run.input()?.clone()]);
        let stands_for = vec![(plan.id(), run.nodes().iter().map(|node| node.id()).collect())];
        Some(Rewritten { plan, nodes: 1, stands_for })
    }
}
