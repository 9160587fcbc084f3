//! Models: rows that users name. Their projection is the struct literal that `INTO` fills, field by field.

use std::marker::PhantomData;

use arrow::datatypes::DataType;
use arrow::record_batch::{RecordBatch, RecordBatchOptions};

use super::{Companion, FieldList, Items, Row, Selection};
use crate::error::EncodeError;
use crate::expr::node::{Node, NodeKind};
use crate::expr::operand::Operand;
use crate::scalar::CastMode;
use crate::schema::Schema;
use crate::types::structure::{ColumnWriter, ValueList, columns, values};
use crate::types::{BaseType, ColumnType, Decimal, Nullable, Required};
use crate::value::Value;

/// A struct that describes a row, by `#[derive(Model)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "not a model",
    note = "write `#[derive(Model)]` above the struct"
)]
pub trait Model: Row<Columns: Companion, NullableColumns: Companion> + BaseType {
    /// The struct's name.
    const NAME: &'static str;
    /// The logical table of `#[model(table = "..")]`.
    const TABLE: Option<&'static str>;
    /// The companion whose fields are assigned expressions.
    type Projection: Selection<Row = Self>;

    /// The columns.
    fn schema() -> Schema {
        FieldList::of::<Self>().into_schema()
    }

    /// Writes rows as an Arrow batch of [`Model::schema`].
    ///
    /// # Errors
    /// A value that its column's type cannot hold, or text and lists beyond 2 GiB.
    fn encode(rows: &[Self]) -> Result<RecordBatch, EncodeError> {
        let fields = FieldList::of::<Self>().into_fields();
        let rows: Vec<Option<&Self>> = rows.iter().map(Some).collect();
        let columns = columns(&rows, &fields)?;
        let schema = std::sync::Arc::new(arrow::datatypes::Schema::new(fields));
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(schema, columns, &options);
        batch.map_err(|error| EncodeError::new(error.to_string()))
    }

    /// This row as constants of [`Model::schema`].
    ///
    /// # Errors
    /// In words, a value that its column's type cannot hold.
    fn values(&self) -> Result<Vec<Value>, String> {
        values(self, &FieldList::of::<Self>().into_fields())
    }

    /// Writes the columns of rows; a hidden row writes NULLs.
    #[doc(hidden)]
    fn write(rows: &[Option<&Self>], writer: &mut ColumnWriter<'_>) -> Result<(), EncodeError>;

    /// Lists the values of this row.
    #[doc(hidden)]
    fn list(&self, values: &mut ValueList<'_>) -> Result<(), String>;
}

/// An expression assigned to a model's field of type `T`.
#[derive(Clone, Debug)]
pub struct Field<T> {
    node: Node,
    marker: PhantomData<fn() -> T>,
}

impl<T> Field<T> {
    /// Hands over the expression under the column's name.
    pub fn item(self, name: &'static str, items: &mut Items) {
        items.push(name, self.node);
    }
}

/// Assigns an expression to a model's field.
pub fn field<E, T>(expression: E) -> Field<T>
where
    E: Operand,
    E::Type: Assign<T>,
{
    let node = expression.into_node();
    Field { node: assigned(node, <E::Type as Assign<T>>::cast()), marker: PhantomData }
}

fn assigned(node: Node, cast: Option<DataType>) -> Node {
    match cast {
        Some(data_type) => Node::new(NodeKind::Cast { input: node, data_type, mode: CastMode::Strict }),
        None => node,
    }
}

/// A type whose values can be assigned to a model's field of type `T`: the same type, an `Option` of it, or a wider
/// one that holds every value exactly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be assigned to a field of type `{T}`",
    label = "this is `{Self}`, the field is `{T}`",
    note = "an optional value needs an `Option` field or a `coalesce(.., default)`; another type needs a cast"
)]
pub trait Assign<T> {
    /// The type to cast to, where it is another.
    #[doc(hidden)]
    fn cast() -> Option<DataType>;
}

/// A type whose values can stand in the place of a column of type `T`; the same rule as for a model's field.
#[diagnostic::on_unimplemented(
    message = "a column of type `{T}` cannot be replaced by a value of type `{Self}`",
    label = "this is `{Self}`, the column is `{T}`",
    note = "give the new column another name"
)]
pub trait Replaces<T> {}

/// A nullability that fits where `N` is expected.
pub trait FitsIn<N> {}
impl FitsIn<Required> for Required {}
impl FitsIn<Nullable> for Required {}
impl FitsIn<Nullable> for Nullable {}

/// A base type whose every value is one of `T`.
pub trait Widens<T> {
    /// The type to cast to, where it is another.
    fn cast() -> Option<DataType>;
}

impl<T: BaseType> Widens<T> for T {
    fn cast() -> Option<DataType> {
        None
    }
}

macro_rules! widens {
    ($($from:ty => $($to:ty),*;)*) => {$($(
        impl Widens<$to> for $from {
            fn cast() -> Option<DataType> {
                Some(<$to as ColumnType>::data_type())
            }
        }
    )*)*};
}

widens! {
    i8 => i16, i32, i64, f32, f64, Decimal;
    i16 => i32, i64, f32, f64, Decimal;
    i32 => i64, f64, Decimal;
    i64 => Decimal;
    u8 => u16, u32, u64, i16, i32, i64, f32, f64, Decimal;
    u16 => u32, u64, i32, i64, f32, f64, Decimal;
    u32 => u64, i64, f64, Decimal;
    u64 => Decimal;
    f32 => f64;
    chrono::NaiveDate => chrono::NaiveDateTime;
}

#[diagnostic::do_not_recommend]
impl<E, T> Assign<T> for E
where
    E: ColumnType,
    T: ColumnType,
    E::Null: FitsIn<T::Null>,
    E::Base: Widens<T::Base>,
{
    fn cast() -> Option<DataType> {
        <E::Base as Widens<T::Base>>::cast()
    }
}

#[diagnostic::do_not_recommend]
impl<E, T> Replaces<T> for E
where
    E: ColumnType,
    T: ColumnType,
    E::Null: FitsIn<T::Null>,
    E::Base: Widens<T::Base>,
{
}

/// Keeps rustc from taking the only impl of a rule as the answer, which would hide the rule's own message.
#[doc(hidden)]
#[derive(Debug)]
pub enum SecondImpl {}

#[diagnostic::do_not_recommend]
impl Assign<SecondImpl> for SecondImpl {
    fn cast() -> Option<DataType> {
        None
    }
}

#[diagnostic::do_not_recommend]
impl Replaces<SecondImpl> for SecondImpl {}
