//! Functions that the engine lacks, or has with another meaning, as vectorised kernels: a call of one carries its
//! result type, so nothing is inferred from arguments again.

pub(super) mod arithmetic;
pub(super) mod cast;
pub(super) mod decimal;
pub(super) mod field;
pub(super) mod float;
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
