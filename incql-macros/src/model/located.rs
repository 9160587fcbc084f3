//! Tokens moved to one location.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// The same tokens, all at this location; what they resolve to stays.
pub fn located(tokens: TokenStream, span: Span) -> TokenStream {
    moved(tokens, &|own| own.located_at(span))
}

/// The same tokens as if written at this location.
pub fn spanned(tokens: TokenStream, span: Span) -> TokenStream {
    moved(tokens, &|_| span)
}

fn moved(tokens: TokenStream, place: &dyn Fn(Span) -> Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            let span = place(token.span());
            if let TokenTree::Group(group) = &token {
                token = TokenTree::Group(Group::new(group.delimiter(), moved(group.stream(), place)));
            }
            token.set_span(span);
            token
        })
        .collect()
}
