//! A constant in an expression: one value with its bits, compared and hashed by identity of representation.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A constant. Its Arrow type stands beside it wherever it is used, so `Decimal` holds the unscaled digits only and
/// dates and times hold Arrow's integer (days since 1970-01-01; microseconds).
#[derive(Clone, Debug)]
pub enum Value {
    /// SQL NULL.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A signed integer of any width.
    Int(i64),
    /// An unsigned integer of any width.
    UInt(u64),
    /// A 32-bit float.
    Float32(f32),
    /// A 64-bit float.
    Float64(f64),
    /// UTF-8 text.
    Text(Arc<str>),
    /// Bytes.
    Binary(Arc<[u8]>),
    /// Unscaled digits; the scale is in the type.
    Decimal(i128),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since midnight.
    Time(i64),
    /// Microseconds since 1970-01-01T00:00:00 (UTC when the type has a zone).
    Timestamp(i64),
    /// Months, days, nanoseconds.
    Interval {
        /// Calendar months.
        months: i32,
        /// Calendar days.
        days: i32,
        /// Nanoseconds.
        nanos: i64,
    },
    /// A list.
    List(Arc<[Value]>),
    /// A struct's fields in order.
    Struct(Arc<[Value]>),
    /// A map's entries in order.
    Map(Arc<[(Value, Value)]>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            (Self::Int(a), Self::Int(b)) | (Self::Time(a), Self::Time(b)) => a == b,
            (Self::Timestamp(a), Self::Timestamp(b)) => a == b,
            (Self::UInt(a), Self::UInt(b)) => a == b,
            (Self::Float32(a), Self::Float32(b)) => a.to_bits() == b.to_bits(),
            (Self::Float64(a), Self::Float64(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Binary(a), Self::Binary(b)) => a == b,
            (Self::Decimal(a), Self::Decimal(b)) => a == b,
            (Self::Date(a), Self::Date(b)) => a == b,
            (Self::Interval { months, days, nanos }, Self::Interval { months: m, days: d, nanos: n }) => {
                (months, days, nanos) == (m, d, n)
            }
            (Self::List(a), Self::List(b)) | (Self::Struct(a), Self::Struct(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Null => {}
            Self::Boolean(v) => v.hash(state),
            Self::Int(v) | Self::Time(v) | Self::Timestamp(v) => v.hash(state),
            Self::UInt(v) => v.hash(state),
            Self::Float32(v) => v.to_bits().hash(state),
            Self::Float64(v) => v.to_bits().hash(state),
            Self::Text(v) => v.hash(state),
            Self::Binary(v) => v.hash(state),
            Self::Decimal(v) => v.hash(state),
            Self::Date(v) => v.hash(state),
            Self::Interval { months, days, nanos } => (months, days, nanos).hash(state),
            Self::List(v) | Self::Struct(v) => v.hash(state),
            Self::Map(v) => v.hash(state),
        }
    }
}
