//! `query!`: parse → check → lower → emit. No stage looks back; all errors of a query are reported together.

mod ast;
mod calls;
mod catalog;
mod catalog_names;
mod check;
mod closure;
mod emit;
mod expression;
mod fallback;
mod habit;
mod ir;
mod items;
mod keyword;
mod lower;
mod parse;
mod placement;
mod plain;
mod projection;
mod scope;
mod split;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;

pub use check::unique_names;
pub use habit::raw_member;

use crate::diagnostics::Diagnostics;

/// The expansion of `query!`.
pub fn expand(input: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::new();
    let query = parse::parse(input, &mut diagnostics);
    let Some(pipeline) = check::check(query, &mut diagnostics) else {
        return fallback::expand(&diagnostics.finish());
    };
    let lowered = lower::lower(pipeline, &mut diagnostics);
    emit::emit(&lowered, &diagnostics.finish())
}
