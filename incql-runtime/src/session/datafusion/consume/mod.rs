//! A Substrait plan becomes a DataFusion logical plan that means the same: every column has a name of its own, every
//! call the result type that the plan states. Relations are walked with a stack of our own, never by recursion.

mod aggregate;
mod call;
mod expression;
mod names;
mod read;
mod relation;
mod window;

use std::sync::Arc;

use datafusion::catalog::TableProvider;
use datafusion::common::{Column, DFSchema, Result};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use datafusion_substrait::extensions::Extensions;
use substrait::proto::rel::RelType;
use substrait::proto::{Plan, Rel, plan_rel};

use call::Functions;
use names::Names;

/// Finds the tables that a plan reads by name, byte for byte.
pub trait TableResolver: Send + Sync {
    /// The table of this name, if there is one. Its columns have the types that the session's binding gave them.
    fn table(&self, names: &[String]) -> Option<Arc<dyn TableProvider>>;
}

/// The logical plan of a Substrait plan; its columns have the plan's root names, and the types that the plan states
/// except for the encoding of text (a text column may be `Utf8`, `Utf8View`, `LargeUtf8` or a dictionary).
pub fn to_logical_plan(plan: &Plan, tables: &dyn TableResolver, state: &SessionState) -> Result<LogicalPlan> {
    let [relation] = plan.relations.as_slice() else {
        return Err(invalid("a plan has exactly one root"));
    };
    let Some(plan_rel::RelType::Root(root)) = &relation.rel_type else {
        return Err(invalid("a plan's root names its columns"));
    };
    let Some(input) = &root.input else { return Err(invalid("a plan's root has an input")) };
    let extensions = Extensions::try_from(&plan.extensions)?;
    let functions = Functions::new(plan)?;
    let mut consumer = Consumer { tables, state, extensions, functions, names: Names::default() };
    let logical = consumer.relation(input)?;
    rename(logical, &root.names)
}

/// What consuming one plan needs and gathers.
struct Consumer<'a> {
    tables: &'a dyn TableResolver,
    state: &'a SessionState,
    extensions: Extensions,
    functions: Functions,
    names: Names,
}

enum Step<'a> {
    Enter(&'a Rel),
    Leave(&'a Rel),
}

impl Consumer<'_> {
    fn relation(&mut self, root: &Rel) -> Result<LogicalPlan> {
        let mut steps = vec![Step::Enter(root)];
        let mut done = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(rel) => {
                    steps.push(Step::Leave(rel));
                    steps.extend(inputs(rel)?.into_iter().rev().map(Step::Enter));
                }
                Step::Leave(rel) => {
                    let arity = inputs(rel)?.len();
                    let inputs = done.split_off(done.len().saturating_sub(arity));
                    done.push(self.convert(rel, inputs)?);
                }
            }
        }
        done.pop().ok_or_else(|| invalid("a plan has a relation"))
    }

    fn convert(&mut self, rel: &Rel, inputs: Vec<LogicalPlan>) -> Result<LogicalPlan> {
        let mut inputs = inputs.into_iter();
        let mut next = || inputs.next().ok_or_else(|| invalid("a relation lacks an input"));
        match &rel.rel_type {
            Some(RelType::Read(read)) => self.read(read),
            Some(RelType::Filter(filter)) => self.filter(filter, next()?),
            Some(RelType::Project(project)) => self.project(project, next()?),
            Some(RelType::Aggregate(aggregate)) => self.aggregate(aggregate, next()?),
            Some(RelType::Sort(sort)) => self.sort(sort, next()?),
            Some(RelType::Fetch(fetch)) => self.fetch(fetch, next()?),
            Some(RelType::Join(join)) => self.join(join, next()?, next()?),
            Some(RelType::Cross(_)) => LogicalPlanBuilder::from(next()?).cross_join(next()?)?.build(),
            other => Err(unsupported(format!("the relation {}", relation_name(other.as_ref())))),
        }
    }
}

/// The direct inputs of a relation, left to right.
fn inputs(rel: &Rel) -> Result<Vec<&Rel>> {
    let some = |input: &'_ Option<Box<Rel>>| -> Result<()> {
        if input.is_some() { Ok(()) } else { Err(invalid("a relation lacks an input")) }
    };
    let list: Vec<&Option<Box<Rel>>> = match &rel.rel_type {
        Some(RelType::Filter(rel)) => vec![&rel.input],
        Some(RelType::Project(rel)) => vec![&rel.input],
        Some(RelType::Aggregate(rel)) => vec![&rel.input],
        Some(RelType::Sort(rel)) => vec![&rel.input],
        Some(RelType::Fetch(rel)) => vec![&rel.input],
        Some(RelType::Join(rel)) => vec![&rel.left, &rel.right],
        Some(RelType::Cross(rel)) => vec![&rel.left, &rel.right],
        _ => Vec::new(),
    };
    list.iter().try_for_each(|input| some(input))?;
    Ok(list.into_iter().filter_map(|input| input.as_deref()).collect())
}

fn relation_name(rel: Option<&RelType>) -> String {
    let debug = rel.map_or_else(|| "without a type".to_owned(), |rel| format!("{rel:?}"));
    debug.split(['(', ' ']).next().unwrap_or("unknown").to_owned()
}

/// The column at `index` of a schema.
fn column(schema: &DFSchema, index: usize) -> Result<Expr> {
    if index >= schema.fields().len() {
        return Err(invalid(format!("column {index} of {}", schema.fields().len())));
    }
    Ok(Expr::Column(Column::from(schema.qualified_field(index))))
}

/// Gives the columns their root names: baked into a projection at the top, else by one more.
fn rename(plan: LogicalPlan, names: &[String]) -> Result<LogicalPlan> {
    let schema = Arc::clone(plan.schema());
    let top: Vec<&String> = top_level_names(&schema, names)?;
    if schema.fields().iter().map(|field| field.name()).eq(top.iter().copied()) {
        return Ok(plan);
    }
    let renamed = |(expr, name): (Expr, &&String)| expr.unalias().alias(name.as_str());
    match plan {
        LogicalPlan::Projection(projection) => {
            let expressions = projection.expr.into_iter().zip(&top).map(renamed).collect::<Vec<_>>();
            LogicalPlanBuilder::from(Arc::unwrap_or_clone(projection.input)).project(expressions)?.build()
        }
        plan => {
            let columns = (0..schema.fields().len()).map(|index| column(&schema, index)).collect::<Result<Vec<_>>>()?;
            let expressions = columns.into_iter().zip(&top).map(renamed).collect::<Vec<_>>();
            LogicalPlanBuilder::from(plan).project(expressions)?.build()
        }
    }
}

/// The names of top-level columns out of names that go depth-first.
fn top_level_names<'a>(schema: &DFSchema, names: &'a [String]) -> Result<Vec<&'a String>> {
    let mut position = 0;
    let mut top = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        top.push(names.get(position).ok_or_else(|| invalid("the root names fewer columns than there are"))?);
        position += named_width(field.data_type());
    }
    if position == names.len() { Ok(top) } else { Err(invalid("the root names more columns than there are")) }
}

/// How many names a value of this type takes, itself included.
fn named_width(data_type: &arrow::datatypes::DataType) -> usize {
    use arrow::datatypes::DataType;
    match data_type {
        DataType::Struct(fields) => 1 + fields.iter().map(|field| named_width(field.data_type())).sum::<usize>(),
        DataType::List(element) | DataType::LargeList(element) | DataType::ListView(element) => {
            named_width(element.data_type())
        }
        DataType::Map(entries, _) => match entries.data_type() {
            DataType::Struct(pair) => 1 + pair.iter().map(|field| named_width(field.data_type()) - 1).sum::<usize>(),
            _ => 1,
        },
        _ => 1,
    }
}

/// A plan that breaks Substrait's rules.
pub(super) fn invalid(message: impl Into<String>) -> DataFusionError {
    DataFusionError::Substrait(message.into())
}

/// A plan that asks for what this engine cannot do.
fn unsupported(what: impl Into<String>) -> DataFusionError {
    DataFusionError::NotImplemented(format!("DataFusion cannot run {}", what.into()))
}
