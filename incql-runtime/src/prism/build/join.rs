//! Join nodes: pairs of rows, the nullability of the side that may be missing, and one name per column.

use std::sync::Arc;

use super::project::column;
use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{Node, Scope};
use crate::prism::layout::Layout;
use crate::prism::node::{Join, JoinKind, Operator, Project, Projection};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage};
use crate::scalar::Scalar;
use crate::schema::Schema;

/// One side of a join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'a> {
    /// The relation.
    pub plan: &'a Plan,
    /// The scope of its columns in the condition; its fields are those of the row type.
    pub scope: Scope,
}

/// Pairs rows for which the condition is true.
pub(crate) fn join(
    kind: JoinKind,
    left: Side<'_>,
    right: Side<'_>,
    on: Option<&Node>,
    at: SourceLocation,
) -> Result<Plan, PlanError> {
    let layout = Layout::pair((left.scope, left.plan.schema()), (right.scope, right.plan.schema()));
    let mut stage = RowStage::new(&layout);
    let on = on.map(|on| Resolver::new(&mut stage).condition(on, "ON")).transpose().map_err(|error| error.at(at))?;
    let inputs = vec![left.plan.clone(), right.plan.clone()];
    let output = output(kind, left.plan.schema(), right.plan.schema());
    let plan = Plan::from_parts(Operator::Join(Join { kind, on }), inputs, output, Some(at));
    Ok(match kind {
        JoinKind::Semi | JoinKind::Anti => plan,
        _ => typed_first(plan, left, right, at),
    })
}

fn output(kind: JoinKind, left: &Schema, right: &Schema) -> Output {
    match kind {
        JoinKind::Inner | JoinKind::Cross => Output::joined(left, right),
        JoinKind::Left => Output::joined(left, &right.nullable()),
        JoinKind::Right => Output::joined(&left.nullable(), right),
        JoinKind::Full => Output::joined(&left.nullable(), &right.nullable()),
        JoinKind::Semi | JoinKind::Anti => Output::unchanged(left),
    }
}

/// Puts columns that the row types do not name after all others, where the pair's companion numbers columns without
/// them; most joins have none and stay as they are.
fn typed_first(plan: Plan, left: Side<'_>, right: Side<'_>, at: SourceLocation) -> Plan {
    let (left_width, left_typed) = (left.plan.schema().len(), left.scope.fields().fields().len());
    let (right_width, right_typed) = (right.plan.schema().len(), right.scope.fields().fields().len());
    if left_typed >= left_width {
        return plan;
    }
    let typed = (0..left_typed).chain(left_width..left_width + right_typed.min(right_width));
    let others = (left_typed..left_width).chain(left_width + right_typed.min(right_width)..left_width + right_width);
    let positions: Vec<usize> = typed.chain(others).collect();
    let items: Arc<[Scalar]> = positions.iter().filter_map(|position| column(&plan, *position)).collect();
    let output = Output::reordered(plan.schema(), &positions);
    let columns = Projection::Select(items);
    Plan::from_parts(Operator::Project(Project { columns }), vec![plan], output, Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::node::NodeKind;
    use crate::functions::comparison::EQ;
    use crate::prism::display::PlanText;
    use crate::prism::rewrite::testing::{AT, Verbs, int};
    use crate::prism::testing::{required, table};
    use arrow::datatypes::DataType;

    fn pair_table(name: &str) -> Plan {
        table(name, vec![required("k", DataType::Int64), required("amt", DataType::Int64)])
    }

    fn pair(list: &mut crate::row::FieldList) {
        list.column::<i64>("k");
        list.column::<i64>("amt");
    }

    fn four(list: &mut crate::row::FieldList) {
        pair(list);
        pair(list);
    }

    fn column(scope: Scope, index: u32) -> Node {
        Node::new(NodeKind::Column { scope, index })
    }

    fn joined(kind: JoinKind, left: Side<'_>, right: Side<'_>, on: (u32, u32)) -> Plan {
        let on = Node::call(&EQ, vec![column(left.scope, on.0), column(right.scope, on.1)]);
        join(kind, left, right, Some(&on), AT).expect("a join")
    }

    #[track_caller]
    fn check(plan: &Plan, expected: &[&str]) {
        let text = PlanText::new(plan).to_string();
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
        crate::prism::validate::check_plan(plan).expect("a sound plan");
    }

    /// The sort key's column has a name of its own all the way down, so that no engine takes it for the other one.
    #[test]
    fn same_named_columns_of_three_tables_stay_apart() {
        let (oa, pb) = (pair_table("oa"), pair_table("pb"));
        let cu = table("cu", vec![required("k", DataType::Int64)]);
        let side = |plan, fields| Side { plan, scope: Scope::new(fields) };
        let first = joined(JoinKind::Inner, side(&oa, pair), side(&pb, pair), (0, 0));
        let one = |list: &mut crate::row::FieldList| list.column::<i64>("k");
        let second = joined(JoinKind::Inner, side(&first, four), side(&cu, one), (2, 0));
        let plan = second.sorted("amt_right", false).fetched(0, Some(1));
        let plan = plan.selected(|c| vec![("o", c("amt")), ("p", c("amt_right"))]);
        check(
            &plan,
            &[
                "Project o = amt, p = amt_right",
                "  Fetch 1 offset 0",
                "    Sort amt_right asc nulls last",
                "      Join inner on eq(left.k_right, right.k)",
                "        Join inner on eq(left.k, right.k)",
                "          Read oa [k: Int64, amt: Int64]",
                "          Read pb [k: Int64, amt: Int64]",
                "        Read cu [k: Int64]",
            ],
        );
        let names: Vec<&str> = second.schema().iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["k", "amt", "k_right", "amt_right", "k_right_right"]);
    }

    #[test]
    fn the_side_that_may_be_missing_is_nullable() {
        let (oa, pb) = (pair_table("oa"), pair_table("pb"));
        let side = |plan| Side { plan, scope: Scope::new(pair) };
        let schema = |kind| format!("{:?}", joined(kind, side(&oa), side(&pb), (0, 0)).schema());
        assert_eq!(schema(JoinKind::Left), "[k: Int64, amt: Int64, k_right: Int64?, amt_right: Int64?]");
        assert_eq!(schema(JoinKind::Right), "[k: Int64?, amt: Int64?, k_right: Int64, amt_right: Int64]");
        assert_eq!(schema(JoinKind::Full), "[k: Int64?, amt: Int64?, k_right: Int64?, amt_right: Int64?]");
        assert_eq!(schema(JoinKind::Semi), "[k: Int64, amt: Int64]");
    }

    #[test]
    fn columns_that_the_row_type_does_not_name_move_behind() {
        let (oa, pb) = (pair_table("oa").with("extra", |_| int(1)), pair_table("pb"));
        let side = |plan| Side { plan, scope: Scope::new(pair) };
        let plan = joined(JoinKind::Inner, side(&oa), side(&pb), (0, 0));
        let names: Vec<&str> = plan.schema().iter().map(|field| field.name().as_str()).collect();
        assert_eq!(names, ["k", "amt", "k_right", "amt_right", "extra"]);
        crate::prism::validate::check_plan(&plan).expect("a sound plan");
    }
}
