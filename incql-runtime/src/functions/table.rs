//! How the tables of the catalog are written: base entries, overloads, and one macro that makes a family's table.

use arrow::datatypes::DataType;

use super::rules::boolean;
use crate::function::{
    FunctionClass, FunctionDef, FunctionPolicy, NullRule, Overload, Signature, SubstraitName, Volatility,
};

/// The first release.
pub const SINCE: &str = "0.1.0";

/// The extension URNs that the catalog uses.
pub mod urn {
    /// Comparisons.
    pub const COMPARISON: &str = "extension:io.substrait:functions_comparison";
    /// Boolean functions.
    pub const BOOLEAN: &str = "extension:io.substrait:functions_boolean";
    /// Arithmetic on integers and floats, and its aggregates and window functions.
    pub const ARITHMETIC: &str = "extension:io.substrait:functions_arithmetic";
    /// Arithmetic on decimals and its aggregates.
    pub const DECIMAL: &str = "extension:io.substrait:functions_arithmetic_decimal";
    /// Aggregates of any type.
    pub const AGGREGATE: &str = "extension:io.substrait:functions_aggregate_generic";
    /// Rounding of floats and integers.
    pub const ROUNDING: &str = "extension:io.substrait:functions_rounding";
    /// Rounding of decimals.
    pub const ROUNDING_DECIMAL: &str = "extension:io.substrait:functions_rounding_decimal";
    /// Logarithms.
    pub const LOGARITHMIC: &str = "extension:io.substrait:functions_logarithmic";
    /// Text.
    pub const STRING: &str = "extension:io.substrait:functions_string";
    /// Dates and times.
    pub const DATETIME: &str = "extension:io.substrait:functions_datetime";
    /// incql's own arithmetic, with unsigned integers.
    pub const INCQL_ARITHMETIC: &str = "extension:io.incql:functions_arithmetic";
    /// incql's own aggregates.
    pub const INCQL_AGGREGATE: &str = "extension:io.incql:functions_aggregate";
    /// incql's own text functions.
    pub const INCQL_STRING: &str = "extension:io.incql:functions_string";
    /// incql's own functions of dates and times.
    pub const INCQL_DATETIME: &str = "extension:io.incql:functions_datetime";
}

/// Integer overflow fails the query.
pub const CHECKED: &[(&str, &[&str])] = &[("overflow", &["ERROR"])];
/// Text is compared as written.
pub const CASE_SENSITIVE: &[(&str, &[&str])] = &[("case_sensitivity", &["CASE_SENSITIVE"])];

/// A standard scalar function that is null when an argument is.
pub const SCALAR: FunctionDef = FunctionDef {
    name: "",
    class: FunctionClass::Scalar,
    policy: FunctionPolicy::Core,
    doc: "",
    types: "",
    since: SINCE,
    rule: boolean,
    nulls: NullRule::Mirror,
    volatility: Volatility::Immutable,
    raises: false,
    overloads: &[],
};

/// A scalar function of incql's own.
pub const EXTENSION: FunctionDef = FunctionDef { policy: FunctionPolicy::Extension, ..SCALAR };

/// A standard aggregate whose result is null without input.
pub const AGGREGATE: FunctionDef = FunctionDef { class: FunctionClass::Aggregate, nulls: NullRule::Always, ..SCALAR };

/// A standard window function.
pub const WINDOW: FunctionDef = FunctionDef { class: FunctionClass::Window, nulls: NullRule::Always, ..SCALAR };

/// A Substrait name whose signature is the arguments' types.
pub const fn typed(urn: &'static str, name: &'static str) -> SubstraitName {
    SubstraitName { urn, name, signature: Signature::Arguments, options: &[] }
}

/// A Substrait name with this signature.
pub const fn fixed(urn: &'static str, name: &'static str, signature: &'static str) -> SubstraitName {
    SubstraitName { urn, name, signature: Signature::Fixed(signature), options: &[] }
}

impl SubstraitName {
    /// The same name with options that carry meaning.
    pub const fn with(self, options: &'static [(&'static str, &'static [&'static str])]) -> Self {
        Self { options, ..self }
    }
}

/// An overload.
pub const fn over(accepts: fn(&[DataType]) -> bool, substrait: SubstraitName, engine: &'static str) -> Overload {
    Overload { accepts, substrait, engine }
}

/// A family's functions, each a static, and the table of them in order.
macro_rules! functions {
    ($(#[$table_doc:meta])* $table:ident: $($name:ident = $def:expr;)*) => {
        $(
            #[doc = concat!("The catalog entry of the constant's name; see [`", stringify!($table), "`].")]
            pub static $name: $crate::function::FunctionDef = $def;
        )*
        $(#[$table_doc])*
        pub static $table: &[&$crate::function::FunctionDef] = &[$(&$name),*];
    };
}
pub(crate) use functions;
