//! The struct of an anonymous row, declared in the block that uses it: one generic parameter per field and one for the
//! columns under it, so that the same struct is the row, its companion of columns, its keys and its selection.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;

use crate::runtime_path;

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

    /// A block that declares the struct and makes one of the fields' values.
    pub fn expression(&self, values: &[TokenStream]) -> TokenStream {
        self.expression_after(&TokenStream::new(), values)
    }

    /// The same, with statements between.
    pub fn expression_after(&self, bindings: &TokenStream, values: &[TokenStream]) -> TokenStream {
        let parts = Parts::new(&self.names);
        let mut declared =
            vec![parts.declaration(), parts.constructor(), parts.lookups(), parts.row(), parts.selection()];
        if self.usage != Usage::Selection {
            declared.push(parts.key_selection());
        }
        if self.usage != Usage::Keys {
            declared.push(parts.companion());
        }
        let import = runtime_path::import();
        // The module hides the base from users, and from the fields that rustc suggests.
        quote!({
            #[allow(dead_code, non_snake_case, unreachable_pub, clippy::all, clippy::pedantic)]
            mod __selected {
                #import
                #(#declared)*
            }
            #bindings
            __selected::row(#(#values),*)
        })
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
}

impl<'a> Parts<'a> {
    fn new(names: &'a [Ident]) -> Self {
        let internal = |name: &str| Ident::new(name, Span::mixed_site());
        Self {
            names,
            texts: names.iter().map(|name| name.unraw().to_string()).collect(),
            types: (0..names.len()).map(|index| internal(&format!("C{index}"))).collect(),
            name: internal("SelectedRow"),
            base: internal("__base"),
        }
    }

    fn declaration(&self) -> TokenStream {
        let Self { names, types, name, base, .. } = self;
        quote! {
            #[__q::derive(__q::Clone, __q::Copy, __q::Debug)]
            pub struct #name<#(#types,)* Base = __q::NoBase> {
                #(pub #names: #types,)*
                #base: Base,
            }
        }
    }

    fn constructor(&self) -> TokenStream {
        let Self { names, types, name, base, .. } = self;
        quote! {
            pub fn row<#(#types),*>(#(#names: #types),*) -> #name<#(#types),*> {
                #name { #(#names,)* #base: __q::NoBase }
            }
        }
    }

    /// The way to the columns underneath, and one hidden method per field, by which an expansion asks whether there is
    /// a column of a name.
    fn lookups(&self) -> TokenStream {
        let Self { names, types, name, base, .. } = self;
        quote! {
            impl<#(#types,)* Base> __q::Deref for #name<#(#types,)* Base> {
                type Target = Base;
                fn deref(&self) -> &Base { &self.#base }
            }
            impl<#(#types,)* Base> #name<#(#types,)* Base> {
                #(#[doc(hidden)] pub fn #names(&self) -> &#types { &self.#names })*
            }
        }
    }

    fn row(&self) -> TokenStream {
        let Self { names, texts, types, name, base } = self;
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
            impl<#(#types: __q::ColumnType,)* Base: __q::RowBase> __q::Row for #name<#(#types,)* Base> {
                type Columns = #name<#(__q::Column<#types>,)* Base::Columns>;
                type NullableColumns = #name<#(__q::Column<__q::Option<#types::Base>>,)* Base::NullableColumns>;
                fn columns(cursor: &mut __q::ColumnCursor) -> Self::Columns { #plain }
                fn nullable_columns(cursor: &mut __q::ColumnCursor) -> Self::NullableColumns { #nullable }
                fn fields(list: &mut __q::FieldList) {
                    let own = list.extended::<Base>();
                    #(list.own_column::<#types>(&own, #texts);)*
                }
                #decode
            }
        }
    }

    fn decode(&self) -> TokenStream {
        let Self { names, texts, types, base, .. } = self;
        let values: Vec<Ident> =
            (0..names.len()).map(|index| Ident::new(&format!("c{index}"), Span::mixed_site())).collect();
        quote! {
            fn decode(reader: &mut __q::BatchReader<'_>) -> __q::Result<__q::Vec<Self>, __q::DecodeError> {
                let mut own = reader.extended::<Base>(&[#(#texts),*])?;
                #(let mut #values = reader.own_column::<Base, #types>(&mut own)?;)*
                __q::Ok(reader.collect(|| {
                    __q::Some(Self { #(#names: __q::Iterator::next(&mut #values)?,)* #base: own.next_base()? })
                }))
            }
        }
    }

    fn selection(&self) -> TokenStream {
        let Self { names, texts, types, name, .. } = self;
        let row = quote!(#(<#types as __q::Operand>::Type,)*);
        let levels = types.iter().rev().fold(quote!(()), |rest, item| quote!((<#item as __q::Operand>::Level, #rest)));
        quote! {
            impl<#(#types: __q::Operand,)*> __q::Selection for #name<#(#types,)* __q::NoBase> {
                type Row = #name<#row __q::NoBase>;
                type Levels = #levels;
                type Extended<Under: __q::Row> = #name<#row __q::Over<Under>>;
                fn items(self, items: &mut __q::Items) {
                    #(items.push(#texts, __q::Operand::into_node(self.#names));)*
                }
            }
        }
    }

    fn key_selection(&self) -> TokenStream {
        let Self { names, types, name, base, .. } = self;
        quote! {
            impl<#(#types: __q::Operand,)*> __q::KeySelection for #name<#(#types,)* __q::NoBase> {
                type Keys = #name<#(__q::Key<<#types as __q::Operand>::Type>,)* __q::NoMoreColumns>;
                fn keys(cursor: &mut __q::ColumnCursor) -> Self::Keys {
                    #name { #(#names: cursor.key(),)* #base: __q::NoMoreColumns }
                }
            }
        }
    }

    fn companion(&self) -> TokenStream {
        let Self { names, types, name, base, .. } = self;
        let first = names.first().map(|first| quote!(self.#first.origin()));
        quote! {
            impl<#(#types: __q::ColumnType,)* Base: __q::BaseCompanion> __q::Companion
                for #name<#(__q::Column<#types>,)* Base>
            {
                type Row = #name<#(#types,)* Base::Base>;
                fn origin(&self) -> (__q::Scope, __q::u32) {
                    __q::BaseCompanion::origin(&self.#base, #first)
                }
            }
        }
    }
}
