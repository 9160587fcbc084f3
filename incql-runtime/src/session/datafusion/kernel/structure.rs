//! Access to a struct's field: NULL where the struct is, whatever the child array holds there.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, make_array};
use arrow::buffer::NullBuffer;
use arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::Expr;

use super::function::{Input, call};

/// The name of the kernel, whose result may be NULL where no argument is.
pub(super) const NAME: &str = "incql_struct_field";

/// Field `index` of `value`, a struct of this type.
pub(in super::super) fn struct_field(value: Expr, data_type: &DataType, index: usize) -> Result<Expr> {
    let DataType::Struct(fields) = data_type else {
        return Err(super::super::consume::invalid(format!("a field of {data_type}, which is no struct")));
    };
    let field = fields.get(index).ok_or_else(|| {
        super::super::consume::invalid(format!("field {index} of a struct of {} fields", fields.len()))
    })?;
    Ok(call(NAME, body, index, field.data_type().clone(), vec![value]))
}

fn body(input: &Input<'_>) -> Result<ArrayRef> {
    let structure = input.columns[0].as_struct_opt();
    let structure = structure.ok_or_else(|| super::super::consume::invalid("a field of what is no struct"))?;
    let child = structure.column(input.parameter);
    let Some(outer) = structure.nulls() else { return Ok(Arc::clone(child)) };
    let nulls = NullBuffer::union(Some(outer), child.logical_nulls().as_ref());
    Ok(make_array(child.to_data().into_builder().nulls(nulls).build()?))
}
