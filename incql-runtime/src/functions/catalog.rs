//! The union of the families' tables: every function once, found by name or by Substrait name.

use crate::function::{FunctionClass, FunctionDef, Overload};

/// The families, in the order of the documentation.
pub static FAMILIES: &[(&str, &[&FunctionDef])] = &[
    ("Comparison", super::comparison::COMPARISON),
    ("Boolean", super::boolean::BOOLEAN),
    ("Arithmetic", super::arithmetic::ARITHMETIC),
    ("Conditional", super::conditional::CONDITIONAL),
    ("Math", super::math::MATH),
    ("String", super::string::STRING),
    ("Date and time", super::datetime::DATETIME),
    ("Aggregate", super::aggregate::AGGREGATES),
    ("Window", super::window::WINDOWS),
];

/// Every function of the catalog.
pub fn functions() -> impl Iterator<Item = &'static FunctionDef> {
    FAMILIES.iter().flat_map(|(_, table)| table.iter().copied())
}

/// The function of this class with this name.
pub fn by_name(class: FunctionClass, name: &str) -> Option<&'static FunctionDef> {
    functions().find(|function| function.class == class && function.name == name)
}

/// The functions, each with the overload, that a Substrait plan means by a URN and a simple name (`add`, without the
/// signature). More than one can share a name: `count` of rows and of values.
pub fn by_substrait_name<'a>(
    urn: &'a str,
    name: &'a str,
) -> impl Iterator<Item = (&'static FunctionDef, &'static Overload)> + 'a {
    let overloads =
        functions().flat_map(|function| function.overloads.iter().map(move |overload| (function, overload)));
    overloads.filter(move |(_, overload)| overload.substrait.urn == urn && overload.substrait.name == name)
}
