//! Collects every error of one macro call, so that all are reported at once and none is lost.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Error, Expr};

/// The errors of one macro call; it must be finished, which a debug build checks.
#[must_use]
#[derive(Debug, Default)]
pub struct Diagnostics {
    errors: Vec<Error>,
    finished: bool,
}

impl Diagnostics {
    /// No errors yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records an error on these tokens.
    pub fn error(&mut self, tokens: impl ToTokens, message: &str, help: &str) {
        self.errors.push(describe(tokens, message, help));
    }

    /// Records an error on a span.
    pub fn error_at(&mut self, span: Span, message: &str, help: &str) {
        self.errors.push(Error::new(span, text(message, help)));
    }

    /// All errors as statements.
    pub fn finish(mut self) -> TokenStream {
        self.finished = true;
        self.errors.iter().map(Error::to_compile_error).collect()
    }

    /// Whether nothing was reported yet.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        debug_assert!(self.finished || std::thread::panicking(), "diagnostics were collected but never reported");
    }
}

/// An expression that reports an error where it stands. Its type is rustc's error type, so nothing that depends on it
/// is reported again.
pub fn error_expression(tokens: impl ToTokens, message: &str, help: &str) -> Expr {
    Expr::Verbatim(describe(tokens, message, help).to_compile_error())
}

/// The same, on a span.
pub fn error_expression_at(span: Span, message: &str, help: &str) -> Expr {
    Expr::Verbatim(Error::new(span, text(message, help)).to_compile_error())
}

fn describe(tokens: impl ToTokens, message: &str, help: &str) -> Error {
    Error::new_spanned(tokens, text(message, help))
}

fn text(message: &str, help: &str) -> String {
    if help.is_empty() { message.to_owned() } else { format!("{message}\nhelp: {help}") }
}
