//! Applies the rules until none fires: one walk over the plan per rule, with an explicit stack; in debug builds the
//! invariants are checked after each rule.

use std::collections::HashMap;

use super::{Origins, RULES, Rule, Run};
use crate::error::{PlanError, SourceLocation};
use crate::prism::plan::{NodeId, Plan};
use crate::prism::traverse::Nodes;
use crate::prism::validate;

/// Rules only remove nodes, so this many rounds are never reached; it bounds a faulty rule.
const MAX_ROUNDS: usize = 16;

/// One firing of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedRule {
    /// The rule's name.
    pub rule: &'static str,
    /// The node it fired on, as it was.
    pub node: NodeId,
    /// The operator of that node.
    pub operator: &'static str,
    /// Where that node was authored.
    pub location: Option<SourceLocation>,
    /// How many nodes were there, and how many took their place.
    pub nodes: (usize, usize),
}

/// The outcome of rewriting.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The rewritten plan.
    pub plan: Plan,
    /// What its nodes stand for.
    pub origins: Origins,
    /// What was done, in order.
    pub applied: Vec<AppliedRule>,
}

/// Rewrites a plan by all rules.
pub(crate) fn rewrite(authored: &Plan) -> Result<Outcome, PlanError> {
    rewrite_by(RULES, authored)
}

/// Rewrites a plan by these rules.
pub(super) fn rewrite_by(rules: &[&dyn Rule], authored: &Plan) -> Result<Outcome, PlanError> {
    let origins = Origins::of_plan(authored);
    let mut outcome = Outcome { plan: authored.clone(), origins, applied: Vec::new() };
    for _ in 0..MAX_ROUNDS {
        let before = outcome.applied.len();
        for rule in rules {
            let fired = outcome.applied.len();
            if let Some(plan) = pass(*rule, &mut outcome) {
                outcome.plan = plan;
            }
            if cfg!(debug_assertions) && outcome.applied.len() > fired {
                validate::check_rewrite(authored, &outcome.plan, &outcome.origins)
                    .map_err(|problem| PlanError::new(format!("rewrite rule {}: {problem}", rule.name())))?;
            }
        }
        if outcome.applied.len() == before {
            break;
        }
    }
    Ok(outcome)
}

/// One walk with one rule; `None` when it fired nowhere.
fn pass(rule: &dyn Rule, outcome: &mut Outcome) -> Option<Plan> {
    let root = outcome.plan.clone();
    let nodes = Nodes::of(&root);
    if !nodes.iter().any(|node| rule.fires_at(node)) {
        return None;
    }
    let mut walk = Walk { rule, nodes: &nodes, outcome, done: HashMap::new() };
    walk.run(&root);
    walk.done.remove(&root.address()).map(|(_, result)| result)
}

/// The run that starts at a node: neighbours of the operator that nothing else reads.
fn run_of<'a>(rule: &dyn Rule, nodes: &Nodes<'_>, top: &'a Plan) -> Run<'a> {
    let mut run = vec![top];
    let mut current = top;
    while let [input] = current.inputs() {
        if !rule.concerns(input.operator()) || nodes.is_shared(input) {
            break;
        }
        run.push(input);
        current = input;
    }
    Run { nodes: run }
}

struct Walk<'w> {
    rule: &'w dyn Rule,
    nodes: &'w Nodes<'w>,
    outcome: &'w mut Outcome,
    /// By address of the node before: that node, which keeps the address taken, and the node after.
    done: HashMap<usize, (Plan, Plan)>,
}

enum Step {
    /// A node, and whether a run can start there.
    Enter(Plan, bool),
    /// A node, and what took its place; its inputs are done.
    Leave(Plan, Plan),
}

impl Walk<'_> {
    fn run(&mut self, root: &Plan) {
        let mut pending = vec![Step::Enter(root.clone(), true)];
        while let Some(step) = pending.pop() {
            match step {
                Step::Enter(node, _) if self.done.contains_key(&node.address()) => {}
                Step::Enter(node, starts) => {
                    let replaced = if starts { self.apply(&node) } else { node.clone() };
                    let inputs: Vec<Plan> = replaced.inputs().to_vec();
                    pending.push(Step::Leave(node, replaced.clone()));
                    for input in inputs {
                        let starts = !self.rule.concerns(replaced.operator()) || self.nodes.is_shared(&input);
                        pending.push(Step::Enter(input, starts));
                    }
                }
                Step::Leave(node, replaced) => {
                    let result = self.rebuilt(&replaced);
                    self.done.insert(node.address(), (node, result));
                }
            }
        }
    }

    fn apply(&mut self, node: &Plan) -> Plan {
        if !self.rule.concerns(node.operator()) {
            return node.clone();
        }
        let run = run_of(self.rule, self.nodes, node);
        if !run.nodes.iter().any(|node| self.rule.fires_at(node)) {
            return node.clone();
        }
        let Some(rewritten) = self.rule.apply(&run) else { return node.clone() };
        for (id, stands_for) in &rewritten.stands_for {
            self.outcome.origins.join(*id, stands_for);
        }
        self.outcome.applied.push(AppliedRule {
            rule: self.rule.name(),
            node: node.id(),
            operator: node.operator().name(),
            location: node.location(),
            nodes: (run.nodes.len(), rewritten.nodes),
        });
        rewritten.plan
    }

    /// The node over the results of its inputs.
    fn rebuilt(&mut self, node: &Plan) -> Plan {
        let results: Vec<Plan> = node.inputs().iter().map(|input| self.result_of(input)).collect();
        if results.iter().zip(node.inputs()).all(|(result, input)| result.ptr_eq(input)) {
            return node.clone();
        }
        let rebuilt = node.with_inputs(results);
        self.outcome.origins.join(rebuilt.id(), &[node.id()]);
        rebuilt
    }

    fn result_of(&self, node: &Plan) -> Plan {
        self.done.get(&node.address()).map_or_else(|| node.clone(), |(_, result)| result.clone())
    }
}
