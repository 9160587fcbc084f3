//! Totals of many groups at once.

use arrow::array::{Array, ArrayRef, BooleanArray};
use datafusion::common::Result;
use datafusion::logical_expr::{EmitTo, GroupsAccumulator};

use super::{Finish, from_state, state_arrays};
use crate::session::datafusion::failure::refused;

/// Sum and count per group.
#[derive(Debug)]
pub(super) struct Groups {
    finish: Finish,
    totals: Vec<(i128, i64)>,
}

impl Groups {
    pub fn new(finish: Finish) -> Self {
        Self { finish, totals: Vec::new() }
    }
}

impl GroupsAccumulator for Groups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        total_groups: usize,
    ) -> Result<()> {
        let [values] = values else { return Err(refused("a sum takes one argument")) };
        self.totals.resize(total_groups, (0, 0));
        let Self { finish, totals } = self;
        finish.shape.values(values)?.each(|row, value| {
            if filter.is_some_and(|filter| !(filter.is_valid(row) && filter.value(row))) {
                return Ok(());
            }
            match groups.get(row).and_then(|group| totals.get_mut(*group)) {
                Some((sum, count)) => {
                    *count += 1;
                    finish.add(sum, value)
                }
                None => Err(refused("a row has no group")),
            }
        })
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let totals = emit_to.take_needed(&mut self.totals);
        self.finish.array(&totals)
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        let totals = emit_to.take_needed(&mut self.totals);
        state_arrays(&self.finish.shape, &totals)
    }

    fn merge_batch(&mut self, states: &[ArrayRef], groups: &[usize], total_groups: usize) -> Result<()> {
        let (sums, counts) = from_state(states)?;
        self.totals.resize(total_groups, (0, 0));
        for (row, group) in groups.iter().enumerate().filter(|(row, _)| sums.is_valid(*row)) {
            let Some((sum, count)) = self.totals.get_mut(*group) else { return Err(refused("a row has no group")) };
            *count += counts.value(row);
            self.finish.add(sum, sums.value(row))?;
        }
        Ok(())
    }

    fn convert_to_state(&self, values: &[ArrayRef], filter: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let [values] = values else { return Err(refused("a sum takes one argument")) };
        let mut totals = vec![(0, 0); values.len()];
        self.finish.shape.values(values)?.each(|row, value| {
            if filter.is_none_or(|filter| filter.is_valid(row) && filter.value(row))
                && let Some(total) = totals.get_mut(row)
            {
                *total = (value, 1);
            }
            Ok(())
        })?;
        state_arrays(&self.finish.shape, &totals)
    }

    fn size(&self) -> usize {
        self.totals.capacity() * size_of::<(i128, i64)>()
    }
}
