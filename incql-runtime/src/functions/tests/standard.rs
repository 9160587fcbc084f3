//! Every standard name in the catalog against the standard's own files, which the `substrait` crate carries in its
//! sources: the overload exists with exactly that signature, options exist with those values, and results have the
//! standard's type.

use std::collections::BTreeMap;
use std::path::PathBuf;

use arrow::datatypes::DataType;
use serde_yaml::Value as Yaml;

use super::{column, kinds};
use crate::function::{FunctionDef, Overload};
use crate::functions::catalog::functions;
use crate::scalar::Scalar;
use crate::substrait::extensions::compound_name;

/// An overload of the standard.
#[derive(Debug)]
struct Standard {
    result: String,
    options: BTreeMap<String, Vec<String>>,
}

/// The folder of the standard's files in the registry's sources; `None` where sources are kept elsewhere.
fn folder() -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    let folders = registries.flatten().map(|registry| registry.path().join("substrait-0.63.0/substrait/extensions"));
    folders.into_iter().find(|folder| folder.is_dir())
}

/// All overloads by URN and compound name.
fn standard() -> Option<BTreeMap<(String, String), Standard>> {
    let mut overloads = BTreeMap::new();
    for file in std::fs::read_dir(folder()?).expect("a readable folder").flatten() {
        if !file.file_name().to_string_lossy().starts_with("functions_") {
            continue;
        }
        let text = std::fs::read_to_string(file.path()).expect("a readable file");
        let document: Yaml = serde_yaml::from_str(&text).expect("a YAML document");
        let urn = document["urn"].as_str().unwrap_or_default().to_owned();
        for kind in ["scalar_functions", "aggregate_functions", "window_functions"] {
            for function in document[kind].as_sequence().into_iter().flatten() {
                add_function(&mut overloads, &urn, function);
            }
        }
    }
    Some(overloads)
}

fn add_function(overloads: &mut BTreeMap<(String, String), Standard>, urn: &str, function: &Yaml) {
    let name = function["name"].as_str().unwrap_or_default();
    for overload in function["impls"].as_sequence().into_iter().flatten() {
        let arguments = overload["args"].as_sequence().into_iter().flatten();
        let signature: Vec<String> = arguments.map(short_name).collect();
        let options = overload["options"].as_mapping().into_iter().flatten();
        let options = options.map(|(option, body)| {
            let values = body["values"].as_sequence().into_iter().flatten().filter_map(Yaml::as_str);
            (option.as_str().unwrap_or_default().to_owned(), values.map(str::to_owned).collect())
        });
        let result = overload["return"].as_str().unwrap_or_default().to_owned();
        let key = (urn.to_owned(), format!("{name}:{}", signature.join("_")));
        overloads.insert(key, Standard { result, options: options.collect() });
    }
}

fn short_name(argument: &Yaml) -> String {
    let Some(value) = argument["value"].as_str() else { return "req".to_owned() };
    let base = value.split('<').next().unwrap_or_default().trim_end_matches('?').to_lowercase();
    let short = match base.as_str() {
        "boolean" => "bool",
        "string" => "str",
        "decimal" => "dec",
        "precision_timestamp" => "pts",
        "precision_timestamp_tz" => "ptstz",
        "timestamp" => "ts",
        "timestamp_tz" => "tstz",
        other if other.starts_with("any") => "any",
        other => other,
    };
    short.to_owned()
}

/// Argument lists over all kinds of types that the function's rule accepts, after coercion, with the result.
fn accepted(function: &FunctionDef) -> Vec<(Vec<Scalar>, DataType)> {
    let kinds: Vec<Scalar> = kinds().iter().map(column).collect();
    let one = || crate::scalar::Scalar::constant(crate::value::Value::Int(1), DataType::Int64);
    let mut lists = vec![Vec::new()];
    lists.extend(kinds.iter().map(|a| vec![a.clone()]));
    lists.extend(kinds.iter().map(|a| vec![a.clone(), one()]));
    lists.extend(kinds.iter().map(|a| vec![a.clone(), one(), a.clone()]));
    lists.extend(kinds.iter().flat_map(|a| kinds.iter().map(|b| vec![a.clone(), b.clone()])));
    for third in [DataType::Utf8, DataType::Int64] {
        let third = column(&third);
        lists.extend(kinds.iter().map(|b| vec![column(&DataType::Utf8), b.clone(), third.clone()]));
    }
    let mut accepted = Vec::new();
    for list in lists {
        if let Ok(resolved) = (function.rule)(&list)
            && resolved.arguments.len() == list.len()
        {
            accepted.push((resolved.arguments.iter().map(column).collect(), resolved.result));
        }
    }
    accepted
}

/// What is wrong with a standard overload as the catalog uses it.
fn fault(
    function: &FunctionDef,
    overload: &Overload,
    arguments: &[Scalar],
    result: &DataType,
    standard: &BTreeMap<(String, String), Standard>,
) -> Option<String> {
    let name = compound_name(&overload.substrait, arguments);
    let Some(found) = standard.get(&(overload.substrait.urn.to_owned(), name.clone())) else {
        return Some(format!("{}: {} has no {name}", function.name, overload.substrait.urn));
    };
    for (option, values) in overload.substrait.options {
        let known = found.options.get(*option);
        if !known.is_some_and(|known| values.iter().all(|value| known.iter().any(|k| k == value))) {
            return Some(format!("{}: {name} has no option {option} = {values:?}", function.name));
        }
    }
    let expected = simple_type(&found.result, arguments)?;
    (expected != *result).then(|| format!("{}: {name} gives {expected} by the standard, {result} here", function.name))
}

/// The Arrow type of a result that the standard states without a formula.
fn simple_type(result: &str, arguments: &[Scalar]) -> Option<DataType> {
    Some(match result.trim_end_matches('?').to_lowercase().as_str() {
        "boolean" => DataType::Boolean,
        "i8" => DataType::Int8,
        "i16" => DataType::Int16,
        "i32" => DataType::Int32,
        "i64" => DataType::Int64,
        "fp32" => DataType::Float32,
        "fp64" => DataType::Float64,
        "string" => DataType::Utf8,
        "date" => DataType::Date32,
        "any1" => arguments.first()?.data_type().clone(),
        _ => return None,
    })
}

#[test]
fn standard_names_exist_with_these_signatures_options_and_results() {
    let Some(standard) = standard() else {
        println!("skipped: the sources of the substrait crate are not in this machine's registry");
        return;
    };
    let mut faults = std::collections::BTreeSet::new();
    for function in functions() {
        let accepted = accepted(function);
        assert!(!accepted.is_empty() || function.overloads.len() == 1, "{} accepts nothing", function.name);
        for (arguments, result) in accepted {
            let overload = function.overload(&arguments);
            if overload.substrait.urn.starts_with("extension:io.substrait:") {
                faults.extend(fault(function, overload, &arguments, &result, &standard));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}
