//! The operators: one small struct each, holding what is particular to it; inputs stand in the plan node.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::record_batch::RecordBatch;

use crate::scalar::{Measure, Scalar, SortKey, WindowCall};
use crate::value::Value;

/// A relational operator.
#[derive(Clone, Debug)]
pub enum Operator {
    /// Rows from outside.
    Read(Read),
    /// Rows where a predicate is true.
    Filter(Filter),
    /// New columns from old ones.
    Project(Project),
    /// Pairs of rows.
    Join(Join),
    /// One row per group.
    Aggregate(Aggregate),
    /// Columns computed over other rows, appended to the input's.
    Window(Window),
    /// Rows in an order.
    Sort(Sort),
    /// Some rows by position.
    Fetch(Fetch),
}

/// A source. The node's schema is the declared one.
#[derive(Clone, Debug)]
pub struct Read {
    /// Where rows come from.
    pub source: Source,
}

/// Where a Read's rows come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A table the session binds by name; each part is used byte for byte.
    Table(Arc<[Arc<str>]>),
    /// Rows written into the plan.
    Rows(Arc<[Vec<Value>]>),
    /// Batches in memory, bound at execution under a name made from `id`.
    Memory {
        /// A content-independent number, unique among the frames of a program that are alive together.
        id: u64,
        /// The data, of the node's schema.
        batches: Arc<[RecordBatch]>,
    },
}

/// Keeps rows where `predicate` is true (neither false nor NULL).
#[derive(Clone, Debug)]
pub struct Filter {
    /// A boolean over the input's columns.
    pub predicate: Scalar,
}

/// Computes columns; the node's schema names them.
#[derive(Clone, Debug)]
pub struct Project {
    /// What the output consists of.
    pub columns: Projection,
}

/// The output of a projection.
#[derive(Clone, Debug)]
pub enum Projection {
    /// Exactly these expressions, in order.
    Select(Arc<[Scalar]>),
    /// All input columns, with some replaced (by position) and some appended, in order.
    With {
        /// Position in the input and the new value.
        replaced: Arc<[(usize, Scalar)]>,
        /// Values after the last input column.
        appended: Arc<[Scalar]>,
    },
}

/// How rows pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinKind {
    /// Pairs that match.
    Inner,
    /// And left rows that match none, with NULLs.
    Left,
    /// And right rows that match none, with NULLs.
    Right,
    /// And both.
    Full,
    /// Left rows that match.
    Semi,
    /// Left rows that match none.
    Anti,
    /// All pairs.
    Cross,
}

/// Pairs rows of two inputs.
#[derive(Clone, Debug)]
pub struct Join {
    /// Which pairs and rows come out.
    pub kind: JoinKind,
    /// Over the left columns, then the right ones; `None` only for a cross join.
    pub on: Option<Scalar>,
}

/// Groups rows by `keys` (one group when there is none) and computes `measures`. Output: keys, then measures.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// Grouping expressions.
    pub keys: Arc<[Scalar]>,
    /// Aggregates; none means distinct keys.
    pub measures: Arc<[Measure]>,
}

/// Appends one column per call to the input's columns.
#[derive(Clone, Debug)]
pub struct Window {
    /// The calls.
    pub calls: Arc<[WindowCall]>,
}

/// Orders rows.
#[derive(Clone, Debug)]
pub struct Sort {
    /// Most significant key first.
    pub keys: Arc<[SortKey]>,
}

/// Skips `offset` rows, then keeps `count` (all when `None`).
#[derive(Clone, Debug)]
pub struct Fetch {
    /// Rows skipped.
    pub offset: u64,
    /// Rows kept.
    pub count: Option<u64>,
}

impl Operator {
    /// The operator's name as plans are printed.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Read(_) => "Read",
            Self::Filter(_) => "Filter",
            Self::Project(_) => "Project",
            Self::Join(_) => "Join",
            Self::Aggregate(_) => "Aggregate",
            Self::Window(_) => "Window",
            Self::Sort(_) => "Sort",
            Self::Fetch(_) => "Fetch",
        }
    }
}

/// Hashes what equality of operators means, inputs aside.
impl Hash for Operator {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Read(read) => read.source.hash(state),
            Self::Filter(filter) => filter.predicate.hash(state),
            Self::Project(project) => project.columns.hash(state),
            Self::Join(join) => (join.kind, &join.on).hash(state),
            Self::Aggregate(aggregate) => (&aggregate.keys, &aggregate.measures).hash(state),
            Self::Window(window) => window.calls.hash(state),
            Self::Sort(sort) => sort.keys.hash(state),
            Self::Fetch(fetch) => (fetch.offset, fetch.count).hash(state),
        }
    }
}

impl Hash for Source {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Table(parts) => parts.hash(state),
            Self::Rows(rows) => rows.hash(state),
            Self::Memory { id, .. } => id.hash(state),
        }
    }
}

impl Hash for Projection {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Select(items) => items.hash(state),
            Self::With { replaced, appended } => (replaced, appended).hash(state),
        }
    }
}
