//! The query as written: clauses in order, each with its keyword and its parsed parts; no name is resolved yet.

use proc_macro2::Span;
use syn::{Expr, Ident, Path};

use super::keyword::JoinKind;

/// A parsed query.
#[derive(Debug, Default)]
pub struct Query {
    pub clauses: Vec<Clause>,
}

/// One clause.
#[derive(Debug)]
pub struct Clause {
    /// The keyword's first word; its span places errors and the plan node's source location.
    pub keyword: Span,
    pub body: Body,
}

/// What a clause says.
#[derive(Debug)]
pub enum Body {
    From(Source),
    Join(Box<Join>),
    Where(Expr),
    WindowBy(Vec<Named>),
    GroupBy(Vec<Named>),
    Select(Select),
    OrderBy(Vec<SortKey>),
    Limit(Expr),
    Offset(Expr),
    /// A clause of which nothing is left after its errors.
    Nothing,
}

impl Body {
    /// The clause's keyword.
    pub fn name(&self) -> &'static str {
        match self {
            Self::From(_) => "FROM",
            Self::Join(join) => join.kind.text(),
            Self::Where(_) => "WHERE",
            Self::WindowBy(_) => "WINDOW BY",
            Self::GroupBy(_) => "GROUP BY",
            Self::Select(_) => "SELECT",
            Self::OrderBy(_) => "ORDER BY",
            Self::Limit(_) => "LIMIT",
            Self::Offset(_) => "OFFSET",
            Self::Nothing => "this clause",
        }
    }
}

/// A relation and its name in the query.
#[derive(Debug)]
pub struct Source {
    pub expression: Expr,
    /// The name after `AS`, else the last path segment of the expression.
    pub name: Option<Ident>,
    /// The last path segment where `AS` gives another name.
    pub replaced: Option<Ident>,
}

/// A join.
#[derive(Debug)]
pub struct Join {
    pub kind: JoinKind,
    pub source: Source,
    pub condition: Condition,
}

/// When rows pair.
#[derive(Debug)]
pub enum Condition {
    On(Expr),
    Using(Vec<Ident>),
}

/// An expression with an output name.
#[derive(Debug)]
pub struct Named {
    pub name: Ident,
    pub expression: Expr,
}

/// A `SELECT` list.
#[derive(Debug)]
pub struct Select {
    pub distinct: Option<Span>,
    pub items: Vec<Item>,
    pub into: Option<Into>,
}

/// The model of `INTO`.
#[derive(Debug)]
pub struct Into {
    pub model: Path,
}

/// One item of a `SELECT` list.
#[derive(Debug)]
pub enum Item {
    Star(Span),
    RelationStar(Ident),
    Named(Named),
}

/// A sort key.
#[derive(Debug)]
pub struct SortKey {
    pub expression: Expr,
    /// `None` where the expression itself is an ordering helper's call.
    pub order: Option<Order>,
}

/// How a sort key orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub descending: bool,
    /// `None`: last ascending, first descending.
    pub nulls_first: Option<bool>,
}
