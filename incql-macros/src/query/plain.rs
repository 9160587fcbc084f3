//! Plain Rust inside a query: variables are passed by reference, a bare name that is also a column is settled by
//! types, and what leaves or suspends the surrounding function is computed before the closure.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{Visit, visit_expr, visit_pat_ident};
use syn::{BinOp, Expr, Ident, Lit, UnOp};

use super::expression::{Lower, caret};
use super::habit::MARKER;
use super::scope::{Meaning, plain};
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
            None => {
                let span = caret(expression);
                quote_spanned!(span=> &#path)
            }
        },
        Expr::Lit(literal) => match &literal.lit {
            Lit::Char(character) => {
                let help = format!("write \"{}\"", character.value().escape_default());
                error_expression(character, "text stands in double quotes", &help).into_token_stream()
            }
            _ => literal.to_token_stream(),
        },
        Expr::Field(_) | Expr::Index(_) => {
            let (checked, span) = (checked(lower, expression), caret(expression));
            quote_spanned!(span=> &#checked)
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
            let (checked, span) = (checked(lower, expression), caret(expression));
            quote_spanned!(span=> &#checked)
        }
        _ => undecided(lower, expression).unwrap_or_else(|| checked(lower, expression)),
    }
}

/// A plain expression as it is, with its bare names checked against the columns, computed before the closure if it
/// must be.
pub fn checked(lower: &mut Lower<'_>, expression: &Expr) -> TokenStream {
    let mut names = FreeNames::default();
    names.visit_expr(expression);
    for name in names.used.values().filter(|name| !names.bound.contains(&plain(name))) {
        if is_looked_up(name) && matches!(lower.closure.scope.meaning(name), Meaning::Rust) {
            lower.closure.row(name.span());
            lower.closure.usage.variables.insert(plain(name), name.clone());
        }
    }
    if names.leaves {
        let name = Ident::new(&format!("__v{}", lower.closure.usage.hoisted.len()), caret(expression));
        lower.closure.usage.hoisted.push((name.clone(), expression.to_token_stream()));
        return name.into_token_stream();
    }
    expression.to_token_stream()
}

/// A bare variable: the column of its name where the row has one.
fn variable(lower: &mut Lower<'_>, name: &Ident) -> TokenStream {
    if !is_looked_up(name) {
        let span = name.span();
        return quote_spanned!(span=> &#name);
    }
    let place = look_up(lower, name);
    let span = name.span();
    quote_spanned!(span=> #place.column_or_variable(&#name))
}

/// Asks the current row for a column of this name.
fn look_up(lower: &mut Lower<'_>, name: &Ident) -> TokenStream {
    lower.closure.usage.probes.entry(plain(name)).or_insert_with(|| name.clone());
    let row = lower.closure.row(name.span());
    quote!(#row.#name())
}

fn is_looked_up(name: &Ident) -> bool {
    let text = plain(name);
    !PRELUDE_METHODS.contains(&text.as_str()) && !matches!(text.as_str(), "self" | "Self" | "super" | "crate")
}

/// A comparison of bare names and literals, which types settle.
fn undecided(lower: &mut Lower<'_>, expression: &Expr) -> Option<TokenStream> {
    match expression {
        Expr::Paren(paren) => undecided(lower, &paren.expr),
        Expr::Group(group) => undecided(lower, &group.expr),
        Expr::Binary(binary) => {
            let name = super::expression::operator(&binary.op)?;
            let span = binary.op.span();
            let function = Ident::new(name, span);
            match binary.op {
                BinOp::And(_) | BinOp::Or(_) => {
                    let (left, right) = (condition(lower, &binary.left)?, condition(lower, &binary.right)?);
                    Some(quote_spanned!(span=> __q::#function(#left, #right)))
                }
                BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                    if !is_name(&binary.left) && !is_name(&binary.right) {
                        return None;
                    }
                    let (left, right) = (leaf(lower, &binary.left)?, leaf(lower, &binary.right)?);
                    Some(quote_spanned!(span=> __q::bare::#function(#left, #right)))
                }
                _ => None,
            }
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
            let inner = condition(lower, &unary.expr)?;
            let span = unary.op.span();
            Some(quote_spanned!(span=> __q::negation(#inner)))
        }
        _ => None,
    }
}

/// A condition of bare names and literals.
fn condition(lower: &mut Lower<'_>, expression: &Expr) -> Option<TokenStream> {
    match expression {
        Expr::Path(path) => path.path.get_ident().map(|name| variable(lower, name)),
        _ => undecided(lower, expression),
    }
}

fn is_name(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.get_ident().is_some_and(is_looked_up))
}

fn leaf(lower: &mut Lower<'_>, expression: &Expr) -> Option<TokenStream> {
    match expression {
        Expr::Path(path) => {
            let name = path.path.get_ident().filter(|name| is_looked_up(name))?;
            let (place, span) = (look_up(lower, name), name.span());
            Some(quote_spanned!(span=> #place.undecided(&#name)))
        }
        Expr::Lit(literal) => Some(quote!(__q::bare::Constant(#literal))),
        Expr::Unary(unary) if matches!((&unary.op, &*unary.expr), (UnOp::Neg(_), Expr::Lit(_))) => {
            Some(quote!(__q::bare::Constant(#unary)))
        }
        _ => None,
    }
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
    used: BTreeMap<String, Ident>,
    /// Names that closures, `let` and patterns inside bind.
    bound: BTreeSet<String>,
    /// Whether it holds `?`, `.await`, `return` or the like outside of closures.
    leaves: bool,
}

impl<'ast> Visit<'ast> for FreeNames {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let before = self.leaves;
        match expression {
            Expr::Try(_) | Expr::Await(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Yield(_) => {
                self.leaves = true;
            }
            Expr::Path(path) => {
                if let Some(name) = path.path.get_ident() {
                    self.used.insert(plain(name), name.clone());
                }
            }
            Expr::Call(call) if matches!(&*call.func, Expr::Path(_)) => {
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            _ => {}
        }
        visit_expr(self, expression);
        if matches!(expression, Expr::Closure(_) | Expr::Async(_)) {
            self.leaves = before;
        }
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.bound.insert(plain(&pattern.ident));
        visit_pat_ident(self, pattern);
    }
}
