//! Walks over plans: every node once, inputs before consumers, with an explicit stack so that no chain is too long.

use std::collections::HashMap;

use super::plan::Plan;

/// The distinct nodes of a plan, inputs before consumers, and how many consumers each has.
#[derive(Debug)]
pub(crate) struct Nodes<'a> {
    list: Vec<&'a Plan>,
    consumers: HashMap<usize, u32>,
}

impl<'a> Nodes<'a> {
    /// Walks a plan.
    pub(crate) fn of(root: &'a Plan) -> Self {
        let mut list = Vec::new();
        let mut consumers = HashMap::from([(root.address(), 0)]);
        let mut pending = vec![Step::Enter(root)];
        while let Some(step) = pending.pop() {
            match step {
                Step::Leave(node) => list.push(node),
                Step::Enter(node) => {
                    pending.push(Step::Leave(node));
                    for input in node.inputs().iter().rev() {
                        let known = consumers.entry(input.address()).or_insert(0);
                        *known += 1;
                        if *known == 1 {
                            pending.push(Step::Enter(input));
                        }
                    }
                }
            }
        }
        Self { list, consumers }
    }

    /// Inputs before consumers; the root is last.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &'a Plan> + '_ {
        self.list.iter().copied()
    }

    /// The number of distinct nodes.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether more than one node of this plan reads the node.
    pub(crate) fn is_shared(&self, node: &Plan) -> bool {
        self.consumers.get(&node.address()).is_some_and(|count| *count > 1)
    }
}

enum Step<'a> {
    Enter(&'a Plan),
    Leave(&'a Plan),
}

/// What building a plan cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Distinct nodes.
    pub nodes: usize,
    /// Schemas inferred for them.
    pub inferences: u64,
}

/// Counts the nodes of a plan and the schema inferences that building them took.
pub fn counts(root: &Plan) -> Counts {
    let nodes = Nodes::of(root);
    let inferences = nodes.iter().map(|node| u64::from(node.inferences())).sum();
    Counts { nodes: nodes.len(), inferences }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prism::node::{Fetch, Join, JoinKind, Operator};
    use crate::prism::testing::{node, over, required, table};
    use arrow::datatypes::DataType;

    #[test]
    fn a_shared_node_is_met_once_and_before_its_consumers() {
        let read = table("t", vec![required("a", DataType::Int64)]);
        let first = over(Operator::Fetch(Fetch { offset: 0, count: Some(1) }), &read);
        let second = over(Operator::Fetch(Fetch { offset: 1, count: Some(1) }), &read);
        let fields = vec![required("a", DataType::Int64), required("b", DataType::Int64)];
        let join = Operator::Join(Join { kind: JoinKind::Cross, on: None });
        let root = node(join, vec![first.clone(), second.clone()], fields);
        let nodes = Nodes::of(&root);
        let order: Vec<usize> = nodes.iter().map(Plan::address).collect();
        assert_eq!(order, [read.address(), first.address(), second.address(), root.address()]);
        assert!(nodes.is_shared(&read));
        assert!(!nodes.is_shared(&first));
    }
}
