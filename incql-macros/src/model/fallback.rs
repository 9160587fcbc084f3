//! What a refused item expands to: its errors, and impls over a companion without columns, so that a use of the item as
//! a model is not reported as well.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, Lifetime};

use super::ast::ModelAst;
use super::emit::{Names, column_type};

/// The errors, and impls that keep the rest of the program checkable.
pub fn emit(model: &ModelAst, errors: TokenStream) -> TokenStream {
    let names = Names::of(model);
    let Subject { params, subject, bounds } = Subject::of(&model.ident, &model.generics);
    let q = &names.q;
    let columns = quote!(#q::Refused<#subject>);
    let column_type = column_type(&params, &subject, &bounds, &columns, &columns, q);
    let row = row(&params, &subject, &bounds, &columns, q);
    let model = model_impl(&params, &subject, &bounds, &columns, &names);
    quote!(#errors #column_type #row #model)
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

fn row(
    params: &TokenStream,
    subject: &TokenStream,
    bounds: &TokenStream,
    columns: &TokenStream,
    q: &TokenStream,
) -> TokenStream {
    quote! {
        impl #params #q::Row for #subject #bounds {
            type Columns = #columns;
            type NullableColumns = #columns;
            fn columns(cursor: &mut #q::ColumnCursor) -> #columns {
                #q::Fields::take(cursor)
            }
            fn nullable_columns(cursor: &mut #q::ColumnCursor) -> #columns {
                #q::Fields::take(cursor)
            }
            fn fields(_: &mut #q::FieldList) {}
            fn decode(_: &mut #q::BatchReader<'_>) -> #q::Result<#q::Vec<Self>, #q::DecodeError> {
                #q::Ok(#q::Vec::new())
            }
        }
    }
}

fn model_impl(
    params: &TokenStream,
    subject: &TokenStream,
    bounds: &TokenStream,
    columns: &TokenStream,
    names: &Names,
) -> TokenStream {
    let Names { q, text, .. } = names;
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
