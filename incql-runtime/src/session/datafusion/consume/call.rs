//! Calls of scalar functions.

use datafusion::common::{DFSchema, Result};
use substrait::proto::FunctionArgument;
use substrait::proto::expression::ScalarFunction;
use substrait::proto::function_argument::ArgType;

use super::{Consumer, Typed};
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::Declared;
use crate::substrait::types::from_proto;

impl Consumer<'_> {
    pub(super) async fn scalar_call(&self, call: &ScalarFunction, schema: &DFSchema) -> Result<Typed> {
        let arguments = self.arguments(&call.arguments, schema).await?;
        let result = match &call.output_type {
            Some(output) => Some(from_proto(output).map_err(|error| refused(error.message()))?.0),
            None => None,
        };
        self.functions.scalar(self.declared(call.function_reference)?, arguments, result.as_ref(), schema)
    }

    /// The arguments of a call.
    pub(super) async fn arguments(&self, arguments: &[FunctionArgument], schema: &DFSchema) -> Result<Vec<Typed>> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match &argument.arg_type {
                Some(ArgType::Value(value)) => values.push(self.expr(value, schema).await?),
                Some(ArgType::Enum(name)) => {
                    let value = datafusion::common::ScalarValue::Utf8(Some(name.clone()));
                    let data_type = value.data_type();
                    values.push(Typed { expr: datafusion::logical_expr::Expr::Literal(value, None), data_type });
                }
                _ => return Err(refused("a function's argument is not a value")),
            }
        }
        Ok(values)
    }

    /// The URN and compound name that an anchor stands for.
    pub(super) fn declared(&self, anchor: u32) -> Result<Declared<'_>> {
        match self.declared.get(&anchor) {
            Some((urn, name)) => Ok((urn, name)),
            None => Err(refused(format!("the plan does not declare function {anchor}"))),
        }
    }
}
