//! The typed helpers of aggregates.

use super::aggregate::{
    ANY_VALUE, AVG, BOOL_AND, BOOL_OR, COUNT, COUNT_ALL, MAX, MIN, STDDEV, STDDEV_POP, STRING_AGG, SUM, VARIANCE,
    VARIANCE_POP,
};
use super::helper::{Numeric, Text};
use crate::expr::aggregate::{Aggregate, Rows, Sequence};
use crate::expr::level::{Constant, IsConstant, RowWise};
use crate::expr::logic::Condition;
use crate::expr::node::Node;
use crate::expr::operand::Operand;
use crate::expr::order::Ordered;
use crate::expr::partition::Groupable;
use crate::function::FunctionDef;
use crate::types::{BaseType, ColumnType, Decimal};

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

macro_rules! of_numbers {
    ($($(#[$doc:meta])* $name:ident => $function:ident where $bound:tt;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, L>(value: E) -> Aggregate<Option<f64>, L>
        where
            E: Operand<Level = L>,
            E::Type: $bound,
            E::Level: RowWise,
        {
            measure(&$function, value)
        }
    )*};
}
of_numbers! {
    /// The sample standard deviation, as `f64`; null of fewer than two values.
    stddev => STDDEV where Numeric;
    /// The population standard deviation, as `f64`; null of nothing.
    stddev_pop => STDDEV_POP where Numeric;
    /// The sample variance, as `f64`; null of fewer than two values.
    variance => VARIANCE where Numeric;
    /// The population variance, as `f64`; null of nothing.
    variance_pop => VARIANCE_POP where Numeric;
}

/// The texts that are not null, with the separator between them, in the order of `.order_by(..)`; null of nothing.
pub fn string_agg<E, S, L>(value: E, separator: S) -> Aggregate<Option<String>, L, Sequence>
where
    E: Operand<Level = L>,
    S: Operand,
    E::Type: Text,
    S::Type: Text,
    E::Level: RowWise,
    S::Level: IsConstant,
{
    Aggregate::from_node(Node::aggregate(&STRING_AGG, vec![value.into_node(), separator.into_node()]))
}

/// Another name of [`string_agg`].
pub fn listagg<E, S, L>(value: E, separator: S) -> Aggregate<Option<String>, L, Sequence>
where
    E: Operand<Level = L>,
    S: Operand,
    E::Type: Text,
    S::Type: Text,
    E::Level: RowWise,
    S::Level: IsConstant,
{
    string_agg(value, separator)
}
