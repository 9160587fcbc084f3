//! The parts of clause bodies: expressions, names after `AS`, lists of items, keys and sort keys.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::{Expr, Member};

use super::ast::{Body, Item, Named, Order, SortKey};
use super::catalog;
use super::habit::{self, MARKER, raw_member, split_commas};
use super::parse::{end_of, not_yet};
use super::split::{Section, ends_operand};
use crate::diagnostics::{Diagnostics, error_expression, error_expression_at};

/// The expression that these tokens are; an error where they are none.
pub fn expression(tokens: &[TokenTree], keyword: Span, what: &str, diagnostics: &mut Diagnostics) -> Expr {
    if tokens.is_empty() {
        return error_expression_at(
            keyword,
            &format!("{what} is missing after this"),
            "write one, or remove the clause",
        );
    }
    let parts = split_commas(tokens);
    if let [_, second, ..] = parts.as_slice() {
        let tokens: TokenStream = second.iter().cloned().collect();
        diagnostics.error(tokens, "one expression stands here", "join conditions with `&&`");
    }
    let tokens = parts.first().copied().unwrap_or(tokens);
    let rust = match habit::to_rust(tokens, diagnostics) {
        Ok(rust) => rust,
        Err(error) => return Expr::Verbatim(error.to_compile_error()),
    };
    match syn::parse2::<Expr>(rust) {
        Ok(expression) => expression,
        Err(error) => incomplete(&error, tokens),
    }
}

/// syn's own message, placed on the last token where it says that the input ended.
fn incomplete(error: &syn::Error, tokens: &[TokenTree]) -> Expr {
    let message = error.to_string();
    if message.starts_with("unexpected end of input") {
        let last = tokens.last().cloned().map(TokenStream::from);
        return error_expression(last, "the expression is incomplete", "an operand is missing after this");
    }
    Expr::Verbatim(error.to_compile_error())
}

/// Cuts `.. AS name` in two. A name that follows without `AS` is reported and taken.
pub fn split_alias<'a>(tokens: &'a [TokenTree], diagnostics: &mut Diagnostics) -> (&'a [TokenTree], Option<Ident>) {
    let is_as = |index: &usize| match &tokens[*index] {
        TokenTree::Ident(word) => {
            let follows_dot = *index > 0 && matches!(&tokens[*index - 1], TokenTree::Punct(p) if p.as_char() == '.');
            !follows_dot && (word == "AS" || word == "as" || word == "As")
        }
        _ => false,
    };
    let Some(at) = (0..tokens.len()).rev().find(is_as) else {
        return alias_without_as(tokens, diagnostics);
    };
    let body = &tokens[..at];
    match &tokens[at + 1..] {
        [TokenTree::Ident(name)] => (body, Some(output_name(name, diagnostics))),
        [] => {
            diagnostics.error(&tokens[at], "the name after `AS` is missing", "write `AS name`");
            (body, None)
        }
        [TokenTree::Ident(name), rest @ ..] => {
            let rest: TokenStream = rest.iter().cloned().collect();
            diagnostics.error(rest, "this cannot follow the name after `AS`", "write a comma or a clause before it");
            (body, Some(output_name(name, diagnostics)))
        }
        other => {
            let other: TokenStream = other.iter().cloned().collect();
            diagnostics.error(other, "the name after `AS` is a plain name", "write `AS name`");
            (body, None)
        }
    }
}

fn alias_without_as<'a>(tokens: &'a [TokenTree], diagnostics: &mut Diagnostics) -> (&'a [TokenTree], Option<Ident>) {
    let Some((TokenTree::Ident(name), before)) = tokens.split_last() else { return (tokens, None) };
    let is_word_of_sql = super::keyword::is_operator_word(&name.to_string().to_uppercase());
    if before.is_empty() || !ends_operand(before) || is_word_of_sql {
        return (tokens, None);
    }
    let help = format!("write `AS {name}`");
    diagnostics.error(name, &format!("`AS` is missing before `{name}`"), &help);
    (before, Some(output_name(name, diagnostics)))
}

/// A name that a query gives: raw where Rust reserves the word.
fn output_name(name: &Ident, diagnostics: &mut Diagnostics) -> Ident {
    let raw = raw_member(name);
    if matches!(raw.to_string().as_str(), "self" | "Self" | "super" | "crate" | "_") {
        diagnostics.error(name, &format!("`{name}` cannot be a name in Rust"), "write another name after `AS`");
        return Ident::new("unnamed", name.span());
    }
    raw
}

/// The items of a `SELECT` list.
pub fn select_items(tokens: &[TokenTree], keyword: Span, diagnostics: &mut Diagnostics) -> Vec<Item> {
    let parts = split_commas(tokens);
    if parts.is_empty() {
        diagnostics.error_at(keyword, "`SELECT` lists nothing", "write `SELECT *`, or items such as `.column`");
        return vec![Item::Star(keyword)];
    }
    parts.into_iter().filter_map(|part| select_item(part, keyword, diagnostics)).collect()
}

fn select_item(tokens: &[TokenTree], keyword: Span, diagnostics: &mut Diagnostics) -> Option<Item> {
    match tokens {
        [] => {
            diagnostics.error_at(keyword, "an item of the list is empty", "remove the comma");
            None
        }
        [TokenTree::Punct(star)] if star.as_char() == '*' => Some(Item::Star(star.span())),
        [TokenTree::Punct(star), TokenTree::Ident(word), ..] if star.as_char() == '*' => {
            let form = format!("* {}", word.to_string().to_uppercase());
            not_yet(word, &form, diagnostics);
            Some(Item::Star(star.span()))
        }
        [TokenTree::Ident(relation), TokenTree::Punct(dot), TokenTree::Punct(star)]
            if dot.as_char() == '.' && star.as_char() == '*' =>
        {
            Some(Item::RelationStar(relation.clone()))
        }
        [.., TokenTree::Punct(dot), TokenTree::Punct(star)] if dot.as_char() == '.' && star.as_char() == '*' => {
            not_yet(star, ".column.*", diagnostics);
            None
        }
        _ => named(tokens, keyword, diagnostics).map(Item::Named),
    }
}

/// An expression with the name after `AS`, or with the column's own name.
fn named(tokens: &[TokenTree], keyword: Span, diagnostics: &mut Diagnostics) -> Option<Named> {
    if tokens.is_empty() {
        diagnostics.error_at(keyword, "an item of the list is empty", "remove the comma");
        return None;
    }
    let (body, alias) = split_alias(tokens, diagnostics);
    let expression = match body {
        [] => error_expression_at(tokens[0].span(), "there is no expression before `AS`", "write `expression AS name`"),
        body => expression(body, end_of(body, keyword), "an expression", diagnostics),
    };
    let ends_in_as = matches!(tokens.last(), Some(TokenTree::Ident(word)) if word == "AS" || word == "as");
    if let Some(name) = alias {
        return Some(Named { name, expression });
    }
    if let Some(name) = own_name(&expression) {
        return Some(Named { name, expression });
    }
    let name = Ident::new("unnamed", Span::mixed_site().located_at(end_of(tokens, keyword)));
    if ends_in_as || matches!(expression, Expr::Verbatim(_)) {
        return Some(Named { name, expression });
    }
    let tokens: TokenStream = tokens.iter().cloned().collect();
    diagnostics.error(tokens, "an item that is not a plain column needs a name", "write `AS name` after it");
    Some(Named { name, expression })
}

/// The name of a plain column or of a name that the query introduced.
pub fn own_name(expression: &Expr) -> Option<Ident> {
    match expression {
        Expr::Field(field) => match &field.member {
            Member::Named(name) if is_plain_path(&field.base) => Some(name.clone()),
            _ => None,
        },
        Expr::Path(path) => path.path.get_ident().filter(|ident| *ident != MARKER).cloned(),
        _ => None,
    }
}

/// Whether an expression is a name with fields after it.
pub fn is_plain_path(expression: &Expr) -> bool {
    match expression {
        Expr::Field(field) => matches!(field.member, Member::Named(_)) && is_plain_path(&field.base),
        Expr::Path(path) => path.path.get_ident().is_some(),
        _ => false,
    }
}

/// The keys of a `GROUP BY`.
pub fn group_by(section: &Section, diagnostics: &mut Diagnostics) -> Body {
    if let [TokenTree::Ident(word), rest @ ..] = section.body.as_slice() {
        let upper = word.to_string();
        let has_group = matches!(rest, [TokenTree::Group(g), ..] if g.delimiter() == Delimiter::Parenthesis);
        if (matches!(upper.as_str(), "ROLLUP" | "CUBE") && has_group) || upper == "GROUPING" {
            let form = if upper == "GROUPING" { "GROUPING SETS".to_owned() } else { upper };
            not_yet(word, &form, diagnostics);
            return Body::GroupBy(Vec::new());
        }
    }
    let parts = split_commas(&section.body);
    if parts.is_empty() {
        diagnostics.error(&section.word, "`GROUP BY` lists no key", "write `GROUP BY .column`");
    }
    Body::GroupBy(parts.into_iter().filter_map(|part| named(part, section.span(), diagnostics)).collect())
}

/// The `name = window` pairs of a `WINDOW BY`.
pub fn assignments(section: &Section, diagnostics: &mut Diagnostics) -> Vec<Named> {
    let help = "write `WINDOW BY name = call.over(window()..)`";
    let parts = split_commas(&section.body);
    if parts.is_empty() {
        diagnostics.error(&section.word, "`WINDOW BY` names no window", help);
    }
    let mut windows = Vec::new();
    for part in parts {
        match part {
            [TokenTree::Ident(name), TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
                let expression = expression(value, equals.span(), "a window", diagnostics);
                windows.push(Named { name: output_name(name, diagnostics), expression });
            }
            _ => {
                let tokens: TokenStream = part.iter().cloned().collect();
                diagnostics.error(tokens, "a window of `WINDOW BY` has a name before it", help);
            }
        }
    }
    windows
}

/// The keys of an `ORDER BY`.
pub fn sort_keys(section: &Section, diagnostics: &mut Diagnostics) -> Vec<SortKey> {
    let parts = split_commas(&section.body);
    if parts.is_empty() {
        diagnostics.error(
            &section.word,
            "`ORDER BY` lists no key",
            "write `ORDER BY .column` or `ORDER BY desc(.column)`",
        );
    }
    parts.into_iter().map(|part| sort_key(part, section.span(), diagnostics)).collect()
}

fn sort_key(tokens: &[TokenTree], keyword: Span, diagnostics: &mut Diagnostics) -> SortKey {
    let mut body = tokens;
    let nulls_first = take_nulls(&mut body, diagnostics);
    let mut direction = None;
    if let Some((TokenTree::Ident(word), before)) = body.split_last() {
        let text = word.to_string();
        let is_direction = text.eq_ignore_ascii_case("asc") || text.eq_ignore_ascii_case("desc");
        if is_direction && ends_operand(before) {
            upper_case(word, diagnostics);
            direction = Some(text.eq_ignore_ascii_case("desc"));
            body = before;
        }
    }
    let expression = expression(body, end_of(body, keyword), "a sort key", diagnostics);
    if !catalog::is_ordering_call(&expression) {
        let order = Order { descending: direction.unwrap_or(false), nulls_first };
        return SortKey { expression, order: Some(order) };
    }
    if direction.is_some() || nulls_first.is_some() {
        let rest: TokenStream = tokens[body.len()..].iter().cloned().collect();
        diagnostics.error(rest, "the key already has a direction", "write either the function or the words after it");
    }
    SortKey { expression, order: None }
}

fn take_nulls(body: &mut &[TokenTree], diagnostics: &mut Diagnostics) -> Option<bool> {
    let [before @ .., TokenTree::Ident(nulls), TokenTree::Ident(place)] = *body else { return None };
    if !nulls.to_string().eq_ignore_ascii_case("nulls") {
        return None;
    }
    let first = match place.to_string().to_uppercase().as_str() {
        "FIRST" => true,
        "LAST" => false,
        _ => return None,
    };
    upper_case(nulls, diagnostics);
    *body = before;
    Some(first)
}

fn upper_case(word: &Ident, diagnostics: &mut Diagnostics) {
    let upper = word.to_string().to_uppercase();
    if *word != upper {
        diagnostics.error(word, "keywords are in upper case", &format!("write `{upper}`"));
    }
}
