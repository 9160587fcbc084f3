//! What each of incql's own engine functions must do: where the catalog names an `incql_*` function, the engine's
//! function of a like name differs in the point given here.

/// The kernels of incql's own: name and exact meaning. Unless it says otherwise, a kernel is null when an argument is,
/// takes arguments of the types that the catalog's rule gives, and answers the type that the rule gives.
pub static KERNELS: &[(&str, &str)] = &[
    ("incql_eq", "Float equality: NaN equals NaN whatever its bits, -0.0 equals 0.0."),
    ("incql_ne", "The opposite of `incql_eq`."),
    ("incql_lt", "Float order: NaN is greater than every number and equal to itself, -0.0 equals 0.0."),
    ("incql_le", "`incql_lt` or `incql_eq`."),
    ("incql_gt", "The opposite of `incql_le`."),
    ("incql_ge", "The opposite of `incql_lt`."),
    ("incql_equal_null", "`incql_eq`, with null equal to null; never null."),
    ("incql_nullif", "Null when `incql_eq` is true, else the first argument; a null second argument equals nothing."),
    (
        "incql_add",
        "Checked sum. Integers: overflow of the result type fails. Decimals: the exact sum rounded half away from zero \
         to the result's scale; more digits than its precision fails.",
    ),
    ("incql_sub", "Checked difference, as `incql_add`."),
    ("incql_mul", "Checked product, as `incql_add`; a decimal intermediate may need 76 digits."),
    (
        "incql_div",
        "Decimal quotient, rounded half away from zero to the result's scale; division by zero and more digits than \
         the result's precision fail.",
    ),
    ("incql_rem", "Decimal remainder with the sign of the first argument, exact; by zero fails."),
    ("incql_neg", "Checked negative of an integer: the least value fails."),
    ("incql_abs", "Checked absolute value of an integer: the least value fails."),
    ("incql_sign", "-1, 0 or 1 in the argument's integer or decimal type (a decimal keeps its scale)."),
    (
        "incql_add_interval",
        "A date or timestamp and an interval in either order, or two intervals part by part. Months first (the day is \
         cut to the month's last), then days, then nanoseconds; a zoned timestamp in UTC. A date with an interval of \
         nanoseconds other than 0 fails, so does a result out of range.",
    ),
    ("incql_sub_interval", "A date or timestamp less an interval, or two intervals: adds the negated interval."),
    ("incql_mul_interval", "Each part of an interval times an i64, in either order; overflow of a part fails."),
    ("incql_neg_interval", "Each part of an interval negated; overflow of a part fails."),
    ("incql_ceil", "The least whole decimal that is not less, with the result's precision and scale 0."),
    ("incql_floor", "The greatest whole decimal that is not greater, with the result's precision and scale 0."),
    (
        "incql_round",
        "(integer or decimal, i32): rounded half away from zero to so many digits after the point, in the result's \
         type; negative digits round before the point; a result that does not fit fails.",
    ),
    ("incql_logb", "(x, base): ln(x) / ln(base) as f64, with the arguments in this order."),
    ("incql_least", "The least of any number of arguments by `incql_lt`; null when an argument is."),
    ("incql_greatest", "The greatest of any number of arguments by `incql_lt`; null when an argument is."),
    ("incql_bitwise_not", "Every bit of an integer inverted."),
    (
        "incql_shift_left",
        "(i32 or i64, i32): bits shifted out are lost; a distance below 0 or not below the width fails.",
    ),
    ("incql_shift_right", "(i32 or i64, i32): keeps the sign; a distance below 0 or not below the width fails."),
    ("incql_concat", "Any number of texts one after the other; null when an argument is."),
    (
        "incql_replace",
        "Every occurrence of the second text replaced by the third; an empty second text replaces nothing.",
    ),
    (
        "incql_overlay",
        "(text, replacement, start i64, length i64): the first start - 1 characters, the replacement, and the \
         characters from start + length on; a start below 1 or a negative length fails.",
    ),
    (
        "incql_date_part",
        "(field text, value): the field as i64, as PostgreSQL's date_part with fractions cut towards negative \
         infinity: millisecond and microsecond include the seconds; dow is 0 (Sunday) to 6, isodow 1 (Monday) to 7; \
         week is the ISO week; epoch of a time is the seconds since midnight; a zoned timestamp is taken in UTC.",
    ),
    (
        "incql_date_trunc",
        "(unit text, date or timestamp): the start of the unit in the value's own type; weeks start on Monday; a zoned \
         timestamp in UTC. Also before 1970 the result is not later than the value.",
    ),
    ("incql_date_add", "(date or timestamp, i64): so many days later; out of range fails."),
    ("incql_date_sub", "(date or timestamp, i64): so many days earlier; out of range fails."),
    ("incql_date_diff", "(date, date): the first less the second in days, as i64."),
    (
        "incql_timestamp_diff",
        "(unit text, start, end): whole units from start to end, cut towards zero; month, quarter and year by the \
         calendar (from the 31st to the 30th of the next month is no whole month).",
    ),
    ("incql_from_unixtime", "(i64 seconds): the instant in UTC, in microseconds; out of range fails."),
    ("incql_unix_seconds", "(timestamp): seconds since the epoch, rounded down also before 1970."),
    ("incql_unix_millis", "(timestamp): milliseconds since the epoch, rounded down also before 1970."),
    ("incql_unix_micros", "(timestamp): microseconds since the epoch."),
    ("incql_last_day", "(date): the last day of its month."),
    (
        "incql_sum",
        "Aggregate and window. Integers: overflow of i64 (u64 for unsigned) fails. Decimals: a sum of more than 38 \
         digits fails. Floats: the engine's sum as f64. Null of nothing.",
    ),
    (
        "incql_avg",
        "Aggregate and window. Decimals in, decimal(38, same scale) out: the exact sum divided by the count, rounded \
         half away from zero; never wraps. Null of nothing.",
    ),
    ("incql_min", "Aggregate and window. The least float by `incql_lt`: NaN only when all are NaN; null of nothing."),
    ("incql_max", "Aggregate and window. The greatest float by `incql_lt`: NaN when any is; null of nothing."),
    ("incql_any_value", "Aggregate and window. Some value that is not null; null when there is none."),
];
