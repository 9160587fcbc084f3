//! Aggregate functions, alone and over windows.

use std::sync::Arc;

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::expr::NullTreatment;
use datafusion::logical_expr::{AggregateUDF, Expr, ExprSchemable};

use super::{Declared, Functions, canonical, cast, only, resolve, types_of};
use crate::scalar::CastMode;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::kernel::total::{Kind, total};

/// The most digits of values whose sums the engine's own 128 bits hold for any number of rows it can read.
const SUMMABLE_DIGITS: u8 = 28;
/// The same for means, which the engine scales up by 10 000 before it divides.
const AVERAGEABLE_DIGITS: u8 = 24;

/// A function of the engine and what it is given.
pub(in super::super) struct AggregateCall {
    pub function: Arc<AggregateUDF>,
    pub arguments: Vec<Typed>,
    pub null_treatment: Option<NullTreatment>,
}

impl Functions {
    /// The aggregate that a plan calls. Values that are compared (`min`, `max`, DISTINCT) are made canonical.
    pub fn aggregate(
        &self,
        declared: Declared<'_>,
        arguments: Vec<Typed>,
        distinct: bool,
        schema: &DFSchema,
    ) -> Result<AggregateCall> {
        let (function, overload) = resolve(declared, &types_of(&arguments))?;
        let arguments = if distinct { arguments.into_iter().map(canonical).collect() } else { arguments };
        self.engine_aggregate(overload.engine, function.name, arguments, schema)
    }

    /// The aggregate of this engine name.
    pub fn engine_aggregate(
        &self,
        engine: &str,
        name: &str,
        arguments: Vec<Typed>,
        schema: &DFSchema,
    ) -> Result<AggregateCall> {
        let plain = |function, arguments| AggregateCall { function, arguments, null_treatment: None };
        match engine {
            "incql_sum" => self.sum(only(arguments, name)?),
            "incql_avg" => self.mean(only(arguments, name)?, schema),
            "incql_min" => Ok(plain(self.aggregate_function("min")?, vec![canonical(only(arguments, name)?)])),
            "incql_max" => Ok(plain(self.aggregate_function("max")?, vec![canonical(only(arguments, name)?)])),
            "incql_any_value" => Ok(AggregateCall {
                function: self.aggregate_function("first_value")?,
                arguments,
                null_treatment: Some(NullTreatment::IgnoreNulls),
            }),
            "count" if arguments.is_empty() => {
                let one = Expr::Literal(ScalarValue::Int64(Some(1)), None);
                let one = Typed { expr: one, data_type: DataType::Int64 };
                Ok(plain(self.aggregate_function("count")?, vec![one]))
            }
            other if other.starts_with("incql_") => {
                Err(refused(format!("the function {name} needs {other}, which is missing")))
            }
            other => Ok(plain(self.aggregate_function(other)?, arguments)),
        }
    }

    fn sum(&self, value: Typed) -> Result<AggregateCall> {
        let (function, value) = match &value.data_type {
            DataType::Decimal128(precision, _) if *precision <= SUMMABLE_DIGITS => {
                (self.aggregate_function("sum")?, value)
            }
            DataType::Decimal128(_, scale) => {
                (total(Kind::Sum, &value.data_type, DataType::Decimal128(38, *scale))?, value)
            }
            DataType::Float32 | DataType::Float64 => {
                (self.aggregate_function("sum")?, cast(value, &DataType::Float64, CastMode::Strict))
            }
            unsigned if unsigned.is_unsigned_integer() => {
                let value = cast(value, &DataType::UInt64, CastMode::Strict);
                (total(Kind::Sum, &DataType::UInt64, DataType::UInt64)?, value)
            }
            signed if signed.is_signed_integer() => {
                let value = cast(value, &DataType::Int64, CastMode::Strict);
                (total(Kind::Sum, &DataType::Int64, DataType::Int64)?, value)
            }
            other => return Err(refused(format!("{other} has no sum"))),
        };
        Ok(AggregateCall { function, arguments: vec![value], null_treatment: None })
    }

    /// A decimal's mean. The plan first gives the value four more digits, as the standard's mean keeps its digits; the
    /// engine's mean adds them itself, so a cast that only does that is skipped.
    fn mean(&self, value: Typed, schema: &DFSchema) -> Result<AggregateCall> {
        let DataType::Decimal128(_, scale) = value.data_type else {
            return Err(refused(format!("{} has no decimal mean", value.data_type)));
        };
        if let Some(narrow) = before_widening(&value, schema)? {
            let function = self.aggregate_function("avg")?;
            return Ok(AggregateCall { function, arguments: vec![narrow], null_treatment: None });
        }
        let function = total(Kind::Mean, &value.data_type, DataType::Decimal128(38, scale))?;
        Ok(AggregateCall { function, arguments: vec![value], null_treatment: None })
    }
}

/// The decimal below a cast that adds four digits after the point and none before, if the engine can average it.
fn before_widening(value: &Typed, schema: &DFSchema) -> Result<Option<Typed>> {
    let (Expr::Cast(widening), DataType::Decimal128(precision, scale)) = (&value.expr, &value.data_type) else {
        return Ok(None);
    };
    let data_type = widening.expr.get_type(schema)?;
    let narrow = match data_type {
        DataType::Decimal128(p, s) => p + 4 == *precision && s + 4 == *scale && p <= AVERAGEABLE_DIGITS,
        _ => false,
    };
    Ok(narrow.then(|| Typed { expr: widening.expr.as_ref().clone(), data_type }))
}
