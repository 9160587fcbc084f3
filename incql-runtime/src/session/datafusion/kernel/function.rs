//! One engine function type for all of our kernels: a name, a result type and a columnar body.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::ArrayRef;
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{
    ColumnarValue, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

/// What a kernel body sees: whole columns, of equal length.
pub(super) struct Input<'a> {
    pub columns: &'a [ArrayRef],
    pub result: &'a DataType,
    /// A number that belongs to the call (a struct field's position); 0 where there is none.
    pub parameter: usize,
}

/// A kernel body.
pub(super) type Body = fn(&Input<'_>) -> Result<ArrayRef>;

/// A call of a kernel.
pub(super) fn call(name: &'static str, body: Body, parameter: usize, result: DataType, arguments: Vec<Expr>) -> Expr {
    let signature = if arguments.is_empty() {
        Signature::nullary(Volatility::Immutable)
    } else {
        Signature::any(arguments.len(), Volatility::Immutable)
    };
    let kernel = Kernel { name, body, parameter, result, signature };
    ScalarUDF::new_from_impl(kernel).call(arguments)
}

#[derive(Debug)]
struct Kernel {
    name: &'static str,
    body: Body,
    parameter: usize,
    result: DataType,
    signature: Signature,
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        (self.name, self.parameter, &self.result) == (other.name, other.parameter, &other.result)
    }
}

impl Eq for Kernel {}

impl Hash for Kernel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.name, self.parameter, &self.result).hash(state);
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

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let inherits = args.arg_fields.iter().any(|field| field.is_nullable());
        // A struct's field may be nullable where the struct is not.
        let nullable = inherits || self.name == super::structure::NAME || self.name.ends_with("_or_null");
        Ok(Arc::new(Field::new(self.name, self.result.clone(), nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = args.args.iter().all(|argument| matches!(argument, ColumnarValue::Scalar(_)));
        let rows = if constant { 1 } else { args.number_rows };
        let columns = args.args.into_iter().map(|argument| argument.into_array(rows)).collect::<Result<Vec<_>>>()?;
        let input = Input { columns: &columns, result: &self.result, parameter: self.parameter };
        let values = (self.body)(&input)?;
        if constant && !columns.is_empty() {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&values, 0)?));
        }
        Ok(ColumnarValue::Array(values))
    }
}
