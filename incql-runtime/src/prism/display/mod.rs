//! Plans as stable text: one line per node, consumers above their inputs, the same for equal plans in every run.

mod constant;
mod expression;

pub(crate) use constant::constant;

use std::fmt;

use arrow::datatypes::FieldRef;

use self::expression::{Printer, listed};
use super::node::{Aggregate, Join, JoinKind, Operator, Projection, Read, Source, Window};
use super::plan::Plan;
use super::traverse::Nodes;
use crate::scalar::{Scalar, ScalarKind};
use crate::schema::Schema;

/// A plan prints at most this many nodes.
const MAX_LINES: usize = 200;

/// A plan as text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanText<'a> {
    plan: &'a Plan,
    locations: bool,
    indent: usize,
}

impl<'a> PlanText<'a> {
    /// Without source locations.
    pub(crate) fn new(plan: &'a Plan) -> Self {
        Self { plan, locations: false, indent: 0 }
    }

    /// With the source location of each node, indented as a part of a longer text.
    pub(crate) fn authored(plan: &'a Plan, indent: usize) -> Self {
        Self { plan, locations: true, indent }
    }

    /// Indented as a part of a longer text.
    pub(crate) fn indented(plan: &'a Plan, indent: usize) -> Self {
        Self { plan, locations: false, indent }
    }
}

impl fmt::Display for PlanText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pending = vec![(self.plan, self.indent)];
        let mut lines = 0;
        while let Some((node, depth)) = pending.pop() {
            if lines == MAX_LINES {
                let more = Nodes::of(self.plan).len().saturating_sub(lines);
                return writeln!(f, "{:width$}.. {more} more nodes", "", width = 2 * self.indent);
            }
            lines += 1;
            write!(f, "{:width$}{}", "", node_text(node), width = 2 * depth)?;
            match node.location().filter(|_| self.locations) {
                Some(location) => writeln!(f, "  -- {location}")?,
                None => writeln!(f)?,
            }
            pending.extend(node.inputs().iter().rev().map(|input| (input, depth + 1)));
        }
        Ok(())
    }
}

/// One node without its inputs.
fn node_text(node: &Plan) -> String {
    let names = |index: usize| column_name(node, index);
    let mut printer = Printer::new(&names);
    match node.operator() {
        Operator::Read(read) => read_text(read, node.schema()),
        Operator::Filter(filter) => format!("Filter {}", printer.scalar(&filter.predicate)),
        Operator::Project(project) => format!("Project {}", projection_text(node, &project.columns, &mut printer)),
        Operator::Join(join) => join_text(join, &mut printer),
        Operator::Aggregate(aggregate) => aggregate_text(node, aggregate, &mut printer),
        Operator::Window(window) => window_text(node, window, &mut printer),
        Operator::Sort(sort) => format!("Sort {}", printer.order(&sort.keys)),
        Operator::Fetch(fetch) => {
            let count = fetch.count.map_or_else(|| "all".to_owned(), |count| count.to_string());
            format!("Fetch {count} offset {}", fetch.offset)
        }
    }
}

/// The name of an input column; under a join with its side.
fn column_name(node: &Plan, index: usize) -> String {
    let named = |plan: Option<&Plan>, index: usize| {
        let field = plan.and_then(|plan| plan.schema().field(index));
        field.map_or_else(|| format!("#{index}"), |field| field.name().clone())
    };
    match node.inputs() {
        [left, right] => match index.checked_sub(left.schema().len()) {
            None => format!("left.{}", named(Some(left), index)),
            Some(index) => format!("right.{}", named(Some(right), index)),
        },
        inputs => named(inputs.first(), index),
    }
}

fn read_text(read: &Read, schema: &Schema) -> String {
    let source = match &read.source {
        Source::Table(parts) => listed_name(parts),
        Source::Rows(rows) => format!("{} inline rows", rows.len()),
        Source::Memory { batches, .. } => {
            format!("{} rows in memory", batches.iter().map(arrow::array::RecordBatch::num_rows).sum::<usize>())
        }
    };
    let fields: Vec<&FieldRef> = schema.iter().collect();
    let columns = listed(&fields, |field| {
        format!("{}: {}{}", field.name(), field.data_type(), if field.is_nullable() { "?" } else { "" })
    });
    format!("Read {source} [{columns}]")
}

fn listed_name(parts: &[std::sync::Arc<str>]) -> String {
    parts.iter().map(|part| part.to_string()).collect::<Vec<_>>().join(".")
}

/// `name = expression`, or the name alone for a column that keeps its own.
fn item_text(node: &Plan, position: usize, scalar: &Scalar, printer: &mut Printer<'_>) -> String {
    let name = node.schema().field(position).map_or("", |field| field.name());
    let text = printer.scalar(scalar);
    if matches!(scalar.kind(), ScalarKind::Column(_)) && text == name { text } else { format!("{name} = {text}") }
}

fn projection_text(node: &Plan, projection: &Projection, printer: &mut Printer<'_>) -> String {
    match projection {
        Projection::Select(items) => {
            let items: Vec<(usize, &Scalar)> = items.iter().enumerate().collect();
            listed(&items, |(position, scalar)| item_text(node, *position, scalar, printer))
        }
        Projection::With { replaced, appended } => {
            let first = node.schema().len().saturating_sub(appended.len());
            let replaced = replaced.iter().map(|(position, scalar)| (*position, scalar));
            let appended = appended.iter().enumerate().map(|(i, scalar)| (first + i, scalar));
            let items: Vec<(usize, &Scalar)> = replaced.chain(appended).collect();
            format!("*, {}", listed(&items, |(position, scalar)| item_text(node, *position, scalar, printer)))
        }
    }
}

fn join_text(join: &Join, printer: &mut Printer<'_>) -> String {
    let kind = match join.kind {
        JoinKind::Inner => "inner",
        JoinKind::Left => "left",
        JoinKind::Right => "right",
        JoinKind::Full => "full",
        JoinKind::Semi => "semi",
        JoinKind::Anti => "anti",
        JoinKind::Cross => "cross",
    };
    match &join.on {
        Some(on) => format!("Join {kind} on {}", printer.scalar(on)),
        None => format!("Join {kind}"),
    }
}

fn aggregate_text(node: &Plan, aggregate: &Aggregate, printer: &mut Printer<'_>) -> String {
    let keys: Vec<(usize, &Scalar)> = aggregate.keys.iter().enumerate().collect();
    let keys = listed(&keys, |(position, scalar)| item_text(node, *position, scalar, printer));
    let measures: Vec<_> = aggregate.measures.iter().enumerate().collect();
    let measures = listed(&measures, |(position, measure)| {
        let name = node.schema().field(aggregate.keys.len() + position).map_or("", |field| field.name());
        format!("{name} = {}", printer.measure(measure))
    });
    format!("Aggregate by [{keys}] compute [{measures}]")
}

fn window_text(node: &Plan, window: &Window, printer: &mut Printer<'_>) -> String {
    let first = node.schema().len().saturating_sub(window.calls.len());
    let calls: Vec<_> = window.calls.iter().enumerate().collect();
    let calls = listed(&calls, |(position, call)| {
        let name = node.schema().field(first + position).map_or("", |field| field.name());
        format!("{name} = {}", printer.window(call))
    });
    format!("Window {calls}")
}
