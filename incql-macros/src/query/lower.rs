//! Clauses to verb calls: walks the pipeline with the names known at each clause.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Lit};

use super::ast::{Body, Clause, Condition, Join, Named, Order, SortKey, Source};
use super::check::{Pipeline, unique_names};
use super::closure::{Closure, Kind};
use super::expression::{Lower, caret};
use super::ir::{Call, Lowered, Step};
use super::keyword::JoinKind;
use super::placement::{self, Clause as Spot};
use super::scope::{Introduced, Meaning, Place, Relation, Scope};
use super::{plain, projection};
use crate::diagnostics::{Diagnostics, error_expression};
use crate::row_type::RowType;

/// Everything that lowering a clause needs.
pub struct Context<'a> {
    pub scope: Scope,
    pub steps: Vec<Step>,
    pub diagnostics: &'a mut Diagnostics,
}

/// Lowers a pipeline.
pub fn lower(pipeline: Pipeline, diagnostics: &mut Diagnostics) -> Lowered {
    let scope = Scope::new(relation(&pipeline.from));
    let source = source(&pipeline.from.expression);
    let mut context = Context { scope, steps: Vec::new(), diagnostics };
    for clause in pipeline.before {
        context.clause(clause);
    }
    let grouped = pipeline.group_by.is_some();
    if let Some((keyword, keys)) = pipeline.group_by {
        context.group_by(keyword, keys);
    }
    if let Some((keyword, select)) = pipeline.select {
        projection::select(&mut context, keyword, select, grouped);
    }
    let mut after = pipeline.after.into_iter().peekable();
    while let Some(clause) = after.next() {
        let next = after.next_if(|next| {
            matches!((&clause.body, &next.body), (Body::Limit(_), Body::Offset(_)) | (Body::Offset(_), Body::Limit(_)))
        });
        context.after(clause, next);
    }
    Lowered { source, steps: context.steps }
}

fn relation(source: &Source) -> Relation {
    Relation { name: source.name.clone(), replaced: source.replaced.clone(), path: Vec::new() }
}

/// The frame of a source expression, which is borrowed and never moved.
fn source(expression: &Expr) -> TokenStream {
    let span = caret(expression);
    let borrowed: Expr = syn::parse_quote_spanned!(span=> &#expression);
    quote_spanned!(span=> __q::source(#borrowed))
}

impl Context<'_> {
    pub fn step(&mut self, keyword: Span, verb: &'static str, before: TokenStream, arguments: TokenStream) {
        self.steps.push(Step::Call(Call { keyword, verb, before, arguments }));
    }

    /// Lowers expressions inside a closure over the current scope.
    pub fn closure(&self, kind: Kind, build: impl FnOnce(&mut Lower<'_>) -> TokenStream) -> (TokenStream, TokenStream) {
        let mut closure = Closure::new(&self.scope, kind);
        let grouped = kind == Kind::Grouped;
        let mut lower = Lower { closure: &mut closure, in_aggregate: false, grouped };
        let body = build(&mut lower);
        closure.finish(&body)
    }

    fn clause(&mut self, clause: Clause) {
        match clause.body {
            Body::Join(join) => self.join(clause.keyword, *join),
            Body::WindowBy(windows) => self.window_by(clause.keyword, windows),
            Body::Where(predicate) => self.filter(clause.keyword, predicate),
            _ => {}
        }
    }

    fn filter(&mut self, keyword: Span, mut predicate: Expr) {
        placement::check(&mut predicate, Spot::Where);
        let (before, closure) = self.closure(Kind::Row, |lower| condition(lower, &predicate, "condition"));
        self.step(keyword, "filter", before, closure);
    }

    fn join(&mut self, keyword: Span, join: Join) {
        let right = relation(&join.source);
        self.check_relation_name(&right, &join.source.expression);
        self.scope.join(right);
        let frame = source(&join.source.expression);
        let (before, closure) = match join.condition {
            Condition::On(mut predicate) => {
                placement::check(&mut predicate, Spot::On);
                self.closure(Kind::Joining, |lower| condition(lower, &predicate, "on"))
            }
            Condition::Using(columns) => self.closure(Kind::Joining, |lower| using(lower, &columns)),
        };
        let verb = if join.kind == JoinKind::Left { "left_join" } else { "join" };
        self.step(keyword, verb, before, quote!(&#frame, #closure));
    }

    fn check_relation_name(&mut self, right: &Relation, expression: &Expr) {
        let Some(name) = &right.name else {
            if matches!(expression, Expr::Verbatim(_)) {
                return;
            }
            let help = "write `AS name` after the relation";
            self.diagnostics.error(expression, "a joined relation needs a name", help);
            return;
        };
        if matches!(self.scope.meaning(name), Meaning::Relation(_)) {
            let message = format!("two relations are named `{name}`");
            self.diagnostics.error(name, &message, "write `AS name` after one of them");
        }
    }

    fn window_by(&mut self, keyword: Span, windows: Vec<Named>) {
        let keep = unique_names(windows.iter().map(|window| &window.name), "the name", self.diagnostics);
        for (window, keep) in windows.into_iter().zip(keep) {
            let Named { name, mut expression } = window;
            if !keep {
                continue;
            }
            placement::check(&mut expression, Spot::WindowBy);
            let row = RowType::new(vec![name.clone()]);
            let (before, closure) = self.closure(Kind::Row, |lower| {
                let value = projection::item(lower, &expression, "row_item");
                let value = projection::replacing(lower, &name, value);
                row.expression(&[value])
            });
            self.step(keyword, "with_columns", before, closure);
            self.scope.introduced.push(Introduced { name, place: Place::Row(Vec::new()) });
        }
    }

    fn group_by(&mut self, keyword: Span, mut keys: Vec<Named>) {
        let keep = unique_names(keys.iter().map(|key| &key.name), "the key", self.diagnostics);
        let mut keep = keep.into_iter();
        keys.retain(|_| keep.next().unwrap_or(true));
        for key in &mut keys {
            placement::check(&mut key.expression, Spot::GroupBy);
        }
        let row = RowType::keys(keys.iter().map(|key| key.name.clone()).collect());
        let (before, closure) = self.closure(Kind::Row, |lower| {
            let values: Vec<TokenStream> =
                keys.iter().map(|key| projection::item(lower, &key.expression, "group_key")).collect();
            row.expression(&values)
        });
        self.step(keyword, "group_by", before, closure);
        for Named { name, expression } in keys {
            if let Some(written) = super::scope::written(&expression) {
                self.scope.plain_keys.push((written, name.clone()));
            }
            self.scope.introduced.push(Introduced { name, place: Place::Key });
        }
    }

    fn after(&mut self, clause: Clause, next: Option<Clause>) {
        match (clause.body, next.map(|next| next.body)) {
            (Body::Where(predicate), _) => self.filter(clause.keyword, predicate),
            (Body::OrderBy(keys), _) => self.order_by(clause.keyword, keys),
            (Body::Limit(count), Some(Body::Offset(skip))) | (Body::Offset(skip), Some(Body::Limit(count))) => {
                let (count, skip) = (self.row_count(&count), self.row_count(&skip));
                self.step(clause.keyword, "limit_offset", TokenStream::new(), quote!(#count, #skip));
            }
            (Body::Limit(count), _) => {
                let count = self.row_count(&count);
                self.step(clause.keyword, "limit", TokenStream::new(), count);
            }
            (Body::Offset(skip), _) => {
                let skip = self.row_count(&skip);
                self.step(clause.keyword, "offset", TokenStream::new(), skip);
            }
            _ => {}
        }
    }

    fn order_by(&mut self, keyword: Span, mut keys: Vec<SortKey>) {
        for key in &mut keys {
            placement::check(&mut key.expression, Spot::OrderBy);
        }
        let (before, closure) = self.closure(Kind::Row, |lower| {
            let keys: Vec<TokenStream> = keys.iter().map(|key| sort_key(lower, key)).collect();
            tuple(&keys)
        });
        self.step(keyword, "order_by", before, closure);
    }

    /// A number of rows: a literal as it is, else any unsigned integer.
    fn row_count(&mut self, expression: &Expr) -> TokenStream {
        if matches!(expression, Expr::Lit(literal) if matches!(&literal.lit, Lit::Int(_))) {
            return expression.to_token_stream();
        }
        if plain::mentions_column(expression) {
            let help = "write a number, or an unsigned integer of Rust";
            return error_expression(expression, "the number of rows cannot depend on a column", help)
                .into_token_stream();
        }
        let span = caret(expression);
        quote_spanned!(span=> __q::row_count(#expression))
    }
}

/// Tuples of up to twelve keys; more are nested.
fn tuple(keys: &[TokenStream]) -> TokenStream {
    match keys {
        [key] => key.clone(),
        keys if keys.len() <= 12 => quote!((#(#keys,)*)),
        keys => {
            let (first, rest) = keys.split_at(11);
            let rest = tuple(rest);
            quote!((#(#first,)* #rest))
        }
    }
}

fn condition(lower: &mut Lower<'_>, predicate: &Expr, function: &str) -> TokenStream {
    let operand = lower.operand(predicate);
    let span = caret(predicate);
    let function = Ident::new(function, span);
    quote_spanned!(span=> __q::#function(#operand))
}

fn using(lower: &mut Lower<'_>, columns: &[Ident]) -> TokenStream {
    let equals = columns.iter().map(|column| {
        let span = column.span();
        let (row, right) = (lower.closure.row(span), lower.closure.right(span));
        quote_spanned!(span=> __q::eq(#row.#column, #right.#column))
    });
    let all = equals.reduce(|all, next| quote!(__q::and(#all, #next)));
    let all = all.unwrap_or_else(|| quote!(true));
    quote!(__q::on(#all))
}

fn sort_key(lower: &mut Lower<'_>, key: &SortKey) -> TokenStream {
    let Some(Order { descending, nulls_first }) = key.order else {
        return lower.lower(&key.expression).tokens;
    };
    let function = match (descending, nulls_first) {
        (false, None) => "asc",
        (true, None) => "desc",
        (false, Some(true)) => "asc_nulls_first",
        (false, Some(false)) => "asc_nulls_last",
        (true, Some(true)) => "desc_nulls_first",
        (true, Some(false)) => "desc_nulls_last",
    };
    let span = caret(&key.expression);
    let function = Ident::new(function, span);
    let operand = lower.operand(&key.expression);
    quote_spanned!(span=> __q::#function(#operand))
}
