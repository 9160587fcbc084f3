//! The catalog as a whole: unique names, complete entries, documented kernels.

use std::collections::BTreeSet;

use crate::function::{FunctionClass, FunctionPolicy};
use crate::functions::catalog::{by_name, by_substrait_name, functions};
use crate::functions::engine::KERNELS;
use crate::functions::forms::FORMS;

#[test]
fn names_are_unique() {
    let mut names = BTreeSet::new();
    for name in functions().map(|function| function.name).chain(FORMS.iter().map(|form| form.name)) {
        assert!(names.insert(name), "{name} is listed twice");
    }
}

#[test]
fn entries_are_complete() {
    for function in functions() {
        let name = function.name;
        assert!(!function.doc.is_empty() && function.doc.ends_with('.'), "{name}: a description ends with a full stop");
        assert!(function.types.contains("->"), "{name}: types");
        assert_eq!(function.since, "0.1.0", "{name}");
        assert!(!function.overloads.is_empty(), "{name} has no overload");
        for overload in function.overloads {
            let own = overload.substrait.urn.starts_with("extension:io.incql:functions_");
            let standard = overload.substrait.urn.starts_with("extension:io.substrait:functions_");
            assert!(own || standard, "{name}: {}", overload.substrait.urn);
            assert!(!overload.substrait.name.is_empty() && !overload.engine.is_empty(), "{name}");
        }
        let core = function.overloads.iter().any(|o| o.substrait.urn.starts_with("extension:io.substrait:"));
        assert_eq!(function.policy == FunctionPolicy::Core, core, "{name}: policy");
    }
}

#[test]
fn kernels_are_those_the_catalog_names() {
    let used: BTreeSet<&str> = functions()
        .flat_map(|function| function.overloads)
        .map(|overload| overload.engine)
        .filter(|engine| engine.starts_with("incql_"))
        .collect();
    let documented: BTreeSet<&str> = KERNELS.iter().map(|(name, _)| *name).collect();
    assert_eq!(used, documented);
    assert_eq!(KERNELS.len(), documented.len(), "a kernel is described twice");
}

#[test]
fn functions_are_found_by_either_name() {
    let upper = by_name(FunctionClass::Scalar, "upper").map(|function| function.doc);
    assert_eq!(upper, Some("The text in upper case."));
    assert_eq!(by_name(FunctionClass::Aggregate, "upper"), None);
    let found: Vec<_> = by_substrait_name("extension:io.substrait:functions_string", "strpos")
        .map(|(function, overload)| (function.name, overload.engine))
        .collect();
    assert_eq!(found, [("position", "strpos")]);
    let counts: Vec<_> = by_substrait_name("extension:io.substrait:functions_aggregate_generic", "count")
        .map(|(function, _)| function.name)
        .collect();
    assert_eq!(counts, ["count_all", "count"]);
}
