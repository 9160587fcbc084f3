//! What compiles to which type: each `let` states the type that inference must give.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use crate::expr::column::{Column, ColumnCursor, Key};
use crate::expr::level::{Constant, GroupKey, OverWindow, PerGroup, PerRow};
use crate::expr::node::Scope;
use crate::expr::operand::{Expr, Operand};
use crate::expr::{arithmetic, compare};
use crate::functions::*;
use crate::types::{Decimal, Interval};

/// The columns of a row for tests.
#[derive(Clone, Copy)]
struct Columns {
    id: Column<i64>,
    small: Column<i32>,
    unsigned: Column<u64>,
    amount: Column<f64>,
    single: Column<f32>,
    price: Column<Decimal>,
    discount: Column<Option<Decimal>>,
    name: Column<String>,
    note: Column<Option<String>>,
    paid: Column<bool>,
    day: Column<NaiveDate>,
    at: Column<Option<DateTime<Utc>>>,
}

fn columns() -> Columns {
    let mut cursor = ColumnCursor::new(Scope::new(|_| ()));
    let cursor = &mut cursor;
    Columns {
        id: cursor.column(),
        small: cursor.column(),
        unsigned: cursor.column(),
        amount: cursor.column(),
        single: cursor.column(),
        price: cursor.column(),
        discount: cursor.column(),
        name: cursor.column(),
        note: cursor.column(),
        paid: cursor.column(),
        day: cursor.column(),
        at: cursor.column(),
    }
}

#[test]
fn comparisons_are_optional_when_a_side_is() {
    let c = columns();
    let threshold = 5_i64;
    let _: Expr<bool, PerRow> = c.id.gt(5);
    let _: Expr<bool, PerRow> = compare::gt(c.id, &threshold);
    let _: Expr<bool, PerRow> = compare::gt_int(c.unsigned, || 18_446_744_073_709_551_615);
    let _: Expr<bool, PerRow> = c.unsigned.gt(5);
    let _: Expr<bool, PerRow> = c.single.le(500.2);
    let _: Expr<Option<bool>, PerRow> = c.note.eq(c.name);
    let _: Expr<Option<bool>, PerRow> = c.name.eq(Some("x"));
    let _: Expr<Option<bool>, PerRow> = c.paid.and(c.note.eq("x"));
    let _: Expr<bool, PerRow> = !c.paid | c.note.is_null();
    let _: Expr<bool, PerRow> = c.note.equal_null(c.name);
    let _: Expr<bool, PerRow> = c.id.between(1, &threshold);
    let _: Expr<Option<bool>, PerRow> = c.note.in_(["a", "b"]);
    let _: Expr<bool, PerRow> = c.id.not_in(vec![1, 2]);
    let _: Expr<Option<bool>, PerRow> = like(c.note, "a%");
}

#[test]
fn arithmetic_has_the_wider_type() {
    let c = columns();
    let _: Expr<i64, PerRow> = c.small + c.id;
    let _: Expr<i32, PerRow> = arithmetic::add_int(c.small, || 5);
    let _: Expr<i32, PerRow> = arithmetic::sub_int_left(|| 5, c.small);
    let _: Expr<u64, PerRow> = c.unsigned + 1;
    let _: Expr<f64, PerRow> = c.id * c.amount;
    let _: Expr<f64, PerRow> = c.single * 2.0;
    let _: Expr<Decimal, PerRow> = 1 - c.price;
    let _: Expr<Decimal, PerRow> = c.price * 1.5;
    let _: Expr<f64, PerRow> = c.price * c.amount;
    let _: Expr<Option<Decimal>, PerRow> = c.price * (1 - c.discount);
    let _: Expr<i64, PerRow> = -c.id % 7;
    let _: Expr<NaiveDate, PerRow> = c.day + Interval::from_days(3);
    let _: Expr<Option<DateTime<Utc>>, PerRow> = c.at - interval_hours(1);
    let _: Expr<Interval, PerRow> = interval_days(1) * c.id;
}

#[test]
fn conditionals_have_the_common_type() {
    let c = columns();
    let _: Expr<i64, PerRow> = case(c.paid, c.small, c.id);
    let _: Expr<Decimal, PerRow> = case(c.paid, c.price, 0);
    let _: Expr<Option<String>, PerRow> = case_when(c.paid, "a").when(c.id.gt(3), c.note).otherwise("z");
    let _: Expr<i64, PerRow> = coalesce(case_when(c.paid, c.id), 0);
    let _: Expr<String, PerRow> = coalesce(c.note, "none");
    let _: Expr<Option<String>, PerRow> = coalesce(c.note, c.note);
    let _: Expr<Option<i64>, PerRow> = nullif(c.id, 0);
    let _: Expr<f64, PerRow> = greatest(c.amount, 0.0);
}

#[test]
fn casts_keep_nullability() {
    let c = columns();
    let _: Expr<f64, PerRow> = cast::<f64, _>(c.id);
    let _: Expr<f64, PerRow> = c.id.cast::<f64>();
    let _: Expr<Option<i64>, PerRow> = c.note.cast::<i64>();
    let _: Expr<Option<i64>, PerRow> = c.name.try_cast::<i64>();
    let _: Expr<Decimal, PerRow> = cast_decimal(c.amount, 10, 2);
    let _: Expr<NaiveDateTime, PerRow> = to_timestamp(c.day);
    let _: Expr<i32, Constant> = lit(5);
}

#[test]
fn functions_are_optional_when_an_argument_is() {
    let c = columns();
    let _: Expr<String, PerRow> = upper(c.name);
    let _: Expr<Option<i64>, PerRow> = char_length(c.note);
    let _: Expr<Option<String>, PerRow> = concat(c.name, c.note);
    let _: Expr<String, PerRow> = concat_ws(", ", (c.name, c.note, "x"));
    let _: Expr<String, PerRow> = substring(c.name, 1, c.small);
    let _: Expr<f32, PerRow> = sqrt(c.single);
    let _: Expr<Option<f64>, PerRow> = sqrt(c.discount);
    let _: Expr<Decimal, PerRow> = round_to(c.price, 1);
    let _: Expr<i64, PerRow> = date_part("year", c.day);
    let _: Expr<Option<DateTime<Utc>>, PerRow> = date_trunc("month", c.at);
    let _: Expr<NaiveDate, PerRow> = date_add(c.day, 3);
    let _: Expr<Option<i64>, PerRow> = date_diff(c.at, c.day);
}

#[test]
fn aggregates_are_optional_and_one_per_group() {
    let c = columns();
    fn of<E: Operand>(value: E) -> Expr<E::Type, E::Level> {
        Expr::from_node(value.into_node())
    }
    let _: Expr<i64, PerGroup> = of(count_all());
    let _: Expr<Option<i64>, PerGroup> = of(sum(c.small));
    let _: Expr<Option<u64>, PerGroup> = of(sum(c.unsigned));
    let _: Expr<Option<f64>, PerGroup> = of(avg(c.small));
    let _: Expr<Option<Decimal>, PerGroup> = of(avg(c.discount));
    let _: Expr<Option<String>, PerGroup> = of(min(c.note));
    let _: Expr<i64, PerGroup> = of(count(c.note).filter(c.paid).distinct());
    let _: Expr<Option<String>, PerGroup> = of(string_agg(c.name, ", ").order_by(desc(c.id)));
    let _: Expr<Option<Decimal>, PerGroup> = 100.00 * sum(c.price) / sum(c.price);
    let key: Key<i64> = ColumnCursor::new(Scope::new(|_| ())).key();
    let _: Expr<i64, GroupKey> = key + 1;
    let _: Expr<Option<i64>, PerGroup> = key + sum(c.id);
}

#[test]
fn windows_are_over_rows_or_groups() {
    let c = columns();
    let by_day = window().partition_by((c.name, c.paid)).order_by((desc(c.amount), c.id));
    let _: Expr<i64, OverWindow<PerRow>> = row_number().over(&by_day);
    let _: Expr<i64, OverWindow<PerRow>> = rank().over(by_day.clone());
    let _: Expr<Option<f64>, OverWindow<PerRow>> = lag(c.amount).over(&by_day);
    let _: Expr<f64, OverWindow<PerRow>> = lag_or(c.amount, 2, 0.0).over(&by_day);
    let _: Expr<Option<String>, OverWindow<PerRow>> = last_value(c.note).ignore_nulls().over(&by_day);
    let three = by_day.clone().rows_between(preceding(2), current_row());
    let _: Expr<Option<f64>, OverWindow<PerRow>> = sum(c.amount).over(three);
    let week = window().order_by(c.day).range_between(preceding(Interval::from_days(7)), current_row());
    let _: Expr<i64, OverWindow<PerRow>> = count_all().over(week);
    let _: Expr<i64, OverWindow<Constant>> = count_all().over(window());
    let _: Expr<i64, OverWindow<PerGroup>> = rank().over(window().order_by(desc(sum(c.amount))));
    let _: Expr<f64, OverWindow<PerRow>> = c.amount - coalesce(lag(c.amount).over(by_day), 0.0);
}
