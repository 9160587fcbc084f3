//! Aggregate functions: the catalog's table and its type rules.

use arrow::datatypes::DataType;

use super::accept::{any, date_first, decimals, floats_first, signed_or_float_first};
use super::decimal::MAX_PRECISION;
use super::rules::{Rule, argument, count as arity, fixed as resolved, own_types, signature};
use super::table::{AGGREGATE, CHECKED, fixed, functions, over, typed, urn};
use crate::function::{FunctionDef, FunctionPolicy, NullRule, Overload};
use crate::scalar::Scalar;

const SKIP_NULLS: &[(&str, &[&str])] = &[("ignore_nulls", &["TRUE"])];
const SAMPLE: &[(&str, &[&str])] = &[("distribution", &["SAMPLE"])];

functions! {
    /// Aggregates. Each skips null arguments; `sum`, `avg`, `min`, `max` and `any_value` of nothing are null, `count`
    /// is zero.
    AGGREGATES:
    COUNT_ALL = FunctionDef {
        name: "count_all",
        types: "() -> i64",
        doc: "The number of rows; `count()` in `query!`.",
        rule: count_rule,
        nulls: NullRule::Never,
        overloads: &[over(any, fixed(urn::AGGREGATE, "count", "").with(CHECKED), "count")],
        ..AGGREGATE
    };
    COUNT = FunctionDef {
        name: "count",
        types: "(T) -> i64",
        doc: "The number of rows whose value is not null.",
        rule: count_rule,
        nulls: NullRule::Never,
        overloads: &[over(any, fixed(urn::AGGREGATE, "count", "any").with(CHECKED), "count")],
        ..AGGREGATE
    };
    SUM = FunctionDef {
        name: "sum",
        types: "(integer) -> i64 or u64; (float) -> f64; (decimal(p, s)) -> decimal(38, s)",
        doc: "The sum; null of nothing. Integer and decimal overflow fails the query.",
        rule: sum_rule,
        raises: true,
        overloads: &[
            over(signed_or_float_first, typed(urn::ARITHMETIC, "sum").with(CHECKED), "incql_sum"),
            over(decimals, fixed(urn::DECIMAL, "sum", "dec").with(CHECKED), "incql_sum"),
            over(any, typed(urn::INCQL_ARITHMETIC, "sum").with(CHECKED), "incql_sum"),
        ],
        ..AGGREGATE
    };
    AVG = FunctionDef {
        name: "avg",
        types: "(integer or float) -> f64; (decimal(p, s)) -> decimal(38, s + 4)",
        doc: "The mean; null of nothing.",
        rule: avg_rule,
        raises: true,
        overloads: &[
            over(signed_or_float_first, typed(urn::ARITHMETIC, "avg").with(CHECKED), "avg"),
            over(any, fixed(urn::DECIMAL, "avg", "dec").with(CHECKED), "incql_avg"),
        ],
        ..AGGREGATE
    };
    MIN = FunctionDef {
        name: "min",
        types: "(T) -> T",
        doc: "The least value; null of nothing. NaN is greater than every number.",
        rule: extreme_rule,
        overloads: &[
            over(decimals, fixed(urn::DECIMAL, "min", "dec"), "min"),
            over(floats_first, typed(urn::ARITHMETIC, "min"), "incql_min"),
            over(signed_or_float_first, typed(urn::ARITHMETIC, "min"), "min"),
            over(date_first, typed(urn::DATETIME, "min"), "min"),
            over(any, typed(urn::INCQL_AGGREGATE, "min"), "min"),
        ],
        ..AGGREGATE
    };
    MAX = FunctionDef {
        name: "max",
        types: "(T) -> T",
        doc: "The greatest value; null of nothing. NaN is greater than every number.",
        rule: extreme_rule,
        overloads: &[
            over(decimals, fixed(urn::DECIMAL, "max", "dec"), "max"),
            over(floats_first, typed(urn::ARITHMETIC, "max"), "incql_max"),
            over(signed_or_float_first, typed(urn::ARITHMETIC, "max"), "max"),
            over(date_first, typed(urn::DATETIME, "max"), "max"),
            over(any, typed(urn::INCQL_AGGREGATE, "max"), "max"),
        ],
        ..AGGREGATE
    };
    ANY_VALUE = FunctionDef {
        name: "any_value",
        types: "(T) -> T",
        doc: "Some value that is not null; null when there is none.",
        rule: same_rule,
        overloads: &[
            over(any, fixed(urn::AGGREGATE, "any_value", "any").with(SKIP_NULLS), "incql_any_value"),
        ],
        ..AGGREGATE
    };
    BOOL_AND = FunctionDef {
        name: "bool_and",
        types: "(boolean) -> boolean",
        doc: "Whether all values that are not null are true; null when there is none.",
        rule: boolean_rule,
        overloads: &[over(any, fixed(urn::BOOLEAN, "bool_and", "bool"), "bool_and")],
        ..AGGREGATE
    };
    BOOL_OR = FunctionDef {
        name: "bool_or",
        types: "(boolean) -> boolean",
        doc: "Whether any value is true; null when all are null.",
        rule: boolean_rule,
        overloads: &[over(any, fixed(urn::BOOLEAN, "bool_or", "bool"), "bool_or")],
        ..AGGREGATE
    };
    STDDEV = of_floats("stddev", "The sample standard deviation; null of fewer than two values.", &[
        over(any, typed(urn::ARITHMETIC, "std_dev").with(SAMPLE), "stddev"),
    ]);
    STDDEV_POP = of_floats_extension("stddev_pop", "The population standard deviation; null of nothing.", &[
        over(any, typed(urn::INCQL_AGGREGATE, "stddev_pop"), "stddev_pop"),
    ]);
    VARIANCE = of_floats("variance", "The sample variance; null of fewer than two values.", &[
        over(any, typed(urn::ARITHMETIC, "variance").with(SAMPLE), "var"),
    ]);
    VARIANCE_POP = of_floats_extension("variance_pop", "The population variance; null of nothing.", &[
        over(any, typed(urn::INCQL_AGGREGATE, "variance_pop"), "var_pop"),
    ]);
    STRING_AGG = FunctionDef {
        name: "string_agg",
        types: "(string, string) -> string",
        doc: "The texts that are not null, with the second argument between them; null of nothing.",
        rule: |arguments| {
            arity(arguments, 2)?;
            if argument(arguments, 1)?.literal().is_none() {
                return Err("the separator must be a constant".to_owned());
            }
            signature(arguments, [DataType::Utf8, DataType::Utf8], DataType::Utf8)
        },
        overloads: &[over(any, typed(urn::STRING, "string_agg"), "string_agg")],
        ..AGGREGATE
    };
}

/// An aggregate of numbers taken as `f64`.
const fn of_floats(name: &'static str, doc: &'static str, overloads: &'static [Overload]) -> FunctionDef {
    FunctionDef { name, types: "(number) -> f64", doc, rule: float_rule, overloads, ..AGGREGATE }
}

/// The same in incql's own extension: the standard tells samples and populations apart by an option, which engines
/// overlook.
const fn of_floats_extension(name: &'static str, doc: &'static str, overloads: &'static [Overload]) -> FunctionDef {
    FunctionDef { policy: FunctionPolicy::Extension, ..of_floats(name, doc, overloads) }
}

fn count_rule(arguments: &[Scalar]) -> Rule {
    resolved(own_types(arguments), DataType::Int64)
}

fn sum_rule(arguments: &[Scalar]) -> Rule {
    arity(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    let result = match &own {
        signed if signed.is_signed_integer() => DataType::Int64,
        unsigned if unsigned.is_unsigned_integer() => DataType::UInt64,
        DataType::Float32 | DataType::Float64 => DataType::Float64,
        DataType::Decimal128(_, scale) => DataType::Decimal128(MAX_PRECISION, *scale),
        other => return Err(format!("{other} has no sum")),
    };
    resolved([own], result)
}

/// Integers and floats are averaged as `f64`; a decimal is first given four more digits after the point, which the
/// standard's `avg` keeps.
fn avg_rule(arguments: &[Scalar]) -> Rule {
    arity(arguments, 1)?;
    match argument(arguments, 0)?.data_type() {
        number if number.is_integer() || number.is_floating() => resolved([DataType::Float64], DataType::Float64),
        DataType::Decimal128(precision, scale) => {
            let scale = scale.saturating_add(4).min(MAX_PRECISION.cast_signed());
            let precision = precision.saturating_add(4).min(MAX_PRECISION);
            resolved([DataType::Decimal128(precision, scale)], DataType::Decimal128(MAX_PRECISION, scale))
        }
        other => Err(format!("{other} has no average")),
    }
}

fn extreme_rule(arguments: &[Scalar]) -> Rule {
    let own = argument(arguments, 0)?.data_type();
    if own.is_nested() || matches!(own, DataType::Interval(_)) {
        return Err(format!("values of type {own} have no order"));
    }
    same_rule(arguments)
}

fn same_rule(arguments: &[Scalar]) -> Rule {
    arity(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    resolved([own.clone()], own)
}

fn float_rule(arguments: &[Scalar]) -> Rule {
    arity(arguments, 1)?;
    match argument(arguments, 0)?.data_type() {
        number if number.is_numeric() => resolved([DataType::Float64], DataType::Float64),
        other => Err(format!("expected a number, found {other}")),
    }
}

fn boolean_rule(arguments: &[Scalar]) -> Rule {
    signature(arguments, [DataType::Boolean], DataType::Boolean)
}
