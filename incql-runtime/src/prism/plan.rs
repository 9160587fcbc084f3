//! The authored graph: immutable nodes shared by reference count, each with its schema, hash and source location
//! computed once when it is built. Dropping a chain of any length does not recurse.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use arrow::datatypes::FieldRef;

use super::node::{Operator, Project, Projection, Window};
use super::output::Output;
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
    /// How often a schema was inferred to build this node.
    inferences: u32,
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
    /// A node over its inputs, with the schema its builder derived. Only builders and rewrites call this, so that every
    /// node's schema agrees with its operator.
    pub(super) fn from_parts(
        operator: Operator,
        inputs: Vec<Self>,
        output: Output,
        location: Option<SourceLocation>,
    ) -> Self {
        let Output { schema, inferences } = output;
        let mut hasher = DefaultHasher::new();
        operator.hash(&mut hasher);
        hash_own_names(&operator, &schema, &mut hasher);
        let mut depth = 1;
        for input in &inputs {
            input.id().hash(&mut hasher);
            depth = depth.max(input.depth().saturating_add(1));
        }
        let id = NodeId(hasher.finish());
        Self(Arc::new(PlanNode { operator, inputs, schema, id, location, depth, inferences }))
    }

    /// The same node over other inputs of the same schemas; nothing is inferred.
    pub(super) fn with_inputs(&self, inputs: Vec<Self>) -> Self {
        if inputs.len() == self.inputs().len() && inputs.iter().zip(self.inputs()).all(|(new, old)| new.ptr_eq(old)) {
            return self.clone();
        }
        Self::from_parts(self.operator().clone(), inputs, Output::kept(self.schema()), self.location())
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

    /// How often a schema was inferred to build this node: once for an authored node, never for a rewritten one.
    pub fn inferences(&self) -> u32 {
        self.0.inferences
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

/// Hashes the names and types that are the operator's own and not derived from its inputs.
fn hash_own_names(operator: &Operator, schema: &Schema, hasher: &mut DefaultHasher) {
    let mut hash = |field: &FieldRef| (field.name(), field.data_type(), field.is_nullable()).hash(hasher);
    match operator {
        Operator::Read(_) | Operator::Aggregate(_) => schema.iter().for_each(hash),
        Operator::Project(Project { columns: Projection::Select(_) }) => schema.iter().for_each(hash),
        Operator::Project(Project { columns: Projection::With { replaced, appended } }) => {
            replaced.iter().filter_map(|(position, _)| schema.field(*position)).for_each(&mut hash);
            let first = schema.len().saturating_sub(appended.len());
            (first..schema.len()).filter_map(|position| schema.field(position)).for_each(hash);
        }
        Operator::Window(Window { calls }) => {
            let first = schema.len().saturating_sub(calls.len());
            (first..schema.len()).filter_map(|position| schema.field(position)).for_each(hash);
        }
        Operator::Filter(_) | Operator::Join(_) | Operator::Sort(_) | Operator::Fetch(_) => {}
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({} nodes deep)", self.operator().name(), self.id(), self.depth())
    }
}
