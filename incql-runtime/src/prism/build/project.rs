//! Project nodes: select, and add or replace columns; aggregates and windows in the items become nodes below.

use std::sync::Arc;

use arrow::datatypes::FieldRef;

use super::aggregate::{self, Grouping};
use super::conform::conform;
use super::window::{self, RowWindows};
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, Scope};
use crate::prism::layout::Layout;
use crate::prism::node::{Operator, Project, Projection};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::Resolver;
use crate::row::{FieldList, Item, Items};
use crate::scalar::Scalar;

/// A named expression.
pub(crate) type Named = (String, Scalar);

/// Exactly these items. Aggregates among them, without GROUP BY, make one row.
pub(crate) fn select(
    input: &Plan,
    scope: Scope,
    items: &Items,
    declared: &FieldList,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    if items.list.is_empty() {
        return Err(PlanError::new("SELECT has no item").at(at));
    }
    if aggregate::any(items) {
        return Grouping::of_everything(input, scope).select(None, items, declared, at);
    }
    select_rows(input, scope, items, declared, at).map_err(|error| error.at(at))
}

fn select_rows(
    input: &Plan,
    scope: Scope,
    items: &Items,
    declared: &FieldList,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let layout = Layout::single(scope, input.schema());
    let mut stage = RowWindows::new(&layout, input.schema().len());
    let list = resolve_items(&mut Resolver::new(&mut stage), &layout, input, items)?;
    let list = placed(list, declared.fields())?;
    let below = window::append(input, stage.into_calls(), at);
    project(&below, list, at)
}

/// A Project node over expressions that are already resolved.
pub(super) fn project(input: &Plan, items: Vec<Named>, at: SourceLocation) -> Result<Plan, PlanError> {
    let output = Output::select(&items)?;
    let columns = Projection::Select(items.into_iter().map(|(_, scalar)| scalar).collect());
    Ok(Plan::from_parts(Operator::Project(Project { columns }), vec![input.clone()], output, Some(at)))
}

/// The items of a selection before they have their final place: columns of a `*`, and named expressions.
#[derive(Debug, Default)]
pub(super) struct Resolved {
    star: Vec<Scalar>,
    named: Vec<Named>,
}

/// Resolves the items in order.
pub(super) fn resolve_items(
    resolver: &mut Resolver<'_>,
    layout: &Layout<'_>,
    input: &Plan,
    items: &Items,
) -> Result<Resolved, PlanError> {
    let mut resolved = Resolved::default();
    for item in &items.list {
        match item {
            Item::Named(name, node) => resolved.named.push(((*name).to_owned(), resolve_item(resolver, name, node)?)),
            Item::Star { scope, start, columns } => {
                let first = layout.top_level(*scope, *start)?;
                resolved.star.extend((first..first + columns).filter_map(|position| column(input, position)));
            }
        }
    }
    Ok(resolved)
}

fn resolve_item(resolver: &mut Resolver<'_>, name: &str, node: &Node) -> Result<Scalar, PlanError> {
    resolver.resolve(node).map_err(|error| PlanError::new(format!("column `{name}`: {}", error.message())))
}

/// Puts items under the names and types of the row type: the columns of a `*` first, a named item that has such a
/// column's name in its place, the others behind.
pub(super) fn placed(resolved: Resolved, declared: &[FieldRef]) -> Result<Vec<Named>, PlanError> {
    let Resolved { star, named } = resolved;
    let width = star.len();
    let mut list: Vec<Named> = Vec::with_capacity(width + named.len());
    for (position, scalar) in star.into_iter().enumerate() {
        let name = declared.get(position).map(|field| field.name().clone());
        list.push((name.unwrap_or_else(|| format!("column_{position}")), scalar));
    }
    for (name, scalar) in named {
        match list.iter().take(width).position(|(of_star, _)| *of_star == name) {
            Some(position) => list[position].1 = scalar,
            None => list.push((name, scalar)),
        }
    }
    let mut placed = Vec::with_capacity(list.len());
    for (position, (name, scalar)) in list.into_iter().enumerate() {
        let scalar = match declared.get(position) {
            Some(field) if *field.name() == name => conform(&name, scalar, field)?,
            _ => scalar,
        };
        placed.push((name, scalar));
    }
    Ok(placed)
}

/// All columns, with some replaced in place and others appended: an own name that the row type `base` has replaces
/// that column; `own` declares the own columns in order.
pub(crate) fn with_columns(
    input: &Plan,
    scope: Scope,
    items: &Items,
    base: &FieldList,
    own: &FieldList,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    with_rows(input, scope, items, base, own, at).map_err(|error| error.at(at))
}

fn with_rows(
    input: &Plan,
    scope: Scope,
    items: &Items,
    base: &FieldList,
    own: &FieldList,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let layout = Layout::single(scope, input.schema());
    let mut stage = RowWindows::new(&layout, input.schema().len());
    let Resolved { named, .. } = resolve_items(&mut Resolver::new(&mut stage), &layout, input, items)?;
    let below = window::append(input, stage.into_calls(), at);
    let (mut replaced, mut appended) = (Vec::new(), Vec::new());
    for (position, (name, scalar)) in named.into_iter().enumerate() {
        match base.fields().iter().position(|field| *field.name() == name) {
            Some(found) => replaced.push((found, conform(&name, scalar, &base.fields()[found])?)),
            None => match own.fields().get(position) {
                Some(field) => appended.push((name.clone(), conform(&name, scalar, field)?)),
                None => appended.push((name, scalar)),
            },
        }
    }
    let plain = input.schema().len() == base.fields().len() && below.ptr_eq(input);
    if plain { with(input, replaced, appended, at) } else { rebuilt(input, &below, base, replaced, appended, at) }
}

/// The general form of adding columns: the row type's columns, then the new ones, then columns that the row type does
/// not name.
fn rebuilt(
    input: &Plan,
    below: &Plan,
    base: &FieldList,
    replaced: Vec<(usize, Scalar)>,
    appended: Vec<Named>,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let typed = base.fields().len();
    let named = |position| column(input, position).zip(input.schema().field(position));
    let mut list: Vec<Named> =
        (0..typed).filter_map(named).map(|(scalar, field)| (field.name().clone(), scalar)).collect();
    for (position, scalar) in replaced {
        if let Some(slot) = list.get_mut(position) {
            slot.1 = scalar;
        }
    }
    list.extend(appended);
    for (scalar, field) in (typed..input.schema().len()).filter_map(named) {
        if list.iter().all(|(name, _)| name != field.name()) {
            list.push((field.name().clone(), scalar));
        }
    }
    project(below, list, at)
}

/// Adds or replaces one column by a name known at run time. A column of the row type keeps its type.
pub(crate) fn with_column(
    input: &Plan,
    scope: Scope,
    name: &str,
    node: &Node,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    with_one(input, scope, name, node, at).map_err(|error| error.at(at))
}

fn with_one(input: &Plan, scope: Scope, name: &str, node: &Node, at: SourceLocation) -> Result<Plan, PlanError> {
    if aggregate::contains(node) {
        return Err(PlanError::new(format!("column `{name}`: an aggregate has no place in a column of every row")));
    }
    let layout = Layout::single(scope, input.schema());
    let mut stage = RowWindows::new(&layout, input.schema().len());
    let scalar = resolve_item(&mut Resolver::new(&mut stage), name, node)?;
    let calls = stage.into_calls();
    let replaced = input.schema().index_of(name);
    let scalar = match replaced {
        Some(position) => kept_type(scope, position, name, scalar)?,
        None => scalar,
    };
    if !calls.is_empty() {
        let below = window::append(input, calls, at);
        let fields = input.schema().iter().enumerate();
        let mut list: Vec<Named> =
            fields.filter_map(|(i, field)| Some((field.name().clone(), column(input, i)?))).collect();
        match replaced.and_then(|position| list.get_mut(position)) {
            Some(slot) => slot.1 = scalar,
            None => list.push((name.to_owned(), scalar)),
        }
        return project(&below, list, at);
    }
    match replaced {
        Some(position) => with(input, vec![(position, scalar)], Vec::new(), at),
        None => with(input, Vec::new(), vec![(name.to_owned(), scalar)], at),
    }
}

/// The row type still speaks of a replaced column, so its type and nullability must stay.
fn kept_type(scope: Scope, position: usize, name: &str, scalar: Scalar) -> Result<Scalar, PlanError> {
    let fields = scope.fields();
    let Some(field) = fields.fields().get(position) else { return Ok(scalar) };
    if scalar.is_nullable() && !field.is_nullable() {
        let message = format!("column `{name}`: the row type says it is never NULL, the new value can be");
        return Err(PlanError::new(message));
    }
    conform(name, scalar, field)
}

fn with(
    input: &Plan,
    replaced: Vec<(usize, Scalar)>,
    appended: Vec<Named>,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let output = Output::with(input.schema(), &replaced, &appended);
    let appended: Arc<[Scalar]> = appended.into_iter().map(|(_, scalar)| scalar).collect();
    let columns = Projection::With { replaced: replaced.into(), appended };
    Ok(Plan::from_parts(Operator::Project(Project { columns }), vec![input.clone()], output, Some(at)))
}

/// A reference to a column of a plan's output.
pub(super) fn column(plan: &Plan, position: usize) -> Option<Scalar> {
    let field = plan.schema().field(position)?;
    Some(Scalar::column(position, field.data_type().clone(), field.is_nullable()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::node::NodeKind;
    use crate::prism::display::PlanText;
    use crate::prism::rewrite::testing::{AT, Verbs, add, int, t};
    use crate::value::Value;
    use arrow::datatypes::DataType;

    fn fields(list: &mut FieldList) {
        list.column::<i64>("a");
        list.column::<Option<i64>>("b");
        list.column::<String>("s");
    }

    fn own(list: &[(&str, DataType)]) -> FieldList {
        let mut own = FieldList::default();
        list.iter().for_each(|(name, data_type)| {
            own.push(Arc::new(arrow::datatypes::Field::new(*name, data_type.clone(), true)));
        });
        own
    }

    fn extended(input: &Plan, list: Vec<(&'static str, Node)>, scope: Scope, declared: &FieldList) -> Plan {
        let mut items = Items::default();
        list.into_iter().for_each(|(name, node)| items.push(name, node));
        let plan = with_columns(input, scope, &items, &scope.fields(), declared, AT).expect("a projection");
        crate::prism::validate::check_plan(&plan).expect("a sound plan");
        plan
    }

    fn first_line(plan: &Plan) -> String {
        PlanText::new(plan).to_string().lines().next().unwrap_or_default().to_owned()
    }

    #[test]
    fn own_names_of_the_row_replace_in_place_and_others_are_appended() {
        let scope = Scope::new(fields);
        let a = || Node::new(NodeKind::Column { scope, index: 0 });
        let declared = own(&[("b", DataType::Int64), ("c", DataType::Int64)]);
        let plan = extended(&t(), vec![("b", add(a(), int(1))), ("c", a())], scope, &declared);
        assert_eq!(first_line(&plan), "Project *, b = add(a, 1), c = a");
        assert_eq!(format!("{:?}", plan.schema()), "[a: Int64, b: Int64, s: Utf8, c: Int64]");
    }

    #[test]
    fn new_columns_stand_before_those_that_the_row_type_does_not_name() {
        let input = t().with("hidden", |_| int(7)).with("c", |_| int(8));
        let scope = Scope::new(fields);
        let a = Node::new(NodeKind::Column { scope, index: 0 });
        let plan = extended(&input, vec![("c", a)], scope, &own(&[("c", DataType::Int64)]));
        assert_eq!(first_line(&plan), "Project a, b, s, c = a, hidden");
    }

    #[test]
    fn a_column_of_the_row_type_keeps_its_type_and_nullability() {
        let scope = Scope::new(fields);
        let text = Node::literal(Value::Text("x".into()), DataType::Utf8);
        let wrong = with_column(&t(), scope, "a", &text, AT).expect_err("another type");
        assert_eq!(wrong.message(), "column `a`: the row type has Int64, the expression is Utf8: cast it");
        let b = Node::new(NodeKind::Column { scope, index: 1 });
        let optional = with_column(&t(), scope, "a", &b, AT).expect_err("can be NULL");
        assert_eq!(optional.message(), "column `a`: the row type says it is never NULL, the new value can be");
        assert!(with_column(&t(), scope, "b", &b, AT).is_ok());
    }

    #[test]
    fn a_null_takes_the_declared_type() {
        let scope = Scope::new(fields);
        let null = Node::literal(Value::Null, DataType::Null);
        let plan = extended(&t(), vec![("n", null)], scope, &own(&[("n", DataType::Date32)]));
        assert_eq!(format!("{:?}", plan.schema()), "[a: Int64, b: Int64?, s: Utf8, n: Date32?]");
    }

    #[test]
    fn a_column_of_another_query_is_an_error_that_names_it() {
        let (mine, other) = (Scope::new(fields), Scope::new(fields));
        let foreign = Node::new(NodeKind::Column { scope: other, index: 2 });
        let error = with_column(&t(), mine, "x", &foreign, AT).expect_err("a foreign column");
        let expected = "column `x`: column `s` belongs to another query, not to the row used here";
        assert_eq!((error.message(), error.location()), (expected, Some(AT)));
    }
}
