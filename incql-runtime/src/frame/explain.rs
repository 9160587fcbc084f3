//! What a frame is: the authored plan, the view it is lowered from, and what each rewrite rule did.

use std::fmt;

use super::LazyFrame;
use crate::error::PlanError;
use crate::prism::display::PlanText;
use crate::prism::plan::Plan;
use crate::prism::traverse::{Counts, counts};
use crate::prism::view::View;

/// A frame's explanation, for people: print it.
#[derive(Debug)]
pub struct Explanation {
    plans: Result<(Plan, View), PlanError>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (authored, view) = match &self.plans {
            Ok(plans) => plans,
            Err(error) => return write!(f, "this frame cannot be planned: {error}"),
        };
        writeln!(f, "authored plan")?;
        write!(f, "{}", PlanText::authored(authored, 1))?;
        writeln!(f, "view")?;
        write!(f, "{}", PlanText::indented(view.plan(), 1))?;
        writeln!(f, "rules")?;
        if view.applied().is_empty() {
            return writeln!(f, "  none applied");
        }
        for applied in view.applied() {
            let (before, after) = applied.nodes;
            write!(f, "  {}: {before} {} nodes became {after}", applied.rule, applied.operator)?;
            match applied.location {
                Some(location) => writeln!(f, "  -- {location}")?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

impl<T> LazyFrame<T> {
    /// The authored plan, the view, and what each rewrite rule did, to print.
    #[must_use]
    pub fn explain(&self) -> Explanation {
        let plans = self.plan().and_then(|plan| Ok((plan.clone(), View::of(plan)?)));
        Explanation { plans }
    }

    /// What building this frame's plan cost, for tests that assert it.
    #[doc(hidden)]
    pub fn build_counts(&self) -> Result<Counts, PlanError> {
        Ok(counts(self.plan()?))
    }
}
