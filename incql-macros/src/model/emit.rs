//! From a checked model to its companion struct and impls; every path is absolute and every item documented.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::ast::{ColumnAst, ColumnKind, ModelAst};
use crate::runtime_path;

/// The companion and all impls.
pub fn emit(model: &ModelAst) -> TokenStream {
    let names = Names::of(model);
    let parts = [
        companion(model, &names),
        accessors(model, &names),
        copies(&names),
        base(model, &names),
        numbering(model, &names),
        origin(model, &names),
        projection(model, &names),
        row(model, &names),
        own_column_type(&names),
        model_impl(model, &names),
    ];
    parts.into_iter().collect()
}

/// The names an expansion is made of.
pub struct Names {
    /// The path of everything the expansion uses.
    pub q: TokenStream,
    /// The model.
    pub model: Ident,
    /// Its companion.
    pub columns: Ident,
    /// Where all this came from, for documentation.
    pub text: String,
}

impl Names {
    /// The names for a model.
    pub fn of(model: &ModelAst) -> Self {
        let q = match &model.runtime {
            Some(path) => quote!(#path::__private),
            None => runtime_path::private(),
        };
        let text = model.ident.unraw().to_string();
        let columns = Ident::new(&format!("{text}Columns"), model.ident.span());
        Self { q, model: model.ident.clone(), columns, text }
    }
}

/// Lints about names, visibility and use that the user's own struct already answers for.
pub fn allowed() -> TokenStream {
    quote!(#[allow(
        dead_code, deprecated, non_camel_case_types, non_snake_case, private_interfaces, unreachable_pub,
        clippy::all, clippy::pedantic
    )])
}

/// What a companion holds for this column under the mode parameter.
fn held(column: &ColumnAst, q: &TokenStream) -> TokenStream {
    let ty = &column.ty;
    match column.kind {
        ColumnKind::Flat => quote_spanned!(ty.span()=> __Mode::Flat<#ty>),
        _ => quote_spanned!(ty.span()=> <#ty as #q::ModelField>::In<__Mode>),
    }
}

fn companion(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, text, .. } = names;
    let (vis, allowed) = (&model.vis, allowed());
    let summary = format!("The columns of [`{text}`].");
    let fields = model.columns.iter().map(|column| {
        let (ident, held) = (&column.ident, held(column, q));
        let doc = match column.kind {
            ColumnKind::Flat => format!("The columns of the field `{}`.", ident.unraw()),
            _ => format!("The column `{}`.", column.name),
        };
        quote!(#[doc = #doc] pub #ident: #held,)
    });
    quote! {
        #[doc = #summary]
        #allowed
        #vis struct #columns<__Mode: #q::Mode = #q::Plain> {
            #(#fields)*
        }
    }
}

/// One hidden method per column, by which an expansion asks whether the current relation has a column of a name.
fn accessors(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    let allowed = allowed();
    let methods = model.columns.iter().map(|column| {
        let (ident, held) = (&column.ident, held(column, q));
        quote!(#[doc(hidden)] pub fn #ident(&self) -> &#held { &self.#ident })
    });
    quote! {
        #allowed
        impl<__Mode: #q::Mode> #columns<__Mode> {
            #(#methods)*
        }
    }
}

fn copies(names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    let text = columns.to_string();
    let copy = |mode: &str| {
        let mode = Ident::new(mode, Span::mixed_site());
        quote! {
            #[automatically_derived]
            impl #q::Clone for #columns<#q::#mode> {
                fn clone(&self) -> Self {
                    *self
                }
            }
            #[automatically_derived]
            impl #q::Copy for #columns<#q::#mode> {}
        }
    };
    let (plain, optional) = (copy("Plain"), copy("Optional"));
    quote! {
        #plain
        #optional
        #[automatically_derived]
        impl<__Mode: #q::Mode> #q::fmt::Debug for #columns<__Mode> {
            fn fmt(&self, formatter: &mut #q::fmt::Formatter<'_>) -> #q::fmt::Result {
                #q::fmt::Formatter::write_str(formatter, #text)
            }
        }
    }
}

/// Behind the columns stand those of the first inlined model, and behind all of them none.
fn base(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    let (target, value) = match model.columns.iter().find(|column| column.kind == ColumnKind::Flat) {
        Some(column) => {
            let (ty, ident) = (&column.ty, &column.ident);
            (quote_spanned!(ty.span()=> __Mode::Flat<#ty>), quote!(&self.#ident))
        }
        None => (quote!(#q::NoMoreColumns), quote!(&#q::NoMoreColumns)),
    };
    quote! {
        #[automatically_derived]
        impl<__Mode: #q::Mode> #q::Deref for #columns<__Mode> {
            type Target = #target;
            fn deref(&self) -> &Self::Target {
                #value
            }
        }
    }
}

fn numbering(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    let numbered = model.columns.iter().map(|column| {
        let (ident, ty) = (&column.ident, &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(ty.span()=> #ident: __Mode::flat::<#ty>(cursor)),
            _ => quote_spanned!(ty.span()=> #ident: <#ty as #q::ModelField>::numbered::<__Mode>(cursor)),
        }
    });
    quote! {
        #[automatically_derived]
        impl<__Mode: #q::ColumnMode> #q::Fields for #columns<__Mode>
        where
            Self: #q::Copy,
        {
            fn take(cursor: &mut #q::ColumnCursor) -> Self {
                Self { #(#numbered,)* }
            }
        }
    }
}

fn origin(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, model: name, .. } = names;
    let first = model.columns.first().map(|column| {
        let (ident, ty) = (&column.ident, &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(ty.span()=> __Mode::flat_origin::<#ty>(&self.#ident)),
            _ => quote_spanned!(ty.span()=> <#ty as #q::ModelField>::origin::<__Mode>(&self.#ident)),
        }
    });
    quote! {
        #[automatically_derived]
        impl<__Mode: #q::ColumnMode> #q::Companion for #columns<__Mode>
        where
            Self: #q::Copy,
        {
            type Row = __Mode::Row<#name>;
            fn origin(&self) -> (#q::Scope, #q::u32) {
                #first
            }
        }
    }
}

fn projection(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, model: name, .. } = names;
    let items = model.columns.iter().map(|column| {
        let (ident, text) = (&column.ident, &column.name);
        match column.kind {
            ColumnKind::Flat => quote!(#q::Selection::items(self.#ident, items);),
            _ => quote!(#q::Field::item(self.#ident, #text, items);),
        }
    });
    quote! {
        #[automatically_derived]
        impl #q::Selection for #columns<#q::Projecting> {
            type Row = #name;
            type Levels = ();
            type Extended<__Base: #q::Row> = __Base;
            fn items(self, items: &mut #q::Items) {
                #(#items)*
            }
        }
    }
}

fn row(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, model: name, .. } = names;
    let fields = model.columns.iter().map(|column| field(column, q));
    let locals: Vec<Ident> =
        (0..model.columns.len()).map(|index| format_ident!("column{index}", span = Span::mixed_site())).collect();
    let taken = model.columns.iter().zip(&locals).map(|(column, local)| {
        let ty = &column.ty;
        match column.kind {
            ColumnKind::Flat => quote_spanned!(ty.span()=> let mut #local = reader.flat::<#ty>()?;),
            _ => quote_spanned!(ty.span()=> let mut #local = <#ty as #q::ModelField>::take(reader)?;),
        }
    });
    let values = model.columns.iter().zip(&locals).map(|(column, local)| {
        let ident = &column.ident;
        quote!(#ident: #q::Iterator::next(&mut #local)?)
    });
    quote! {
        #[automatically_derived]
        impl #q::Row for #name {
            type Columns = #columns;
            type NullableColumns = #columns<#q::Optional>;
            fn columns(cursor: &mut #q::ColumnCursor) -> #columns {
                #q::Fields::take(cursor)
            }
            fn nullable_columns(cursor: &mut #q::ColumnCursor) -> #columns<#q::Optional> {
                #q::Fields::take(cursor)
            }
            fn fields(list: &mut #q::FieldList) {
                #(#fields)*
            }
            fn decode(reader: &mut #q::BatchReader<'_>) -> #q::Result<#q::Vec<Self>, #q::DecodeError> {
                #(#taken)*
                #q::Ok(reader.collect(|| #q::Some(Self { #(#values,)* })))
            }
        }
    }
}

fn field(column: &ColumnAst, q: &TokenStream) -> TokenStream {
    let (ty, name) = (&column.ty, &column.name);
    match &column.kind {
        ColumnKind::Plain => quote_spanned!(ty.span()=> <#ty as #q::ModelField>::describe(#name, list);),
        ColumnKind::Decimal { precision, scale } => {
            quote_spanned!(ty.span()=> list.decimal::<#ty>(#name, #precision, #scale);)
        }
        ColumnKind::Zoned(zone) => quote_spanned!(ty.span()=> list.zoned::<#ty>(#name, #zone);),
        ColumnKind::Flat => quote_spanned!(ty.span()=> <#ty as #q::Row>::fields(list);),
    }
}

fn own_column_type(names: &Names) -> TokenStream {
    let Names { q, columns, model, .. } = names;
    let none = TokenStream::new();
    column_type(&none, &quote!(#model), &none, &quote!(#columns), &quote!(#columns<#q::Optional>), q)
}

/// The impls by which the subject is a struct column, with its companions.
pub fn column_type(
    params: &TokenStream,
    subject: &TokenStream,
    bounds: &TokenStream,
    companion: &TokenStream,
    nullable: &TokenStream,
    q: &TokenStream,
) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl #params #q::ColumnType for #subject #bounds {
            type Base = Self;
            type Null = #q::Required;
            type Fields = #companion;
            fn data_type() -> #q::DataType {
                #q::structure::data_type::<Self>()
            }
            fn decode_column(array: &#q::ArrayRef) -> #q::Result<#q::Vec<Self>, #q::DecodeError> {
                #q::required(array)
            }
            fn encode_column(
                values: &[#q::Option<&Self>],
                data_type: &#q::DataType,
            ) -> #q::Result<#q::ArrayRef, #q::EncodeError> {
                #q::structure::encode(values, data_type)
            }
            fn to_value(&self, data_type: &#q::DataType) -> #q::Result<#q::Value, #q::String> {
                #q::structure::value(self, data_type)
            }
        }
        #[automatically_derived]
        impl #params #q::BaseType for #subject #bounds {
            type NullableFields = #nullable;
            fn read<__Slots: #q::Slots>(
                array: &#q::ArrayRef,
            ) -> #q::Result<#q::Vec<__Slots::Of<Self>>, #q::DecodeError> {
                #q::structure::read::<Self, __Slots>(array)
            }
        }
    }
}

fn model_impl(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, model: name, text } = names;
    let table = match &model.table {
        Some(table) => quote!(#q::Some(#table)),
        None => quote!(#q::None),
    };
    let written = model.columns.iter().map(|column| {
        let (ident, ty) = (&column.ident, &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(ty.span()=> writer.flat::<Self, #ty>(rows, |row| &row.#ident)?;),
            _ => quote_spanned!(ty.span()=> <#ty as #q::ModelField>::write(rows, |row| &row.#ident, writer)?;),
        }
    });
    let listed = model.columns.iter().map(|column| {
        let (ident, ty) = (&column.ident, &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(ty.span()=> values.flat::<#ty>(&self.#ident)?;),
            _ => quote_spanned!(ty.span()=> <#ty as #q::ModelField>::list(&self.#ident, values)?;),
        }
    });
    quote! {
        #[automatically_derived]
        impl #q::Model for #name {
            const NAME: &'static #q::str = #text;
            const TABLE: #q::Option<&'static #q::str> = #table;
            type Projection = #columns<#q::Projecting>;
            fn write(
                rows: &[#q::Option<&Self>],
                writer: &mut #q::structure::ColumnWriter<'_>,
            ) -> #q::Result<(), #q::EncodeError> {
                #(#written)*
                #q::Ok(())
            }
            fn list(&self, values: &mut #q::structure::ValueList<'_>) -> #q::Result<(), #q::String> {
                #(#listed)*
                #q::Ok(())
            }
        }
    }
}
