//! The names a query knows at one point of its pipeline: relations and where their columns stand, and names that the
//! query itself introduced.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Expr, Ident};

/// The name without `r#`.
pub fn plain(name: &Ident) -> String {
    let text = name.to_string();
    text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
}

/// A side of a joined pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// Where a part of the current row stands: sides of pairs, from the outermost.
pub type Path = Vec<Side>;

/// A relation of `FROM` or `JOIN`.
#[derive(Clone, Debug)]
pub struct Relation {
    pub name: Option<Ident>,
    /// A name that `AS` took away.
    pub replaced: Option<Ident>,
    pub path: Path,
}

/// A name that the query introduced.
#[derive(Clone, Debug)]
pub struct Introduced {
    pub name: Ident,
    pub place: Place,
}

/// Where an introduced name's value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A column of the row at this path.
    Row(Path),
    /// A group key.
    Key,
    /// A local of the expansion: an earlier item of the list.
    Local,
}

/// What has become of the relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Rows,
    Projected,
}

/// All names at one point.
#[derive(Clone, Debug)]
pub struct Scope {
    pub relations: Vec<Relation>,
    pub introduced: Vec<Introduced>,
    /// Plain keys of `GROUP BY`, as written, with their names.
    pub plain_keys: Vec<(String, Ident)>,
    pub stage: Stage,
}

/// What a bare name means.
#[derive(Clone, Debug)]
pub enum Meaning<'a> {
    Introduced(&'a Introduced),
    Relation(usize),
    /// A relation that `AS` gave another name.
    Renamed(&'a Relation),
    /// A relation, after a projection.
    OutOfScope,
    /// An ordinary Rust name.
    Rust,
}

impl Scope {
    /// The scope of a query over one relation.
    pub fn new(from: Relation) -> Self {
        Self { relations: vec![from], introduced: Vec::new(), plain_keys: Vec::new(), stage: Stage::Rows }
    }

    /// The meaning of a bare name.
    pub fn meaning(&self, name: &Ident) -> Meaning<'_> {
        let text = plain(name);
        let is = |other: &Ident| plain(other) == text;
        if let Some(found) = self.introduced.iter().rev().find(|introduced| is(&introduced.name)) {
            return Meaning::Introduced(found);
        }
        if let Some(index) = self.relations.iter().position(|relation| relation.name.as_ref().is_some_and(is)) {
            return if self.stage == Stage::Projected { Meaning::OutOfScope } else { Meaning::Relation(index) };
        }
        match self.relations.iter().find(|relation| relation.replaced.as_ref().is_some_and(is)) {
            Some(relation) if self.stage == Stage::Rows => Meaning::Renamed(relation),
            _ => Meaning::Rust,
        }
    }

    /// Adds the right relation of a join: everything before moves to the left of the pair.
    pub fn join(&mut self, mut relation: Relation) {
        for known in &mut self.relations {
            known.path.insert(0, Side::Left);
        }
        for introduced in &mut self.introduced {
            if let Place::Row(path) = &mut introduced.place {
                path.insert(0, Side::Left);
            }
        }
        relation.path = vec![Side::Right];
        self.relations.push(relation);
    }

    /// After a projection only its names are left.
    pub fn project(&mut self, names: impl Iterator<Item = Ident>) {
        self.stage = Stage::Projected;
        self.plain_keys.clear();
        self.introduced = names.map(|name| Introduced { name, place: Place::Row(Vec::new()) }).collect();
        if let Some(first) = self.relations.first_mut() {
            first.path.clear();
        }
    }

    /// The key that a plain column is, if `GROUP BY` lists the same column.
    pub fn plain_key(&self, column: &Expr) -> Option<&Ident> {
        let written = written(column)?;
        self.plain_keys.iter().find(|(key, _)| *key == written).map(|(_, name)| name)
    }
}

/// A plain column as text, to compare two.
pub fn written(column: &Expr) -> Option<String> {
    match column {
        Expr::Path(path) => path.path.get_ident().map(plain),
        Expr::Field(field) => match &field.member {
            syn::Member::Named(name) => Some(format!("{}.{}", written(&field.base)?, plain(name))),
            syn::Member::Unnamed(_) => None,
        },
        _ => None,
    }
}

/// `root.left.right..`.
pub fn place(root: &Ident, path: &[Side]) -> TokenStream {
    let sides = path.iter().map(|side| match side {
        Side::Left => Ident::new("left", Span::mixed_site()),
        Side::Right => Ident::new("right", Span::mixed_site()),
    });
    quote!(#root #(.#sides)*)
}
