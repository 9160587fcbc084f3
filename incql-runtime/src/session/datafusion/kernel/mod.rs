//! Functions that the engine lacks, or has with another meaning, as vectorised kernels: a call of one carries its
//! result type, so nothing is inferred from arguments again.

pub(super) mod arithmetic;
pub(super) mod calendar;
pub(super) mod cast;
pub(super) mod decimal;
pub(super) mod field;
pub(super) mod float;
mod moment;
pub(super) mod number;
pub(super) mod text;
pub(super) mod total;

use std::hash::{Hash, Hasher};

use arrow::array::{Array, ArrayRef, Datum};
use arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::expr::ScalarFunction;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use std::sync::Arc;

use super::consume::Typed;

/// What a kernel computes: columns of one length and constants in, an array of the result type out, which has one slot
/// when all arguments are constants.
pub(super) type Run = fn(&[Argument], &DataType) -> Result<ArrayRef>;

/// A column, or a constant as one slot.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub array: ArrayRef,
    pub constant: bool,
}

impl Argument {
    /// The slot of a row's value.
    pub fn slot(&self, row: usize) -> usize {
        if self.constant { 0 } else { row }
    }
}

impl Datum for Argument {
    fn get(&self) -> (&dyn Array, bool) {
        (self.array.as_ref(), self.constant)
    }
}

/// The number of slots that a kernel's result has.
pub(super) fn length(arguments: &[Argument]) -> usize {
    arguments.iter().find(|argument| !argument.constant).map_or(1, |column| column.array.len())
}

/// A call of a kernel.
pub(super) fn call(name: &'static str, arguments: Vec<Typed>, result: DataType, run: Run) -> Typed {
    let signature = Signature::any(arguments.len(), Volatility::Immutable);
    let kernel = Kernel { name, result: result.clone(), signature, run };
    let arguments = arguments.into_iter().map(|argument| argument.expr).collect();
    let function = ScalarFunction::new_udf(Arc::new(ScalarUDF::from(kernel)), arguments);
    Typed { expr: Expr::ScalarFunction(function), data_type: result }
}

/// Whether an expression is a call of the kernel with this name.
pub(super) fn is_call(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::ScalarFunction(function) if function.func.inner().name() == name)
}

/// The kernel that the catalog calls by an engine name; decimal arithmetic has its own.
pub(super) fn named(engine: &str) -> Option<(&'static str, Run)> {
    KERNELS.iter().find(|(name, _)| *name == engine).copied()
}

/// The kernel of decimal arithmetic.
pub(super) fn named_decimal(engine: &str) -> (&'static str, Run) {
    match engine {
        "incql_add" => ("incql_add_decimals", decimal::add),
        "incql_sub" => ("incql_sub_decimals", decimal::subtract),
        "incql_mul" => ("incql_mul_decimals", decimal::multiply),
        "incql_div" => ("incql_div_decimals", decimal::divide),
        _ => ("incql_rem_decimals", decimal::remainder),
    }
}

const KERNELS: &[(&str, Run)] = &[
    ("incql_add", arithmetic::add),
    ("incql_sub", arithmetic::subtract),
    ("incql_mul", arithmetic::multiply),
    ("incql_neg", arithmetic::negate),
    ("incql_abs", number::absolute),
    ("incql_sign", number::sign),
    ("incql_ceil", number::ceiling),
    ("incql_floor", number::floor),
    ("incql_round", number::round),
    ("incql_logb", number::logarithm),
    ("incql_least", number::least),
    ("incql_greatest", number::greatest),
    ("incql_bitwise_not", number::invert),
    ("incql_shift_left", number::shift_left),
    ("incql_shift_right", number::shift_right),
    ("incql_concat", text::concat),
    ("incql_replace", text::replace),
    ("incql_overlay", text::overlay),
    ("incql_add_interval", calendar::add_interval),
    ("incql_sub_interval", calendar::subtract_interval),
    ("incql_mul_interval", arithmetic::multiply_interval),
    ("incql_neg_interval", arithmetic::negate),
    ("incql_date_part", calendar::part),
    ("incql_date_trunc", calendar::truncate),
    ("incql_date_add", calendar::later),
    ("incql_date_sub", calendar::earlier),
    ("incql_date_diff", calendar::days_between),
    ("incql_timestamp_diff", calendar::difference),
    ("incql_from_unixtime", calendar::from_unix_seconds),
    ("incql_unix_seconds", calendar::unix_seconds),
    ("incql_unix_millis", calendar::unix_millis),
    ("incql_unix_micros", calendar::unix_micros),
    ("incql_last_day", calendar::last_day),
];

/// A kernel as the engine sees it. Its name and result type identify it.
#[derive(Debug)]
struct Kernel {
    name: &'static str,
    result: DataType,
    signature: Signature,
    run: Run,
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.result == other.result && self.signature == other.signature
    }
}

impl Eq for Kernel {}

impl Hash for Kernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name, &self.result).hash(state);
    }
}

impl ScalarUDFImpl for Kernel {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.result.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let mut arguments = Vec::with_capacity(args.args.len());
        for value in args.args {
            arguments.push(match value {
                ColumnarValue::Array(array) => Argument { array, constant: false },
                ColumnarValue::Scalar(scalar) => Argument { array: scalar.to_array()?, constant: true },
            });
        }
        let result = (self.run)(&arguments, &self.result)?;
        if arguments.iter().all(|argument| argument.constant) {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?));
        }
        Ok(ColumnarValue::Array(result))
    }
}
