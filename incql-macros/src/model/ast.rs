//! A model as the derive understands it: names resolved, attributes typed, spans kept for errors.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Generics, Path, Visibility};

/// A struct that derives `Model`.
pub struct ModelAst {
    /// The struct's visibility, which its companion shares.
    pub vis: Visibility,
    /// The struct's name.
    pub ident: Ident,
    /// The struct's generics; a model has none, a refused struct may.
    pub generics: Generics,
    /// `#[model(table = "..")]`.
    pub table: Option<String>,
    /// `#[model(crate = "..")]`.
    pub runtime: Option<Path>,
    /// The columns, in order.
    pub columns: Vec<ColumnAst>,
}

/// A field of a model.
pub struct ColumnAst {
    /// The field's name in Rust.
    pub ident: Ident,
    /// The field's type, every token at the location of its first: where it is no column type, every use of it is one
    /// error at one location, and rustc reports equal errors once.
    pub ty: TokenStream,
    /// Whether the type is spelled like a column type.
    pub certain: bool,
    /// The column's name in the data.
    pub name: String,
    /// Where that name was written: the attribute's value or the field.
    pub name_span: Span,
    /// What the attributes say beyond the name.
    pub kind: ColumnKind,
}

/// What a field stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A column of the type's own Arrow type.
    Plain,
    /// A column of decimals.
    Decimal {
        /// Digits.
        precision: u8,
        /// Digits after the point.
        scale: i8,
    },
    /// A column of timestamps in a zone.
    Zoned(String),
    /// A model whose columns are inlined.
    Flat,
}
