//! Plans as text for people: one relation a line, inputs indented below, references by position, functions by compound
//! name. Stable for equal plans; not meant to be read back.

mod expression;
mod r#type;

use std::collections::BTreeMap;
use std::fmt;

use substrait::proto::extensions::simple_extension_declaration::MappingType;
use substrait::proto::join_rel::JoinType;
use substrait::proto::read_rel::ReadType;
use substrait::proto::rel::RelType;
use substrait::proto::rel_common::EmitKind;
use substrait::proto::{AggregateRel, FetchRel, ReadRel, Rel, RelCommon, plan_rel};

use super::SubstraitPlan;
use super::rel::inputs;
use expression::{Functions, aggregate_call, call_count, expression, expressions, sorts};
use r#type::r#type;

const MAX_INDENT: usize = 40;

impl fmt::Display for SubstraitPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl SubstraitPlan {
    /// The plan as text for people, whatever its depth.
    pub fn to_text(&self) -> String {
        let functions = function_names(self);
        let mut lines = String::new();
        let mut pending: Vec<(&Rel, usize)> = Vec::new();
        for relation in &self.relations {
            match &relation.rel_type {
                Some(plan_rel::RelType::Root(root)) => {
                    lines.push_str(&format!("Root [{}]\n", root.names.join(", ")));
                    pending.extend(root.input.as_ref().map(|rel| (rel, 1)));
                }
                Some(plan_rel::RelType::Rel(rel)) => pending.push((rel, 0)),
                None => {}
            }
            while let Some((rel, indent)) = pending.pop() {
                lines.push_str(&indentation(indent));
                lines.push_str(&line(rel, &functions));
                lines.push('\n');
                pending.extend(inputs(rel).into_iter().rev().map(|input| (input, indent + 1)));
            }
        }
        lines
    }
}

/// Very deep lines are numbered instead of indented, so that the text stays linear in the plan.
fn indentation(level: usize) -> String {
    if level <= MAX_INDENT { "  ".repeat(level) } else { format!("{}({level}) ", "  ".repeat(MAX_INDENT)) }
}

fn function_names(plan: &SubstraitPlan) -> Functions {
    let mut names = BTreeMap::new();
    for declaration in &plan.extensions {
        if let Some(MappingType::ExtensionFunction(function)) = &declaration.mapping_type {
            names.insert(function.function_anchor, function.name.clone());
        }
    }
    names
}

fn line(rel: &Rel, functions: &Functions) -> String {
    match &rel.rel_type {
        Some(RelType::Read(rel)) => read(rel),
        Some(RelType::Filter(rel)) => {
            let condition = rel.condition.as_ref().map(|condition| expression(condition, functions));
            format!("Filter [{}]", condition.unwrap_or_default())
        }
        Some(RelType::Fetch(rel)) => fetch(rel, functions),
        Some(RelType::Aggregate(rel)) => aggregate(rel, functions),
        Some(RelType::Sort(rel)) => format!("Sort [{}]", sorts(&rel.sorts, functions)),
        Some(RelType::Project(rel)) => {
            let emit = emit(rel.common.as_ref());
            format!("Project [{}]{emit}", expressions(&rel.expressions, functions))
        }
        Some(RelType::Join(rel)) => {
            let kind = JoinType::try_from(rel.r#type).map_or("?", |kind| kind.as_str_name());
            let kind = kind.trim_start_matches("JOIN_TYPE_");
            let condition = rel.expression.as_ref().map(|condition| expression(condition, functions));
            format!("Join {kind} [{}]{}", condition.unwrap_or_default(), emit(rel.common.as_ref()))
        }
        Some(RelType::Cross(_)) => "Cross".to_owned(),
        Some(RelType::Set(rel)) => format!("Set {}", rel.op().as_str_name().trim_start_matches("SET_OP_")),
        _ => "(another relation)".to_owned(),
    }
}

fn emit(common: Option<&RelCommon>) -> String {
    match common.and_then(|common| common.emit_kind.as_ref()) {
        Some(EmitKind::Emit(emit)) => {
            let columns: Vec<_> = emit.output_mapping.iter().map(|column| format!("#{column}")).collect();
            format!(" emit [{}]", columns.join(", "))
        }
        _ => String::new(),
    }
}

fn read(rel: &ReadRel) -> String {
    let source = match &rel.read_type {
        Some(ReadType::NamedTable(table)) => table.names.join("."),
        Some(ReadType::VirtualTable(table)) => format!("({} rows)", table.expressions.len()),
        _ => "?".to_owned(),
    };
    let Some(schema) = &rel.base_schema else { return format!("Read {source}") };
    let mut names = schema.names.iter();
    let types = schema.r#struct.iter().flat_map(|types| &types.types);
    let columns: Vec<_> = types.map(|column| r#type::named(column, &mut names)).collect();
    format!("Read {source} [{}]", columns.join(", "))
}

fn fetch(rel: &FetchRel, functions: &Functions) -> String {
    let (offset, count) = call_count(rel, functions);
    let parts: Vec<_> =
        [offset.map(|n| format!("offset {n}")), count.map(|n| format!("count {n}"))].into_iter().flatten().collect();
    format!("Fetch [{}]", parts.join(", "))
}

fn aggregate(rel: &AggregateRel, functions: &Functions) -> String {
    let keys = expressions(&rel.grouping_expressions, functions);
    let measures: Vec<_> = rel.measures.iter().map(|measure| aggregate_call(measure, functions)).collect();
    format!("Aggregate keys [{keys}] measures [{}]", measures.join(", "))
}
