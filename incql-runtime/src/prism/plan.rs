//! The authored graph: immutable nodes shared by reference count, each with its schema, hash and source location
//! computed once when it is built. Dropping a chain of any length does not recurse.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::node::Operator;
use crate::error::SourceLocation;
use crate::schema::Schema;

/// A handle on a node of the authored graph; cloning shares it.
#[derive(Clone)]
pub struct Plan(Arc<PlanNode>);

struct PlanNode {
    operator: Operator,
    inputs: Vec<Plan>,
    schema: Schema,
    id: NodeId,
    location: Option<SourceLocation>,
    depth: usize,
}

/// The identity of a node: the hash of its operator, arguments and inputs, so equal subplans have one id wherever and
/// whenever they are built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u64);

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:016x}", self.0)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Plan {
    /// A node over its inputs, with the schema its builder derived. Only `prism::build` calls this, so that every
    /// node's schema agrees with its operator.
    pub(super) fn from_parts(
        operator: Operator,
        inputs: Vec<Self>,
        schema: Schema,
        location: Option<SourceLocation>,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        operator.hash(&mut hasher);
        if names_columns(&operator) {
            for field in schema.iter() {
                (field.name(), field.data_type(), field.is_nullable()).hash(&mut hasher);
            }
        }
        let mut depth = 1;
        for input in &inputs {
            input.id().hash(&mut hasher);
            depth = depth.max(input.depth().saturating_add(1));
        }
        let id = NodeId(hasher.finish());
        Self(Arc::new(PlanNode { operator, inputs, schema, id, location, depth }))
    }

    /// What the node does.
    pub fn operator(&self) -> &Operator {
        &self.0.operator
    }

    /// The inputs, left to right.
    pub fn inputs(&self) -> &[Self] {
        &self.0.inputs
    }

    /// The columns that come out.
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    /// The node's identity.
    pub fn id(&self) -> NodeId {
        self.0.id
    }

    /// Where it was authored.
    pub fn location(&self) -> Option<SourceLocation> {
        self.0.location
    }

    /// The longest path to a source, in nodes.
    pub fn depth(&self) -> usize {
        self.0.depth
    }

    /// Whether both handles share one node.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The node's address: a key for maps that live no longer than the plan.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
}

impl Drop for PlanNode {
    fn drop(&mut self) {
        let mut pending = std::mem::take(&mut self.inputs);
        while let Some(plan) = pending.pop() {
            if let Some(mut node) = Arc::into_inner(plan.0) {
                pending.append(&mut node.inputs);
            }
        }
    }
}

/// Whether the operator's output names are its own and not derived from its inputs.
fn names_columns(operator: &Operator) -> bool {
    matches!(operator, Operator::Read(_) | Operator::Project(_) | Operator::Aggregate(_) | Operator::Window(_))
}
