//! What the typed verbs call: one plain function per verb, so that a query's generic code is only its closures.

use super::Tip;
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, OrderNode, Scope};
use crate::prism::build::aggregate::Grouping;
use crate::prism::build::join::Side;
use crate::prism::build::{filter as filters, join as joins, order, project, read};
use crate::prism::node::JoinKind;
use crate::prism::plan::Plan;
use crate::row::{FieldList, Items};
use crate::value::Value;

/// Appends the fields of a row type.
pub(super) type FieldsOf = fn(&mut FieldList);

fn plan(tip: &Tip) -> Result<&Plan, PlanError> {
    tip.as_ref().map_err(Clone::clone)
}

fn list(fields: FieldsOf) -> FieldList {
    let mut list = FieldList::default();
    fields(&mut list);
    list
}

pub(super) fn table(parts: &[&str], fields: &FieldList, at: SourceLocation) -> Tip {
    read::table(parts, fields, at)
}

pub(super) fn rows(values: Result<Vec<Vec<Value>>, String>, fields: &FieldList, at: SourceLocation) -> Tip {
    let values = values.map_err(|message| PlanError::new(format!("inline rows: {message}")).at(at))?;
    read::rows(values, fields, at)
}

pub(super) fn filter(tip: &Tip, scope: Scope, condition: Node, at: SourceLocation) -> Tip {
    filters::filter(plan(tip)?, scope, &condition, at)
}

pub(super) fn select(tip: &Tip, scope: Scope, items: Items, declared: FieldsOf, at: SourceLocation) -> Tip {
    project::select(plan(tip)?, scope, &items, &list(declared), at)
}

pub(super) fn with_columns(tip: &Tip, scope: Scope, items: Items, own: FieldsOf, at: SourceLocation) -> Tip {
    project::with_columns(plan(tip)?, scope, &items, &scope.fields(), &list(own), at)
}

pub(super) fn with_column(tip: &Tip, scope: Scope, name: &str, node: Node, at: SourceLocation) -> Tip {
    project::with_column(plan(tip)?, scope, name, &node, at)
}

pub(super) fn join(
    kind: JoinKind,
    (left, left_scope): (&Tip, Scope),
    (right, right_scope): (&Tip, Scope),
    on: Node,
    at: SourceLocation,
) -> Tip {
    let left = Side { plan: plan(left)?, scope: left_scope };
    let right = Side { plan: plan(right)?, scope: right_scope };
    joins::join(kind, left, right, Some(&on), at)
}

pub(super) fn group_by(tip: &Tip, scope: Scope, keys: Items, at: SourceLocation) -> Result<Grouping, PlanError> {
    Grouping::by(plan(tip)?, scope, &keys, at)
}

pub(super) fn select_groups(
    grouping: &Result<Grouping, PlanError>,
    keys: Scope,
    items: Items,
    declared: FieldsOf,
    at: SourceLocation,
) -> Tip {
    let grouping = grouping.as_ref().map_err(Clone::clone)?;
    grouping.select(Some(keys), &items, &list(declared), at)
}

pub(super) fn order_by(tip: &Tip, scope: Scope, keys: Vec<OrderNode>, at: SourceLocation) -> Tip {
    order::sort(plan(tip)?, scope, &keys, at)
}

pub(super) fn fetch(tip: &Tip, offset: u64, count: Option<u64>, at: SourceLocation) -> Tip {
    Ok(order::fetch(plan(tip)?, offset, count, at))
}

pub(super) fn distinct(tip: &Tip, at: SourceLocation) -> Tip {
    Ok(order::distinct(plan(tip)?, at))
}
