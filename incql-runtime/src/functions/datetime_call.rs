//! The typed helpers of dates, times and timestamps.

use arrow::datatypes::DataType;
use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use super::datetime::{
    CURRENT_DATE, CURRENT_TIMESTAMP, DATE_ADD, DATE_DIFF, DATE_PART, DATE_SUB, DATE_TRUNC, FROM_UNIXTIME, LAST_DAY,
    MAKE_DATE, TIMESTAMP_DIFF, UNIX_MICROS, UNIX_MILLIS, UNIX_SECONDS,
};
use super::datetime_field::Word;
use super::helper::{DateOrTimestamp, Integer, Temporal, Timestamp, binary, ternary, unary};
use crate::expr::cast::CastTo;
use crate::expr::level::{Combine, Constant, Level};
use crate::expr::node::{Node, NodeKind};
use crate::expr::operand::{Expr, Operand};
use crate::function::FunctionDef;
use crate::scalar::CastMode;
use crate::types::{BaseType, ColumnType, Interval, Nullability};
use crate::value::Value;

/// The date in UTC when the query started.
pub fn current_date() -> Expr<NaiveDate, Constant> {
    Expr::from_node(Node::call(&CURRENT_DATE, Vec::new()))
}

/// The instant when the query started.
pub fn current_timestamp() -> Expr<DateTime<Utc>, Constant> {
    Expr::from_node(Node::call(&CURRENT_TIMESTAMP, Vec::new()))
}

fn of_word(function: &'static FunctionDef, word: String, values: Vec<Node>) -> Node {
    let mut arguments = vec![Node::literal(Value::Text(word.into()), DataType::Utf8)];
    arguments.extend(values);
    Node::call(function, arguments)
}

/// A field of a date, time or timestamp as `i64`: `year isoyear quarter month week day doy dow isodow hour minute second
/// millisecond microsecond epoch`, as PostgreSQL defines them, with fractions cut. A zoned timestamp is taken in UTC.
/// An unknown field, or one the type does not have, is an error when the query is built.
pub fn date_part<W, E, N, K>(field: W, value: E) -> Expr<N::Of<i64>, K>
where
    W: Word,
    E: Operand<Level = K>,
    E::Type: Temporal,
    E::Type: ColumnType<Null = N>,
    N: Nullability,
{
    Expr::from_node(of_word(&DATE_PART, field.word(), vec![value.into_node()]))
}

/// Another name of [`date_part`].
pub fn extract<W, E, N, K>(field: W, value: E) -> Expr<N::Of<i64>, K>
where
    W: Word,
    E: Operand<Level = K>,
    E::Type: Temporal,
    E::Type: ColumnType<Null = N>,
    N: Nullability,
{
    date_part(field, value)
}

/// The start of the `year quarter month week day hour minute second millisecond` or `microsecond` that a date or
/// timestamp lies in; a zoned timestamp in UTC, a week from Monday.
pub fn date_trunc<W, E, T, K>(unit: W, value: E) -> Expr<T, K>
where
    W: Word,
    E: Operand<Type = T, Level = K>,
    E::Type: DateOrTimestamp,
{
    Expr::from_node(of_word(&DATE_TRUNC, unit.word(), vec![value.into_node()]))
}

/// The whole units from `start` to `end`, negative when `end` is earlier; months, quarters and years by the calendar.
pub fn timestamp_diff<W, A, B, M, N, K>(unit: W, start: A, end: B) -> Expr<<M::Or<N> as Nullability>::Of<i64>, K>
where
    W: Word,
    A: Operand,
    B: Operand,
    A::Type: DateOrTimestamp,
    B::Type: DateOrTimestamp,
    A::Type: ColumnType<Null = M>,
    B::Type: ColumnType<Null = N>,
    A::Level: Combine<B::Level, Out = K>,
    M: Nullability,
    N: Nullability,
    K: Level,
{
    Expr::from_node(of_word(&TIMESTAMP_DIFF, unit.word(), vec![start.into_node(), end.into_node()]))
}

/// What dates and timestamps move by: an interval, or an integer that counts days.
#[diagnostic::on_unimplemented(
    message = "expected an interval or a number of days, found `{Self}`",
    label = "this is `{Self}`, neither an interval nor an integer",
    note = "`interval_days(n)`, `interval_months(n)` and their kin make intervals"
)]
pub trait DateStep: ColumnType {}

macro_rules! steps {
    ($($base:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl DateStep for $base {}
        #[diagnostic::do_not_recommend]
        impl DateStep for Option<$base> {}
    )*};
}
steps!(i8, i16, i32, i64, u8, u16, u32, Interval);

macro_rules! moves {
    ($($(#[$doc:meta])* $name:ident = $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, S, T, M, N, K>(value: E, step: S) -> Expr<<M::Or<N> as Nullability>::Of<T>, K>
        where
            E: Operand,
            S: Operand,
            E::Type: DateOrTimestamp,
            S::Type: DateStep,
            E::Type: ColumnType<Base = T, Null = M>,
            S::Type: ColumnType<Null = N>,
            E::Level: Combine<S::Level, Out = K>,
            T: BaseType,
            M: Nullability,
            N: Nullability,
            K: Level,
        {
            Expr::from_node(Node::call(&$function, vec![value.into_node(), step.into_node()]))
        }
    )*};
}
moves! {
    /// A date or timestamp so much later: by an interval, or by days. Adding months to the 31st gives the last day of a
    /// shorter month. A date takes an interval without hours.
    date_add = DATE_ADD;
    /// A date or timestamp so much earlier: by an interval, or by days. A date takes an interval without hours.
    date_sub = DATE_SUB;
}

unary! {
    [Operand<Level = K>]
    /// The instant so many seconds after 1970-01-01T00:00:00Z.
    from_unixtime(seconds: Integer) -> DateTime<Utc> = FROM_UNIXTIME;
    /// The whole seconds since 1970-01-01T00:00:00Z, rounded down. A timestamp without a zone is taken in UTC.
    unix_seconds(value: Timestamp) -> i64 = UNIX_SECONDS;
    /// The whole milliseconds since 1970-01-01T00:00:00Z, rounded down. A timestamp without a zone is taken in UTC.
    unix_millis(value: Timestamp) -> i64 = UNIX_MILLIS;
    /// The microseconds since 1970-01-01T00:00:00Z. A timestamp without a zone is taken in UTC.
    unix_micros(value: Timestamp) -> i64 = UNIX_MICROS;
    /// The last day of the month of a date or timestamp.
    last_day(value: DateOrTimestamp) -> NaiveDate = LAST_DAY;
}

binary! {
    [Operand] [Combine<B::Level, Out = K>]
    /// The days from the second to the first, by their dates: `date_diff(end, start)`.
    date_diff(end: DateOrTimestamp, start: DateOrTimestamp) -> i64 = DATE_DIFF;
}

ternary! {
    [Operand] [Combine<B::Level, Out = J>] [Combine<C::Level, Out = K>]
    /// The date of a year, month and day; one that does not exist fails the query.
    make_date(year: Integer, month: Integer, day: Integer) -> NaiveDate = MAKE_DATE;
}

macro_rules! conversions {
    ($($(#[$doc:meta])* $name:ident -> $out:ty;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, N, K>(value: E) -> Expr<N::Of<$out>, K>
        where
            E: Operand<Level = K>,
            E::Type: CastTo<$out>,
            E::Type: ColumnType<Null = N>,
            N: Nullability,
        {
            let (input, data_type) = (value.into_node(), <$out>::data_type());
            Expr::from_node(Node::new(NodeKind::Cast { input, data_type, mode: CastMode::Strict }))
        }
    )*};
}
conversions! {
    /// The date of a text such as `2026-08-21`, or of a timestamp; short for `cast::<NaiveDate>(..)`.
    to_date -> NaiveDate;
    /// The timestamp of a text such as `2026-08-21 12:00:00`, or midnight of a date; short for
    /// `cast::<NaiveDateTime>(..)`.
    to_timestamp -> NaiveDateTime;
}

/// A count as so many times an interval: a constant at once, a column by multiplication.
fn intervals(count: Node, one: Interval) -> Node {
    let counted = match count.kind() {
        NodeKind::Literal { value: Value::Int(count), .. } => Some(*count),
        NodeKind::Literal { value: Value::UInt(count), .. } => i64::try_from(*count).ok(),
        _ => None,
    };
    match counted.and_then(|count| times(one, count)) {
        Some(interval) => interval.into_node(),
        None => Node::call(&super::arithmetic::MUL, vec![one.into_node(), count]),
    }
}

fn times(one: Interval, count: i64) -> Option<Interval> {
    let part = |part: i32| i32::try_from(i64::from(part).checked_mul(count)?).ok();
    Some(Interval { months: part(one.months)?, days: part(one.days)?, nanos: one.nanos.checked_mul(count)? })
}

macro_rules! interval_helpers {
    (@one [$($operand:tt)*] [$(#[$doc:meta])*] $name:ident($kind:tt) = $one:expr) => {
        $(#[$doc])*
        pub fn $name<E, N, K>(count: E) -> Expr<N::Of<Interval>, K>
        where
            E: $($operand)*,
            E::Type: $kind,
            E::Type: ColumnType<Null = N>,
            N: Nullability,
        {
            Expr::from_node(intervals(count.into_node(), $one))
        }
    };
    ($operand:tt $($(#[$doc:meta])* $name:ident($kind:tt) = $one:expr;)*) => {
        $(interval_helpers!(@one $operand [$(#[$doc])*] $name($kind) = $one);)*
    };
}
interval_helpers! {
    [Operand<Level = K>]
    /// So many calendar years.
    interval_years(Integer) = Interval::from_years(1);
    /// So many calendar months.
    interval_months(Integer) = Interval::from_months(1);
    /// So many weeks of seven days.
    interval_weeks(Integer) = Interval::from_days(7);
    /// So many calendar days.
    interval_days(Integer) = Interval::from_days(1);
    /// So many hours.
    interval_hours(Integer) = Interval::from_hours(1);
    /// So many minutes.
    interval_minutes(Integer) = Interval::from_minutes(1);
    /// So many seconds.
    interval_seconds(Integer) = Interval::from_seconds(1);
}
