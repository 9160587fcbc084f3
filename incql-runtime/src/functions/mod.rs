//! The function catalog: one table per family, each entry with its type rule, null rule, Substrait names and engine
//! functions, and the typed helpers that users call.

pub mod accept;
pub mod aggregate;
pub mod aggregate_call;
pub mod arithmetic;
pub mod boolean;
pub mod catalog;
pub mod common;
pub mod comparison;
pub mod conditional;
pub mod datetime;
pub mod datetime_call;
pub mod datetime_field;
pub mod decimal;
pub mod docs;
pub mod engine;
pub mod extreme;
pub mod forms;
pub mod helper;
pub mod literal;
pub mod lossless;
pub mod math;
pub mod number;
pub mod rules;
pub mod string;
mod table;
pub mod texts;
pub mod window;

pub use aggregate_call::{
    any_value, avg, bool_and, bool_or, count, count_all, count_distinct, count_if, listagg, max, mean, min, stddev,
    stddev_pop, string_agg, sum, variance, variance_pop,
};
pub use comparison::{contains, ends_with, ilike, is_nan, is_not_nan, is_not_null, is_null, like, starts_with};
pub use conditional::{between, case, case_when, coalesce, in_, not_in, nullif};
pub use datetime_call::{
    current_date, current_timestamp, date_add, date_diff, date_part, date_sub, date_trunc, extract, from_unixtime,
    interval_days, interval_hours, interval_minutes, interval_months, interval_seconds, interval_weeks, interval_years,
    last_day, make_date, timestamp_diff, to_date, to_timestamp, unix_micros, unix_millis, unix_seconds,
};
pub use extreme::{bitwise_and, bitwise_not, bitwise_or, bitwise_xor, greatest, least, shift_left, shift_right};
pub use math::{
    abs, acos, asin, atan, atan2, ceil, cos, degrees, exp, floor, ln, log, log_base, log2, log10, pi, power, radians,
    round, round_to, sign, sin, sqrt, tan,
};
pub use string::{
    char_length, concat, concat_ws, initcap, lcase, left, lower, lpad, ltrim, octet_length, overlay, position, repeat,
    replace, reverse, right, rpad, rtrim, split_part, substr, substring, substring_from, translate, trim, ucase, upper,
};
pub use window::{
    cume_dist, dense_rank, first_value, lag, lag_by, lag_or, last_value, lead, lead_by, lead_or, nth_value, ntile,
    percent_rank, rank, row_number,
};

pub use crate::expr::cast::{cast, cast_decimal, lit, try_cast, try_cast_decimal};
pub use crate::expr::compare::equal_null;
pub use crate::expr::frame::{current_row, following, preceding, unbounded_following, unbounded_preceding};
pub use crate::expr::order::{asc, asc_nulls_first, asc_nulls_last, desc, desc_nulls_first, desc_nulls_last};
pub use crate::expr::window::window;

#[cfg(test)]
mod tests;
