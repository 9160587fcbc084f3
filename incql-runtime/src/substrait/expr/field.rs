//! References: to a column of the input by position, and to fields of a struct below it as nested references.

use substrait::proto::Expression;
use substrait::proto::expression::field_reference::{ReferenceType, RootReference, RootType};
use substrait::proto::expression::reference_segment::{ReferenceType as Segment, StructField};
use substrait::proto::expression::{FieldReference, ReferenceSegment, RexType};

use super::{Context, lower, rex};
use crate::error::PlanError;
use crate::scalar::{Scalar, ScalarKind};

/// The column at `index` of the input.
pub fn column(index: usize) -> Result<Expression, PlanError> {
    let path = segment(index, None)?;
    Ok(reference(path, RootType::RootReference(RootReference {})))
}

/// A struct's field: a path from a column, or from any other expression that gives a struct.
pub fn access(context: &Context, scalar: &Scalar) -> Result<Expression, PlanError> {
    let mut path = None;
    let mut current = scalar;
    while let ScalarKind::FieldAccess { input, field } = current.kind() {
        path = Some(Box::new(segment(*field, path)?));
        current = input;
    }
    match (current.kind(), path) {
        (ScalarKind::Column(index), path) => {
            let path = segment(*index, path)?;
            Ok(reference(path, RootType::RootReference(RootReference {})))
        }
        (_, Some(path)) => {
            let root = lower(context, current)?;
            Ok(reference(*path, RootType::Expression(Box::new(root))))
        }
        (_, None) => lower(context, current),
    }
}

fn segment(index: usize, child: Option<Box<ReferenceSegment>>) -> Result<ReferenceSegment, PlanError> {
    let field = i32::try_from(index).map_err(|_| PlanError::new(format!("column {index} is out of range")))?;
    Ok(ReferenceSegment { reference_type: Some(Segment::StructField(Box::new(StructField { field, child }))) })
}

fn reference(path: ReferenceSegment, root: RootType) -> Expression {
    let reference_type = Some(ReferenceType::DirectReference(path));
    rex(RexType::Selection(Box::new(FieldReference { reference_type, root_type: Some(root) })))
}
