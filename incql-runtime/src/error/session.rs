//! The failures of a session, one variant per stage, each with its source and the table, column or place at fault.

use std::error::Error as StdError;
use std::fmt;

use super::{DecodeError, PlanError, SourceLocation};

/// The error of a library below, kept for those who want it.
pub type SourceError = Box<dyn StdError + Send + Sync>;

/// Everything that can fail when a session binds data or runs a plan.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A table cannot be registered, or a plan names one that is not.
    Binding(BindingError),
    /// The plan cannot be built or lowered to Substrait.
    Plan(PlanError),
    /// The engine refuses the plan.
    Backend(BackendError),
    /// The engine failed while it ran the plan.
    Execution(ExecutionError),
    /// A result that its row type cannot hold.
    Decode(DecodeError),
    /// Data that cannot be read.
    Io(IoError),
    /// A result that cannot be written.
    Sink(SinkError),
}

/// What stands between a table and its model, or a plan and its tables.
#[derive(Debug)]
#[non_exhaustive]
pub enum BindingError {
    /// A plan reads a table that the session does not have.
    UnknownTable {
        /// The name in the plan.
        table: String,
        /// Registered names that resemble it.
        near: Vec<String>,
        /// Where the plan reads it.
        location: Option<SourceLocation>,
    },
    /// The name is taken.
    AlreadyRegistered {
        /// The name.
        table: String,
    },
    /// The data does not fit the model; all differences.
    Schema {
        /// The table.
        table: String,
        /// The model.
        model: String,
        /// What differs, in the order of the model's columns.
        differences: Vec<Difference>,
    },
    /// There is no data where it was looked for, or it cannot be understood.
    Source {
        /// The table.
        table: String,
        /// What is wrong.
        message: String,
        /// The cause, if a library below named one.
        source: Option<SourceError>,
    },
}

/// One difference between a model and the data bound to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The data lacks a column of the model.
    MissingColumn {
        /// The model's column; a field of a struct after a dot.
        column: String,
        /// Columns of the data that resemble it.
        near: Vec<String>,
    },
    /// The data's type does not fit the model's.
    Type {
        /// The model's column.
        column: String,
        /// The model's type.
        model: String,
        /// The data's type.
        found: String,
        /// The Rust type that would fit the data, if the data's values fit one.
        suggestion: Option<String>,
    },
    /// The data's column may be NULL where the model's field is not an `Option`. Reported only by sessions that
    /// demand declared nullability; others check the values as they are read.
    Nullable {
        /// The model's column.
        column: String,
    },
}

/// A plan that an engine does not take.
#[derive(Debug)]
pub struct BackendError {
    /// The engine.
    pub engine: &'static str,
    /// What it does not take.
    pub message: String,
    /// The cause, if the engine named one.
    pub source: Option<SourceError>,
}

/// A plan that failed while it ran.
#[derive(Debug)]
pub struct ExecutionError {
    /// The kind of failure.
    pub kind: ExecutionErrorKind,
    /// The table being read, if the failure is in its data.
    pub table: Option<String>,
    /// The column at fault, if one is known.
    pub column: Option<String>,
    /// The row at fault, from 1, among those read from its table by one task.
    pub row: Option<u64>,
    /// What is wrong.
    pub message: String,
    /// The cause, if the engine named one.
    pub source: Option<SourceError>,
}

/// What stopped a running plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExecutionErrorKind {
    /// An integer or decimal result that its type cannot hold.
    Overflow,
    /// An integer or decimal division by zero.
    DivisionByZero,
    /// A strict cast of a value that does not fit.
    Cast,
    /// A NULL in a column whose model has no `Option`.
    UnexpectedNull,
    /// An argument that a function does not take.
    Argument,
    /// Data that is not what its format says.
    Data,
    /// The session's memory limit.
    ResourcesExhausted,
    /// Anything else.
    Other,
}

/// A file or directory that cannot be read.
#[derive(Debug)]
pub struct IoError {
    /// What was read: a path or a table.
    pub target: String,
    /// The cause.
    pub source: SourceError,
}

/// A result that cannot be written.
#[derive(Debug)]
pub struct SinkError {
    /// The path written to.
    pub target: String,
    /// What is wrong.
    pub message: String,
    /// The cause, if a library below named one.
    pub source: Option<SourceError>,
}

impl ExecutionError {
    /// A failure of this kind, in words, without table or column.
    pub fn new(kind: ExecutionErrorKind, message: impl Into<String>) -> Self {
        Self { kind, table: None, column: None, row: None, message: message.into(), source: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Binding(error) => error.fmt(f),
            Self::Plan(error) => error.fmt(f),
            Self::Backend(error) => error.fmt(f),
            Self::Execution(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
            Self::Sink(error) => error.fmt(f),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Binding(error) => error.source(),
            Self::Plan(error) => error.source(),
            Self::Backend(error) => error.source(),
            Self::Execution(error) => error.source(),
            Self::Decode(error) => error.source(),
            Self::Io(error) => error.source(),
            Self::Sink(error) => error.source(),
        }
    }
}

macro_rules! from_stage {
    ($($error:ty => $variant:ident),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from_stage! {
    BindingError => Binding,
    PlanError => Plan,
    BackendError => Backend,
    ExecutionError => Execution,
    DecodeError => Decode,
    IoError => Io,
    SinkError => Sink,
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTable { table, near, location } => {
                write!(f, "the session has no table `{table}`")?;
                write_near(f, near)?;
                match location {
                    Some(location) => write!(f, " (at {location})"),
                    None => Ok(()),
                }
            }
            Self::AlreadyRegistered { table } => write!(f, "the session already has a table `{table}`"),
            Self::Schema { table, model, differences } => {
                write!(f, "the data of table `{table}` does not fit model `{model}`:")?;
                differences.iter().try_for_each(|difference| write!(f, "\n  {difference}"))
            }
            Self::Source { table, message, source } => {
                write!(f, "table `{table}`: {message}")?;
                write_source(f, source.as_ref())
            }
        }
    }
}

impl StdError for BindingError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Source { source, .. } => as_source(source.as_ref()),
            _ => None,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingColumn { column, near } => {
                write!(f, "column `{column}` is missing")?;
                write_near(f, near)
            }
            Self::Type { column, model, found, suggestion } => {
                write!(f, "column `{column}` is {found} where the model has {model}: no lossless cast exists")?;
                match suggestion {
                    Some(rust) => write!(f, " (the model's field could be `{rust}`)"),
                    None => Ok(()),
                }
            }
            Self::Nullable { column } => {
                write!(f, "column `{column}` may be NULL where the model's field is not an `Option`")
            }
        }
    }
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot run the plan: {}", self.engine, self.message)
    }
}

impl StdError for BackendError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        as_source(self.source.as_ref())
    }
}

impl fmt::Display for ExecutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(table) = &self.table {
            write!(f, "table {table}: ")?;
        }
        match (self.row, &self.column) {
            (Some(row), Some(column)) => write!(f, "row {row}, column {column}: ")?,
            (Some(row), None) => write!(f, "row {row}: ")?,
            (None, Some(column)) => write!(f, "column {column}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)
    }
}

impl StdError for ExecutionError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        as_source(self.source.as_ref())
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.target, self.source)
    }
}

impl StdError for IoError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(self.source.as_ref())
    }
}

impl fmt::Display for SinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.target, self.message)
    }
}

impl StdError for SinkError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        as_source(self.source.as_ref())
    }
}

fn as_source(source: Option<&SourceError>) -> Option<&(dyn StdError + 'static)> {
    source.map(|source| source.as_ref() as &(dyn StdError + 'static))
}

fn write_source(f: &mut fmt::Formatter<'_>, source: Option<&SourceError>) -> fmt::Result {
    match source {
        Some(source) => write!(f, ": {source}"),
        None => Ok(()),
    }
}

fn write_near(f: &mut fmt::Formatter<'_>, near: &[String]) -> fmt::Result {
    if near.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    write!(f, "; similar: {}", list.join(", "))
}
