//! The catalog as a Markdown page.

use std::fmt::Write;

use super::catalog::FAMILIES;
use super::forms::FORMS;
use crate::function::{FunctionClass, FunctionDef, FunctionPolicy, NullRule, Signature, Volatility};

/// The page that `docs/functions.md` holds.
pub fn markdown() -> String {
    let mut page = String::from(HEAD);
    for (family, table) in FAMILIES {
        let _ = write!(page, "\n## {family}\n\n{COLUMNS}");
        for function in *table {
            row(&mut page, function);
        }
    }
    page.push_str(FORMS_HEAD);
    for form in FORMS {
        let class = class(form.class);
        let _ = writeln!(page, "| `{}` | {class} | `{}` | {} |", form.name, escape(form.types), escape(form.doc));
    }
    page
}

const HEAD: &str = "\
# Functions

This page is rendered from the catalog (`incql_runtime::functions::catalog`); a test keeps it up to date.

*Null* says when the result is null: `argument` when an argument is, `never`, `maybe` whatever the arguments are, or
`rule` as the description says. *Fails* marks functions that can fail the query on some values. *Substrait* is the
extension and name that plans use; `io.incql` extensions are incql's own.
";

const COLUMNS: &str = "\
| function | types | description | null | fails | Substrait |
|---|---|---|---|---|---|
";

const FORMS_HEAD: &str = "
## Forms and short names

| call | class | types | description |
|---|---|---|---|
";

fn row(page: &mut String, function: &FunctionDef) {
    let _ = writeln!(
        page,
        "| `{}` | `{}` | {} | {} | {} | {} |",
        function.name,
        escape(function.types),
        escape(&description(function)),
        nulls(function.nulls),
        if function.raises { "yes" } else { "" },
        substrait(function),
    );
}

fn description(function: &FunctionDef) -> String {
    let mut text = function.doc.to_owned();
    if let FunctionPolicy::Alias(of) = function.policy {
        let _ = write!(text, " Another name of `{of}`.");
    }
    match function.volatility {
        Volatility::Immutable => {}
        Volatility::Stable => text.push_str(" The same within one query."),
        Volatility::Volatile => text.push_str(" Differs from call to call."),
    }
    text
}

fn nulls(rule: NullRule) -> &'static str {
    match rule {
        NullRule::Mirror => "argument",
        NullRule::Never => "never",
        NullRule::Always => "maybe",
        NullRule::Declared => "rule",
    }
}

/// The extension names of all overloads, each once, without the part that all URNs share.
fn substrait(function: &FunctionDef) -> String {
    let mut names: Vec<String> = Vec::new();
    for overload in function.overloads {
        let name = &overload.substrait;
        let signature = match name.signature {
            Signature::Arguments => String::new(),
            Signature::Fixed(signature) => format!(":{signature}"),
        };
        let text = format!("{} `{}{signature}`", name.urn.trim_start_matches("extension:"), name.name);
        if !names.contains(&text) {
            names.push(text);
        }
    }
    names.join("<br>")
}

fn class(class: FunctionClass) -> &'static str {
    match class {
        FunctionClass::Scalar => "scalar",
        FunctionClass::Aggregate => "aggregate",
        FunctionClass::Window => "window",
        FunctionClass::Generator => "generator",
        FunctionClass::Ordering => "ordering",
    }
}

/// A bar ends a table's cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}
