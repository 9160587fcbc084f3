//! DataFusion's errors as ours: the innermost cause decides the kind, and what our own operators raised comes through
//! with its table, column and row.

use std::error::Error as StdError;
use std::fmt;

use arrow::error::ArrowError;
use datafusion::error::DataFusionError;

use crate::error::{BackendError, Error, ExecutionError, ExecutionErrorKind, IoError, PlanError};

/// The engine's name in errors.
pub(super) const ENGINE: &str = "DataFusion";

/// A failure of one of our own operators or kernels, on its way through the engine. The engine may share one error
/// among several consumers, so it is `Clone`.
#[derive(Clone, Debug)]
pub(super) struct Raised {
    pub kind: ExecutionErrorKind,
    pub table: Option<String>,
    pub column: Option<String>,
    pub row: Option<u64>,
    pub message: String,
}

impl Raised {
    pub fn new(kind: ExecutionErrorKind, message: impl Into<String>) -> Self {
        Self { kind, table: None, column: None, row: None, message: message.into() }
    }

    /// The failure as the engine carries it.
    pub fn into_engine(self) -> DataFusionError {
        DataFusionError::External(Box::new(self))
    }

    fn to_error(&self) -> ExecutionError {
        let Self { kind, table, column, row, message } = self.clone();
        ExecutionError { kind, table, column, row, message, source: None }
    }
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_error().fmt(f)
    }
}

impl StdError for Raised {}

/// A plan that cannot be understood, on its way through the engine.
pub(super) fn refused(message: impl Into<String>) -> DataFusionError {
    DataFusionError::External(Box::new(PlanError::new(message)))
}

/// What went wrong while the engine planned.
pub(super) fn planning(error: DataFusionError) -> Error {
    match Cause::of(&error) {
        Cause::Raised(raised) => Error::Execution(raised.to_error()),
        Cause::Plan(plan) => Error::Plan(plan.clone()),
        Cause::Io(target) => Error::Io(IoError { target, source: Box::new(error) }),
        Cause::Kind(_, message) | Cause::Unknown(message) => {
            Error::Backend(BackendError { engine: ENGINE, message, source: Some(Box::new(error)) })
        }
    }
}

/// What went wrong while the engine ran.
pub(super) fn execution(error: DataFusionError) -> Error {
    let (kind, message) = match Cause::of(&error) {
        Cause::Raised(raised) => return Error::Execution(raised.to_error()),
        Cause::Plan(plan) => return Error::Plan(plan.clone()),
        Cause::Io(target) => return Error::Io(IoError { target, source: Box::new(error) }),
        Cause::Kind(kind, message) => (kind, message),
        Cause::Unknown(message) => (ExecutionErrorKind::Other, message),
    };
    let source = Some(Box::new(error) as _);
    Error::Execution(ExecutionError { kind, table: None, column: None, row: None, message, source })
}

/// The innermost reason of an engine's error.
enum Cause<'a> {
    Raised(&'a Raised),
    Plan(&'a PlanError),
    Io(String),
    Kind(ExecutionErrorKind, String),
    Unknown(String),
}

impl<'a> Cause<'a> {
    fn of(error: &'a DataFusionError) -> Self {
        use DataFusionError as D;
        match error {
            D::Context(_, inner) | D::Diagnostic(_, inner) => Self::of(inner),
            D::Shared(inner) => Self::of(inner),
            D::Collection(all) => match all.first() {
                Some(first) => Self::of(first),
                None => Self::Unknown(error.to_string()),
            },
            D::External(inner) => Self::of_external(inner.as_ref()),
            D::ArrowError(inner, _) => Self::of_arrow(inner),
            D::ObjectStore(inner) => Self::Io(inner.to_string()),
            D::IoError(inner) => Self::Io(inner.to_string()),
            D::ParquetError(inner) => Self::Kind(ExecutionErrorKind::Data, inner.to_string()),
            D::ResourcesExhausted(message) => Self::Kind(ExecutionErrorKind::ResourcesExhausted, message.clone()),
            D::NotImplemented(message) | D::Plan(message) | D::Execution(message) => Self::Unknown(message.clone()),
            _ => Self::Unknown(error.strip_backtrace()),
        }
    }

    fn of_external(error: &'a (dyn StdError + Send + Sync + 'static)) -> Self {
        if let Some(raised) = error.downcast_ref::<Raised>() {
            Self::Raised(raised)
        } else if let Some(plan) = error.downcast_ref::<PlanError>() {
            Self::Plan(plan)
        } else if let Some(inner) = error.downcast_ref::<DataFusionError>() {
            Self::of(inner)
        } else if let Some(inner) = error.downcast_ref::<ArrowError>() {
            Self::of_arrow(inner)
        } else {
            Self::Unknown(error.to_string())
        }
    }

    fn of_arrow(error: &'a ArrowError) -> Self {
        use ExecutionErrorKind as Kind;
        match error {
            ArrowError::ExternalError(inner) => Self::of_external(inner.as_ref()),
            ArrowError::DivideByZero => Self::Kind(Kind::DivisionByZero, "division by zero".to_owned()),
            ArrowError::ArithmeticOverflow(message) => Self::Kind(Kind::Overflow, message.clone()),
            ArrowError::CastError(message) | ArrowError::ParseError(message) => Self::Kind(Kind::Cast, message.clone()),
            ArrowError::IoError(message, _) => Self::Io(message.clone()),
            ArrowError::InvalidArgumentError(message) => Self::Kind(Kind::Argument, message.clone()),
            ArrowError::ParquetError(message) => Self::Kind(Kind::Data, message.clone()),
            other => Self::Unknown(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn the_innermost_cause_decides() {
        let raised = Raised {
            kind: ExecutionErrorKind::UnexpectedNull,
            table: Some("t".to_owned()),
            column: Some("x".to_owned()),
            row: Some(3),
            message: "unexpected NULL".to_owned(),
        };
        let wrapped = DataFusionError::Shared(Arc::new(raised.into_engine().context("while joining")));
        assert_eq!(execution(wrapped).to_string(), "table t: row 3, column x: unexpected NULL");

        let division = DataFusionError::from(ArrowError::DivideByZero);
        let Error::Execution(error) = execution(division) else { panic!("not an execution error") };
        assert_eq!(
            (error.kind, error.to_string()),
            (ExecutionErrorKind::DivisionByZero, "division by zero".to_owned())
        );
    }
}
