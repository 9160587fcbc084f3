//! `row! { name: expression, .. }`: an anonymous row of expressions, as `SELECT` makes it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Member, Token};

use crate::diagnostics::Diagnostics;
use crate::query::unique_names;
use crate::row_type::RowType;

/// One field: `name: expression`, or an expression that has a name of its own.
struct RowField {
    name: Ident,
    value: Expr,
}

impl Parse for RowField {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(<Ident as syn::ext::IdentExt>::peek_any) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
            let name = <Ident as syn::ext::IdentExt>::parse_any(input)?;
            input.parse::<Token![:]>()?;
            return Ok(Self { name: crate::query::raw_member(&name), value: input.parse()? });
        }
        let value: Expr = input.parse()?;
        let name = match &value {
            Expr::Path(path) => path.path.get_ident().cloned(),
            Expr::Field(field) => match &field.member {
                Member::Named(name) => Some(name.clone()),
                Member::Unnamed(_) => None,
            },
            _ => None,
        };
        match name {
            Some(name) => Ok(Self { name, value }),
            None => Err(syn::Error::new_spanned(value, "this item needs a name\nhelp: write `name: expression`")),
        }
    }
}

/// The expansion of `row!`.
pub fn expand(input: TokenStream) -> TokenStream {
    let parser = Punctuated::<RowField, Token![,]>::parse_terminated;
    let fields = match syn::parse::Parser::parse2(parser, input) {
        Ok(fields) => fields,
        Err(error) => return error.to_compile_error(),
    };
    let mut diagnostics = Diagnostics::new();
    if fields.is_empty() {
        let span = proc_macro2::Span::call_site();
        diagnostics.error_at(span, "a row needs an item", "write `row! { name: expression }`");
    }
    let keep = unique_names(fields.iter().map(|field| &field.name), "the output name", &mut diagnostics);
    let kept = || fields.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(field, _)| field);
    let values: Vec<TokenStream> = kept().map(|field| field.value.to_token_stream()).collect();
    let row = RowType::any(kept().map(|field| field.name.clone()).collect());
    let errors = diagnostics.finish();
    let row = row.expression(&values);
    if errors.is_empty() { row } else { quote!({ #errors #row }) }
}
