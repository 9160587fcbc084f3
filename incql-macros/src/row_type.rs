//! The struct of an anonymous row, declared in the block that uses it: one generic parameter per field and one for the
//! columns under it, so that the same struct is the row, its companion of columns, its keys and its selection.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

/// The fields of an anonymous row.
#[derive(Debug)]
pub struct RowType {
    names: Vec<Ident>,
    usage: Usage,
}

/// What an anonymous row is used for, which decides the impls it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Usage {
    Selection,
    Keys,
    Either,
}

impl RowType {
    /// A row that `SELECT` makes.
    pub fn new(names: Vec<Ident>) -> Self {
        Self { names, usage: Usage::Selection }
    }

    /// The keys of a `GROUP BY`.
    pub fn keys(names: Vec<Ident>) -> Self {
        Self { names, usage: Usage::Keys }
    }

    /// A row of `row!`, which can be either.
    pub fn any(names: Vec<Ident>) -> Self {
        Self { names, usage: Usage::Either }
    }

    /// A block that declares the struct and makes one.
    pub fn expression(&self, fields: &[TokenStream], private: &TokenStream) -> TokenStream {
        self.expression_after(&TokenStream::new(), fields, private)
    }

    /// The same, with statements before the struct's literal.
    pub fn expression_after(
        &self,
        bindings: &TokenStream,
        fields: &[TokenStream],
        private: &TokenStream,
    ) -> TokenStream {
        let parts = Parts::new(&self.names, private);
        let mut declared = vec![parts.declaration(), parts.lookups(), parts.row(), parts.selection()];
        if self.usage != Usage::Selection {
            declared.push(parts.key_selection());
        }
        if self.usage != Usage::Keys {
            declared.push(parts.companion());
        }
        let (name, base) = (&parts.name, &parts.base);
        quote!({ #(#declared)* #bindings #name { #(#fields,)* #base: #private::NoBase } })
    }
}

/// The pieces that the impls are made of.
struct Parts<'a> {
    names: &'a [Ident],
    /// The names as text.
    texts: Vec<String>,
    /// One generic parameter per field.
    types: Vec<Ident>,
    /// The struct.
    name: Ident,
    /// The field of what is under the own fields.
    base: Ident,
    q: &'a TokenStream,
}

impl<'a> Parts<'a> {
    fn new(names: &'a [Ident], q: &'a TokenStream) -> Self {
        let internal = |name: &str| Ident::new(name, Span::mixed_site());
        Self {
            names,
            texts: names.iter().map(|name| name.unraw().to_string()).collect(),
            types: (0..names.len()).map(|index| internal(&format!("C{index}"))).collect(),
            name: internal("SelectedRow"),
            base: internal("__base"),
            q,
        }
    }

    fn declaration(&self) -> TokenStream {
        let Self { names, types, name, base, q, .. } = self;
        quote! {
            #[#q::derive(#q::Clone, #q::Copy, #q::Debug)]
            #[allow(dead_code, non_snake_case, unreachable_pub, clippy::all, clippy::pedantic)]
            struct #name<#(#types,)* Base = #q::NoBase> {
                #(pub #names: #types,)*
                #[doc(hidden)]
                pub #base: Base,
            }
        }
    }

    /// The way to the columns underneath, and one hidden method per field, by which an expansion asks whether there is
    /// a column of a name.
    fn lookups(&self) -> TokenStream {
        let Self { names, types, name, base, q, .. } = self;
        quote! {
            impl<#(#types,)* Base> #q::Deref for #name<#(#types,)* Base> {
                type Target = Base;
                fn deref(&self) -> &Base { &self.#base }
            }
            #[allow(dead_code, non_snake_case, unreachable_pub, clippy::all, clippy::pedantic)]
            impl<#(#types,)* Base> #name<#(#types,)* Base> {
                #(#[doc(hidden)] pub fn #names(&self) -> &#types { &self.#names })*
            }
        }
    }

    fn row(&self) -> TokenStream {
        let Self { names, texts, types, name, base, q } = self;
        let decode = self.decode();
        let columns = |function: &str| {
            let function = Ident::new(function, Span::mixed_site());
            quote! {
                let (#base, mut own) = cursor.extended::<Base, _>(&[#(#texts),*], Base::#function);
                #name { #(#names: cursor.own_column(&mut own),)* #base }
            }
        };
        let (plain, nullable) = (columns("columns"), columns("nullable_columns"));
        quote! {
            impl<#(#types: #q::ColumnType,)* Base: #q::RowBase> #q::Row for #name<#(#types,)* Base> {
                type Columns = #name<#(#q::Column<#types>,)* Base::Columns>;
                type NullableColumns = #name<#(#q::Column<#q::Option<#types::Base>>,)* Base::NullableColumns>;
                fn columns(cursor: &mut #q::ColumnCursor) -> Self::Columns { #plain }
                fn nullable_columns(cursor: &mut #q::ColumnCursor) -> Self::NullableColumns { #nullable }
                fn fields(list: &mut #q::FieldList) {
                    let own = list.extended::<Base>();
                    #(list.own_column::<#types>(&own, #texts);)*
                }
                #decode
            }
        }
    }

    fn decode(&self) -> TokenStream {
        let Self { names, texts, types, base, q, .. } = self;
        let values: Vec<Ident> =
            (0..names.len()).map(|index| Ident::new(&format!("c{index}"), Span::mixed_site())).collect();
        quote! {
            fn decode(reader: &mut #q::BatchReader<'_>) -> #q::Result<#q::Vec<Self>, #q::DecodeError> {
                let mut own = reader.extended::<Base>(&[#(#texts),*])?;
                #(let mut #values = reader.own_column::<Base, #types>(&mut own)?;)*
                #q::Ok(reader.collect(|| {
                    #q::Some(Self { #(#names: #q::Iterator::next(&mut #values)?,)* #base: own.next_base()? })
                }))
            }
        }
    }

    fn selection(&self) -> TokenStream {
        let Self { names, texts, types, name, q, .. } = self;
        let row = quote!(#(<#types as #q::Operand>::Type,)*);
        let levels = types.iter().rev().fold(quote!(()), |rest, item| quote!((<#item as #q::Operand>::Level, #rest)));
        quote! {
            impl<#(#types: #q::Operand,)*> #q::Selection for #name<#(#types,)* #q::NoBase> {
                type Row = #name<#row #q::NoBase>;
                type Levels = #levels;
                type Extended<Under: #q::Row> = #name<#row #q::Over<Under>>;
                fn items(self, items: &mut #q::Items) {
                    #(items.push(#texts, #q::Operand::into_node(self.#names));)*
                }
            }
        }
    }

    fn key_selection(&self) -> TokenStream {
        let Self { names, types, name, base, q, .. } = self;
        quote! {
            impl<#(#types: #q::Operand,)*> #q::KeySelection for #name<#(#types,)* #q::NoBase> {
                type Keys = #name<#(#q::Key<<#types as #q::Operand>::Type>,)* #q::NoMoreColumns>;
                fn keys(cursor: &mut #q::ColumnCursor) -> Self::Keys {
                    #name { #(#names: cursor.key(),)* #base: #q::NoMoreColumns }
                }
            }
        }
    }

    fn companion(&self) -> TokenStream {
        let Self { names, types, name, base, q, .. } = self;
        let first = names.first().map(|first| quote!(self.#first.origin()));
        quote! {
            impl<#(#types: #q::ColumnType,)* Base: #q::BaseCompanion> #q::Companion
                for #name<#(#q::Column<#types>,)* Base>
            {
                type Row = #name<#(#types,)* Base::Base>;
                fn origin(&self) -> (#q::Scope, #q::u32) {
                    #q::BaseCompanion::origin(&self.#base, #first)
                }
            }
        }
    }
}
