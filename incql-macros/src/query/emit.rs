//! Writes a lowered query as one block: the errors, the values computed beforehand, and the chain of verb calls.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::{ToTokens, quote};

use super::ir::{Call, Lowered, Step};
use crate::runtime_path;

/// The expansion.
pub fn emit(query: &Lowered, errors: &TokenStream) -> TokenStream {
    let import = runtime_path::import();
    let mut before = TokenStream::new();
    let mut statements = TokenStream::new();
    let mut chain = query.source.clone();
    for step in &query.steps {
        match step {
            Step::Call(step) => {
                before.extend(step.before.clone());
                if step.verb == "group_by" {
                    // The ungrouped frame stays in reach: the groups' rows are typed by it.
                    statements.extend(quote!(let __f = #chain;));
                    chain = quote!(__f);
                }
                chain.extend(call(step));
            }
            Step::Groups { items } => {
                statements.extend(quote!(let __g = #chain; let __f = #items;));
                chain = quote!(__f);
            }
        }
    }
    quote!({ #import #errors #before #statements #chain })
}

fn call(step: &Call) -> TokenStream {
    let verb = Ident::new(step.verb, step.keyword);
    let mut arguments = Group::new(Delimiter::Parenthesis, step.arguments.clone());
    arguments.set_span(step.keyword);
    let arguments = arguments.into_token_stream();
    quote!(.#verb #arguments)
}
