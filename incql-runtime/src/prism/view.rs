//! Views: a rewritten plan beside what its nodes stand for and which rules made it. The authored plan is untouched, and
//! deriving twice gives the same view.

use super::plan::{NodeId, Plan};
use super::rewrite::{AppliedRule, Origins, rewrite};
use crate::error::PlanError;

/// What an authored plan is lowered from.
#[derive(Debug)]
pub(crate) struct View {
    plan: Plan,
    origins: Origins,
    applied: Vec<AppliedRule>,
}

impl View {
    /// Derives the view of an authored plan.
    ///
    /// Fails only where a rewrite rule breaks an invariant, which debug builds check after every rule.
    pub(crate) fn of(authored: &Plan) -> Result<Self, PlanError> {
        let outcome = rewrite(authored)?;
        Ok(Self { plan: outcome.plan, origins: outcome.origins, applied: outcome.applied })
    }

    /// The rewritten plan.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The authored nodes that a view node stands for; never empty.
    pub(crate) fn origins(&self, node: NodeId) -> Vec<NodeId> {
        self.origins.of(node)
    }

    /// The rules that fired, in order.
    pub(crate) fn applied(&self) -> &[AppliedRule] {
        &self.applied
    }
}
