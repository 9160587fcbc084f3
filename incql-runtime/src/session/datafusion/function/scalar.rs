//! Scalar functions: operators, the engine's functions, and our kernels, chosen by the catalog's engine name.

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{Expr, ExprSchemable, Like, Operator, binary_expr};

use super::guard::{all, any};
use super::{Declared, Functions, boolean, canonical, comparison, conform, only, resolve, two, types_of};
use crate::function::FunctionDef;
use crate::session::datafusion::consume::Typed;
use crate::session::datafusion::failure::refused;
use crate::session::datafusion::kernel;

impl Functions {
    /// A call of a scalar function, with the type that the plan states.
    pub fn scalar(
        &self,
        declared: Declared<'_>,
        arguments: Vec<Typed>,
        result: Option<&DataType>,
        schema: &DFSchema,
    ) -> Result<Typed> {
        let (function, overload) = resolve(declared, &types_of(&arguments))?;
        let result = match result {
            Some(result) => result.clone(),
            None => return Err(refused(format!("a call of {} states no type", function.name))),
        };
        let call = Call { function, engine: overload.engine, result: &result, schema };
        let value = self.engine_call(&call, arguments)?;
        Ok(conform(value, &result))
    }

    fn engine_call(&self, call: &Call<'_>, arguments: Vec<Typed>) -> Result<Typed> {
        if let Some(operator) = operator(call.engine) {
            return call.binary(operator, arguments);
        }
        match call.engine {
            "AND" => Ok(all(arguments, call.schema)),
            "OR" => Ok(any(arguments, call.schema)),
            "NOT" => Ok(boolean(Expr::Not(Box::new(only(arguments, "NOT")?.expr)))),
            "IS NULL" => Ok(boolean(Expr::IsNull(Box::new(only(arguments, "IS NULL")?.expr)))),
            "IS NOT NULL" => Ok(boolean(Expr::IsNotNull(Box::new(only(arguments, "IS NOT NULL")?.expr)))),
            "LIKE" => call.like(arguments, false),
            "ILIKE" => call.like(arguments, true),
            "negative" => {
                let value = only(arguments, "negative")?;
                Ok(Typed { expr: Expr::Negative(Box::new(value.expr)), data_type: value.data_type })
            }
            name if name.starts_with("incql_") => self.own_call(call, arguments),
            name => self.library_call(name, arguments, call.schema),
        }
    }

    /// A call of one of the engine's functions.
    fn library_call(&self, name: &str, arguments: Vec<Typed>, schema: &DFSchema) -> Result<Typed> {
        let function = self.scalar_function(name)?;
        let arguments = arguments.into_iter().map(|argument| argument.expr).collect();
        let expr = Expr::ScalarFunction(ScalarFunction::new_udf(std::sync::Arc::clone(function), arguments));
        let data_type = expr.get_type(schema)?;
        Ok(Typed { expr, data_type })
    }

    /// A call of a function whose meaning is ours.
    fn own_call(&self, call: &Call<'_>, arguments: Vec<Typed>) -> Result<Typed> {
        if let Some(operator) = comparison::operator(call.engine) {
            let (left, right) = two(arguments, call.engine)?;
            return Ok(comparison::floats(operator, left, right));
        }
        match call.engine {
            "incql_add" | "incql_sub" | "incql_mul" | "incql_div" | "incql_rem" => call.arithmetic(arguments),
            "incql_nullif" => {
                let (value, null) = two(arguments, "nullif")?;
                let equal = comparison::floats(Operator::Eq, value.clone(), null);
                let missing = Expr::Literal(datafusion::common::ScalarValue::try_from(&value.data_type)?, None);
                let expr = datafusion::logical_expr::when(equal.expr, missing).otherwise(value.expr)?;
                Ok(Typed { expr, data_type: value.data_type })
            }
            "incql_least" | "incql_greatest" => call.kernel(arguments.into_iter().map(canonical).collect()),
            _ => call.kernel(arguments),
        }
    }
}

/// A call being translated.
struct Call<'a> {
    function: &'static FunctionDef,
    engine: &'static str,
    result: &'a DataType,
    schema: &'a DFSchema,
}

impl Call<'_> {
    fn binary(&self, operator: Operator, arguments: Vec<Typed>) -> Result<Typed> {
        let (left, right) = two(arguments, self.function.name)?;
        let data_type = if is_comparison(operator) { DataType::Boolean } else { left.data_type };
        Ok(Typed { expr: binary_expr(left.expr, operator, right.expr), data_type })
    }

    fn like(&self, arguments: Vec<Typed>, case_insensitive: bool) -> Result<Typed> {
        let (value, pattern) = two(arguments, self.function.name)?;
        Ok(boolean(Expr::Like(Like {
            negated: false,
            expr: Box::new(value.expr),
            pattern: Box::new(pattern.expr),
            escape_char: None,
            case_insensitive,
        })))
    }

    /// Integer arithmetic checks for overflow; decimal arithmetic is the engine's own as long as that gives the plan's
    /// type and cannot exceed it.
    fn arithmetic(&self, arguments: Vec<Typed>) -> Result<Typed> {
        let (left, right) = two(arguments, self.function.name)?;
        let pair = [left, right];
        let operator = match self.engine {
            "incql_add" => Operator::Plus,
            "incql_sub" => Operator::Minus,
            "incql_mul" => Operator::Multiply,
            _ => Operator::Modulo,
        };
        if self.engine_gives(operator, &pair) {
            let [left, right] = pair;
            let expr = binary_expr(left.expr, operator, right.expr);
            return Ok(Typed { expr, data_type: self.result.clone() });
        }
        if matches!(self.result, DataType::Decimal128(..)) {
            let (name, run) = kernel::named_decimal(self.engine);
            return Ok(kernel::call(name, pair.into(), self.result.clone(), run));
        }
        self.kernel(pair.into())
    }

    /// Whether the engine's decimal sum, difference or product has the plan's type and room for every value.
    fn engine_gives(&self, operator: Operator, [left, right]: &[Typed; 2]) -> bool {
        use DataType::Decimal128;
        let (Decimal128(p, s), Decimal128(q, t), Decimal128(precision, scale)) =
            (&left.data_type, &right.data_type, self.result)
        else {
            return false;
        };
        let own = match operator {
            Operator::Plus | Operator::Minus => {
                let digits = (i16::from(*p) - i16::from(*s)).max(i16::from(*q) - i16::from(*t));
                (digits + i16::from(*s.max(t)) + 1, i16::from(*s.max(t)))
            }
            Operator::Multiply => (i16::from(*p) + i16::from(*q) + 1, i16::from(*s) + i16::from(*t)),
            _ => return false,
        };
        own == (i16::from(*precision), i16::from(*scale))
    }

    /// The kernel of the call's engine name.
    fn kernel(&self, arguments: Vec<Typed>) -> Result<Typed> {
        match kernel::named(self.engine) {
            Some((name, run)) => Ok(kernel::call(name, arguments, self.result.clone(), run)),
            None => {
                let message = format!("the function {} needs {}, which is missing", self.function.name, self.engine);
                Err(refused(message))
            }
        }
    }
}

fn is_comparison(operator: Operator) -> bool {
    use Operator::{Eq, Gt, GtEq, IsNotDistinctFrom, Lt, LtEq, NotEq};
    matches!(operator, Eq | NotEq | Lt | LtEq | Gt | GtEq | IsNotDistinctFrom)
}

fn operator(engine: &str) -> Option<Operator> {
    Some(match engine {
        "=" => Operator::Eq,
        "!=" => Operator::NotEq,
        "<" => Operator::Lt,
        "<=" => Operator::LtEq,
        ">" => Operator::Gt,
        ">=" => Operator::GtEq,
        "IS NOT DISTINCT FROM" => Operator::IsNotDistinctFrom,
        "+" => Operator::Plus,
        "-" => Operator::Minus,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Modulo,
        "&" => Operator::BitwiseAnd,
        "|" => Operator::BitwiseOr,
        "^" => Operator::BitwiseXor,
        _ => return None,
    })
}
