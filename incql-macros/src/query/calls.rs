//! Calls and method calls: catalog functions with their columns and values, and the user's own functions with columns
//! among their arguments.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprCall, ExprMethodCall, Ident};

use super::catalog::{self, Form};
use super::expression::{Lower, Lowered, relational};
use super::plain;

impl Lower<'_> {
    pub fn method(&mut self, call: &ExprMethodCall) -> Lowered {
        let receiver = self.lower(&call.receiver);
        let saved = self.in_aggregate;
        self.in_aggregate |= catalog::is_modifier(call);
        let lowered = self.lower_all(call.args.iter());
        if !receiver.relational && !lowered.iter().any(|argument| argument.relational) {
            self.in_aggregate = saved;
            return Lowered { tokens: call.to_token_stream(), relational: false };
        }
        let by_value = plain::takes_values(&call.method);
        let arguments: Vec<TokenStream> = call
            .args
            .iter()
            .zip(lowered)
            .map(|(argument, lowered)| {
                let untouched = by_value && !lowered.relational;
                if untouched { plain::checked(self, argument) } else { self.finish_operand(lowered, argument) }
            })
            .collect();
        self.in_aggregate = saved;
        let (receiver, dot, method, turbofish) = (receiver.tokens, call.dot_token, &call.method, &call.turbofish);
        let arguments = parenthesized(call.paren_token.span.join(), quote!(#(#arguments),*));
        relational(quote!(#receiver #dot #method #turbofish #arguments))
    }

    pub fn call(&mut self, call: &ExprCall) -> Lowered {
        let Some(name) = catalog::called_name(call).filter(|name| catalog::class(&name.to_string()).is_some()) else {
            return self.foreign_call(call);
        };
        let saved = self.in_aggregate;
        self.in_aggregate |= catalog::class_of(call) == Some(catalog::Class::Aggregate);
        let arguments: Vec<TokenStream> = call.args.iter().map(|argument| self.operand(argument)).collect();
        self.in_aggregate = saved;
        let function = &call.func;
        let span = call.paren_token.span.join();
        relational(match catalog::form(&name.to_string(), arguments.len()) {
            Form::Plain => {
                let arguments = parenthesized(span, quote!(#(#arguments),*));
                quote!(#function #arguments)
            }
            Form::Renamed(helper) => {
                let helper = Ident::new(helper, name.span());
                let arguments = parenthesized(span, quote!(#(#arguments),*));
                let span = name.span();
                quote_spanned!(span=> __q::#helper #arguments)
            }
            Form::Folded => fold(function, &arguments, span),
            Form::Inferred => {
                let function = with_inferred_operand(function);
                let arguments = parenthesized(span, quote!(#(#arguments),*));
                quote!(#function #arguments)
            }
            Form::Packed => {
                let (first, rest) = (arguments.first(), arguments.get(1..).unwrap_or_default());
                let arguments = parenthesized(span, quote!(#first, (#(#rest,)*)));
                quote!(#function #arguments)
            }
        })
    }

    /// A call of the user's own function: columns as they are, the rest untouched.
    fn foreign_call(&mut self, call: &ExprCall) -> Lowered {
        let lowered = self.lower_all(call.args.iter());
        if !lowered.iter().any(|argument| argument.relational) {
            return Lowered { tokens: call.to_token_stream(), relational: false };
        }
        let arguments: Vec<TokenStream> = call
            .args
            .iter()
            .zip(lowered)
            .map(|(argument, lowered)| if lowered.relational { lowered.tokens } else { plain::checked(self, argument) })
            .collect();
        let function = &call.func;
        let arguments = parenthesized(call.paren_token.span.join(), quote!(#(#arguments),*));
        relational(quote!(#function #arguments))
    }
}

/// `cast::<T>` as the helper has it: `cast::<T, _>`.
fn with_inferred_operand(function: &Expr) -> TokenStream {
    let mut function = function.clone();
    if let Expr::Path(path) = &mut function
        && let Some(last) = path.path.segments.last_mut()
        && let syn::PathArguments::AngleBracketed(types) = &mut last.arguments
        && types.args.len() == 1
    {
        types.args.push(syn::parse_quote!(_));
    }
    function.into_token_stream()
}

/// `f(f(a, b), c)`: the runtime spreads nested calls of one function.
fn fold(function: &Expr, arguments: &[TokenStream], span: Span) -> TokenStream {
    let mut arguments = arguments.iter();
    let first = arguments.next().cloned().unwrap_or_default();
    arguments.fold(first, |before, argument| {
        let pair = parenthesized(span, quote!(#before, #argument));
        quote!(#function #pair)
    })
}

fn parenthesized(span: Span, inner: TokenStream) -> TokenStream {
    let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, inner);
    group.set_span(span);
    group.into_token_stream()
}
