//! A handful of function definitions with Substrait's own names, so that these tests depend on no catalog.

use arrow::datatypes::DataType;

use crate::function::{
    FunctionClass, FunctionDef, FunctionPolicy, NullRule, Resolved, Signature, SubstraitName, Volatility,
};
use crate::scalar::{Measure, Scalar};

fn unused(_: &[Scalar]) -> Result<Resolved, String> {
    Err("these definitions are not resolved".to_owned())
}

const fn define(
    class: FunctionClass,
    name: &'static str,
    urn: &'static str,
    signature: Signature,
    nulls: NullRule,
    options: &'static [(&'static str, &'static [&'static str])],
) -> FunctionDef {
    FunctionDef {
        name,
        class,
        policy: FunctionPolicy::Core,
        doc: "",
        types: "",
        since: "0.1.0",
        rule: unused,
        nulls,
        volatility: Volatility::Immutable,
        raises: false,
        substrait: SubstraitName { urn, name, signature, options },
        engine: name,
    }
}

const ARITHMETIC: &str = "extension:io.substrait:functions_arithmetic";
const BOOLEAN: &str = "extension:io.substrait:functions_boolean";
const COMPARISON: &str = "extension:io.substrait:functions_comparison";
const GENERIC: &str = "extension:io.substrait:functions_aggregate_generic";
const STRING: &str = "extension:io.substrait:functions_string";

use FunctionClass::{Aggregate, Scalar as Row, Window};
use NullRule::{Always, Mirror, Never};
use Signature::{Arguments, Fixed};

const ERROR: &[(&str, &[&str])] = &[("overflow", &["ERROR"])];

pub static ADD: FunctionDef = define(Row, "add", ARITHMETIC, Arguments, Mirror, ERROR);
pub static AND: FunctionDef = define(Row, "and", BOOLEAN, Fixed("bool"), Mirror, &[]);
pub static OR: FunctionDef = define(Row, "or", BOOLEAN, Fixed("bool"), Mirror, &[]);
pub static EQUAL: FunctionDef = define(Row, "equal", COMPARISON, Fixed("any_any"), Mirror, &[]);
pub static GT: FunctionDef = define(Row, "gt", COMPARISON, Fixed("any_any"), Mirror, &[]);
pub static IS_NULL: FunctionDef = define(Row, "is_null", COMPARISON, Fixed("any"), Never, &[]);
pub static COALESCE: FunctionDef = define(Row, "coalesce", COMPARISON, Fixed("any"), NullRule::Declared, &[]);
pub static UPPER: FunctionDef = define(Row, "upper", STRING, Arguments, Mirror, &[]);
pub static COUNT: FunctionDef = define(Aggregate, "count", GENERIC, Fixed("any"), Never, &[]);
pub static COUNT_ALL: FunctionDef = define(Aggregate, "count", GENERIC, Fixed(""), Never, &[]);
pub static SUM: FunctionDef = define(Aggregate, "sum", ARITHMETIC, Arguments, Always, &[]);
pub static MAX: FunctionDef = define(Aggregate, "max", ARITHMETIC, Arguments, Always, &[]);
pub static STRING_AGG: FunctionDef = define(Aggregate, "string_agg", STRING, Arguments, Always, &[]);
pub static ROW_NUMBER: FunctionDef = define(Window, "row_number", ARITHMETIC, Arguments, Never, &[]);
pub static LAST_VALUE: FunctionDef = define(Window, "last_value", ARITHMETIC, Fixed("any"), Always, &[]);

/// A call of a function that gives a boolean.
pub fn truth(function: &'static FunctionDef, arguments: Vec<Scalar>) -> Scalar {
    Scalar::call(function, arguments, DataType::Boolean, false)
}

/// A measure without modifiers.
pub fn measure(function: &'static FunctionDef, arguments: Vec<Scalar>, data_type: DataType) -> Measure {
    let nullable = function.nulls != Never;
    Measure { function, arguments, distinct: false, filter: None, order: Vec::new(), data_type, nullable }
}

/// An `i64` constant.
pub fn int(value: i64) -> Scalar {
    Scalar::constant(crate::value::Value::Int(value), DataType::Int64)
}
