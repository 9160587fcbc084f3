//! House rules that a machine can check: file sizes, module headings, and no shortcuts in library code.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_LINES: usize = 450;

/// All files of the crates but those in folders of tests.
fn library_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pending = vec![root.join("src"), root.join("incql-macros/src"), root.join("incql-runtime/src")];
    let mut files = Vec::new();
    while let Some(path) = pending.pop() {
        if path.ends_with("tests") {
            continue;
        }
        if path.is_dir() {
            pending
                .extend(fs::read_dir(&path).expect("a readable folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test(&path) {
            files.push(path);
        }
    }
    files
}

/// Files that only tests compile: a folder `tests`, `tests.rs`, `.._tests.rs`, and helpers named `testing.rs`.
fn is_test(path: &Path) -> bool {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let in_folder = path.parent().is_some_and(|folder| folder.ends_with("tests"));
    in_folder || stem == "testing" || stem == "tests" || stem.ends_with("_tests")
}

/// The part of a file before its tests.
fn before_tests(text: &str) -> &str {
    text.find("#[cfg(test)]").map_or(text, |end| &text[..end])
}

#[test]
fn library_files_are_short_and_open_with_their_job() {
    let mut wrong = Vec::new();
    for path in library_files() {
        let text = fs::read_to_string(&path).expect("a readable file");
        let lines = before_tests(&text).lines().count();
        if lines > MAX_LINES {
            wrong.push(format!("{}: {lines} lines before tests", path.display()));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{}: does not open with `//!`", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn library_code_has_no_shortcuts() {
    let mut wrong = Vec::new();
    for path in library_files() {
        let text = fs::read_to_string(&path).expect("a readable file");
        for (number, line) in before_tests(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for shortcut in [".unwrap()", ".expect(", "todo!(", "unimplemented!(", "panic!(", "unreachable!("] {
                if code.contains(shortcut) {
                    wrong.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
