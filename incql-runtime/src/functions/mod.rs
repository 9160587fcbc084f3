//! The function catalog: one table per family, each entry with its type rule, null rule, Substrait names and engine
//! functions, and the typed helpers that users call.

pub mod accept;
pub mod aggregate;
pub mod arithmetic;
pub mod boolean;
pub mod catalog;
pub mod common;
pub mod comparison;
pub mod conditional;
pub mod decimal;
pub mod helper;
pub mod literal;
pub mod rules;
mod table;

pub use aggregate::{
    any_value, avg, bool_and, bool_or, count, count_all, count_distinct, count_if, max, mean, min, sum,
};
pub use comparison::{contains, ends_with, ilike, is_nan, is_not_nan, is_not_null, is_null, like, starts_with};
pub use conditional::{between, case, case_when, coalesce, in_, not_in, nullif};

pub use crate::expr::compare::equal_null;
pub use crate::expr::order::{asc, asc_nulls_first, asc_nulls_last, desc, desc_nulls_first, desc_nulls_last};
