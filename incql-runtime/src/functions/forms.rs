//! What queries can call beside the catalog's functions: forms of the expression tree, short names for other calls, and
//! sort directions.

use crate::function::FunctionClass;

/// A call that is no function of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name users write.
    pub name: &'static str,
    /// Where it may stand.
    pub class: FunctionClass,
    /// Types in words.
    pub types: &'static str,
    /// What it means; for a short name, the call it stands for.
    pub doc: &'static str,
}

const fn scalar(name: &'static str, types: &'static str, doc: &'static str) -> Form {
    Form { name, class: FunctionClass::Scalar, types, doc }
}

const fn aggregate(name: &'static str, types: &'static str, doc: &'static str) -> Form {
    Form { name, class: FunctionClass::Aggregate, types, doc }
}

const fn window(name: &'static str, types: &'static str, doc: &'static str) -> Form {
    Form { name, class: FunctionClass::Window, types, doc }
}

const fn ordering(name: &'static str, doc: &'static str) -> Form {
    Form { name, class: FunctionClass::Ordering, types: "(T) -> sort key", doc }
}

/// The forms, by name.
pub static FORMS: &[Form] = &[
    ordering("asc", "Smallest first, nulls last."),
    ordering("asc_nulls_first", "Smallest first, nulls first."),
    ordering("asc_nulls_last", "Smallest first, nulls last."),
    scalar("between", "(T, T, T) -> boolean", "`value >= low && value <= high`."),
    scalar(
        "case_when",
        "(boolean, T) -> T",
        "The value of the first true condition: `.when(c, v)` adds one, `.otherwise(v)` ends.",
    ),
    scalar("cast", "(T) -> U", "The value as another type, `cast::<i64>(e)`; one that does not fit fails the query."),
    scalar("cast_decimal", "(T, precision, scale) -> decimal", "Like `cast`, to a decimal of these digits."),
    aggregate("count_distinct", "(T) -> i64", "`count(e).distinct()`."),
    aggregate("count_if", "(boolean) -> i64", "`count().filter(condition)`."),
    ordering("desc", "Largest first, nulls first."),
    ordering("desc_nulls_first", "Largest first, nulls first."),
    ordering("desc_nulls_last", "Largest first, nulls last."),
    scalar("extract", "(field, date, time or timestamp) -> i64", "`date_part(field, e)`."),
    scalar(
        "in_",
        "(T, [T]) -> boolean",
        "Whether the value equals an element; null when it is null, or no element equals it and one is null.",
    ),
    scalar("interval_days", "(integer) -> interval", "So many calendar days."),
    scalar("interval_hours", "(integer) -> interval", "So many hours."),
    scalar("interval_minutes", "(integer) -> interval", "So many minutes."),
    scalar("interval_months", "(integer) -> interval", "So many calendar months."),
    scalar("interval_seconds", "(integer) -> interval", "So many seconds."),
    scalar("interval_weeks", "(integer) -> interval", "So many weeks of seven days."),
    scalar("interval_years", "(integer) -> interval", "So many calendar years."),
    scalar("is_not_nan", "(float) -> boolean", "`!is_nan(e)`."),
    window("lag_by", "(T, i32) -> T", "`lag(e, rows)` of `query!`, under its Rust name."),
    window("lag_or", "(T, i32, T) -> T", "`lag(e, rows, default)` of `query!`, under its Rust name."),
    scalar("lcase", "(string) -> string", "`lower(e)`."),
    window("lead_by", "(T, i32) -> T", "`lead(e, rows)` of `query!`, under its Rust name."),
    window("lead_or", "(T, i32, T) -> T", "`lead(e, rows, default)` of `query!`, under its Rust name."),
    aggregate("listagg", "(string, string) -> string", "`string_agg(e, separator)`."),
    scalar("lit", "(value) -> T", "A Rust value as an expression."),
    scalar("log", "(number) -> f64", "`log10(e)`; with a base, `log_base(e, base)`."),
    aggregate("mean", "(number) -> f64 or decimal", "`avg(e)`."),
    scalar("not_in", "(T, [T]) -> boolean", "`!in_(value, list)`."),
    scalar("round_to", "(number, i32) -> the same", "`round(e, digits)` of `query!`, under its Rust name."),
    scalar("substr", "(string, i32, i32) -> string", "`substring(e, start, length)`."),
    scalar("substring_from", "(string, i32) -> string", "`substring(e, start)` of `query!`, under its Rust name."),
    scalar("to_date", "(string or timestamp) -> date", "`cast::<NaiveDate>(e)`."),
    scalar("to_timestamp", "(string or date) -> timestamp", "`cast::<NaiveDateTime>(e)`."),
    scalar("try_cast", "(T) -> U", "Like `cast`, null where the value does not fit."),
    scalar(
        "try_cast_decimal",
        "(T, precision, scale) -> decimal",
        "Like `cast_decimal`, null where the value does not fit.",
    ),
    scalar("ucase", "(string) -> string", "`upper(e)`."),
];
