//! Makes neighbouring fetches one: offsets add, and the count is the least of what each leaves.

use super::{Rewritten, Rule, Run};
use crate::prism::node::{Fetch, Operator};
use crate::prism::output::Output;
use crate::prism::plan::Plan;

pub(super) struct CollapseLimits;

impl Rule for CollapseLimits {
    fn name(&self) -> &'static str {
        "collapse_limits"
    }

    fn concerns(&self, operator: &Operator) -> bool {
        matches!(operator, Operator::Fetch(_))
    }

    fn apply(&self, run: &Run<'_>) -> Option<Rewritten> {
        let (top, input) = (run.top()?, run.input()?);
        let mut all = Fetch { offset: 0, count: None };
        for node in run.nodes().iter().rev() {
            let Operator::Fetch(fetch) = node.operator() else { return None };
            all = then(&all, fetch);
        }
        let output = Output::kept(top.schema());
        let plan = Plan::from_parts(Operator::Fetch(all), vec![input.clone()], output, top.location());
        let stands_for = vec![(plan.id(), run.nodes().iter().map(|node| node.id()).collect())];
        Some(Rewritten { plan, nodes: 1, stands_for })
    }
}

/// One fetch for `first` and then `second`. Offsets beyond `u64::MAX` skip every row there can be, like `u64::MAX`.
fn then(first: &Fetch, second: &Fetch) -> Fetch {
    let left = first.count.map(|count| count.saturating_sub(second.offset));
    let count = match (left, second.count) {
        (Some(left), Some(count)) => Some(left.min(count)),
        (left, count) => left.or(count),
    };
    Fetch { offset: first.offset.saturating_add(second.offset), count }
}
