//! Type rules that several functions share: from typed arguments to coerced argument types and the result.

use arrow::datatypes::DataType;

use super::common::{compared, integer_bits, naturals, shared};
use super::decimal;
use crate::function::Resolved;
use crate::scalar::Scalar;

/// What a type rule answers.
pub type Rule = Result<Resolved, String>;

/// Arguments of these types give this result; nullability is the null rule's.
pub fn fixed(arguments: impl Into<Vec<DataType>>, result: DataType) -> Rule {
    Ok(Resolved { arguments: arguments.into(), result, nullable: false })
}

/// All arguments have one type.
fn alike(arguments: &[Scalar], common: DataType, result: DataType) -> Rule {
    fixed(vec![common; arguments.len()], result)
}

/// The arguments as they are.
pub fn own_types(arguments: &[Scalar]) -> Vec<DataType> {
    arguments.iter().map(|argument| argument.data_type().clone()).collect()
}

/// Argument `index`, or an error that a caller with too few arguments gets.
pub fn argument(arguments: &[Scalar], index: usize) -> Result<&Scalar, String> {
    arguments.get(index).ok_or_else(|| format!("argument {} is missing", index + 1))
}

/// Refuses another number of arguments.
pub fn count(arguments: &[Scalar], expected: usize) -> Result<(), String> {
    if arguments.len() == expected {
        return Ok(());
    }
    Err(format!("expected {expected} arguments, found {}", arguments.len()))
}

/// Arguments that are of these types, but for the width of integers and what `NULL` is a constant of.
pub fn signature<const N: usize>(arguments: &[Scalar], types: [DataType; N], result: DataType) -> Rule {
    count(arguments, N)?;
    for (argument, wanted) in arguments.iter().zip(&types) {
        expect(argument, wanted)?;
    }
    fixed(types, result)
}

/// Refuses an argument that is of another type than wanted; an integer of any width is an integer.
fn expect(argument: &Scalar, wanted: &DataType) -> Result<(), String> {
    let found = argument.data_type();
    if found == wanted || (found.is_integer() && wanted.is_integer()) || found.is_null() {
        return Ok(());
    }
    Err(format!("expected {wanted}, found {found}"))
}

/// Any number of texts, at least so many, give a text.
pub fn texts(arguments: &[Scalar], least: usize) -> Rule {
    if arguments.len() < least {
        return Err(format!("expected at least {least} arguments, found {}", arguments.len()));
    }
    for argument in arguments {
        expect(argument, &DataType::Utf8)?;
    }
    fixed(vec![DataType::Utf8; arguments.len()], DataType::Utf8)
}

/// Comparable values give a boolean.
pub fn comparison(arguments: &[Scalar]) -> Rule {
    count(arguments, 2)?;
    let common = compared(arguments)?;
    if common.is_nested() {
        return Err(format!("values of type {common} cannot be compared"));
    }
    alike(arguments, common, DataType::Boolean)
}

/// Booleans give a boolean.
pub fn boolean(arguments: &[Scalar]) -> Rule {
    for argument in arguments {
        expect(argument, &DataType::Boolean)?;
    }
    alike(arguments, DataType::Boolean, DataType::Boolean)
}

/// Any value gives a boolean.
pub fn predicate(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    fixed(own_types(arguments), DataType::Boolean)
}

/// One float gives a boolean.
pub fn float_predicate(arguments: &[Scalar]) -> Rule {
    count(arguments, 1)?;
    let own = argument(arguments, 0)?.data_type();
    if !own.is_floating() {
        return Err(format!("expected a float, found {own}"));
    }
    fixed(own_types(arguments), DataType::Boolean)
}

/// Two texts give a boolean.
pub fn text_predicate(arguments: &[Scalar]) -> Rule {
    signature(arguments, [DataType::Utf8, DataType::Utf8], DataType::Boolean)
}

/// Values that share a column, and that column's type.
pub fn unified(arguments: &[Scalar]) -> Rule {
    let common = shared(arguments)?;
    alike(arguments, common.clone(), common)
}

/// Like [`unified`], for functions that compare the values.
pub fn unified_comparable(arguments: &[Scalar]) -> Rule {
    let common = shared(arguments)?;
    if common.is_nested() || matches!(common, DataType::Interval(_)) {
        return Err(format!("values of type {common} cannot be compared"));
    }
    alike(arguments, common.clone(), common)
}

/// The types of two numbers in arithmetic: both decimals with their own digits, or both of the wider type.
pub enum Numbers {
    /// Each side's digits.
    Decimals(decimal::Digits, decimal::Digits),
    /// The common integer or float type.
    Machine(DataType),
}

/// What two numbers meet as.
pub fn numbers(arguments: &[Scalar]) -> Result<Numbers, String> {
    count(arguments, 2)?;
    let types = naturals(arguments)?;
    let [left, right] = types.as_slice() else { return Err("expected 2 arguments".to_owned()) };
    if left.is_floating() || right.is_floating() {
        let wide = [left, right].iter().any(|side| *side == &DataType::Float64 || wider_than_f32(side));
        let float = if wide { DataType::Float64 } else { DataType::Float32 };
        return if left.is_numeric() && right.is_numeric() {
            Ok(Numbers::Machine(float))
        } else {
            Err(no(left, right))
        };
    }
    if matches!(left, DataType::Decimal128(..)) || matches!(right, DataType::Decimal128(..)) {
        let pair = decimal::of_type(left).zip(decimal::of_type(right)).ok_or_else(|| no(left, right))?;
        return Ok(Numbers::Decimals(pair.0, pair.1));
    }
    let common = super::common::promote(left, right)?;
    if integer_bits(&common).is_none() {
        return Err(no(left, right));
    }
    Ok(Numbers::Machine(common))
}

fn wider_than_f32(data_type: &DataType) -> bool {
    match integer_bits(data_type) {
        Some((_, bits)) => bits > 16,
        None => data_type != &DataType::Float32,
    }
}

fn no(left: &DataType, right: &DataType) -> String {
    format!("no arithmetic between {left} and {right}")
}

/// The decimal type of these digits.
pub fn decimal_type(digits: decimal::Digits) -> DataType {
    DataType::Decimal128(digits.precision, digits.scale)
}
