//! The schema of a relation: ordered, uniquely named Arrow fields that wide plans share instead of copying.

use std::fmt;
use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};
use rpds::VectorSync;

/// An immutable, ordered list of fields. Cloning and replacing or appending one field share the rest, so a chain of
/// verbs over a wide table holds one copy of what does not change.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Schema {
    fields: VectorSync<FieldRef>,
}

impl Schema {
    /// A schema of these fields, in order.
    pub fn new(fields: impl IntoIterator<Item = FieldRef>) -> Self {
        Self { fields: fields.into_iter().collect() }
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

    /// The position of the column with exactly this name, byte for byte.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name() == name)
    }

    /// This schema with one more field at the end.
    #[must_use]
    pub fn with_appended(&self, field: FieldRef) -> Self {
        Self { fields: self.fields.push_back(field) }
    }

    /// This schema with the field at `index` replaced; an index out of range changes nothing.
    #[must_use]
    pub fn with_replaced(&self, index: usize, field: FieldRef) -> Self {
        match self.fields.set(index, field) {
            Some(fields) => Self { fields },
            None => self.clone(),
        }
    }

    /// The left fields, then the right ones.
    #[must_use]
    pub fn joined(left: &Self, right: &Self) -> Self {
        let mut fields = left.fields.clone();
        for field in right.iter() {
            fields.push_back_mut(Arc::clone(field));
        }
        Self { fields }
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
