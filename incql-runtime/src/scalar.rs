//! Resolved, typed expression trees over the columns of a plan node: immutable, shared, hashed once when built.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use arrow::datatypes::DataType;

use crate::function::{FunctionDef, NullRule, Volatility};
use crate::functions::lossless::is_lossless;
use crate::value::Value;

/// A shared expression with its type, nullability, structural hash and properties.
#[derive(Clone, Debug)]
pub struct Scalar(Arc<ScalarNode>);

#[derive(Debug)]
struct ScalarNode {
    kind: ScalarKind,
    data_type: DataType,
    nullable: bool,
    hash: u64,
    properties: Properties,
}

/// What rules must know of an expression without walking it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// Two evaluations may differ.
    pub volatile: bool,
    /// Evaluation may fail on some row.
    pub raises: bool,
    /// Levels of nesting, 1 for a leaf.
    pub depth: u32,
    /// Number of nodes, saturating.
    pub size: u32,
}

/// The forms of a resolved expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ScalarKind {
    /// A column of the node's input (left columns, then right ones, under a join).
    Column(usize),
    /// A field of a struct value, by position.
    FieldAccess {
        /// The struct.
        input: Scalar,
        /// The field's position.
        field: usize,
    },
    /// A constant of the node's type.
    Literal(Value),
    /// A scalar function over arguments that already have the types its rule asks for.
    Call {
        /// The function.
        function: &'static FunctionDef,
        /// The arguments.
        arguments: Arc<[Scalar]>,
    },
    /// A cast to the node's type.
    Cast {
        /// What is cast.
        input: Scalar,
        /// What a value that does not fit gives.
        mode: CastMode,
    },
    /// The first branch whose condition is true, else `otherwise`.
    Case {
        /// Condition and value.
        branches: Arc<[(Scalar, Scalar)]>,
        /// The value when none holds.
        otherwise: Scalar,
    },
    /// Whether `value` equals an element, in three-valued logic.
    InList {
        /// The value looked for.
        value: Scalar,
        /// The elements, of the value's type.
        list: Arc<[Scalar]>,
    },
}

/// What a cast does with a value that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastMode {
    /// The query fails.
    Strict,
    /// NULL.
    Try,
}

impl Scalar {
    /// The expression's form.
    pub fn kind(&self) -> &ScalarKind {
        &self.0.kind
    }

    /// Its Arrow type.
    pub fn data_type(&self) -> &DataType {
        &self.0.data_type
    }

    /// Whether it can be NULL.
    pub fn is_nullable(&self) -> bool {
        self.0.nullable
    }

    /// The structural hash, equal for equal expressions in every process.
    pub fn structural_hash(&self) -> u64 {
        self.0.hash
    }

    /// Facts about the whole tree.
    pub fn properties(&self) -> Properties {
        self.0.properties
    }

    /// The value, if this is a constant.
    pub fn literal(&self) -> Option<&Value> {
        match self.kind() {
            ScalarKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// A reference to column `index` of the input.
    pub fn column(index: usize, data_type: DataType, nullable: bool) -> Self {
        Self::build(ScalarKind::Column(index), data_type, nullable, false, false)
    }

    /// A constant of `data_type`.
    pub fn constant(value: Value, data_type: DataType) -> Self {
        let nullable = value == Value::Null;
        Self::build(ScalarKind::Literal(value), data_type, nullable, false, false)
    }

    /// Field `field` of a struct; NULL when the struct is. `None` when `input` has no such field.
    pub fn field_access(input: Self, field: usize) -> Option<Self> {
        let DataType::Struct(fields) = input.data_type() else { return None };
        let found = fields.get(field)?.clone();
        let nullable = input.is_nullable() || found.is_nullable();
        let kind = ScalarKind::FieldAccess { input, field };
        Some(Self::build(kind, found.data_type().clone(), nullable, false, false))
    }

    /// A call whose arguments are already coerced; the function's null rule decides nullability, with `declared`
    /// for [`NullRule::Declared`].
    pub fn call(function: &'static FunctionDef, arguments: Vec<Self>, result: DataType, declared: bool) -> Self {
        let nullable = match function.nulls {
            NullRule::Mirror => arguments.iter().any(Self::is_nullable),
            NullRule::Never => false,
            NullRule::Always => true,
            NullRule::Declared => declared,
        };
        let volatile = function.volatility == Volatility::Volatile;
        let kind = ScalarKind::Call { function, arguments: arguments.into() };
        Self::build(kind, result, nullable, volatile, function.raises)
    }

    /// A cast of `input` to `data_type`; the same expression when it already has that type.
    pub fn cast(input: Self, data_type: DataType, mode: CastMode) -> Self {
        if input.data_type() == &data_type {
            return input;
        }
        let nullable = input.is_nullable() || mode == CastMode::Try;
        let raises = mode == CastMode::Strict && !is_lossless(input.data_type(), &data_type);
        Self::build(ScalarKind::Cast { input, mode }, data_type, nullable, false, raises)
    }

    /// A conditional whose values all have one type.
    pub fn case(branches: Vec<(Self, Self)>, otherwise: Self) -> Self {
        let data_type = otherwise.data_type().clone();
        let nullable = otherwise.is_nullable() || branches.iter().any(|(_, value)| value.is_nullable());
        let kind = ScalarKind::Case { branches: branches.into(), otherwise };
        Self::build(kind, data_type, nullable, false, false)
    }

    /// Membership in a list of expressions of the value's type.
    pub fn in_list(value: Self, list: Vec<Self>) -> Self {
        let nullable = value.is_nullable() || list.iter().any(Self::is_nullable);
        let kind = ScalarKind::InList { value, list: list.into() };
        Self::build(kind, DataType::Boolean, nullable, false, false)
    }

    /// The direct subexpressions, left to right.
    pub fn children(&self) -> Vec<&Self> {
        match self.kind() {
            ScalarKind::Column(_) | ScalarKind::Literal(_) => Vec::new(),
            ScalarKind::FieldAccess { input, .. } | ScalarKind::Cast { input, .. } => vec![input],
            ScalarKind::Call { arguments, .. } => arguments.iter().collect(),
            ScalarKind::Case { branches, otherwise } => {
                branches.iter().flat_map(|(c, v)| [c, v]).chain([otherwise]).collect()
            }
            ScalarKind::InList { value, list } => std::iter::once(value).chain(list.iter()).collect(),
        }
    }

    /// This expression with its direct subexpressions replaced, in the order of [`Scalar::children`]; types must be
    /// those of the originals (nullability may differ and is derived again).
    #[must_use]
    pub fn with_children(&self, children: Vec<Self>) -> Self {
        let mut next = children.into_iter();
        let mut take = |original: &Self| next.next().unwrap_or_else(|| original.clone());
        match self.kind() {
            ScalarKind::Column(_) | ScalarKind::Literal(_) => self.clone(),
            ScalarKind::FieldAccess { input, field } => {
                Self::field_access(take(input), *field).unwrap_or_else(|| self.clone())
            }
            ScalarKind::Cast { input, mode } => Self::cast(take(input), self.data_type().clone(), *mode),
            ScalarKind::Call { function, arguments } => {
                let arguments = arguments.iter().map(take).collect();
                Self::call(function, arguments, self.data_type().clone(), self.is_nullable())
            }
            ScalarKind::Case { branches, otherwise } => {
                let branches = branches.iter().map(|(c, v)| (take(c), take(v))).collect();
                Self::case(branches, take(otherwise))
            }
            ScalarKind::InList { value, list } => {
                let value = take(value);
                Self::in_list(value, list.iter().map(take).collect())
            }
        }
    }

    /// Rebuilds the tree bottom up; `replace` sees each rebuilt node and may answer another.
    #[must_use]
    pub fn transform(&self, replace: &mut dyn FnMut(&Self) -> Option<Self>) -> Self {
        let children: Vec<&Self> = self.children();
        let mut changed = false;
        let rebuilt: Vec<Self> = children
            .iter()
            .map(|child| {
                let new = child.transform(replace);
                changed |= !Arc::ptr_eq(&new.0, &child.0);
                new
            })
            .collect();
        let node = if changed { self.with_children(rebuilt) } else { self.clone() };
        replace(&node).unwrap_or(node)
    }

    /// Visits the tree, parents first.
    pub fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        for child in self.children() {
            child.visit(see);
        }
    }

    fn build(kind: ScalarKind, data_type: DataType, nullable: bool, volatile: bool, raises: bool) -> Self {
        let mut hasher = DefaultHasher::new();
        kind.hash(&mut hasher);
        data_type.hash(&mut hasher);
        nullable.hash(&mut hasher);
        let node = ScalarNode { kind, data_type, nullable, hash: hasher.finish(), properties: Properties::default() };
        let mut scalar = Self(Arc::new(node));
        let mut properties = Properties { volatile, raises, depth: 1, size: 1 };
        for child in scalar.children() {
            let below = child.properties();
            properties.volatile |= below.volatile;
            properties.raises |= below.raises;
            properties.depth = properties.depth.max(below.depth.saturating_add(1));
            properties.size = properties.size.saturating_add(below.size);
        }
        if let Some(node) = Arc::get_mut(&mut scalar.0) {
            node.properties = properties;
        }
        scalar
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.hash == other.0.hash
                && self.0.nullable == other.0.nullable
                && self.0.data_type == other.0.data_type
                && self.0.kind == other.0.kind)
    }
}

impl Eq for Scalar {}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

/// A sort key: expression, direction, and where nulls go. Every plan states all three.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SortKey {
    /// The value sorted by.
    pub expression: Scalar,
    /// Largest first.
    pub descending: bool,
    /// NULLs before all values.
    pub nulls_first: bool,
}

/// An aggregate call of an Aggregate node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    /// The aggregate function.
    pub function: &'static FunctionDef,
    /// Coerced arguments over the node's input.
    pub arguments: Vec<Scalar>,
    /// Equal argument values count once.
    pub distinct: bool,
    /// Only rows where this is true, decided before `distinct`.
    pub filter: Option<Scalar>,
    /// The order in which rows are seen, where it matters.
    pub order: Vec<SortKey>,
    /// The result's type.
    pub data_type: DataType,
    /// Whether the result can be NULL.
    pub nullable: bool,
}

/// A window call of a Window node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WindowCall {
    /// The window or aggregate function.
    pub function: &'static FunctionDef,
    /// Coerced arguments over the node's input.
    pub arguments: Vec<Scalar>,
    /// Equal argument values count once (aggregates only).
    pub distinct: bool,
    /// Only rows where this is true (aggregates only).
    pub filter: Option<Scalar>,
    /// NULL argument values are skipped (lag, lead, first_value, last_value, nth_value).
    pub ignore_nulls: bool,
    /// Rows are compared only within equal values of these.
    pub partition: Vec<Scalar>,
    /// The order within a partition.
    pub order: Vec<SortKey>,
    /// The rows a value is computed from.
    pub frame: Frame,
    /// The result's type.
    pub data_type: DataType,
    /// Whether the result can be NULL.
    pub nullable: bool,
}

/// The rows of a partition that a window value is computed from. The default, as in SQL: with an order,
/// `RANGE UNBOUNDED PRECEDING .. CURRENT ROW`; without one, the whole partition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// How offsets count.
    pub unit: FrameUnit,
    /// The first row.
    pub start: FrameBound,
    /// The last row.
    pub end: FrameBound,
}

/// How a frame's offsets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameUnit {
    /// Physical rows.
    Rows,
    /// Distance in the one sort key's value; peers are in.
    Range,
}

/// One end of a frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameBound {
    /// The partition's first row.
    UnboundedPreceding,
    /// This far before the current row: a constant (integer for rows; the key's distance type for range).
    Preceding(Scalar),
    /// The current row (and its peers, for range).
    CurrentRow,
    /// This far after the current row.
    Following(Scalar),
    /// The partition's last row.
    UnboundedFollowing,
}
