//! The lowered query: a source and the verb calls over it, in order.

use proc_macro2::{Span, TokenStream};

/// A lowered query.
#[derive(Debug)]
pub struct Lowered {
    /// The frame that the query starts from.
    pub source: TokenStream,
    pub steps: Vec<Step>,
}

/// One step of the pipeline.
#[derive(Debug)]
pub enum Step {
    Call(Call),
    /// The items of a grouped `SELECT`. They are no closure: its parameters would be of rustc's error type as soon as
    /// one key is, and then mistakes in the items would stay unreported.
    Groups {
        items: TokenStream,
    },
}

/// One verb call.
#[derive(Debug)]
pub struct Call {
    /// The clause's keyword: the call is spanned there, so that the plan node's source location is the clause's line.
    pub keyword: Span,
    pub verb: &'static str,
    /// Statements before the query's expression.
    pub before: TokenStream,
    pub arguments: TokenStream,
}
