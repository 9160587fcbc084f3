//! Window calls: extraction from expressions, SQL's default frames, and the Window node that computes them.

use arrow::datatypes::{DataType, IntervalUnit};

use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{AggregateNode, BoundNode, FrameNode, Scope, WindowNode};
use crate::prism::coerce::coerce;
use crate::prism::layout::Layout;
use crate::prism::node::{Operator, Window};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage, Stage, Typed};
use crate::scalar::{Frame, FrameBound, FrameUnit, Scalar, SortKey, WindowCall};
use crate::value::Value;

/// Window calls over the rows of a relation: each distinct call becomes one column after the input's.
pub(super) struct RowWindows<'a> {
    row: RowStage<'a>,
    calls: Calls,
    inside: bool,
}

impl<'a> RowWindows<'a> {
    /// Over a layout whose relation has `width` columns.
    pub(super) fn new(layout: &'a Layout<'a>, width: usize) -> Self {
        Self { row: RowStage::new(layout), calls: Calls::after(width), inside: false }
    }

    /// The calls that were met.
    pub(super) fn into_calls(self) -> Vec<WindowCall> {
        self.calls.list
    }
}

impl Stage for RowWindows<'_> {
    fn column(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        self.row.column(scope, index)
    }

    fn key(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        self.row.key(scope, index)
    }

    fn aggregate(&mut self, call: &AggregateNode) -> Result<Scalar, PlanError> {
        self.row.aggregate(call)
    }

    fn window(&mut self, node: &WindowNode) -> Result<Scalar, PlanError> {
        if std::mem::replace(&mut self.inside, true) {
            return Err(nested(node));
        }
        let call = window_call(&mut Resolver::new(self), node)?;
        self.inside = false;
        Ok(self.calls.column(call))
    }
}

/// A window inside a window.
pub(super) fn nested(node: &WindowNode) -> PlanError {
    PlanError::new(format!("window function `{}` stands inside another window", node.call.function.name))
}

/// Distinct window calls and the columns they become.
#[derive(Debug)]
pub(super) struct Calls {
    first: usize,
    list: Vec<WindowCall>,
}

impl Calls {
    /// Columns from position `first` on.
    pub(super) fn after(first: usize) -> Self {
        Self { first, list: Vec::new() }
    }

    /// The column of a call; equal calls share one.
    pub(super) fn column(&mut self, call: WindowCall) -> Scalar {
        let (data_type, nullable) = (call.data_type.clone(), call.nullable);
        let found = self.list.iter().position(|known| *known == call);
        let index = found.unwrap_or_else(|| {
            self.list.push(call);
            self.list.len() - 1
        });
        Scalar::column(self.first + index, data_type, nullable)
    }

    /// The calls, in the order of their columns.
    pub(super) fn into_list(self) -> Vec<WindowCall> {
        self.list
    }
}

/// A Window node over `input`, or `input` itself when there is no call.
pub(super) fn append(input: &Plan, calls: Vec<WindowCall>, at: SourceLocation) -> Plan {
    if calls.is_empty() {
        return input.clone();
    }
    let columns = calls.iter().map(|call| (call.function.name.to_owned(), call.data_type.clone(), call.nullable));
    let output = Output::computed(input.schema(), columns);
    Plan::from_parts(Operator::Window(Window { calls: calls.into() }), vec![input.clone()], output, Some(at))
}

/// Types a window call.
pub(super) fn window_call(resolver: &mut Resolver<'_>, node: &WindowNode) -> Result<WindowCall, PlanError> {
    let function = node.call.function;
    let arguments = resolver.all(&node.call.arguments)?;
    let typed = Typed::new(function, arguments)?;
    let filter = node.call.filter.as_ref().map(|filter| resolver.condition(filter, "FILTER")).transpose()?;
    let partition = resolver.all(&node.partition)?;
    let order = resolver.order(&node.order)?;
    let frame = match &node.frame {
        None => default_frame(&order),
        Some(frame) => written_frame(resolver, frame, &order).map_err(|error| in_call(function.name, &error))?,
    };
    Ok(WindowCall {
        function,
        arguments: typed.arguments,
        distinct: node.call.distinct,
        filter,
        ignore_nulls: node.ignore_nulls,
        partition,
        order,
        frame,
        data_type: typed.data_type,
        nullable: typed.nullable,
    })
}

fn in_call(name: &str, error: &PlanError) -> PlanError {
    PlanError::new(format!("window function `{name}`: {}", error.message()))
}

/// SQL's frame when none is written: up to the current row and its peers, or the whole partition without an order.
fn default_frame(order: &[SortKey]) -> Frame {
    let (unit, end) = match order {
        [] => (FrameUnit::Rows, FrameBound::UnboundedFollowing),
        _ => (FrameUnit::Range, FrameBound::CurrentRow),
    };
    Frame { unit, start: FrameBound::UnboundedPreceding, end }
}

fn written_frame(resolver: &mut Resolver<'_>, frame: &FrameNode, order: &[SortKey]) -> Result<Frame, PlanError> {
    let distance = match frame.unit {
        FrameUnit::Rows => Distance::Rows,
        FrameUnit::Range => Distance::Value(order),
    };
    let start = bound(resolver, &frame.start, &distance)?;
    let end = bound(resolver, &frame.end, &distance)?;
    if rank(&start) > rank(&end) {
        return Err(PlanError::new("the frame ends before it starts"));
    }
    match (&start, &end) {
        (FrameBound::UnboundedFollowing, _) => Err(PlanError::new("a frame cannot start at UNBOUNDED FOLLOWING")),
        (_, FrameBound::UnboundedPreceding) => Err(PlanError::new("a frame cannot end at UNBOUNDED PRECEDING")),
        _ => Ok(Frame { unit: frame.unit, start, end }),
    }
}

/// The kinds of bounds in the order in which they stand in a partition.
fn rank(bound: &FrameBound) -> u8 {
    match bound {
        FrameBound::UnboundedPreceding => 0,
        FrameBound::Preceding(_) => 1,
        FrameBound::CurrentRow => 2,
        FrameBound::Following(_) => 3,
        FrameBound::UnboundedFollowing => 4,
    }
}

/// What offsets count.
enum Distance<'a> {
    Rows,
    Value(&'a [SortKey]),
}

fn bound(resolver: &mut Resolver<'_>, node: &BoundNode, distance: &Distance<'_>) -> Result<FrameBound, PlanError> {
    Ok(match node {
        BoundNode::UnboundedPreceding => FrameBound::UnboundedPreceding,
        BoundNode::CurrentRow => FrameBound::CurrentRow,
        BoundNode::UnboundedFollowing => FrameBound::UnboundedFollowing,
        BoundNode::Preceding(node) => FrameBound::Preceding(offset(resolver.resolve(node)?, distance)?),
        BoundNode::Following(node) => FrameBound::Following(offset(resolver.resolve(node)?, distance)?),
    })
}

fn offset(scalar: Scalar, distance: &Distance<'_>) -> Result<Scalar, PlanError> {
    let wanted = match distance {
        Distance::Rows => DataType::Int64,
        Distance::Value([key]) => distance_type(key.expression.data_type())?,
        Distance::Value(_) => return Err(PlanError::new("a RANGE offset needs exactly one ORDER BY key")),
    };
    let scalar = coerce(&scalar, &wanted).map_err(PlanError::new)?;
    match scalar.literal() {
        None | Some(Value::Null) => Err(PlanError::new("a frame offset must be a constant")),
        Some(value) if is_negative(value) => Err(PlanError::new("a frame offset must not be negative")),
        Some(_) => Ok(scalar),
    }
}

fn distance_type(key: &DataType) -> Result<DataType, PlanError> {
    match key {
        DataType::Date32 | DataType::Timestamp(..) => Ok(DataType::Interval(IntervalUnit::MonthDayNano)),
        key if key.is_numeric() => Ok(key.clone()),
        other => Err(PlanError::new(format!("a RANGE offset needs a number or a date to count in, not {other}"))),
    }
}

fn is_negative(value: &Value) -> bool {
    match value {
        Value::Int(v) => *v < 0,
        Value::Decimal(v) => *v < 0,
        Value::Float32(v) => v.is_nan() || *v < 0.0,
        Value::Float64(v) => v.is_nan() || *v < 0.0,
        Value::Interval { months, days, nanos } => *months < 0 || *days < 0 || *nanos < 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::node::{Node, NodeKind, OrderNode};
    use crate::functions::aggregate::SUM;
    use crate::functions::window::{LAST_VALUE, ROW_NUMBER};
    use crate::prism::display::PlanText;
    use crate::prism::rewrite::testing::{Verbs, int, t};

    fn window(
        function: &'static crate::function::FunctionDef,
        arguments: Vec<Node>,
        order: Vec<Node>,
        frame: Option<FrameNode>,
    ) -> Node {
        let call = AggregateNode { function, arguments, distinct: false, filter: None, order: Vec::new() };
        let ascending = |node| OrderNode { node, descending: false, nulls_first: false };
        let order = order.into_iter().map(ascending).collect();
        Node::new(NodeKind::Window(WindowNode { call, ignore_nulls: false, partition: Vec::new(), order, frame }))
    }

    fn rows(start: BoundNode, end: BoundNode) -> Option<FrameNode> {
        Some(FrameNode { unit: FrameUnit::Rows, start, end })
    }

    #[track_caller]
    fn check(plan: &Plan, expected: &[&str]) {
        let text = PlanText::new(plan).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        crate::prism::validate::check_plan(plan).expect("a sound plan");
    }

    fn error(frame: FrameNode) -> String {
        let (scope, layout) = (Scope::new(|_| {}), t());
        let column = Node::new(NodeKind::Column { scope, index: 0 });
        let node = window(&SUM, vec![column.clone()], vec![column], Some(frame));
        let layout = Layout::single(scope, layout.schema());
        let mut stage = RowWindows::new(&layout, 3);
        let error = Resolver::new(&mut stage).resolve(&node).expect_err("a bad frame");
        error.message().to_owned()
    }

    #[test]
    fn the_frame_without_one_written_is_sqls() {
        let plan = t().selected(|c| {
            vec![
                ("ordered", window(&LAST_VALUE, vec![c("b")], vec![c("a")], None)),
                ("whole", window(&LAST_VALUE, vec![c("b")], Vec::new(), None)),
            ]
        });
        check(
            &plan,
            &[
                "Project ordered = last_value, whole = last_value_2",
                "  Window last_value = last_value(b) over \
                 (order by a asc nulls last range between unbounded preceding and current row), \
                 last_value_2 = last_value(b) over (rows between unbounded preceding and unbounded following)",
                "    Read t [a: Int64, b: Int64?, s: Utf8]",
            ],
        );
    }

    #[test]
    fn equal_calls_share_a_column_and_others_do_not() {
        let plan = t().selected(|c| {
            let number = || window(&ROW_NUMBER, Vec::new(), vec![c("a")], None);
            let other = window(&ROW_NUMBER, Vec::new(), vec![c("b")], None);
            vec![("x", number()), ("y", number()), ("z", other)]
        });
        assert_eq!(
            PlanText::new(&plan).to_string().lines().next(),
            Some("Project x = row_number, y = row_number, z = row_number_2")
        );
    }

    #[test]
    fn an_added_window_column_keeps_the_inputs_columns() {
        let plan = t().with("n", |c| window(&ROW_NUMBER, Vec::new(), vec![c("a")], None));
        assert_eq!(format!("{:?}", plan.schema()), "[a: Int64, b: Int64?, s: Utf8, n: Int64]");
        assert_eq!(PlanText::new(&plan).to_string().lines().next(), Some("Project a, b, s, n = row_number"));
    }

    #[test]
    fn a_zero_offset_and_a_frame_after_the_row_are_kept() {
        let plan = t().selected(|c| {
            let zero = rows(BoundNode::Preceding(int(0)), BoundNode::CurrentRow);
            let after = rows(BoundNode::Following(int(1)), BoundNode::Following(int(2)));
            vec![
                ("x", window(&SUM, vec![c("a")], vec![c("a")], zero)),
                ("y", window(&SUM, vec![c("a")], vec![c("a")], after)),
            ]
        });
        let text = PlanText::new(&plan).to_string();
        assert!(text.contains("rows between 0 preceding and current row"), "{text}");
        assert!(text.contains("rows between 1 following and 2 following"), "{text}");
    }

    #[test]
    fn impossible_frames_are_errors() {
        let frame = |unit, start, end| FrameNode { unit, start, end };
        let reversed = frame(FrameUnit::Rows, BoundNode::CurrentRow, BoundNode::Preceding(int(1)));
        assert_eq!(error(reversed), "window function `sum`: the frame ends before it starts");
        let negative = frame(FrameUnit::Rows, BoundNode::Preceding(int(-1)), BoundNode::CurrentRow);
        assert_eq!(error(negative), "window function `sum`: a frame offset must not be negative");
        let from_the_end = frame(FrameUnit::Rows, BoundNode::UnboundedFollowing, BoundNode::UnboundedFollowing);
        assert_eq!(error(from_the_end), "window function `sum`: a frame cannot start at UNBOUNDED FOLLOWING");
    }
}
