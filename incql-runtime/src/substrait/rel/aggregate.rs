//! Aggregates: grouping expressions on the relation with references to them, and the older form inside the grouping
//! too, since consumers differ in which one they read.

use substrait::proto::AggregateRel;
use substrait::proto::aggregate_rel::Grouping;
use substrait::proto::rel::RelType;

use super::Context;
use crate::error::PlanError;
use crate::prism::node::Aggregate;
use crate::substrait::expr;

/// The aggregate without its input.
pub fn aggregate(context: &Context, aggregate: &Aggregate) -> Result<RelType, PlanError> {
    let grouping_expressions = expr::lower_all(context, &aggregate.keys)?;
    let mut groupings = Vec::new();
    if !grouping_expressions.is_empty() {
        let count = u32::try_from(grouping_expressions.len()).map_err(|_| PlanError::new("too many grouping keys"))?;
        #[allow(deprecated)] // The older form is written for consumers that read only it.
        groupings.push(Grouping {
            grouping_expressions: grouping_expressions.clone(),
            expression_references: (0..count).collect(),
        });
    }
    let measures = aggregate.measures.iter().map(|measure| expr::aggregate(context, measure));
    let measures = measures.collect::<Result<Vec<_>, _>>()?;
    if groupings.is_empty() && measures.is_empty() {
        return Err(PlanError::new("an aggregate needs a grouping key or a measure"));
    }
    let rel = AggregateRel { groupings, measures, grouping_expressions, ..AggregateRel::default() };
    Ok(RelType::Aggregate(Box::new(rel)))
}
