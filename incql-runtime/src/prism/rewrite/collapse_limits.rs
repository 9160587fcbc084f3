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

#[cfg(test)]
mod tests {
    use super::super::testing::{Verbs, check, check_untouched, gt, int, t};
    use super::*;

    fn fetch(offset: u64, count: Option<u64>) -> Fetch {
        Fetch { offset, count }
    }

    #[track_caller]
    fn becomes(first: (u64, Option<u64>), second: (u64, Option<u64>), expected: (u64, Option<u64>)) {
        let both = then(&fetch(first.0, first.1), &fetch(second.0, second.1));
        assert_eq!((both.offset, both.count), expected);
    }

    #[test]
    fn offsets_add_and_counts_take_the_least_of_what_is_left() {
        becomes((0, Some(10)), (0, Some(3)), (0, Some(3)));
        becomes((0, Some(3)), (0, Some(10)), (0, Some(3)));
        becomes((2, Some(10)), (3, Some(4)), (5, Some(4)));
        becomes((2, Some(10)), (8, Some(4)), (10, Some(2)));
        becomes((2, Some(10)), (11, None), (13, Some(0)));
        becomes((2, None), (3, None), (5, None));
        becomes((2, None), (3, Some(1)), (5, Some(1)));
    }

    #[test]
    fn huge_numbers_do_not_overflow() {
        becomes((u64::MAX, None), (1, Some(u64::MAX)), (u64::MAX, Some(u64::MAX)));
        becomes((u64::MAX, Some(u64::MAX)), (u64::MAX, None), (u64::MAX, Some(0)));
    }

    #[test]
    fn a_run_becomes_one_node() {
        let plan = t().fetched(2, Some(10)).fetched(3, None).fetched(0, Some(5));
        check(
            &CollapseLimits,
            &plan,
            "
            Fetch 5 offset 0
              Fetch all offset 3
                Fetch 10 offset 2
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Fetch 5 offset 5
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn limits_around_a_filter_or_a_sort_stay_apart() {
        check_untouched(&CollapseLimits, &t().fetched(0, Some(9)).filtered(|c| gt(c("a"), int(0))).fetched(0, Some(3)));
        check_untouched(&CollapseLimits, &t().fetched(0, Some(9)).sorted("a", false).fetched(0, Some(3)));
    }
}
