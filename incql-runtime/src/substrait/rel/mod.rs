//! Plan nodes as relations, one file per relation. A relation is made without its inputs, which are attached after
//! everything that can fail, and taken apart without recursion, so that a chain of any length is lowered and dropped
//! in constant stack.

mod aggregate;
mod fetch;
mod filter;
mod join;
mod project;
mod read;
mod sort;
mod window;

use substrait::proto::rel::RelType;
use substrait::proto::rel_common::{Emit, EmitKind};
use substrait::proto::{Rel, RelCommon};

use super::context::Context;
use crate::error::PlanError;
use crate::prism::node::Operator;
use crate::prism::plan::Plan;

/// The relation of `plan`, inputs and all.
pub fn lower(context: &Context, plan: &Plan) -> Result<Rel, PlanError> {
    let mut done = Finished(Vec::new());
    let mut pending = vec![Step::Enter(plan)];
    while let Some(step) = pending.pop() {
        match step {
            Step::Enter(node) => {
                pending.push(Step::Leave(node));
                pending.extend(node.inputs().iter().rev().map(Step::Enter));
            }
            Step::Leave(node) => {
                let mut rel = node_rel(context, node).map_err(|error| match node.location() {
                    Some(location) => error.at(location),
                    None => error,
                })?;
                for slot in inputs_mut(&mut rel).into_iter().rev() {
                    *slot = done.0.pop().map(Box::new);
                }
                done.0.push(rel);
            }
        }
    }
    done.0.pop().ok_or_else(|| PlanError::new("the plan is empty"))
}

enum Step<'a> {
    Enter(&'a Plan),
    Leave(&'a Plan),
}

/// Relations that wait for their consumer; dropped without recursion when lowering fails half-way.
struct Finished(Vec<Rel>);

impl Drop for Finished {
    fn drop(&mut self) {
        for rel in self.0.drain(..) {
            dismantle(rel);
        }
    }
}

fn node_rel(context: &Context, node: &Plan) -> Result<Rel, PlanError> {
    let rel_type = match node.operator() {
        Operator::Read(read) => read::read(context, read, node.schema())?,
        Operator::Filter(filter) => filter::filter(context, filter)?,
        Operator::Project(project) => project::project(context, project, input_width(node, 0)?)?,
        Operator::Join(join) => join::join(context, join, input_width(node, 0)?)?,
        Operator::Aggregate(aggregate) => aggregate::aggregate(context, aggregate)?,
        Operator::Window(window) => window::window(context, window, input_width(node, 0)?)?,
        Operator::Sort(sort) => sort::sort(context, sort)?,
        Operator::Fetch(fetch) => fetch::fetch(fetch),
    };
    Ok(Rel { rel_type: Some(rel_type) })
}

fn input_width(node: &Plan, input: usize) -> Result<usize, PlanError> {
    let found = node.inputs().get(input).map(|plan| plan.schema().len());
    found.ok_or_else(|| PlanError::new(format!("a {} node lacks its input", node.operator().name())))
}

/// A relation that emits these columns of its direct output.
fn emit(columns: impl Iterator<Item = usize>) -> Result<Option<RelCommon>, PlanError> {
    let output_mapping = columns
        .map(|column| i32::try_from(column).map_err(|_| PlanError::new(format!("column {column} is out of range"))))
        .collect::<Result<_, _>>()?;
    let emit_kind = Some(EmitKind::Emit(Emit { output_mapping }));
    Ok(Some(RelCommon { emit_kind, ..RelCommon::default() }))
}

/// The places of a relation's inputs, left to right, for every relation that plans here consist of.
pub fn inputs_mut(rel: &mut Rel) -> Vec<&mut Option<Box<Rel>>> {
    match &mut rel.rel_type {
        Some(RelType::Filter(rel)) => vec![&mut rel.input],
        Some(RelType::Fetch(rel)) => vec![&mut rel.input],
        Some(RelType::Aggregate(rel)) => vec![&mut rel.input],
        Some(RelType::Sort(rel)) => vec![&mut rel.input],
        Some(RelType::Project(rel)) => vec![&mut rel.input],
        Some(RelType::Window(rel)) => vec![&mut rel.input],
        Some(RelType::Join(rel)) => vec![&mut rel.left, &mut rel.right],
        Some(RelType::Cross(rel)) => vec![&mut rel.left, &mut rel.right],
        _ => Vec::new(),
    }
}

/// The inputs of a relation, left to right.
pub fn inputs(rel: &Rel) -> Vec<&Rel> {
    let boxed = match &rel.rel_type {
        Some(RelType::Filter(rel)) => vec![&rel.input],
        Some(RelType::Fetch(rel)) => vec![&rel.input],
        Some(RelType::Aggregate(rel)) => vec![&rel.input],
        Some(RelType::Sort(rel)) => vec![&rel.input],
        Some(RelType::Project(rel)) => vec![&rel.input],
        Some(RelType::Join(rel)) => vec![&rel.left, &rel.right],
        Some(RelType::Cross(rel)) => vec![&rel.left, &rel.right],
        Some(RelType::Set(rel)) => return rel.inputs.iter().collect(),
        _ => Vec::new(),
    };
    boxed.into_iter().filter_map(|input| input.as_deref()).collect()
}

/// Drops a relation without recursion over its inputs.
pub fn dismantle(rel: Rel) {
    let mut pending = vec![rel];
    while let Some(mut rel) = pending.pop() {
        if let Some(RelType::Set(set)) = &mut rel.rel_type {
            pending.append(&mut set.inputs);
        }
        pending.extend(inputs_mut(&mut rel).into_iter().filter_map(Option::take).map(|input| *input));
    }
}
