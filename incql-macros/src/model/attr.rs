//! `#[model(..)]`: reads every attribute into typed values, each at most once, and reports each mistake on its token.

use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitInt, LitStr, Meta, Path, Token};

use super::rename::Spelling;
use crate::diagnostics::Diagnostics;

/// The attribute's name.
const MODEL: &str = "model";

/// What may stand above the struct.
const CONTAINER: [&str; 3] = ["table", "rename_all", "crate"];

/// What may stand above a field.
const FIELD: [&str; 5] = ["name", "precision", "scale", "timezone", "flatten"];

/// The attributes of the struct.
#[derive(Default)]
pub struct ContainerAttributes {
    /// The logical table.
    pub table: Option<LitStr>,
    /// How columns are spelled.
    pub rename_all: Option<Spelling>,
    /// Where the crate `incql` is.
    pub runtime: Option<Path>,
}

/// The attributes of a field.
#[derive(Default)]
pub struct FieldAttributes {
    /// The column's name.
    pub name: Option<LitStr>,
    /// Digits of a decimal.
    pub precision: Option<(u8, Span)>,
    /// Digits of a decimal after the point.
    pub scale: Option<(u8, Span)>,
    /// The zone of a timestamp.
    pub timezone: Option<LitStr>,
    /// The field's columns are inlined.
    pub flatten: Option<Span>,
}

impl ContainerAttributes {
    /// Reads the attributes of the struct.
    pub fn read(attributes: &[Attribute], diagnostics: &mut Diagnostics) -> Self {
        let mut read = Self::default();
        for (key, meta) in items(attributes, Place::Struct, diagnostics) {
            match key.as_str() {
                "table" => read.table = text(&meta, diagnostics).and_then(|name| not_empty(name, "table", diagnostics)),
                "rename_all" => {
                    read.rename_all = text(&meta, diagnostics).and_then(|name| spelling(&name, diagnostics))
                }
                _ => read.runtime = text(&meta, diagnostics).and_then(|path| parse_path(&path, diagnostics)),
            }
        }
        read
    }
}

impl FieldAttributes {
    /// Reads the attributes of a field.
    pub fn read(attributes: &[Attribute], diagnostics: &mut Diagnostics) -> Self {
        let mut read = Self::default();
        for (key, meta) in items(attributes, Place::Field, diagnostics) {
            match key.as_str() {
                "name" => read.name = text(&meta, diagnostics).and_then(|name| not_empty(name, "column", diagnostics)),
                "precision" => read.precision = digits(&meta, 1, diagnostics),
                "scale" => read.scale = digits(&meta, 0, diagnostics),
                "timezone" => read.timezone = text(&meta, diagnostics).and_then(|zone| parse_zone(zone, diagnostics)),
                _ => read.flatten = flag(&meta, diagnostics),
            }
        }
        read
    }
}

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Struct,
    Field,
}

impl Place {
    fn known(self) -> &'static [&'static str] {
        if self == Self::Struct { &CONTAINER } else { &FIELD }
    }

    fn elsewhere(self) -> (&'static [&'static str], &'static str) {
        if self == Self::Struct {
            (&FIELD, "write it above a field")
        } else {
            (&CONTAINER, "write it above the struct")
        }
    }
}

/// Every item of every `#[model(..)]` that is known here and stands for the first time.
fn items(attributes: &[Attribute], place: Place, diagnostics: &mut Diagnostics) -> Vec<(String, Meta)> {
    let mut found: Vec<(String, Meta)> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(MODEL)) {
        let Meta::List(list) = &attribute.meta else {
            let example = if place == Place::Struct { "table = \"orders\"" } else { "name = \"orderId\"" };
            diagnostics.error(&attribute.meta, "`model` takes a list", &format!("write `#[model({example})]`"));
            continue;
        };
        match list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) {
            Ok(metas) => {
                for meta in metas {
                    accept(meta, place, &mut found, diagnostics);
                }
            }
            Err(error) => diagnostics.error_at(error.span(), &format!("in `#[model(..)]`: {error}"), ""),
        }
    }
    found
}

fn accept(meta: Meta, place: Place, found: &mut Vec<(String, Meta)>, diagnostics: &mut Diagnostics) {
    let key = meta.path().get_ident().map(Ident::to_string).unwrap_or_default();
    if !place.known().contains(&key.as_str()) {
        let (others, advice) = place.elsewhere();
        if others.contains(&key.as_str()) {
            let message = format!("`{key}` has no meaning here");
            return diagnostics.error(meta.path(), &message, advice);
        }
        let known = place.known().iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        return diagnostics.error(meta.path(), "unknown model attribute", &format!("the attributes here are {known}"));
    }
    if found.iter().any(|(earlier, _)| *earlier == key) {
        return diagnostics.error(meta.path(), &format!("`{key}` is given twice"), "keep one of the two");
    }
    found.push((key, meta));
}

fn text(meta: &Meta, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    if let Some(Lit::Str(text)) = literal(meta) {
        return Some(text);
    }
    let key = meta.path().get_ident().map(Ident::to_string).unwrap_or_default();
    diagnostics.error(meta, &format!("`{key}` takes a text"), &format!("write `{key} = \"..\"`"));
    None
}

/// The literal after `=`, also out of a `macro_rules` fragment.
fn literal(meta: &Meta) -> Option<Lit> {
    let Meta::NameValue(pair) = meta else { return None };
    let mut value = &pair.value;
    while let Expr::Group(group) = value {
        value = &group.expr;
    }
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit.clone()),
        _ => None,
    }
}

fn not_empty(name: LitStr, what: &str, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    if name.value().is_empty() {
        diagnostics.error(&name, &format!("the {what} has an empty name"), "");
        return None;
    }
    Some(name)
}

fn spelling(name: &LitStr, diagnostics: &mut Diagnostics) -> Option<Spelling> {
    let found = Spelling::of(&name.value());
    if found.is_none() {
        diagnostics.error(name, "unknown spelling", &format!("the spellings are {}", Spelling::known()));
    }
    found
}

fn parse_path(path: &LitStr, diagnostics: &mut Diagnostics) -> Option<Path> {
    let parsed = path.parse_with(Path::parse_mod_style);
    if parsed.is_err() {
        diagnostics.error(path, "not a path", "write the path of the crate, as in `crate = \"::incql\"`");
    }
    parsed.ok()
}

/// An offset (`+09:00`) or the form of a zone name (`Asia/Tokyo`, `UTC`).
fn parse_zone(zone: LitStr, diagnostics: &mut Diagnostics) -> Option<LitStr> {
    let text = zone.value();
    let is_offset = matches!(text.as_bytes(), [b'+' | b'-', h1, h0, b':', m1, m0]
        if [h1, h0, m1, m0].iter().all(|digit| digit.is_ascii_digit()) && (*h1, *h0) < (b'2', b'4') && *m1 < b'6');
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'))
    };
    if is_offset || text.split('/').all(is_word) {
        return Some(zone);
    }
    diagnostics.error(
        &zone,
        "not a time zone",
        "write a zone's name such as \"Asia/Tokyo\", or an offset such as \"+09:00\"",
    );
    None
}

fn digits(meta: &Meta, least: u8, diagnostics: &mut Diagnostics) -> Option<(u8, Span)> {
    let number: Option<LitInt> = match literal(meta) {
        Some(Lit::Int(number)) => Some(number),
        _ => None,
    };
    let value = number.as_ref().and_then(|number| number.base10_parse::<u8>().ok());
    if let (Some(number), Some(value @ ..=38)) = (&number, value)
        && value >= least
    {
        return Some((value, number.span()));
    }
    let key = meta.path().get_ident().map(Ident::to_string).unwrap_or_default();
    let message = format!("`{key}` is a number from {least} to 38");
    match meta {
        Meta::NameValue(pair) => diagnostics.error(&pair.value, &message, ""),
        _ => diagnostics.error(meta, &message, &format!("write `{key} = {}`", if least == 0 { 2 } else { 12 })),
    }
    None
}

fn flag(meta: &Meta, diagnostics: &mut Diagnostics) -> Option<Span> {
    if matches!(meta, Meta::Path(_)) {
        return Some(meta.span());
    }
    diagnostics.error(meta, "`flatten` takes no value", "write `flatten`");
    None
}
