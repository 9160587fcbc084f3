//! Totals of one group: over all rows, over a moving frame, and over different values.

use std::collections::HashSet;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, Decimal128Array};
use arrow::datatypes::Decimal128Type;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Accumulator;

use super::{Finish, from_state, state_arrays};
use crate::session::datafusion::failure::refused;

/// A sum and a count that rows enter and leave.
#[derive(Debug)]
pub(super) struct Running {
    finish: Finish,
    sum: i128,
    count: i64,
}

impl Running {
    pub fn new(finish: Finish) -> Self {
        Self { finish, sum: 0, count: 0 }
    }

    fn only(values: &[ArrayRef]) -> Result<&ArrayRef> {
        values.first().ok_or_else(|| refused("a sum takes one argument"))
    }
}

impl Accumulator for Running {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Self { finish, sum, count } = self;
        finish.shape.values(Self::only(values)?)?.each(|_, value| {
            *count += 1;
            finish.add(sum, value)
        })
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Self { finish, sum, count } = self;
        finish.shape.values(Self::only(values)?)?.each(|_, value| {
            *count -= 1;
            finish.add(sum, -value)
        })
    }

    fn supports_retract_batch(&self) -> bool {
        true
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        self.finish.scalar(self.sum, self.count)
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let arrays = state_arrays(&self.finish.shape, &[(self.sum, self.count)])?;
        arrays.iter().map(|array| ScalarValue::try_from_array(array, 0)).collect()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let (sums, counts) = from_state(states)?;
        for row in (0..sums.len()).filter(|row| sums.is_valid(*row)) {
            self.count += counts.value(row);
            self.finish.add(&mut self.sum, sums.value(row))?;
        }
        Ok(())
    }
}

/// The different values of a group.
#[derive(Debug)]
pub(super) struct Distinct {
    finish: Finish,
    values: HashSet<i128>,
}

impl Distinct {
    pub fn new(finish: Finish) -> Self {
        Self { finish, values: HashSet::new() }
    }
}

impl Accumulator for Distinct {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let Self { finish, values: seen } = self;
        finish.shape.values(Running::only(values)?)?.each(|_, value| {
            seen.insert(value);
            Ok(())
        })
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let mut sum = 0;
        for value in &self.values {
            self.finish.add(&mut sum, *value)?;
        }
        let count = i64::try_from(self.values.len()).map_err(|_| self.finish.overflow())?;
        self.finish.scalar(sum, count)
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.values.capacity() * size_of::<i128>()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let scale = self.finish.shape.scale;
        let values = Decimal128Array::from_iter_values(self.values.iter().copied());
        let values: ArrayRef = Arc::new(values.with_precision_and_scale(38, scale)?);
        let lists = datafusion::common::utils::SingleRowListArrayBuilder::new(values).build_list_array();
        Ok(vec![ScalarValue::List(Arc::new(lists))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let lists = Running::only(states)?.as_list_opt::<i32>().ok_or_else(|| refused("a partial sum is a list"))?;
        for list in lists.iter().flatten() {
            let values = list.as_primitive_opt::<Decimal128Type>();
            let values = values.ok_or_else(|| refused("a partial sum has other types"))?;
            self.values.extend(values.iter().flatten());
        }
        Ok(())
    }
}
