//! How deep a message nests: protobuf readers stop at a fixed number of levels, so a plan beyond it is refused when it
//! is written. Relations are walked without recursion; expressions are depth-bounded when they are authored.

use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::literal::LiteralType;
use substrait::proto::expression::nested::NestedType;
use substrait::proto::expression::reference_segment::ReferenceType as Segment;
use substrait::proto::expression::subquery::SubqueryType;
use substrait::proto::expression::{FieldReference, Literal, ReferenceSegment, RexType, Subquery, WindowFunction};
use substrait::proto::fetch_rel::{CountMode, OffsetMode};
use substrait::proto::function_argument::ArgType;
use substrait::proto::read_rel::ReadType;
use substrait::proto::rel::RelType;
use substrait::proto::r#type::Kind;
use substrait::proto::{
    AggregateFunction, AggregateRel, Expression, FunctionArgument, Plan, ReadRel, Rel, SortField, Type, plan_rel,
};

/// The levels of messages below the outermost that protobuf's readers accept by default.
pub const MAX_LEVELS: usize = 100;

/// The deepest level of any message in the plan; the plan itself is level 0.
pub fn levels(plan: &Plan) -> usize {
    let mut walk = Walk { deepest: 0, pending: Vec::new() };
    for relation in &plan.relations {
        match &relation.rel_type {
            Some(plan_rel::RelType::Root(root)) => walk.pending.extend(root.input.as_ref().map(|rel| (rel, 3))),
            Some(plan_rel::RelType::Rel(rel)) => walk.pending.push((rel, 2)),
            None => {}
        }
    }
    while let Some((rel, level)) = walk.pending.pop() {
        walk.rel(rel, level);
    }
    walk.deepest
}

struct Walk<'a> {
    deepest: usize,
    pending: Vec<(&'a Rel, usize)>,
}

impl<'a> Walk<'a> {
    fn reach(&mut self, level: usize) {
        self.deepest = self.deepest.max(level);
    }

    fn input(&mut self, input: Option<&'a Rel>, level: usize) {
        self.pending.extend(input.map(|rel| (rel, level)));
    }

    /// `level` is that of the `Rel` message; its body is one below and the body's parts are two below.
    fn rel(&mut self, rel: &'a Rel, level: usize) {
        let part = level + 2;
        self.reach(level + 1);
        match &rel.rel_type {
            Some(RelType::Read(read)) => self.read(read, part),
            Some(RelType::Filter(filter)) => {
                self.input(filter.input.as_deref(), part);
                self.optional(filter.condition.as_deref(), part);
            }
            Some(RelType::Project(project)) => {
                self.input(project.input.as_deref(), part);
                self.emit(project.common.is_some(), part);
                self.expressions(&project.expressions, part);
            }
            Some(RelType::Fetch(fetch)) => {
                self.input(fetch.input.as_deref(), part);
                if let Some(OffsetMode::OffsetExpr(offset)) = &fetch.offset_mode {
                    self.expression(offset, part);
                }
                if let Some(CountMode::CountExpr(count)) = &fetch.count_mode {
                    self.expression(count, part);
                }
            }
            Some(RelType::Sort(sort)) => {
                self.input(sort.input.as_deref(), part);
                self.sorts(&sort.sorts, part);
            }
            Some(RelType::Aggregate(aggregate)) => self.aggregate(aggregate, part),
            Some(RelType::Join(join)) => {
                self.input(join.left.as_deref(), part);
                self.input(join.right.as_deref(), part);
                self.emit(join.common.is_some(), part);
                self.optional(join.expression.as_deref(), part);
            }
            Some(RelType::Cross(cross)) => {
                self.input(cross.left.as_deref(), part);
                self.input(cross.right.as_deref(), part);
            }
            Some(RelType::Set(set)) => self.pending.extend(set.inputs.iter().map(|rel| (rel, part))),
            _ => {}
        }
    }

    fn emit(&mut self, has_common: bool, level: usize) {
        if has_common {
            self.reach(level + 1);
        }
    }

    fn read(&mut self, read: &'a ReadRel, part: usize) {
        self.reach(part);
        if let Some(types) = read.base_schema.as_ref().and_then(|schema| schema.r#struct.as_ref()) {
            self.reach(part + 1);
            types.types.iter().for_each(|r#type| self.r#type(r#type, part + 2));
        }
        if let Some(ReadType::VirtualTable(table)) = &read.read_type {
            for row in &table.expressions {
                self.reach(part + 1);
                self.expressions(&row.fields, part + 2);
            }
        }
    }

    #[allow(deprecated)] // The older form is what both grouping forms are checked for.
    fn aggregate(&mut self, aggregate: &'a AggregateRel, part: usize) {
        self.input(aggregate.input.as_deref(), part);
        self.expressions(&aggregate.grouping_expressions, part);
        for grouping in &aggregate.groupings {
            self.reach(part);
            self.expressions(&grouping.grouping_expressions, part + 1);
        }
        for measure in &aggregate.measures {
            self.reach(part);
            self.optional(measure.filter.as_ref(), part + 1);
            if let Some(function) = &measure.measure {
                self.aggregate_function(function, part + 1);
            }
        }
    }

    fn aggregate_function(&mut self, function: &'a AggregateFunction, level: usize) {
        self.reach(level);
        self.arguments(&function.arguments, level + 1);
        self.sorts(&function.sorts, level + 1);
        self.result(function.output_type.as_ref(), function.options.len(), level + 1);
    }

    fn expressions(&mut self, expressions: &'a [Expression], level: usize) {
        expressions.iter().for_each(|expression| self.expression(expression, level));
    }

    fn optional(&mut self, expression: Option<&'a Expression>, level: usize) {
        if let Some(expression) = expression {
            self.expression(expression, level);
        }
    }

    fn sorts(&mut self, sorts: &'a [SortField], level: usize) {
        for sort in sorts {
            self.reach(level);
            self.optional(sort.expr.as_ref(), level + 1);
        }
    }

    fn arguments(&mut self, arguments: &'a [FunctionArgument], level: usize) {
        for argument in arguments {
            self.reach(level);
            match &argument.arg_type {
                Some(ArgType::Value(value)) => self.expression(value, level + 1),
                Some(ArgType::Type(r#type)) => self.r#type(r#type, level + 1),
                _ => {}
            }
        }
    }

    fn result(&mut self, output_type: Option<&'a Type>, options: usize, level: usize) {
        if options > 0 {
            self.reach(level);
        }
        if let Some(output_type) = output_type {
            self.r#type(output_type, level);
        }
    }

    /// `level` is that of the `Expression` message.
    fn expression(&mut self, expression: &'a Expression, level: usize) {
        let part = level + 2;
        self.reach(level + 1);
        match &expression.rex_type {
            Some(RexType::Literal(literal)) => self.literal(literal, level + 1),
            Some(RexType::Selection(reference)) => self.reference(reference, part),
            Some(RexType::ScalarFunction(call)) => {
                self.arguments(&call.arguments, part);
                self.result(call.output_type.as_ref(), call.options.len(), part);
            }
            Some(RexType::WindowFunction(call)) => self.window(call, part),
            Some(RexType::IfThen(case)) => {
                for clause in &case.ifs {
                    self.reach(part);
                    self.optional(clause.r#if.as_ref(), part + 1);
                    self.optional(clause.then.as_ref(), part + 1);
                }
                self.optional(case.r#else.as_deref(), part);
            }
            Some(RexType::Cast(cast)) => {
                self.optional(cast.input.as_deref(), part);
                self.result(cast.r#type.as_ref(), 0, part);
            }
            Some(RexType::SingularOrList(list)) => {
                self.optional(list.value.as_deref(), part);
                self.expressions(&list.options, part);
            }
            Some(RexType::Nested(nested)) => match &nested.nested_type {
                Some(NestedType::Struct(fields)) => self.expressions(&fields.fields, part + 1),
                Some(NestedType::List(list)) => self.expressions(&list.values, part + 1),
                _ => self.reach(part),
            },
            Some(RexType::Subquery(subquery)) => self.subquery(subquery, part),
            _ => {}
        }
    }

    fn subquery(&mut self, subquery: &'a Subquery, part: usize) {
        self.reach(part);
        match &subquery.subquery_type {
            Some(SubqueryType::Scalar(scalar)) => self.input(scalar.input.as_deref(), part + 1),
            Some(SubqueryType::SetPredicate(set)) => self.input(set.tuples.as_deref(), part + 1),
            Some(SubqueryType::SetComparison(set)) => {
                self.optional(set.left.as_deref(), part + 1);
                self.input(set.right.as_deref(), part + 1);
            }
            Some(SubqueryType::InPredicate(predicate)) => {
                self.expressions(&predicate.needles, part + 1);
                self.input(predicate.haystack.as_deref(), part + 1);
            }
            None => {}
        }
    }

    fn window(&mut self, call: &'a WindowFunction, part: usize) {
        self.arguments(&call.arguments, part);
        self.expressions(&call.partitions, part);
        self.sorts(&call.sorts, part);
        self.result(call.output_type.as_ref(), call.options.len(), part);
        if call.lower_bound.is_some() || call.upper_bound.is_some() {
            self.reach(part + 1);
        }
    }

    fn reference(&mut self, reference: &'a FieldReference, level: usize) {
        match &reference.root_type {
            Some(RootType::Expression(root)) => self.expression(root, level),
            Some(_) => self.reach(level),
            None => {}
        }
        if let Some(ReferenceType::DirectReference(segment)) = &reference.reference_type {
            self.segment(segment, level);
        }
    }

    fn segment(&mut self, segment: &'a ReferenceSegment, level: usize) {
        let mut next = Some((segment, level));
        while let Some((segment, level)) = next {
            self.reach(level + 1);
            let child = match &segment.reference_type {
                Some(Segment::StructField(field)) => field.child.as_deref(),
                Some(Segment::ListElement(element)) => element.child.as_deref(),
                Some(Segment::MapKey(key)) => key.child.as_deref(),
                None => None,
            };
            next = child.map(|child| (child, level + 2));
        }
    }

    fn literal(&mut self, literal: &'a Literal, level: usize) {
        self.reach(level);
        match &literal.literal_type {
            Some(LiteralType::Struct(fields)) => {
                self.reach(level + 1);
                fields.fields.iter().for_each(|field| self.literal(field, level + 2));
            }
            Some(LiteralType::List(list)) => list.values.iter().for_each(|value| self.literal(value, level + 2)),
            Some(LiteralType::Map(map)) => {
                for entry in &map.key_values {
                    entry.key.iter().chain(&entry.value).for_each(|part| self.literal(part, level + 3));
                }
            }
            Some(LiteralType::Null(r#type)) => self.r#type(r#type, level + 1),
            Some(LiteralType::EmptyList(list)) => self.result(list.r#type.as_deref(), 1, level + 2),
            Some(LiteralType::EmptyMap(map)) => {
                self.result(map.key.as_deref(), 1, level + 2);
                self.result(map.value.as_deref(), 1, level + 2);
            }
            Some(LiteralType::IntervalCompound(_)) => self.reach(level + 2),
            Some(LiteralType::Decimal(_) | LiteralType::PrecisionTime(_)) => self.reach(level + 1),
            Some(LiteralType::PrecisionTimestamp(_) | LiteralType::PrecisionTimestampTz(_)) => self.reach(level + 1),
            Some(LiteralType::IntervalYearToMonth(_) | LiteralType::IntervalDayToSecond(_)) => self.reach(level + 1),
            _ => {}
        }
    }

    fn r#type(&mut self, r#type: &'a Type, level: usize) {
        self.reach(level + 1);
        match &r#type.kind {
            Some(Kind::List(list)) => self.result(list.r#type.as_deref(), 0, level + 2),
            Some(Kind::Map(map)) => {
                self.result(map.key.as_deref(), 0, level + 2);
                self.result(map.value.as_deref(), 0, level + 2);
            }
            Some(Kind::Struct(fields)) => fields.types.iter().for_each(|field| self.r#type(field, level + 2)),
            _ => {}
        }
    }
}
