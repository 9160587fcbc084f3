//! Every failure users can meet: one typed enum per stage, each naming the table, column or clause at fault.

mod session;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

pub use session::{
    BackendError, BindingError, Difference, Error, ExecutionError, ExecutionErrorKind, IoError, SinkError, SourceError,
};

/// The result of a fallible operation.
pub type Result<T, E = PlanError> = std::result::Result<T, E>;

/// Where a plan node was authored: the file and line of the clause or method call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceLocation {
    /// The file as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

impl SourceLocation {
    /// The caller of the nearest function that is not `#[track_caller]`.
    #[track_caller]
    pub fn caller() -> Self {
        let location = Location::caller();
        Self { file: location.file(), line: location.line() }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Debug for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A plan that cannot be built or lowered. Cheap to clone: a broken frame carries it until it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    inner: Arc<PlanErrorInner>,
}

#[derive(Debug, PartialEq, Eq)]
struct PlanErrorInner {
    message: String,
    location: Option<SourceLocation>,
}

impl PlanError {
    /// An error in words that name the column, function or clause.
    pub fn new(message: impl Into<String>) -> Self {
        Self { inner: Arc::new(PlanErrorInner { message: message.into(), location: None }) }
    }

    /// The same error at a source location, unless it already has one.
    #[must_use]
    pub fn at(self, location: SourceLocation) -> Self {
        if self.inner.location.is_some() {
            return self;
        }
        let message = self.inner.message.clone();
        Self { inner: Arc::new(PlanErrorInner { message, location: Some(location) }) }
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// Where the plan node at fault was authored.
    pub fn location(&self) -> Option<SourceLocation> {
        self.inner.location
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.message)?;
        match self.inner.location {
            Some(location) => write!(f, " (at {location})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PlanError {}

/// A result column that does not fit the row type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// A NULL where the row type has no `Option`.
    UnexpectedNull {
        /// The column's name, with struct fields after a dot.
        column: String,
        /// The row of the result, from 1.
        row: usize,
    },
    /// An Arrow type that the Rust type cannot be read from.
    Type {
        /// The column's name.
        column: String,
        /// The Rust type.
        expected: &'static str,
        /// The Arrow type found.
        found: String,
    },
    /// A value that the Rust type cannot hold.
    Value {
        /// The column's name.
        column: String,
        /// The row of the result, from 1.
        row: usize,
        /// What is wrong.
        message: String,
    },
    /// A struct without a field that its model has.
    MissingField {
        /// The column's name.
        column: String,
        /// The field's name.
        field: String,
    },
    /// Fewer columns than the row type has.
    MissingColumn {
        /// The position asked for, from 0.
        position: usize,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnexpectedNull { column, row } => write!(f, "row {row}, column {column}: unexpected NULL"),
            Self::Type { column, expected, found } => {
                write!(f, "column {column}: cannot read {found} as {expected}")
            }
            Self::Value { column, row, message } => write!(f, "row {row}, column {column}: {message}"),
            Self::MissingField { column, field } => write!(f, "column {column}: the struct has no field {field}"),
            Self::MissingColumn { position } => write!(f, "the result has no column at position {position}"),
        }
    }
}

impl std::error::Error for DecodeError {}

impl DecodeError {
    /// A NULL at position `index` (from 0) of a column not yet named.
    pub(crate) fn null(index: usize) -> Self {
        Self::UnexpectedNull { column: String::new(), row: index + 1 }
    }

    /// A value at position `index` (from 0) of a column not yet named.
    pub(crate) fn value(index: usize, message: impl Into<String>) -> Self {
        Self::Value { column: String::new(), row: index + 1, message: message.into() }
    }

    /// A type that a column not yet named cannot have.
    pub(crate) fn mismatch(expected: &'static str, found: &arrow::datatypes::DataType) -> Self {
        Self::Type { column: String::new(), expected, found: found.to_string() }
    }

    /// The same error inside the column or struct field `name`.
    #[must_use]
    pub(crate) fn within(mut self, name: &str) -> Self {
        match &mut self {
            Self::UnexpectedNull { column, .. }
            | Self::Type { column, .. }
            | Self::Value { column, .. }
            | Self::MissingField { column, .. } => prefix(column, name),
            Self::MissingColumn { .. } => {}
        }
        self
    }

    /// The same error, its row (from 0) replaced by what `position` answers for it.
    #[must_use]
    pub(crate) fn at_position(mut self, position: impl FnOnce(usize) -> usize) -> Self {
        if let Self::UnexpectedNull { row, .. } | Self::Value { row, .. } = &mut self {
            *row = position(row.saturating_sub(1)) + 1;
        }
        self
    }
}

/// A Rust value that its column's type cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    column: String,
    row: Option<usize>,
    message: String,
}

impl EncodeError {
    /// An error in a column not yet named.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { column: String::new(), row: None, message: message.into() }
    }

    /// An error at position `index` (from 0) of a column not yet named.
    pub(crate) fn at(index: usize, message: impl Into<String>) -> Self {
        Self { row: Some(index + 1), ..Self::new(message) }
    }

    /// The same error inside the column or struct field `name`.
    #[must_use]
    pub(crate) fn within(mut self, name: &str) -> Self {
        prefix(&mut self.column, name);
        self
    }

    /// The same error, its row (from 0) replaced by what `position` answers for it.
    #[must_use]
    pub(crate) fn at_position(mut self, position: impl FnOnce(usize) -> usize) -> Self {
        self.row = self.row.map(|row| position(row.saturating_sub(1)) + 1);
        self
    }

    /// The column, with struct fields after a dot.
    pub fn column(&self) -> &str {
        &self.column
    }

    /// The row, from 1.
    pub fn row(&self) -> Option<usize> {
        self.row
    }

    /// What is wrong with the value.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(row) = self.row {
            write!(f, "row {row}, ")?;
        }
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for EncodeError {}

fn prefix(path: &mut String, name: &str) {
    if path.is_empty() {
        path.push_str(name);
    } else {
        path.insert(0, '.');
        path.insert_str(0, name);
    }
}
