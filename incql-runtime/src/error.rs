//! Every failure users can meet: one typed enum per stage, each naming the table, column or clause at fault.

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

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
            Self::MissingColumn { position } => write!(f, "the result has no column at position {position}"),
        }
    }
}

impl std::error::Error for DecodeError {}
