//! From the parsed item to a model: every rule a model must obey, each one function that reports on the user's token.

use std::collections::HashMap;

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, Fields, Generics};

use super::ast::{ColumnAst, ColumnKind, ModelAst};
use super::attr::{ContainerAttributes, FieldAttributes};
use super::certain::is_certain;
use super::located::located;
use super::rename::Spelling;
use crate::diagnostics::Diagnostics;

/// A model, or as much of one as can be understood.
pub enum Checked {
    /// The shape is a model's; single fields may have been reported.
    Model(ModelAst),
    /// The item is no struct with named fields and without parameters.
    Refused(ModelAst),
}

/// Reads the item and reports everything that is wrong with it.
pub fn check(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Checked {
    let attributes = ContainerAttributes::read(&input.attrs, diagnostics);
    let fields = named_fields(input, diagnostics);
    let plain = has_no_parameters(&input.generics, diagnostics);
    let columns: Vec<ColumnAst> =
        fields.iter().flatten().filter_map(|field| column(field, attributes.rename_all, diagnostics)).collect();
    names_are_unique(&columns, diagnostics);
    let model = ModelAst {
        vis: input.vis.clone(),
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        table: attributes.table.map(|table| table.value()),
        runtime: attributes.runtime,
        columns,
    };
    if fields.is_some() && plain { Checked::Model(model) } else { Checked::Refused(model) }
}

fn named_fields<'a>(input: &'a DeriveInput, diagnostics: &mut Diagnostics) -> Option<Vec<&'a Field>> {
    let (keyword, what): (Span, &str) = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields.named.iter().collect()),
            Fields::Unnamed(fields) => {
                let help = "give every field a name; the name is the column's";
                diagnostics.error_at(fields.span(), "a model has named fields, this is a tuple struct", help);
                return None;
            }
            Fields::Named(_) | Fields::Unit => {
                diagnostics.error_at(input.ident.span(), "a model has at least one column", "add a field");
                return None;
            }
        },
        Data::Enum(data) => (data.enum_token.span, "an enum"),
        Data::Union(data) => (data.union_token.span, "a union"),
    };
    diagnostics.error_at(keyword, &format!("a model is a struct, this is {what}"), "a model's fields are its columns");
    None
}

fn has_no_parameters(generics: &Generics, diagnostics: &mut Diagnostics) -> bool {
    if generics.params.is_empty() {
        return true;
    }
    let only_lifetimes = generics.params.iter().all(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    let (message, help) = if only_lifetimes {
        ("a model has no lifetime: its rows own their values", "use `String` for `&str`, `Vec<T>` for `&[T]`")
    } else {
        ("a model has no type parameters: its columns have fixed types", "write one struct for each row type")
    };
    diagnostics.error(&generics.params, message, help);
    false
}

fn column(field: &Field, spelling: Option<Spelling>, diagnostics: &mut Diagnostics) -> Option<ColumnAst> {
    let ident = field.ident.clone()?;
    let attributes = FieldAttributes::read(&field.attrs, diagnostics);
    let plain = ident.unraw().to_string();
    let (name, name_span) = match &attributes.name {
        Some(name) => (name.value(), name.span()),
        None => (spelling.map_or_else(|| plain.clone(), |spelling| spelling.apply(&plain)), ident.span()),
    };
    if name.is_empty() {
        diagnostics.error_at(
            name_span,
            "the column's name is empty in this spelling",
            "write `#[model(name = \"..\")]`",
        );
    }
    let kind = kind(&attributes, diagnostics);
    let ty = located(field.ty.to_token_stream(), field.ty.span());
    Some(ColumnAst { ident, ty, certain: is_certain(&field.ty), name, name_span, kind })
}

fn kind(attributes: &FieldAttributes, diagnostics: &mut Diagnostics) -> ColumnKind {
    let decimal = attributes.precision.or(attributes.scale);
    if attributes.flatten.is_some() {
        let name = attributes.name.as_ref().map(|name| ("name", name.span()));
        let decimal = decimal.map(|(_, span)| ("precision", span));
        let zone = attributes.timezone.as_ref().map(|zone| ("timezone", zone.span()));
        for (key, span) in name.into_iter().chain(decimal).chain(zone) {
            let message = format!("`{key}` has no meaning beside `flatten`");
            diagnostics.error_at(span, &message, "the inlined columns keep their names and types");
        }
        return ColumnKind::Flat;
    }
    if let Some(zone) = &attributes.timezone {
        if let Some((_, span)) = decimal {
            let message = "`precision` and `scale` have no meaning beside `timezone`";
            diagnostics.error_at(span, message, "a column is a decimal or a timestamp");
        }
        return ColumnKind::Zoned(zone.value());
    }
    let Some(_) = decimal else { return ColumnKind::Plain };
    let precision = attributes.precision.map_or(38, |(digits, _)| digits);
    let scale = attributes.scale.map_or(0, |(digits, _)| digits);
    if let Some((_, span)) = attributes.scale.filter(|(scale, _)| *scale > precision) {
        diagnostics.error_at(span, &format!("scale {scale} is larger than precision {precision}"), "");
        return ColumnKind::Plain;
    }
    ColumnKind::Decimal { precision, scale: i8::try_from(scale).unwrap_or(i8::MAX) }
}

fn names_are_unique(columns: &[ColumnAst], diagnostics: &mut Diagnostics) {
    let mut first: HashMap<&str, &ColumnAst> = HashMap::new();
    for column in columns.iter().filter(|column| column.kind != ColumnKind::Flat) {
        if let Some(earlier) = first.get(column.name.as_str()) {
            let message = format!("the model has two columns named `{}`", column.name);
            let help = format!("the other one is the field `{}`", earlier.ident);
            diagnostics.error_at(column.name_span, &message, &help);
        } else {
            first.insert(&column.name, column);
        }
    }
}
