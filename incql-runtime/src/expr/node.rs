//! Untyped authored expressions: what typed handles build, before a plan node gives columns their types.

use std::sync::Arc;

use arrow::datatypes::DataType;

use crate::error::PlanError;
use crate::function::FunctionDef;
use crate::row::FieldList;
use crate::scalar::{CastMode, FrameUnit};
use crate::value::Value;

/// Nesting beyond this is refused with a typed error, so that no walk over an expression can exhaust the stack.
pub const MAX_DEPTH: u32 = 400;

/// A shared authored expression.
#[derive(Clone, Debug)]
pub struct Node(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kind: NodeKind,
    depth: u32,
}

/// Identifies one verb's closure call, so that a column cannot be used outside the query it belongs to, and knows the
/// row type's fields, so that an error can name the column.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    id: u64,
    fields: fn(&mut FieldList),
}

impl Scope {
    /// A scope of the row type with these fields, unlike any other of this process (the standard library's hasher
    /// keys are distinct by construction).
    pub fn new(fields: fn(&mut FieldList)) -> Self {
        use std::hash::BuildHasher;
        Self { id: std::collections::hash_map::RandomState::new().hash_one(()), fields }
    }

    /// The top-level fields of the row that this scope's columns belong to.
    pub fn fields(&self) -> FieldList {
        let mut list = FieldList::default();
        (self.fields)(&mut list);
        list
    }
}

impl PartialEq for Scope {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Scope {}

/// The forms of an authored expression.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// The column with this depth-first position in the row of `scope`.
    Column {
        /// The verb call whose row this is.
        scope: Scope,
        /// Depth-first position.
        index: u32,
    },
    /// The group key at this position.
    Key {
        /// The verb call whose keys these are.
        scope: Scope,
        /// Position among the keys.
        index: u32,
    },
    /// A constant; `data_type` is its own, before it takes another operand's.
    Literal {
        /// The value.
        value: Value,
        /// Its Arrow type.
        data_type: DataType,
    },
    /// A scalar function.
    Call {
        /// The function.
        function: &'static FunctionDef,
        /// Its arguments.
        arguments: Vec<Node>,
    },
    /// A cast.
    Cast {
        /// What is cast.
        input: Node,
        /// To what.
        data_type: DataType,
        /// What a value that does not fit gives.
        mode: CastMode,
    },
    /// A conditional; without `otherwise` it is NULL.
    Case {
        /// Condition and value.
        branches: Vec<(Node, Node)>,
        /// The value when none holds.
        otherwise: Option<Node>,
    },
    /// Membership in a list.
    InList {
        /// The value.
        value: Node,
        /// The elements.
        list: Vec<Node>,
    },
    /// An aggregate.
    Aggregate(AggregateNode),
    /// A window call.
    Window(WindowNode),
    /// An expression that could not be built.
    Invalid(PlanError),
}

/// An authored aggregate with its modifiers.
#[derive(Clone, Debug)]
pub struct AggregateNode {
    /// The function.
    pub function: &'static FunctionDef,
    /// Its arguments.
    pub arguments: Vec<Node>,
    /// Equal values count once.
    pub distinct: bool,
    /// Only rows where this is true.
    pub filter: Option<Node>,
    /// The order in which rows are seen.
    pub order: Vec<OrderNode>,
}

/// An authored window call.
#[derive(Clone, Debug)]
pub struct WindowNode {
    /// The call; `order` of the aggregate is unused here.
    pub call: AggregateNode,
    /// NULL argument values are skipped.
    pub ignore_nulls: bool,
    /// Partition keys.
    pub partition: Vec<Node>,
    /// Sort keys.
    pub order: Vec<OrderNode>,
    /// The frame, if one was written.
    pub frame: Option<FrameNode>,
}

/// An authored sort key.
#[derive(Clone, Debug)]
pub struct OrderNode {
    /// The value sorted by.
    pub node: Node,
    /// Largest first.
    pub descending: bool,
    /// NULLs before all values.
    pub nulls_first: bool,
}

/// An authored frame.
#[derive(Clone, Debug)]
pub struct FrameNode {
    /// How offsets count.
    pub unit: FrameUnit,
    /// The first row.
    pub start: BoundNode,
    /// The last row.
    pub end: BoundNode,
}

/// An authored frame bound.
#[derive(Clone, Debug)]
pub enum BoundNode {
    /// The partition's first row.
    UnboundedPreceding,
    /// This far before.
    Preceding(Node),
    /// The current row.
    CurrentRow,
    /// This far after.
    Following(Node),
    /// The partition's last row.
    UnboundedFollowing,
}

impl Node {
    /// A node of this form; too deep a tree becomes [`NodeKind::Invalid`].
    pub fn new(kind: NodeKind) -> Self {
        let depth = 1 + children(&kind).iter().map(|child| child.0.depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            let message = format!("an expression is nested deeper than {MAX_DEPTH} levels");
            return Self(Arc::new(Inner { kind: NodeKind::Invalid(PlanError::new(message)), depth: 1 }));
        }
        Self(Arc::new(Inner { kind, depth }))
    }

    /// The form.
    pub fn kind(&self) -> &NodeKind {
        &self.0.kind
    }

    /// The direct subexpressions.
    pub(crate) fn children(&self) -> Vec<&Self> {
        children(self.kind())
    }

    /// The address, if other expressions share this one: a key for maps that live no longer than the expression.
    pub(crate) fn shared_address(&self) -> Option<usize> {
        (Arc::strong_count(&self.0) > 1).then(|| Arc::as_ptr(&self.0) as usize)
    }

    /// A call of `function`.
    pub fn call(function: &'static FunctionDef, arguments: Vec<Self>) -> Self {
        Self::new(NodeKind::Call { function, arguments })
    }

    /// A call of an associative function, with nested calls of the same function spread into one.
    pub fn call_flat(function: &'static FunctionDef, arguments: Vec<Self>) -> Self {
        let mut flat = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match argument.kind() {
                NodeKind::Call { function: inner, arguments } if *inner == function => {
                    flat.extend(arguments.iter().cloned());
                }
                _ => flat.push(argument),
            }
        }
        Self::call(function, flat)
    }

    /// An aggregate call without modifiers.
    pub fn aggregate(function: &'static FunctionDef, arguments: Vec<Self>) -> Self {
        let (distinct, filter, order) = (false, None, Vec::new());
        Self::new(NodeKind::Aggregate(AggregateNode { function, arguments, distinct, filter, order }))
    }

    /// A constant.
    pub fn literal(value: Value, data_type: DataType) -> Self {
        Self::new(NodeKind::Literal { value, data_type })
    }
}

fn children(kind: &NodeKind) -> Vec<&Node> {
    match kind {
        NodeKind::Column { .. } | NodeKind::Key { .. } | NodeKind::Literal { .. } | NodeKind::Invalid(_) => Vec::new(),
        NodeKind::Call { arguments, .. } => arguments.iter().collect(),
        NodeKind::Cast { input, .. } => vec![input],
        NodeKind::Case { branches, otherwise } => {
            branches.iter().flat_map(|(c, v)| [c, v]).chain(otherwise.as_ref()).collect()
        }
        NodeKind::InList { value, list } => std::iter::once(value).chain(list).collect(),
        NodeKind::Aggregate(call) => aggregate_children(call),
        NodeKind::Window(window) => {
            let mut nodes = aggregate_children(&window.call);
            nodes.extend(&window.partition);
            nodes.extend(window.order.iter().map(|key| &key.node));
            nodes
        }
    }
}

fn aggregate_children(call: &AggregateNode) -> Vec<&Node> {
    call.arguments.iter().chain(call.filter.as_ref()).chain(call.order.iter().map(|key| &key.node)).collect()
}
