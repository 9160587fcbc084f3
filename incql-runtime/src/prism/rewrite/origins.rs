//! Which authored nodes each view node stands for; a node nothing was done to stands for itself.

use std::collections::{HashMap, HashSet};

use crate::prism::plan::{NodeId, Plan};
use crate::prism::traverse::Nodes;

/// View node to authored nodes, where they differ.
#[derive(Clone, Debug)]
pub(crate) struct Origins {
    authored: Plan,
    /// The authored nodes; filled when something changes for the first time.
    known: HashSet<NodeId>,
    changed: HashMap<NodeId, Vec<NodeId>>,
}

impl Origins {
    /// Every node of an authored plan stands for itself.
    pub(super) fn of_plan(authored: &Plan) -> Self {
        Self { authored: authored.clone(), known: HashSet::new(), changed: HashMap::new() }
    }

    /// The authored nodes that a view node stands for.
    pub(crate) fn of(&self, node: NodeId) -> Vec<NodeId> {
        self.changed.get(&node).cloned().unwrap_or_else(|| vec![node])
    }

    /// A node stands for all that others stood for, and for what it stood for so far.
    pub(super) fn join(&mut self, node: NodeId, others: &[NodeId]) {
        if self.known.is_empty() {
            self.known = Nodes::of(&self.authored).iter().map(Plan::id).collect();
        }
        let own = match self.changed.get(&node) {
            Some(own) => own.clone(),
            None if self.known.contains(&node) => vec![node],
            None => Vec::new(),
        };
        let mut seen = HashSet::new();
        let joined = own.into_iter().chain(others.iter().flat_map(|other| self.of(*other)));
        let all: Vec<NodeId> = joined.filter(|origin| seen.insert(*origin)).collect();
        if all != [node] {
            self.changed.insert(node, all);
        }
    }
}
