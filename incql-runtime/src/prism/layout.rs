//! Where the columns of a verb's closure stand: depth-first numbers of a scope to positions of the inputs.

use std::cell::RefCell;
use std::sync::Arc;

use arrow::datatypes::DataType;

use crate::error::PlanError;
use crate::expr::node::Scope;
use crate::scalar::Scalar;
use crate::schema::{Schema, depth_first_width};

/// The row an expression is over: one input's, or a join's left and right one.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    sides: Vec<Side<'a>>,
}

#[derive(Debug)]
struct Side<'a> {
    scope: Scope,
    schema: &'a Schema,
    /// The position of the side's first column among all columns.
    first: usize,
    /// The depth-first number at which each column starts, as far as it was needed.
    starts: RefCell<Vec<usize>>,
}

impl<'a> Layout<'a> {
    /// The columns of one input.
    pub(crate) fn single(scope: Scope, schema: &'a Schema) -> Self {
        Self { sides: vec![Side::new(scope, schema, 0)] }
    }

    /// The columns of two inputs, left then right.
    pub(crate) fn pair(left: (Scope, &'a Schema), right: (Scope, &'a Schema)) -> Self {
        let sides = vec![Side::new(left.0, left.1, 0), Side::new(right.0, right.1, left.1.len())];
        Self { sides }
    }

    /// The column that a typed handle stands for.
    pub(crate) fn column(&self, scope: Scope, index: u32) -> Result<Scalar, PlanError> {
        let Some(side) = self.sides.iter().find(|side| side.scope == scope) else { return Err(foreign(scope, index)) };
        let wanted = index as usize;
        let Some((position, start)) = side.locate(wanted) else { return Err(missing(scope, index)) };
        let Some(field) = side.schema.field(position) else { return Err(missing(scope, index)) };
        let column = Scalar::column(side.first + position, field.data_type().clone(), field.is_nullable());
        descend(column, wanted - start).ok_or_else(|| missing(scope, index))
    }

    /// The top-level position of the first of a relation's columns.
    pub(crate) fn top_level(&self, scope: Scope, index: u32) -> Result<usize, PlanError> {
        let Some(side) = self.sides.iter().find(|side| side.scope == scope) else { return Err(foreign(scope, index)) };
        match side.locate(index as usize) {
            Some((position, start)) if start == index as usize => Ok(side.first + position),
            _ => Err(missing(scope, index)),
        }
    }
}

impl<'a> Side<'a> {
    fn new(scope: Scope, schema: &'a Schema, first: usize) -> Self {
        Self { scope, schema, first, starts: RefCell::new(vec![0]) }
    }

    /// The position of the column that covers a depth-first number, and the number at which it starts.
    fn locate(&self, wanted: usize) -> Option<(usize, usize)> {
        let mut starts = self.starts.borrow_mut();
        while let Some(&last) = starts.last() {
            if last > wanted {
                break;
            }
            let field = self.schema.field(starts.len() - 1)?;
            starts.push(last + depth_first_width(field.data_type()));
        }
        let position = starts.partition_point(|start| *start <= wanted).checked_sub(1)?;
        starts.get(position).map(|start| (position, *start))
    }
}

/// The struct field `offset` depth-first numbers after `input` itself.
fn descend(input: Scalar, offset: usize) -> Option<Scalar> {
    let (mut current, mut left) = (input, offset);
    while left > 0 {
        left -= 1;
        let DataType::Struct(fields) = current.data_type() else { return None };
        let fields = fields.clone();
        let mut chosen = None;
        for (position, field) in fields.iter().enumerate() {
            let width = depth_first_width(field.data_type());
            if left < width {
                chosen = Some(position);
                break;
            }
            left -= width;
        }
        current = Scalar::field_access(current, chosen?)?;
    }
    Some(current)
}

/// The name that a scope's row type gives to a depth-first number, struct fields after a dot.
pub(crate) fn name_of(scope: Scope, index: u32) -> Option<String> {
    let list = scope.fields();
    let mut left = index as usize;
    let mut fields: Vec<_> = list.fields().iter().map(Arc::clone).collect();
    let mut name = String::new();
    loop {
        let mut chosen = None;
        for field in fields {
            let width = depth_first_width(field.data_type());
            if left < width {
                chosen = Some(field);
                break;
            }
            left -= width;
        }
        let field = chosen?;
        name.push_str(field.name());
        if left == 0 {
            return Some(name);
        }
        left -= 1;
        name.push('.');
        let DataType::Struct(inner) = field.data_type() else { return None };
        fields = inner.iter().map(Arc::clone).collect();
    }
}

fn foreign(scope: Scope, index: u32) -> PlanError {
    match name_of(scope, index) {
        Some(name) => PlanError::new(format!("column `{name}` belongs to another query, not to the row used here")),
        None => {
            PlanError::new(format!("column number {} belongs to another query, not to the row used here", index + 1))
        }
    }
}

fn missing(scope: Scope, index: u32) -> PlanError {
    let name = name_of(scope, index).unwrap_or_else(|| format!("number {}", index + 1));
    PlanError::new(format!("column `{name}` of the row type is not among the columns of the relation"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::FieldList;
    use crate::scalar::ScalarKind;
    use arrow::datatypes::Field;

    fn address() -> DataType {
        let geo = DataType::Struct(
            vec![Field::new("lat", DataType::Float64, false), Field::new("lon", DataType::Float64, false)].into(),
        );
        DataType::Struct(vec![Field::new("city", DataType::Utf8, false), Field::new("geo", geo, true)].into())
    }

    fn people(list: &mut FieldList) {
        list.push(Arc::new(Field::new("id", DataType::Int64, false)));
        list.push(Arc::new(Field::new("address", address(), false)));
        list.push(Arc::new(Field::new("age", DataType::Int32, true)));
    }

    fn schema(scope: Scope) -> Schema {
        Schema::new(scope.fields().fields().iter().cloned())
    }

    #[test]
    fn depth_first_numbers_find_columns_and_struct_fields() -> Result<(), PlanError> {
        let scope = Scope::new(people);
        let schema = schema(scope);
        let layout = Layout::single(scope, &schema);
        // 0 id, 1 address, 2 address.city, 3 address.geo, 4 address.geo.lat, 5 address.geo.lon, 6 age
        assert_eq!(layout.column(scope, 0)?, Scalar::column(0, DataType::Int64, false));
        assert_eq!(layout.column(scope, 6)?, Scalar::column(2, DataType::Int32, true));
        let lon = layout.column(scope, 5)?;
        assert_eq!((lon.data_type(), lon.is_nullable()), (&DataType::Float64, true));
        let ScalarKind::FieldAccess { input, field: 1 } = lon.kind() else { panic!("{lon:?}") };
        let ScalarKind::FieldAccess { input, field: 1 } = input.kind() else { panic!("{input:?}") };
        assert_eq!(input, &Scalar::column(1, address(), false));
        assert_eq!(layout.top_level(scope, 6)?, 2);
        assert!(layout.top_level(scope, 5).is_err());
        Ok(())
    }

    #[test]
    fn the_right_side_of_a_join_follows_the_left_one() -> Result<(), PlanError> {
        let (left, right) = (Scope::new(people), Scope::new(people));
        let schema = schema(left);
        let layout = Layout::pair((left, &schema), (right, &schema));
        assert_eq!(layout.column(right, 6)?, Scalar::column(5, DataType::Int32, true));
        assert_eq!(layout.column(left, 6)?, Scalar::column(2, DataType::Int32, true));
        Ok(())
    }

    #[test]
    fn a_column_of_another_query_is_named() {
        let (mine, other) = (Scope::new(people), Scope::new(people));
        let schema = schema(mine);
        let error = Layout::single(mine, &schema).column(other, 5).expect_err("a foreign column");
        let expected = "column `address.geo.lon` belongs to another query, not to the row used here";
        assert_eq!(error.message(), expected);
    }

    #[test]
    fn a_row_type_wider_than_the_relation_is_an_error() {
        let scope = Scope::new(people);
        let narrow = Schema::new([Arc::new(Field::new("id", DataType::Int64, false))]);
        let error = Layout::single(scope, &narrow).column(scope, 6).expect_err("no such column");
        assert_eq!(error.message(), "column `age` of the row type is not among the columns of the relation");
    }
}
