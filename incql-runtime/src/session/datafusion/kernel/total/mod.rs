//! Sums of integers and decimals, and means of decimals, that fail when the result does not fit instead of wrapping.
//! Partial sums have 128 bits, so an integer sum never depends on the order of its rows.

mod groups;
mod rows;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, Decimal128Array, Int64Array, UInt64Array};
use arrow::datatypes::{DataType, Decimal128Type, Field, FieldRef, Int64Type, UInt64Type, i256};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::{Accumulator, AggregateUDF, AggregateUDFImpl, GroupsAccumulator, Signature, Volatility};

use super::arithmetic::overflow;
use crate::session::datafusion::failure::refused;

/// What is made of the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Kind {
    /// The sum itself.
    Sum,
    /// The sum divided by the number of values; digits beyond the result's scale are cut, as the engine's own mean of
    /// smaller decimals does.
    Mean,
}

/// The aggregate from values of `input` to `result`.
pub(in super::super) fn total(kind: Kind, input: &DataType, result: DataType) -> Result<Arc<AggregateUDF>> {
    let scale = match input {
        DataType::Int64 | DataType::UInt64 => 0,
        DataType::Decimal128(_, scale) => *scale,
        other => return Err(refused(format!("{other} has no checked sum"))),
    };
    let signature = Signature::exact(vec![input.clone()], Volatility::Immutable);
    Ok(Arc::new(AggregateUDF::from(Total { kind, shape: Shape { scale, result }, signature })))
}

/// How totals become results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Shape {
    /// The digits after the point of the values.
    scale: i8,
    result: DataType,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Total {
    kind: Kind,
    shape: Shape,
    signature: Signature,
}

impl AggregateUDFImpl for Total {
    fn name(&self) -> &'static str {
        match self.kind {
            Kind::Sum => "incql_sum",
            Kind::Mean => "incql_avg",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.shape.result.clone())
    }

    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let finish = Finish { kind: self.kind, shape: self.shape.clone() };
        Ok(if args.is_distinct { Box::new(rows::Distinct::new(finish)) } else { Box::new(rows::Running::new(finish)) })
    }

    fn create_sliding_accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let finish = Finish { kind: self.kind, shape: self.shape.clone() };
        Ok(if args.is_distinct { Box::new(rows::Distinct::new(finish)) } else { Box::new(rows::Running::new(finish)) })
    }

    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        let sum = self.shape.sum_type();
        let field = |name: &str, data_type| -> FieldRef {
            Arc::new(Field::new(format!("{}[{name}]", args.name), data_type, true))
        };
        if args.is_distinct {
            return Ok(vec![field("values", DataType::new_list(sum, true))]);
        }
        Ok(vec![field("sum", sum), field("count", DataType::Int64)])
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(&self, _: AccumulatorArgs) -> Result<Box<dyn GroupsAccumulator>> {
        Ok(Box::new(groups::Groups::new(Finish { kind: self.kind, shape: self.shape.clone() })))
    }
}

impl Shape {
    /// The type that a partial sum travels in.
    fn sum_type(&self) -> DataType {
        DataType::Decimal128(38, self.scale)
    }

    /// The digits of the values of a batch.
    fn values<'a>(&self, array: &'a ArrayRef) -> Result<Values<'a>> {
        match array.data_type() {
            DataType::Int64 => Ok(Values::Signed(array.as_primitive::<Int64Type>())),
            DataType::UInt64 => Ok(Values::Unsigned(array.as_primitive::<UInt64Type>())),
            DataType::Decimal128(_, scale) if *scale == self.scale => {
                Ok(Values::Decimal(array.as_primitive::<Decimal128Type>()))
            }
            other => Err(refused(format!("{other} has no checked sum"))),
        }
    }
}

/// A batch of values of one type.
#[derive(Clone, Copy)]
enum Values<'a> {
    Signed(&'a Int64Array),
    Unsigned(&'a UInt64Array),
    Decimal(&'a Decimal128Array),
}

impl<'a> Values<'a> {
    /// Calls `see` with the row and digits of each value that is not NULL.
    fn each(self, mut see: impl FnMut(usize, i128) -> Result<()>) -> Result<()> {
        match self {
            Self::Signed(array) => visit(array, |row| see(row, i128::from(array.value(row)))),
            Self::Unsigned(array) => visit(array, |row| see(row, i128::from(array.value(row)))),
            Self::Decimal(array) => visit(array, |row| see(row, array.value(row))),
        }
    }
}

fn visit(array: &dyn Array, mut see: impl FnMut(usize) -> Result<()>) -> Result<()> {
    match array.nulls().filter(|nulls| nulls.null_count() > 0) {
        None => (0..array.len()).try_for_each(see),
        Some(nulls) => nulls.valid_indices().try_for_each(|row| see(row)),
    }
}

/// Turns a sum and a count into the result.
#[derive(Clone, Debug)]
struct Finish {
    kind: Kind,
    shape: Shape,
}

impl Finish {
    /// The digits of the result; `None` for no values.
    fn digits(&self, sum: i128, count: i64) -> Result<Option<i128>> {
        if count == 0 {
            return Ok(None);
        }
        let digits = match self.kind {
            Kind::Sum => Some(sum),
            Kind::Mean => self.mean(sum, count),
        };
        let fits = digits.filter(|digits| match &self.shape.result {
            DataType::Int64 => i64::try_from(*digits).is_ok(),
            DataType::UInt64 => u64::try_from(*digits).is_ok(),
            DataType::Decimal128(precision, _) => {
                10i128.checked_pow(u32::from(*precision)).is_none_or(|limit| digits.abs() < limit)
            }
            _ => true,
        });
        match fits {
            Some(digits) => Ok(Some(digits)),
            None => Err(self.overflow()),
        }
    }

    fn mean(&self, sum: i128, count: i64) -> Option<i128> {
        let DataType::Decimal128(_, scale) = &self.shape.result else { return None };
        let shift = u32::try_from(i16::from(*scale) - i16::from(self.shape.scale)).ok()?;
        let shifted = i256::from_i128(sum).checked_mul(i256::from_i128(10i128.checked_pow(shift)?))?;
        shifted.checked_div(i256::from_i128(i128::from(count)))?.to_i128()
    }

    fn overflow(&self) -> datafusion::error::DataFusionError {
        overflow(match self.kind {
            Kind::Sum => "a sum",
            Kind::Mean => "an average",
        })
    }

    fn scalar(&self, sum: i128, count: i64) -> Result<ScalarValue> {
        let array = self.array(&[(sum, count)])?;
        ScalarValue::try_from_array(&array, 0)
    }

    fn array(&self, totals: &[(i128, i64)]) -> Result<ArrayRef> {
        let digits = totals.iter().map(|(sum, count)| self.digits(*sum, *count)).collect::<Result<Vec<_>>>()?;
        // `digits` has checked that each fits.
        Ok(match &self.shape.result {
            DataType::Int64 => {
                let values = digits.into_iter().map(|digits| digits.and_then(|digits| i64::try_from(digits).ok()));
                Arc::new(values.collect::<Int64Array>())
            }
            DataType::UInt64 => {
                let values = digits.into_iter().map(|digits| digits.and_then(|digits| u64::try_from(digits).ok()));
                Arc::new(values.collect::<UInt64Array>())
            }
            DataType::Decimal128(precision, scale) => {
                let values = digits.into_iter().collect::<Decimal128Array>();
                Arc::new(values.with_precision_and_scale(*precision, *scale)?)
            }
            other => return Err(refused(format!("a checked sum does not give {other}"))),
        })
    }

    fn add(&self, sum: &mut i128, value: i128) -> Result<()> {
        *sum = sum.checked_add(value).ok_or_else(|| self.overflow())?;
        Ok(())
    }
}

/// Partial sums as they travel: NULL sums do not occur, a count of zero says that there was nothing.
fn state_arrays(shape: &Shape, totals: &[(i128, i64)]) -> Result<Vec<ArrayRef>> {
    let sums = Decimal128Array::from_iter_values(totals.iter().map(|(sum, _)| *sum));
    let counts = Int64Array::from_iter_values(totals.iter().map(|(_, count)| *count));
    Ok(vec![Arc::new(sums.with_precision_and_scale(38, shape.scale)?), Arc::new(counts)])
}

/// The partial sums of a batch of states.
fn from_state(states: &[ArrayRef]) -> Result<(&Decimal128Array, &Int64Array)> {
    let [sums, counts] = states else { return Err(refused("a partial sum has two columns")) };
    match (sums.as_primitive_opt::<Decimal128Type>(), counts.as_primitive_opt::<Int64Type>()) {
        (Some(sums), Some(counts)) => Ok((sums, counts)),
        _ => Err(refused("a partial sum has other types")),
    }
}
