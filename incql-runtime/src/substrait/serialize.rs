//! Plans as bytes and JSON and back. A plan that readers would refuse for its depth is refused when it is written.

use std::fmt;

use prost::Message;
use substrait::proto;

use super::SubstraitPlan;
use super::depth::{MAX_LEVELS, levels};
use crate::error::PlanError;

/// A plan that cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SerializeError {
    /// The plan nests deeper than protobuf readers accept.
    TooDeep {
        /// Its deepest level.
        levels: usize,
    },
    /// The input is no Substrait plan.
    Unreadable(String),
    /// The plan has no JSON form.
    Json(String),
}

impl fmt::Display for SerializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep { levels } => write!(
                f,
                "the plan nests {levels} protobuf levels deep and readers stop at {MAX_LEVELS}: execute it in a session, \
                 which takes it in memory, or split the query"
            ),
            Self::Unreadable(reason) => write!(f, "this is no Substrait plan: {reason}"),
            Self::Json(reason) => write!(f, "the plan cannot be written as JSON: {reason}"),
        }
    }
}

impl std::error::Error for SerializeError {}

impl From<SerializeError> for PlanError {
    fn from(error: SerializeError) -> Self {
        Self::new(error.to_string())
    }
}

impl SubstraitPlan {
    /// The plan as protobuf bytes, equal for equal frames in every run and process.
    ///
    /// # Errors
    /// [`SerializeError::TooDeep`] when readers would stop before the plan's deepest part.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SerializeError> {
        self.check_depth()?;
        Ok(self.as_proto().encode_to_vec())
    }

    /// The plan as protobuf's JSON.
    ///
    /// # Errors
    /// [`SerializeError::TooDeep`] as for [`SubstraitPlan::to_bytes`].
    pub fn to_json(&self) -> Result<String, SerializeError> {
        self.check_depth()?;
        serde_json::to_string_pretty(self.as_proto()).map_err(|error| SerializeError::Json(error.to_string()))
    }

    /// The plan of protobuf bytes.
    ///
    /// # Errors
    /// [`SerializeError::Unreadable`] when the bytes are no Substrait plan.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SerializeError> {
        let plan = proto::Plan::decode(bytes).map_err(|error| SerializeError::Unreadable(error.to_string()))?;
        Ok(Self::from(plan))
    }

    /// The plan of protobuf's JSON.
    ///
    /// # Errors
    /// [`SerializeError::Unreadable`] when the text is no Substrait plan.
    pub fn from_json(text: &str) -> Result<Self, SerializeError> {
        let plan: proto::Plan =
            serde_json::from_str(text).map_err(|error| SerializeError::Unreadable(error.to_string()))?;
        Ok(Self::from(plan))
    }

    fn check_depth(&self) -> Result<(), SerializeError> {
        match levels(self.as_proto()) {
            levels if levels > MAX_LEVELS => Err(SerializeError::TooDeep { levels }),
            _ => Ok(()),
        }
    }
}
