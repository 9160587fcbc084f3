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

#[cfg(test)]
mod tests {
    use super::super::testing::{Verbs, check, check_untouched, gt, int, t, truth};
    use super::*;

    #[test]
    fn a_true_filter_is_removed_wherever_it_stands_in_a_run() {
        let plan = t().filtered(|_| truth(true)).filtered(|c| gt(c("a"), int(1))).filtered(|_| truth(true));
        check(
            &RemoveTrueFilter,
            &plan,
            "
            Filter true
              Filter gt(a, 1)
                Filter true
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Filter gt(a, 1)
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn false_null_and_columns_are_not_true() {
        check_untouched(&RemoveTrueFilter, &t().filtered(|_| truth(false)));
        let null = |_: super::super::testing::Columns<'_>| {
            crate::expr::node::Node::literal(Value::Null, arrow::datatypes::DataType::Boolean)
        };
        check_untouched(&RemoveTrueFilter, &t().filtered(null));
        check_untouched(&RemoveTrueFilter, &t().filtered(|c| gt(c("a"), int(0))));
    }
}
