//! Whole plans against hand-worked messages: one file per family.

mod expressions;
mod extension_files;
mod functions;
mod plans;
mod relations;
mod windows;
