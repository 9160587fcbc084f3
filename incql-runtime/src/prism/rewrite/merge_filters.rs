//! Merges neighbouring filters into one whose predicate is the conjunction, lowest first: a row passes both exactly
//! when `AND` is true, in three-valued logic too. A predicate that can fail, or that differs from call to call, is not
//! merged into what stands below it, because the lower filter may protect it from rows.

use arrow::datatypes::DataType;

use super::{Rewritten, Rule, Run};
use crate::functions::boolean::AND;
use crate::prism::node::{Filter, Operator};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::scalar::{Scalar, ScalarKind};

pub(super) struct MergeFilters;

impl Rule for MergeFilters {
    fn name(&self) -> &'static str {
        "merge_filters"
    }

    fn concerns(&self, operator: &Operator) -> bool {
        matches!(operator, Operator::Filter(_))
    }

    fn apply(&self, run: &Run<'_>) -> Option<Rewritten> {
        let groups = groups(run);
        if groups.len() == run.nodes().len() {
            return None;
        }
        let mut plan = run.input()?.clone();
        let mut stands_for = Vec::with_capacity(groups.len());
        for group in groups {
            plan = merged(&group, plan)?;
            stands_for.push((plan.id(), group.iter().rev().map(|node| node.id()).collect()));
        }
        Some(Rewritten { plan, nodes: stands_for.len(), stands_for })
    }
}

/// The filters that become one each, lowest first.
fn groups<'a>(run: &Run<'a>) -> Vec<Vec<&'a Plan>> {
    let mut groups: Vec<Vec<&Plan>> = Vec::new();
    for node in run.nodes().iter().rev() {
        match groups.last_mut() {
            Some(group) if moves_down(node) => group.push(node),
            _ => groups.push(vec![node]),
        }
    }
    groups
}

fn moves_down(node: &Plan) -> bool {
    predicate(node).is_some_and(|predicate| {
        let properties = predicate.properties();
        !properties.raises && !properties.volatile
    })
}

fn predicate(node: &Plan) -> Option<&Scalar> {
    match node.operator() {
        Operator::Filter(filter) => Some(&filter.predicate),
        _ => None,
    }
}

fn merged(group: &[&Plan], input: Plan) -> Option<Plan> {
    if let [node] = group {
        return Some(node.with_inputs(vec![input]));
    }
    let mut conjuncts = Vec::with_capacity(group.len());
    for node in group {
        let predicate = predicate(node)?;
        match predicate.kind() {
            ScalarKind::Call { function, arguments } if **function == AND => {
                conjuncts.extend(arguments.iter().cloned())
            }
            _ => conjuncts.push(predicate.clone()),
        }
    }
    let predicate = Scalar::call(&AND, conjuncts, DataType::Boolean, false);
    let top = group.last()?;
    let output = Output::kept(top.schema());
    Some(Plan::from_parts(Operator::Filter(Filter { predicate }), vec![input], output, top.location()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Verbs, add, check, check_untouched, gt, int, t};
    use super::*;
    use crate::expr::node::Node;

    #[test]
    fn neighbours_become_one_conjunction_lowest_first() {
        let plan = t()
            .filtered(|c| gt(c("a"), int(1)))
            .filtered(|c| Node::call(&AND, vec![gt(c("a"), int(2)), gt(c("b"), int(3))]))
            .filtered(|c| gt(c("b"), int(4)));
        check(
            &MergeFilters,
            &plan,
            "
            Filter gt(b, 4)
              Filter and(gt(a, 2), gt(b, 3))
                Filter gt(a, 1)
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Filter and(gt(a, 1), gt(a, 2), gt(b, 3), gt(b, 4))
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn a_predicate_that_can_fail_stays_above_the_filter_that_protects_it() {
        let plan = t().filtered(|c| gt(c("a"), int(0))).filtered(|c| gt(add(c("a"), int(1)), int(5)));
        check_untouched(&MergeFilters, &plan);
    }

    #[test]
    fn a_harmless_predicate_above_one_that_can_fail_joins_it() {
        let plan = t()
            .filtered(|c| gt(c("a"), int(0)))
            .filtered(|c| gt(add(c("a"), int(1)), int(5)))
            .filtered(|c| gt(c("b"), int(7)));
        check(
            &MergeFilters,
            &plan,
            "
            Filter gt(b, 7)
              Filter gt(add(a, 1), 5)
                Filter gt(a, 0)
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Filter and(gt(add(a, 1), 5), gt(b, 7))
              Filter gt(a, 0)
                Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn filters_with_a_limit_between_them_stay_apart() {
        let plan = t().filtered(|c| gt(c("a"), int(0))).fetched(0, Some(3)).filtered(|c| gt(c("b"), int(1)));
        check_untouched(&MergeFilters, &plan);
    }
}
