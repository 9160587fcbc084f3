//! Authored expressions to typed ones: every column gets its position, every function its types, every implicit
//! conversion becomes a cast or a folded constant. Where aggregates, keys and windows may stand is the stage's matter.

use std::collections::HashMap;

use arrow::datatypes::DataType;

use super::coerce::coerce;
use super::layout::Layout;
use crate::error::PlanError;
use crate::expr::node::{AggregateNode, Node, NodeKind, OrderNode, Scope, WindowNode};
use crate::function::{FunctionDef, NullRule, Resolved};
use crate::functions::common::{compared, shared};
use crate::functions::literal::cast_literal;
use crate::scalar::{CastMode, Scalar, SortKey};
use crate::value::Value;

/// Expressions with more parts than this are refused, so that sharing in an authored expression cannot blow up a plan.
const MAX_SIZE: u32 = 1 << 20;

/// What columns, keys, aggregates and window calls mean where an expression stands.
pub(crate) trait Stage {
    /// A column of a scope's row.
    fn column(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError>;
    /// A group key.
    fn key(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError>;
    /// An aggregate.
    fn aggregate(&mut self, call: &AggregateNode) -> Result<Scalar, PlanError>;
    /// A window call.
    fn window(&mut self, call: &WindowNode) -> Result<Scalar, PlanError>;
}

/// Values of single rows: WHERE, ON, GROUP BY, ORDER BY and the arguments of aggregates.
pub(crate) struct RowStage<'a> {
    layout: &'a Layout<'a>,
    keys: Option<(Scope, &'a [Scalar])>,
}

impl<'a> RowStage<'a> {
    /// Over the columns of a layout.
    pub(crate) fn new(layout: &'a Layout<'a>) -> Self {
        Self { layout, keys: None }
    }

    /// Inside the aggregates of a grouping, where a key stands for its expression over the row.
    pub(crate) fn with_keys(layout: &'a Layout<'a>, scope: Scope, keys: &'a [Scalar]) -> Self {
        Self { layout, keys: Some((scope, keys)) }
    }
}

impl Stage for RowStage<'_> {
    fn column(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        self.layout.column(scope, index)
    }

    fn key(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        match self.keys {
            Some((of, keys)) if of == scope => keys.get(index as usize).cloned().ok_or_else(foreign_key),
            _ => Err(foreign_key()),
        }
    }

    fn aggregate(&mut self, call: &AggregateNode) -> Result<Scalar, PlanError> {
        let name = call.function.name;
        Err(PlanError::new(format!("aggregate `{name}` has no place here: aggregates stand in SELECT only")))
    }

    fn window(&mut self, call: &WindowNode) -> Result<Scalar, PlanError> {
        let name = call.call.function.name;
        Err(PlanError::new(format!("window function `{name}` has no place here: windows stand in SELECT only")))
    }
}

/// A GROUP BY key used where its grouping is not.
pub(crate) fn foreign_key() -> PlanError {
    PlanError::new("a GROUP BY key is used outside the SELECT of its grouping")
}

/// Resolves the expressions of one place.
pub(crate) struct Resolver<'s> {
    stage: &'s mut dyn Stage,
    /// Results for authored nodes that several parents share, by address; the parents keep them alive.
    shared: HashMap<usize, Scalar>,
}

impl<'s> Resolver<'s> {
    /// A resolver for a stage.
    pub(crate) fn new(stage: &'s mut dyn Stage) -> Self {
        Self { stage, shared: HashMap::new() }
    }

    /// The typed form of one expression. The nesting bound of authored nodes bounds this recursion.
    pub(crate) fn resolve(&mut self, node: &Node) -> Result<Scalar, PlanError> {
        let address = node.shared_address();
        if let Some(done) = address.and_then(|address| self.shared.get(&address)) {
            return Ok(done.clone());
        }
        let scalar = self.resolve_kind(node.kind())?;
        if scalar.properties().size > MAX_SIZE {
            return Err(PlanError::new(format!("an expression has more than {MAX_SIZE} parts")));
        }
        if let Some(address) = address {
            self.shared.insert(address, scalar.clone());
        }
        Ok(scalar)
    }

    fn resolve_kind(&mut self, kind: &NodeKind) -> Result<Scalar, PlanError> {
        match kind {
            NodeKind::Column { scope, index } => self.stage.column(*scope, *index),
            NodeKind::Key { scope, index } => self.stage.key(*scope, *index),
            NodeKind::Literal { value, data_type } => Ok(Scalar::constant(value.clone(), data_type.clone())),
            NodeKind::Call { function, arguments } => self.call(function, arguments),
            NodeKind::Cast { input, data_type, mode } => Ok(cast(self.resolve(input)?, data_type, *mode)),
            NodeKind::Case { branches, otherwise } => self.case(branches, otherwise.as_ref()),
            NodeKind::InList { value, list } => self.in_list(value, list),
            NodeKind::Aggregate(call) => self.stage.aggregate(call),
            NodeKind::Window(call) => self.stage.window(call),
            NodeKind::Invalid(error) => Err(error.clone()),
        }
    }

    /// A list of expressions, in order.
    pub(crate) fn all(&mut self, nodes: &[Node]) -> Result<Vec<Scalar>, PlanError> {
        nodes.iter().map(|node| self.resolve(node)).collect()
    }

    /// A boolean expression; `clause` names it in errors.
    pub(crate) fn condition(&mut self, node: &Node, clause: &str) -> Result<Scalar, PlanError> {
        let scalar = self.resolve(node)?;
        match scalar.data_type() {
            DataType::Boolean => Ok(scalar),
            _ if scalar.literal() == Some(&Value::Null) => Ok(Scalar::constant(Value::Null, DataType::Boolean)),
            other => Err(PlanError::new(format!("{clause} takes a boolean, this is {other}"))),
        }
    }

    /// Sort keys, most significant first.
    pub(crate) fn order(&mut self, keys: &[OrderNode]) -> Result<Vec<SortKey>, PlanError> {
        keys.iter().map(|key| self.sort_key(key)).collect()
    }

    fn sort_key(&mut self, key: &OrderNode) -> Result<SortKey, PlanError> {
        let expression = self.resolve(&key.node)?;
        if expression.data_type().is_nested() {
            return Err(PlanError::new(format!("ORDER BY cannot compare values of type {}", expression.data_type())));
        }
        Ok(SortKey { expression, descending: key.descending, nulls_first: key.nulls_first })
    }

    fn call(&mut self, function: &'static FunctionDef, arguments: &[Node]) -> Result<Scalar, PlanError> {
        let typed = Typed::new(function, self.all(arguments)?)?;
        Ok(Scalar::call(function, typed.arguments, typed.data_type, typed.declared_nullable))
    }

    fn case(&mut self, branches: &[(Node, Node)], otherwise: Option<&Node>) -> Result<Scalar, PlanError> {
        let mut conditions = Vec::with_capacity(branches.len());
        let mut values = Vec::with_capacity(branches.len() + 1);
        for (condition, value) in branches {
            conditions.push(self.condition(condition, "the condition of `if`")?);
            values.push(self.resolve(value)?);
        }
        values.push(match otherwise {
            Some(node) => self.resolve(node)?,
            None => Scalar::constant(Value::Null, DataType::Null),
        });
        let common = shared(&values).map_err(|message| PlanError::new(format!("the branches of `if`: {message}")))?;
        let mut values = under(&values, &common)?;
        match values.pop() {
            Some(otherwise) => Ok(Scalar::case(conditions.into_iter().zip(values).collect(), otherwise)),
            None => Err(PlanError::new("`if` has no branch")),
        }
    }

    fn in_list(&mut self, value: &Node, list: &[Node]) -> Result<Scalar, PlanError> {
        let mut all = vec![self.resolve(value)?];
        for node in list {
            all.push(self.resolve(node)?);
        }
        let common = compared(&all).map_err(|message| PlanError::new(format!("`in_`: {message}")))?;
        let mut all = under(&all, &common)?.into_iter();
        match all.next() {
            Some(value) => Ok(Scalar::in_list(value, all.collect())),
            None => Err(PlanError::new("`in_` has no value")),
        }
    }
}

/// The arguments of a call under the types its rule asks for, and the result.
#[derive(Debug)]
pub(crate) struct Typed {
    /// The coerced arguments.
    pub arguments: Vec<Scalar>,
    /// The result's type.
    pub data_type: DataType,
    /// Whether the rule declares the result nullable.
    pub declared_nullable: bool,
    /// Whether the result can be NULL for these arguments.
    pub nullable: bool,
}

impl Typed {
    /// Asks the function's rule and converts the arguments.
    pub(crate) fn new(function: &'static FunctionDef, arguments: Vec<Scalar>) -> Result<Self, PlanError> {
        let wrong = |message: String| PlanError::new(format!("`{}`: {message}", function.name));
        let Resolved { arguments: types, result, nullable: declared } = (function.rule)(&arguments).map_err(wrong)?;
        if types.len() != arguments.len() {
            return Err(wrong(format!("{} arguments given, {} expected", arguments.len(), types.len())));
        }
        let coerced = arguments.iter().zip(&types).map(|(argument, to)| coerce(argument, to).map_err(wrong));
        let arguments = coerced.collect::<Result<Vec<_>, _>>()?;
        let nullable = match function.nulls {
            NullRule::Mirror => arguments.iter().any(Scalar::is_nullable),
            NullRule::Never => false,
            NullRule::Always => true,
            NullRule::Declared => declared,
        };
        Ok(Self { arguments, data_type: result, declared_nullable: declared, nullable })
    }
}

/// Expressions under their common type.
fn under(scalars: &[Scalar], common: &DataType) -> Result<Vec<Scalar>, PlanError> {
    scalars.iter().map(|scalar| coerce(scalar, common).map_err(PlanError::new)).collect()
}

/// A cast that somebody wrote; a constant is folded where that is exact.
fn cast(input: Scalar, to: &DataType, mode: CastMode) -> Scalar {
    let folded = input.literal().and_then(|value| cast_literal(value, input.data_type(), to));
    match folded {
        Some(value) => Scalar::constant(value, to.clone()),
        None => Scalar::cast(input, to.clone(), mode),
    }
}
