//! What lowering knows of the whole plan before it lowers a part: every function's anchor and every in-memory table's
//! name, found in one walk that visits each distinct node once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use arrow::record_batch::RecordBatch;

use super::expr::window;
use super::extensions::{Extensions, compound_name};
use crate::prism::node::{Aggregate, Operator, Projection, Source};
use crate::prism::plan::Plan;
use crate::scalar::{Scalar, ScalarKind, SortKey, WindowCall};
use crate::schema::Schema;

/// The start of the name of an in-memory table; its number among the plan's tables follows, from 1.
pub const MEMORY_PREFIX: &str = "incql_memory_";

/// Batches in memory that a plan reads by name: whoever executes the plan binds them.
#[derive(Clone, Debug)]
pub struct MemoryTable {
    /// The name that the plan reads.
    pub name: String,
    /// The schema that the plan declares for it.
    pub schema: Schema,
    /// The rows.
    pub batches: Arc<[RecordBatch]>,
}

/// Facts about the whole plan.
#[derive(Debug, Default)]
pub struct Context {
    /// The functions in use, numbered.
    pub extensions: Extensions,
    /// The in-memory tables, in the order in which they are first read.
    pub memory: Vec<MemoryTable>,
    memory_by_id: HashMap<u64, usize>,
}

impl Context {
    /// The facts about `plan`.
    pub fn of(plan: &Plan) -> Self {
        let mut context = Self::default();
        let nodes = distinct_nodes(plan);
        let taken: BTreeSet<&str> = nodes.iter().filter_map(|node| single_table_name(node)).collect();
        for node in &nodes {
            context.register(node, &taken);
        }
        context.extensions.number();
        context
    }

    /// The name of the in-memory table `id`.
    pub fn memory_name(&self, id: u64) -> Option<&str> {
        self.memory_by_id.get(&id).and_then(|position| self.memory.get(*position)).map(|table| table.name.as_str())
    }

    fn register(&mut self, node: &Plan, taken: &BTreeSet<&str>) {
        match node.operator() {
            Operator::Read(read) => self.register_source(node, &read.source, taken),
            Operator::Filter(filter) => self.register_calls(&filter.predicate),
            Operator::Project(project) => match &project.columns {
                Projection::Select(items) => items.iter().for_each(|item| self.register_calls(item)),
                Projection::With { replaced, appended } => {
                    replaced.iter().for_each(|(_, item)| self.register_calls(item));
                    appended.iter().for_each(|item| self.register_calls(item));
                }
            },
            Operator::Join(join) => join.on.iter().for_each(|on| self.register_calls(on)),
            Operator::Aggregate(aggregate) => self.register_aggregate(aggregate),
            Operator::Window(window) => window.calls.iter().for_each(|call| self.register_window(call)),
            Operator::Sort(sort) => self.register_keys(&sort.keys),
            Operator::Fetch(_) => {}
        }
    }

    fn register_calls(&mut self, scalar: &Scalar) {
        scalar.visit(&mut |part| {
            if let ScalarKind::Call { function, arguments } = part.kind() {
                let substrait = &function.overload(arguments).substrait;
                self.extensions.register(substrait.urn, compound_name(substrait, arguments));
            }
        });
    }

    fn register_keys(&mut self, keys: &[SortKey]) {
        keys.iter().for_each(|key| self.register_calls(&key.expression));
    }

    fn register_aggregate(&mut self, aggregate: &Aggregate) {
        aggregate.keys.iter().for_each(|key| self.register_calls(key));
        for measure in aggregate.measures.iter() {
            let substrait = &measure.function.overload(&measure.arguments).substrait;
            self.extensions.register(substrait.urn, compound_name(substrait, &measure.arguments));
            measure.arguments.iter().chain(&measure.filter).for_each(|part| self.register_calls(part));
            self.register_keys(&measure.order);
        }
    }

    fn register_window(&mut self, call: &WindowCall) {
        let (urn, name) = window::name(call);
        self.extensions.register(urn, name);
        call.arguments.iter().chain(&call.filter).chain(&call.partition).for_each(|part| self.register_calls(part));
        self.register_keys(&call.order);
    }

    fn register_source(&mut self, node: &Plan, source: &Source, taken: &BTreeSet<&str>) {
        let Source::Memory { id, batches } = source else { return };
        if self.memory_by_id.contains_key(id) {
            return;
        }
        let mut number = self.memory.len() + 1;
        while taken.contains(format!("{MEMORY_PREFIX}{number}").as_str()) || self.has_memory_name(number) {
            number += 1;
        }
        self.memory_by_id.insert(*id, self.memory.len());
        self.memory.push(MemoryTable {
            name: format!("{MEMORY_PREFIX}{number}"),
            schema: node.schema().clone(),
            batches: Arc::clone(batches),
        });
    }

    fn has_memory_name(&self, number: usize) -> bool {
        let name = format!("{MEMORY_PREFIX}{number}");
        self.memory.iter().any(|table| table.name == name)
    }
}

fn single_table_name(node: &Plan) -> Option<&str> {
    match node.operator() {
        Operator::Read(read) => match &read.source {
            Source::Table(parts) => match parts.as_ref() {
                [name] => Some(name),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Every node once, parents first and left inputs before right ones.
fn distinct_nodes(plan: &Plan) -> Vec<&Plan> {
    let mut seen = HashSet::new();
    let mut nodes = Vec::new();
    let mut pending = vec![plan];
    while let Some(node) = pending.pop() {
        if seen.insert(node.address()) {
            nodes.push(node);
            pending.extend(node.inputs().iter().rev());
        }
    }
    nodes
}
