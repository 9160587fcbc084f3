//! Boolean functions in SQL's three-valued (Kleene) logic: the catalog's table.

use super::accept::any;
use super::rules::boolean;
use super::table::{SCALAR, fixed, functions, over, urn};
use crate::function::FunctionDef;

functions! {
    /// The connectives. Their result is nullable when an argument is, though a false (true) argument decides an AND
    /// (OR) beside a null.
    BOOLEAN:
    AND = FunctionDef {
        name: "and",
        types: "(boolean, ...) -> boolean",
        doc: "False if an argument is, else null if an argument is, else true; `&&`.",
        rule: boolean,
        overloads: &[over(any, fixed(urn::BOOLEAN, "and", "bool"), "AND")],
        ..SCALAR
    };
    OR = FunctionDef {
        name: "or",
        types: "(boolean, ...) -> boolean",
        doc: "True if an argument is, else null if an argument is, else false; `||`.",
        rule: boolean,
        overloads: &[over(any, fixed(urn::BOOLEAN, "or", "bool"), "OR")],
        ..SCALAR
    };
    NOT = FunctionDef {
        name: "not",
        types: "(boolean) -> boolean",
        doc: "The opposite; null of null; `!`.",
        rule: boolean,
        overloads: &[over(any, fixed(urn::BOOLEAN, "not", "bool"), "NOT")],
        ..SCALAR
    };
}
