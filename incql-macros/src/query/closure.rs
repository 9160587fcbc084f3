//! The closure around one clause's expressions: its parameters, and bindings for exactly those names the expressions
//! use.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

use super::scope::{Scope, Side, internal, place};

/// What a closure's parameters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The current row.
    Row,
    /// The keys and the current row.
    Grouped,
    /// The left and the right row of a join; the right one is the scope's last relation.
    Joining,
}

/// Which names the expressions of a closure used.
#[derive(Debug, Default)]
pub struct Usage {
    pub row: bool,
    /// Relations used by name, with the hygiene of the use.
    pub relations: BTreeMap<usize, Span>,
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

    /// The path of a relation from the parameter that holds it.
    fn path(&self, relation: usize) -> &[Side] {
        let path = self.scope.relations.get(relation).map_or(&[][..], |found| &found.path);
        match self.kind {
            Kind::Joining => path.get(1..).unwrap_or(&[]),
            Kind::Row | Kind::Grouped => path,
        }
    }

    /// The parameter that holds a relation.
    fn root(&self, relation: usize) -> Ident {
        let is_right = self.kind == Kind::Joining && relation + 1 == self.scope.relations.len();
        if is_right { internal("__r", Span::mixed_site()) } else { self.left_root() }
    }

    /// The parameter of the current row, or of the left one. It is the current relation itself when that stands alone.
    pub fn left_root(&self) -> Ident {
        let name = match (self.row_is_root(), self.kind) {
            (true, _) => "__row",
            (false, Kind::Joining) => "__l",
            (false, _) => "__p",
        };
        internal(name, Span::mixed_site())
    }

    fn row_is_root(&self) -> bool {
        self.path(0).is_empty()
    }

    /// A relation's companion.
    pub fn relation(&self, relation: usize) -> TokenStream {
        place(&self.root(relation), self.path(relation))
    }

    /// The value of a column introduced in the row at `path`.
    pub fn introduced(&self, path: &[Side]) -> TokenStream {
        let path = if self.kind == Kind::Joining { path.get(1..).unwrap_or(&[]) } else { path };
        place(&self.left_root(), path)
    }

    /// `|parameters| { bindings body }`, with the values to compute before it.
    pub fn finish(self, body: &TokenStream) -> (TokenStream, TokenStream) {
        let left = self.left_root();
        let mut bindings = TokenStream::new();
        if self.usage.row && !self.row_is_root() {
            let row = internal("__row", Span::mixed_site());
            let value = place(&left, self.path(0));
            bindings.extend(quote!(let #row = &#value;));
        }
        for (&relation, &hygiene) in &self.usage.relations {
            let Some(name) = self.scope.relations.get(relation).and_then(|found| found.name.as_ref()) else { continue };
            let mut name = name.clone();
            name.set_span(name.span().resolved_at(hygiene));
            let value = self.relation(relation);
            bindings.extend(quote!(#[allow(unused_variables, clippy::all, clippy::pedantic)] let #name = &#value;));
        }
        let probes = self.probes();
        let checks = self.checks();
        let parameters = match self.kind {
            Kind::Row => quote!(#left),
            Kind::Grouped => {
                let keys = internal("__k", Span::mixed_site());
                quote!(#keys, #left)
            }
            Kind::Joining => {
                let right = internal("__r", Span::mixed_site());
                quote!(#left, #right)
            }
        };
        let hoisted = self.usage.hoisted.iter().map(|(name, value)| quote!(let #name = #value;)).collect();
        let body = if bindings.is_empty() && probes.is_empty() && checks.is_empty() {
            quote!(|#parameters| #body)
        } else {
            quote!(|#parameters| { #probes #bindings #checks #body })
        };
        (hoisted, body)
    }

    /// Refuses names inside plain Rust that are also columns.
    fn checks(&self) -> TokenStream {
        let check = |name: &Ident| {
            let span = name.span();
            let row = internal("__row", span);
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
