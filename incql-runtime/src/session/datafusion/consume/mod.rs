//! Substrait to DataFusion's logical plan: our own consumer wherever the stock one loses an attribute, resolves a name
//! differently, or picks a function with another meaning; the stock one for every other relation and expression.

mod aggregate;
mod call;
mod expr;
mod join;
mod literal;
mod names;
mod project;
mod read;
mod root;
mod rows;
mod window;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use async_trait::async_trait;
use datafusion::catalog::TableProvider;
use datafusion::common::{DFSchema, Result, TableReference};
use datafusion::execution::{FunctionRegistry, SessionState};
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion_substrait::extensions::Extensions;
use datafusion_substrait::logical_plan::consumer::{SubstraitConsumer, from_substrait_rel, from_substrait_rex};
use substrait::proto;
use substrait::proto::expression::RexType;
use substrait::proto::rel::RelType;
use substrait::proto::{Expression, Rel, plan_rel};

use self::names::Names;
use super::failure::refused;
use super::function::Functions;
use crate::session::backend::{Query, Table};

/// An expression with the type that the engine gives it.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub expr: Expr,
    pub data_type: arrow::datatypes::DataType,
}

/// What a plan is consumed with.
pub(super) struct Consumer<'a> {
    state: &'a SessionState,
    functions: &'a Functions,
    extensions: Extensions,
    /// URN and compound name by anchor.
    declared: HashMap<u32, (String, String)>,
    tables: HashMap<Vec<&'a str>, &'a Table>,
    names: Mutex<Names>,
    outer_schemas: RwLock<Vec<Arc<DFSchema>>>,
}

/// The logical plan of a query; its columns have the names of the plan's root and the engine's own types.
pub(super) async fn consume(state: &SessionState, functions: &Functions, query: Query<'_>) -> Result<LogicalPlan> {
    let plan: &proto::Plan = query.plan;
    let consumer = Consumer::new(state, functions, plan, query.tables)?;
    let [relation] = plan.relations.as_slice() else {
        return Err(refused(format!("the plan has {} roots where one is expected", plan.relations.len())));
    };
    match &relation.rel_type {
        Some(plan_rel::RelType::Root(root)) => consumer.root(root).await,
        Some(plan_rel::RelType::Rel(rel)) => consumer.consume_rel(rel).await,
        None => Err(refused("the plan's root is empty")),
    }
}

impl<'a> Consumer<'a> {
    fn new(state: &'a SessionState, functions: &'a Functions, plan: &proto::Plan, tables: &'a [Table]) -> Result<Self> {
        let by_name = |table: &'a Table| (table.name.iter().map(AsRef::as_ref).collect(), table);
        Ok(Self {
            state,
            functions,
            extensions: Extensions::try_from(&plan.extensions)?,
            declared: declared_functions(plan),
            tables: tables.iter().map(by_name).collect(),
            names: Mutex::default(),
            outer_schemas: RwLock::default(),
        })
    }

    fn take_name(&self, name: &str) -> bool {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).take(name)
    }

    fn unique_name(&self, hint: &str) -> String {
        self.names.lock().unwrap_or_else(PoisonError::into_inner).unique(hint)
    }
}

/// URN and compound name of each function that the plan declares.
fn declared_functions(plan: &proto::Plan) -> HashMap<u32, (String, String)> {
    use proto::extensions::simple_extension_declaration::MappingType;
    let urns: HashMap<u32, &str> =
        plan.extension_urns.iter().map(|urn| (urn.extension_urn_anchor, urn.urn.as_str())).collect();
    let functions = plan.extensions.iter().filter_map(|declaration| match &declaration.mapping_type {
        Some(MappingType::ExtensionFunction(function)) => {
            let urn = urns.get(&function.extension_urn_reference).copied().unwrap_or_default();
            Some((function.function_anchor, (urn.to_owned(), function.name.clone())))
        }
        _ => None,
    });
    functions.collect()
}

#[async_trait]
impl SubstraitConsumer for Consumer<'_> {
    async fn resolve_table_ref(&self, _: &TableReference) -> Result<Option<Arc<dyn TableProvider>>> {
        // Reads of named tables are ours; no other relation may find a table.
        Ok(None)
    }

    fn get_extensions(&self) -> &Extensions {
        &self.extensions
    }

    fn get_function_registry(&self) -> &impl FunctionRegistry {
        self.state
    }

    async fn consume_rel(&self, rel: &Rel) -> Result<LogicalPlan> {
        self.rel(rel, &[]).await
    }

    async fn consume_expression(&self, expression: &Expression, schema: &DFSchema) -> Result<Expr> {
        Ok(self.expr(expression, schema).await?.expr)
    }

    fn push_outer_schema(&self, schema: Arc<DFSchema>) {
        self.outer_schemas.write().unwrap_or_else(PoisonError::into_inner).push(schema);
    }

    fn pop_outer_schema(&self) {
        self.outer_schemas.write().unwrap_or_else(PoisonError::into_inner).pop();
    }

    fn get_outer_schema(&self, steps_out: usize) -> Option<Arc<DFSchema>> {
        let schemas = self.outer_schemas.read().unwrap_or_else(PoisonError::into_inner);
        schemas.len().checked_sub(steps_out).and_then(|index| schemas.get(index).cloned())
    }
}

/// A relation with one input, waiting for it.
struct Step<'r> {
    rel: &'r Rel,
    hints: &'r [String],
}

impl Consumer<'_> {
    /// A relation and everything below it. Chains of relations with one input are walked, not recursed into, so that
    /// their length does not matter. `hints` are names for the columns it computes.
    async fn rel<'r>(&self, rel: &'r Rel, hints: &'r [String]) -> Result<LogicalPlan> {
        let mut steps = Vec::new();
        let mut next = Step { rel, hints };
        loop {
            match input(next.rel)? {
                Some(input) => {
                    let hints = if keeps_columns(next.rel) { next.hints } else { &[] };
                    steps.push(std::mem::replace(&mut next, Step { rel: input, hints }));
                }
                None => break,
            }
        }
        let mut plan = self.leaf(next.rel).await?;
        while let Some(step) = steps.pop() {
            plan = self.step(&step, plan).await?;
        }
        Ok(plan)
    }

    async fn leaf(&self, rel: &Rel) -> Result<LogicalPlan> {
        match &rel.rel_type {
            Some(RelType::Read(read)) => self.read(read).await,
            Some(RelType::Join(join)) => self.join(join).await,
            Some(RelType::Cross(cross)) => self.cross(cross).await,
            Some(_) => from_substrait_rel(self, rel).await,
            None => Err(refused("a relation is empty")),
        }
    }

    async fn step(&self, step: &Step<'_>, input: LogicalPlan) -> Result<LogicalPlan> {
        match &step.rel.rel_type {
            Some(RelType::Filter(filter)) => self.filter(filter, input).await,
            Some(RelType::Project(project)) => self.project(project, input, step.hints).await,
            Some(RelType::Aggregate(aggregate)) => self.aggregate(aggregate, input, step.hints).await,
            Some(RelType::Sort(sort)) => self.sort(sort, input).await,
            Some(RelType::Fetch(fetch)) => self.fetch(fetch, input).await,
            _ => Err(refused("a relation with one input is not supported")),
        }
    }

    /// The stock consumer's reading of an expression that ours leaves to it.
    async fn stock(&self, expression: &Expression, schema: &DFSchema) -> Result<Expr> {
        match &expression.rex_type {
            Some(RexType::Subquery(_)) => from_substrait_rex(self, expression, schema).await,
            Some(other) => Err(refused(format!("the expression is not supported: {}", kind(other)))),
            None => Err(refused("an expression is empty")),
        }
    }
}

fn kind(rex: &RexType) -> String {
    let text = format!("{rex:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// The input of a relation that is walked; `None` for one that is read as a whole.
fn input(rel: &Rel) -> Result<Option<&Rel>> {
    let input = match &rel.rel_type {
        Some(RelType::Filter(filter)) => &filter.input,
        Some(RelType::Project(project)) => &project.input,
        Some(RelType::Aggregate(aggregate)) => &aggregate.input,
        Some(RelType::Sort(sort)) => &sort.input,
        Some(RelType::Fetch(fetch)) => &fetch.input,
        _ => return Ok(None),
    };
    match input {
        Some(input) => Ok(Some(input)),
        None => Err(refused("a relation has no input")),
    }
}

/// Whether the output columns are the input's, so that names for the one are names for the other.
fn keeps_columns(rel: &Rel) -> bool {
    use proto::rel_common::EmitKind;
    let common = match &rel.rel_type {
        Some(RelType::Filter(filter)) => &filter.common,
        Some(RelType::Sort(sort)) => &sort.common,
        Some(RelType::Fetch(fetch)) => &fetch.common,
        _ => return false,
    };
    !matches!(common.as_ref().and_then(|common| common.emit_kind.as_ref()), Some(EmitKind::Emit(_)))
}
