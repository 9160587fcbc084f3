//! Finds a NULL where a model has no place for one, at any depth, by null counts wherever they suffice.

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{DataType, Field};

/// The first slot of `array` that is NULL, or holds a NULL below, where `model` does not allow it, with the path of
/// names to it.
pub(super) fn unexpected_null(array: &ArrayRef, model: &Field, path: &str) -> Option<(usize, String)> {
    if !model.is_nullable() && array.null_count() > 0 {
        let row = (0..array.len()).find(|row| array.is_null(*row))?;
        return Some((row, path.to_owned()));
    }
    nested(array, model.data_type(), path)
}

fn nested(array: &ArrayRef, model: &DataType, path: &str) -> Option<(usize, String)> {
    match (array.data_type(), model) {
        (DataType::Struct(_), DataType::Struct(fields)) => {
            let structs = array.as_struct();
            fields.iter().find_map(|field| {
                let child = structs.column_by_name(field.name())?;
                let path = format!("{path}.{}", field.name());
                below(child, field, structs.nulls(), &path)
            })
        }
        (DataType::List(_), DataType::List(element)) => {
            let lists = array.as_list::<i32>();
            let inside = unexpected_null(lists.values(), element, path)?;
            slot_of(
                lists.len(),
                |slot| lists.value_offsets().get(slot).copied(),
                lists.nulls(),
                inside,
                |from, to| {
                    let (start, end) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
                    unexpected_null(&lists.values().slice(start, end.checked_sub(start)?), element, path)
                },
            )
        }
        (DataType::Map(_, _), DataType::Map(entries, _)) => {
            let maps = array.as_map();
            let values: ArrayRef = std::sync::Arc::new(maps.entries().clone());
            let inside = nested(&values, entries.data_type(), path)?;
            slot_of(
                maps.len(),
                |slot| maps.value_offsets().get(slot).copied(),
                maps.nulls(),
                inside,
                |from, to| {
                    let (start, end) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
                    nested(&values.slice(start, end.checked_sub(start)?), entries.data_type(), path)
                },
            )
        }
        _ => None,
    }
}

/// An unexpected NULL of a struct's child; under a NULL struct the child's slot means nothing.
fn below(child: &ArrayRef, field: &Field, parents: Option<&NullBuffer>, path: &str) -> Option<(usize, String)> {
    let Some(parents) = parents.filter(|nulls| nulls.null_count() > 0) else {
        return unexpected_null(child, field, path);
    };
    unexpected_null(child, field, path)?;
    parents
        .iter()
        .enumerate()
        .filter(|(_, valid)| *valid)
        .find_map(|(row, _)| unexpected_null(&child.slice(row, 1), field, path).map(|(_, path)| (row, path)))
}

/// The first valid list slot whose own elements hold an unexpected NULL, known to be somewhere in the child.
fn slot_of(
    slots: usize,
    offset: impl Fn(usize) -> Option<i32>,
    nulls: Option<&NullBuffer>,
    _inside: (usize, String),
    look: impl Fn(i32, i32) -> Option<(usize, String)>,
) -> Option<(usize, String)> {
    (0..slots).filter(|slot| nulls.is_none_or(|nulls| nulls.is_valid(*slot))).find_map(|slot| {
        let (_, path) = look(offset(slot)?, offset(slot + 1)?)?;
        Some((slot, path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{Int64Array, ListArray, StructArray};
    use arrow::buffer::OffsetBuffer;
    use std::sync::Arc;

    fn required(name: &str, data_type: DataType) -> Field {
        Field::new(name, data_type, false)
    }

    #[test]
    fn a_null_child_counts_only_under_a_valid_struct() {
        let model = required("p", DataType::Struct(vec![required("x", DataType::Int64)].into()));
        let fields = vec![Field::new("x", DataType::Int64, true)];
        let child: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, None]));
        let hidden = NullBuffer::from(vec![true, false, true]);
        let structs: ArrayRef = Arc::new(StructArray::new(fields.clone().into(), vec![child.clone()], Some(hidden)));
        let optional = model.clone().with_nullable(true);
        assert_eq!(unexpected_null(&structs, &optional, "p"), Some((2, "p.x".to_owned())));
        assert_eq!(unexpected_null(&structs, &model, "p"), Some((1, "p".to_owned())));
        assert_eq!(unexpected_null(&structs.slice(0, 2), &optional, "p"), None);
    }

    #[test]
    fn elements_of_null_lists_do_not_count() {
        let element = Arc::new(Field::new("item", DataType::Int64, true));
        let values: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(3), None]));
        let offsets = OffsetBuffer::new(vec![0, 1, 2, 4].into());
        let nulls = NullBuffer::from(vec![true, false, true]);
        let lists: ArrayRef = Arc::new(ListArray::new(element, offsets, values, Some(nulls)));
        let model = Field::new("xs", DataType::List(Arc::new(required("item", DataType::Int64))), true);
        assert_eq!(unexpected_null(&lists, &model, "xs"), Some((2, "xs".to_owned())));
        assert_eq!(unexpected_null(&lists.slice(0, 2), &model, "xs"), None);
    }
}
