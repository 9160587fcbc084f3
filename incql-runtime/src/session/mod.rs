//! The session: names are bound to data, plans are run.

pub mod datafusion;
