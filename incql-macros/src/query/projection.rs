//! `SELECT`: which verb its list means, the row it makes, and the names it leaves.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use super::ast::{Into, Item, Named, Select};
use super::catalog;
use super::check::unique_names;
use super::closure::Kind;
use super::expression::{Lower, caret};
use super::ir::Step;
use super::lower::Context;
use super::placement::{self, Clause};
use super::scope::{Introduced, Meaning, Place, plain};
use crate::diagnostics::error_expression;
use crate::row_type::RowType;

/// What stands in front of a list's named items.
enum Base {
    /// Nothing: the named items are the whole row.
    None,
    /// `*`.
    All,
    /// `relation.*`.
    Relation(usize),
}

/// Lowers a `SELECT`.
pub fn select(context: &mut Context<'_>, keyword: Span, select: Select, grouped: bool) {
    let Select { distinct, items, into } = select;
    let (base, named) = sort_items(context, items, grouped);
    let names: Vec<Ident> = named.iter().map(|item| item.name.clone()).collect();
    if let Some(into) = into.as_ref().filter(|_| !matches!(base, Base::None)) {
        let help = "list the model's fields, such as `.column`";
        context.diagnostics.error(&into.model, "`INTO` takes named items, not `*`", help);
    }
    match (&base, named.is_empty()) {
        (Base::All, true) => {}
        (Base::None, _) => project(context, keyword, &named, into.as_ref(), grouped),
        (Base::All, false) => with_columns(context, keyword, &named),
        (Base::Relation(relation), _) => select_star(context, keyword, *relation, &named),
    }
    if let Some(distinct) = distinct {
        context.step(distinct, "distinct", TokenStream::new(), TokenStream::new());
    }
    if matches!(base, Base::All) && names.is_empty() {
        return;
    }
    match base {
        Base::All => {
            let introduced = names.into_iter().map(|name| Introduced { name, place: Place::Row(Vec::new()) });
            context.scope.introduced.extend(introduced);
        }
        Base::None | Base::Relation(_) => context.scope.project(names.into_iter()),
    }
}

/// Sets the stars apart from the named items.
fn sort_items(context: &mut Context<'_>, items: Vec<Item>, grouped: bool) -> (Base, Vec<Named>) {
    let mut base = Base::None;
    let mut named = Vec::new();
    for item in items {
        let (star, span) = match item {
            Item::Named(item) => {
                named.push(item);
                continue;
            }
            Item::Star(span) => (Some(Base::All), span),
            Item::RelationStar(relation) => (relation_star(context, &relation), relation.span()),
        };
        let Some(star) = star else { continue };
        if grouped {
            let help = "list keys and aggregates";
            context.diagnostics.error_at(span, "`*` has no meaning after `GROUP BY`", help);
        } else if !matches!(base, Base::None) {
            context.diagnostics.error_at(span, "a list with two `*` is not supported yet", "list the columns of one");
        } else if !named.is_empty() {
            context.diagnostics.error_at(span, "`*` stands first in the list", "move it before the other items");
            base = star;
        } else {
            base = star;
        }
    }
    let keep = unique_names(named.iter().map(|item| &item.name), "the output name", context.diagnostics);
    let mut keep = keep.into_iter();
    named.retain(|_| keep.next().unwrap_or(true));
    let starred = !matches!(base, Base::None);
    for item in &mut named {
        placement::check(&mut item.expression, Clause::Select);
        if starred && catalog::aggregates(&item.expression) {
            let help = "list the columns instead of `*` and add `GROUP BY`, or make it a window with `.over(..)`";
            item.expression = error_expression(&item.expression, "an aggregate cannot stand beside `*`", help);
        }
    }
    (base, named)
}

fn relation_star(context: &mut Context<'_>, relation: &Ident) -> Option<Base> {
    let name = plain(relation);
    let (message, help) = match context.scope.meaning(relation) {
        Meaning::Relation(index) => return Some(Base::Relation(index)),
        Meaning::Renamed(renamed) => {
            let alias = renamed.name.as_ref().map_or(String::new(), ToString::to_string);
            (format!("`{name}` is named `{alias}` in this query"), format!("write `{alias}.*`"))
        }
        _ => (format!("there is no relation `{name}` in this query"), "name it in `FROM` or `JOIN`".to_owned()),
    };
    context.diagnostics.error(relation, &message, &help);
    None
}

/// A value of a list, through a function that carries the list's bound, spanned on the item.
pub fn item(lower: &mut Lower<'_>, expression: &Expr, function: &str) -> TokenStream {
    let operand = lower.operand(expression);
    let span = caret(expression);
    let function = Ident::new(function, span);
    quote_spanned!(span=> __q::#function(#operand))
}

/// What a list's row is for.
#[derive(Clone, Copy)]
enum RowKind<'a> {
    /// The whole result.
    New,
    /// Beside the columns of `*`, which own names replace.
    Extending,
    /// A model.
    Into(&'a Into),
}

/// A value that stands in the place of a column of its name, if there is one: its type must fit.
pub fn replacing(lower: &mut Lower<'_>, name: &Ident, value: TokenStream) -> TokenStream {
    lower.closure.usage.probes.insert(plain(name), name.clone());
    let span = name.span();
    let relations = lower.closure.scope.relations.len();
    let mut columns: Vec<TokenStream> = (0..relations).map(|relation| lower.closure.relation(relation, span)).collect();
    let introduced = lower.closure.scope.introduced.clone();
    for introduced in introduced.iter().filter(|introduced| plain(&introduced.name) == plain(name)) {
        if let Place::Row(path) = &introduced.place {
            columns.push(lower.closure.introduced(path, span));
        }
    }
    columns.into_iter().fold(value, |value, columns| quote_spanned!(span=> __q::replacing(#columns.#name(), #value)))
}

/// The row that a list makes: the struct, then bindings for items that later ones use, then the struct's literal.
fn row(lower: &mut Lower<'_>, named: &[Named], function: &str, kind: RowKind<'_>) -> TokenStream {
    let mut values: Vec<(&Ident, TokenStream)> = Vec::new();
    for Named { name, expression } in named {
        let mut value = item(lower, expression, function);
        if matches!(kind, RowKind::Extending) {
            value = replacing(lower, name, value);
        }
        values.push((name, value));
        lower.closure.scope.introduced.push(Introduced { name: name.clone(), place: Place::Local });
    }
    let (mut bindings, mut fields) = (TokenStream::new(), Vec::new());
    for (name, value) in values {
        let bound = lower.closure.usage.locals.contains(&plain(name));
        let value = if bound {
            bindings.extend(quote!(#[allow(non_snake_case, clippy::all, clippy::pedantic)] let #name = #value;));
            // Later items in the struct's literal still use the name, so it is not moved out of.
            quote!(__q::Clone::clone(&#name))
        } else {
            value
        };
        fields.push(match kind {
            RowKind::Into(_) => {
                let span = name.span();
                let assign = quote_spanned!(span=> __q::field);
                quote!(#name: #assign(#value))
            }
            _ => value,
        });
    }
    match kind {
        RowKind::Into(into) => into_model(into, &bindings, &fields),
        RowKind::New | RowKind::Extending => {
            let names = named.iter().map(|item| item.name.clone()).collect();
            RowType::new(names).expression_after(&bindings, &fields)
        }
    }
}

/// The model's projection as a struct literal, so that rustc names missing and extra fields.
fn into_model(into: &Into, bindings: &TokenStream, fields: &[TokenStream]) -> TokenStream {
    let model = &into.model;
    let span = model.span();
    let alias = Ident::new("__Into", span);
    quote!({
        type #alias = <#model as __q::Model>::Projection;
        #bindings
        #alias { #(#fields),* }
    })
}

fn project(context: &mut Context<'_>, keyword: Span, named: &[Named], into: Option<&Into>, grouped: bool) {
    let global = !grouped && named.iter().any(|item| catalog::aggregates(&item.expression));
    let (kind, function) = match (grouped, global) {
        (true, _) => (Kind::Grouped, "grouped_item"),
        (false, true) => (Kind::Row, "global_item"),
        (false, false) => (Kind::Row, "item"),
    };
    let (before, items) = context.closure(kind, |lower| {
        let row = row(lower, named, function, into.map_or(RowKind::New, RowKind::Into));
        if grouped { quote_spanned!(keyword=> __q::select_groups(&__g, #row)) } else { row }
    });
    if grouped {
        context.steps.push(Step::Groups { items: quote!({ #before #items }) });
    } else {
        context.step(keyword, "select", before, items);
    }
}

fn with_columns(context: &mut Context<'_>, keyword: Span, named: &[Named]) {
    let (before, closure) = context.closure(Kind::Row, |lower| row(lower, named, "row_item", RowKind::Extending));
    context.step(keyword, "with_columns", before, closure);
}

fn select_star(context: &mut Context<'_>, keyword: Span, relation: usize, named: &[Named]) {
    let (before, closure) = context.closure(Kind::Row, |lower| {
        let base = lower.closure.relation(relation, keyword);
        let row = row(lower, named, "row_item", RowKind::New);
        quote!((__q::star(&#base), #row))
    });
    context.step(keyword, "select_star", before, closure);
}
