//! Aggregate functions: the catalog's table, its type rules, and the typed helpers.

use arrow::datatypes::DataType;

use super::accept::{any, decimals, floats_first, signed_or_float_first, time_first};
use super::decimal::MAX_PRECISION;
use super::rules::{Rule, argument, count as arity, fixed as resolved, own_types};
use super::table::{AGGREGATE, CHECKED, fixed, functions, over, typed, urn};
use crate::expr::aggregate::{Aggregate, Rows};
use crate::expr::level::{Constant, RowWise};
use crate::expr::logic::Condition;
use crate::expr::node::Node;
use crate::expr::operand::Operand;
use crate::expr::order::Ordered;
use crate::expr::partition::Groupable;
use crate::function::{FunctionDef, NullRule};
use crate::scalar::Scalar;
use crate::types::{BaseType, ColumnType, Decimal};

const OVERFLOW_IGNORED: &[(&str, &[&str])] = &[("ignore_nulls", &["TRUE"])];

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
            over(time_first, typed(urn::DATETIME, "min"), "min"),
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
            over(time_first, typed(urn::DATETIME, "max"), "max"),
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
            over(any, fixed(urn::AGGREGATE, "any_value", "any").with(OVERFLOW_IGNORED), "incql_any_value"),
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
}

/// Other names of aggregates, and calls written as another aggregate with a modifier.
pub static AGGREGATE_SUGAR: &[(&str, &str)] = &[
    ("mean(e)", "avg(e)"),
    ("count_distinct(e)", "count(e).distinct()"),
    ("count_if(condition)", "count_all().filter(condition)"),
];

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

fn boolean_rule(arguments: &[Scalar]) -> Rule {
    arity(arguments, 1)?;
    resolved([DataType::Boolean], DataType::Boolean)
}

/// Numbers, and the types of their sum and mean.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no sum or average",
    label = "expected a number, this is `{Self}`",
    note = "`sum` and `avg` take numbers; `count(..)`, `min(..)` and `max(..)` take other types too"
)]
pub trait Summable: ColumnType {
    /// The sum, null of nothing.
    type Sum: ColumnType;
    /// The mean, null of nothing.
    type Mean: ColumnType;
}

macro_rules! summable {
    ($($number:ty => $sum:ty, $mean:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Summable for $number {
            type Sum = Option<$sum>;
            type Mean = Option<$mean>;
        }
        #[diagnostic::do_not_recommend]
        impl Summable for Option<$number> {
            type Sum = Option<$sum>;
            type Mean = Option<$mean>;
        }
    )*};
}
summable! {
    i8 => i64, f64;
    i16 => i64, f64;
    i32 => i64, f64;
    i64 => i64, f64;
    u8 => u64, f64;
    u16 => u64, f64;
    u32 => u64, f64;
    u64 => u64, f64;
    f32 => f64, f64;
    f64 => f64, f64;
    Decimal => Decimal, Decimal;
}

fn measure<E, T, L, K>(function: &'static FunctionDef, value: E) -> Aggregate<T, L, K>
where
    E: Operand<Level = L>,
{
    Aggregate::from_node(Node::aggregate(function, vec![value.into_node()]))
}

/// The number of rows: never null, zero without rows.
pub fn count_all() -> Aggregate<i64, Constant, Rows> {
    Aggregate::from_node(Node::aggregate(&COUNT_ALL, Vec::new()))
}

/// The number of rows whose value is not null.
pub fn count<E, L>(value: E) -> Aggregate<i64, L>
where
    E: Operand<Level = L>,
    E::Level: RowWise,
{
    measure(&COUNT, value)
}

/// The number of different values that are not null.
pub fn count_distinct<E, L>(value: E) -> Aggregate<i64, L>
where
    E: Operand<Level = L>,
    E::Type: Groupable,
    E::Level: RowWise,
{
    count(value).distinct()
}

/// The number of rows on which the condition is true.
pub fn count_if<E>(condition: E) -> Aggregate<i64, Constant, Rows>
where
    E: Operand,
    E::Type: Condition,
    E::Level: RowWise,
{
    count_all().filter(condition)
}

/// The sum of the values that are not null; null when there is none. Overflow fails the query.
pub fn sum<E, T, L>(value: E) -> Aggregate<T, L>
where
    E: Operand<Level = L>,
    E::Type: Summable<Sum = T>,
    E::Level: RowWise,
    T: ColumnType,
{
    measure(&SUM, value)
}

/// The mean of the values that are not null; null when there is none. A decimal mean has four more digits.
pub fn avg<E, T, L>(value: E) -> Aggregate<T, L>
where
    E: Operand<Level = L>,
    E::Type: Summable<Mean = T>,
    E::Level: RowWise,
    T: ColumnType,
{
    measure(&AVG, value)
}

/// Another name of [`avg`].
pub fn mean<E, T, L>(value: E) -> Aggregate<T, L>
where
    E: Operand<Level = L>,
    E::Type: Summable<Mean = T>,
    E::Level: RowWise,
    T: ColumnType,
{
    avg(value)
}

macro_rules! same_type {
    ($($(#[$doc:meta])* $name:ident => $function:ident where $bound:tt;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, T, L>(value: E) -> Aggregate<Option<T>, L>
        where
            E: Operand<Level = L>,
            E::Type: $bound,
            E::Type: ColumnType<Base = T>,
            E::Level: RowWise,
            T: BaseType,
        {
            measure(&$function, value)
        }
    )*};
}
same_type! {
    /// The least value that is not null; null when there is none. NaN is greater than every number.
    min => MIN where Ordered;
    /// The greatest value that is not null; null when there is none. NaN is greater than every number.
    max => MAX where Ordered;
    /// Some value that is not null; null when there is none.
    any_value => ANY_VALUE where ColumnType;
    /// Whether all values that are not null are true; null when there is none.
    bool_and => BOOL_AND where Condition;
    /// Whether any value is true; null when all are null.
    bool_or => BOOL_OR where Condition;
}
