//! Writes a lowered query as one block: the errors, the values computed beforehand, and the chain of verb calls.

use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use quote::{ToTokens, quote};

use super::ir::{Lowered, Step};
use crate::runtime_path;

/// The expansion.
pub fn emit(query: &Lowered, errors: &TokenStream) -> TokenStream {
    let source = &query.source;
    let before = query.steps.iter().map(|step| &step.before);
    let calls = query.steps.iter().map(call);
    let import = runtime_path::import();
    quote!({ #import #errors #(#before)* #source #(#calls)* })
}

fn call(step: &Step) -> TokenStream {
    let verb = Ident::new(step.verb, step.keyword);
    let mut arguments = Group::new(Delimiter::Parenthesis, step.arguments.clone());
    arguments.set_span(step.keyword);
    let arguments = arguments.into_token_stream();
    quote!(.#verb #arguments)
}
