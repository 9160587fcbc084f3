//! From a checked model to its companion struct and impls; every path is absolute and every item documented.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::ast::{ColumnAst, ColumnKind, ModelAst};
use super::located::spanned;
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
    /// What `INTO` fills.
    pub projection: Ident,
    /// The first type that may be no column type: what goes wrong about the companion as a whole is told there.
    pub doubt: Span,
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
        let doubtful = model.columns.iter().find(|column| !column.certain);
        let doubt =
            doubtful.map_or_else(|| model.ident.span(), |column| model.ident.span().located_at(column.ty.span()));
        let projection = Ident::new(&format!("{text}Projection"), model.ident.span());
        Self { q, model: model.ident.clone(), columns, projection, doubt, text }
    }
}

impl Names {
    /// The location of a column's type. Locals resolve as the model's name does, whatever macro the type came from.
    fn at(&self, column: &ColumnAst) -> Span {
        self.model.span().located_at(column.ty.span())
    }

    /// The companion's name, located at the doubt.
    fn doubted(&self) -> Ident {
        let mut columns = self.columns.clone();
        columns.set_span(columns.span().located_at(self.doubt));
        columns
    }
}

/// Lints about names, visibility and use that the user's own struct already answers for.
pub fn allowed() -> TokenStream {
    quote!(#[allow(
        dead_code, deprecated, non_camel_case_types, non_snake_case, private_interfaces, unreachable_pub,
        clippy::all, clippy::pedantic
    )])
}

/// The field's name with the location of its type: where a type is no column type, every use of it is one error on one
/// location, and rustc reports equal errors once.
fn on_type(column: &ColumnAst) -> Ident {
    let mut ident = column.ident.clone();
    ident.set_span(ident.span().located_at(column.ty.span()));
    ident
}

/// What a companion holds for this column under the mode parameter.
fn held(column: &ColumnAst, names: &Names) -> TokenStream {
    let q = &names.q;
    let ty = &column.ty;
    match column.kind {
        ColumnKind::Flat => quote_spanned!(names.at(column)=> __Mode::Flat<#ty>),
        _ => quote_spanned!(names.at(column)=> <#ty as #q::ColumnType>::In<__Mode>),
    }
}

fn companion(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, text, .. } = names;
    let (vis, allowed) = (&model.vis, allowed());
    let summary = format!("The columns of [`{text}`].");
    let fields = declared_order(&model.columns).map(|column| {
        let (ident, held) = (&column.ident, held(column, names));
        let doc = match column.kind {
            ColumnKind::Flat => format!("The columns of the field `{}`.", ident.unraw()),
            _ => format!("The column `{}`.", column.name),
        };
        quote!(#[doc = #doc] pub #ident: #held,)
    });
    let end = needs_end(&model.columns).then(|| quote!(#[doc(hidden)] pub __no_more_columns: #q::NoMoreColumns,));
    quote! {
        #[doc = #summary]
        #allowed
        #vis struct #columns<__Mode: #q::Mode = #q::Plain> {
            #(#fields)*
            #end
        }
    }
}

/// The columns with one of a certainly valid type last. rustc asks for the last field whenever it asks whether a
/// companion has a size; were that field's type no column type, it would be reported dozens of times.
fn declared_order(columns: &[ColumnAst]) -> impl Iterator<Item = &ColumnAst> {
    let last = columns.iter().rposition(|column| column.certain).unwrap_or(columns.len());
    let (before, rest) = columns.split_at(last);
    let (moved, after) = rest.split_at(rest.len().min(1));
    before.iter().chain(after).chain(moved)
}

/// Whether no column can stand last, so that a hidden field must.
fn needs_end(columns: &[ColumnAst]) -> bool {
    !columns.iter().any(|column| column.certain)
}

/// One hidden method per column, by which an expansion asks whether the current relation has a column of a name.
fn accessors(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, columns, .. } = names;
    let allowed = allowed();
    let methods = model.columns.iter().map(|column| {
        let (ident, held) = (on_type(column), held(column, names));
        quote_spanned!(names.at(column)=> #[doc(hidden)] pub fn #ident(&self) -> &#held { &self.#ident })
    });
    quote_spanned! {names.doubt=>
        #allowed
        impl<__Mode: #q::Mode> #columns<__Mode> {
            #(#methods)*
        }
    }
}

fn copies(names: &Names) -> TokenStream {
    let q = &names.q;
    let columns = &names.doubted();
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
    let plain = spanned(copy("Plain"), names.doubt);
    let optional = spanned(copy("Optional"), names.doubt);
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
            (quote_spanned!(names.at(column)=> __Mode::Flat<#ty>), quote_spanned!(names.doubt=> &self.#ident))
        }
        None => (quote!(#q::NoMoreColumns), quote!(&#q::NoMoreColumns)),
    };
    quote_spanned! {names.doubt=>
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
    let q = &names.q;
    let columns = &names.doubted();
    let numbered = model.columns.iter().map(|column| {
        let (ident, ty) = (on_type(column), &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(names.at(column)=> #ident: __Mode::flat::<#ty>(cursor)),
            _ => quote_spanned!(names.at(column)=> #ident: <#ty as #q::ColumnType>::next_column::<__Mode>(cursor)),
        }
    });
    let end = needs_end(&model.columns).then(|| quote!(__no_more_columns: #q::NoMoreColumns,));
    quote_spanned! {names.doubt=>
        #[automatically_derived]
        impl<__Mode: #q::ColumnMode> #q::Fields for #columns<__Mode>
        where
            Self: #q::Copy,
        {
            fn take(cursor: &mut #q::ColumnCursor) -> Self {
                Self { #(#numbered,)* #end }
            }
        }
    }
}

fn origin(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, model: name, .. } = names;
    let columns = &names.doubted();
    let first = model.columns.first().map(|column| {
        let (ident, ty) = (on_type(column), &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(names.at(column)=> __Mode::flat_origin::<#ty>(&self.#ident)),
            _ => quote_spanned!(names.at(column)=> <#ty as #q::ColumnType>::column_origin::<__Mode>(&self.#ident)),
        }
    });
    quote_spanned! {names.doubt=>
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

/// The struct literal of `INTO`: the model's fields, each an assigned expression.
fn projection(model: &ModelAst, names: &Names) -> TokenStream {
    let Names { q, projection, model: name, text, .. } = names;
    let (vis, allowed) = (&model.vis, allowed());
    let summary = format!("The expressions that make a [`{text}`].");
    let fields = model.columns.iter().map(|column| {
        let (ident, ty, span) = (&column.ident, &column.ty, column.ty.span());
        let doc = format!("What becomes the field `{}`.", ident.unraw());
        let held = match column.kind {
            ColumnKind::Flat => quote_spanned!(span=> <#ty as #q::Model>::Projection),
            _ => quote_spanned!(span=> #q::Field<#ty>),
        };
        quote!(#[doc = #doc] pub #ident: #held,)
    });
    let items = model.columns.iter().map(|column| {
        let (ident, text) = (&column.ident, &column.name);
        match column.kind {
            ColumnKind::Flat => quote!(#q::Selection::items(self.#ident, items);),
            _ => quote!(#q::Field::item(self.#ident, #text, items);),
        }
    });
    quote! {
        #[doc = #summary]
        #allowed
        #vis struct #projection {
            #(#fields)*
        }
        #[automatically_derived]
        impl #q::fmt::Debug for #projection {
            fn fmt(&self, formatter: &mut #q::fmt::Formatter<'_>) -> #q::fmt::Result {
                #q::fmt::Formatter::write_str(formatter, #text)
            }
        }
        #[automatically_derived]
        impl #q::Selection for #projection {
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
    let Names { q, model: name, .. } = names;
    let columns = &names.doubted();
    let fields = model.columns.iter().map(|column| field(column, names));
    let locals: Vec<Ident> =
        (0..model.columns.len()).map(|index| format_ident!("column{index}", span = Span::mixed_site())).collect();
    let taken = model.columns.iter().zip(&locals).map(|(column, local)| {
        let ty = &column.ty;
        match column.kind {
            ColumnKind::Flat => quote_spanned!(names.at(column)=> let mut #local = reader.flat::<#ty>()?;),
            _ => quote_spanned!(names.at(column)=> let mut #local = <#ty as #q::ColumnType>::take_column(reader)?;),
        }
    });
    let values = model.columns.iter().zip(&locals).map(|(column, local)| {
        let ident = on_type(column);
        quote_spanned!(names.at(column)=> #ident: #q::Iterator::next(&mut #local)?)
    });
    quote_spanned! {names.doubt=>
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

fn field(column: &ColumnAst, names: &Names) -> TokenStream {
    let q = &names.q;
    let (ty, name) = (&column.ty, &column.name);
    match &column.kind {
        ColumnKind::Plain => quote_spanned!(names.at(column)=> <#ty as #q::ColumnType>::describe_column(#name, list);),
        ColumnKind::Decimal { precision, scale } => {
            quote_spanned!(names.at(column)=> list.decimal::<#ty>(#name, #precision, #scale);)
        }
        ColumnKind::Zoned(zone) => quote_spanned!(names.at(column)=> list.zoned::<#ty>(#name, #zone);),
        ColumnKind::Flat => quote_spanned!(names.at(column)=> <#ty as #q::Row>::fields(list);),
    }
}

fn own_column_type(names: &Names) -> TokenStream {
    let Names { q, model, .. } = names;
    let columns = &names.doubted();
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
            type In<__Mode: #q::Mode> = __Mode::Of<Self>;
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
    let Names { q, projection, model: name, text, .. } = names;
    let table = match &model.table {
        Some(table) => quote!(#q::Some(#table)),
        None => quote!(#q::None),
    };
    let written = model.columns.iter().map(|column| {
        let (ident, ty) = (on_type(column), &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(names.at(column)=> writer.flat::<Self, #ty>(rows, |row| &row.#ident)?;),
            _ => quote_spanned!(names.at(column)=> <#ty as #q::ColumnType>::write_column(rows, |row| &row.#ident, writer)?;),
        }
    });
    let listed = model.columns.iter().map(|column| {
        let (ident, ty) = (on_type(column), &column.ty);
        match column.kind {
            ColumnKind::Flat => quote_spanned!(names.at(column)=> values.flat::<#ty>(&self.#ident)?;),
            _ => quote_spanned!(names.at(column)=> <#ty as #q::ColumnType>::list_column(&self.#ident, values)?;),
        }
    });
    quote_spanned! {names.doubt=>
        #[automatically_derived]
        impl #q::Model for #name {
            const NAME: &'static #q::str = #text;
            const TABLE: #q::Option<&'static #q::str> = #table;
            type Projection = #projection;
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
