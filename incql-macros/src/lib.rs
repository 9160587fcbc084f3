//! Procedural macros of `incql`: entry points only; every body is a function over `proc_macro2` that tests can call.
#![forbid(unsafe_code)]

mod diagnostics;
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
