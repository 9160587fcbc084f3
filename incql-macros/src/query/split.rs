//! Cuts a query's tokens into sections at clause keywords, so that every section is parsed by itself and an error in
//! one does not reach the next.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

use super::keyword::{self, Fault, Found, Keyword};
use crate::diagnostics::Diagnostics;

/// A clause keyword and the tokens up to the next one.
#[derive(Clone, Debug)]
pub struct Section {
    pub keyword: Keyword,
    /// The keyword's first word.
    pub word: Ident,
    pub body: Vec<TokenTree>,
}

impl Section {
    /// Where the keyword stands.
    pub fn span(&self) -> Span {
        self.word.span()
    }
}

/// The sections in the order written. Tokens before the first keyword are reported.
pub fn split(input: TokenStream, diagnostics: &mut Diagnostics) -> Vec<Section> {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let mut sections: Vec<Section> = Vec::new();
    let mut before: Vec<TokenTree> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((found, word)) = keyword_at(&tokens, at) else {
            match sections.last_mut() {
                Some(section) => section.body.push(tokens[at].clone()),
                None => before.push(tokens[at].clone()),
            }
            at += 1;
            continue;
        };
        let written = &tokens[at..at + found.words];
        if let Some(fault) = &found.fault {
            report(written, found.keyword, fault, diagnostics);
        }
        sections.push(Section { keyword: found.keyword, word, body: Vec::new() });
        at += found.words;
    }
    if !before.is_empty() {
        let tokens: TokenStream = before.into_iter().collect();
        diagnostics.error(tokens, "a query starts with `FROM`", "write `FROM relation` first");
    }
    sections
}

fn keyword_at(tokens: &[TokenTree], at: usize) -> Option<(Found, Ident)> {
    let TokenTree::Ident(word) = &tokens[at] else { return None };
    let before = at.checked_sub(1).map(|index| &tokens[index]);
    if matches!(before, Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '.' | ':')) {
        return None;
    }
    if matches!(tokens.get(at + 1), Some(TokenTree::Punct(punct)) if punct.as_char() == ':') {
        return None;
    }
    let words: Vec<String> = tokens[at..]
        .iter()
        .take(3)
        .map_while(|token| match token {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        })
        .collect();
    let found = keyword::exact(&words).or_else(|| {
        let starts_clause = at == 0 || ends_operand(&tokens[..at]);
        if starts_clause { keyword::meant(&words) } else { None }
    })?;
    Some((found, word.clone()))
}

/// Whether these tokens end in a complete operand, so that a word after them cannot belong to the expression.
pub fn ends_operand(tokens: &[TokenTree]) -> bool {
    let member =
        matches!(tokens.len().checked_sub(2).map(|i| &tokens[i]), Some(TokenTree::Punct(p)) if p.as_char() == '.');
    match tokens.last() {
        Some(TokenTree::Ident(ident)) => {
            let word = ident.to_string();
            let is_keyword = keyword::is_prefix_word(&word) || keyword::exact(&[word]).is_some();
            member || !is_keyword
        }
        Some(TokenTree::Literal(_) | TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(punct)) => match punct.as_char() {
            '?' => true,
            '*' => match tokens.len().checked_sub(2).map(|index| &tokens[index]) {
                Some(TokenTree::Ident(word)) => keyword::exact(&[word.to_string()]).is_some(),
                Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), ',' | '.'),
                _ => false,
            },
            _ => false,
        },
        None => false,
    }
}

fn report(written: &[TokenTree], keyword: Keyword, fault: &Fault, diagnostics: &mut Diagnostics) {
    let tokens: TokenStream = written.iter().cloned().collect();
    let text = written.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let right = keyword.text();
    match fault {
        Fault::Case => {
            diagnostics.error(tokens, "keywords are in upper case", &format!("write `{right}`"));
        }
        Fault::NoBy => {
            diagnostics.error(tokens, &format!("`BY` is missing after `{text}`"), &format!("write `{right}`"))
        }
        Fault::Outer => {
            diagnostics.error(tokens, "`OUTER` is not written", &format!("write `{right}`"));
        }
        Fault::Near(right) => {
            diagnostics.error(tokens, &format!("there is no clause `{text}`"), &format!("write `{right}`"));
        }
        Fault::Foreign(help) => diagnostics.error(tokens, &format!("there is no clause `{text}`"), help),
        Fault::Unknown => diagnostics.error(
            tokens,
            &format!("there is no clause `{text}`"),
            "the clauses are FROM, JOIN, WHERE, WINDOW BY, GROUP BY, SELECT, INTO, ORDER BY, LIMIT and OFFSET",
        ),
    }
}
