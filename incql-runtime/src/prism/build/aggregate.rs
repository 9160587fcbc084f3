//! Aggregate nodes: keys, the distinct measures found in the items, windows over groups, and the projection on top.

use std::collections::HashSet;
use std::sync::Arc;

use super::project::{Named, column, placed, project, resolve_items};
use super::window::{self, Calls, nested, window_call};
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{AggregateNode, Node, NodeKind, Scope, WindowNode};
use crate::prism::layout::{Layout, name_of};
use crate::prism::node::{Aggregate, Operator};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage, Stage, Typed, foreign_key};
use crate::row::{FieldList, Item, Items};
use crate::scalar::{Measure, Scalar, ScalarKind};
use crate::schema::Schema;

/// A relation and the keys it is grouped by.
#[derive(Clone, Debug)]
pub(crate) struct Grouping {
    input: Plan,
    scope: Scope,
    keys: Arc<[Named]>,
}

impl Grouping {
    /// Groups by named keys.
    pub(crate) fn by(input: &Plan, scope: Scope, keys: &Items, at: SourceLocation) -> Result<Self, PlanError> {
        let layout = Layout::single(scope, input.schema());
        let mut stage = RowStage::new(&layout);
        let mut resolver = Resolver::new(&mut stage);
        let mut named: Vec<Named> = Vec::with_capacity(keys.list.len());
        for item in &keys.list {
            let Item::Named(name, node) = item else {
                return Err(PlanError::new("GROUP BY takes expressions, not `*`").at(at));
            };
            if named.iter().any(|(known, _)| known == name) {
                return Err(PlanError::new(format!("two GROUP BY keys are named `{name}`")).at(at));
            }
            let key = resolver.resolve(node).map_err(|error| error.at(at))?;
            named.push(((*name).to_owned(), key));
        }
        Ok(Self { input: input.clone(), scope, keys: named.into() })
    }

    /// All rows as one group.
    pub(super) fn of_everything(input: &Plan, scope: Scope) -> Self {
        Self { input: input.clone(), scope, keys: [].into() }
    }

    /// One row per group: `keys` is the scope of the keys in the items.
    pub(crate) fn select(
        &self,
        keys: Option<Scope>,
        items: &Items,
        declared: &FieldList,
        at: SourceLocation,
    ) -> Result<Plan, PlanError> {
        self.select_groups(keys, items, declared, at).map_err(|error| error.at(at))
    }

    fn select_groups(
        &self,
        keys: Option<Scope>,
        items: &Items,
        declared: &FieldList,
        at: SourceLocation,
    ) -> Result<Plan, PlanError> {
        let layout = Layout::single(self.scope, self.input.schema());
        let expressions: Vec<Scalar> = self.keys.iter().map(|(_, key)| key.clone()).collect();
        let mut stage = GroupStage::new(&layout, keys, &expressions);
        for item in &items.list {
            match item {
                Item::Named(_, node) => stage.collect(node, &mut HashSet::new())?,
                Item::Star { .. } => return Err(PlanError::new("`*` has no place in a SELECT over groups")),
            }
        }
        stage.windows = Calls::after(expressions.len() + stage.measures.len());
        let list = resolve_items(&mut Resolver::new(&mut stage), &layout, &self.input, items)?;
        let list = placed(list, declared.fields())?;
        let GroupStage { measures, windows, .. } = stage;
        let groups = self.aggregate(expressions, measures, &list, at);
        let below = window::append(&groups, windows.into_list(), at);
        if is_identity(&below, &list) { Ok(below) } else { project(&below, list, at) }
    }

    /// The Aggregate node; a measure that is an item by itself has that item's name.
    fn aggregate(&self, keys: Vec<Scalar>, measures: Vec<Measure>, items: &[Named], at: SourceLocation) -> Plan {
        let mut names: Vec<&str> = measures.iter().map(|measure| measure.function.name).collect();
        for (name, scalar) in items {
            if let ScalarKind::Column(position) = scalar.kind() {
                if let Some(slot) = position.checked_sub(keys.len()).and_then(|measure| names.get_mut(measure)) {
                    *slot = name;
                }
            }
        }
        let key_columns = self.keys.iter().zip(&keys);
        let key_columns =
            key_columns.map(|((name, _), key)| (name.clone(), key.data_type().clone(), key.is_nullable()));
        let measure_columns = names.iter().zip(&measures);
        let measure_columns = measure_columns.map(|(name, m)| ((*name).to_owned(), m.data_type.clone(), m.nullable));
        let output = Output::computed(&Schema::default(), key_columns.chain(measure_columns));
        let operator = Operator::Aggregate(Aggregate { keys: keys.into(), measures: measures.into() });
        Plan::from_parts(operator, vec![self.input.clone()], output, Some(at))
    }
}

/// Whether the items are exactly a plan's columns under their names.
fn is_identity(plan: &Plan, items: &[Named]) -> bool {
    let same = |(position, (name, scalar)): (usize, &Named)| {
        plan.schema().field(position).is_some_and(|field| field.name() == name)
            && column(plan, position).as_ref() == Some(scalar)
    };
    items.len() == plan.schema().len() && items.iter().enumerate().all(same)
}

/// Values of groups: keys and aggregates become columns of the Aggregate node, windows columns of a Window above it.
struct GroupStage<'a> {
    layout: &'a Layout<'a>,
    scope: Option<Scope>,
    keys: &'a [Scalar],
    measures: Vec<Measure>,
    windows: Calls,
    inside_window: bool,
}

impl<'a> GroupStage<'a> {
    fn new(layout: &'a Layout<'a>, scope: Option<Scope>, keys: &'a [Scalar]) -> Self {
        Self { layout, scope, keys, measures: Vec::new(), windows: Calls::after(0), inside_window: false }
    }

    /// Meets every aggregate of an expression, so that the number of measures is known before windows are numbered.
    fn collect(&mut self, node: &Node, seen: &mut HashSet<usize>) -> Result<(), PlanError> {
        if node.shared_address().is_some_and(|address| !seen.insert(address)) {
            return Ok(());
        }
        match node.kind() {
            NodeKind::Aggregate(call) => self.aggregate(call).map(drop),
            _ => node.children().into_iter().try_for_each(|child| self.collect(child, seen)),
        }
    }

    fn row_stage(&self) -> RowStage<'a> {
        match self.scope {
            Some(scope) => RowStage::with_keys(self.layout, scope, self.keys),
            None => RowStage::new(self.layout),
        }
    }

    fn measure(&self, call: &AggregateNode) -> Result<Measure, PlanError> {
        let mut stage = self.row_stage();
        let mut resolver = Resolver::new(&mut stage);
        let typed = Typed::new(call.function, resolver.all(&call.arguments)?)?;
        let filter = call.filter.as_ref().map(|filter| resolver.condition(filter, "FILTER")).transpose()?;
        Ok(Measure {
            function: call.function,
            arguments: typed.arguments,
            distinct: call.distinct,
            filter,
            order: resolver.order(&call.order)?,
            data_type: typed.data_type,
            nullable: typed.nullable,
        })
    }

    fn key_column(&self, index: usize) -> Option<Scalar> {
        let key = self.keys.get(index)?;
        Some(Scalar::column(index, key.data_type().clone(), key.is_nullable()))
    }
}

impl Stage for GroupStage<'_> {
    fn column(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        let of_row = self.layout.column(scope, index)?;
        let key = self.keys.iter().position(|key| *key == of_row);
        key.and_then(|key| self.key_column(key)).ok_or_else(|| {
            let name = name_of(scope, index).unwrap_or_default();
            PlanError::new(format!("column `{name}` is neither a GROUP BY key nor inside an aggregate"))
        })
    }

    fn key(&mut self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        let known = self.scope == Some(scope);
        known.then(|| self.key_column(index as usize)).flatten().ok_or_else(foreign_key)
    }

    fn aggregate(&mut self, call: &AggregateNode) -> Result<Scalar, PlanError> {
        let measure = self.measure(call)?;
        let (data_type, nullable) = (measure.data_type.clone(), measure.nullable);
        let found = self.measures.iter().position(|known| *known == measure);
        let index = found.unwrap_or_else(|| {
            self.measures.push(measure);
            self.measures.len() - 1
        });
        Ok(Scalar::column(self.keys.len() + index, data_type, nullable))
    }

    fn window(&mut self, node: &WindowNode) -> Result<Scalar, PlanError> {
        if std::mem::replace(&mut self.inside_window, true) {
            return Err(nested(node));
        }
        let call = window_call(&mut Resolver::new(self), node)?;
        self.inside_window = false;
        Ok(self.windows.column(call))
    }
}

/// Whether an item has an aggregate outside a window call's own function.
pub(super) fn any(items: &Items) -> bool {
    items.list.iter().any(|item| matches!(item, Item::Named(_, node) if contains(node)))
}

/// Whether an expression has an aggregate outside a window call's own function.
pub(super) fn contains(node: &Node) -> bool {
    let mut pending = vec![node];
    let mut seen = HashSet::new();
    while let Some(node) = pending.pop() {
        if matches!(node.kind(), NodeKind::Aggregate(_)) {
            return true;
        }
        if node.shared_address().is_none_or(|address| seen.insert(address)) {
            pending.extend(node.children());
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::node::OrderNode;
    use crate::functions::aggregate::{COUNT_ALL, SUM};
    use crate::functions::window::RANK;
    use crate::prism::build::{filter, project};
    use crate::prism::display::PlanText;
    use crate::prism::rewrite::testing::{AT, add, gt, int, mul, t};

    /// A scope over `t` and its columns by position.
    fn columns() -> (Scope, impl Fn(u32) -> Node) {
        let scope = Scope::new(|list| {
            list.column::<i64>("a");
            list.column::<Option<i64>>("b");
            list.column::<String>("s");
        });
        (scope, move |index| Node::new(NodeKind::Column { scope, index }))
    }

    fn sum(node: Node) -> Node {
        Node::aggregate(&SUM, vec![node])
    }

    fn items(list: Vec<(&'static str, Node)>) -> Items {
        let mut items = Items::default();
        list.into_iter().for_each(|(name, node)| items.push(name, node));
        items
    }

    /// Groups `t` and selects; the closures get columns and keys by position.
    fn grouped(
        keys: impl Fn(&dyn Fn(u32) -> Node) -> Vec<(&'static str, Node)>,
        select: impl Fn(&dyn Fn(u32) -> Node, &dyn Fn(u32) -> Node) -> Vec<(&'static str, Node)>,
    ) -> Result<Plan, PlanError> {
        let (scope, column) = columns();
        let grouping = Grouping::by(&t(), scope, &items(keys(&column)), AT)?;
        let key_scope = Scope::new(|_| {});
        let key = |index| Node::new(NodeKind::Key { scope: key_scope, index });
        grouping.select(Some(key_scope), &items(select(&key, &column)), &FieldList::default(), AT)
    }

    #[track_caller]
    fn check(plan: Result<Plan, PlanError>, expected: &[&str]) {
        let plan = plan.expect("a plan");
        let text = PlanText::new(&plan).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        crate::prism::validate::check_plan(&plan).expect("a sound plan");
    }

    const READ: &str = "Read t [a: Int64, b: Int64?, s: Utf8]";

    #[test]
    fn equal_aggregates_are_computed_once() {
        let plan = grouped(
            |c| vec![("s", c(2))],
            |k, c| {
                let count = Node::aggregate(&COUNT_ALL, Vec::new());
                vec![("s", k(0)), ("total", sum(c(0))), ("double", mul(sum(c(0)), int(2))), ("n", count)]
            },
        );
        check(
            plan,
            &[
                "Project s, total, double = mul(total, 2), n",
                "  Aggregate by [s] compute [total = sum(a), n = count_all()]",
                &format!("    {READ}"),
            ],
        );
    }

    #[test]
    fn keys_and_aggregates_in_order_need_no_projection() {
        let plan = grouped(|c| vec![("s", c(2))], |k, c| vec![("s", k(0)), ("total", sum(c(1)))]);
        check(plan, &["Aggregate by [s] compute [total = sum(b)]", &format!("  {READ}")]);
    }

    #[test]
    fn a_key_inside_an_aggregate_is_its_expression_over_the_row() {
        let plan = grouped(|c| vec![("k", add(c(0), int(1)))], |k, _| vec![("k", k(0)), ("x", sum(k(0)))]);
        check(plan, &["Aggregate by [k = add(a, 1)] compute [x = sum(add(a, 1))]", &format!("  {READ}")]);
    }

    #[test]
    fn measures_without_a_name_of_their_own_have_different_ones() {
        let plan = grouped(|c| vec![("s", c(2))], |_, c| vec![("x", add(sum(c(0)), sum(c(1))))]);
        check(
            plan,
            &[
                "Project x = add(sum, sum_2)",
                "  Aggregate by [s] compute [sum = sum(a), sum_2 = sum(b)]",
                &format!("    {READ}"),
            ],
        );
    }

    #[test]
    fn a_window_over_groups_stands_above_their_aggregate() {
        let plan = grouped(
            |c| vec![("s", c(2))],
            |k, c| {
                let order = vec![OrderNode { node: sum(c(0)), descending: true, nulls_first: true }];
                let call = AggregateNode {
                    function: &RANK,
                    arguments: Vec::new(),
                    distinct: false,
                    filter: None,
                    order: Vec::new(),
                };
                let (ignore_nulls, partition, frame) = (false, Vec::new(), None);
                let rank = Node::new(NodeKind::Window(WindowNode { call, ignore_nulls, partition, order, frame }));
                vec![("s", k(0)), ("place", rank)]
            },
        );
        check(
            plan,
            &[
                "Project s, place = rank",
                "  Window rank = rank() over (order by sum desc nulls first range between unbounded preceding and current row)",
                "    Aggregate by [s] compute [sum = sum(a)]",
                &format!("      {READ}"),
            ],
        );
    }

    #[test]
    fn aggregates_without_keys_make_one_row() {
        let (scope, column) = columns();
        let list = items(vec![("total", sum(column(0))), ("one", int(1))]);
        let plan = project::select(&t(), scope, &list, &FieldList::default(), AT);
        check(plan, &["Project total, one = 1", "  Aggregate by [] compute [total = sum(a)]", &format!("    {READ}")]);
    }

    #[test]
    fn a_column_that_is_no_key_is_named_in_the_error() {
        let plan = grouped(|c| vec![("s", c(2))], |_, c| vec![("x", c(0))]);
        let error = plan.expect_err("not grouped");
        assert_eq!(error.message(), "column `x`: column `a` is neither a GROUP BY key nor inside an aggregate");
        assert_eq!(error.location(), Some(AT));
        let same = grouped(|c| vec![("s", c(2))], |_, c| vec![("x", c(2))]);
        check(same, &["Project x = s", "  Aggregate by [s] compute []", &format!("    {READ}")]);
    }

    #[test]
    fn an_aggregate_in_where_is_an_error() {
        let (scope, column) = columns();
        let error = filter::filter(&t(), scope, &gt(sum(column(0)), int(1)), AT).expect_err("an aggregate in WHERE");
        assert_eq!(error.message(), "aggregate `sum` has no place here: aggregates stand in SELECT only");
    }

    #[test]
    fn nested_aggregates_are_an_error() {
        let plan = grouped(|c| vec![("s", c(2))], |_, c| vec![("x", sum(sum(c(0))))]);
        assert_eq!(
            plan.expect_err("nested").message(),
            "aggregate `sum` has no place here: aggregates stand in SELECT only"
        );
    }
}
