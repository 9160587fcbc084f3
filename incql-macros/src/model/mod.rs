//! `#[derive(Model)]`: item → attributes → checked model → impls; mistakes are reported all at once, beside impls.

mod ast;
mod attr;
mod certain;
mod check;
mod emit;
mod fallback;
mod located;
mod rename;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use self::check::Checked;
use crate::diagnostics::Diagnostics;

/// The expansion of `#[derive(Model)]`.
pub fn derive(input: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut diagnostics = Diagnostics::new();
    match check::check(&input, &mut diagnostics) {
        Checked::Model(model) => {
            let impls = emit::emit(&model);
            let errors = diagnostics.finish();
            quote::quote!(#errors #impls)
        }
        Checked::Refused(model) => fallback::emit(&model, diagnostics.finish()),
    }
}
