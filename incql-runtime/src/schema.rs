//! The schema of a relation: ordered, uniquely named Arrow fields that wide plans share instead of copying.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use arrow::datatypes::{DataType, Field, FieldRef};
use rpds::{HashTrieMapSync, VectorSync};

/// An immutable, ordered list of fields. Cloning and replacing or appending one field share the rest, so a chain of
/// verbs over a wide table holds one copy of what does not change; names are indexed once, when first asked for, and
/// the index is shared in the same way.
#[derive(Clone, Default)]
pub struct Schema {
    fields: VectorSync<FieldRef>,
    names: Arc<OnceLock<NameIndex>>,
}

/// The position of the first column of each name.
type NameIndex = HashTrieMapSync<Named, usize>;

/// Up to this many columns a scan is faster than an index.
const SCANNED: usize = 8;

impl Schema {
    /// A schema of these fields, in order.
    pub fn new(fields: impl IntoIterator<Item = FieldRef>) -> Self {
        Self { fields: fields.into_iter().collect(), names: Arc::default() }
    }

    /// The number of top-level columns.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The field at `index`.
    pub fn field(&self, index: usize) -> Option<&FieldRef> {
        self.fields.get(index)
    }

    /// The fields in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &FieldRef> {
        self.fields.iter()
    }

    /// The position of the first column with exactly this name, byte for byte.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        if self.len() <= SCANNED && self.names.get().is_none() {
            return self.fields.iter().position(|field| field.name() == name);
        }
        self.names.get_or_init(|| index(&self.fields)).get(name).copied()
    }

    /// Appends a field.
    pub fn push(&mut self, field: FieldRef) {
        let position = self.fields.len();
        if self.names.get().is_none() {
            // The clones of this schema fill the shared index with their own columns.
            self.names = Arc::default();
        } else if let Some(names) = Arc::make_mut(&mut self.names).get_mut() {
            if !names.contains_key(field.name().as_str()) {
                names.insert_mut(Named(Arc::clone(&field)), position);
            }
        }
        self.fields.push_back_mut(field);
    }

    /// This schema with one more field at the end.
    #[must_use]
    pub fn with_appended(&self, field: FieldRef) -> Self {
        let mut schema = self.clone();
        schema.push(field);
        schema
    }

    /// This schema with the field at `index` replaced; an index out of range changes nothing.
    #[must_use]
    pub fn with_replaced(&self, index: usize, field: FieldRef) -> Self {
        let same_name = self.fields.get(index).is_some_and(|old| old.name() == field.name());
        let names = if same_name { Arc::clone(&self.names) } else { Arc::default() };
        match self.fields.set(index, field) {
            Some(fields) => Self { fields, names },
            None => self.clone(),
        }
    }

    /// Every field made nullable.
    #[must_use]
    pub fn nullable(&self) -> Self {
        Self::new(self.iter().map(nullable_field))
    }

    /// The same fields as an Arrow schema.
    pub fn to_arrow(&self) -> Arc<arrow::datatypes::Schema> {
        Arc::new(arrow::datatypes::Schema::new(self.iter().cloned().collect::<Vec<_>>()))
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other.iter()).all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
    }
}

impl Eq for Schema {}

fn index(fields: &VectorSync<FieldRef>) -> NameIndex {
    let mut names = NameIndex::default();
    for (position, field) in fields.iter().enumerate() {
        if !names.contains_key(field.name().as_str()) {
            names.insert_mut(Named(Arc::clone(field)), position);
        }
    }
    names
}

/// A field as the key of its name, so that the index does not copy names.
#[derive(Clone)]
struct Named(FieldRef);

impl Borrow<str> for Named {
    fn borrow(&self) -> &str {
        self.0.name()
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Named {}

impl Hash for Named {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name().as_str().hash(state);
    }
}

fn nullable_field(field: &FieldRef) -> FieldRef {
    if field.is_nullable() { Arc::clone(field) } else { Arc::new(field.as_ref().clone().with_nullable(true)) }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|field| DisplayField(field))).finish()
    }
}

struct DisplayField<'a>(&'a Field);

impl fmt::Debug for DisplayField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.0.is_nullable() { "?" } else { "" };
        write!(f, "{}: {}{mark}", self.0.name(), self.0.data_type())
    }
}

/// How many depth-first positions a type takes: itself, then its struct fields (list elements and map entries are
/// not addressable by position and count as part of their column).
pub fn depth_first_width(data_type: &DataType) -> usize {
    match data_type {
        DataType::Struct(fields) => 1 + fields.iter().map(|f| depth_first_width(f.data_type())).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> FieldRef {
        Arc::new(Field::new(name, DataType::Int64, false))
    }

    #[test]
    fn names_are_found_in_small_and_wide_schemas_alike() {
        for width in [3_usize, 8, 9, 1_000] {
            let schema = Schema::new((0..width).map(|i| field(&format!("c{i}"))));
            assert_eq!(schema.index_of("c2"), Some(2));
            assert_eq!(schema.index_of(&format!("c{}", width - 1)), Some(width - 1));
            assert_eq!(schema.index_of("C2"), None);
            let wider = schema.with_appended(field("extra"));
            assert_eq!(wider.index_of("extra"), Some(width));
            assert_eq!(schema.index_of("extra"), None);
            let renamed = wider.with_replaced(2, field("other"));
            assert_eq!((renamed.index_of("c2"), renamed.index_of("other")), (None, Some(2)));
            assert_eq!(wider.index_of("c2"), Some(2));
        }
    }

    #[test]
    fn the_first_column_of_a_name_is_found() {
        let schema = Schema::new((0..20).map(|_| field("same")));
        assert_eq!(schema.index_of("same"), Some(0));
        assert_eq!(schema.with_appended(field("same")).index_of("same"), Some(0));
    }
}
