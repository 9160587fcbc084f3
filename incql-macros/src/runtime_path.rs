//! The path by which an expansion reaches the crate `incql`, also when the dependency was renamed.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// `::incql`, or the name the calling crate gave it.
pub fn incql() -> TokenStream {
    match crate_name("incql") {
        Ok(FoundCrate::Name(name)) => {
            let name = Ident::new(&name, Span::mixed_site());
            quote!(::#name)
        }
        Ok(FoundCrate::Itself) | Err(_) => quote!(::incql),
    }
}

/// The module of everything that expansions name.
pub fn private() -> TokenStream {
    let incql = incql();
    quote!(#incql::__private)
}

/// Brings [`private`] into a block as `__q`, the name by which all templates of expansions reach it.
pub fn import() -> TokenStream {
    let private = private();
    quote!(#[allow(unused_imports)] use #private as __q;)
}
