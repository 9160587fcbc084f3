//! Window calls, with every attribute that the plan states: filter, DISTINCT, null treatment, frames with any offset.

use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::{NullTreatment, WindowFunction as WindowCall, WindowFunctionParams};
use datafusion::logical_expr::{Expr, WindowFrame, WindowFrameBound, WindowFrameUnits, WindowFunctionDefinition};
use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::expression::WindowFunction;
use substrait::proto::expression::window_function::{Bound, BoundsType, bound::Kind};

use super::aggregate::{aggregate_arguments, library_name};
use super::call::{Declared, engine_function, types_of};
use super::{Consumer, invalid, unsupported};
use crate::function::FunctionClass;
use crate::substrait::expr::window::{IGNORE_NULLS, NULL_HANDLING, WINDOW_URN, WINDOWED_PREFIX};

/// What a `windowed_` call says in three more arguments.
#[derive(Debug, Default)]
struct Modifiers {
    filter: Option<Expr>,
    start: Option<ScalarValue>,
    end: Option<ScalarValue>,
}

impl Consumer<'_> {
    pub(super) fn window_call(&mut self, call: &WindowFunction, schema: &DFSchema) -> Result<Expr> {
        let declared = self.functions.get(call.function_reference)?;
        let mut arguments = self.arguments(&call.arguments, schema)?;
        let (declared, modifiers) = modifiers(declared, &mut arguments)?;
        let types = types_of(&arguments, schema)?;
        let (function, engine) = engine_function(&declared, &types)?;
        let distinct = call.invocation == AggregationInvocation::Distinct as i32;
        if function.class == FunctionClass::Aggregate {
            arguments = aggregate_arguments(engine, arguments, &types, distinct, schema)?;
        }
        let mut order_by = self.sort_keys(&call.sorts, schema)?;
        let window_frame = frame(call, &modifiers)?;
        window_frame.regularize_order_bys(&mut order_by)?;
        let params = WindowFunctionParams {
            args: arguments,
            partition_by: self.expressions(&call.partitions, schema)?,
            order_by,
            window_frame,
            filter: modifiers.filter.map(Box::new),
            null_treatment: ignores_nulls(call).then_some(NullTreatment::IgnoreNulls),
            distinct,
        };
        let fun = self.window_definition(function.class, engine)?;
        let value = Expr::from(WindowCall { fun, params });
        self.typed(value, call.output_type.as_ref(), schema)
    }

    fn window_definition(&self, class: FunctionClass, engine: &str) -> Result<WindowFunctionDefinition> {
        let name = library_name(engine);
        if class == FunctionClass::Window
            && let Some(function) = self.state.window_functions().get(name)
        {
            return Ok(WindowFunctionDefinition::WindowUDF(function.clone()));
        }
        let aggregate = self.state.aggregate_functions().get(name);
        let aggregate = aggregate.ok_or_else(|| unsupported(format!("the window function {engine}")))?;
        Ok(WindowFunctionDefinition::AggregateUDF(aggregate.clone()))
    }
}

/// Splits a `windowed_` call into the function it stands for and its modifiers.
fn modifiers(declared: Declared, arguments: &mut Vec<Expr>) -> Result<(Declared, Modifiers)> {
    let extended = declared.urn.as_deref() == Some(WINDOW_URN);
    let Some(name) = declared.name.strip_prefix(WINDOWED_PREFIX).filter(|_| extended) else {
        return Ok((declared, Modifiers::default()));
    };
    let Some(split) = arguments.len().checked_sub(3) else {
        return Err(invalid(format!("{} lacks its modifiers", declared.name)));
    };
    let mut rest = arguments.split_off(split).into_iter();
    let filter = rest.next().filter(|filter| !matches!(filter, Expr::Literal(ScalarValue::Boolean(Some(true)), _)));
    let mut offset = || match rest.next() {
        Some(Expr::Literal(ScalarValue::Boolean(None), _)) | None => Ok(None),
        Some(Expr::Literal(value, _)) => Ok(Some(value)),
        Some(_) => Err(invalid("a frame offset is a constant")),
    };
    let (start, end) = (offset()?, offset()?);
    Ok((Declared { urn: None, name: name.to_owned() }, Modifiers { filter, start, end }))
}

fn ignores_nulls(call: &WindowFunction) -> bool {
    let option = call.options.iter().find(|option| option.name == NULL_HANDLING);
    option.is_some_and(|option| option.preference.iter().any(|value| value == IGNORE_NULLS))
}

fn frame(call: &WindowFunction, modifiers: &Modifiers) -> Result<WindowFrame> {
    let units = match BoundsType::try_from(call.bounds_type) {
        Ok(BoundsType::Rows) => WindowFrameUnits::Rows,
        Ok(BoundsType::Range) => WindowFrameUnits::Range,
        _ => return Err(unsupported("a frame without a unit")),
    };
    let start = bound(call.lower_bound.as_ref(), units, modifiers.start.as_ref(), true)?;
    let end = bound(call.upper_bound.as_ref(), units, modifiers.end.as_ref(), false)?;
    Ok(WindowFrame::new_bounds(units, start, end))
}

fn bound(
    bound: Option<&Bound>,
    units: WindowFrameUnits,
    offset: Option<&ScalarValue>,
    is_start: bool,
) -> Result<WindowFrameBound> {
    let distance = |whole: i64| -> Result<ScalarValue> {
        if let Some(offset) = offset {
            return Ok(offset.clone());
        }
        let whole = u64::try_from(whole).map_err(|_| invalid("a frame offset is negative"))?;
        Ok(match units {
            WindowFrameUnits::Range => ScalarValue::Utf8(Some(whole.to_string())),
            _ => ScalarValue::UInt64(Some(whole)),
        })
    };
    match bound.and_then(|bound| bound.kind.as_ref()) {
        Some(Kind::CurrentRow(_)) => Ok(WindowFrameBound::CurrentRow),
        Some(Kind::Preceding(preceding)) => Ok(WindowFrameBound::Preceding(distance(preceding.offset)?)),
        Some(Kind::Following(following)) => Ok(WindowFrameBound::Following(distance(following.offset)?)),
        Some(Kind::Unbounded(_)) | None if is_start => Ok(WindowFrameBound::Preceding(ScalarValue::Null)),
        Some(Kind::Unbounded(_)) | None => Ok(WindowFrameBound::Following(ScalarValue::Null)),
    }
}
