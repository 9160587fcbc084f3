//! Window calls with every attribute: distinct, filter, null treatment, and frames with any offset.

use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::{NullTreatment, WindowFunction as EngineCall, WindowFunctionParams};
use datafusion::logical_expr::{Expr, WindowFrame, WindowFrameBound, WindowFrameUnits, WindowFunctionDefinition};
use substrait::proto::FunctionOption;
use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::expression::WindowFunction;
use substrait::proto::expression::window_function::bound::Kind;
use substrait::proto::expression::window_function::{Bound, BoundsType};

use super::{Consumer, Typed};
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::function::{WindowedCall, canonical, conform};
use crate::substrait::expr::window::{IGNORE_NULLS, NULL_HANDLING, WINDOW_URN, WINDOWED_PREFIX};
use crate::substrait::types::from_proto;

/// What the extension's three further arguments say.
struct Modifiers {
    filter: Option<Expr>,
    start: Option<ScalarValue>,
    end: Option<ScalarValue>,
    ignore_nulls: bool,
}

impl Consumer<'_> {
    pub(super) async fn window_call(&self, call: &WindowFunction, schema: &DFSchema) -> Result<Typed> {
        let mut arguments = self.arguments(&call.arguments, schema).await?;
        let (urn, name) = self.declared(call.function_reference)?;
        let extended = if urn == WINDOW_URN { name.strip_prefix(WINDOWED_PREFIX) } else { None };
        let modifiers = match extended {
            Some(_) => Modifiers::take(&mut arguments, &call.options)?,
            None => Modifiers { filter: None, start: None, end: None, ignore_nulls: ignores_nulls(&call.options) },
        };
        let distinct = call.invocation == AggregationInvocation::Distinct as i32;
        let target = match extended {
            Some(name) => self.functions.windowed_by_name(name, arguments, distinct, schema)?,
            None => self.functions.windowed((urn, name), arguments, distinct, schema)?,
        };
        let WindowedCall { function, arguments, mut null_treatment } = target;
        if modifiers.ignore_nulls {
            null_treatment = Some(NullTreatment::IgnoreNulls);
        }
        let aggregate = matches!(function, WindowFunctionDefinition::AggregateUDF(_));
        if !aggregate && (distinct || modifiers.filter.is_some()) {
            return Err(refused(format!("the window function {name} takes neither DISTINCT nor FILTER")));
        }
        let mut partition_by = Vec::with_capacity(call.partitions.len());
        for key in &call.partitions {
            partition_by.push(canonical(self.expr(key, schema).await?).expr);
        }
        let mut order_by = self.sort_keys(&call.sorts, schema).await?;
        let window_frame = frame(call, &modifiers)?;
        window_frame.regularize_order_bys(&mut order_by)?;
        let params = WindowFunctionParams {
            args: arguments.into_iter().map(|argument| argument.expr).collect(),
            partition_by,
            order_by,
            window_frame,
            filter: modifiers.filter.map(Box::new),
            null_treatment,
            distinct,
        };
        let expr = Expr::from(EngineCall { fun: function, params });
        let data_type = datafusion::logical_expr::ExprSchemable::get_type(&expr, schema)?;
        let value = Typed { expr, data_type };
        match &call.output_type {
            Some(output) => Ok(conform(value, &from_proto(output).map_err(|error| refused(error.message()))?.0)),
            None => Ok(value),
        }
    }
}

impl Modifiers {
    /// Takes the last three arguments: which rows count, and the frame's offsets.
    fn take(arguments: &mut Vec<Typed>, options: &[FunctionOption]) -> Result<Self> {
        let (Some(end), Some(start), Some(filter)) = (arguments.pop(), arguments.pop(), arguments.pop()) else {
            return Err(refused("a window call lacks its filter and offsets"));
        };
        let everything = matches!(filter.expr, Expr::Literal(ScalarValue::Boolean(Some(true)), _));
        Ok(Self {
            filter: (!everything).then_some(filter.expr),
            start: offset(start.expr)?,
            end: offset(end.expr)?,
            ignore_nulls: ignores_nulls(options),
        })
    }
}

fn ignores_nulls(options: &[FunctionOption]) -> bool {
    let handling = options.iter().find(|option| option.name == NULL_HANDLING);
    handling.and_then(|option| option.preference.first()).is_some_and(|preference| preference == IGNORE_NULLS)
}

/// A frame offset that stands in an argument; NULL says that there is none.
fn offset(expr: Expr) -> Result<Option<ScalarValue>> {
    match expr {
        Expr::Literal(value, _) => Ok((!value.is_null()).then_some(value)),
        _ => Err(refused("a frame offset must be a constant")),
    }
}

fn frame(call: &WindowFunction, modifiers: &Modifiers) -> Result<WindowFrame> {
    let units = match BoundsType::try_from(call.bounds_type) {
        Ok(BoundsType::Rows) => WindowFrameUnits::Rows,
        Ok(BoundsType::Range) => WindowFrameUnits::Range,
        // As in SQL: peers count together where there is an order.
        _ if call.sorts.is_empty() => WindowFrameUnits::Rows,
        _ => WindowFrameUnits::Range,
    };
    let start = bound(call.lower_bound.as_ref(), modifiers.start.as_ref(), true)?;
    let end = bound(call.upper_bound.as_ref(), modifiers.end.as_ref(), false)?;
    Ok(WindowFrame::new_bounds(units, start, end))
}

fn bound(bound: Option<&Bound>, argument: Option<&ScalarValue>, lower: bool) -> Result<WindowFrameBound> {
    let offset = |offset: i64| match (argument, u64::try_from(offset)) {
        (Some(value), _) => Ok(value.clone()),
        (None, Ok(offset)) => Ok(ScalarValue::UInt64(Some(offset))),
        (None, Err(_)) => Err(refused("a frame offset is negative")),
    };
    Ok(match bound.and_then(|bound| bound.kind.as_ref()) {
        Some(Kind::CurrentRow(_)) => WindowFrameBound::CurrentRow,
        Some(Kind::Preceding(preceding)) => WindowFrameBound::Preceding(offset(preceding.offset)?),
        Some(Kind::Following(following)) => WindowFrameBound::Following(offset(following.offset)?),
        Some(Kind::Unbounded(_)) | None if lower => WindowFrameBound::Preceding(ScalarValue::UInt64(None)),
        Some(Kind::Unbounded(_)) | None => WindowFrameBound::Following(ScalarValue::UInt64(None)),
    })
}
