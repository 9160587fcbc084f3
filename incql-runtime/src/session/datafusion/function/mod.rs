//! Catalog functions as DataFusion expressions: the plan's URN and name lead to the catalog entry, its engine name to
//! an operator, one of the engine's functions or one of our kernels, and the result gets the type the plan states.

mod aggregate;
mod comparison;
mod guard;
mod scalar;
mod types;
mod window;

use std::collections::HashMap;
use std::sync::Arc;

use arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::execution::SessionStateDefaults;
use datafusion::logical_expr::{AggregateUDF, Expr, ScalarUDF, WindowUDF};

pub(super) use aggregate::AggregateCall;
pub(super) use guard::{can_fail, conditional};
pub(super) use types::{cast, conform, plain, same_layout};
pub(super) use window::WindowedCall;

use super::consume::Typed;
use super::failure::refused;
pub(super) use super::kernel::float::canonical;
use crate::function::{FunctionDef, Overload, Signature};
use crate::functions::catalog::by_substrait_name;

/// The engine's functions by name.
#[derive(Debug)]
pub(super) struct Functions {
    scalar: HashMap<String, Arc<ScalarUDF>>,
    aggregate: HashMap<String, Arc<AggregateUDF>>,
    window: HashMap<String, Arc<WindowUDF>>,
}

/// A function as a plan declares it: its URN and compound name.
pub(super) type Declared<'a> = (&'a str, &'a str);

impl Functions {
    /// All of the engine's functions, whatever a session's own registry holds.
    pub fn new() -> Self {
        let mut scalar = HashMap::new();
        for function in SessionStateDefaults::default_scalar_functions() {
            for alias in function.aliases() {
                scalar.insert(alias.clone(), Arc::clone(&function));
            }
            scalar.insert(function.name().to_owned(), function);
        }
        let mut aggregate = HashMap::new();
        for function in SessionStateDefaults::default_aggregate_functions() {
            for alias in function.aliases() {
                aggregate.insert(alias.clone(), Arc::clone(&function));
            }
            aggregate.insert(function.name().to_owned(), function);
        }
        let window = SessionStateDefaults::default_window_functions();
        Self {
            scalar,
            aggregate,
            window: window.into_iter().map(|function| (function.name().to_owned(), function)).collect(),
        }
    }

    fn scalar_function(&self, name: &str) -> Result<&Arc<ScalarUDF>> {
        self.scalar.get(name).ok_or_else(|| missing(name))
    }

    fn aggregate_function(&self, name: &str) -> Result<Arc<AggregateUDF>> {
        self.aggregate.get(name).cloned().ok_or_else(|| missing(name))
    }

    /// A window function of the engine.
    pub fn window_function(&self, name: &str) -> Result<Arc<WindowUDF>> {
        self.window.get(name).cloned().ok_or_else(|| missing(name))
    }
}

fn missing(name: &str) -> datafusion::error::DataFusionError {
    refused(format!("the engine has no function {name}"))
}

/// The catalog entry and overload that a plan means by a declaration and arguments of these types.
pub(super) fn resolve(declared: Declared<'_>, types: &[DataType]) -> Result<(&'static FunctionDef, &'static Overload)> {
    let (urn, compound) = declared;
    let (name, signature) = compound.split_once(':').unwrap_or((compound, ""));
    let plain: Vec<DataType> = types.iter().map(plain).collect();
    let mut found = by_substrait_name(urn, name).filter(|(function, overload)| {
        let chosen = std::ptr::eq(function.overload_of(&plain), *overload);
        let named = match overload.substrait.signature {
            Signature::Fixed(fixed) => fixed == signature,
            Signature::Arguments => true,
        };
        chosen && named
    });
    found.next().ok_or_else(|| refused(format!("the function {compound} of {urn} is not supported")))
}

/// The types of arguments.
pub(super) fn types_of(arguments: &[Typed]) -> Vec<DataType> {
    arguments.iter().map(|argument| argument.data_type.clone()).collect()
}

/// The one argument of a function that takes one.
fn only(arguments: Vec<Typed>, function: &str) -> Result<Typed> {
    let mut arguments = arguments.into_iter();
    match (arguments.next(), arguments.next()) {
        (Some(argument), None) => Ok(argument),
        _ => Err(refused(format!("{function} takes one argument"))),
    }
}

/// The two arguments of a function that takes two.
fn two(arguments: Vec<Typed>, function: &str) -> Result<(Typed, Typed)> {
    let mut arguments = arguments.into_iter();
    match (arguments.next(), arguments.next(), arguments.next()) {
        (Some(left), Some(right), None) => Ok((left, right)),
        _ => Err(refused(format!("{function} takes two arguments"))),
    }
}

/// A boolean expression.
fn boolean(expr: Expr) -> Typed {
    Typed { expr, data_type: DataType::Boolean }
}
