//! Clause order and duplicates: a list of clauses becomes the one pipeline that the grammar allows. What is out of
//! order is reported once; clauses that keep the row type are then dropped, the others moved to their place, so that
//! nothing that follows is reported for it.

use proc_macro2::Span;

use super::ast::{Body, Clause, Item, Named, Query, Select, Source};
use crate::diagnostics::Diagnostics;

/// A query in the order of its execution.
#[derive(Debug)]
pub struct Pipeline {
    pub from: Source,
    /// `JOIN`, `WHERE` and `WINDOW BY`.
    pub before: Vec<Clause>,
    pub group_by: Option<(Span, Vec<Named>)>,
    pub select: Option<(Span, Select)>,
    /// `WHERE`, `ORDER BY`, `LIMIT` and `OFFSET`.
    pub after: Vec<Clause>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Start,
    Rows,
    Grouped,
    Projected,
    Ordered,
}

struct Order<'a> {
    diagnostics: &'a mut Diagnostics,
    stage: Stage,
    /// The clause that opened the stage.
    opened_by: &'static str,
    from: Option<Source>,
    before: Vec<Clause>,
    group_by: Option<(Span, Vec<Named>)>,
    select: Option<(Span, Select)>,
    after: Vec<Clause>,
}

/// The pipeline, or `None` when there is no `FROM` (which is reported).
pub fn check(query: Query, diagnostics: &mut Diagnostics) -> Option<Pipeline> {
    let first = query.clauses.first().map(|clause| (clause.keyword, clause.body.name()));
    let mut order = Order {
        diagnostics,
        stage: Stage::Start,
        opened_by: "FROM",
        from: None,
        before: Vec::new(),
        group_by: None,
        select: None,
        after: Vec::new(),
    };
    for clause in query.clauses {
        order.take(clause);
    }
    order.finish(first)
}

impl Order<'_> {
    fn take(&mut self, clause: Clause) {
        let Clause { keyword, body } = clause;
        let name = body.name();
        match body {
            Body::From(source) => self.take_from(keyword, source),
            Body::Join(_) | Body::WindowBy(_) => {
                if self.stage > Stage::Rows {
                    self.out_of_order(keyword, name);
                }
                self.open(Stage::Rows, name);
                self.before.push(Clause { keyword, body });
            }
            Body::Where(_) => self.take_where(Clause { keyword, body }),
            Body::GroupBy(keys) => self.take_group_by(keyword, keys),
            Body::Select(select) => self.take_select(keyword, select),
            Body::OrderBy(_) | Body::Limit(_) | Body::Offset(_) => {
                self.open(Stage::Ordered, name);
                self.after.push(Clause { keyword, body });
            }
            Body::Nothing => {}
        }
    }

    fn open(&mut self, stage: Stage, name: &'static str) {
        if stage > self.stage {
            self.stage = stage;
            self.opened_by = name;
        }
    }

    fn out_of_order(&mut self, keyword: Span, name: &str) {
        let message = format!("`{name}` stands before `{}`, not after it", self.opened_by);
        let help = "the order is FROM, JOIN, WHERE, WINDOW BY, GROUP BY, SELECT, then WHERE, ORDER BY, LIMIT";
        self.diagnostics.error_at(keyword, &message, help);
    }

    fn twice(&mut self, keyword: Span, name: &str, help: &str) {
        self.diagnostics.error_at(keyword, &format!("a query has one `{name}`"), help);
    }

    fn take_from(&mut self, keyword: Span, source: Source) {
        if self.from.is_some() {
            self.twice(keyword, "FROM", "write `JOIN relation ON condition` for another relation");
            return;
        }
        if self.stage > Stage::Start {
            let (at, name) = match &self.select {
                Some((at, _)) => (*at, "SELECT"),
                None => (keyword, "FROM"),
            };
            let (message, help) = match name {
                "SELECT" => ("a query starts with `FROM`", "write `SELECT` after `FROM`, `WHERE` and `GROUP BY`"),
                _ => ("a query starts with `FROM`", "write `FROM relation` first"),
            };
            self.diagnostics.error_at(at, message, help);
            self.stage = Stage::Start;
        }
        self.from = Some(source);
        self.open(Stage::Rows, "FROM");
    }

    fn take_where(&mut self, clause: Clause) {
        match self.stage {
            Stage::Start | Stage::Rows => {
                self.open(Stage::Rows, "WHERE");
                self.before.push(clause);
            }
            Stage::Grouped => {
                let help = "write `WHERE` before `GROUP BY` to filter rows, or after `SELECT` to filter groups";
                self.diagnostics.error_at(clause.keyword, "`WHERE` cannot stand between `GROUP BY` and `SELECT`", help);
            }
            Stage::Projected | Stage::Ordered => self.after.push(clause),
        }
    }

    fn take_group_by(&mut self, keyword: Span, keys: Vec<Named>) {
        if self.group_by.is_some() {
            self.twice(keyword, "GROUP BY", "list all keys in it, or group the result in a second query");
            return;
        }
        if self.stage > Stage::Grouped {
            self.out_of_order(keyword, "GROUP BY");
        }
        self.open(Stage::Grouped, "GROUP BY");
        self.group_by = Some((keyword, keys));
    }

    fn take_select(&mut self, keyword: Span, select: Select) {
        if self.select.is_some() {
            self.twice(keyword, "SELECT", "project again in a second query over this one");
            return;
        }
        if self.stage > Stage::Projected {
            self.out_of_order(keyword, "SELECT");
            self.after.clear();
        }
        self.open(Stage::Projected, "SELECT");
        self.select = Some((keyword, select));
    }

    fn finish(self, first: Option<(Span, &'static str)>) -> Option<Pipeline> {
        let Some(from) = self.from else {
            match first {
                Some((span, _)) => {
                    self.diagnostics.error_at(span, "the query has no `FROM`", "write `FROM relation` first");
                }
                None if self.diagnostics.is_empty() => {
                    let help = "write `FROM relation`, then clauses such as `WHERE` and `SELECT`";
                    self.diagnostics.error_at(Span::call_site(), "the query is empty", help);
                }
                None => {}
            }
            return None;
        };
        let mut select = self.select;
        if let (Some((keyword, keys)), None) = (&self.group_by, &select) {
            let help = "write `SELECT` with keys and aggregates after it";
            self.diagnostics.error_at(*keyword, "`GROUP BY` needs a `SELECT`", help);
            let items = keys.iter().map(key_item).collect();
            select = Some((*keyword, Select { distinct: None, items, into: None }));
        }
        Some(Pipeline { from, before: self.before, group_by: self.group_by, select, after: self.after })
    }
}

fn key_item(key: &Named) -> Item {
    let name = key.name.clone();
    let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.clone().into() };
    Item::Named(Named { name, expression: path.into() })
}

/// Drops the items whose name an earlier one has, and reports them.
pub fn unique_names<'a>(
    names: impl Iterator<Item = &'a syn::Ident>,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<bool> {
    let mut seen = std::collections::BTreeSet::new();
    names
        .map(|name| {
            let text = name.to_string();
            let plain = text.strip_prefix("r#").unwrap_or(&text).to_owned();
            let is_new = plain == "unnamed" || seen.insert(plain.clone());
            if !is_new {
                diagnostics.error(name, &format!("{what} `{plain}` exists twice"), "write another name after `AS`");
            }
            is_new
        })
        .collect()
}
