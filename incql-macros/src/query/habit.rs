//! Turns the tokens of a query expression into Rust: a leading dot gets a marker before it, names after a dot become
//! raw where Rust reserves them, and spellings of SQL habit are reported and replaced by the right form.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::keyword::distance;
use super::split::ends_operand;
use crate::diagnostics::Diagnostics;

/// Stands before a leading dot; lowering replaces it by the current relation.
pub const MARKER: &str = "__incql_row";
/// Stands where a column's name is missing, so that rustc answers with the columns there are.
pub const MISSING: &str = "column_name_missing";

/// The Rust form of an expression's tokens, or an error that leaves nothing to parse.
pub fn to_rust(tokens: &[TokenTree], diagnostics: &mut Diagnostics) -> Result<TokenStream, syn::Error> {
    let mut walk = Walk { tokens, at: 0, out: Vec::new(), operand: true, diagnostics, inside_block: false };
    walk.run()?;
    Ok(walk.out.into_iter().collect())
}

struct Walk<'a> {
    tokens: &'a [TokenTree],
    at: usize,
    out: Vec<TokenTree>,
    /// Whether an operand is expected next.
    operand: bool,
    diagnostics: &'a mut Diagnostics,
    /// Whether the tokens are statements or match arms, where `=` is Rust's.
    inside_block: bool,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), syn::Error> {
        while let Some(token) = self.tokens.get(self.at).cloned() {
            match token {
                TokenTree::Ident(ident) if self.operand => self.operand_word(ident)?,
                TokenTree::Ident(ident) => self.operator_word(ident)?,
                TokenTree::Punct(punct) if self.operand => self.operand_punct(&punct),
                TokenTree::Punct(punct) => self.operator_punct(&punct)?,
                TokenTree::Literal(_) => {
                    self.copy(1);
                    self.operand = false;
                }
                TokenTree::Group(group) => self.group(&group)?,
            }
        }
        Ok(())
    }

    fn copy(&mut self, count: usize) {
        let end = (self.at + count).min(self.tokens.len());
        self.out.extend(self.tokens[self.at..end].iter().cloned());
        self.at = end;
    }

    fn peek(&self, ahead: usize) -> Option<&TokenTree> {
        self.tokens.get(self.at + ahead)
    }

    fn peek_punct(&self, ahead: usize) -> Option<char> {
        match self.peek(ahead) {
            Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
            _ => None,
        }
    }

    fn peek_word(&self, ahead: usize) -> Option<String> {
        match self.peek(ahead) {
            Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
            _ => None,
        }
    }

    fn push_operator(&mut self, operator: &str, span: Span) {
        let count = operator.chars().count();
        for (index, c) in operator.chars().enumerate() {
            let spacing = if index + 1 < count { Spacing::Joint } else { Spacing::Alone };
            let mut punct = Punct::new(c, spacing);
            punct.set_span(span);
            self.out.push(punct.into());
        }
        self.operand = true;
    }

    fn group(&mut self, group: &Group) -> Result<(), syn::Error> {
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let stream = match group.delimiter() {
            Delimiter::None => group.stream(),
            delimiter => {
                let inside_block = delimiter == Delimiter::Brace && is_block_of_statements(&inner);
                let mut walk = Walk {
                    tokens: &inner,
                    at: 0,
                    out: Vec::new(),
                    operand: true,
                    diagnostics: &mut *self.diagnostics,
                    inside_block,
                };
                walk.run()?;
                walk.out.into_iter().collect()
            }
        };
        let mut replaced = Group::new(group.delimiter(), stream);
        replaced.set_span(group.span());
        self.out.push(replaced.into());
        self.at += 1;
        self.operand = false;
        Ok(())
    }

    fn operand_word(&mut self, ident: Ident) -> Result<(), syn::Error> {
        let word = ident.to_string();
        match word.as_str() {
            "NOT" => {
                let help = "write `!` before the condition";
                self.diagnostics.error(&ident, "`NOT` is not an operator here", help);
                self.at += 1;
                self.push_operator("!", ident.span());
                return Ok(());
            }
            "CASE" => {
                return Err(habit(&ident, "there is no `CASE WHEN` here", "write `if condition { a } else { b }`"));
            }
            "NULL" => {
                return Err(habit(
                    &ident,
                    "`NULL` is no value of Rust",
                    "test with `.column.is_null()`; a typed NULL is `None::<T>`, such as `None::<i64>`",
                ));
            }
            "FROM" if matches!(self.peek(1), Some(TokenTree::Ident(_))) => {
                return Err(syn::Error::new_spanned(&ident, "a subquery is not supported yet"));
            }
            _ => {}
        }
        if matches!(self.peek(1), Some(TokenTree::Punct(punct)) if punct.as_char() == '!')
            && matches!(self.peek(2), Some(TokenTree::Group(_)))
        {
            self.copy(3);
            self.operand = false;
            return Ok(());
        }
        if is_count_star(&word, self.peek(1)) {
            let help = "write `count()`, which counts rows";
            let tokens: TokenStream = self.tokens[self.at..self.at + 2].iter().cloned().collect();
            self.diagnostics.error(tokens, "`count` takes no `*`", help);
            let mut arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
            arguments.set_span(ident.span());
            self.out.extend([TokenTree::from(Ident::new("count", ident.span())), arguments.into()]);
            self.at += 2;
            self.operand = false;
            return Ok(());
        }
        self.copy(1);
        self.operand = super::keyword::is_prefix_word(&word);
        Ok(())
    }

    fn operator_word(&mut self, ident: Ident) -> Result<(), syn::Error> {
        let word = ident.to_string();
        match word.to_uppercase().as_str() {
            "AND" | "OR" => {
                let operator = if word.eq_ignore_ascii_case("and") { "&&" } else { "||" };
                let message = format!("`{word}` is not an operator here");
                self.diagnostics.error(&ident, &message, &format!("write `{operator}`"));
                self.at += 1;
                self.push_operator(operator, ident.span());
                Ok(())
            }
            "IS" => self.is_test(&ident),
            "NOT" | "LIKE" | "ILIKE" | "RLIKE" | "SIMILAR" | "BETWEEN" | "IN" if word != "in" => {
                Err(self.infix(&ident))
            }
            "THEN" | "WHEN" | "END" | "ESCAPE" | "OVER" if word.chars().all(char::is_uppercase) => {
                let help = match word.as_str() {
                    "OVER" => "write `.over(window().partition_by(..).order_by(..))` after the call",
                    _ => "write `if condition { a } else { b }`",
                };
                Err(habit(&ident, &format!("`{word}` is no operator"), help))
            }
            "AS" | "ELSE" => {
                self.copy(1);
                self.operand = true;
                Ok(())
            }
            _ if super::keyword::is_prefix_word(&word) => {
                self.copy(1);
                self.operand = true;
                Ok(())
            }
            _ => Err(junk(&ident)),
        }
    }

    /// `IS NULL` and its kin, replaced by the method.
    fn is_test(&mut self, ident: &Ident) -> Result<(), syn::Error> {
        let negated = self.peek_word(1).is_some_and(|word| word.eq_ignore_ascii_case("not"));
        let object = self.peek_word(1 + usize::from(negated)).unwrap_or_default().to_uppercase();
        let taken = 2 + usize::from(negated);
        let tokens: TokenStream = self.tokens[self.at..].iter().take(taken).cloned().collect();
        let written = if negated { format!("IS NOT {object}") } else { format!("IS {object}") };
        match object.as_str() {
            "NULL" => {
                let method = if negated { "is_not_null" } else { "is_null" };
                let message = format!("`{written}` is not an operator here");
                self.diagnostics.error(tokens, &message, &format!("write `.{method}()` after the operand"));
                let mut arguments = Group::new(Delimiter::Parenthesis, TokenStream::new());
                arguments.set_span(ident.span());
                self.out.extend([
                    TokenTree::from(Punct::new('.', Spacing::Alone)),
                    Ident::new(method, ident.span()).into(),
                    arguments.into(),
                ]);
                self.at += taken;
                self.operand = false;
                Ok(())
            }
            "DISTINCT" => Err(habit(
                tokens,
                "`IS DISTINCT FROM` is not an operator here",
                "write `equal_null(a, b)`, or `!equal_null(a, b)`",
            )),
            _ => Err(habit(tokens, "`IS` is no operator", "write `.is_null()`, `==` or the condition itself")),
        }
    }

    /// An infix word of SQL, which is a method here.
    fn infix(&self, ident: &Ident) -> syn::Error {
        let word = ident.to_string().to_uppercase();
        let negated = word == "NOT";
        let name = if negated { self.peek_word(1).unwrap_or_default().to_uppercase() } else { word };
        let tokens: TokenStream = self.tokens[self.at..].iter().take(1 + usize::from(negated)).cloned().collect();
        let (method, arguments) = match name.as_str() {
            "LIKE" | "SIMILAR" => ("like", "pattern"),
            "ILIKE" => ("ilike", "pattern"),
            "RLIKE" => ("regexp_like", "pattern"),
            "BETWEEN" => ("between", "low, high"),
            "IN" => ("in_", "[a, b]"),
            _ => return habit(tokens, "`NOT` is not an operator here", "write `!` before the condition"),
        };
        let bang = if negated { "!" } else { "" };
        let written = if negated { format!("NOT {name}") } else { name };
        habit(
            tokens,
            &format!("`{written}` is not an operator here"),
            &format!("write `{bang}{method}(operand, {arguments})`"),
        )
    }

    fn operand_punct(&mut self, punct: &Punct) {
        match punct.as_char() {
            '.' if punct.spacing() == Spacing::Joint && self.peek_punct(1) == Some('.') => self.copy(2),
            '.' => {
                self.out.push(Ident::new(MARKER, punct.span()).into());
                self.member(punct);
            }
            '|' => self.closure_head(),
            '<' => {
                self.copy(1);
            }
            _ => self.copy(1),
        }
    }

    /// A closure's parameters, which are Rust's own.
    fn closure_head(&mut self) {
        self.copy(1);
        while let Some(token) = self.peek(0) {
            let ends = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '|');
            self.copy(1);
            if ends {
                break;
            }
        }
        self.operand = true;
    }

    /// A dot and the name after it.
    fn member(&mut self, dot: &Punct) {
        self.copy(1);
        self.operand = false;
        match self.peek(0) {
            Some(TokenTree::Ident(ident)) => {
                let base_is_value =
                    !matches!(self.out.iter().rev().nth(1), Some(TokenTree::Ident(word)) if word == MARKER);
                let ident = if ident == "await" && base_is_value { ident.clone() } else { raw_member(ident) };
                self.out.push(ident.into());
                self.at += 1;
            }
            Some(TokenTree::Literal(_)) => self.copy(1),
            _ => self.out.push(Ident::new(MISSING, dot.span()).into()),
        }
    }

    fn operator_punct(&mut self, punct: &Punct) -> Result<(), syn::Error> {
        let joint = punct.spacing() == Spacing::Joint;
        let next = if joint { self.peek_punct(1) } else { None };
        match (punct.as_char(), next) {
            ('.', Some('.')) => {
                let third = self.peek_punct(2);
                self.copy(if matches!(third, Some('=' | '.')) { 3 } else { 2 });
                self.operand = true;
            }
            ('.', _) => self.member(punct),
            (':', Some(':')) => self.path_separator(),
            ('=', Some('=' | '>')) | ('!' | '>', Some('=')) | ('&', Some('&')) | ('|', Some('|')) => {
                self.copy(2);
                self.operand = true;
            }
            ('<', Some('>')) => {
                let tokens: TokenStream = self.tokens[self.at..self.at + 2].iter().cloned().collect();
                self.diagnostics.error(tokens, "`<>` is not an operator here", "write `!=`");
                self.at += 2;
                self.push_operator("!=", punct.span());
            }
            ('<', Some('=')) => {
                self.copy(2);
                self.operand = true;
            }
            ('-', Some('-')) => {
                let tokens: TokenStream = self.tokens[self.at..self.at + 2].iter().cloned().collect();
                return Err(habit(tokens, "`--` starts no comment in Rust", "write `//`"));
            }
            ('=', _) if !self.inside_block => {
                self.diagnostics.error(punct, "`=` does not compare", "write `==`");
                self.at += 1;
                self.push_operator("==", punct.span());
            }
            ('?', _) => self.copy(1),
            (';', _) if !self.inside_block => {
                return Err(habit(punct, "a query has no `;`", "remove it"));
            }
            _ => {
                self.copy(1);
                self.operand = true;
            }
        }
        Ok(())
    }

    /// `::`, with the generic arguments after it.
    fn path_separator(&mut self) {
        self.copy(2);
        if self.peek_punct(0) != Some('<') {
            self.copy(1);
            return;
        }
        let mut depth = 0_usize;
        while let Some(token) = self.peek(0).cloned() {
            let arrow = matches!(self.out.last(), Some(TokenTree::Punct(p)) if p.as_char() == '-' && p.spacing() == Spacing::Joint);
            self.copy(1);
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
                TokenTree::Punct(punct) if punct.as_char() == '>' && !arrow => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
}

/// The name as a field: raw where Rust reserves the word.
pub fn raw_member(ident: &Ident) -> Ident {
    let word = ident.to_string();
    let is_plain = syn::parse_str::<Ident>(&word).is_ok();
    if is_plain || matches!(word.as_str(), "self" | "Self" | "super" | "crate" | "_") {
        ident.clone()
    } else {
        Ident::new_raw(&word, ident.span())
    }
}

fn is_block_of_statements(tokens: &[TokenTree]) -> bool {
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Punct(punct) if punct.as_char() == ';' => true,
        TokenTree::Punct(punct) if punct.as_char() == '=' && punct.spacing() == Spacing::Joint => {
            matches!(tokens.get(index + 1), Some(TokenTree::Punct(next)) if next.as_char() == '>')
        }
        _ => false,
    })
}

fn is_count_star(word: &str, next: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = next else { return false };
    let mut inner = group.stream().into_iter();
    let star = matches!(inner.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '*');
    word.eq_ignore_ascii_case("count") && group.delimiter() == Delimiter::Parenthesis && star && inner.next().is_none()
}

fn habit(tokens: impl ToTokens, message: &str, help: &str) -> syn::Error {
    syn::Error::new_spanned(tokens, format!("{message}\nhelp: {help}"))
}

/// A word that cannot follow an operand.
fn junk(ident: &Ident) -> syn::Error {
    let word = ident.to_string();
    let operator = ["AND", "OR", "LIKE", "BETWEEN"]
        .into_iter()
        .find(|known| word.len() > 1 && distance(&word.to_uppercase(), known) == 1);
    match operator {
        Some("AND") => habit(ident, &format!("`{word}` is no operator"), "write `&&`"),
        Some("OR") => habit(ident, &format!("`{word}` is no operator"), "write `||`"),
        _ => habit(
            ident,
            &format!("`{word}` cannot follow a complete expression"),
            "write an operator, a comma or a clause before it",
        ),
    }
}

/// Cuts tokens at commas outside of groups, closures' parameters and generic arguments.
pub fn split_commas(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut generic_depth = 0_usize;
    let mut in_closure = false;
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Punct(punct) = token else { continue };
        let follows_colons = index > 0 && matches!(&tokens[index - 1], TokenTree::Punct(p) if p.as_char() == ':');
        match punct.as_char() {
            '<' if follows_colons || generic_depth > 0 => generic_depth += 1,
            '>' if generic_depth > 0 => generic_depth -= 1,
            '|' if in_closure => in_closure = false,
            '|' if !ends_operand(&tokens[start..index]) && punct.spacing() == Spacing::Alone => in_closure = true,
            ',' if generic_depth == 0 && !in_closure => {
                parts.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}
