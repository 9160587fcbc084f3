//! Compares query results cell by cell: text and integers exactly, decimals exactly, floats to 1e-9.

use incql::arrow::array::Array;
use incql::arrow::datatypes::DataType;
use incql::arrow::record_batch::RecordBatch;
use incql::arrow::util::display::{ArrayFormatter, FormatOptions};

use crate::data::AnyError;

/// A result as text, with what is known of each column.
pub struct Cells {
    pub names: Vec<String>,
    pub types: Vec<Option<DataType>>,
    pub rows: Vec<Vec<String>>,
}

/// The cells of record batches.
pub fn cells(batches: &[RecordBatch]) -> Result<Cells, AnyError> {
    let schema = batches.first().ok_or("no batch")?.schema();
    let names = schema.fields().iter().map(|field| field.name().clone()).collect();
    let types = schema.fields().iter().map(|field| Some(field.data_type().clone())).collect();
    let mut rows = Vec::new();
    for batch in batches {
        let options = FormatOptions::default().with_null("NULL");
        let columns = batch
            .columns()
            .iter()
            .map(|column| ArrayFormatter::try_new(column.as_ref(), &options))
            .collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            rows.push(columns.iter().map(|column| column.value(row).to_string()).collect());
        }
        for column in batch.columns() {
            assert_eq!(column.len(), batch.num_rows());
        }
    }
    Ok(Cells { names, types, rows })
}

/// The cells of a CSV answer file.
pub fn csv(text: &str) -> Result<Cells, AnyError> {
    let mut lines = text.lines().map(split_line);
    let names = lines.next().ok_or("an answer needs a header")?;
    let types = names.iter().map(|_| None).collect();
    Ok(Cells { names, types, rows: lines.collect() })
}

/// Splits one CSV line; a quoted cell may hold commas, and `""` stands for a quote.
fn split_line(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                push(&mut cells, '"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => push(&mut cells, other),
        }
    }
    cells
}

fn push(cells: &mut [String], character: char) {
    if let Some(cell) = cells.last_mut() {
        cell.push(character);
    }
}

/// The engine cuts the average of decimals off; ours is rounded.
fn differ_by_one_digit(ours: &str, theirs: &str) -> bool {
    let digits = |text: &str| text.replace('.', "").parse::<i128>().ok();
    decimals(ours) == decimals(theirs) && digits(ours).zip(digits(theirs)).is_some_and(|(a, b)| a.abs_diff(b) <= 1)
}

/// Asserts equal names, row counts and cells, in order, except in `uncompared` columns.
pub fn assert_equal(what: &str, ours: &Cells, theirs: &Cells, uncompared: &[&str]) {
    assert_eq!(ours.names, theirs.names, "{what}: column names");
    assert_eq!(ours.rows.len(), theirs.rows.len(), "{what}: rows");
    for (index, (our_row, their_row)) in ours.rows.iter().zip(&theirs.rows).enumerate() {
        for (column, (our_cell, their_cell)) in our_row.iter().zip(their_row).enumerate() {
            let name = &ours.names[column];
            let equal = our_cell == their_cell
                || uncompared.contains(&name.as_str())
                || (name.starts_with("avg_") && differ_by_one_digit(our_cell, their_cell))
                || match &ours.types[column] {
                    Some(DataType::Decimal128(_, scale)) => equal_decimal(our_cell, their_cell, *scale),
                    Some(DataType::Float64) => equal_float(our_cell, their_cell),
                    _ => false,
                };
            assert!(equal, "{what}: row {index}, column {name}: ours {our_cell}, theirs {their_cell}");
        }
    }
}

/// A decimal equals a decimal of the same value exactly; an answer with more digits than our scale (computed as a
/// float by the other engine) must agree to the last digit we have.
fn equal_decimal(ours: &str, theirs: &str, scale: i8) -> bool {
    let (our_digits, their_digits) = (decimals(ours), decimals(theirs));
    if their_digits <= usize::try_from(scale).unwrap_or(0) {
        return trimmed(ours) == trimmed(theirs);
    }
    let (Ok(a), Ok(b)) = (ours.parse::<f64>(), theirs.parse::<f64>()) else { return false };
    let last_digit = 10f64.powi(-i32::try_from(our_digits).unwrap_or(0));
    (a - b).abs() <= last_digit.max(1e-9 * b.abs())
}

fn equal_float(ours: &str, theirs: &str) -> bool {
    let (Ok(a), Ok(b)) = (ours.parse::<f64>(), theirs.parse::<f64>()) else { return false };
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// The comparison itself can fail.
#[test]
fn a_wrong_last_digit_is_noticed() {
    assert!(equal_decimal("1.50", "1.5", 2));
    assert!(!equal_decimal("1.51", "1.5", 2));
    assert!(equal_decimal("25.575155", "25.575154611454693", 6));
    assert!(!equal_decimal("25.575165", "25.575154611454693", 6));
    assert!(!equal_float("1.00001", "1.0"));
    assert_eq!(split_line("1,\"a,\"\"b\"\"\",2"), ["1", "a,\"b\"", "2"]);
}
