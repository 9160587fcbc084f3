//! Mathematical functions: the catalog's table, its type rules, and the typed helpers.

use arrow::datatypes::DataType;

use super::accept::{any, floats, floats_first, signed, signed_first};
use super::common::shared;
use super::decimal::MAX_PRECISION;
use super::helper::{Integer, Numeric, binary, mapped};
use super::number::{Fractional, Real, Roundable, Signed};
use super::rules::{Rule, argument, count, fixed as resolved, unified_comparable};
use super::table::{CHECKED, EXTENSION, SCALAR, fixed, functions, over, typed, urn};
use crate::expr::level::{Combine, Level};
use crate::expr::node::Node;
use crate::expr::operand::{Expr, Operand};
use crate::function::FunctionDef;
use crate::scalar::Scalar;
use crate::types::{ColumnType, Nullability};
use crate::value::Value;

const NAN: &[(&str, &[&str])] = &[("on_domain_error", &["NAN"])];
const LOGARITHM: &[(&str, &[&str])] = &[("on_domain_error", &["NAN"]), ("on_log_zero", &["MINUS_INFINITY"])];
const HALF_AWAY: &[(&str, &[&str])] = &[("rounding", &["TIE_AWAY_FROM_ZERO"])];
const OF_REAL: &str = "(f32) -> f32; (number) -> f64";

/// A function over real numbers.
const fn real(name: &'static str, doc: &'static str, overloads: &'static [crate::function::Overload]) -> FunctionDef {
    FunctionDef { name, types: OF_REAL, doc, rule: real_rule, overloads, ..SCALAR }
}

functions! {
    /// Functions over numbers. Those over real numbers give NaN outside their domain, as IEEE 754 does.
    MATH:
    ABS = FunctionDef {
        name: "abs",
        types: "(signed number) -> the same",
        doc: "The absolute value. Integer overflow fails the query.",
        rule: same_signed,
        raises: true,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "abs").with(CHECKED), "incql_abs"),
            over(floats, typed(urn::ARITHMETIC, "abs"), "abs"),
            over(any, fixed(urn::DECIMAL, "abs", "dec"), "abs"),
        ],
        ..SCALAR
    };
    SIGN = FunctionDef {
        name: "sign",
        types: "(signed number) -> the same",
        doc: "-1, 0 or 1 by the sign; NaN of NaN.",
        rule: same_signed,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "sign"), "incql_sign"),
            over(floats, typed(urn::ARITHMETIC, "sign"), "signum"),
            over(any, typed(urn::INCQL_ARITHMETIC, "sign"), "incql_sign"),
        ],
        ..SCALAR
    };
    CEIL = FunctionDef {
        name: "ceil",
        types: "(float) -> the same; (decimal(p, s)) -> decimal(p - s + 1, 0)",
        doc: "The least whole number that is not less.",
        rule: whole_rule,
        overloads: &[
            over(floats, typed(urn::ROUNDING, "ceil"), "ceil"),
            over(any, fixed(urn::ROUNDING_DECIMAL, "ceil", "dec"), "incql_ceil"),
        ],
        ..SCALAR
    };
    FLOOR = FunctionDef {
        name: "floor",
        types: "(float) -> the same; (decimal(p, s)) -> decimal(p - s + 1, 0)",
        doc: "The greatest whole number that is not greater.",
        rule: whole_rule,
        overloads: &[
            over(floats, typed(urn::ROUNDING, "floor"), "floor"),
            over(any, fixed(urn::ROUNDING_DECIMAL, "floor", "dec"), "incql_floor"),
        ],
        ..SCALAR
    };
    ROUND = FunctionDef {
        name: "round",
        types: "(signed integer or float, i32 = 0) -> the same; (decimal(p, s), i32 = 0) -> decimal(p + 1, s)",
        doc: "Rounded to so many digits after the point, halves away from zero; negative digits round before the point.",
        rule: round_rule,
        raises: true,
        overloads: &[
            over(signed_first, typed(urn::ROUNDING, "round").with(HALF_AWAY), "incql_round"),
            over(floats_first, typed(urn::ROUNDING, "round").with(HALF_AWAY), "round"),
            over(any, fixed(urn::ROUNDING_DECIMAL, "round", "dec_i32").with(HALF_AWAY), "incql_round"),
        ],
        ..SCALAR
    };
    SQRT = real("sqrt", "The square root; NaN of a negative number.", &[
        over(any, typed(urn::ARITHMETIC, "sqrt").with(NAN), "sqrt"),
    ]);
    EXP = real("exp", "e to the power of the number.", &[over(any, typed(urn::ARITHMETIC, "exp"), "exp")]);
    LN = real("ln", "The natural logarithm; NaN of a negative number, -infinity of zero.", &[
        over(any, typed(urn::LOGARITHMIC, "ln").with(LOGARITHM), "ln"),
    ]);
    LOG10 = real("log10", "The logarithm to base 10; NaN of a negative number, -infinity of zero.", &[
        over(any, typed(urn::LOGARITHMIC, "log10").with(LOGARITHM), "log10"),
    ]);
    LOG2 = real("log2", "The logarithm to base 2; NaN of a negative number, -infinity of zero.", &[
        over(any, typed(urn::LOGARITHMIC, "log2").with(LOGARITHM), "log2"),
    ]);
    LOG_BASE = FunctionDef {
        name: "log_base",
        types: "(number, number) -> f64",
        doc: "The logarithm of the first to the base of the second; `log(x, base)` in `query!`.",
        rule: doubles_rule,
        overloads: &[over(any, typed(urn::LOGARITHMIC, "logb").with(LOGARITHM), "incql_logb")],
        ..SCALAR
    };
    POWER = FunctionDef {
        name: "power",
        types: "(number, number) -> f64",
        doc: "The first to the power of the second, as floats.",
        rule: doubles_rule,
        overloads: &[over(any, typed(urn::ARITHMETIC, "power"), "power")],
        ..SCALAR
    };
    SIN = real("sin", "The sine of radians.", &[over(any, typed(urn::ARITHMETIC, "sin"), "sin")]);
    COS = real("cos", "The cosine of radians.", &[over(any, typed(urn::ARITHMETIC, "cos"), "cos")]);
    TAN = real("tan", "The tangent of radians.", &[over(any, typed(urn::ARITHMETIC, "tan"), "tan")]);
    ASIN = real("asin", "The arc sine in radians; NaN outside -1 to 1.", &[
        over(any, typed(urn::ARITHMETIC, "asin").with(NAN), "asin"),
    ]);
    ACOS = real("acos", "The arc cosine in radians; NaN outside -1 to 1.", &[
        over(any, typed(urn::ARITHMETIC, "acos").with(NAN), "acos"),
    ]);
    ATAN = real("atan", "The arc tangent in radians.", &[over(any, typed(urn::ARITHMETIC, "atan"), "atan")]);
    ATAN2 = FunctionDef {
        name: "atan2",
        types: "(number, number) -> f64",
        doc: "The angle in radians of the point with the second as x and the first as y.",
        rule: doubles_rule,
        overloads: &[over(any, typed(urn::ARITHMETIC, "atan2").with(NAN), "atan2")],
        ..SCALAR
    };
    DEGREES = real("degrees", "Radians as degrees.", &[over(any, typed(urn::ARITHMETIC, "degrees"), "degrees")]);
    RADIANS = real("radians", "Degrees as radians.", &[over(any, typed(urn::ARITHMETIC, "radians"), "radians")]);
    LEAST = FunctionDef {
        name: "least",
        types: "(T, T, ...) -> T",
        doc: "The least argument; null when one is. NaN is greater than every number.",
        rule: unified_comparable,
        overloads: &[over(any, fixed(urn::COMPARISON, "least", "any"), "incql_least")],
        ..SCALAR
    };
    GREATEST = FunctionDef {
        name: "greatest",
        types: "(T, T, ...) -> T",
        doc: "The greatest argument; null when one is. NaN is greater than every number.",
        rule: unified_comparable,
        overloads: &[over(any, fixed(urn::COMPARISON, "greatest", "any"), "incql_greatest")],
        ..SCALAR
    };
    BITWISE_AND = FunctionDef {
        name: "bitwise_and",
        types: "(integer, integer) -> integer",
        doc: "The bits set in both.",
        rule: two_bits_rule,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "bitwise_and"), "&"),
            over(any, typed(urn::INCQL_ARITHMETIC, "bitwise_and"), "&"),
        ],
        ..SCALAR
    };
    BITWISE_OR = FunctionDef {
        name: "bitwise_or",
        types: "(integer, integer) -> integer",
        doc: "The bits set in either.",
        rule: two_bits_rule,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "bitwise_or"), "|"),
            over(any, typed(urn::INCQL_ARITHMETIC, "bitwise_or"), "|"),
        ],
        ..SCALAR
    };
    BITWISE_XOR = FunctionDef {
        name: "bitwise_xor",
        types: "(integer, integer) -> integer",
        doc: "The bits set in exactly one.",
        rule: two_bits_rule,
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "bitwise_xor"), "^"),
            over(any, typed(urn::INCQL_ARITHMETIC, "bitwise_xor"), "^"),
        ],
        ..SCALAR
    };
    BITWISE_NOT = FunctionDef {
        name: "bitwise_not",
        types: "(integer) -> the same",
        doc: "Every bit inverted.",
        rule: |arguments| {
            count(arguments, 1)?;
            bits_rule(arguments)
        },
        overloads: &[
            over(signed, typed(urn::ARITHMETIC, "bitwise_not"), "incql_bitwise_not"),
            over(any, typed(urn::INCQL_ARITHMETIC, "bitwise_not"), "incql_bitwise_not"),
        ],
        ..SCALAR
    };
    SHIFT_LEFT = FunctionDef {
        name: "shift_left",
        types: "(integer, i32) -> i32 or i64",
        doc: "The bits moved towards the high end, zeros following; a distance outside the type's width fails the query.",
        rule: shift_rule,
        raises: true,
        overloads: &[over(any, typed(urn::ARITHMETIC, "shift_left"), "incql_shift_left")],
        ..SCALAR
    };
    SHIFT_RIGHT = FunctionDef {
        name: "shift_right",
        types: "(integer, i32) -> i32 or i64",
        doc: "The bits moved towards the low end, the sign following; a distance outside the type's width fails the query.",
        rule: shift_rule,
        raises: true,
        overloads: &[over(any, typed(urn::ARITHMETIC, "shift_right"), "incql_shift_right")],
        ..SCALAR
    };
    PI = FunctionDef {
        name: "pi",
        types: "() -> f64",
        doc: "The ratio of a circle's circumference to its diameter.",
        rule: |arguments| {
            count(arguments, 0)?;
            resolved([], DataType::Float64)
        },
        overloads: &[over(any, typed(urn::INCQL_ARITHMETIC, "pi"), "pi")],
        ..EXTENSION
    };
}

fn same_signed(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    if own.is_signed_integer() || own.is_floating() || matches!(own, DataType::Decimal128(..)) {
        return resolved([own.clone()], own);
    }
    Err(format!("expected a signed number, found {own}"))
}

fn whole_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    match own {
        DataType::Decimal128(precision, scale) => {
            let digits = (precision.cast_signed() - scale).saturating_add(1).clamp(1, MAX_PRECISION.cast_signed());
            resolved([own], DataType::Decimal128(digits.cast_unsigned(), 0))
        }
        float if float.is_floating() => resolved([float.clone()], float),
        other => Err(format!("expected a float or decimal, found {other}")),
    }
}

fn round_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let own = argument(arguments, 0)?.data_type().clone();
    let result = match &own {
        DataType::Decimal128(precision, scale) => {
            DataType::Decimal128(precision.saturating_add(1).min(MAX_PRECISION), *scale)
        }
        number if number.is_signed_integer() || number.is_floating() => own.clone(),
        other => return Err(format!("cannot round {other}")),
    };
    resolved([own, DataType::Int32], result)
}

fn real_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    match argument(arguments, 0)?.data_type() {
        DataType::Float32 => resolved([DataType::Float32], DataType::Float32),
        number if number.is_numeric() => resolved([DataType::Float64], DataType::Float64),
        other => Err(format!("expected a number, found {other}")),
    }
}

fn doubles_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    match arguments.iter().find(|argument| !argument.data_type().is_numeric()) {
        Some(other) => Err(format!("expected a number, found {}", other.data_type())),
        None => resolved([DataType::Float64, DataType::Float64], DataType::Float64),
    }
}

fn bits_rule(arguments: &[Scalar]) -> Rule {
    let common = shared(arguments)?;
    if !common.is_integer() {
        return Err(format!("expected integers, found {common}"));
    }
    resolved(vec![common.clone(); arguments.len()], common)
}

fn two_bits_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    bits_rule(arguments)
}

fn shift_rule(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let own = argument(arguments, 0)?.data_type();
    let wide = match own {
        DataType::Int64 | DataType::UInt32 => DataType::Int64,
        DataType::Int8 | DataType::Int16 | DataType::Int32 | DataType::UInt8 | DataType::UInt16 => DataType::Int32,
        other => return Err(format!("cannot shift {other}")),
    };
    resolved([wide.clone(), DataType::Int32], wide)
}

mapped! {
    [Operand<Level = K>]
    /// The absolute value; integer overflow fails the query.
    abs => ABS where [Signed<Same = T>];
    /// -1, 0 or 1 by the sign; NaN of NaN.
    sign => SIGN where [Signed<Same = T>];
    /// The least whole number that is not less.
    ceil => CEIL where [Fractional<Same = T>];
    /// The greatest whole number that is not greater.
    floor => FLOOR where [Fractional<Same = T>];
    /// The square root; NaN of a negative number.
    sqrt => SQRT where [Real<Float = T>];
    /// e to the power of the number.
    exp => EXP where [Real<Float = T>];
    /// The natural logarithm; NaN of a negative number, -infinity of zero.
    ln => LN where [Real<Float = T>];
    /// The logarithm to base 10, another name of [`log10`]. [`log_base`] takes the base.
    log => LOG10 where [Real<Float = T>];
    /// The logarithm to base 10; NaN of a negative number, -infinity of zero.
    log10 => LOG10 where [Real<Float = T>];
    /// The logarithm to base 2; NaN of a negative number, -infinity of zero.
    log2 => LOG2 where [Real<Float = T>];
    /// The sine of radians.
    sin => SIN where [Real<Float = T>];
    /// The cosine of radians.
    cos => COS where [Real<Float = T>];
    /// The tangent of radians.
    tan => TAN where [Real<Float = T>];
    /// The arc sine in radians; NaN outside -1 to 1.
    asin => ASIN where [Real<Float = T>];
    /// The arc cosine in radians; NaN outside -1 to 1.
    acos => ACOS where [Real<Float = T>];
    /// The arc tangent in radians.
    atan => ATAN where [Real<Float = T>];
    /// Radians as degrees.
    degrees => DEGREES where [Real<Float = T>];
    /// Degrees as radians.
    radians => RADIANS where [Real<Float = T>];
}

binary! {
    [Operand] [Combine<B::Level, Out = K>]
    /// The logarithm of a number to a base.
    log_base(value: Numeric, base: Numeric) -> f64 = LOG_BASE;
    /// A number to the power of another, as floats.
    power(base: Numeric, exponent: Numeric) -> f64 = POWER;
    /// The angle in radians of the point `(x, y)`.
    atan2(y: Numeric, x: Numeric) -> f64 = ATAN2;
}

/// The number rounded to a whole one, halves away from zero.
pub fn round<E, T, K>(value: E) -> Expr<T, K>
where
    E: Operand<Level = K>,
    E::Type: Roundable<Same = T>,
    T: ColumnType,
{
    let digits = Node::literal(Value::Int(0), DataType::Int32);
    Expr::from_node(Node::call(&ROUND, vec![value.into_node(), digits]))
}

/// The number rounded to so many digits after the point, halves away from zero; negative digits round before the
/// point.
pub fn round_to<E, D, T, N, O, K>(value: E, digits: D) -> Expr<<N::Or<O> as Nullability>::Of<T>, K>
where
    E: Operand,
    D: Operand,
    E::Type: Roundable,
    D::Type: Integer,
    E::Type: ColumnType<Base = T, Null = N>,
    D::Type: ColumnType<Null = O>,
    E::Level: Combine<D::Level, Out = K>,
    T: crate::types::BaseType,
    N: Nullability,
    O: Nullability,
    K: Level,
{
    Expr::from_node(Node::call(&ROUND, vec![value.into_node(), digits.into_node()]))
}

/// The ratio of a circle's circumference to its diameter.
pub fn pi() -> Expr<f64, crate::expr::level::Constant> {
    Expr::from_node(Node::call(&PI, Vec::new()))
}
