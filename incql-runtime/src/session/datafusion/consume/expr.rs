//! Expressions over the columns of one relation, each with the type that the engine gives it.

use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::{Case, InList};
use datafusion::logical_expr::{Expr, ExprSchemable};
use datafusion_substrait::logical_plan::consumer::from_literal;
use futures::future::BoxFuture;
use substrait::proto::Expression;
use substrait::proto::expression::cast::FailureBehavior;
use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::reference_segment::ReferenceType as Segment;
use substrait::proto::expression::{Cast, FieldReference, IfThen, RexType, SingularOrList};

use super::project::typed_column;
use super::{Consumer, Typed};
use crate::scalar::CastMode;
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::{can_fail, canonical, cast, conditional};
use crate::session::datafusion::kernel::field::field;
use crate::substrait::types::from_proto;

impl Consumer<'_> {
    /// An expression; boxed, since expressions nest.
    pub(super) fn expr<'e>(&'e self, expression: &'e Expression, schema: &'e DFSchema) -> BoxFuture<'e, Result<Typed>> {
        Box::pin(async move {
            match &expression.rex_type {
                Some(RexType::Literal(literal)) => {
                    let expr = from_literal(self, literal).await?;
                    let data_type = expr.get_type(schema)?;
                    Ok(Typed { expr, data_type })
                }
                Some(RexType::Selection(reference)) => self.reference(reference, schema).await,
                Some(RexType::ScalarFunction(call)) => self.scalar_call(call, schema).await,
                Some(RexType::WindowFunction(call)) => self.window_call(call, schema).await,
                Some(RexType::IfThen(conditional)) => self.if_then(conditional, schema).await,
                Some(RexType::SingularOrList(list)) => self.in_list(list, schema).await,
                Some(RexType::Cast(cast)) => self.cast(cast, schema).await,
                _ => {
                    let expr = self.stock(expression, schema).await?;
                    let data_type = expr.get_type(schema)?;
                    Ok(Typed { expr, data_type })
                }
            }
        })
    }

    /// A column, a column of an outer relation, or a field below one.
    async fn reference(&self, reference: &FieldReference, schema: &DFSchema) -> Result<Typed> {
        let Some(ReferenceType::DirectReference(segment)) = &reference.reference_type else {
            return Err(refused("a masked reference is not supported"));
        };
        let Some(Segment::StructField(first)) = &segment.reference_type else {
            return Err(refused("a reference that is no struct field is not supported"));
        };
        let position = |field: i32| usize::try_from(field).map_err(|_| refused("a reference has a negative position"));
        let (mut value, mut next) = match &reference.root_type {
            Some(RootType::RootReference(_)) | None => {
                (typed_column(schema, position(first.field)?)?, first.child.as_deref())
            }
            Some(RootType::Expression(root)) => (self.expr(root, schema).await?, Some(segment)),
            Some(RootType::OuterReference(outer)) => {
                let steps = usize::try_from(outer.steps_out).unwrap_or(usize::MAX);
                (self.outer_column(steps, position(first.field)?)?, first.child.as_deref())
            }
            Some(_) => return Err(refused("the root of a reference is not supported")),
        };
        while let Some(segment) = next {
            let Some(Segment::StructField(child)) = &segment.reference_type else {
                return Err(refused("a reference that is no struct field is not supported"));
            };
            value = field(value, position(child.field)?)?;
            next = child.child.as_deref();
        }
        Ok(value)
    }

    fn outer_column(&self, steps: usize, position: usize) -> Result<Typed> {
        use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
        let schema = self.get_outer_schema(steps).ok_or_else(|| refused("an outer reference has no outer relation"))?;
        let Typed { expr, data_type } = typed_column(&schema, position)?;
        match expr {
            Expr::Column(column) => {
                let field = std::sync::Arc::clone(schema.field(position));
                Ok(Typed { expr: Expr::OuterReferenceColumn(field, column), data_type })
            }
            expr => Ok(Typed { expr, data_type }),
        }
    }

    async fn if_then(&self, conditional_rex: &IfThen, schema: &DFSchema) -> Result<Typed> {
        let mut branches = Vec::with_capacity(conditional_rex.ifs.len());
        let mut data_type = None;
        for clause in &conditional_rex.ifs {
            let (Some(condition), Some(value)) = (&clause.r#if, &clause.then) else {
                return Err(refused("a conditional lacks a condition or value"));
            };
            let value = self.expr(value, schema).await?;
            data_type.get_or_insert(value.data_type);
            branches.push((self.expr(condition, schema).await?.expr, value.expr));
        }
        let Some(otherwise) = &conditional_rex.r#else else { return Err(refused("a conditional has no else")) };
        let otherwise = self.expr(otherwise, schema).await?;
        let data_type = data_type.unwrap_or(otherwise.data_type);
        let fails = |expr: &Expr| can_fail(expr, schema);
        let boolean = data_type == arrow::datatypes::DataType::Boolean;
        if boolean && (fails(&otherwise.expr) || branches.iter().any(|(_, value)| fails(value))) {
            return Ok(Typed { expr: conditional(branches, otherwise.expr), data_type });
        }
        let branches = branches.into_iter().map(|(condition, value)| (Box::new(condition), Box::new(value)));
        let case = Case::new(None, branches.collect(), Some(Box::new(otherwise.expr)));
        Ok(Typed { expr: Expr::Case(case), data_type })
    }

    async fn in_list(&self, rex: &SingularOrList, schema: &DFSchema) -> Result<Typed> {
        let Some(value) = &rex.value else { return Err(refused("a membership test has no value")) };
        let value = canonical(self.expr(value, schema).await?);
        let mut list = Vec::with_capacity(rex.options.len());
        for option in &rex.options {
            list.push(canonical(self.expr(option, schema).await?).expr);
        }
        let expr = Expr::InList(InList::new(Box::new(value.expr), list, false));
        Ok(Typed { expr, data_type: arrow::datatypes::DataType::Boolean })
    }

    async fn cast(&self, rex: &Cast, schema: &DFSchema) -> Result<Typed> {
        let (Some(input), Some(target)) = (&rex.input, &rex.r#type) else {
            return Err(refused("a cast lacks its input or type"));
        };
        let input = self.expr(input, schema).await?;
        let (target, _) = from_proto(target).map_err(|error| refused(error.message()))?;
        let mode = match rex.failure_behavior() {
            FailureBehavior::ReturnNull => CastMode::Try,
            FailureBehavior::ThrowException | FailureBehavior::Unspecified => CastMode::Strict,
        };
        Ok(cast(input, &target, mode))
    }
}
