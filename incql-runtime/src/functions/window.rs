//! Window functions: the catalog's table, its type rules, and the typed helpers.

use arrow::datatypes::DataType;

use super::accept::any;
use super::conditional::Unified;
use super::helper::Integer;
use super::rules::{Rule, argument, count, fixed as resolved};
use super::table::{WINDOW, fixed, functions, over, typed, urn};
use crate::expr::level::{Combine, Constant, IsConstant, Level};
use crate::expr::operand::Operand;
use crate::expr::window::{Offset, Ranking, Value, WindowFunction};
use crate::function::{FunctionDef, NullRule};
use crate::scalar::Scalar;
use crate::types::ColumnType;

functions! {
    /// Window functions. Ranks and row numbers are `i64` from 1; engines that count in other types are cast.
    WINDOWS:
    ROW_NUMBER = FunctionDef {
        name: "row_number",
        types: "() -> i64",
        doc: "The position of the row in its partition, from 1.",
        rule: whole,
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "row_number"), "row_number")],
        ..WINDOW
    };
    RANK = FunctionDef {
        name: "rank",
        types: "() -> i64",
        doc: "One more than the number of rows before the row and its peers.",
        rule: whole,
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "rank"), "rank")],
        ..WINDOW
    };
    DENSE_RANK = FunctionDef {
        name: "dense_rank",
        types: "() -> i64",
        doc: "One more than the number of different sort keys before the row's.",
        rule: whole,
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "dense_rank"), "dense_rank")],
        ..WINDOW
    };
    PERCENT_RANK = FunctionDef {
        name: "percent_rank",
        types: "() -> f64",
        doc: "(rank - 1) / (rows - 1); zero for a single row.",
        rule: fraction,
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "percent_rank"), "percent_rank")],
        ..WINDOW
    };
    CUME_DIST = FunctionDef {
        name: "cume_dist",
        types: "() -> f64",
        doc: "The share of rows up to and including the row's peers.",
        rule: fraction,
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "cume_dist"), "cume_dist")],
        ..WINDOW
    };
    NTILE = FunctionDef {
        name: "ntile",
        types: "(i64) -> i64",
        doc: "The row's bucket, from 1, of so many buckets of nearly equal size; the first ones are the larger.",
        rule: |arguments| {
            count(arguments, 1)?;
            positive(argument(arguments, 0)?, "the number of buckets")?;
            resolved([DataType::Int64], DataType::Int64)
        },
        nulls: NullRule::Never,
        overloads: &[over(any, typed(urn::ARITHMETIC, "ntile"), "ntile")],
        ..WINDOW
    };
    LAG = FunctionDef {
        name: "lag",
        types: "(T, i32 = 1, T = null) -> T",
        doc: "The value so many rows before, else the default.",
        rule: offset,
        nulls: NullRule::Declared,
        overloads: &[
            over(alone, fixed(urn::ARITHMETIC, "lag", "any"), "lag"),
            over(with_offset, fixed(urn::ARITHMETIC, "lag", "any_i32"), "lag"),
            over(any, fixed(urn::ARITHMETIC, "lag", "any_i32_any"), "lag"),
        ],
        ..WINDOW
    };
    LEAD = FunctionDef {
        name: "lead",
        types: "(T, i32 = 1, T = null) -> T",
        doc: "The value so many rows after, else the default.",
        rule: offset,
        nulls: NullRule::Declared,
        overloads: &[
            over(alone, fixed(urn::ARITHMETIC, "lead", "any"), "lead"),
            over(with_offset, fixed(urn::ARITHMETIC, "lead", "any_i32"), "lead"),
            over(any, fixed(urn::ARITHMETIC, "lead", "any_i32_any"), "lead"),
        ],
        ..WINDOW
    };
    FIRST_VALUE = FunctionDef {
        name: "first_value",
        types: "(T) -> T",
        doc: "The value of the frame's first row; null of an empty frame.",
        rule: same,
        overloads: &[over(any, fixed(urn::ARITHMETIC, "first_value", "any"), "first_value")],
        ..WINDOW
    };
    LAST_VALUE = FunctionDef {
        name: "last_value",
        types: "(T) -> T",
        doc: "The value of the frame's last row; null of an empty frame.",
        rule: same,
        overloads: &[over(any, fixed(urn::ARITHMETIC, "last_value", "any"), "last_value")],
        ..WINDOW
    };
    NTH_VALUE = FunctionDef {
        name: "nth_value",
        types: "(T, i32) -> T",
        doc: "The value of the frame's row at a position, from 1; null when the frame has fewer rows.",
        rule: |arguments| {
            count(arguments, 2)?;
            positive(argument(arguments, 1)?, "the position")?;
            let own = argument(arguments, 0)?.data_type().clone();
            resolved([own.clone(), DataType::Int32], own)
        },
        overloads: &[over(any, fixed(urn::ARITHMETIC, "nth_value", "any_i32"), "nth_value")],
        ..WINDOW
    };
}

fn alone(arguments: &[DataType]) -> bool {
    arguments.len() == 1
}

fn with_offset(arguments: &[DataType]) -> bool {
    arguments.len() == 2
}

fn whole(arguments: &[Scalar]) -> Rule {
    count(arguments, 0)?;
    resolved([], DataType::Int64)
}

fn fraction(arguments: &[Scalar]) -> Rule {
    count(arguments, 0)?;
    resolved([], DataType::Float64)
}

fn same(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type().clone();
    resolved([own.clone()], own)
}

fn offset(arguments: &[Scalar]) -> Rule {
    let value = argument(arguments, 0)?;
    let mut types = vec![value.data_type().clone()];
    let mut result = value.data_type().clone();
    let mut nullable = true;
    if arguments.len() > 1 {
        types.push(DataType::Int32);
    }
    if let Some(default) = arguments.get(2) {
        result = super::common::shared(&[value.clone(), default.clone()])?;
        types = vec![result.clone(), DataType::Int32, result.clone()];
        nullable = value.is_nullable() || default.is_nullable();
    }
    Ok(crate::function::Resolved { arguments: types, result, nullable })
}

fn positive(number: &Scalar, what: &str) -> Result<(), String> {
    use crate::value::Value::{Int, UInt};
    match number.literal() {
        Some(Int(value)) if *value > 0 => Ok(()),
        Some(UInt(value)) if *value > 0 => Ok(()),
        Some(_) => Err(format!("{what} must be positive")),
        None => Err(format!("{what} must be a constant")),
    }
}

macro_rules! rankings {
    ($($(#[$doc:meta])* $name:ident -> $out:ty = $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> WindowFunction<$out, Constant, Ranking> {
            WindowFunction::new(&$function, Vec::new())
        }
    )*};
}
rankings! {
    /// The position of the row in its partition, from 1.
    row_number -> i64 = ROW_NUMBER;
    /// One more than the number of rows before the row and its peers.
    rank -> i64 = RANK;
    /// One more than the number of different sort keys before the row's.
    dense_rank -> i64 = DENSE_RANK;
    /// `(rank - 1) / (rows - 1)`; zero for a single row.
    percent_rank -> f64 = PERCENT_RANK;
    /// The share of rows up to and including the row's peers.
    cume_dist -> f64 = CUME_DIST;
}

/// The row's bucket, from 1, of so many buckets of nearly equal size; the first ones are the larger.
pub fn ntile<N>(buckets: N) -> WindowFunction<i64, Constant, Ranking>
where
    N: Operand,
    N::Level: IsConstant,
    N::Type: Integer,
{
    WindowFunction::new(&NTILE, vec![buckets.into_node()])
}

macro_rules! offsets {
    ($($where:literal: $name:ident, $by:ident, $or:ident = $function:ident;)*) => {$(
        #[doc = concat!("The value of the row ", $where, "; null when there is none.")]
        pub fn $name<E, T, L>(value: E) -> WindowFunction<Option<T>, L, Offset>
        where
            E: Operand<Level = L>,
            E::Type: ColumnType<Base = T>,
        {
            WindowFunction::new(&$function, vec![value.into_node()])
        }

        #[doc = concat!("The value of the row so many rows ", $where, "; null when there is none.")]
        pub fn $by<E, N, T, L>(value: E, rows: N) -> WindowFunction<Option<T>, L, Offset>
        where
            E: Operand<Level = L>,
            E::Type: ColumnType<Base = T>,
            N: Operand,
            N::Level: IsConstant,
            N::Type: Integer,
        {
            WindowFunction::new(&$function, vec![value.into_node(), rows.into_node()])
        }

        #[doc = concat!("The value of the row so many rows ", $where, "; the default when there is none.")]
        pub fn $or<E, N, D, T, K>(value: E, rows: N, default: D) -> WindowFunction<T, K, Offset>
        where
            E: Operand,
            N: Operand,
            N::Level: IsConstant,
            D: Operand,
            N::Type: Integer,
            E::Type: Unified<D::Type, E::Level, D::Level, Out = T>,
            E::Level: Combine<D::Level, Out = K>,
            T: ColumnType,
            K: Level,
        {
            WindowFunction::new(&$function, vec![value.into_node(), rows.into_node(), default.into_node()])
        }
    )*};
}
offsets! {
    "before": lag, lag_by, lag_or = LAG;
    "after": lead, lead_by, lead_or = LEAD;
}

/// The value of the frame's first row; null of an empty frame.
pub fn first_value<E, T, L>(value: E) -> WindowFunction<Option<T>, L, Value>
where
    E: Operand<Level = L>,
    E::Type: ColumnType<Base = T>,
{
    WindowFunction::new(&FIRST_VALUE, vec![value.into_node()])
}

/// The value of the frame's last row; null of an empty frame. With an order and no frame, the frame ends at the current
/// row and its peers.
pub fn last_value<E, T, L>(value: E) -> WindowFunction<Option<T>, L, Value>
where
    E: Operand<Level = L>,
    E::Type: ColumnType<Base = T>,
{
    WindowFunction::new(&LAST_VALUE, vec![value.into_node()])
}

/// The value of the frame's row at a position, from 1; null when the frame has fewer rows.
pub fn nth_value<E, N, T, L>(value: E, position: N) -> WindowFunction<Option<T>, L, Value>
where
    E: Operand<Level = L>,
    E::Type: ColumnType<Base = T>,
    N: Operand,
    N::Level: IsConstant,
    N::Type: Integer,
{
    WindowFunction::new(&NTH_VALUE, vec![value.into_node(), position.into_node()])
}
