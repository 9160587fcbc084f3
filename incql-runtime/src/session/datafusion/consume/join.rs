//! Joins: the condition as it is written; the engine finds the equalities in it, and one that is null-safe stays apart
//! from one that is not.

use datafusion::common::{JoinType, Result};
use datafusion::logical_expr::{Expr, LogicalPlan, LogicalPlanBuilder};
use substrait::proto::join_rel::JoinType as Kind;
use substrait::proto::{CrossRel, JoinRel, Rel};

use super::Consumer;
use crate::session::datafusion::failure::refused;

impl Consumer<'_> {
    pub(super) async fn join(&self, join: &JoinRel) -> Result<LogicalPlan> {
        if join.post_join_filter.is_some() {
            return Err(refused("a join with a filter after it is not supported"));
        }
        let (left, right) = self.sides(join.left.as_deref(), join.right.as_deref()).await?;
        let kind = match Kind::try_from(join.r#type) {
            Ok(Kind::Inner) => JoinType::Inner,
            Ok(Kind::Left) => JoinType::Left,
            Ok(Kind::Right) => JoinType::Right,
            Ok(Kind::Outer) => JoinType::Full,
            Ok(Kind::LeftSemi) => JoinType::LeftSemi,
            Ok(Kind::LeftAnti) => JoinType::LeftAnti,
            Ok(Kind::RightSemi) => JoinType::RightSemi,
            Ok(Kind::RightAnti) => JoinType::RightAnti,
            _ => return Err(refused("the kind of a join is not supported")),
        };
        let both = left.schema().join(right.schema())?;
        let condition: Option<Expr> = match &join.expression {
            Some(expression) => Some(self.expr(expression, &both).await?.expr),
            None => None,
        };
        let builder = LogicalPlanBuilder::from(left);
        let plan = match (condition, kind) {
            (None, JoinType::Inner) => builder.cross_join(right)?,
            (condition, kind) => builder.join_on(right, kind, condition)?,
        };
        self.emitted(plan.build()?, join.common.as_ref())
    }

    pub(super) async fn cross(&self, cross: &CrossRel) -> Result<LogicalPlan> {
        let (left, right) = self.sides(cross.left.as_deref(), cross.right.as_deref()).await?;
        let plan = LogicalPlanBuilder::from(left).cross_join(right)?.build()?;
        self.emitted(plan, cross.common.as_ref())
    }

    async fn sides(&self, left: Option<&Rel>, right: Option<&Rel>) -> Result<(LogicalPlan, LogicalPlan)> {
        let (Some(left), Some(right)) = (left, right) else { return Err(refused("a join lacks an input")) };
        // Boxed because a join may stand below either side.
        let left = Box::pin(self.rel(left, &[])).await?;
        let right = Box::pin(self.rel(right, &[])).await?;
        Ok((left, right))
    }
}
