//! Whole plans against hand-worked messages: one file per family.

mod expressions;
mod functions;
mod plans;
mod relations;
mod windows;
