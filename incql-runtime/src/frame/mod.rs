//! Frames: typed handles on a plan's tip. Every verb makes a new frame and leaves this one as it is; a frame that
//! could not be built carries its error until somebody uses it.

pub mod explain;
pub mod group;
pub mod join;
pub mod levels;
pub mod place;
pub mod source;
mod steps;
pub mod verbs;

pub use explain::Explanation;
pub use group::GroupedFrame;
pub use source::Source;

use std::fmt;
use std::marker::PhantomData;

use crate::error::{PlanError, SourceLocation};
use crate::expr::column::ColumnCursor;
use crate::expr::node::Scope;
use crate::prism::plan::Plan;
use crate::prism::view::View;
use crate::row::{FieldList, Model, Row};
use crate::schema::Schema;
use crate::substrait::{self, SubstraitPlan};

/// A plan, or why there is none.
pub(crate) type Tip = Result<Plan, PlanError>;

/// A deferred, bounded relation whose rows are `T`.
///
/// A frame is a handle: cloning it is free, its verbs take it by reference, and nothing executes until a session
/// collects it.
pub struct LazyFrame<T> {
    tip: Tip,
    row: PhantomData<fn() -> T>,
}

impl<T> Clone for LazyFrame<T> {
    fn clone(&self) -> Self {
        Self::from_tip(self.tip.clone())
    }
}

impl<T> fmt::Debug for LazyFrame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyFrame").field(&self.tip).finish()
    }
}

impl<T> LazyFrame<T> {
    /// A frame over a plan, or over the reason why there is none.
    pub(crate) fn from_tip(tip: Tip) -> Self {
        Self { tip, row: PhantomData }
    }

    /// The authored plan.
    ///
    /// # Errors
    /// The first verb that could not be built.
    pub(crate) fn plan(&self) -> Result<&Plan, PlanError> {
        self.tip.as_ref().map_err(Clone::clone)
    }

    /// The columns that come out: names, Arrow types, nullability.
    ///
    /// # Errors
    /// The first verb that could not be built.
    pub fn schema(&self) -> Result<&Schema, PlanError> {
        Ok(self.plan()?.schema())
    }

    /// The Substrait plan of this frame; equal frames make equal plans, in every process.
    ///
    /// # Errors
    /// The first verb that could not be built, or what has no encoding.
    pub fn to_substrait(&self) -> Result<SubstraitPlan, PlanError> {
        substrait::lower(View::of(self.plan()?)?.plan())
    }

    /// The Substrait plan as protobuf bytes.
    ///
    /// # Errors
    /// As for [`LazyFrame::to_substrait`], and a plan that nests deeper than protobuf readers accept.
    pub fn to_substrait_bytes(&self) -> Result<Vec<u8>, PlanError> {
        Ok(self.to_substrait()?.to_bytes()?)
    }
}

impl<T: Row> LazyFrame<T> {
    /// The rows of a table that the session binds by name, with `T`'s columns.
    ///
    /// The parts of the name (catalog, schema, table) are used byte for byte.
    #[track_caller]
    pub fn table<N: AsRef<str>>(name: impl IntoIterator<Item = N>) -> Self {
        let parts: Vec<N> = name.into_iter().collect();
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        Self::from_tip(steps::table(&parts, &FieldList::of::<T>(), SourceLocation::caller()))
    }

    /// The scope of one closure call and the companion numbered in it.
    fn scope() -> (Scope, T::Columns) {
        let scope = Scope::new(T::fields);
        (scope, T::columns(&mut ColumnCursor::new(scope)))
    }
}

impl<T: Model> LazyFrame<T> {
    /// Rows that become part of the plan. Large data belongs into a session.
    #[track_caller]
    pub fn from_rows(rows: Vec<T>) -> Self {
        let values = rows.iter().map(T::values).collect::<Result<Vec<_>, _>>();
        Self::from_tip(steps::rows(values, &FieldList::of::<T>(), SourceLocation::caller()))
    }
}
