//! Procedural macros of `incql`: entry points only; every body is a function over `proc_macro2` that tests can call.
#![forbid(unsafe_code)]

mod diagnostics;
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
