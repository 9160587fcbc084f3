//! Text functions that are null when an argument is, and that count characters from 1.

use arrow::array::{Array, ArrayRef, AsArray, StringArray, StringBuilder};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int64Type};
use datafusion::common::Result;
use std::sync::Arc;

use super::{Argument, length};
use crate::error::ExecutionErrorKind;
use crate::session::datafusion::failure::{Raised, refused};

/// An argument's text in one layout.
struct Texts<'a> {
    argument: &'a Argument,
    values: StringArray,
}

impl<'a> Texts<'a> {
    fn of(argument: &'a Argument) -> Result<Self> {
        let values = cast(&argument.array, &DataType::Utf8)?.as_string::<i32>().clone();
        Ok(Self { argument, values })
    }

    fn get(&self, row: usize) -> Option<&str> {
        let slot = self.argument.slot(row);
        self.values.is_valid(slot).then(|| self.values.value(slot))
    }
}

/// All texts one after the other.
pub(in super::super) fn concat(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let texts = arguments.iter().map(Texts::of).collect::<Result<Vec<_>>>()?;
    let mut builder = StringBuilder::new();
    let mut joined = String::new();
    for row in 0..length(arguments) {
        joined.clear();
        let parts: Option<()> = texts.iter().try_for_each(|text| {
            joined.push_str(text.get(row)?);
            Some(())
        });
        builder.append_option(parts.map(|()| joined.as_str()));
    }
    Ok(Arc::new(builder.finish()))
}

/// Every occurrence of the second text replaced by the third.
pub(in super::super) fn replace(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let [text, from, to] = arguments else { return Err(refused("replace takes three arguments")) };
    let (texts, froms, tos) = (Texts::of(text)?, Texts::of(from)?, Texts::of(to)?);
    let rows = (0..length(arguments)).map(|row| {
        let (text, from, to) = (texts.get(row)?, froms.get(row)?, tos.get(row)?);
        Some(if from.is_empty() { text.to_owned() } else { text.replace(from, to) })
    });
    Ok(Arc::new(rows.collect::<StringArray>()))
}

/// A text with the characters from a position on, so many of them, replaced.
pub(in super::super) fn overlay(arguments: &[Argument], _: &DataType) -> Result<ArrayRef> {
    let [text, replacement, start, count] = arguments else { return Err(refused("overlay takes four arguments")) };
    let (texts, replacements) = (Texts::of(text)?, Texts::of(replacement)?);
    let (starts, counts) = (cast(&start.array, &DataType::Int64)?, cast(&count.array, &DataType::Int64)?);
    let (starts, counts) = (starts.as_primitive::<Int64Type>(), counts.as_primitive::<Int64Type>());
    let mut builder = StringBuilder::new();
    for row in 0..length(arguments) {
        let (s, c) = (start.slot(row), count.slot(row));
        let (Some(text), Some(replacement)) = (texts.get(row), replacements.get(row)) else {
            builder.append_null();
            continue;
        };
        if starts.is_null(s) || counts.is_null(c) {
            builder.append_null();
            continue;
        }
        let kept = usize::try_from(starts.value(s)).ok().and_then(|start| start.checked_sub(1));
        let (Some(kept), Ok(dropped)) = (kept, usize::try_from(counts.value(c))) else {
            let message = "overlay takes a start from 1 and a length from 0";
            return Err(Raised::new(ExecutionErrorKind::Argument, message).into_engine());
        };
        let head = text.chars().take(kept);
        let tail = text.chars().skip(kept.saturating_add(dropped));
        builder.append_value(head.chain(replacement.chars()).chain(tail).collect::<String>());
    }
    Ok(Arc::new(builder.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::Int64Array;

    fn texts(values: &[Option<&str>]) -> Argument {
        Argument { array: Arc::new(StringArray::from(values.to_vec())), constant: false }
    }

    fn rows(array: Result<ArrayRef>) -> Vec<Option<String>> {
        let array = array.unwrap_or_else(|_| Arc::new(StringArray::from(Vec::<&str>::new())));
        array.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
    }

    #[test]
    fn a_null_makes_the_whole_null() {
        let left = texts(&[Some("a"), None, Some("é")]);
        let right = Argument { array: Arc::new(StringArray::from(vec!["-"])), constant: true };
        let joined = rows(concat(&[left, right], &DataType::Utf8));
        assert_eq!(joined, [Some("a-".to_owned()), None, Some("é-".to_owned())]);
    }

    #[test]
    fn replacing_nothing_changes_nothing() {
        let (text, to) = (texts(&[Some("aXbX"), Some("aXbX")]), texts(&[Some("--"), Some("--")]));
        let replaced = rows(replace(&[text, texts(&[Some("X"), Some("")]), to], &DataType::Utf8));
        assert_eq!(replaced, [Some("a--b--".to_owned()), Some("aXbX".to_owned())]);
    }

    #[test]
    fn overlay_counts_characters() {
        let number = |value: i64| Argument { array: Arc::new(Int64Array::from(vec![value])), constant: true };
        let call = |start, count| {
            overlay(&[texts(&[Some("héllo")]), texts(&[Some("XY")]), number(start), number(count)], &DataType::Utf8)
        };
        assert_eq!(rows(call(2, 3)), [Some("hXYo".to_owned())]);
        assert_eq!(rows(call(9, 0)), [Some("hélloXY".to_owned())]);
        assert!(call(0, 1).is_err());
        assert!(call(1, -1).is_err());
    }
}
