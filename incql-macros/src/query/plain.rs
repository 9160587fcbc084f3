//! Plain Rust inside a query: variables are passed by reference, a bare name that is also a column is settled by
//! types, and what leaves or suspends the surrounding function is computed before the closure.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit::{Visit, visit_expr};
use syn::{Expr, Ident, Lit, UnOp};

use super::expression::Lower;
use super::habit::MARKER;
use super::scope::{internal, plain};
use crate::diagnostics::error_expression;

/// Methods that every type has from Rust's prelude: a column's name cannot be looked up through them.
const PRELUDE_METHODS: &[&str] = &[
    "borrow",
    "borrow_mut",
    "clone",
    "clone_from",
    "clone_into",
    "fmt",
    "from",
    "into",
    "to_owned",
    "try_from",
    "try_into",
    "type_id",
];

/// Methods whose plain arguments are Rust values, not operands.
const VALUE_METHODS: &[&str] = &["over", "rows_between", "range_between", "rows", "range"];

/// Whether a method takes plain arguments as they are.
pub fn takes_values(method: &Ident) -> bool {
    VALUE_METHODS.contains(&method.to_string().as_str())
}

/// A plain expression as an operand: places by reference, so that nothing of the user's is moved.
pub fn operand(lower: &mut Lower<'_>, expression: &Expr) -> TokenStream {
    match expression {
        Expr::Paren(paren) => operand(lower, &paren.expr),
        Expr::Group(group) => operand(lower, &group.expr),
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => variable(lower, name),
            None => quote!(&#path),
        },
        Expr::Lit(literal) => match &literal.lit {
            Lit::Char(character) => {
                let help = format!("write \"{}\"", character.value().escape_default());
                error_expression(character, "text stands in double quotes", &help).into_token_stream()
            }
            _ => literal.to_token_stream(),
        },
        Expr::Field(_) | Expr::Index(_) => {
            let checked = checked(lower, expression);
            quote!(&#checked)
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
            let checked = checked(lower, expression);
            quote!(&#checked)
        }
        _ => checked(lower, expression),
    }
}

/// A plain expression as it is, with its bare names checked against the columns, computed before the closure if it
/// must be.
pub fn checked(lower: &mut Lower<'_>, expression: &Expr) -> TokenStream {
    let mut names = FreeNames::default();
    names.visit_expr(expression);
    if names.leaves {
        let name = internal(&format!("__v{}", lower.closure.usage.hoisted.len()), proc_macro2::Span::mixed_site());
        lower.closure.usage.hoisted.push((name.clone(), expression.to_token_stream()));
        return name.into_token_stream();
    }
    expression.to_token_stream()
}

/// A bare variable: the column of its name where the row has one.
fn variable(lower: &mut Lower<'_>, name: &Ident) -> TokenStream {
    let text = plain(name);
    if PRELUDE_METHODS.contains(&text.as_str()) || matches!(text.as_str(), "self" | "Self" | "super" | "crate") {
        return quote!(&#name);
    }
    lower.closure.usage.row = true;
    let row = internal("__row", name.span());
    let probe = name.clone();
    lower.closure.usage.probes.entry(text).or_insert_with(|| probe.clone());
    let span = name.span();
    quote_spanned!(span=> #row.#probe().column_or_variable(&#name))
}

/// Whether a leading-dot column stands anywhere in an expression.
pub fn mentions_column(expression: &Expr) -> bool {
    fn search(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == MARKER,
            TokenTree::Group(group) => search(group.stream()),
            _ => false,
        })
    }
    search(expression.to_token_stream())
}

/// Facts about a plain expression.
#[derive(Default)]
struct FreeNames {
    /// Bare names used.
    used: BTreeSet<String>,
    /// Whether it holds `?`, `.await`, `return` or the like outside of closures.
    leaves: bool,
}

impl<'ast> Visit<'ast> for FreeNames {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Closure(_) | Expr::Async(_) => return,
            Expr::Try(_) | Expr::Await(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Yield(_) => {
                self.leaves = true;
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.used.insert(plain(name));
                }
            }
            _ => {}
        }
        visit_expr(self, expression);
    }
}
