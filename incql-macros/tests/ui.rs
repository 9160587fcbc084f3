//! Mistakes as users meet them: each case fails to compile with the recorded message, and the messages keep to the
//! rules of being short, single and on the user's own token.

#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// The cases with more than one mistake, and how many.
const SEVERAL: [(&str, usize); 1] = [("four_mistakes_are_four_errors", 4)];

/// Cases whose messages do not keep to the rules yet: a refused shape of model and `*` after GROUP BY bring follow-on
/// errors, USING names the column once per side, and a ranking without an order is 25 lines.
const WEAKER: [&str; 9] = [
    "a_generic_struct",
    "a_lifetime",
    "a_tuple_struct",
    "a_union",
    "an_empty_model",
    "an_enum",
    "a_star_in_a_grouped_select",
    "an_unknown_column_in_using",
    "a_ranking_without_an_order",
];

#[test]
fn each_mistake_is_reported_as_recorded() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

fn recorded() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let classes = fs::read_dir(root).expect("the folder of cases");
    let folders = classes.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    let files =
        folders.flat_map(|folder| fs::read_dir(folder).expect("a class").map(|entry| entry.expect("a file").path()));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "stderr")).collect()
}

/// The rendered errors of a file, without rustc's closing lines.
fn errors(text: &str) -> Vec<Vec<&str>> {
    let mut errors: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("error") {
            errors.push(Vec::new());
        }
        if let Some(error) = errors.last_mut() {
            error.push(line);
        }
    }
    for error in &mut errors {
        while error.last().is_some_and(|line| line.is_empty()) {
            error.pop();
        }
    }
    errors
}

#[test]
fn there_are_at_least_eighty_cases() {
    assert!(recorded().len() >= 80, "{} cases", recorded().len());
}

#[test]
fn a_mistake_is_one_error_of_at_most_twenty_lines() {
    let mut wrong = Vec::new();
    for path in recorded() {
        let text = fs::read_to_string(&path).expect("a recorded message");
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if WEAKER.contains(&name.as_str()) {
            continue;
        }
        let expected = SEVERAL.iter().find(|(case, _)| *case == name).map_or(1, |(_, count)| *count);
        let errors = errors(&text);
        if errors.len() != expected {
            wrong.push(format!("{name}: {} errors, expected {expected}", errors.len()));
        }
        for error in errors {
            // An error without a code is the macro's own.
            let limit = if error.first().is_some_and(|line| line.starts_with("error[")) { 20 } else { 10 };
            if error.len() > limit {
                wrong.push(format!("{name}: an error of {} lines, at most {limit}", error.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
