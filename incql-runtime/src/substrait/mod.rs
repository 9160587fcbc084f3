//! Substrait, the plan at the boundary: a plan tree becomes one `Plan` message, byte for byte the same for equal
//! frames in every run and process. The pinned version is [`VERSION`]; `docs/substrait.md` lists the encodings.

pub mod context;
pub mod depth;
pub mod expr;
pub mod extensions;
mod rel;
pub mod serialize;
mod text;
pub mod types;
pub mod validate;

use std::collections::BTreeSet;
use std::ops::Deref;

use substrait::proto;
use substrait::proto::{PlanRel, RelRoot, Version, plan_rel};

pub use context::{Context, MEMORY_PREFIX, MemoryTable};
pub use serialize::SerializeError;

use crate::error::PlanError;
use crate::prism::plan::Plan;

/// The Substrait version of the plans: major, minor, patch.
pub const VERSION: (u32, u32, u32) = (0, 85, 0);
/// The producer that the plans name.
pub const PRODUCER: &str = "incql";

/// Trees larger than this are refused: a plan that shares a subplan many times over is expanded in Substrait.
const MAX_NODES: u64 = 1_000_000;

/// A Substrait plan, with the in-memory tables that it reads by name.
///
/// Dereferences to the protobuf message. It is dropped without recursion, however deep the plan is; a message taken
/// out with [`SubstraitPlan::into_proto`] is not.
#[derive(Debug)]
pub struct SubstraitPlan {
    plan: proto::Plan,
    memory: Vec<MemoryTable>,
}

impl SubstraitPlan {
    /// The in-memory tables that the plan reads, which whoever executes it must bind under their names.
    pub fn memory_tables(&self) -> &[MemoryTable] {
        &self.memory
    }

    /// The protobuf message.
    pub fn as_proto(&self) -> &proto::Plan {
        &self.plan
    }

    /// The protobuf message by value.
    pub fn into_proto(mut self) -> proto::Plan {
        std::mem::take(&mut self.plan)
    }
}

impl From<proto::Plan> for SubstraitPlan {
    fn from(plan: proto::Plan) -> Self {
        Self { plan, memory: Vec::new() }
    }
}

impl Deref for SubstraitPlan {
    type Target = proto::Plan;
    fn deref(&self) -> &proto::Plan {
        &self.plan
    }
}

/// Plans are equal when their messages are; the in-memory tables they read have equal names then.
impl PartialEq for SubstraitPlan {
    fn eq(&self, other: &Self) -> bool {
        self.plan == other.plan
    }
}

impl Drop for SubstraitPlan {
    fn drop(&mut self) {
        for relation in self.plan.relations.drain(..) {
            let root = match relation.rel_type {
                Some(plan_rel::RelType::Root(root)) => root.input,
                Some(plan_rel::RelType::Rel(rel)) => Some(rel),
                None => None,
            };
            if let Some(rel) = root {
                rel::dismantle(rel);
            }
        }
    }
}

/// The Substrait plan of `plan`: one root whose names are the output columns'.
pub fn lower(plan: &Plan) -> Result<SubstraitPlan, PlanError> {
    check_size(plan)?;
    let names = root_names(plan)?;
    let context = Context::of(plan);
    let input = rel::lower(&context, plan)?;
    let (extension_urns, extensions) = context.extensions.declarations();
    let root = RelRoot { input: Some(input), names };
    let message = proto::Plan {
        version: Some(version()),
        extension_urns,
        extensions,
        relations: vec![PlanRel { rel_type: Some(plan_rel::RelType::Root(root)) }],
        ..proto::Plan::default()
    };
    let plan = SubstraitPlan { plan: message, memory: context.memory };
    // What is built here keeps the rules by construction; builds with debug assertions check that it does.
    if cfg!(debug_assertions) {
        validate::validate(&plan)?;
    }
    Ok(plan)
}

fn version() -> Version {
    let (major_number, minor_number, patch_number) = VERSION;
    Version { major_number, minor_number, patch_number, git_hash: String::new(), producer: PRODUCER.to_owned() }
}

fn root_names(plan: &Plan) -> Result<Vec<String>, PlanError> {
    let mut seen = BTreeSet::new();
    for field in plan.schema().iter() {
        if !seen.insert(field.name()) {
            return Err(PlanError::new(format!("two output columns are named `{}`", field.name())));
        }
    }
    Ok(types::depth_first_names(plan.schema()))
}

/// Counts the nodes of the expanded tree without expanding it.
fn check_size(plan: &Plan) -> Result<(), PlanError> {
    use std::collections::HashMap;
    let mut sizes: HashMap<usize, u64> = HashMap::new();
    let mut pending = vec![plan];
    while let Some(node) = pending.last().copied() {
        let mut size: u64 = 1;
        let mut waiting = false;
        for input in node.inputs() {
            match sizes.get(&input.address()) {
                Some(below) => size = size.saturating_add(*below),
                None => {
                    pending.push(input);
                    waiting = true;
                }
            }
        }
        if !waiting {
            sizes.insert(node.address(), size);
            pending.pop();
        }
    }
    match sizes.get(&plan.address()) {
        Some(size) if *size > MAX_NODES => Err(PlanError::new(format!(
            "the plan expands to {size} relations, more than {MAX_NODES}: it uses a shared subplan too often"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
