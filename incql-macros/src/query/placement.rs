//! Where catalog calls may stand. Every call in a wrong place is replaced by one error on it, so that types do not
//! report it again.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{VisitMut, visit_expr_mut};
use syn::{Expr, ExprCall, ExprMethodCall};

use super::catalog::{self, Class};
use crate::diagnostics::error_expression;

/// The place of an expression in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clause {
    Where,
    On,
    GroupBy,
    Select,
    WindowBy,
    OrderBy,
}

impl Clause {
    fn text(self) -> &'static str {
        match self {
            Self::Where => "WHERE",
            Self::On => "ON",
            Self::GroupBy => "GROUP BY",
            Self::Select => "SELECT",
            Self::WindowBy => "WINDOW BY",
            Self::OrderBy => "ORDER BY",
        }
    }
}

/// Checks one expression of a clause.
pub fn check(expression: &mut Expr, clause: Clause) {
    let ordering = clause == Clause::OrderBy;
    Placement { clause, windowed: false, ordering, aggregate: None }.visit_expr_mut(expression);
}

struct Placement {
    clause: Clause,
    /// Inside the call that `.over(..)` makes a window.
    windowed: bool,
    /// Directly where ordering helpers belong.
    ordering: bool,
    /// The aggregate whose argument this is.
    aggregate: Option<String>,
}

impl Placement {
    /// Visits with some of the state changed.
    fn inside(&mut self, change: impl FnOnce(&mut Self), visit: impl FnOnce(&mut Self)) {
        let saved = (self.windowed, self.ordering, self.aggregate.clone());
        change(self);
        visit(self);
        (self.windowed, self.ordering, self.aggregate) = saved;
    }

    fn call(&mut self, call: &mut ExprCall) -> Option<Expr> {
        let name = catalog::called_name(call).map(ToString::to_string).unwrap_or_default();
        let class = catalog::class_of(call);
        let fault = match class {
            Some(Class::Aggregate) => self.aggregate_fault(&name),
            Some(Class::Window) => self.window_fault(&name, self.windowed),
            Some(Class::Generator) => Some((
                format!("the generator `{name}` makes rows, so it is no value"),
                "write `EXPLODE` with the generator and `AS name` as a clause of its own".to_owned(),
            )),
            Some(Class::Ordering) if !self.ordering => Some((
                format!("`{name}` orders rows, so it is no value"),
                "ordering functions stand in `ORDER BY` and in `.order_by(..)`".to_owned(),
            )),
            _ => None,
        };
        if let Some((message, help)) = fault {
            return Some(error_expression(&*call, &message, &help));
        }
        let is_aggregate = class == Some(Class::Aggregate);
        self.inside(
            |place| {
                place.ordering = false;
                place.windowed = false;
                if is_aggregate {
                    place.aggregate = Some(name);
                }
            },
            |place| call.args.iter_mut().for_each(|argument| place.visit_expr_mut(argument)),
        );
        None
    }

    fn aggregate_fault(&self, name: &str) -> Option<(String, String)> {
        if let Some(outer) = &self.aggregate {
            return Some((
                format!("the aggregate `{name}` cannot stand inside the aggregate `{outer}`"),
                "aggregate in one query, and aggregate its result in a second one".to_owned(),
            ));
        }
        let help = match self.clause {
            _ if self.windowed => return None,
            Clause::Select => return None,
            Clause::Where => "name it in `SELECT` and filter on the name with a `WHERE` after it",
            Clause::On => "aggregate in a query of its own and join its result",
            Clause::GroupBy => "name it in `SELECT`; group a second query by the name",
            Clause::WindowBy => "make it a window with `.over(window()..)`",
            Clause::OrderBy => "name it in `SELECT` and sort by the name",
        };
        Some((format!("the aggregate `{name}` cannot stand in `{}`", self.clause.text()), help.to_owned()))
    }

    fn window_fault(&self, name: &str, windowed: bool) -> Option<(String, String)> {
        let written = if name == "over" { "a window".to_owned() } else { format!("the window `{name}`") };
        if let Some(outer) = &self.aggregate {
            return Some((
                format!("{written} cannot stand inside the aggregate `{outer}`"),
                "name it with `WINDOW BY name = ..` and aggregate the name".to_owned(),
            ));
        }
        let help = match self.clause {
            Clause::Select | Clause::WindowBy if !windowed => {
                let message = format!("the window function `{name}` has no window");
                return Some((message, "write `.over(window()..)` after it".to_owned()));
            }
            Clause::Select | Clause::WindowBy => return None,
            Clause::Where => "name it with `WINDOW BY name = ..` before, and filter on the name",
            Clause::On => "name it with `WINDOW BY name = ..` in a query of its own, and join its result",
            Clause::GroupBy => "name it with `WINDOW BY name = ..` before, and group by the name",
            Clause::OrderBy => "name it in `SELECT` and sort by the name",
        };
        Some((format!("{written} cannot stand in `{}`", self.clause.text()), help.to_owned()))
    }

    fn method(&mut self, call: &mut ExprMethodCall) -> Option<Expr> {
        let is_over = call.method == "over";
        if is_over {
            let name = inner_name(&call.receiver).unwrap_or_else(|| "over".to_owned());
            let name = if catalog::class(&name) == Some(Class::Window) { name } else { "over".to_owned() };
            if let Some((message, help)) = self.window_fault(&name, true) {
                let tokens: TokenStream = call.to_token_stream();
                return Some(error_expression(tokens, &message, &help));
            }
        }
        let is_order_by = call.method == "order_by";
        let modified = if catalog::is_modifier(call) { inner_name(&call.receiver) } else { None };
        self.inside(|place| place.windowed |= is_over, |place| place.visit_expr_mut(&mut call.receiver));
        self.inside(
            |place| {
                place.ordering = is_order_by;
                place.windowed = false;
                if modified.is_some() {
                    place.aggregate = modified;
                }
            },
            |place| call.args.iter_mut().for_each(|argument| place.visit_expr_mut(argument)),
        );
        None
    }
}

impl VisitMut for Placement {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let replaced = match expression {
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Paren(_) | Expr::Group(_) => {
                visit_expr_mut(self, expression);
                None
            }
            _ => {
                self.inside(
                    |place| {
                        place.ordering = false;
                        place.windowed = false;
                    },
                    |place| visit_expr_mut(place, expression),
                );
                None
            }
        };
        if let Some(replaced) = replaced {
            *expression = replaced;
        }
    }
}

/// The name of the function at the start of a method chain.
fn inner_name(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Call(call) => catalog::called_name(call).map(ToString::to_string),
        Expr::MethodCall(call) => inner_name(&call.receiver),
        Expr::Paren(paren) => inner_name(&paren.expr),
        _ => None,
    }
}
