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

#[cfg(test)]
mod tests {
    use super::super::testing::{Verbs, check, check_untouched, gt, int, t};
    use super::*;

    #[test]
    fn the_last_of_neighbouring_sorts_stays() {
        let plan = t().sorted("a", false).sorted("s", true).sorted("b", false);
        check(
            &CollapseSorts,
            &plan,
            "
            Sort b asc nulls last
              Sort s desc nulls first
                Sort a asc nulls last
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Sort b asc nulls last
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn a_sort_whose_rows_a_fetch_chose_stays() {
        check_untouched(&CollapseSorts, &t().sorted("a", false).fetched(0, Some(3)).sorted("b", false));
    }

    #[test]
    fn sorts_around_a_filter_are_no_neighbours() {
        check_untouched(&CollapseSorts, &t().sorted("a", false).filtered(|c| gt(c("a"), int(1))).sorted("b", false));
    }
}
