//! Rewrite rules: each makes another plan with the same output schema and the same rows. A rule never decides what a
//! plan means, only how it is written.

mod collapse_limits;
mod collapse_sorts;
mod driver;
mod merge_filters;
mod merge_projections;
mod origins;
mod remove_true_filter;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use driver::{AppliedRule, rewrite};
pub(crate) use origins::Origins;

use super::plan::{NodeId, Plan};
use crate::prism::node::Operator;

/// The rules in the order in which they are tried. Every rule removes nodes, so trying them again until none fires
/// ends.
static RULES: &[&dyn Rule] = &[
    // Before all others: what it removes stands between nodes that then become neighbours.
    &remove_true_filter::RemoveTrueFilter,
    // These three look at neighbours of one operator only and do not enable each other.
    &merge_filters::MergeFilters,
    &collapse_limits::CollapseLimits,
    &collapse_sorts::CollapseSorts,
    // Last: it is the only one whose cost grows with expressions, and it sees the fewest nodes here.
    &merge_projections::MergeProjections,
];

/// A rule over a run: neighbouring nodes of one operator, each the only consumer of the next.
pub(crate) trait Rule: Sync {
    /// The name, as plans explain it and errors name it; the file has the same.
    fn name(&self) -> &'static str;

    /// Whether the rule is about runs of this operator.
    fn concerns(&self, operator: &Operator) -> bool;

    /// Whether a run with this node may be rewritten, seen from the node alone: by default, that it has a neighbour.
    fn fires_at(&self, node: &Plan) -> bool {
        self.concerns(node.operator()) && node.inputs().iter().any(|input| self.concerns(input.operator()))
    }

    /// What takes the place of a run, if anything does.
    fn apply(&self, run: &Run<'_>) -> Option<Rewritten>;
}

/// Neighbouring nodes of one operator, the consumer of all first.
#[derive(Debug)]
pub(crate) struct Run<'a> {
    nodes: Vec<&'a Plan>,
}

impl<'a> Run<'a> {
    /// The nodes, top first.
    pub(crate) fn nodes(&self) -> &[&'a Plan] {
        &self.nodes
    }

    /// The node whose output the run's is.
    pub(crate) fn top(&self) -> Option<&'a Plan> {
        self.nodes.first().copied()
    }

    /// What the lowest node reads.
    pub(crate) fn input(&self) -> Option<&'a Plan> {
        self.nodes.last().and_then(|node| node.inputs().first())
    }
}

/// What takes the place of a run.
#[derive(Debug)]
pub(crate) struct Rewritten {
    /// The new top.
    pub plan: Plan,
    /// How many nodes there are now.
    pub nodes: usize,
    /// For each node that is new, or stands for more than before: the nodes of the run that it stands for.
    pub stands_for: Vec<(NodeId, Vec<NodeId>)>,
}

#[cfg(test)]
mod tests {
    use super::driver::rewrite_by;
    use super::testing::{Verbs, add, check_all, gt, int, t, truth};
    use super::*;
    use crate::prism::traverse::{Nodes, counts};

    #[test]
    fn rules_enable_each_other_until_none_fires() {
        let plan = t()
            .filtered(|c| gt(c("a"), int(1)))
            .filtered(|_| truth(true))
            .filtered(|c| gt(c("b"), int(2)))
            .fetched(2, None)
            .filtered(|_| truth(true))
            .fetched(1, Some(5));
        let fired = check_all(
            &plan,
            "
            Fetch 5 offset 3
              Filter and(gt(a, 1), gt(b, 2))
                Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
        assert_eq!(fired, ["remove_true_filter", "remove_true_filter", "merge_filters", "collapse_limits"]);
    }

    #[test]
    fn every_authored_node_is_accounted_for() {
        let read = t();
        let first = read.filtered(|c| gt(c("a"), int(1)));
        let second = first.filtered(|_| truth(true));
        let third = second.filtered(|c| gt(c("b"), int(2)));
        let outcome = rewrite_by(RULES, &third).expect("a view");
        let view: Vec<_> = Nodes::of(&outcome.plan).iter().map(|node| outcome.origins.of(node.id())).collect();
        assert_eq!(view, [vec![read.id(), second.id()], vec![third.id(), first.id()]]);
    }

    #[test]
    fn a_view_infers_no_schema() {
        let plan = t().with("x", |c| add(c("a"), int(1))).with("y", |c| add(c("a"), int(2)));
        assert_eq!(counts(&plan).inferences, 2, "the table is made by hand, two verbs follow");
        let outcome = rewrite_by(RULES, &plan).expect("a view");
        assert_eq!(counts(&outcome.plan).inferences, 0);
    }

    #[test]
    fn a_node_that_two_consumers_read_stays_one() {
        use crate::prism::build::join::{Side, join};
        use crate::prism::node::JoinKind;
        let shared = t().filtered(|c| gt(c("a"), int(1)));
        let left = shared.filtered(|c| gt(c("b"), int(2)));
        let right = shared.filtered(|c| gt(c("b"), int(3)));
        let three = |list: &mut crate::row::FieldList| {
            for name in ["a", "b", "s"] {
                list.column::<i64>(name);
            }
        };
        let side = |plan| Side { plan, scope: crate::expr::node::Scope::new(three) };
        let plan = join(JoinKind::Cross, side(&left), side(&right), None, testing::AT).expect("a join");
        let outcome = rewrite_by(RULES, &plan).expect("a view");
        assert_eq!(Nodes::of(&outcome.plan).len(), 5);
        assert!(outcome.applied.is_empty());
    }
}
