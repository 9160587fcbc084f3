//! Sections to clauses: joins take their `ON`, `SELECT` its `INTO`; every body is parsed by itself, and a body that
//! cannot be parsed becomes an expression that reports why.

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::{Expr, Ident, Path};

use super::ast::{Body, Clause, Condition, Into, Join, Query, Select, Source};
use super::habit::{raw_member, split_commas};
use super::keyword::{JoinKind, Keyword};
use super::split::{Section, split};
use super::{items, plain};
use crate::diagnostics::{Diagnostics, error_expression_at};

/// Parses a whole query.
pub fn parse(input: TokenStream, diagnostics: &mut Diagnostics) -> Query {
    let mut sections = split(input, diagnostics).into_iter().peekable();
    let mut clauses = Vec::new();
    while let Some(section) = sections.next() {
        let keyword = section.span();
        let body = match section.keyword {
            Keyword::From => Body::From(source(&section, diagnostics)),
            Keyword::Join(kind) => {
                let condition = sections.next_if(|next| matches!(next.keyword, Keyword::On | Keyword::Using));
                join(kind, &section, condition.as_ref(), diagnostics)
            }
            Keyword::On | Keyword::Using => {
                let message = format!("`{}` follows no join", section.keyword.text());
                diagnostics.error(&section.word, &message, "write `JOIN relation ON condition`");
                Body::Nothing
            }
            Keyword::Where => Body::Where(items::expression(&section.body, keyword, "a condition", diagnostics)),
            Keyword::WindowBy => Body::WindowBy(items::assignments(&section, diagnostics)),
            Keyword::GroupBy => items::group_by(&section, diagnostics),
            Keyword::Select => {
                let into = sections.next_if(|next| next.keyword == Keyword::Into);
                select(&section, into.as_ref(), diagnostics)
            }
            Keyword::Into => {
                diagnostics.error(&section.word, "`INTO` follows no `SELECT`", "write `SELECT items INTO Model`");
                Body::Nothing
            }
            Keyword::OrderBy => Body::OrderBy(items::sort_keys(&section, diagnostics)),
            Keyword::Limit => Body::Limit(row_count(&section, diagnostics)),
            Keyword::Offset => Body::Offset(row_count(&section, diagnostics)),
            Keyword::Explode => {
                not_yet(&section.word, "EXPLODE", diagnostics);
                Body::Nothing
            }
            Keyword::Foreign => Body::Nothing,
        };
        clauses.push(Clause { keyword, body });
    }
    Query { clauses }
}

/// Reports a form that the grammar has and this version does not build.
pub fn not_yet(tokens: impl quote::ToTokens, form: &str, diagnostics: &mut Diagnostics) {
    diagnostics.error(tokens, &format!("`{form}` is not supported yet"), "");
}

fn source(section: &Section, diagnostics: &mut Diagnostics) -> Source {
    let word = section.keyword.text();
    if section.body.is_empty() {
        let message = format!("`{word}` names no relation");
        let expression = error_expression_at(section.span(), &message, &format!("write `{word} relation`"));
        return Source { expression, name: None, replaced: None };
    }
    if let Some(comma) = first_comma(&section.body) {
        diagnostics.error(comma, "one relation stands in `FROM`", "write `JOIN relation ON condition` for another");
    }
    let first = split_commas(&section.body).first().copied().unwrap_or_default();
    let (body, alias) = items::split_alias(first, diagnostics);
    let expression = source_expression(body, section.span(), diagnostics);
    let implied = last_segment(&expression);
    match alias {
        Some(name) => {
            let replaced = implied.filter(|implied| *implied != name);
            Source { expression, name: Some(name), replaced }
        }
        None => Source { expression, name: implied, replaced: None },
    }
}

fn source_expression(body: &[TokenTree], keyword: Span, diagnostics: &mut Diagnostics) -> Expr {
    let expression = items::expression(body, keyword, "a relation", diagnostics);
    let expression = if plain::mentions_column(&expression) {
        let help = "write a Rust expression of a `LazyFrame` or `DataFrame`";
        crate::diagnostics::error_expression(&expression, "a relation is no column", help)
    } else {
        expression
    };
    let is_text = matches!(&expression, Expr::Lit(_));
    if is_text {
        let help = "write a Rust expression of a `LazyFrame` or `DataFrame`, such as `session.table::<Model>(..)`";
        return crate::diagnostics::error_expression(
            &expression,
            "a relation is a Rust value, not a name in quotes",
            help,
        );
    }
    expression
}

fn first_comma(tokens: &[TokenTree]) -> Option<TokenTree> {
    let first = split_commas(tokens).first()?.len();
    tokens.get(first).cloned().filter(|_| first + 1 < tokens.len())
}

/// The name by which an expression is known when `AS` gives none.
fn last_segment(expression: &Expr) -> Option<Ident> {
    match expression {
        Expr::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => Some(name.clone()),
            syn::Member::Unnamed(_) => None,
        },
        Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "clone" | "borrow" | "as_ref") => {
            last_segment(&call.receiver)
        }
        Expr::MethodCall(call) => Some(call.method.clone()),
        Expr::Call(call) => last_segment(&call.func),
        Expr::Reference(reference) => last_segment(&reference.expr),
        Expr::Paren(paren) => last_segment(&paren.expr),
        Expr::Group(group) => last_segment(&group.expr),
        Expr::Try(tried) => last_segment(&tried.expr),
        Expr::Await(awaited) => last_segment(&awaited.base),
        _ => None,
    }
}

fn join(kind: JoinKind, section: &Section, condition: Option<&Section>, diagnostics: &mut Diagnostics) -> Body {
    let source = source(section, diagnostics);
    if !matches!(kind, JoinKind::Inner | JoinKind::Left) {
        not_yet(&section.word, kind.text(), diagnostics);
        return Body::Nothing;
    }
    let condition = match condition {
        Some(section) if section.keyword == Keyword::Using => Condition::Using(using_columns(section, diagnostics)),
        Some(section) => {
            let predicate = items::expression(&section.body, section.span(), "a condition", diagnostics);
            Condition::On(predicate)
        }
        None => {
            let help = "write `ON condition` or `USING (column)` after the relation";
            let predicate = error_expression_at(section.span(), "the join has no condition", help);
            Condition::On(predicate)
        }
    };
    Body::Join(Box::new(Join { kind, source, condition }))
}

fn using_columns(section: &Section, diagnostics: &mut Diagnostics) -> Vec<Ident> {
    let help = "write `USING (column, ..)`";
    let inner: Vec<TokenTree> = match section.body.as_slice() {
        [TokenTree::Group(group)] => group.stream().into_iter().collect(),
        [] => {
            diagnostics.error_at(section.span(), "`USING` names no column", help);
            return Vec::new();
        }
        other => {
            let tokens: TokenStream = other.iter().cloned().collect();
            diagnostics.error(tokens, "the columns of `USING` stand in parentheses", help);
            return Vec::new();
        }
    };
    let mut columns = Vec::new();
    for part in split_commas(&inner) {
        match part {
            [TokenTree::Ident(name)] => columns.push(raw_member(name)),
            [TokenTree::Punct(dot), TokenTree::Ident(name)] if dot.as_char() == '.' => columns.push(raw_member(name)),
            other => {
                let tokens: TokenStream = other.iter().cloned().collect();
                diagnostics.error(tokens, "`USING` takes names of columns that both relations have", help);
            }
        }
    }
    if inner.is_empty() {
        diagnostics.error_at(section.span(), "`USING` names no column", help);
    }
    columns
}

fn select(section: &Section, into: Option<&Section>, diagnostics: &mut Diagnostics) -> Body {
    let mut body = section.body.as_slice();
    let mut distinct = None;
    if let Some((TokenTree::Ident(word), rest)) = body.split_first()
        && word.to_string().eq_ignore_ascii_case("distinct")
        && !is_member_access(rest)
    {
        if word != "DISTINCT" {
            diagnostics.error(word, "keywords are in upper case", "write `DISTINCT`");
        }
        distinct = Some(word.span());
        body = rest;
    }
    let items = items::select_items(body, section.span(), diagnostics);
    let into = into.and_then(|section| into_model(section, diagnostics));
    Body::Select(Select { distinct, items, into })
}

fn is_member_access(rest: &[TokenTree]) -> bool {
    match rest {
        [] => true,
        [TokenTree::Ident(word), ..] => matches!(word.to_string().as_str(), "as" | "AS"),
        [TokenTree::Punct(punct), ..] => punct.as_char() == ',',
        _ => false,
    }
}

fn into_model(section: &Section, diagnostics: &mut Diagnostics) -> Option<Into> {
    let tokens: TokenStream = section.body.iter().cloned().collect();
    if section.body.is_empty() {
        diagnostics.error(&section.word, "`INTO` names no model", "write `INTO Model`");
        return None;
    }
    match syn::parse2::<Path>(tokens.clone()) {
        Ok(model) => Some(Into { model }),
        Err(_) => {
            diagnostics.error(tokens, "`INTO` takes the name of one model", "write `INTO Model`");
            None
        }
    }
}

fn row_count(section: &Section, diagnostics: &mut Diagnostics) -> Expr {
    let word = section.keyword.text();
    let expression = items::expression(&section.body, section.span(), "a number of rows", diagnostics);
    let help = format!("write `{word} 10`, or an unsigned integer of Rust");
    let fault = match &expression {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => "cannot be negative",
        Expr::Lit(literal) if !matches!(literal.lit, syn::Lit::Int(_)) => "is a whole number of rows",
        _ => return expression,
    };
    crate::diagnostics::error_expression(&expression, &format!("`{word}` {fault}"), &help)
}

/// A span for something that is missing at the end of a section.
pub fn end_of(tokens: &[TokenTree], keyword: Span) -> Span {
    tokens.last().map_or(keyword, TokenTree::span)
}
