//! The files in `extensions/` say of incql's own functions exactly what the catalog does: each is derived here by
//! asking every type rule about every kind of argument, and compared. `INCQL_BLESS=1` writes the files instead.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use arrow::datatypes::{DataType, Field, IntervalUnit, TimeUnit};

use crate::function::{FunctionClass, FunctionDef, NullRule, SubstraitName, Volatility};
use crate::functions::catalog;
use crate::scalar::Scalar;
use crate::substrait::expr::window::{IGNORE_NULLS, NULL_HANDLING, RESPECT_NULLS, WINDOW_URN, WINDOWED_PREFIX};
use crate::substrait::extensions::compound_name;
use crate::value::Value;

const OWN: &str = "extension:io.incql:";

/// One implementation: YAML types of the arguments and the result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Impl {
    arguments: Vec<String>,
    result: String,
}

/// What a file says of one function.
#[derive(Debug, Default)]
struct Entry {
    class: Option<FunctionClass>,
    description: BTreeSet<&'static str>,
    /// By compound name.
    impls: BTreeMap<String, Impl>,
    options: BTreeMap<String, Vec<String>>,
    nullable: bool,
    volatility: Option<Volatility>,
}

fn probes() -> Vec<DataType> {
    vec![
        DataType::Boolean,
        DataType::Int8,
        DataType::Int16,
        DataType::Int32,
        DataType::Int64,
        DataType::UInt8,
        DataType::UInt16,
        DataType::UInt32,
        DataType::UInt64,
        DataType::Float32,
        DataType::Float64,
        DataType::Decimal128(12, 3),
        DataType::Utf8,
        DataType::Binary,
        DataType::Date32,
        DataType::Time64(TimeUnit::Microsecond),
        DataType::Timestamp(TimeUnit::Microsecond, None),
        DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        DataType::Interval(IntervalUnit::MonthDayNano),
        DataType::List(Arc::new(Field::new_list_field(DataType::Int64, true))),
        DataType::Struct(vec![Field::new("a", DataType::Int64, true)].into()),
    ]
}

/// A column of the type, and constants that rules which want one may accept.
fn values(data_type: &DataType) -> Vec<Scalar> {
    let mut values = vec![Scalar::column(0, data_type.clone(), true)];
    match data_type {
        DataType::Utf8 => {
            values.extend(["day", "hour"].map(|unit| Scalar::constant(Value::Text(unit.into()), DataType::Utf8)));
        }
        DataType::Int32 | DataType::Int64 => values.push(Scalar::constant(Value::Int(2), data_type.clone())),
        _ => {}
    }
    values
}

/// Every list of up to four arguments that may matter: beyond two, types come from the start of the list's own.
fn candidates() -> Vec<Vec<Scalar>> {
    let single: Vec<Scalar> = probes().iter().flat_map(values).collect();
    let mut lists: Vec<Vec<Scalar>> = vec![Vec::new()];
    lists.extend(single.iter().map(|value| vec![value.clone()]));
    let pairs: Vec<Vec<Scalar>> =
        single.iter().flat_map(|a| single.iter().map(move |b| vec![a.clone(), b.clone()])).collect();
    let longer = ["Utf8", "Int32", "Int64", "Date32", "Timestamp"];
    let few: Vec<&Scalar> = single
        .iter()
        .filter(|value| longer.iter().any(|name| value.data_type().to_string().starts_with(name)))
        .collect();
    let with_one_more = |lists: &[Vec<Scalar>]| -> Vec<Vec<Scalar>> {
        lists.iter().flat_map(|list| few.iter().map(|value| [list.as_slice(), &[(*value).clone()]].concat())).collect()
    };
    let short: Vec<Vec<Scalar>> = with_one_more(&few.iter().map(|value| vec![(*value).clone()]).collect::<Vec<_>>());
    let triples = with_one_more(&short);
    let quadruples = with_one_more(&triples);
    lists.extend(pairs);
    lists.extend(triples);
    lists.extend(quadruples.into_iter().filter(|list| list.iter().all(|value| value.literal().is_none())));
    lists
}

fn yaml_type(data_type: &DataType, parametric: bool) -> String {
    let name = match data_type {
        DataType::Boolean => "boolean",
        DataType::Int8 => "i8",
        DataType::Int16 => "i16",
        DataType::Int32 => "i32",
        DataType::Int64 => "i64",
        DataType::UInt8 => "i8[unsigned]",
        DataType::UInt16 => "i16[unsigned]",
        DataType::UInt32 => "i32[unsigned]",
        DataType::UInt64 => "i64[unsigned]",
        DataType::Float32 => "fp32",
        DataType::Float64 => "fp64",
        DataType::Utf8 => "string",
        DataType::Binary => "binary",
        DataType::Date32 => "date",
        DataType::Time64(_) if parametric => "precision_time<P>",
        DataType::Timestamp(_, None) if parametric => "precision_timestamp<P>",
        DataType::Timestamp(_, Some(_)) if parametric => "precision_timestamp_tz<P>",
        DataType::Time64(_) => "precision_time<6>",
        DataType::Timestamp(_, None) => "precision_timestamp<6>",
        DataType::Timestamp(_, Some(_)) => "precision_timestamp_tz<6>",
        DataType::Interval(_) => "interval_compound<9>",
        DataType::Decimal128(12, 3) if parametric => "decimal<P, S>",
        DataType::List(_) => "list<any1>",
        DataType::Struct(_) => "any1",
        other => panic!("no YAML form of {other}"),
    };
    name.to_owned()
}

/// The result in YAML: in the argument's parameters where it has an argument's type.
fn yaml_result(arguments: &[DataType], result: &DataType, nullable: bool) -> String {
    let shown = yaml_type(result, arguments.contains(result));
    match (nullable, shown.find(['<', '['])) {
        (false, _) => shown,
        (true, Some(at)) => format!("{}?{}", &shown[..at], &shown[at..]),
        (true, None) => format!("{shown}?"),
    }
}

fn own_entries() -> BTreeMap<&'static str, BTreeMap<String, Entry>> {
    let lists = candidates();
    let mut files: BTreeMap<&'static str, BTreeMap<String, Entry>> = BTreeMap::new();
    for function in catalog::functions() {
        let own = |name: &SubstraitName| name.urn.starts_with(OWN);
        if !function.overloads.iter().any(|overload| own(&overload.substrait)) {
            continue;
        }
        for list in &lists {
            let Ok(resolved) = (function.rule)(list) else { continue };
            let overload = function.overload_of(&resolved.arguments);
            if own(&overload.substrait) {
                add(files.entry(overload.substrait.urn).or_default(), function, &overload.substrait, &resolved);
            }
        }
    }
    for function in catalog::functions() {
        for name in function.overloads.iter().map(|overload| &overload.substrait).filter(|name| own_urn(name)) {
            assert!(files[name.urn].contains_key(name.name), "no arguments found for {}", name.name);
        }
    }
    files
}

fn own_urn(name: &SubstraitName) -> bool {
    name.urn.starts_with(OWN)
}

fn add(
    file: &mut BTreeMap<String, Entry>,
    function: &'static FunctionDef,
    name: &SubstraitName,
    resolved: &crate::function::Resolved,
) {
    let entry = file.entry(name.name.to_owned()).or_default();
    entry.class = Some(function.class);
    entry.description.insert(function.doc);
    entry.volatility = Some(function.volatility);
    entry.nullable = matches!(function.nulls, NullRule::Always | NullRule::Declared);
    for (option, preferred) in name.options {
        entry.options.insert((*option).to_owned(), preferred.iter().map(|value| (*value).to_owned()).collect());
    }
    let columns: Vec<Scalar> = resolved.arguments.iter().map(|t| Scalar::column(0, t.clone(), true)).collect();
    let found = Impl {
        arguments: resolved.arguments.iter().map(|t| yaml_type(t, true)).collect(),
        result: yaml_result(&resolved.arguments, &resolved.result, entry.nullable),
    };
    let compound = compound_name(name, &columns);
    // Signed and unsigned arguments share a short name: they are two implementations of one compound name.
    let key = format!("{compound} {}", found.arguments.join(" "));
    let known = entry.impls.entry(key).or_insert_with(|| found.clone());
    assert_eq!(known, &found, "{compound} has two meanings");
}

fn windowed_entries() -> BTreeMap<String, Entry> {
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    let lists: Vec<Vec<Scalar>> = candidates().into_iter().filter(|list| list.len() <= 3).collect();
    for function in catalog::functions() {
        if !matches!(function.class, FunctionClass::Aggregate | FunctionClass::Window) {
            continue;
        }
        for list in &lists {
            let Ok(resolved) = (function.rule)(list) else { continue };
            let name = &function.overload_of(&resolved.arguments).substrait;
            let entry = entries.entry(format!("{WINDOWED_PREFIX}{}", name.name)).or_default();
            entry.class = Some(FunctionClass::Window);
            entry.description.insert(function.doc);
            let handling = vec![RESPECT_NULLS.to_owned(), IGNORE_NULLS.to_owned()];
            entry.options.insert(NULL_HANDLING.to_owned(), handling);
            for (option, preferred) in name.options {
                entry.options.insert((*option).to_owned(), preferred.iter().map(|value| (*value).to_owned()).collect());
            }
            entry.nullable = true;
            let any = vec!["any".to_owned(); resolved.arguments.len()];
            let modifiers = ["boolean", "any", "any"].map(str::to_owned);
            let arguments = [any.as_slice(), &modifiers].concat();
            entry.impls.insert(arguments.join(" "), Impl { arguments, result: "any?".to_owned() });
        }
    }
    entries
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words such as TRUE are texts here.
fn quoted_list(values: &[String]) -> String {
    values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", ")
}

fn render(urn: &str, about: &str, entries: &BTreeMap<String, Entry>) -> String {
    let mut file = format!("%YAML 1.2\n---\nurn: {urn}\nmetadata:\n  about: {}\n", quoted(about));
    let unsigned: BTreeSet<&str> = ["i8", "i16", "i32", "i64"]
        .into_iter()
        .filter(|parent| {
            let name = format!("{parent}[unsigned]");
            entries.values().flat_map(|entry| entry.impls.values()).any(|found| found.arguments.contains(&name))
        })
        .collect();
    if !unsigned.is_empty() {
        file.push_str("type_variations:\n");
        for parent in unsigned {
            write!(file, "  - parent: {parent}\n    name: unsigned\n    functions: SEPARATE\n").unwrap();
        }
    }
    for (class, heading) in [
        (FunctionClass::Scalar, "scalar_functions"),
        (FunctionClass::Aggregate, "aggregate_functions"),
        (FunctionClass::Window, "window_functions"),
    ] {
        let members: Vec<_> = entries.iter().filter(|(_, entry)| entry.class == Some(class)).collect();
        if members.is_empty() {
            continue;
        }
        writeln!(file, "{heading}:").unwrap();
        for (name, entry) in members {
            render_function(&mut file, name, entry, class);
        }
    }
    file
}

fn render_function(file: &mut String, name: &str, entry: &Entry, class: FunctionClass) {
    let description: Vec<&str> = entry.description.iter().copied().collect();
    write!(file, "  - name: {name}\n    description: {}\n    impls:\n", quoted(&description.join(" "))).unwrap();
    for found in entry.impls.values() {
        let mut start = "      - ";
        if !found.arguments.is_empty() {
            writeln!(file, "{start}args:").unwrap();
            for (position, argument) in found.arguments.iter().enumerate() {
                let own = found.arguments.len().checked_sub(3).filter(|_| name.starts_with(WINDOWED_PREFIX));
                let label = match own.map(|own| position.checked_sub(own)) {
                    Some(Some(0)) => "filter".to_owned(),
                    Some(Some(1)) => "start".to_owned(),
                    Some(Some(_)) => "end".to_owned(),
                    _ => format!("x{}", position + 1),
                };
                write!(file, "          - name: {label}\n            value: {argument}\n").unwrap();
            }
            start = "        ";
        }
        if !entry.options.is_empty() {
            writeln!(file, "{start}options:").unwrap();
            for (option, values) in &entry.options {
                write!(file, "          {option}:\n            values: [{}]\n", quoted_list(values)).unwrap();
            }
            start = "        ";
        }
        let nullability = if entry.nullable || class != FunctionClass::Scalar { "DECLARED_OUTPUT" } else { "MIRROR" };
        writeln!(file, "{start}nullability: {nullability}").unwrap();
        if entry.volatility == Some(Volatility::Stable) {
            file.push_str("        sessionDependent: true\n");
        }
        if class == FunctionClass::Window {
            file.push_str("        window_type: PARTITION\n");
        }
        writeln!(file, "        return: {}", found.result).unwrap();
    }
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "extensions"].iter().collect()
}

fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (urn, entries) in own_entries() {
        let name = urn.rsplit(':').next().unwrap();
        let about = "Functions of incql that the standard extensions lack, or lack for these types. Each is null \
                     exactly when an argument is, unless it says otherwise.";
        files.insert(format!("{name}.yaml"), render(urn, about, &entries));
    }
    let about = "Window calls whose modifiers the plan's own message has no place for. After the function's arguments \
                 stand the rows that count (true when all do), and the frame's start and end offsets (null where the \
                 bound is none or the message holds it). DISTINCT is the invocation.";
    files.insert("functions_window.yaml".to_owned(), render(WINDOW_URN, about, &windowed_entries()));
    files
}

#[test]
fn the_extension_files_say_what_the_catalog_does() {
    let bless = std::env::var_os("INCQL_BLESS").is_some();
    for (name, expected) in files() {
        let path = folder().join(&name);
        if bless {
            std::fs::create_dir_all(folder()).unwrap();
            std::fs::write(&path, &expected).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "extensions/{name} is out of date: run this test with INCQL_BLESS=1");
    }
    let listed: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(listed, files().into_keys().collect());
}

#[test]
fn the_documentation_names_the_version_and_every_urn() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "docs", "substrait.md"].iter().collect();
    let text = std::fs::read_to_string(path).unwrap();
    let (major, minor, patch) = crate::substrait::VERSION;
    assert!(text.contains(&format!("Substrait **{major}.{minor}.{patch}**")));
    let mut expected: BTreeSet<&str> = BTreeSet::from([WINDOW_URN]);
    for function in catalog::functions() {
        expected.extend(function.overloads.iter().map(|overload| overload.substrait.urn));
    }
    let listed: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let listed: BTreeSet<&str> = listed.into_iter().filter(|name| name.starts_with("extension:")).collect();
    assert_eq!(listed, expected);
}
