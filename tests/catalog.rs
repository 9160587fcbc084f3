//! The catalog against what is derived from it by hand: the macro's list of names and the page in `docs`.

#![allow(missing_docs)]

use std::collections::BTreeSet;

use incql::functions::catalog::functions;
use incql::functions::forms::FORMS;
use incql_runtime::function::FunctionClass;

#[path = "../incql-macros/src/query/catalog_names.rs"]
mod catalog_names;

fn names(class: FunctionClass) -> BTreeSet<&'static str> {
    let functions = functions().filter(|function| function.class == class).map(|function| function.name);
    let forms = FORMS.iter().filter(|form| form.class == class).map(|form| form.name);
    let operators = ["eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "mul", "div", "rem", "neg", "and", "or", "not"];
    functions.chain(forms).filter(|name| !operators.contains(name)).collect()
}

#[test]
fn the_macro_knows_the_catalog() {
    for (class, known) in [
        (FunctionClass::Scalar, catalog_names::SCALAR),
        (FunctionClass::Aggregate, catalog_names::AGGREGATE),
        (FunctionClass::Window, catalog_names::WINDOW),
        (FunctionClass::Ordering, catalog_names::ORDERING),
    ] {
        assert!(known.is_sorted(), "{class:?} names are not sorted");
        assert_eq!(known.iter().copied().collect::<BTreeSet<_>>(), names(class), "{class:?}");
    }
    assert!(catalog_names::GENERATOR.is_sorted());
}

/// `UPDATE_DOCS=1 cargo test --test catalog` writes the page.
#[test]
fn the_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/functions.md");
    let page = incql::functions::docs::markdown();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("the folder can be made");
        std::fs::write(path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == page, "docs/functions.md is out of date: run `UPDATE_DOCS=1 cargo test --test catalog`");
}
