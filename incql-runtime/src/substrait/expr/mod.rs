//! Resolved expressions as Substrait expressions, one file per family. Recursion is bounded by the depth that authored
//! expressions are held to.

mod call;
mod cast;
mod field;
mod literal;
mod sort;
pub mod window;

use substrait::proto::Expression;
use substrait::proto::expression::if_then::IfClause;
use substrait::proto::expression::{IfThen, RexType, SingularOrList};

pub use call::{aggregate, arguments};
pub use field::column;
pub use literal::element;
use literal::literal;
pub use sort::sort_fields;

use super::context::Context;
use crate::error::PlanError;
use crate::scalar::{Scalar, ScalarKind};

/// The expression over the columns of the relation's input.
pub fn lower(context: &Context, scalar: &Scalar) -> Result<Expression, PlanError> {
    match scalar.kind() {
        ScalarKind::Column(index) => column(*index),
        ScalarKind::FieldAccess { .. } => field::access(context, scalar),
        ScalarKind::Literal(value) => Ok(rex(RexType::Literal(literal(value, scalar.data_type())?))),
        ScalarKind::Call { function, arguments } => call::scalar(context, scalar, function, arguments),
        ScalarKind::Cast { input, mode } => cast::cast(context, scalar, input, *mode),
        ScalarKind::Case { branches, otherwise } => case(context, branches, otherwise),
        ScalarKind::InList { value, list } => in_list(context, value, list),
    }
}

/// Several expressions, in order.
pub fn lower_all(context: &Context, scalars: &[Scalar]) -> Result<Vec<Expression>, PlanError> {
    scalars.iter().map(|scalar| lower(context, scalar)).collect()
}

/// An expression of this form.
pub fn rex(rex_type: RexType) -> Expression {
    Expression { rex_type: Some(rex_type) }
}

fn case(context: &Context, branches: &[(Scalar, Scalar)], otherwise: &Scalar) -> Result<Expression, PlanError> {
    let mut ifs = Vec::with_capacity(branches.len());
    for (condition, value) in branches {
        ifs.push(IfClause { r#if: Some(lower(context, condition)?), then: Some(lower(context, value)?) });
    }
    let r#else = Some(Box::new(lower(context, otherwise)?));
    Ok(rex(RexType::IfThen(Box::new(IfThen { ifs, r#else }))))
}

fn in_list(context: &Context, value: &Scalar, list: &[Scalar]) -> Result<Expression, PlanError> {
    let value = Some(Box::new(lower(context, value)?));
    let options = lower_all(context, list)?;
    Ok(rex(RexType::SingularOrList(Box::new(SingularOrList { value, options }))))
}
