//! Everything that expansions may name; no part of it is meant to be written by hand.

pub use core::prelude::v1::derive;
pub use std::clone::Clone;
pub use std::fmt;
pub use std::fmt::Debug;
pub use std::iter::Iterator;
pub use std::marker::Copy;
pub use std::ops::Deref;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{str, u32};
pub use std::result::Result::{self, Ok};
pub use std::string::String;
pub use std::vec::Vec;

pub use arrow::array::ArrayRef;
pub use arrow::datatypes::DataType;

pub use crate::error::{DecodeError, EncodeError};
pub use crate::expr::arithmetic::*;
pub use crate::expr::bare::{self, NotAColumn, only_variable, replacing};
pub use crate::expr::column::{Column, ColumnCursor, Key};
pub use crate::expr::compare::*;
pub use crate::expr::logic::*;
pub use crate::expr::node::Scope;
pub use crate::expr::operand::Operand;
pub use crate::frame::place::*;
pub use crate::frame::{GroupedFrame, LazyFrame, Source};
pub use crate::functions::*;
pub use crate::literal;
pub use crate::row::{
    BaseCompanion, BatchReader, Companion, Field, FieldList, Items, KeySelection, Model, NoBase, NoMoreColumns, Over,
    Row, RowBase, Selection, field, star,
};
pub use crate::types::slots::required;
pub use crate::types::{
    BaseType, ColumnMode, ColumnType, Fields, Mode, Optional, Plain, Projecting, Required, Slots, structure,
};
pub use crate::value::Value;
