//! Merges neighbouring projections: the upper one's column references become the lower one's expressions. Columns,
//! constants and field accesses may be repeated; any other expression is moved only to its one use, never when it
//! differs from call to call, and never into an expression that would grow beyond a bound.

use std::collections::{BTreeMap, HashMap};

use super::{Rewritten, Rule, Run};
use crate::prism::node::{Operator, Project, Projection};
use crate::prism::output::Output;
use crate::prism::plan::{NodeId, Plan};
use crate::scalar::{Scalar, ScalarKind};

/// An expression made by merging is at most this deep: readers of plans stop at about 30 nested calls.
const MAX_DEPTH: u32 = 24;
/// And has at most this many parts.
const MAX_SIZE: u32 = 512;

pub(super) struct MergeProjections;

impl Rule for MergeProjections {
    fn name(&self) -> &'static str {
        "merge_projections"
    }

    fn concerns(&self, operator: &Operator) -> bool {
        matches!(operator, Operator::Project(_))
    }

    fn apply(&self, run: &Run<'_>) -> Option<Rewritten> {
        let mut plan = run.input()?.clone();
        let mut stands_for = Vec::new();
        let mut segment: Option<Segment<'_>> = None;
        for node in run.nodes().iter().rev() {
            let projection = projection(node)?;
            if let Some(current) = &mut segment {
                if current.columns.absorb(projection) {
                    current.nodes.push(node);
                    continue;
                }
            }
            if let Some(done) = segment.take() {
                plan = done.finish(plan, &mut stands_for)?;
            }
            let width = node.inputs().first()?.schema().len();
            segment = Some(Segment { columns: Columns::of(projection, width), nodes: vec![node] });
        }
        plan = segment?.finish(plan, &mut stands_for)?;
        (stands_for.len() < run.nodes().len()).then(|| Rewritten { plan, nodes: stands_for.len(), stands_for })
    }
}

fn projection(node: &Plan) -> Option<&Projection> {
    match node.operator() {
        Operator::Project(project) => Some(&project.columns),
        _ => None,
    }
}

/// Projections that become one, lowest first.
struct Segment<'a> {
    columns: Columns,
    nodes: Vec<&'a Plan>,
}

impl Segment<'_> {
    fn finish(self, input: Plan, stands_for: &mut Vec<(NodeId, Vec<NodeId>)>) -> Option<Plan> {
        let top = *self.nodes.last()?;
        let plan = match self.nodes.as_slice() {
            [node] => node.with_inputs(vec![input]),
            _ => {
                let project = Project { columns: self.columns.into_projection() };
                let output = Output::kept(top.schema());
                Plan::from_parts(Operator::Project(project), vec![input], output, top.location())
            }
        };
        stands_for.push((plan.id(), self.nodes.iter().rev().map(|node| node.id()).collect()));
        Some(plan)
    }
}

/// The output columns of the projections merged so far, over the lowest one's input.
enum Columns {
    /// The input's `width` columns, some replaced, then others.
    With { width: usize, replaced: BTreeMap<usize, Scalar>, appended: Vec<Scalar> },
    /// Exactly these.
    Select(Vec<Scalar>),
}

impl Columns {
    fn of(projection: &Projection, width: usize) -> Self {
        match projection {
            Projection::Select(items) => Self::Select(items.to_vec()),
            Projection::With { replaced, appended } => {
                let replaced = replaced.iter().cloned().collect();
                Self::With { width, replaced, appended: appended.to_vec() }
            }
        }
    }

    /// The expression of an output column; `None` for an input column at its own place.
    fn column(&self, index: usize) -> Option<&Scalar> {
        match self {
            Self::Select(items) => items.get(index),
            Self::With { width, replaced, appended } => match index.checked_sub(*width) {
                None => replaced.get(&index),
                Some(index) => appended.get(index),
            },
        }
    }

    /// Takes the next projection in, if that is allowed; else nothing changes.
    fn absorb(&mut self, upper: &Projection) -> bool {
        let Some(substituted) = self.substitute(upper) else { return false };
        match (upper, substituted) {
            (Projection::Select(_), Substituted { appended, .. }) => *self = Self::Select(appended),
            (Projection::With { .. }, Substituted { replaced, appended: new }) => match self {
                Self::Select(items) => {
                    for (position, scalar) in replaced {
                        if let Some(item) = items.get_mut(position) {
                            *item = scalar;
                        }
                    }
                    items.extend(new);
                }
                Self::With { width, replaced: old, appended } => {
                    for (position, scalar) in replaced {
                        match position.checked_sub(*width) {
                            None => drop(old.insert(position, scalar)),
                            Some(index) => {
                                if let Some(slot) = appended.get_mut(index) {
                                    *slot = scalar;
                                }
                            }
                        }
                    }
                    appended.extend(new);
                }
            },
        }
        true
    }

    /// The upper expressions over the lowest input, or `None` where merging would repeat or grow too much.
    fn substitute(&self, upper: &Projection) -> Option<Substituted> {
        let (replaced, items): (&[(usize, Scalar)], &[Scalar]) = match upper {
            Projection::Select(items) => (&[], items),
            Projection::With { replaced, appended } => (replaced, appended),
        };
        let keeps_others = matches!(upper, Projection::With { .. });
        let mut uses: HashMap<usize, usize> = HashMap::new();
        for scalar in replaced.iter().map(|(_, scalar)| scalar).chain(items) {
            self.count_uses(scalar, &mut uses)?;
        }
        for (index, count) in &uses {
            let stays = keeps_others && replaced.iter().all(|(position, _)| position != index);
            if count + usize::from(stays) > 1 {
                return None;
            }
        }
        let over_input = |scalar: &Scalar| self.over_input(scalar);
        Some(Substituted {
            replaced: replaced.iter().map(|(i, scalar)| Some((*i, over_input(scalar)?))).collect::<Option<_>>()?,
            appended: items.iter().map(over_input).collect::<Option<_>>()?,
        })
    }

    /// Counts references to expressions that must not be repeated; `None` when one must not move at all.
    fn count_uses(&self, scalar: &Scalar, uses: &mut HashMap<usize, usize>) -> Option<()> {
        if scalar.properties().size > MAX_SIZE {
            return None;
        }
        let mut pending = vec![scalar];
        while let Some(scalar) = pending.pop() {
            if let ScalarKind::Column(index) = scalar.kind() {
                if let Some(below) = self.column(*index).filter(|below| !is_trivial(below)) {
                    if below.properties().volatile {
                        return None;
                    }
                    *uses.entry(*index).or_insert(0) += 1;
                }
            }
            pending.extend(scalar.children());
        }
        Some(())
    }

    fn over_input(&self, scalar: &Scalar) -> Option<Scalar> {
        let merged = scalar.transform(&mut |part| match part.kind() {
            ScalarKind::Column(index) => self.column(*index).cloned(),
            _ => None,
        });
        let (before, after) = (scalar.properties(), merged.properties());
        let grew = after.size > before.size;
        (!grew || (after.depth <= MAX_DEPTH && after.size <= MAX_SIZE)).then_some(merged)
    }

    fn into_projection(self) -> Projection {
        match self {
            Self::Select(items) => Projection::Select(items.into()),
            Self::With { replaced, appended, .. } => {
                Projection::With { replaced: replaced.into_iter().collect(), appended: appended.into() }
            }
        }
    }
}

struct Substituted {
    replaced: Vec<(usize, Scalar)>,
    appended: Vec<Scalar>,
}

/// Columns, constants and fields of columns: evaluating them twice costs nothing.
fn is_trivial(scalar: &Scalar) -> bool {
    match scalar.kind() {
        ScalarKind::Column(_) | ScalarKind::Literal(_) => true,
        ScalarKind::FieldAccess { input, .. } => is_trivial(input),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Verbs, add, check, check_untouched, int, mul, t};
    use super::*;
    use crate::prism::display::PlanText;
    use crate::prism::rewrite::driver::rewrite_by;
    use crate::prism::traverse::Nodes;

    #[test]
    fn added_columns_over_base_columns_become_one_projection() {
        let plan = t().with("x", |c| add(c("a"), int(1))).with("y", |c| add(c("a"), int(2))).with("x", |c| c("b"));
        check(
            &MergeProjections,
            &plan,
            "
            Project *, x = b
              Project *, y = add(a, 2)
                Project *, x = add(a, 1)
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Project *, x = b, y = add(a, 2)
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn an_expression_moves_to_its_one_use() {
        let plan = t().with("x", |c| add(c("a"), int(1))).selected(|c| vec![("y", mul(c("x"), int(2)))]);
        check(
            &MergeProjections,
            &plan,
            "
            Project y = mul(x, 2)
              Project *, x = add(a, 1)
                Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Project y = mul(add(a, 1), 2)
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn a_replaced_column_takes_its_old_value_in() {
        let plan = t().with("a", |c| add(c("a"), int(1))).with("a", |c| mul(c("a"), int(2)));
        check(
            &MergeProjections,
            &plan,
            "
            Project *, a = mul(a, 2)
              Project *, a = add(a, 1)
                Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Project *, a = mul(add(a, 1), 2)
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn columns_and_constants_are_repeated_freely() {
        let plan = t()
            .selected(|c| vec![("x", c("a")), ("one", int(1))])
            .selected(|c| vec![("y", add(c("x"), c("one"))), ("z", add(c("x"), c("one")))])
            .with("w", |_| int(4));
        check(
            &MergeProjections,
            &plan,
            "
            Project *, w = 4
              Project y = add(x, one), z = add(x, one)
                Project x = a, one = 1
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Project y = add(a, 1), z = add(a, 1), w = 4
              Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn an_expression_with_two_uses_is_not_repeated() {
        let twice = t().with("x", |c| add(c("a"), int(1))).selected(|c| vec![("y", mul(c("x"), c("x")))]);
        check_untouched(&MergeProjections, &twice);
        let used_and_kept = t().with("x", |c| add(c("a"), int(1))).with("y", |c| mul(c("x"), int(2)));
        check_untouched(&MergeProjections, &used_and_kept);
        let two_items = t()
            .selected(|c| vec![("x", add(c("a"), int(1)))])
            .selected(|c| vec![("y", mul(c("x"), int(2))), ("z", c("x"))]);
        check_untouched(&MergeProjections, &two_items);
    }

    #[test]
    fn a_run_is_cut_only_where_it_must_be() {
        let plan = t()
            .with("x", |c| add(c("a"), int(1)))
            .with("y", |c| mul(c("x"), int(2)))
            .with("z", |c| add(c("a"), int(3)));
        check(
            &MergeProjections,
            &plan,
            "
            Project *, z = add(a, 3)
              Project *, y = mul(x, 2)
                Project *, x = add(a, 1)
                  Read t [a: Int64, b: Int64?, s: Utf8]
            ",
            "
            Project *, y = mul(x, 2), z = add(a, 3)
              Project *, x = add(a, 1)
                Read t [a: Int64, b: Int64?, s: Utf8]
            ",
        );
    }

    #[test]
    fn merged_expressions_do_not_grow_beyond_a_bound() {
        let mut plan = t();
        for _ in 0..100 {
            plan = plan.with("a", |c| add(c("a"), int(1)));
        }
        let outcome = rewrite_by(&[&MergeProjections], &plan).expect("a view");
        for node in Nodes::of(&outcome.plan).iter() {
            let Operator::Project(Project { columns: Projection::With { replaced, .. } }) = node.operator() else {
                continue;
            };
            assert!(replaced.iter().all(|(_, scalar)| scalar.properties().depth <= MAX_DEPTH));
        }
        let text = PlanText::new(&outcome.plan).to_string();
        assert_eq!(text.matches("add(").count(), 100, "{text}");
        assert_eq!(text.lines().count(), 1 + 100_usize.div_ceil(MAX_DEPTH as usize - 1), "{text}");
    }
}
