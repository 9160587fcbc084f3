//! Comparisons and predicates: the catalog's table.

use super::accept::{any, floats};
use super::helper::{Float, Text, binary, unary};
use super::rules::{comparison, float_predicate, predicate, text_predicate};
use super::table::{CASE_SENSITIVE, EXTENSION, SCALAR, fixed, functions, over, typed, urn};
use crate::expr::level::{Combine, Level};
use crate::expr::node::Node;
use crate::expr::operand::{Expr, Operand};
use crate::function::{FunctionDef, NullRule};
use crate::types::{ColumnType, Nullability};

const NOTE: &str = "(T, T) -> boolean";

functions! {
    /// Comparisons and tests for null and NaN. Floats compare as in PostgreSQL: NaN equals NaN and is the greatest,
    /// -0.0 equals 0.0; engines that compare bits need the `incql_*` functions for them.
    COMPARISON:
    EQ = FunctionDef {
        name: "eq",
        types: NOTE,
        doc: "Whether both are equal; `==`.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "equal", "any_any"), "incql_eq"),
            over(any, fixed(urn::COMPARISON, "equal", "any_any"), "="),
        ],
        ..SCALAR
    };
    NE = FunctionDef {
        name: "ne",
        types: NOTE,
        doc: "Whether they differ; `!=`.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "not_equal", "any_any"), "incql_ne"),
            over(any, fixed(urn::COMPARISON, "not_equal", "any_any"), "!="),
        ],
        ..SCALAR
    };
    LT = FunctionDef {
        name: "lt",
        types: NOTE,
        doc: "Whether the first is less; `<`. Text compares by its UTF-8 bytes.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "lt", "any_any"), "incql_lt"),
            over(any, fixed(urn::COMPARISON, "lt", "any_any"), "<"),
        ],
        ..SCALAR
    };
    LE = FunctionDef {
        name: "le",
        types: NOTE,
        doc: "Whether the first is less or equal; `<=`.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "lte", "any_any"), "incql_le"),
            over(any, fixed(urn::COMPARISON, "lte", "any_any"), "<="),
        ],
        ..SCALAR
    };
    GT = FunctionDef {
        name: "gt",
        types: NOTE,
        doc: "Whether the first is greater; `>`.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "gt", "any_any"), "incql_gt"),
            over(any, fixed(urn::COMPARISON, "gt", "any_any"), ">"),
        ],
        ..SCALAR
    };
    GE = FunctionDef {
        name: "ge",
        types: NOTE,
        doc: "Whether the first is greater or equal; `>=`.",
        rule: comparison,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "gte", "any_any"), "incql_ge"),
            over(any, fixed(urn::COMPARISON, "gte", "any_any"), ">="),
        ],
        ..SCALAR
    };
    EQUAL_NULL = FunctionDef {
        name: "equal_null",
        types: NOTE,
        doc: "Whether both are equal or both null; never null.",
        rule: comparison,
        nulls: NullRule::Never,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "is_not_distinct_from", "any_any"), "incql_equal_null"),
            over(any, fixed(urn::COMPARISON, "is_not_distinct_from", "any_any"), "IS NOT DISTINCT FROM"),
        ],
        ..SCALAR
    };
    IS_NULL = FunctionDef {
        name: "is_null",
        types: "(T) -> boolean",
        doc: "Whether the value is null; never null.",
        rule: predicate,
        nulls: NullRule::Never,
        overloads: &[over(any, fixed(urn::COMPARISON, "is_null", "any"), "IS NULL")],
        ..SCALAR
    };
    IS_NOT_NULL = FunctionDef {
        name: "is_not_null",
        types: "(T) -> boolean",
        doc: "Whether the value is not null; never null.",
        rule: predicate,
        nulls: NullRule::Never,
        overloads: &[over(any, fixed(urn::COMPARISON, "is_not_null", "any"), "IS NOT NULL")],
        ..SCALAR
    };
    IS_NAN = FunctionDef {
        name: "is_nan",
        types: "(float) -> boolean",
        doc: "Whether the float is not a number.",
        rule: float_predicate,
        overloads: &[over(any, typed(urn::COMPARISON, "is_nan"), "isnan")],
        ..SCALAR
    };
    LIKE = FunctionDef {
        name: "like",
        types: "(string, string) -> boolean",
        doc: "Whether the whole text matches a pattern: `%` any characters, `_` one, `\\` makes the next one plain.",
        rule: text_predicate,
        overloads: &[over(any, typed(urn::STRING, "like").with(CASE_SENSITIVE), "LIKE")],
        ..SCALAR
    };
    ILIKE = FunctionDef {
        name: "ilike",
        types: "(string, string) -> boolean",
        doc: "Like `like`, with upper and lower case alike.",
        rule: text_predicate,
        overloads: &[over(any, typed(urn::INCQL_STRING, "ilike"), "ILIKE")],
        ..EXTENSION
    };
    STARTS_WITH = FunctionDef {
        name: "starts_with",
        types: "(string, string) -> boolean",
        doc: "Whether the text begins with the other.",
        rule: text_predicate,
        overloads: &[over(any, typed(urn::STRING, "starts_with").with(CASE_SENSITIVE), "starts_with")],
        ..SCALAR
    };
    ENDS_WITH = FunctionDef {
        name: "ends_with",
        types: "(string, string) -> boolean",
        doc: "Whether the text ends with the other.",
        rule: text_predicate,
        overloads: &[over(any, typed(urn::STRING, "ends_with").with(CASE_SENSITIVE), "ends_with")],
        ..SCALAR
    };
    CONTAINS = FunctionDef {
        name: "contains",
        types: "(string, string) -> boolean",
        doc: "Whether the other occurs in the text.",
        rule: text_predicate,
        overloads: &[over(any, typed(urn::STRING, "contains").with(CASE_SENSITIVE), "contains")],
        ..SCALAR
    };
}

binary! {
    [Operand] [Combine<B::Level, Out = K>]
    /// Whether the whole text matches a pattern: `%` stands for any characters, `_` for one, and `\\` makes the next
    /// character plain.
    like(value: Text, pattern: Text) -> bool = LIKE;
    /// Like [`like`], with upper and lower case alike.
    ilike(value: Text, pattern: Text) -> bool = ILIKE;
    /// Whether the text begins with the prefix.
    starts_with(value: Text, prefix: Text) -> bool = STARTS_WITH;
    /// Whether the text ends with the suffix.
    ends_with(value: Text, suffix: Text) -> bool = ENDS_WITH;
    /// Whether the part occurs in the text.
    contains(value: Text, part: Text) -> bool = CONTAINS;
}

unary! {
    [Operand<Level = K>]
    /// Whether a float is not a number.
    is_nan(value: Float) -> bool = IS_NAN;
}

/// Whether the value is null; never null itself.
pub fn is_null<E, K>(value: E) -> Expr<bool, K>
where
    E: Operand<Level = K>,
{
    Expr::from_node(Node::call(&IS_NULL, vec![value.into_node()]))
}

/// Whether the value is not null; never null itself.
pub fn is_not_null<E, K>(value: E) -> Expr<bool, K>
where
    E: Operand<Level = K>,
{
    Expr::from_node(Node::call(&IS_NOT_NULL, vec![value.into_node()]))
}

/// Whether a float is a number.
pub fn is_not_nan<E, N, K>(value: E) -> Expr<N::Of<bool>, K>
where
    E: Operand<Level = K>,
    E::Type: Float,
    E::Type: ColumnType<Null = N>,
    N: Nullability,
    K: Level,
{
    Expr::from_node(Node::call(&super::boolean::NOT, vec![is_nan(value).into_node()]))
}
