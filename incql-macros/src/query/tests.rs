//! Tests of the whole macro on tokens: errors by text, and the code that a query becomes.

use proc_macro2::{TokenStream, TokenTree};

use super::expand;

/// The first lines of all errors' messages, in the order of the expansion.
fn errors(query: &str) -> Vec<String> {
    fn search(tokens: TokenStream, found: &mut Vec<String>) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        for (index, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            if index > 1 && tokens[index - 2].to_string() == "compile_error" {
                let text: syn::LitStr = syn::parse2(group.stream()).unwrap();
                found.push(text.value().lines().next().unwrap_or_default().to_owned());
            } else {
                search(group.stream(), found);
            }
        }
    }
    let mut found = Vec::new();
    search(expand(query.parse().unwrap()), &mut found);
    found
}

/// The expansion's statements and chain of calls, without the declarations of rows.
fn code(query: &str) -> String {
    let mut block: syn::Block = syn::parse2(expand(query.parse().unwrap())).unwrap();
    syn::visit_mut::VisitMut::visit_block_mut(&mut WithoutItems, &mut block);
    let file: syn::File = syn::parse_quote!(fn query() #block);
    prettyplease::unparse(&file)
}

struct WithoutItems;

impl syn::visit_mut::VisitMut for WithoutItems {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain(|statement| !matches!(statement, syn::Stmt::Item(_)));
        syn::visit_mut::visit_block_mut(self, block);
    }
}

#[track_caller]
fn check(query: &str, expected: &str) {
    let indented: String = expected.trim_matches('\n').lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let found = code(query);
    assert!(errors(query).is_empty(), "{:?}", errors(query));
    assert_eq!(found.trim_end(), indented.trim_end(), "\n{found}");
}

#[track_caller]
fn refused(query: &str, expected: &[&str]) {
    assert_eq!(errors(query), expected, "{query}");
}

mod expansion;
mod syntax;
