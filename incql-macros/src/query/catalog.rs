//! What the catalog's names tell the macro: the class of a call, which decides where it may stand, and the helper that
//! a call with fewer or more arguments means.

use syn::visit::{Visit, visit_expr};
use syn::{Expr, ExprCall, ExprMethodCall, Ident};

use super::catalog_names::{AGGREGATE, GENERATOR, ORDERING, SCALAR, WINDOW};

/// Where a call may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Scalar,
    Aggregate,
    Window,
    Generator,
    Ordering,
}

/// The class of a catalog name.
pub fn class(name: &str) -> Option<Class> {
    let tables = [
        (AGGREGATE, Class::Aggregate),
        (WINDOW, Class::Window),
        (GENERATOR, Class::Generator),
        (ORDERING, Class::Ordering),
        (SCALAR, Class::Scalar),
    ];
    tables.into_iter().find(|(names, _)| names.contains(&name)).map(|(_, class)| class)
}

/// The name of a function called by its plain name.
pub fn called_name(call: &ExprCall) -> Option<&Ident> {
    match &*call.func {
        Expr::Path(path) if path.path.segments.len() == 1 => path.path.segments.first().map(|segment| &segment.ident),
        _ => None,
    }
}

/// The class of a call by plain name.
pub fn class_of(call: &ExprCall) -> Option<Class> {
    class(&called_name(call)?.to_string())
}

/// Whether an expression is a call of an ordering helper.
pub fn is_ordering_call(expression: &Expr) -> bool {
    matches!(expression, Expr::Call(call) if class_of(call) == Some(Class::Ordering))
}

/// Whether a method chain starts at an aggregate and is no window yet.
pub fn is_aggregate_chain(expression: &Expr) -> bool {
    match expression {
        Expr::Call(call) => class_of(call) == Some(Class::Aggregate),
        Expr::MethodCall(call) => call.method != "over" && is_aggregate_chain(&call.receiver),
        Expr::Paren(paren) => is_aggregate_chain(&paren.expr),
        _ => false,
    }
}

/// Whether a method takes arguments over the rows of the aggregate before it.
pub fn is_modifier(call: &ExprMethodCall) -> bool {
    (call.method == "filter" || call.method == "order_by") && is_aggregate_chain(&call.receiver)
}

/// Whether an expression aggregates: it holds an aggregate that is no window.
pub fn aggregates(expression: &Expr) -> bool {
    let mut search = Aggregates(false);
    search.visit_expr(expression);
    search.0
}

struct Aggregates(bool);

impl<'ast> Visit<'ast> for Aggregates {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Call(call) if class_of(call) == Some(Class::Aggregate) => self.0 = true,
            Expr::MethodCall(call) if call.method == "over" && is_aggregate_chain(&call.receiver) => {
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            _ => visit_expr(self, expression),
        }
    }
}

/// How a call by plain name is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As written.
    Plain,
    /// By another helper.
    Renamed(&'static str),
    /// By nested calls of a helper of two arguments.
    Folded,
    /// With the operand's type inferred after the types that are written.
    Inferred,
    /// With all arguments after the first in a tuple.
    Packed,
}

/// The form of a call with this many arguments.
pub fn form(name: &str, arguments: usize) -> Form {
    let renamed = match (name, arguments) {
        ("count", 0) => "count_all",
        ("round", 2) => "round_to",
        ("substring", 2) => "substring_from",
        ("substr", 2) => "substring_from",
        ("lag", 2) => "lag_by",
        ("lag", 3) => "lag_or",
        ("lead", 2) => "lead_by",
        ("lead", 3) => "lead_or",
        ("log", 2) => "log_base",
        ("typeof", _) => "typeof_",
        ("coalesce" | "concat" | "least" | "greatest", count) if count > 2 => return Form::Folded,
        ("cast" | "try_cast", _) => return Form::Inferred,
        ("concat_ws", count) if count > 2 => return Form::Packed,
        _ => return Form::Plain,
    };
    Form::Renamed(renamed)
}
