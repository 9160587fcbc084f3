//! Arithmetic operators: the catalog's table and its type rules.

use arrow::datatypes::DataType;

use super::accept::{any, decimals, floats, signed, with_interval};
use super::decimal::{self, Digits};
use super::rules::{self, Numbers, Rule, argument, count, decimal_type, fixed as resolved, numbers, own_types};
use super::table::{CHECKED, SCALAR, fixed, functions, over, typed, urn};
use crate::function::FunctionDef;
use crate::scalar::Scalar;

const DIVISION: &[(&str, &[&str])] =
    &[("overflow", &["ERROR"]), ("on_domain_error", &["ERROR"]), ("on_division_by_zero", &["ERROR"])];
const FLOAT_DIVISION: &[(&str, &[&str])] = &[("on_domain_error", &["NAN"]), ("on_division_by_zero", &["IEEE"])];
const REMAINDER: &[(&str, &[&str])] =
    &[("division_type", &["TRUNCATE"]), ("overflow", &["ERROR"]), ("on_domain_error", &["ERROR"])];

functions! {
    /// The operators. Operands promote to the wider type; decimals follow Substrait's precision and scale; unsigned
    /// integers, float remainders and intervals are incql's own overloads, for the standard has none.
    ARITHMETIC:
    ADD = FunctionDef {
        name: "add",
        types: "(number, number) -> number; (date or timestamp, interval) -> the same; (interval, interval) -> interval",
        doc: "The sum; `+`. Overflow fails the query.",
        rule: add,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "add").with(CHECKED), "incql_add"),
            over(floats, typed(urn::ARITHMETIC, "add"), "+"),
            over(decimals, fixed(urn::DECIMAL, "add", "dec_dec").with(CHECKED), "incql_add"),
            over(with_interval, typed(urn::INCQL_DATETIME, "add"), "incql_add_interval"),
            over(any, typed(urn::INCQL_ARITHMETIC, "add").with(CHECKED), "incql_add"),
        ],
        ..SCALAR
    };
    SUB = FunctionDef {
        name: "sub",
        types: "(number, number) -> number; (date or timestamp, interval) -> the same; (interval, interval) -> interval",
        doc: "The difference; `-`. Overflow fails the query.",
        rule: sub,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "subtract").with(CHECKED), "incql_sub"),
            over(floats, typed(urn::ARITHMETIC, "subtract"), "-"),
            over(decimals, fixed(urn::DECIMAL, "subtract", "dec_dec").with(CHECKED), "incql_sub"),
            over(with_interval, typed(urn::INCQL_DATETIME, "subtract"), "incql_sub_interval"),
            over(any, typed(urn::INCQL_ARITHMETIC, "subtract").with(CHECKED), "incql_sub"),
        ],
        ..SCALAR
    };
    MUL = FunctionDef {
        name: "mul",
        types: "(number, number) -> number; (interval, integer) -> interval",
        doc: "The product; `*`. Overflow fails the query.",
        rule: mul,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "multiply").with(CHECKED), "incql_mul"),
            over(floats, typed(urn::ARITHMETIC, "multiply"), "*"),
            over(decimals, fixed(urn::DECIMAL, "multiply", "dec_dec").with(CHECKED), "incql_mul"),
            over(with_interval, typed(urn::INCQL_DATETIME, "multiply"), "incql_mul_interval"),
            over(any, typed(urn::INCQL_ARITHMETIC, "multiply").with(CHECKED), "incql_mul"),
        ],
        ..SCALAR
    };
    DIV = FunctionDef {
        name: "div",
        types: "(number, number) -> number",
        doc: "The quotient; `/`. Integers truncate towards zero; integers and decimals by zero fail the query.",
        rule: div,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "divide").with(DIVISION), "/"),
            over(floats, typed(urn::ARITHMETIC, "divide").with(FLOAT_DIVISION), "/"),
            over(decimals, fixed(urn::DECIMAL, "divide", "dec_dec").with(CHECKED), "incql_div"),
            over(any, typed(urn::INCQL_ARITHMETIC, "divide").with(DIVISION), "/"),
        ],
        ..SCALAR
    };
    REM = FunctionDef {
        name: "rem",
        types: "(number, number) -> number",
        doc: "The remainder with the sign of the first; `%`. Integers and decimals by zero fail the query.",
        rule: rem,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "modulus").with(REMAINDER), "%"),
            over(decimals, fixed(urn::DECIMAL, "modulus", "dec_dec").with(CHECKED), "incql_rem"),
            over(floats, typed(urn::INCQL_ARITHMETIC, "modulus"), "%"),
            over(any, typed(urn::INCQL_ARITHMETIC, "modulus").with(REMAINDER), "%"),
        ],
        ..SCALAR
    };
    NEG = FunctionDef {
        name: "neg",
        types: "(number or interval) -> the same",
        doc: "The negative; `-`. Integer overflow fails the query.",
        rule: negate,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "negate").with(CHECKED), "incql_neg"),
            over(floats, typed(urn::ARITHMETIC, "negate"), "negative"),
            over(with_interval, typed(urn::INCQL_DATETIME, "negate"), "incql_neg_interval"),
            over(any, typed(urn::INCQL_ARITHMETIC, "negate"), "negative"),
        ],
        ..SCALAR
    };
}

fn add(arguments: &[Scalar]) -> Rule {
    match times(arguments)? {
        Some((left, right)) => match (&left, &right) {
            (DataType::Interval(_), time) | (time, _) => {
                let result = time.clone();
                resolved([left, right], result)
            }
        },
        None => arithmetic(arguments, decimal::sum),
    }
}

fn sub(arguments: &[Scalar]) -> Rule {
    match times(arguments)? {
        Some((left, right @ DataType::Interval(_))) => {
            let result = left.clone();
            resolved([left, right], result)
        }
        Some((left, right)) => Err(format!("{right} cannot be subtracted from {left}")),
        None => arithmetic(arguments, decimal::sum),
    }
}

fn mul(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let types = own_types(arguments);
    let interval = types.iter().find(|side| matches!(side, DataType::Interval(_))).cloned();
    match interval {
        Some(interval) => {
            let coerced = types.iter().map(|side| if side == &interval { side.clone() } else { DataType::Int64 });
            resolved(coerced.collect::<Vec<_>>(), interval)
        }
        None => arithmetic(arguments, decimal::product),
    }
}

fn div(arguments: &[Scalar]) -> Rule {
    arithmetic(arguments, decimal::quotient)
}

fn rem(arguments: &[Scalar]) -> Rule {
    arithmetic(arguments, decimal::remainder)
}

/// Both types, if one is an interval.
fn times(arguments: &[Scalar]) -> Result<Option<(DataType, DataType)>, String> {
    count(arguments, 2)?;
    let (left, right) = (argument(arguments, 0)?.data_type(), argument(arguments, 1)?.data_type());
    let interval = |side: &DataType| matches!(side, DataType::Interval(_));
    let time = |side: &DataType| matches!(side, DataType::Date32 | DataType::Timestamp(..)) || interval(side);
    if interval(left) || interval(right) {
        return if time(left) && time(right) {
            Ok(Some((left.clone(), right.clone())))
        } else {
            Err(format!("no arithmetic between {left} and {right}"))
        };
    }
    Ok(None)
}

fn arithmetic(arguments: &[Scalar], result: fn(Digits, Digits) -> DataType) -> Rule {
    match numbers(arguments)? {
        Numbers::Decimals(left, right) => resolved([decimal_type(left), decimal_type(right)], result(left, right)),
        Numbers::Machine(common) => resolved([common.clone(), common.clone()], common),
    }
}

fn negate(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    let signed = own.is_signed_integer() || own.is_floating() || matches!(own, DataType::Decimal128(..));
    if signed || matches!(own, DataType::Interval(_)) {
        return rules::fixed([own.clone()], own);
    }
    Err(format!("{own} has no negative"))
}
