//! The closure around one clause's expressions: its parameters, and bindings for exactly those names the expressions
//! use, each with the hygiene of its use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::scope::{Scope, Side, place};

/// What a closure's parameters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The current row.
    Row,
    /// The keys and the current row of a grouped frame: no closure but a block.
    Grouped,
    /// The left and the right row of a join; the right one is the scope's last relation.
    Joining,
}

/// The current relation.
const ROW: &str = "__row";
/// The keys of a grouped row.
const KEYS: &str = "__k";
/// The right side of a join.
const RIGHT: &str = "__r";

/// Which names the expressions of a closure used.
#[derive(Debug, Default)]
pub struct Usage {
    /// Names of the expansion, with one span for each hygiene in which they were used.
    names: BTreeMap<&'static str, Vec<Span>>,
    /// Relations used by name, likewise.
    relations: BTreeMap<usize, Vec<Span>>,
    /// Bare names to be looked up among the row's columns.
    pub probes: BTreeMap<String, Ident>,
    /// Bare names inside plain Rust, which must be no columns.
    pub variables: BTreeMap<String, Ident>,
    /// Earlier items of a list that later ones use.
    pub locals: BTreeSet<String>,
    /// Values computed before the closure, because they leave or suspend the surrounding function.
    pub hoisted: Vec<(Ident, TokenStream)>,
}

/// Names and roots of one closure.
#[derive(Debug)]
pub struct Closure {
    pub scope: Scope,
    pub kind: Kind,
    pub usage: Usage,
}

impl Closure {
    /// A closure over this scope.
    pub fn new(scope: &Scope, kind: Kind) -> Self {
        Self { scope: scope.clone(), kind, usage: Usage::default() }
    }

    /// The current relation's companion. The names have the span of their use, so that rustc reports errors there.
    pub fn row(&mut self, at: Span) -> Ident {
        self.used(ROW, at)
    }

    /// The keys' companion.
    pub fn keys(&mut self, at: Span) -> Ident {
        self.used(KEYS, at)
    }

    /// The companion of a join's right side.
    pub fn right(&mut self, at: Span) -> Ident {
        self.used(RIGHT, at)
    }

    /// A relation's companion.
    pub fn relation(&mut self, relation: usize, at: Span) -> TokenStream {
        let root = self.root(relation);
        let root = self.used(root, at);
        place(&root, self.path(relation))
    }

    /// The companion of the row in which a name was introduced.
    pub fn introduced(&mut self, path: &[Side], at: Span) -> TokenStream {
        let path = if self.kind == Kind::Joining { path.get(1..).unwrap_or(&[]) } else { path };
        let root = self.used(self.left(), at);
        place(&root, path)
    }

    /// Notes that a relation is used by its name.
    pub fn use_relation(&mut self, relation: usize, at: Span) {
        note(self.usage.relations.entry(relation).or_default(), at);
    }

    fn used(&mut self, name: &'static str, at: Span) -> Ident {
        note(self.usage.names.entry(name).or_default(), at);
        Ident::new(name, at)
    }

    /// The path of a relation from the parameter that holds it.
    fn path(&self, relation: usize) -> &[Side] {
        let path = self.scope.relations.get(relation).map_or(&[][..], |found| &found.path);
        match self.kind {
            Kind::Joining => path.get(1..).unwrap_or(&[]),
            Kind::Row | Kind::Grouped => path,
        }
    }

    /// The parameter that holds a relation.
    fn root(&self, relation: usize) -> &'static str {
        let is_right = self.kind == Kind::Joining && relation + 1 == self.scope.relations.len();
        if is_right { RIGHT } else { self.left() }
    }

    /// The parameter of the current row, or of the left one. It is the current relation itself when that stands alone.
    fn left(&self) -> &'static str {
        match self.kind {
            _ if self.path(0).is_empty() => ROW,
            Kind::Joining => "__l",
            Kind::Row | Kind::Grouped => "__p",
        }
    }

    /// `|parameters| { bindings body }`, or a block where the groups' frame is in reach, with the values to compute
    /// before it.
    pub fn finish(self, body: &TokenStream) -> (TokenStream, TokenStream) {
        let mut bindings = TokenStream::new();
        let left = self.parameter(self.left(), &mut bindings);
        let parameters = match self.kind {
            Kind::Row => quote!(#left),
            Kind::Grouped => {
                let keys = self.parameter(KEYS, &mut bindings);
                let groups = quote!(let #left = __q::group_rows(&__f, &__g); let #keys = __q::group_keys(&__g););
                bindings = quote!(#groups #bindings);
                TokenStream::new()
            }
            Kind::Joining => {
                let right = self.parameter(RIGHT, &mut bindings);
                quote!(#left, #right)
            }
        };
        if self.left() != ROW {
            let value = place(&left, self.path(0));
            for row in self.usage.names.get(ROW).into_iter().flatten().map(|at| declared(ROW, *at)) {
                bindings.extend(quote!(let #row = &#value;));
            }
        }
        bindings.extend(self.relations(&left));
        let (probes, checks) = (self.probes(), self.checks());
        let hoisted = self.usage.hoisted.iter().map(|(name, value)| quote!(let #name = #value;)).collect();
        let body = if self.kind == Kind::Grouped {
            quote!({ #probes #bindings #checks #body })
        } else if bindings.is_empty() && probes.is_empty() && checks.is_empty() {
            quote!(|#parameters| #body)
        } else {
            quote!(|#parameters| { #probes #bindings #checks #body })
        };
        (hoisted, body)
    }

    /// A parameter, in the hygiene of its first use; further hygienes are bound to it.
    fn parameter(&self, name: &str, bindings: &mut TokenStream) -> Ident {
        let uses = self.usage.names.get(name).map_or(&[][..], Vec::as_slice);
        let Some((first, others)) = uses.split_first() else { return Ident::new(name, Span::mixed_site()) };
        let parameter = declared(name, *first);
        for other in others.iter().map(|at| declared(name, *at)) {
            bindings.extend(quote!(let #other = #parameter;));
        }
        parameter
    }

    fn relations(&self, left: &Ident) -> TokenStream {
        let mut bindings = TokenStream::new();
        for (&relation, uses) in &self.usage.relations {
            let Some(name) = self.scope.relations.get(relation).and_then(|found| found.name.as_ref()) else { continue };
            let root = if self.root(relation) == RIGHT {
                self.parameter(RIGHT, &mut TokenStream::new())
            } else {
                left.clone()
            };
            let value = place(&root, self.path(relation));
            for at in uses {
                let mut name = name.clone();
                name.set_span(name.span().resolved_at(*at));
                bindings.extend(quote!(#[allow(unused_variables, clippy::all, clippy::pedantic)] let #name = &#value;));
            }
        }
        bindings
    }

    /// Refuses names inside plain Rust that are also columns.
    fn checks(&self) -> TokenStream {
        let check = |name: &Ident| {
            let span = name.span();
            let row = Ident::new(ROW, span);
            quote_spanned!(span=> __q::only_variable(#row.#name());)
        };
        self.usage.variables.values().map(check).collect()
    }

    /// The fallback for bare names that are no columns: found only where the row has no column of the name.
    fn probes(&self) -> TokenStream {
        let names: BTreeMap<&String, &Ident> = self.usage.variables.iter().chain(&self.usage.probes).collect();
        if names.is_empty() {
            return TokenStream::new();
        }
        let names: Vec<&Ident> = names.into_values().collect();
        let allow = quote!(#[allow(non_snake_case, clippy::all, clippy::pedantic)]);
        let span = Span::mixed_site();
        quote_spanned! {span=>
            #allow
            trait __NoColumn { #(fn #names(&self) -> __q::NotAColumn;)* }
            #allow
            impl __NoColumn for __q::NoMoreColumns {
                #(fn #names(&self) -> __q::NotAColumn { __q::NotAColumn })*
            }
        }
    }
}

/// Notes a use, once for each hygiene. The compiler prints a span's hygiene before its place; where it does not, every
/// use counts as one of its own, which costs a binding and nothing else.
fn note(uses: &mut Vec<Span>, at: Span) {
    let context = |span: &Span| {
        let text = format!("{span:?}");
        text.split_once(' ').map_or(text.clone(), |(context, _)| context.to_owned())
    };
    let new = context(&at);
    if !uses.iter().any(|known| context(known) == new) {
        uses.push(at);
    }
}

/// A name of the expansion at the macro's own place, in the hygiene of a use.
fn declared(name: &str, hygiene: Span) -> Ident {
    Ident::new(name, Span::mixed_site().resolved_at(hygiene))
}
