//! Expressions: references, constants, casts, conditionals, lists and calls.

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::{Case, Expr, ExprSchemable, try_cast};
use datafusion_substrait::logical_plan::consumer::{DefaultSubstraitConsumer, from_literal};
use futures::FutureExt;
use substrait::proto::Expression;
use substrait::proto::expression::cast::FailureBehavior;
use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::reference_segment::ReferenceType as Segment;
use substrait::proto::expression::{Cast, FieldReference, IfThen, ReferenceSegment, RexType, SingularOrList};

use super::super::kernel;
use super::read::same_but_for_encoding;
use super::relation::canonical;
use super::{Consumer, column, invalid, unsupported};
use crate::substrait::types::from_proto;

impl Consumer<'_> {
    pub(super) fn expression(&mut self, expression: &Expression, schema: &DFSchema) -> Result<Expr> {
        match &expression.rex_type {
            Some(RexType::Selection(reference)) => self.reference(reference, schema),
            Some(RexType::Literal(literal)) => {
                let consumer = DefaultSubstraitConsumer::new(&self.extensions, self.state);
                // The stock conversion is declared async and never waits.
                let value = from_literal(&consumer, literal).now_or_never();
                value.unwrap_or_else(|| Err(unsupported("a constant of this kind")))
            }
            Some(RexType::Cast(cast)) => self.cast(cast, schema),
            Some(RexType::IfThen(case)) => self.case(case, schema),
            Some(RexType::SingularOrList(list)) => self.in_list(list, schema),
            Some(RexType::ScalarFunction(call)) => self.scalar_call(call, schema),
            Some(RexType::WindowFunction(call)) => self.window_call(call, schema),
            _ => Err(unsupported("an expression of this kind")),
        }
    }

    pub(super) fn expressions(&mut self, list: &[Expression], schema: &DFSchema) -> Result<Vec<Expr>> {
        list.iter().map(|expression| self.expression(expression, schema)).collect()
    }

    fn boxed(&mut self, expression: Option<&Expression>, schema: &DFSchema) -> Result<Expr> {
        self.expression(expression.ok_or_else(|| invalid("an expression lacks a part"))?, schema)
    }

    fn reference(&mut self, reference: &FieldReference, schema: &DFSchema) -> Result<Expr> {
        let Some(ReferenceType::DirectReference(path)) = &reference.reference_type else {
            return Err(unsupported("a masked reference"));
        };
        let (mut value, mut rest) = match &reference.root_type {
            Some(RootType::RootReference(_)) | None => {
                let (index, rest) = step(path)?;
                (column(schema, index)?, rest)
            }
            Some(RootType::Expression(root)) => (self.expression(root, schema)?, Some(path)),
            Some(_) => return Err(unsupported("a reference to an outer query")),
        };
        while let Some(path) = rest {
            let (index, next) = step(path)?;
            let data_type = value.get_type(schema)?;
            value = kernel::struct_field(value, &data_type, index)?;
            rest = next;
        }
        Ok(value)
    }

    fn cast(&mut self, cast: &Cast, schema: &DFSchema) -> Result<Expr> {
        let input = self.boxed(cast.input.as_deref(), schema)?;
        let target = cast.r#type.as_ref().ok_or_else(|| invalid("a cast has a type"))?;
        let (target, _) = from_proto(target).map_err(|error| invalid(error.message()))?;
        let source = input.get_type(schema)?;
        if same_but_for_encoding(&source, &target) {
            return Ok(input);
        }
        let failing = cast.failure_behavior() != FailureBehavior::ReturnNull;
        if let Some(exact) = kernel::exact_cast(&input, &source, &target, failing) {
            return Ok(exact);
        }
        if failing { Ok(datafusion::logical_expr::cast(input, target)) } else { Ok(try_cast(input, target)) }
    }

    fn case(&mut self, case: &IfThen, schema: &DFSchema) -> Result<Expr> {
        let mut branches = Vec::with_capacity(case.ifs.len());
        for branch in &case.ifs {
            let condition = self.boxed(branch.r#if.as_ref(), schema)?;
            let value = self.boxed(branch.then.as_ref(), schema)?;
            branches.push((Box::new(condition), Box::new(value)));
        }
        let otherwise = case.r#else.as_deref().map(|value| self.expression(value, schema)).transpose()?;
        Ok(Expr::Case(Case::new(None, branches, otherwise.map(Box::new))))
    }

    fn in_list(&mut self, list: &SingularOrList, schema: &DFSchema) -> Result<Expr> {
        let value = self.boxed(list.value.as_deref(), schema)?;
        let mut options = self.expressions(&list.options, schema)?;
        if matches!(value.get_type(schema)?, DataType::Float32 | DataType::Float64) {
            for option in &mut options {
                *option = canonical(option.clone(), schema)?;
            }
            return Ok(canonical(value, schema)?.in_list(options, false));
        }
        Ok(value.in_list(options, false))
    }

    /// `value` in the type that the plan states for it.
    pub(super) fn typed(
        &self,
        value: Expr,
        stated: Option<&substrait::proto::Type>,
        schema: &DFSchema,
    ) -> Result<Expr> {
        let Some(stated) = stated else { return Ok(value) };
        let (stated, _) = from_proto(stated).map_err(|error| invalid(error.message()))?;
        let Ok(found) = value.get_type(schema) else { return Ok(value) };
        if same_but_for_encoding(&found, &stated) {
            return Ok(value);
        }
        Ok(datafusion::logical_expr::cast(value, stated))
    }
}

/// One step of a path: the position, and what follows.
fn step(path: &ReferenceSegment) -> Result<(usize, Option<&ReferenceSegment>)> {
    match &path.reference_type {
        Some(Segment::StructField(field)) => {
            let index = usize::try_from(field.field).map_err(|_| invalid("a referenced column is negative"))?;
            Ok((index, field.child.as_deref()))
        }
        _ => Err(unsupported("a reference into a list or map")),
    }
}
