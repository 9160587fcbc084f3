//! Window functions: the engine's own, and aggregates over windows.

use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::WindowFunctionDefinition;
use datafusion::logical_expr::expr::NullTreatment;

use super::{AggregateCall, Declared, Functions, canonical, plain, resolve, types_of};
use crate::function::{FunctionClass, FunctionDef, Overload};
use crate::functions::catalog::functions;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;

/// A function of the engine over a window.
pub(in super::super) struct WindowedCall {
    pub function: WindowFunctionDefinition,
    pub arguments: Vec<Typed>,
    pub null_treatment: Option<NullTreatment>,
}

impl Functions {
    /// The call that a plan declares.
    pub fn windowed(
        &self,
        declared: Declared<'_>,
        arguments: Vec<Typed>,
        distinct: bool,
        schema: &DFSchema,
    ) -> Result<WindowedCall> {
        let (function, overload) = resolve(declared, &types_of(&arguments))?;
        self.windowed_call(function, overload, arguments, distinct, schema)
    }

    /// The call of our extension, whose name is the Substrait name of the function that it modifies.
    pub fn windowed_by_name(
        &self,
        compound: &str,
        arguments: Vec<Typed>,
        distinct: bool,
        schema: &DFSchema,
    ) -> Result<WindowedCall> {
        let name = compound.split(':').next().unwrap_or_default();
        let types: Vec<_> = types_of(&arguments).iter().map(plain).collect();
        let over_rows = |class| matches!(class, FunctionClass::Aggregate | FunctionClass::Window);
        let found = functions().filter(|function| over_rows(function.class)).find_map(|function| {
            let overload = function.overload_of(&types);
            let counts_rows = function.name == "count_all";
            (overload.substrait.name == name && counts_rows == (name == "count" && types.is_empty()))
                .then_some((function, overload))
        });
        let (function, overload) = found.ok_or_else(|| refused(format!("the window function {name} is unknown")))?;
        self.windowed_call(function, overload, arguments, distinct, schema)
    }

    fn windowed_call(
        &self,
        function: &'static FunctionDef,
        overload: &'static Overload,
        arguments: Vec<Typed>,
        distinct: bool,
        schema: &DFSchema,
    ) -> Result<WindowedCall> {
        if function.class == FunctionClass::Window {
            let function = WindowFunctionDefinition::WindowUDF(self.window_function(overload.engine)?);
            return Ok(WindowedCall { function, arguments, null_treatment: None });
        }
        let arguments = if distinct { arguments.into_iter().map(canonical).collect() } else { arguments };
        let AggregateCall { function, arguments, null_treatment } =
            self.engine_aggregate(overload.engine, function.name, arguments, schema)?;
        Ok(WindowedCall { function: WindowFunctionDefinition::AggregateUDF(function), arguments, null_treatment })
    }
}
