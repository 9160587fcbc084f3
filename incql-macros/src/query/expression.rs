//! Lowers one expression: columns become field accesses, operators over columns become calls, and what involves no
//! column, no introduced name and no catalog call stays the user's own Rust.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Block, Expr, ExprBinary, ExprField, ExprIf, Ident, Lit, Member, Stmt, UnOp};

use super::closure::Closure;
use super::habit::MARKER;
use super::keyword::nearest;
use super::plain;
use super::scope::{Meaning, Place};
use crate::diagnostics::error_expression;

/// A lowered expression.
#[derive(Debug)]
pub struct Lowered {
    pub tokens: TokenStream,
    /// Whether it involves a column, an introduced name or a catalog call.
    pub relational: bool,
}

/// Lowers expressions inside one closure.
pub struct Lower<'a> {
    pub closure: &'a mut Closure,
    /// Whether columns stand inside an aggregate, where a grouped query's keys mean rows.
    pub in_aggregate: bool,
    /// Whether a plain column may be one of the keys.
    pub grouped: bool,
}

pub fn relational(tokens: TokenStream) -> Lowered {
    Lowered { tokens, relational: true }
}

impl Lower<'_> {
    /// Lowers an expression.
    pub fn lower(&mut self, expression: &Expr) -> Lowered {
        match expression {
            Expr::Path(path) if path.qself.is_none() => match path.path.get_ident() {
                Some(name) => self.name(name, expression),
                None => plain_rust(expression),
            },
            Expr::Field(field) => self.field(field),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Paren(paren) => self.transparent(expression, &paren.expr),
            Expr::Group(group) => self.transparent(expression, &group.expr),
            Expr::Reference(reference) => self.transparent(expression, &reference.expr),
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Array(array) => self.list(expression, array.elems.iter(), |items| quote!([#(#items),*])),
            Expr::Tuple(tuple) => self.list(expression, tuple.elems.iter(), |items| quote!((#(#items,)*))),
            Expr::Lit(_) | Expr::Verbatim(_) | Expr::Macro(_) => plain_rust(expression),
            _ => self.other(expression),
        }
    }

    /// Lowers an expression to a value for an operator or function: columns as they are, variables by reference.
    pub fn operand(&mut self, expression: &Expr) -> TokenStream {
        let lowered = self.lower(expression);
        self.finish_operand(lowered, expression)
    }

    pub fn finish_operand(&mut self, lowered: Lowered, expression: &Expr) -> TokenStream {
        if lowered.relational { lowered.tokens } else { plain::operand(self, expression) }
    }

    pub fn lower_all<'e>(&mut self, expressions: impl Iterator<Item = &'e Expr>) -> Vec<Lowered> {
        expressions.map(|expression| self.lower(expression)).collect()
    }

    /// An expression of Rust's own: the same tokens if nothing inside is relational.
    fn transparent(&mut self, whole: &Expr, inner: &Expr) -> Lowered {
        let lowered = self.lower(inner);
        if lowered.relational { lowered } else { plain_rust(whole) }
    }

    fn name(&mut self, name: &Ident, whole: &Expr) -> Lowered {
        match self.closure.scope.meaning(name) {
            Meaning::Introduced(introduced) => relational(match &introduced.place.clone() {
                Place::Row(path) => {
                    let place = self.closure.introduced(path, name.span());
                    quote!(#place.#name)
                }
                Place::Key => {
                    let keys = self.closure.keys(name.span());
                    quote!(#keys.#name)
                }
                Place::Local => {
                    self.closure.usage.locals.insert(super::scope::plain(name));
                    let span = name.span();
                    quote_spanned!(span=> &#name)
                }
            }),
            Meaning::Relation(_) | Meaning::Renamed(_) => {
                let help = format!("write `{name}.column`");
                let error = error_expression(name, &format!("`{name}` is a relation, not a value"), &help);
                relational(error.into_token_stream())
            }
            Meaning::OutOfScope | Meaning::Rust => plain_rust(whole),
        }
    }

    fn field(&mut self, field: &ExprField) -> Lowered {
        match root(&field.base) {
            Some(name) if name == MARKER => self.column(field),
            Some(name) => match self.closure.scope.meaning(name) {
                Meaning::Relation(relation) => {
                    if let Some(key) = self.key(field) {
                        return key;
                    }
                    self.closure.use_relation(relation, name.span());
                    relational(field.to_token_stream())
                }
                Meaning::Introduced(_) => self.base_and_member(field),
                Meaning::Renamed(renamed) => {
                    let alias = renamed.name.as_ref().map_or(String::new(), ToString::to_string);
                    let message = format!("`{name}` is named `{alias}` in this query");
                    relational(error_expression(name, &message, &format!("write `{alias}`")).into_token_stream())
                }
                Meaning::OutOfScope => {
                    let message = format!("the relation `{name}` is out of scope after `SELECT`");
                    let help = "write `.name` with a name of the `SELECT` list";
                    relational(error_expression(name, &message, help).into_token_stream())
                }
                Meaning::Rust => {
                    self.suggest_relation(name);
                    Lowered { tokens: field.to_token_stream(), relational: false }
                }
            },
            None => self.base_and_member(field),
        }
    }

    fn base_and_member(&mut self, field: &ExprField) -> Lowered {
        let base = self.lower(&field.base);
        if !base.relational {
            return Lowered { tokens: field.to_token_stream(), relational: false };
        }
        let (base, dot, member) = (base.tokens, field.dot_token, &field.member);
        relational(quote!(#base #dot #member))
    }

    /// `.column`, with fields of a struct after it.
    fn column(&mut self, field: &ExprField) -> Lowered {
        if let Some(key) = self.key(field) {
            return key;
        }
        // Spanned on the name, so that an error about the column is placed there.
        let row = self.closure.row(first_member(field).span());
        let path = members(field);
        relational(quote!(#row #path))
    }

    /// The key that a column of a grouped query is.
    fn key(&mut self, field: &ExprField) -> Option<Lowered> {
        if !self.grouped || self.in_aggregate {
            return None;
        }
        let key = self.closure.scope.plain_key(&Expr::Field(field.clone()))?;
        let Member::Named(name) = &field.member else { return None };
        let mut key = key.clone();
        key.set_span(name.span());
        let keys = self.closure.keys(name.span());
        Some(relational(quote!(#keys.#key)))
    }

    /// Brings a relation of a similar name into scope, so that rustc suggests it.
    fn suggest_relation(&mut self, name: &Ident) {
        let relations = &self.closure.scope.relations;
        let names: Vec<String> = relations
            .iter()
            .map(|relation| relation.name.as_ref().map_or(String::new(), ToString::to_string))
            .collect();
        let near = nearest(&name.to_string(), names.iter().map(String::as_str));
        if let Some(index) = near.and_then(|near| names.iter().position(|known| known == near)) {
            self.closure.use_relation(index, name.span());
        }
    }

    fn binary(&mut self, binary: &ExprBinary) -> Lowered {
        let (left, right) = (self.lower(&binary.left), self.lower(&binary.right));
        if !left.relational && !right.relational {
            return Lowered { tokens: binary.to_token_stream(), relational: false };
        }
        let Some(name) = operator(&binary.op) else {
            let message = format!("`{}` is no operator of a query", binary.op.to_token_stream());
            let help = "the operators are == != < <= > >= + - * / % && || ! -";
            return relational(error_expression(binary.op, &message, help).into_token_stream());
        };
        let span = binary.op.span();
        let literal_helper = !matches!(binary.op, BinOp::And(_) | BinOp::Or(_));
        if let Some(literal) = integer(&binary.right).filter(|_| literal_helper) {
            let (function, left) = (Ident::new(&format!("{name}_int"), span), left.tokens);
            return relational(quote_spanned!(span=> __q::#function(#left, || #literal)));
        }
        if let Some(literal) = integer(&binary.left).filter(|_| literal_helper) {
            let (function, right) = (Ident::new(&format!("{name}_int_left"), span), right.tokens);
            return relational(quote_spanned!(span=> __q::#function(|| #literal, #right)));
        }
        let function = Ident::new(name, span);
        let left = self.finish_operand(left, &binary.left);
        let right = self.finish_operand(right, &binary.right);
        relational(quote_spanned!(span=> __q::#function(#left, #right)))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Lowered {
        let inner = self.lower(&unary.expr);
        if !inner.relational {
            return Lowered { tokens: unary.to_token_stream(), relational: false };
        }
        let name = match unary.op {
            UnOp::Not(_) => "negation",
            UnOp::Neg(_) => "neg",
            _ => return relational(unfit(unary.op, "`*`").into_token_stream()),
        };
        let (inner, span) = (inner.tokens, unary.op.span());
        let function = Ident::new(name, span);
        relational(quote_spanned!(span=> __q::#function(#inner)))
    }

    fn conditional(&mut self, conditional: &ExprIf) -> Lowered {
        let whole = Expr::If(conditional.clone());
        let Some(then) = single(&conditional.then_branch) else { return self.other(&whole) };
        let otherwise = conditional.else_branch.as_ref().map(|(_, branch)| match &**branch {
            Expr::Block(block) => single(&block.block).cloned(),
            branch => Some(branch.clone()),
        });
        let lowered = [self.lower(&conditional.cond), self.lower(then)];
        let lowered_otherwise = otherwise.as_ref().and_then(Option::as_ref).map(|branch| self.lower(branch));
        if !lowered.iter().chain(&lowered_otherwise).any(|part| part.relational) {
            return plain_rust(&whole);
        }
        let (Some(Some(otherwise)), Some(lowered_otherwise)) = (otherwise, lowered_otherwise) else {
            let help = "write `else { value }`, or `else { None::<T> }` for NULL";
            let error = error_expression(conditional.if_token, "an `if` over columns needs an `else`", help);
            return relational(error.into_token_stream());
        };
        let [condition, value] = lowered;
        let condition = self.finish_operand(condition, &conditional.cond);
        let value = self.finish_operand(value, then);
        let otherwise = self.finish_operand(lowered_otherwise, &otherwise);
        let span = conditional.if_token.span;
        relational(quote_spanned!(span=> __q::case(#condition, #value, #otherwise)))
    }

    fn list<'e>(
        &mut self,
        whole: &Expr,
        elements: impl Iterator<Item = &'e Expr> + Clone,
        build: impl FnOnce(Vec<TokenStream>) -> TokenStream,
    ) -> Lowered {
        let lowered = self.lower_all(elements.clone());
        if !lowered.iter().any(|element| element.relational) {
            return plain_rust(whole);
        }
        relational(build(
            elements.zip(lowered).map(|(element, lowered)| self.finish_operand(lowered, element)).collect(),
        ))
    }

    /// Any other form of Rust, which cannot hold columns.
    fn other(&mut self, expression: &Expr) -> Lowered {
        if let Expr::Block(block) = expression
            && let Some(inner) = single(&block.block)
        {
            return self.transparent(expression, inner);
        }
        let form = match expression {
            Expr::Cast(cast) if self.lower(&cast.expr).relational => {
                let ty = &cast.ty;
                let help = format!("write `cast::<{}>(..)`", quote!(#ty));
                return relational(error_expression(cast.as_token, "`as` casts no columns", &help).into_token_stream());
            }
            Expr::Index(index) if self.lower(&index.expr).relational => {
                let help = "write `element_at(list, position)`; positions start at 1";
                return relational(
                    error_expression(&index.index, "`[..]` indexes no column", help).into_token_stream(),
                );
            }
            Expr::Match(found) => found.match_token.to_token_stream(),
            other => other.to_token_stream(),
        };
        if plain::mentions_column(expression) {
            return relational(unfit(form, "this form of Rust expression").into_token_stream());
        }
        plain_rust(expression)
    }
}

fn plain_rust(expression: &Expr) -> Lowered {
    Lowered { tokens: expression.to_token_stream(), relational: false }
}

fn unfit(tokens: impl ToTokens, form: &str) -> Expr {
    error_expression(
        tokens,
        &format!("{form} cannot hold columns"),
        "use operators, catalog functions and `if` with `else`",
    )
}

/// The name at the start of `name.field.field`.
fn root(expression: &Expr) -> Option<&Ident> {
    match expression {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => root(&field.base),
        _ => None,
    }
}

/// The name after the first dot.
fn first_member(field: &ExprField) -> &Member {
    match &*field.base {
        Expr::Field(base) => first_member(base),
        _ => &field.member,
    }
}

/// Where an error about an expression as a whole is placed: on its operator, function or column.
pub fn caret(expression: &Expr) -> Span {
    match expression {
        Expr::Field(field) => field.member.span(),
        Expr::Binary(binary) => binary.op.span(),
        Expr::Call(call) => caret(&call.func),
        Expr::MethodCall(call) => call.method.span(),
        Expr::Paren(paren) => caret(&paren.expr),
        Expr::Group(group) => caret(&group.expr),
        other => other.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span()),
    }
}

/// `.field.field`, without the name before.
fn members(field: &ExprField) -> TokenStream {
    let (dot, member) = (field.dot_token, &field.member);
    match &*field.base {
        Expr::Field(base) => {
            let before = members(base);
            quote!(#before #dot #member)
        }
        _ => quote!(#dot #member),
    }
}

/// The one expression of a block.
fn single(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expression, None)] => Some(expression),
        _ => None,
    }
}

/// An integer literal, with its sign.
fn integer(expression: &Expr) -> Option<TokenStream> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(integer) if integer.suffix().is_empty() => Some(integer.to_token_stream()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let (minus, literal) = (unary.op, integer(&unary.expr)?);
            Some(quote!(#minus #literal))
        }
        Expr::Paren(paren) => integer(&paren.expr),
        Expr::Group(group) => integer(&group.expr),
        _ => None,
    }
}

pub fn operator(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Eq(_) => "eq",
        BinOp::Ne(_) => "ne",
        BinOp::Lt(_) => "lt",
        BinOp::Le(_) => "le",
        BinOp::Gt(_) => "gt",
        BinOp::Ge(_) => "ge",
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::And(_) => "and",
        BinOp::Or(_) => "or",
        _ => return None,
    })
}
