//! Arrays as other systems make them: slices, NULLs that hide values, other encodings, and what is refused.

use std::sync::Arc;

use arrow::array::{
    Array, ArrayRef, AsArray, DictionaryArray, Float64Array, Int8Array, Int32Array, Int64Array, LargeStringArray,
    ListArray, NullArray, RecordBatch, StringArray, StringViewArray, StructArray, TimestampMillisecondArray,
    TimestampNanosecondArray, UInt64Array,
};
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Int32Type};
use chrono::{DateTime, NaiveDateTime, Utc};

use super::ColumnType;
use super::decimal::Decimal;
use crate::error::DecodeError;
use crate::row::{BatchReader, FieldList, Row};

fn decode<T: ColumnType>(array: impl Array + 'static) -> Result<Vec<T>, DecodeError> {
    T::decode_column(&(Arc::new(array) as ArrayRef))
}

fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, true))
}

/// Offsets 0, 2, 4, 5 over 1..=5; slot 2 is NULL, though its offsets span two elements.
fn lists() -> ListArray {
    let offsets = OffsetBuffer::new(vec![0, 2, 4, 5].into());
    let nulls = NullBuffer::from(vec![true, false, true]);
    let values = Arc::new(Int64Array::from(vec![1, 2, 3, 4, 5]));
    ListArray::new(item(DataType::Int64), offsets, values, Some(nulls))
}

#[test]
fn a_null_where_the_type_says_no_names_row_and_column() {
    let column: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), Some(2), None, None]));
    let batch = RecordBatch::try_from_iter([("x", column)]).expect("a batch");
    let read = |first_row| BatchReader::new(&batch, first_row).column::<i64>().expect_err("a NULL").to_string();
    assert_eq!(read(0), "row 3, column x: unexpected NULL");
    assert_eq!(read(100), "row 103, column x: unexpected NULL");
}

#[test]
fn a_sliced_list_reads_its_own_elements() {
    let sliced = lists().slice(1, 2);
    assert_eq!(decode::<Option<Vec<Option<i64>>>>(sliced.clone()), Ok(vec![None, Some(vec![Some(5)])]));
    assert_eq!(decode::<Vec<i64>>(sliced), Err(DecodeError::null(0)));
    assert_eq!(decode::<Option<Vec<i64>>>(lists()), Ok(vec![Some(vec![1, 2]), None, Some(vec![5])]));
}

#[test]
fn null_elements_are_none_or_an_error_of_their_row() {
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([
        Some(vec![Some(1)]),
        Some(vec![]),
        Some(vec![Some(2), None]),
    ]);
    assert_eq!(decode::<Vec<Option<i32>>>(list.clone()), Ok(vec![vec![Some(1)], vec![], vec![Some(2), None]]));
    assert_eq!(decode::<Vec<i32>>(list.clone()), Err(DecodeError::null(2).within("item")));
    assert_eq!(decode::<Vec<i32>>(list.slice(2, 1)), Err(DecodeError::null(0).within("item")));
}

#[test]
fn elements_under_a_null_list_are_not_read() {
    let values = Arc::new(Int32Array::from(vec![Some(1), None, None, Some(4)]));
    let offsets = OffsetBuffer::new(vec![0, 1, 3, 4].into());
    let nulls = NullBuffer::from(vec![true, false, true]);
    let list = ListArray::new(item(DataType::Int32), offsets, values, Some(nulls));
    assert_eq!(decode::<Option<Vec<i32>>>(list), Ok(vec![Some(vec![1]), None, Some(vec![4])]));
}

/// A row type by hand, as the derive writes it.
#[derive(Debug, PartialEq)]
struct Bid {
    price: i64,
}

impl Row for Bid {
    type Columns = crate::row::NoMoreColumns;
    type NullableColumns = crate::row::NoMoreColumns;
    fn columns(_: &mut crate::expr::column::ColumnCursor) -> Self::Columns {
        crate::row::NoMoreColumns
    }
    fn nullable_columns(_: &mut crate::expr::column::ColumnCursor) -> Self::Columns {
        crate::row::NoMoreColumns
    }
    fn fields(list: &mut FieldList) {
        list.column::<i64>("price");
    }
    fn decode(reader: &mut BatchReader<'_>) -> Result<Vec<Self>, DecodeError> {
        let mut prices = reader.column::<i64>()?;
        Ok(reader.collect(|| Some(Self { price: prices.next()? })))
    }
}

#[test]
fn a_missing_row_hides_nothing_but_itself() {
    let price: ArrayRef = Arc::new(Int64Array::from(vec![Some(5), None, Some(7)]));
    let batch = RecordBatch::try_from_iter([("price", price)]).expect("a batch");
    let rows = <Option<Bid>>::decode(&mut BatchReader::new(&batch, 0));
    assert_eq!(rows, Ok(vec![Some(Bid { price: 5 }), None, Some(Bid { price: 7 })]));
}

#[test]
fn a_null_struct_hides_the_value_beneath() {
    let price = Arc::new(Int64Array::from(vec![5, 99, 7])) as ArrayRef;
    let fields = vec![Field::new("price", DataType::Int64, false)].into();
    let nulls = NullBuffer::from(vec![true, false, true]);
    let bids: ArrayRef = Arc::new(StructArray::new(fields, vec![price], Some(nulls)));
    let kept = super::slots::keep(&bids, bids.nulls().expect("nulls")).expect("kept rows");
    let prices = kept.as_struct().column(0);
    assert_eq!(i64::decode_column(prices), Ok(vec![5, 7]));
}

#[test]
fn integers_of_another_width_are_read_when_every_value_fits() {
    assert_eq!(decode::<i64>(Int8Array::from(vec![1, -1])), Ok(vec![1, -1]));
    assert_eq!(decode::<i64>(UInt64Array::from(vec![7])), Ok(vec![7]));
    let wide = Int64Array::from(vec![Some(1), None, Some(1 << 40)]);
    let error = decode::<Option<i32>>(wide).expect_err("a wide value");
    assert_eq!(error, DecodeError::value(2, "1099511627776 does not fit i32"));
    assert_eq!(decode::<u8>(Int8Array::from(vec![-1])), Err(DecodeError::value(0, "-1 does not fit u8")));
}

#[test]
fn text_in_other_encodings() {
    let words = || vec![Some("a"), None, Some("größe, and more than twelve bytes")];
    let expected: Vec<Option<String>> = words().into_iter().map(|word| word.map(str::to_owned)).collect();
    assert_eq!(decode::<Option<String>>(StringArray::from(words())), Ok(expected.clone()));
    assert_eq!(decode::<Option<String>>(LargeStringArray::from(words())), Ok(expected.clone()));
    assert_eq!(decode::<Option<String>>(StringViewArray::from(words())), Ok(expected.clone()));
    let dictionary: DictionaryArray<Int32Type> = words().into_iter().collect();
    assert_eq!(decode::<Option<String>>(dictionary.clone()), Ok(expected.clone()));
    assert_eq!(decode::<Option<String>>(dictionary.slice(1, 2)), Ok(expected[1..].to_vec()));
    assert_eq!(decode::<String>(dictionary), Err(DecodeError::null(1)));
}

#[test]
fn timestamps_of_other_units_lose_nothing() {
    let expected: NaiveDateTime = "2026-08-21T12:00:00".parse().expect("a timestamp");
    let millis = expected.and_utc().timestamp_millis();
    assert_eq!(decode::<NaiveDateTime>(TimestampMillisecondArray::from(vec![millis])), Ok(vec![expected]));
    let nanos = TimestampNanosecondArray::from(vec![1_500]);
    let error = decode::<NaiveDateTime>(nanos).expect_err("half a microsecond");
    assert_eq!(error, DecodeError::value(0, "1500 nanoseconds are no whole microseconds"));
    let far = TimestampMillisecondArray::from(vec![i64::MAX]);
    assert!(matches!(decode::<NaiveDateTime>(far), Err(DecodeError::Value { .. })));
    let zoned = TimestampMillisecondArray::from(vec![millis]).with_timezone("Asia/Tokyo");
    assert_eq!(decode::<DateTime<Utc>>(zoned.clone()), Ok(vec![expected.and_utc()]));
    assert!(matches!(decode::<NaiveDateTime>(zoned), Err(DecodeError::Type { .. })));
}

#[test]
fn lists_in_other_encodings() {
    let expected = Ok(vec![Some(vec![1, 2]), None, Some(vec![5])]);
    let array: ArrayRef = Arc::new(lists());
    let large = cast(&array, &DataType::LargeList(item(DataType::Int64))).expect("a large list");
    assert_eq!(<Option<Vec<i64>>>::decode_column(&large), expected);
    let pairs = ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1), Some(2)]), Some([Some(3), Some(4)])]);
    let fixed = cast(&pairs, &DataType::FixedSizeList(item(DataType::Int32), 2)).expect("a fixed list");
    assert_eq!(<Vec<i32>>::decode_column(&fixed.slice(1, 1)), Ok(vec![vec![3, 4]]));
}

#[test]
fn a_column_of_nothing_but_null() {
    assert_eq!(decode::<Option<String>>(NullArray::new(2)), Ok(vec![None, None]));
    assert_eq!(decode::<String>(NullArray::new(2)), Err(DecodeError::null(0)));
    assert_eq!(decode::<String>(NullArray::new(0)), Ok(vec![]));
}

#[test]
fn another_type_is_refused_and_never_reinterpreted() {
    let error = decode::<i64>(Float64Array::from(vec![1.0])).expect_err("a float").within("x");
    assert_eq!(error.to_string(), "column x: cannot read Float64 as i64");
    assert!(matches!(decode::<f32>(Float64Array::from(vec![1.0])), Err(DecodeError::Type { .. })));
    assert!(matches!(decode::<f64>(Int64Array::from(vec![1])), Err(DecodeError::Type { .. })));
    assert!(matches!(decode::<bool>(Int64Array::from(vec![1])), Err(DecodeError::Type { .. })));
    assert!(matches!(decode::<Vec<u8>>(StringArray::from(vec!["a"])), Err(DecodeError::Type { .. })));
}

#[test]
fn decimals_of_other_widths_and_integers() {
    let decimal = |text: &str| text.parse::<Decimal>().expect("a decimal");
    let array: ArrayRef = Arc::new(Int64Array::from(vec![125]));
    for data_type in [DataType::Decimal32(9, 2), DataType::Decimal64(18, 2), DataType::Decimal256(60, 2)] {
        let column = cast(&array, &data_type).expect("a decimal column");
        assert_eq!(Decimal::decode_column(&column), Ok(vec![decimal("125.00")]));
    }
    assert_eq!(Decimal::decode_column(&array), Ok(vec![decimal("125")]));
    let hundreds = arrow::array::Decimal128Array::from(vec![3]).with_precision_and_scale(5, -2).expect("hundreds");
    assert_eq!(decode::<Decimal>(hundreds), Ok(vec![decimal("300")]));
}
