//! Functions of our own for the engine, columnar, where its functions mean something else or do not exist.

mod arithmetic;
mod calendar;
mod cast;
mod float;
mod function;
mod structure;
mod text;

use arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::Expr;

pub(super) use cast::exact_cast;
pub(super) use float::canonical_float;
pub(super) use structure::struct_field;

/// The call of catalog engine function `engine` over arguments of these types, if it is one of ours.
pub(super) fn scalar(engine: &str, arguments: &[Expr], types: &[DataType], result: &DataType) -> Result<Option<Expr>> {
    if let Some(expression) = float::comparison(engine, arguments, types)? {
        return Ok(Some(expression));
    }
    let kernel = arithmetic::kernel(engine).or_else(|| calendar::kernel(engine)).or_else(|| text::kernel(engine));
    Ok(kernel.map(|run| function::call(run.0, run.1, 0, result.clone(), arguments.to_vec())))
}
