//! Chains of 100,000 verbs: they build, hash, print, rewrite, clone and drop in constant stack, and every node infers
//! its schema once.

use super::display::PlanText;
use super::plan::Plan;
use super::rewrite::testing::{Verbs, add, gt, int, t};
use super::traverse::{Counts, counts};
use super::view::View;

const DEEP: usize = 100_000;
/// Each adds a column, which costs more memory in a debug build.
const WIDE: usize = 20_000;

fn filters(verbs: usize) -> Plan {
    (0..verbs).fold(t(), |plan, _| plan.filtered(|c| gt(c("a"), int(1))))
}

fn columns(verbs: usize) -> Plan {
    (0..verbs).fold(t(), |plan, verb| plan.with(&format!("c{verb}"), |c| add(c("a"), int(1))))
}

#[test]
fn a_chain_of_filters_is_built_hashed_printed_and_dropped() {
    let plan = filters(DEEP);
    assert_eq!(plan.depth(), DEEP + 1);
    assert_eq!(plan.id(), filters(DEEP).id());
    assert_ne!(plan.id(), filters(DEEP - 1).id());
    let text = PlanText::new(&plan).to_string();
    assert_eq!(text.lines().last(), Some(".. 99801 more nodes"));
    let branch = plan.clone();
    drop(plan);
    drop(branch);
}

#[test]
fn a_chain_of_added_columns_infers_one_schema_per_verb_and_becomes_one_projection() {
    let plan = columns(WIDE);
    assert_eq!(counts(&plan), Counts { nodes: WIDE + 1, inferences: WIDE as u64 });
    let view = View::of(&plan).expect("a view");
    assert_eq!(counts(view.plan()), Counts { nodes: 2, inferences: 0 });
    assert_eq!(view.plan().schema().len(), WIDE + 3);
    assert_eq!(view.origins(view.plan().id()).len(), WIDE);
}

#[test]
fn a_chain_of_limits_becomes_one() {
    let plan = (0..DEEP).fold(t(), |plan, _| plan.fetched(1, None));
    let view = View::of(&plan).expect("a view");
    assert_eq!(PlanText::new(view.plan()).to_string().lines().next(), Some("Fetch all offset 100000"));
}

/// A wide table under many verbs shares what does not change instead of copying it.
#[test]
fn untouched_fields_are_shared_along_a_chain() {
    let fields = (0..2_000).map(|i| super::testing::required(&format!("w{i}"), arrow::datatypes::DataType::Int64));
    let wide = super::testing::table("wide", fields.collect());
    let plan = (0..32).fold(wide.clone(), |plan, verb| plan.with(&format!("c{verb}"), |c| add(c("w0"), int(1))));
    for position in [0, 999, 1_999] {
        let (first, last) = (wide.schema().field(position), plan.schema().field(position));
        assert!(first.zip(last).is_some_and(|(first, last)| std::sync::Arc::ptr_eq(first, last)));
    }
}
