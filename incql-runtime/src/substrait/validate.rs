//! The rules that a plan keeps whoever made it: one root whose names count out, declared functions with a result type,
//! references within the input's columns, stated sort directions, joins without a second filter, cases with an else.

use std::collections::BTreeSet;

use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::reference_segment::ReferenceType as Segment;
use substrait::proto::expression::{FieldReference, RexType};
use substrait::proto::extensions::simple_extension_declaration::MappingType;
use substrait::proto::fetch_rel::{CountMode, OffsetMode};
use substrait::proto::function_argument::ArgType;
use substrait::proto::join_rel::JoinType;
use substrait::proto::read_rel::ReadType;
use substrait::proto::rel::RelType;
use substrait::proto::rel_common::EmitKind;
use substrait::proto::sort_field::SortKind;
use substrait::proto::{
    AggregateRel, Expression, FunctionArgument, JoinRel, Plan, ReadRel, Rel, RelCommon, SortField, plan_rel,
};

use super::rel::inputs;
use super::types::from_named_struct;
use crate::error::PlanError;

type Checked<T = ()> = Result<T, PlanError>;

/// Checks a plan of the core relations; the error names the relation at fault.
pub fn validate(plan: &Plan) -> Checked {
    if plan.version.is_none() {
        return fail("the plan has no version");
    }
    let [relation] = plan.relations.as_slice() else { return fail("the plan must have exactly one relation tree") };
    let Some(plan_rel::RelType::Root(root)) = &relation.rel_type else { return fail("the plan has no root") };
    let Some(input) = &root.input else { return fail("the root has no input") };
    let rules = Rules { anchors: anchors(plan)? };
    let width = rules.tree(input)?;
    if root.names.len() < width {
        return fail(format!("the root names {} of {width} columns", root.names.len()));
    }
    Ok(())
}

fn fail<T>(message: impl Into<String>) -> Checked<T> {
    Err(PlanError::new(message))
}

fn anchors(plan: &Plan) -> Checked<BTreeSet<u32>> {
    let urns: BTreeSet<u32> = plan.extension_urns.iter().map(|urn| urn.extension_urn_anchor).collect();
    let mut anchors = BTreeSet::new();
    for declaration in &plan.extensions {
        let Some(MappingType::ExtensionFunction(function)) = &declaration.mapping_type else { continue };
        if !urns.contains(&function.extension_urn_reference) {
            return fail(format!("the function {} has no URN", function.name));
        }
        if !anchors.insert(function.function_anchor) {
            return fail(format!("the function {} repeats an anchor", function.name));
        }
    }
    Ok(anchors)
}

struct Rules {
    anchors: BTreeSet<u32>,
}

impl Rules {
    /// The number of columns that a tree gives, without recursion over relations.
    fn tree(&self, root: &Rel) -> Checked<usize> {
        let mut widths: Vec<usize> = Vec::new();
        let mut pending = vec![(root, false)];
        while let Some((rel, visited)) = pending.pop() {
            let below = inputs(rel);
            if !visited {
                pending.push((rel, true));
                pending.extend(below.into_iter().rev().map(|input| (input, false)));
                continue;
            }
            let at =
                widths.len().checked_sub(below.len()).ok_or_else(|| PlanError::new("a relation lacks an input"))?;
            let input_widths = widths.split_off(at);
            widths.push(self.relation(rel, &input_widths)?);
        }
        widths.pop().ok_or_else(|| PlanError::new("the plan is empty"))
    }

    fn relation(&self, rel: &Rel, inputs: &[usize]) -> Checked<usize> {
        let input = || inputs.first().copied().ok_or_else(|| PlanError::new("a relation lacks its input"));
        let (common, direct) = match &rel.rel_type {
            Some(RelType::Read(read)) => (&read.common, self.read(read)?),
            Some(RelType::Filter(filter)) => {
                self.required(filter.condition.as_deref(), input()?, "a filter")?;
                (&filter.common, input()?)
            }
            Some(RelType::Project(project)) => {
                self.expressions(&project.expressions, input()?)?;
                (&project.common, input()? + project.expressions.len())
            }
            Some(RelType::Fetch(fetch)) => {
                if let Some(OffsetMode::OffsetExpr(offset)) = &fetch.offset_mode {
                    self.expression(offset, 0)?;
                }
                if let Some(CountMode::CountExpr(count)) = &fetch.count_mode {
                    self.expression(count, 0)?;
                }
                (&fetch.common, input()?)
            }
            Some(RelType::Sort(sort)) => {
                self.sorts(&sort.sorts, input()?)?;
                (&sort.common, input()?)
            }
            Some(RelType::Aggregate(aggregate)) => (&aggregate.common, self.aggregate(aggregate, input()?)?),
            Some(RelType::Join(join)) => (&join.common, self.join(join, inputs)?),
            Some(RelType::Cross(cross)) => (&cross.common, inputs.iter().sum()),
            Some(RelType::Set(set)) => {
                if inputs.len() < 2 || inputs.iter().any(|width| Some(width) != inputs.first()) {
                    return fail("a set operation needs two or more inputs of one width");
                }
                (&set.common, input()?)
            }
            _ => return fail("the plan has a relation outside the core set"),
        };
        emitted(common.as_ref(), direct)
    }

    fn read(&self, read: &ReadRel) -> Checked<usize> {
        let Some(schema) = &read.base_schema else { return fail("a read has no schema") };
        let Some(types) = &schema.r#struct else { return fail("a read has no column types") };
        let width = from_named_struct(&schema.names, types)?.len();
        match &read.read_type {
            Some(ReadType::VirtualTable(table)) => {
                for row in &table.expressions {
                    if row.fields.len() != width {
                        return fail(format!("an inline row has {} values for {width} columns", row.fields.len()));
                    }
                    self.expressions(&row.fields, 0)?;
                }
            }
            Some(ReadType::NamedTable(table)) if table.names.is_empty() => return fail("a table has no name"),
            Some(_) => {}
            None => return fail("a read names no source"),
        }
        Ok(width)
    }

    #[allow(deprecated)] // The older form must agree with the newer one.
    fn aggregate(&self, aggregate: &AggregateRel, width: usize) -> Checked<usize> {
        let keys = &aggregate.grouping_expressions;
        self.expressions(keys, width)?;
        for grouping in &aggregate.groupings {
            self.expressions(&grouping.grouping_expressions, width)?;
            if grouping.expression_references.iter().any(|key| usize::try_from(*key).map_or(true, |k| k >= keys.len()))
            {
                return fail("a grouping refers to a key that is not there");
            }
        }
        for measure in &aggregate.measures {
            let Some(call) = &measure.measure else { return fail("a measure has no function") };
            self.function(call.function_reference, call.output_type.is_some())?;
            self.arguments(&call.arguments, width)?;
            self.sorts(&call.sorts, width)?;
            if let Some(filter) = &measure.filter {
                self.expression(filter, width)?;
            }
        }
        let set_id = usize::from(aggregate.groupings.len() > 1);
        Ok(keys.len() + aggregate.measures.len() + set_id)
    }

    fn join(&self, join: &JoinRel, inputs: &[usize]) -> Checked<usize> {
        let &[left, right] = inputs else { return fail("a join lacks an input") };
        if join.post_join_filter.is_some() {
            return fail("a join has a filter after it");
        }
        self.required(join.expression.as_deref(), left + right, "a join")?;
        match join.r#type() {
            JoinType::Unspecified => fail("a join does not say its type"),
            JoinType::LeftSemi | JoinType::LeftAnti => Ok(left),
            JoinType::RightSemi | JoinType::RightAnti => Ok(right),
            JoinType::LeftMark => Ok(left + 1),
            JoinType::RightMark => Ok(right + 1),
            _ => Ok(left + right),
        }
    }

    fn required(&self, expression: Option<&Expression>, width: usize, what: &str) -> Checked {
        match expression {
            Some(expression) => self.expression(expression, width),
            None => fail(format!("{what} has no condition")),
        }
    }

    fn sorts(&self, sorts: &[SortField], width: usize) -> Checked {
        for sort in sorts {
            if !matches!(sort.sort_kind, Some(SortKind::Direction(1..=4))) {
                return fail("a sort key does not say its direction");
            }
            self.required(sort.expr.as_ref(), width, "a sort key")?;
        }
        Ok(())
    }

    fn function(&self, anchor: u32, has_type: bool) -> Checked {
        match (self.anchors.contains(&anchor), has_type) {
            (false, _) => fail(format!("the function with anchor {anchor} is not declared")),
            (_, false) => fail(format!("a call of the function with anchor {anchor} has no result type")),
            _ => Ok(()),
        }
    }

    fn arguments(&self, arguments: &[FunctionArgument], width: usize) -> Checked {
        for argument in arguments {
            match &argument.arg_type {
                Some(ArgType::Value(value)) => self.expression(value, width)?,
                Some(_) => {}
                None => return fail("an argument is empty"),
            }
        }
        Ok(())
    }

    fn expressions(&self, expressions: &[Expression], width: usize) -> Checked {
        expressions.iter().try_for_each(|expression| self.expression(expression, width))
    }

    fn expression(&self, expression: &Expression, width: usize) -> Checked {
        match &expression.rex_type {
            Some(RexType::Selection(reference)) => self.reference(reference, width),
            Some(RexType::ScalarFunction(call)) => {
                self.function(call.function_reference, call.output_type.is_some())?;
                self.arguments(&call.arguments, width)
            }
            Some(RexType::WindowFunction(call)) => {
                self.function(call.function_reference, call.output_type.is_some())?;
                self.arguments(&call.arguments, width)?;
                self.expressions(&call.partitions, width)?;
                self.sorts(&call.sorts, width)
            }
            Some(RexType::IfThen(case)) => {
                for clause in &case.ifs {
                    self.required(clause.r#if.as_ref(), width, "a case")?;
                    self.required(clause.then.as_ref(), width, "a case")?;
                }
                match &case.r#else {
                    Some(otherwise) => self.expression(otherwise, width),
                    None => fail("a case has no else"),
                }
            }
            Some(RexType::Cast(cast)) => {
                if cast.r#type.is_none() || cast.failure_behavior == 0 {
                    return fail("a cast does not say its type or what failure gives");
                }
                self.required(cast.input.as_deref(), width, "a cast")
            }
            Some(RexType::SingularOrList(list)) => {
                self.required(list.value.as_deref(), width, "a membership test")?;
                self.expressions(&list.options, width)
            }
            Some(_) => Ok(()),
            None => fail("an expression is empty"),
        }
    }

    fn reference(&self, reference: &FieldReference, width: usize) -> Checked {
        if let Some(RootType::Expression(root)) = &reference.root_type {
            return self.expression(root, width);
        }
        if matches!(reference.root_type, Some(RootType::OuterReference(_))) {
            return Ok(());
        }
        let Some(ReferenceType::DirectReference(segment)) = &reference.reference_type else {
            return fail("a reference names no column");
        };
        match &segment.reference_type {
            Some(Segment::StructField(field)) if usize::try_from(field.field).is_ok_and(|column| column < width) => {
                Ok(())
            }
            Some(Segment::StructField(field)) => fail(format!("column {} is out of {width}", field.field)),
            _ => fail("a reference names no column"),
        }
    }
}

fn emitted(common: Option<&RelCommon>, width: usize) -> Checked<usize> {
    let Some(EmitKind::Emit(emit)) = common.and_then(|common| common.emit_kind.as_ref()) else { return Ok(width) };
    let outside = emit.output_mapping.iter().find(|column| usize::try_from(**column).map_or(true, |c| c >= width));
    match outside {
        Some(column) => fail(format!("a relation emits column {column} of {width}")),
        None => Ok(emit.output_mapping.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::substrait::SubstraitPlan;

    /// A plan whose only filter has this JSON as its condition and whose root has these names.
    fn filtered(condition: &str, names: &str) -> SubstraitPlan {
        let text = format!(
            r#"{{"version": {{"minorNumber": 85}}, "relations": [{{"root": {{"names": {names}, "input": {{"filter": {{
                "condition": {condition},
                "input": {{"read": {{"namedTable": {{"names": ["t"]}}, "baseSchema": {{"names": ["a"], "struct":
                    {{"types": [{{"bool": {{}}}}]}}}}}}}}}}}}}}}}]}}"#
        );
        SubstraitPlan::from_json(&text).unwrap()
    }

    const COLUMN: &str = r#"{"selection": {"directReference": {"structField": {"field": 0}}, "rootReference": {}}}"#;

    #[test]
    fn a_plan_that_keeps_the_rules_passes() {
        assert_eq!(validate(&filtered(COLUMN, r#"["a"]"#)), Ok(()));
    }

    #[test]
    fn each_broken_rule_is_named() {
        let second = COLUMN.replace('0', "1");
        let case = r#"{"ifThen": {"ifs": []}}"#;
        let call = r#"{"scalarFunction": {"functionReference": 3}}"#;
        let cast = r#"{"cast": {}}"#;
        for (condition, names, message) in [
            (second.as_str(), r#"["a"]"#, "column 1 is out of 1"),
            (COLUMN, "[]", "the root names 0 of 1 columns"),
            (case, r#"["a"]"#, "a case has no else"),
            (call, r#"["a"]"#, "the function with anchor 3 is not declared"),
            (cast, r#"["a"]"#, "a cast does not say its type or what failure gives"),
            ("{}", r#"["a"]"#, "an expression is empty"),
        ] {
            assert_eq!(validate(&filtered(condition, names)).unwrap_err().message(), message);
        }
    }
}
