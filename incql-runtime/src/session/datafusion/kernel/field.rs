//! A field of a struct, NULL where the struct is: what a NULL struct's child happens to hold is never seen.

use arrow::array::{Array, ArrayRef, AsArray, make_array};
use arrow::buffer::NullBuffer;
use arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Expr;

use super::{Argument, call};
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;

/// Field `position` of a struct.
pub(in super::super) fn field(input: Typed, position: usize) -> Result<Typed> {
    let DataType::Struct(fields) = &input.data_type else {
        return Err(refused(format!("{} has no fields", input.data_type)));
    };
    let Some(found) = fields.get(position) else { return Err(refused("a struct lacks a field")) };
    let data_type = found.data_type().clone();
    let position = u64::try_from(position).map_err(|_| refused("a struct has too many fields"))?;
    let constant = Expr::Literal(ScalarValue::UInt64(Some(position)), None);
    let position = Typed { expr: constant, data_type: DataType::UInt64 };
    Ok(call("incql_field", vec![input, position], data_type, run))
}

fn run(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let [input, position] = arguments else { return Err(refused("field access takes two arguments")) };
    let structs = input.array.as_struct_opt().ok_or_else(|| refused("field access takes a struct"))?;
    let position = position.array.as_primitive_opt::<arrow::datatypes::UInt64Type>().map(|position| position.value(0));
    let child = position
        .and_then(|position| usize::try_from(position).ok())
        .and_then(|position| structs.columns().get(position));
    let child = child.ok_or_else(|| refused("a struct lacks a field"))?;
    let Some(parents) = structs.nulls() else { return Ok(child.clone()) };
    let nulls = NullBuffer::union(Some(parents), child.nulls());
    let data = child.to_data().into_builder().nulls(nulls).build()?;
    Ok(make_array(data))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{Int64Array, StructArray, UInt64Array};
    use arrow::datatypes::{Field, Int64Type};
    use std::sync::Arc;

    #[test]
    fn a_null_struct_hides_its_child() -> Result<()> {
        let fields = vec![Field::new("price", DataType::Int64, false)];
        let prices: ArrayRef = Arc::new(Int64Array::from(vec![5, 99, 7]));
        let nulls = NullBuffer::from(vec![true, false, true]);
        let bids: ArrayRef = Arc::new(StructArray::new(fields.into(), vec![prices], Some(nulls)));
        let position = Argument { array: Arc::new(UInt64Array::from(vec![0])), constant: true };
        let found = run(&[Argument { array: bids, constant: false }, position], &DataType::Int64)?;
        let found: Vec<_> = found.as_primitive::<Int64Type>().iter().collect();
        assert_eq!(found, [Some(5), None, Some(7)]);
        Ok(())
    }
}
