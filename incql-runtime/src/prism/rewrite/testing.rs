//! Plans by verbs, and golden checks of rules: the authored plan as text, and the plan after the rule.

use arrow::datatypes::DataType;

use super::driver::rewrite_by;
use super::{RULES, Rule};
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, NodeKind, OrderNode, Scope};
use crate::functions::arithmetic::{ADD, MUL};
use crate::functions::comparison::GT;
use crate::prism::build::{filter, order, project};
use crate::prism::display::PlanText;
use crate::prism::plan::Plan;
use crate::prism::testing::{nullable, required, table};
use crate::row::{FieldList, Items};
use crate::value::Value;

pub(crate) const AT: SourceLocation = SourceLocation { file: "test.rs", line: 1 };

/// Finds columns by name.
pub(crate) type Columns<'a> = &'a dyn Fn(&str) -> Node;

/// A table `t` of a required and an optional integer, and a text.
pub(crate) fn t() -> Plan {
    let fields = vec![required("a", DataType::Int64), nullable("b", DataType::Int64), required("s", DataType::Utf8)];
    table("t", fields)
}

pub(crate) fn int(value: i64) -> Node {
    Node::literal(Value::Int(value), DataType::Int64)
}

pub(crate) fn truth(value: bool) -> Node {
    Node::literal(Value::Boolean(value), DataType::Boolean)
}

pub(crate) fn gt(left: Node, right: Node) -> Node {
    Node::call(&GT, vec![left, right])
}

pub(crate) fn add(left: Node, right: Node) -> Node {
    Node::call(&ADD, vec![left, right])
}

pub(crate) fn mul(left: Node, right: Node) -> Node {
    Node::call(&MUL, vec![left, right])
}

/// Verbs on plans, for tests.
pub(crate) trait Verbs {
    fn filtered(&self, predicate: impl Fn(Columns<'_>) -> Node) -> Plan;
    fn with(&self, name: &str, value: impl Fn(Columns<'_>) -> Node) -> Plan;
    fn selected(&self, items: impl Fn(Columns<'_>) -> Vec<(&'static str, Node)>) -> Plan;
    fn sorted(&self, name: &str, descending: bool) -> Plan;
    fn fetched(&self, offset: u64, count: Option<u64>) -> Plan;
}

impl Verbs for Plan {
    fn filtered(&self, predicate: impl Fn(Columns<'_>) -> Node) -> Plan {
        let (scope, node) = over(self, predicate);
        built(filter::filter(self, scope, &node, AT))
    }

    fn with(&self, name: &str, value: impl Fn(Columns<'_>) -> Node) -> Plan {
        let (scope, node) = over(self, value);
        built(project::with_column(self, scope, name, &node, AT))
    }

    fn selected(&self, items: impl Fn(Columns<'_>) -> Vec<(&'static str, Node)>) -> Plan {
        let (scope, named) = over(self, items);
        let mut items = Items::default();
        named.into_iter().for_each(|(name, node)| items.push(name, node));
        built(project::select(self, scope, &items, &FieldList::default(), AT))
    }

    fn sorted(&self, name: &str, descending: bool) -> Plan {
        let (scope, node) = over(self, |c| c(name));
        built(order::sort(self, scope, &[OrderNode { node, descending, nulls_first: descending }], AT))
    }

    fn fetched(&self, offset: u64, count: Option<u64>) -> Plan {
        order::fetch(self, offset, count, AT)
    }
}

fn over<T>(plan: &Plan, build: impl Fn(Columns<'_>) -> T) -> (Scope, T) {
    let scope = Scope::new(|_| {});
    let find = |name: &str| {
        let position = plan.schema().index_of(name).expect("a column of the plan");
        Node::new(NodeKind::Column { scope, index: u32::try_from(position).expect("few columns") })
    };
    let built = build(&find);
    (scope, built)
}

fn built(plan: Result<Plan, PlanError>) -> Plan {
    plan.expect("a plan that can be built")
}

/// The plan as authored is `before`, and `rule` alone makes `after` of it; the invariants hold.
#[track_caller]
pub(crate) fn check(rule: &dyn Rule, plan: &Plan, before: &str, after: &str) {
    assert_eq!(PlanText::new(plan).to_string().trim(), trimmed(before), "the authored plan");
    let outcome = rewrite_by(&[rule], plan).expect("a rewrite that keeps the invariants");
    assert_eq!(PlanText::new(&outcome.plan).to_string().trim(), trimmed(after), "the plan after the rule");
    let again = rewrite_by(&[rule], plan).expect("the same rewrite");
    assert_eq!((again.plan.id(), &again.applied), (outcome.plan.id(), &outcome.applied), "deriving twice differs");
}

/// The rule leaves the plan alone.
#[track_caller]
pub(crate) fn check_untouched(rule: &dyn Rule, plan: &Plan) {
    let outcome = rewrite_by(&[rule], plan).expect("a rewrite that keeps the invariants");
    assert!(outcome.plan.ptr_eq(plan), "{}", PlanText::new(&outcome.plan));
    assert!(outcome.applied.is_empty());
}

/// All rules make `after` of the plan; answers the names of those that fired, in order.
#[track_caller]
pub(crate) fn check_all(plan: &Plan, after: &str) -> Vec<&'static str> {
    let outcome = rewrite_by(RULES, plan).expect("a rewrite that keeps the invariants");
    assert_eq!(PlanText::new(&outcome.plan).to_string().trim(), trimmed(after), "the view");
    outcome.applied.iter().map(|applied| applied.rule).collect()
}

/// Text indented as the test's code, without that indentation.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
