//! The tables of a session by name, byte for byte.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::backend::Table;
use super::near::near;
use crate::error::{BindingError, Error, SourceLocation};

/// A table's name in parts.
pub(super) type TableName = Arc<[Arc<str>]>;

/// The registered tables.
#[derive(Debug, Default)]
pub(super) struct Catalog {
    tables: RwLock<HashMap<TableName, Table>>,
}

impl Catalog {
    /// Adds a table; a name can be given once.
    pub fn add(&self, table: Table) -> Result<(), Error> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if tables.contains_key(&table.name) {
            return Err(BindingError::AlreadyRegistered { table: table.name.join(".") }.into());
        }
        tables.insert(Arc::clone(&table.name), table);
        Ok(())
    }

    /// Refuses a name that is taken, before the work of opening its data.
    pub fn check_free(&self, name: &TableName) -> Result<(), Error> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        match tables.contains_key(name) {
            true => Err(BindingError::AlreadyRegistered { table: name.join(".") }.into()),
            false => Ok(()),
        }
    }

    /// Removes a table; whether there was one.
    pub fn remove(&self, name: &TableName) -> bool {
        self.tables.write().unwrap_or_else(PoisonError::into_inner).remove(name).is_some()
    }

    /// The table with this name; the error names those that resemble it.
    pub fn get(&self, name: &TableName, location: Option<SourceLocation>) -> Result<Table, Error> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(name) {
            return Ok(table.clone());
        }
        let known: Vec<String> = tables.keys().map(|name| name.join(".")).collect();
        let table = name.join(".");
        let near = near(&table, known.iter().map(String::as_str));
        Err(BindingError::UnknownTable { table, near, location }.into())
    }
}

/// A name of one part.
pub(super) fn one_part(name: &str) -> TableName {
    Arc::from([Arc::from(name)])
}
