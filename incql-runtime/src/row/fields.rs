//! The Arrow fields of a row type, in order; an extended row replaces a base field of the same name in place.

use std::sync::Arc;

use arrow::datatypes::{Field, FieldRef, Fields};

use super::{Row, RowBase};
use crate::schema::{Schema, depth_first_width};
use crate::types::{ColumnType, DecimalColumn, ZonedColumn};

/// The fields of a row type, in order.
#[derive(Clone, Debug, Default)]
pub struct FieldList {
    fields: Vec<FieldRef>,
}

/// Where the base fields of an extended row stand.
#[derive(Clone, Copy, Debug)]
pub struct OwnFields {
    base_start: usize,
    base_end: usize,
}

impl FieldList {
    /// The fields of a row type.
    pub fn of<R: Row>() -> Self {
        let mut list = Self::default();
        R::fields(&mut list);
        list
    }

    /// Appends a column of a type without further attributes.
    pub fn column<T: ColumnType>(&mut self, name: &str) {
        self.push(Arc::new(Field::new(name, T::data_type(), T::nullable())));
    }

    /// Appends a column of decimals.
    pub fn decimal<T: DecimalColumn>(&mut self, name: &str, precision: u8, scale: i8) {
        self.push(Arc::new(Field::new(name, T::decimal_type(precision, scale), T::nullable())));
    }

    /// Appends a column of timestamps in a zone.
    pub fn zoned<T: ZonedColumn>(&mut self, name: &str, zone: &str) {
        self.push(Arc::new(Field::new(name, T::zoned_type(zone), T::nullable())));
    }

    /// Appends the base fields of an extended row.
    pub fn extended<B: RowBase>(&mut self) -> OwnFields {
        let base_start = self.fields.len();
        B::fields(self);
        OwnFields { base_start, base_end: self.fields.len() }
    }

    /// Appends an own column of an extended row, or puts it in the place of the base column with its name.
    pub fn own_column<T: ColumnType>(&mut self, own: &OwnFields, name: &str) {
        let field = Arc::new(Field::new(name, T::data_type(), T::nullable()));
        let base = self.fields.get_mut(own.base_start..own.base_end);
        match base.and_then(|base| base.iter_mut().find(|found| found.name() == name)) {
            Some(found) => *found = field,
            None => self.push(field),
        }
    }

    /// Appends a field.
    pub fn push(&mut self, field: FieldRef) {
        self.fields.push(field);
    }

    /// The fields so far.
    pub fn fields(&self) -> &[FieldRef] {
        &self.fields
    }

    /// The fields as Arrow's.
    pub fn into_fields(self) -> Fields {
        Fields::from(self.fields)
    }

    /// The fields as a schema.
    pub fn into_schema(self) -> Schema {
        Schema::new(self.fields)
    }

    /// The position of the first field with this name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name() == name)
    }

    /// Makes the fields from `start` on nullable.
    pub(crate) fn make_nullable(&mut self, start: usize) {
        for field in self.fields.iter_mut().skip(start).filter(|field| !field.is_nullable()) {
            *field = Arc::new(field.as_ref().clone().with_nullable(true));
        }
    }

    /// The depth-first position of top-level field `position`, relative to the first field.
    pub(crate) fn depth_first_start(&self, position: usize) -> u32 {
        let width: usize = self.fields.iter().take(position).map(|f| depth_first_width(f.data_type())).sum();
        u32::try_from(width).unwrap_or(u32::MAX)
    }
}
