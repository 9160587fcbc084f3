//! What a refused item expands to: its errors, and impls whose companion is rustc's error type, on which every field
//! access and every bound stays silent.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, Lifetime};

use super::ast::ModelAst;
use super::emit::{Names, allowed, column_type};

/// The errors, and impls that keep the rest of the program checkable.
pub fn emit(model: &ModelAst, errors: TokenStream) -> TokenStream {
    let names = Names::of(model);
    let (first, others) = split(errors);
    let (vis, columns, allowed) = (&model.vis, &names.columns, allowed());
    let Subject { params, subject, bounds } = Subject::of(&model.ident, &model.generics);
    let column_type = column_type(&params, &subject, &bounds, &quote!(#columns), &quote!(#columns), &names.q);
    let row = row(&params, &subject, &bounds, &names);
    let model = model_impl(&params, &subject, &bounds, &names);
    quote! {
        #others
        #[doc(hidden)]
        #allowed
        #vis type #columns = #first;
        #column_type
        #row
        #model
    }
}

/// The first `compile_error! { .. }` and the rest; in the place of a type, the first one makes the error type.
fn split(errors: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = errors.into_iter();
    let mut first = TokenStream::new();
    for token in tokens.by_ref() {
        let ends = matches!(token, TokenTree::Group(_));
        first.extend([token]);
        if ends {
            break;
        }
    }
    (first, tokens.collect())
}

/// The item as the subject of an impl: lifetimes become `'static`, type parameters stay and are bounded by it.
struct Subject {
    params: TokenStream,
    subject: TokenStream,
    bounds: TokenStream,
}

impl Subject {
    fn of(ident: &Ident, generics: &Generics) -> Self {
        let mut generics = generics.clone();
        StaticLifetimes.visit_generics_mut(&mut generics);
        let arguments = generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(_) => quote!('static),
            GenericParam::Type(param) => {
                let ident = &param.ident;
                quote!(#ident)
            }
            GenericParam::Const(param) => {
                let ident = &param.ident;
                quote!(#ident)
            }
        });
        let subject = quote!(#ident<#(#arguments,)*>);
        let own: Vec<GenericParam> =
            generics.params.into_iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).collect();
        let owned = own.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            _ => None,
        });
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let bounds = quote!(where #(#owned: 'static,)* #(#predicates,)*);
        let mut params = own.clone();
        for param in &mut params {
            match param {
                GenericParam::Type(param) => param.default = None,
                GenericParam::Const(param) => param.default = None,
                GenericParam::Lifetime(_) => {}
            }
        }
        Self { params: quote!(<#(#params,)*>), subject, bounds }
    }
}

struct StaticLifetimes;

impl VisitMut for StaticLifetimes {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        lifetime.ident = Ident::new("static", Span::mixed_site());
    }

    fn visit_lifetime_param_mut(&mut self, _: &mut syn::LifetimeParam) {}

    fn visit_generics_mut(&mut self, generics: &mut Generics) {
        visit_mut::visit_generics_mut(self, generics);
    }
}

fn row(params: &TokenStream, subject: &TokenStream, bounds: &TokenStream, names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    quote! {
        impl #params #q::Row for #subject #bounds {
            type Columns = #columns;
            type NullableColumns = #columns;
            fn columns(_: &mut #q::ColumnCursor) -> #columns {
                loop {}
            }
            fn nullable_columns(_: &mut #q::ColumnCursor) -> #columns {
                loop {}
            }
            fn fields(_: &mut #q::FieldList) {}
            fn decode(_: &mut #q::BatchReader<'_>) -> #q::Result<#q::Vec<Self>, #q::DecodeError> {
                #q::Ok(#q::Vec::new())
            }
        }
    }
}

fn model_impl(params: &TokenStream, subject: &TokenStream, bounds: &TokenStream, names: &Names) -> TokenStream {
    let Names { q, columns, text, .. } = names;
    quote! {
        impl #params #q::Model for #subject #bounds {
            const NAME: &'static #q::str = #text;
            const TABLE: #q::Option<&'static #q::str> = #q::None;
            type Projection = #columns;
            fn write(
                _: &[#q::Option<&Self>],
                _: &mut #q::structure::ColumnWriter<'_>,
            ) -> #q::Result<(), #q::EncodeError> {
                #q::Ok(())
            }
            fn list(&self, _: &mut #q::structure::ValueList<'_>) -> #q::Result<(), #q::String> {
                #q::Ok(())
            }
        }
    }
}
