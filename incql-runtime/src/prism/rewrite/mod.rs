//! Rewrite rules: each makes another plan with the same output schema and the same rows. A rule never decides what a
//! plan means, only how it is written.

mod collapse_limits;
mod collapse_sorts;
mod driver;
mod merge_filters;
mod merge_projections;
mod origins;
mod remove_true_filter;

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
