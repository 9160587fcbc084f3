//! What must hold of every plan: expressions refer to columns that are there, with their types, and nodes have the
//! columns their operators make; and of every rewrite: the same output, and no authored node forgotten.

use std::collections::HashSet;

use arrow::datatypes::DataType;

use super::node::{JoinKind, Operator, Projection};
use super::plan::{NodeId, Plan};
use super::rewrite::Origins;
use super::traverse::Nodes;
use crate::functions::lossless::same_values;
use crate::scalar::{FrameBound, Measure, Scalar, ScalarKind, SortKey, WindowCall};
use crate::schema::Schema;

/// Checks a rewritten plan against the authored one. The error says what does not hold.
pub(crate) fn check_rewrite(authored: &Plan, view: &Plan, origins: &Origins) -> Result<(), String> {
    check_output(authored.schema(), view.schema())?;
    check_plan(view)?;
    let known: HashSet<NodeId> = Nodes::of(authored).iter().map(Plan::id).collect();
    let mut covered = HashSet::new();
    for node in Nodes::of(view).iter() {
        let stands_for = origins.of(node.id());
        if stands_for.is_empty() || stands_for.iter().any(|origin| !known.contains(origin)) {
            return Err(format!("{} {} has no authored origin", node.operator().name(), node.id()));
        }
        covered.extend(stands_for);
    }
    match known.difference(&covered).next() {
        Some(lost) => Err(format!("authored node {lost} is no longer accounted for")),
        None => Ok(()),
    }
}

/// Names and types stay; a column that could not be NULL still cannot.
fn check_output(before: &Schema, after: &Schema) -> Result<(), String> {
    if before.len() != after.len() {
        return Err(format!("the output had {} columns and has {}", before.len(), after.len()));
    }
    for (old, new) in before.iter().zip(after.iter()) {
        if old.name() != new.name() || old.data_type() != new.data_type() {
            let (old_type, new_type) = (old.data_type(), new.data_type());
            return Err(format!("column {}: {old_type} became {}: {new_type}", old.name(), new.name()));
        }
        if new.is_nullable() && !old.is_nullable() {
            return Err(format!("column {} became nullable", old.name()));
        }
    }
    Ok(())
}

/// Checks every node of a plan.
pub(crate) fn check_plan(plan: &Plan) -> Result<(), String> {
    for node in Nodes::of(plan).iter() {
        check_node(node).map_err(|problem| format!("{} {}: {problem}", node.operator().name(), node.id()))?;
    }
    Ok(())
}

fn check_node(node: &Plan) -> Result<(), String> {
    let expected = match node.operator() {
        Operator::Read(_) => 0,
        Operator::Join(_) => 2,
        _ => 1,
    };
    if node.inputs().len() != expected {
        return Err(format!("has {} inputs", node.inputs().len()));
    }
    let check = Columns::of(node);
    for scalar in expressions(node.operator()) {
        check.scalar(scalar)?;
    }
    check_columns(node)
}

/// Every expression of an operator.
fn expressions(operator: &Operator) -> Vec<&Scalar> {
    match operator {
        Operator::Read(_) | Operator::Fetch(_) => Vec::new(),
        Operator::Filter(filter) => vec![&filter.predicate],
        Operator::Project(project) => match &project.columns {
            Projection::Select(items) => items.iter().collect(),
            Projection::With { replaced, appended } => {
                replaced.iter().map(|(_, scalar)| scalar).chain(appended.iter()).collect()
            }
        },
        Operator::Join(join) => join.on.iter().collect(),
        Operator::Aggregate(aggregate) => {
            aggregate.keys.iter().chain(aggregate.measures.iter().flat_map(measure)).collect()
        }
        Operator::Window(window) => window.calls.iter().flat_map(window_call).collect(),
        Operator::Sort(sort) => order(&sort.keys).collect(),
    }
}

fn order(keys: &[SortKey]) -> impl Iterator<Item = &Scalar> {
    keys.iter().map(|key| &key.expression)
}

fn measure(measure: &Measure) -> impl Iterator<Item = &Scalar> {
    measure.arguments.iter().chain(&measure.filter).chain(order(&measure.order))
}

fn window_call(call: &WindowCall) -> impl Iterator<Item = &Scalar> {
    let bounds = [&call.frame.start, &call.frame.end].into_iter().filter_map(|bound| match bound {
        FrameBound::Preceding(offset) | FrameBound::Following(offset) => Some(offset),
        _ => None,
    });
    call.arguments.iter().chain(&call.filter).chain(&call.partition).chain(order(&call.order)).chain(bounds)
}

/// The columns that a node's expressions may refer to.
struct Columns<'a> {
    left: Option<&'a Schema>,
    right: Option<&'a Schema>,
}

impl<'a> Columns<'a> {
    fn of(node: &'a Plan) -> Self {
        let mut schemas = node.inputs().iter().map(Plan::schema);
        Self { left: schemas.next(), right: schemas.next() }
    }

    fn field(&self, index: usize) -> Option<(&DataType, bool)> {
        let width = self.left.map_or(0, Schema::len);
        let field = match index.checked_sub(width) {
            None => self.left.and_then(|schema| schema.field(index)),
            Some(index) => self.right.and_then(|schema| schema.field(index)),
        };
        field.map(|field| (field.data_type(), field.is_nullable()))
    }

    fn scalar(&self, scalar: &Scalar) -> Result<(), String> {
        let mut problem = None;
        scalar.visit(&mut |part| {
            let ScalarKind::Column(index) = part.kind() else { return };
            match self.field(*index) {
                None => problem = Some(format!("refers to column {index}, which is not there")),
                Some((data_type, nullable)) => {
                    if !same_values(data_type, part.data_type()) || (nullable && !part.is_nullable()) {
                        let wanted = part.data_type();
                        problem = Some(format!("refers to column {index} as {wanted}, which is {data_type}"));
                    }
                }
            }
        });
        problem.map_or(Ok(()), Err)
    }
}

/// The node's schema has the columns that its operator makes.
fn check_columns(node: &Plan) -> Result<(), String> {
    let inputs: usize = node.inputs().iter().map(|input| input.schema().len()).sum();
    let made = match node.operator() {
        Operator::Read(_) => return Ok(()),
        Operator::Project(project) => match &project.columns {
            Projection::Select(items) => {
                items.iter().enumerate().try_for_each(|(position, item)| check_column(node, position, item))?;
                items.len()
            }
            Projection::With { replaced, appended } => {
                replaced.iter().try_for_each(|(position, item)| check_column(node, *position, item))?;
                appended.iter().enumerate().try_for_each(|(i, item)| check_column(node, inputs + i, item))?;
                inputs + appended.len()
            }
        },
        Operator::Join(join) if matches!(join.kind, JoinKind::Semi | JoinKind::Anti) => {
            node.inputs().first().map_or(0, |input| input.schema().len())
        }
        Operator::Aggregate(aggregate) => aggregate.keys.len() + aggregate.measures.len(),
        Operator::Window(window) => inputs + window.calls.len(),
        Operator::Filter(_) | Operator::Join(_) | Operator::Sort(_) | Operator::Fetch(_) => inputs,
    };
    if made == node.schema().len() {
        return Ok(());
    }
    Err(format!("makes {made} columns and says {}", node.schema().len()))
}

fn check_column(node: &Plan, position: usize, item: &Scalar) -> Result<(), String> {
    let Some(field) = node.schema().field(position) else { return Err(format!("column {position} has no field")) };
    if field.data_type() != item.data_type() || (item.is_nullable() && !field.is_nullable()) {
        return Err(format!("column {} is not what its expression makes", field.name()));
    }
    Ok(())
}
