//! The functions that a plan refers to, each declared once: sorted by URN and name, anchors from 1, so that equal
//! plans declare equal bytes.

use std::collections::BTreeMap;

use arrow::datatypes::DataType;
use substrait::proto::extensions::simple_extension_declaration::{ExtensionFunction, MappingType};
use substrait::proto::extensions::{SimpleExtensionDeclaration, SimpleExtensionUrn};
use substrait::proto::{FunctionOption, Type};

use super::types::{short_name, to_proto};
use crate::error::PlanError;
use crate::function::{Signature, SubstraitName};
use crate::scalar::Scalar;

/// Functions by URN and compound name, with the anchor once [`Extensions::number`] has run.
#[derive(Debug, Default)]
pub struct Extensions {
    functions: BTreeMap<&'static str, BTreeMap<String, u32>>,
}

impl Extensions {
    /// Adds a function; adding it again changes nothing.
    pub fn register(&mut self, urn: &'static str, name: String) {
        self.functions.entry(urn).or_default().insert(name, 0);
    }

    /// Gives every function its anchor, in sorted order.
    pub fn number(&mut self) {
        let all = self.functions.values_mut().flat_map(BTreeMap::values_mut);
        for (anchor, place) in (1..).zip(all) {
            *place = anchor;
        }
    }

    /// The anchor of a registered function.
    pub fn anchor(&self, urn: &str, name: &str) -> Result<u32, PlanError> {
        let found = self.functions.get(urn).and_then(|names| names.get(name));
        found.copied().ok_or_else(|| PlanError::new(format!("the function {name} of {urn} was not declared")))
    }

    /// The declarations of a plan: URNs, then functions.
    pub fn declarations(&self) -> (Vec<SimpleExtensionUrn>, Vec<SimpleExtensionDeclaration>) {
        let mut urns = Vec::with_capacity(self.functions.len());
        let mut declarations = Vec::new();
        for (urn_anchor, (urn, names)) in (1..).zip(&self.functions) {
            urns.push(SimpleExtensionUrn { extension_urn_anchor: urn_anchor, urn: (*urn).to_owned() });
            declarations.extend(names.iter().map(|(name, anchor)| declare(urn_anchor, *anchor, name)));
        }
        (urns, declarations)
    }
}

fn declare(urn_anchor: u32, function_anchor: u32, name: &str) -> SimpleExtensionDeclaration {
    let function = ExtensionFunction { extension_urn_reference: urn_anchor, function_anchor, name: name.to_owned() };
    SimpleExtensionDeclaration { mapping_type: Some(MappingType::ExtensionFunction(function)) }
}

/// The compound name of a call, for example `add:i64_i64`, `equal:any_any`, `count:`.
pub fn compound_name(function: &SubstraitName, arguments: &[Scalar]) -> String {
    let mut name = String::from(function.name);
    name.push(':');
    match function.signature {
        Signature::Fixed(signature) => name.push_str(signature),
        Signature::Arguments => {
            for (position, argument) in arguments.iter().enumerate() {
                if position > 0 {
                    name.push('_');
                }
                name.push_str(short_name(argument.data_type()));
            }
        }
    }
    name
}

/// The type of a call's result: nullable where the result can be null, and where the standard's definition of the
/// function derives a nullable type all the same, so that consumers which derive types themselves agree.
pub fn output_type(
    function: &SubstraitName,
    arguments: &[Scalar],
    data_type: &DataType,
    nullable: bool,
) -> Result<Type, PlanError> {
    to_proto(data_type, nullable || derives_nullable(function, arguments))
}

fn derives_nullable(function: &SubstraitName, arguments: &[Scalar]) -> bool {
    match (function.urn, function.name) {
        (
            "extension:io.substrait:functions_arithmetic",
            "row_number" | "rank" | "dense_rank" | "percent_rank" | "cume_dist" | "ntile",
        ) => true,
        (
            "extension:io.substrait:functions_rounding" | "extension:io.substrait:functions_rounding_decimal",
            "round",
        ) => true,
        ("extension:io.substrait:functions_comparison", "coalesce") => arguments.iter().any(Scalar::is_nullable),
        _ => false,
    }
}

/// The options of a call that carry meaning.
pub fn options(function: &SubstraitName) -> Vec<FunctionOption> {
    let option = |(name, preferred): &(&str, &[&str])| FunctionOption {
        name: (*name).to_owned(),
        preference: preferred.iter().map(|value| (*value).to_owned()).collect(),
    };
    function.options.iter().map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_follow_the_sorted_names_whatever_the_order_of_use() {
        let mut extensions = Extensions::default();
        for (urn, name) in
            [("extension:b", "z:"), ("extension:b", "a:"), ("extension:a", "q:i64"), ("extension:b", "z:")]
        {
            extensions.register(urn, name.to_owned());
        }
        extensions.number();
        let (urns, declarations) = extensions.declarations();
        let urns: Vec<_> = urns.iter().map(|u| (u.extension_urn_anchor, u.urn.as_str())).collect();
        assert_eq!(urns, [(1, "extension:a"), (2, "extension:b")]);
        let functions: Vec<_> = declarations
            .iter()
            .map(|d| match &d.mapping_type {
                Some(MappingType::ExtensionFunction(f)) => {
                    (f.extension_urn_reference, f.function_anchor, f.name.as_str())
                }
                _ => (0, 0, ""),
            })
            .collect();
        assert_eq!(functions, [(1, 1, "q:i64"), (2, 2, "a:"), (2, 3, "z:")]);
        assert_eq!(extensions.anchor("extension:b", "z:"), Ok(3));
        assert!(extensions.anchor("extension:b", "y:").is_err());
    }
}
