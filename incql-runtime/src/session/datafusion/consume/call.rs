//! Scalar calls: the function a plan declares is looked up in the catalog by URN, name and argument types, and the
//! catalog names the engine function that has its meaning.

use std::collections::HashMap;

use arrow::datatypes::DataType;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::expr::ScalarFunction as ScalarCall;
use datafusion::logical_expr::{BinaryExpr, Expr, ExprSchemable, Like, Operator};
use substrait::proto::expression::ScalarFunction;
use substrait::proto::extensions::simple_extension_declaration::MappingType;
use substrait::proto::function_argument::ArgType;
use substrait::proto::{FunctionArgument, Plan};

use super::super::kernel;
use super::read::same_but_for_encoding;
use super::{Consumer, invalid, unsupported};
use crate::function::FunctionDef;
use crate::functions::catalog;
use crate::substrait::expr::window::WINDOW_URN;
use crate::substrait::types::from_proto;

/// A function that a plan declares.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// None for a call of incql's own window extension, whose name alone says which function it stands for.
    pub urn: Option<String>,
    /// Without the signature.
    pub name: String,
}

/// The functions of a plan by anchor.
#[derive(Debug)]
pub(super) struct Functions {
    by_anchor: HashMap<u32, Declared>,
}

impl Functions {
    pub fn new(plan: &Plan) -> Result<Self> {
        let urns: HashMap<u32, &str> =
            plan.extension_urns.iter().map(|urn| (urn.extension_urn_anchor, urn.urn.as_str())).collect();
        let mut by_anchor = HashMap::new();
        for extension in &plan.extensions {
            let Some(MappingType::ExtensionFunction(function)) = &extension.mapping_type else { continue };
            let urn = urns
                .get(&function.extension_urn_reference)
                .ok_or_else(|| invalid(format!("the function {} has no extension URN", function.name)))?;
            let name = function.name.split(':').next().unwrap_or_default().to_owned();
            by_anchor.insert(function.function_anchor, Declared { urn: Some((*urn).to_owned()), name });
        }
        Ok(Self { by_anchor })
    }

    pub fn get(&self, anchor: u32) -> Result<Declared> {
        let found = self.by_anchor.get(&anchor).cloned();
        found.ok_or_else(|| invalid(format!("a call refers to the undeclared function {anchor}")))
    }
}

/// The catalog's function and the engine's name for a declared function with arguments of these types.
pub(super) fn engine_function(declared: &Declared, types: &[DataType]) -> Result<(&'static FunctionDef, &'static str)> {
    let plain: Vec<DataType> = types.iter().map(plain_encoding).collect();
    let candidates =
        catalog::functions().flat_map(|function| function.overloads.iter().map(move |call| (function, call)));
    let mut matching = candidates.filter(|(_, call)| {
        call.substrait.name == declared.name
            && declared.urn.as_deref().is_none_or(|urn| call.substrait.urn == urn)
            && (call.accepts)(&plain)
    });
    let found = matching.next().map(|(function, call)| (function, call.engine));
    let extension = declared.urn.as_deref().unwrap_or(WINDOW_URN);
    found.ok_or_else(|| unsupported(format!("the function {} of {extension}", declared.name)))
}

/// The canonical type of the same values.
fn plain_encoding(data_type: &DataType) -> DataType {
    [DataType::Utf8, DataType::Binary]
        .into_iter()
        .find(|plain| same_but_for_encoding(data_type, plain))
        .unwrap_or_else(|| data_type.clone())
}

impl Consumer<'_> {
    pub(super) fn scalar_call(&mut self, call: &ScalarFunction, schema: &DFSchema) -> Result<Expr> {
        let declared = self.functions.get(call.function_reference)?;
        let arguments = self.arguments(&call.arguments, schema)?;
        let types = types_of(&arguments, schema)?;
        let (_, engine) = engine_function(&declared, &types)?;
        let stated = call.output_type.as_ref().ok_or_else(|| invalid("a call states its result type"))?;
        let (result, _) = from_proto(stated).map_err(|error| invalid(error.message()))?;
        let value = self.engine_call(engine, arguments, &types, &result)?;
        self.typed(value, Some(stated), schema)
    }

    pub(super) fn arguments(&mut self, arguments: &[FunctionArgument], schema: &DFSchema) -> Result<Vec<Expr>> {
        let value = |argument: &FunctionArgument| match &argument.arg_type {
            Some(ArgType::Value(value)) => self.expression(value, schema),
            _ => Err(unsupported("an argument that is no value")),
        };
        arguments.iter().map(value).collect()
    }

    fn engine_call(&self, engine: &str, arguments: Vec<Expr>, types: &[DataType], result: &DataType) -> Result<Expr> {
        if let Some(operator) = operator(engine) {
            return balanced(operator, arguments);
        }
        match engine {
            "NOT" => one(arguments).map(|argument| Expr::Not(Box::new(argument))),
            "negative" => one(arguments).map(|argument| Expr::Negative(Box::new(argument))),
            "IS NULL" => one(arguments).map(|argument| Expr::IsNull(Box::new(argument))),
            "IS NOT NULL" => one(arguments).map(|argument| Expr::IsNotNull(Box::new(argument))),
            "LIKE" => like(arguments, false),
            "ILIKE" => like(arguments, true),
            _ => match kernel::scalar(engine, &arguments, types, result)? {
                Some(value) => Ok(value),
                None => self.library_call(engine, arguments),
            },
        }
    }

    fn library_call(&self, engine: &str, arguments: Vec<Expr>) -> Result<Expr> {
        let function = self.state.scalar_functions().get(engine);
        let function = function.ok_or_else(|| unsupported(format!("the function {engine}")))?;
        Ok(Expr::ScalarFunction(ScalarCall::new_udf(function.clone(), arguments)))
    }
}

pub(super) fn types_of(arguments: &[Expr], schema: &DFSchema) -> Result<Vec<DataType>> {
    arguments.iter().map(|argument| argument.get_type(schema)).collect()
}

fn operator(engine: &str) -> Option<Operator> {
    Some(match engine {
        "=" => Operator::Eq,
        "!=" => Operator::NotEq,
        "<" => Operator::Lt,
        "<=" => Operator::LtEq,
        ">" => Operator::Gt,
        ">=" => Operator::GtEq,
        "IS NOT DISTINCT FROM" => Operator::IsNotDistinctFrom,
        "AND" => Operator::And,
        "OR" => Operator::Or,
        "+" => Operator::Plus,
        "-" => Operator::Minus,
        "*" => Operator::Multiply,
        "/" => Operator::Divide,
        "%" => Operator::Modulo,
        "&" => Operator::BitwiseAnd,
        "|" => Operator::BitwiseOr,
        "^" => Operator::BitwiseXor,
        "<<" => Operator::BitwiseShiftLeft,
        ">>" => Operator::BitwiseShiftRight,
        _ => return None,
    })
}

/// An operator over any number of operands, as a tree of the least depth.
pub(super) fn balanced(operator: Operator, mut operands: Vec<Expr>) -> Result<Expr> {
    if operands.is_empty() {
        return Err(invalid(format!("`{operator}` without an operand")));
    }
    while operands.len() > 1 {
        let mut halved = Vec::with_capacity(operands.len().div_ceil(2));
        let mut rest = operands.into_iter();
        while let Some(left) = rest.next() {
            halved.push(match rest.next() {
                Some(right) => Expr::BinaryExpr(BinaryExpr::new(Box::new(left), operator, Box::new(right))),
                None => left,
            });
        }
        operands = halved;
    }
    operands.pop().ok_or_else(|| invalid("an operator without an operand"))
}

fn one(arguments: Vec<Expr>) -> Result<Expr> {
    let [argument] = <[Expr; 1]>::try_from(arguments).map_err(|_| invalid("a call takes one argument"))?;
    Ok(argument)
}

fn like(arguments: Vec<Expr>, case_insensitive: bool) -> Result<Expr> {
    let [text, pattern] = <[Expr; 2]>::try_from(arguments).map_err(|_| invalid("LIKE takes two arguments"))?;
    Ok(Expr::Like(Like::new(false, Box::new(text), Box::new(pattern), None, case_insensitive)))
}
