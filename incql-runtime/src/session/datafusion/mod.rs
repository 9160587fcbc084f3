//! DataFusion as the engine behind a session.

pub mod consume;
mod kernel;
