//! Sort, Fetch and distinct nodes: they keep the input's schema.

use crate::error::{PlanError, SourceLocation};
use crate::expr::node::{OrderNode, Scope};
use crate::prism::layout::Layout;
use crate::prism::node::{Aggregate, Fetch, Operator, Sort};
use crate::prism::output::Output;
use crate::prism::plan::Plan;
use crate::prism::resolve::{Resolver, RowStage};
use crate::scalar::Scalar;

/// Orders rows by keys, most significant first.
pub(crate) fn sort(input: &Plan, scope: Scope, keys: &[OrderNode], at: SourceLocation) -> Result<Plan, PlanError> {
    if keys.is_empty() {
        return Err(PlanError::new("ORDER BY has no key").at(at));
    }
    let layout = Layout::single(scope, input.schema());
    let mut stage = RowStage::new(&layout);
    let keys = Resolver::new(&mut stage).order(keys).map_err(|error| error.at(at))?;
    Ok(over(input, Operator::Sort(Sort { keys: keys.into() }), at))
}

/// Skips `offset` rows, then keeps `count`.
pub(crate) fn fetch(input: &Plan, offset: u64, count: Option<u64>, at: SourceLocation) -> Plan {
    over(input, Operator::Fetch(Fetch { offset, count }), at)
}

/// One of each set of equal rows.
pub(crate) fn distinct(input: &Plan, at: SourceLocation) -> Plan {
    let fields = input.schema().iter().enumerate();
    let keys: Vec<Scalar> =
        fields.map(|(i, field)| Scalar::column(i, field.data_type().clone(), field.is_nullable())).collect();
    over(input, Operator::Aggregate(Aggregate { keys: keys.into(), measures: [].into() }), at)
}

fn over(input: &Plan, operator: Operator, at: SourceLocation) -> Plan {
    Plan::from_parts(operator, vec![input.clone()], Output::unchanged(input.schema()), Some(at))
}
