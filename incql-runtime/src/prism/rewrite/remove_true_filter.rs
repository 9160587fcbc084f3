//! Removes filters whose predicate is the constant true: they keep every row.

use super::{Rewritten, Rule, Run};
use crate::prism::node::Operator;
use crate::prism::plan::Plan;
use crate::value::Value;

pub(super) struct RemoveTrueFilter;

impl Rule for RemoveTrueFilter {
    fn name(&self) -> &'static str {
        "remove_true_filter"
    }

    fn concerns(&self, operator: &Operator) -> bool {
        matches!(operator, Operator::Filter(_))
    }

    fn fires_at(&self, node: &Plan) -> bool {
        keeps_all(node)
    }

    fn apply(&self, run: &Run<'_>) -> Option<Rewritten> {
        if !run.nodes().iter().any(|node| keeps_all(node)) {
            return None;
        }
        let mut plan = run.input()?.clone();
        let mut stands_for = Vec::new();
        let mut removed = Vec::new();
        for node in run.nodes().iter().rev() {
            if keeps_all(node) {
                removed.push(node.id());
                continue;
            }
            plan = node.with_inputs(vec![plan]);
            stands_for.push((plan.id(), vec![node.id()]));
        }
        let nodes = stands_for.len();
        // The removed filters are the input's affair from now on: they let through what it gives.
        let input = run.input()?.id();
        removed.push(input);
        stands_for.push((input, removed));
        Some(Rewritten { plan, nodes, stands_for })
    }
}

fn keeps_all(node: &Plan) -> bool {
    match node.operator() {
        Operator::Filter(filter) => filter.predicate.literal() == Some(&Value::Boolean(true)),
        _ => false,
    }
}
