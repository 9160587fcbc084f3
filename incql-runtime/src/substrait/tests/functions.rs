//! A handful of function definitions with Substrait's own names, so that these tests depend on no catalog.

use arrow::datatypes::DataType;

use crate::function::{
    FunctionClass, FunctionDef, FunctionPolicy, NullRule, Overload, Resolved, Signature, SubstraitName, Volatility,
};
use crate::scalar::{Measure, Scalar};

fn unused(_: &[Scalar]) -> Result<Resolved, String> {
    Err("these definitions are not resolved".to_owned())
}

macro_rules! define {
    ($($name:ident = $class:ident $text:literal $urn:ident $signature:expr, $nulls:ident, $options:expr;)*) => {$(
        pub static $name: FunctionDef = FunctionDef {
            name: $text,
            class: FunctionClass::$class,
            policy: FunctionPolicy::Core,
            doc: "",
            types: "",
            since: "0.1.0",
            rule: unused,
            nulls: NullRule::$nulls,
            volatility: Volatility::Immutable,
            raises: false,
            overloads: &[Overload {
                accepts: |_| true,
                substrait: SubstraitName { urn: $urn, name: $text, signature: $signature, options: $options },
                engine: $text,
            }],
        };
    )*};
}

const ARITHMETIC: &str = "extension:io.substrait:functions_arithmetic";
const BOOLEAN: &str = "extension:io.substrait:functions_boolean";
const COMPARISON: &str = "extension:io.substrait:functions_comparison";
const GENERIC: &str = "extension:io.substrait:functions_aggregate_generic";
const STRING: &str = "extension:io.substrait:functions_string";

use Signature::{Arguments, Fixed};

const ERROR: &[(&str, &[&str])] = &[("overflow", &["ERROR"])];

define! {
    ADD = Scalar "add" ARITHMETIC Arguments, Mirror, ERROR;
    AND = Scalar "and" BOOLEAN Fixed("bool"), Mirror, &[];
    OR = Scalar "or" BOOLEAN Fixed("bool"), Mirror, &[];
    EQUAL = Scalar "equal" COMPARISON Fixed("any_any"), Mirror, &[];
    GT = Scalar "gt" COMPARISON Fixed("any_any"), Mirror, &[];
    IS_NULL = Scalar "is_null" COMPARISON Fixed("any"), Never, &[];
    COALESCE = Scalar "coalesce" COMPARISON Fixed("any"), Declared, &[];
    UPPER = Scalar "upper" STRING Arguments, Mirror, &[];
    COUNT = Aggregate "count" GENERIC Fixed("any"), Never, &[];
    COUNT_ALL = Aggregate "count" GENERIC Fixed(""), Never, &[];
    SUM = Aggregate "sum" ARITHMETIC Arguments, Always, &[];
    MAX = Aggregate "max" ARITHMETIC Arguments, Always, &[];
    STRING_AGG = Aggregate "string_agg" STRING Arguments, Always, &[];
    ROW_NUMBER = Window "row_number" ARITHMETIC Arguments, Never, &[];
    LAST_VALUE = Window "last_value" ARITHMETIC Fixed("any"), Always, &[];
}

/// A call of a function that gives a boolean.
pub fn truth(function: &'static FunctionDef, arguments: Vec<Scalar>) -> Scalar {
    Scalar::call(function, arguments, DataType::Boolean, false)
}

/// A measure without modifiers.
pub fn measure(function: &'static FunctionDef, arguments: Vec<Scalar>, data_type: DataType) -> Measure {
    let nullable = function.nulls != NullRule::Never;
    Measure { function, arguments, distinct: false, filter: None, order: Vec::new(), data_type, nullable }
}

/// An `i64` constant.
pub fn int(value: i64) -> Scalar {
    Scalar::constant(crate::value::Value::Int(value), DataType::Int64)
}
