//! Procedural macros of `incql`: entry points only; every body is a function over `proc_macro2` that tests can call.
#![forbid(unsafe_code)]

mod diagnostics;
mod literal;
mod model;
mod query;
mod row;
mod row_type;
mod runtime_path;

use proc_macro::TokenStream;

/// A typed relational query; see the documentation of `incql`.
#[proc_macro]
pub fn query(input: TokenStream) -> TokenStream {
    query::expand(input.into()).into()
}

/// An anonymous row of expressions: `row! { region: o.region, total: sum(o.amount) }`.
#[proc_macro]
pub fn row(input: TokenStream) -> TokenStream {
    row::expand(input.into()).into()
}

/// Makes a struct a model: a row whose fields are typed columns; see the documentation of `incql`.
#[proc_macro_derive(Model, attributes(model))]
pub fn derive_model(input: TokenStream) -> TokenStream {
    model::derive(input.into()).into()
}

/// A day, checked while compiling: `date!(2024-01-31)` or `date!("2024-01-31")` is a `chrono::NaiveDate`.
#[proc_macro]
pub fn date(input: TokenStream) -> TokenStream {
    literal::date(input.into()).into()
}

/// A time, checked while compiling: `timestamp!("2024-01-31 12:00:00.5")` is a `chrono::NaiveDateTime`, with `Z` at the
/// end a `chrono::DateTime<Utc>`.
#[proc_macro]
pub fn timestamp(input: TokenStream) -> TokenStream {
    literal::timestamp(input.into()).into()
}
