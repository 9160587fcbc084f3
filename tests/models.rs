//! Models: what the derive makes of a struct, and the way of its rows to Arrow and back.

#![allow(missing_docs)]

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use incql::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use incql::arrow::datatypes::{DataType, Field, TimeUnit};
use incql::prelude::*;
use incql::row::BatchReader;

/// Writes rows and reads them back.
fn round_trip<M: Model>(rows: &[M]) -> Vec<M> {
    let batch = M::encode(rows).expect("rows of the model's types");
    M::decode(&mut BatchReader::new(&batch, 0)).expect("the batch it wrote")
}

/// The columns as `name: type`, nullable ones with `?`.
fn columns<M: Model>() -> Vec<String> {
    let schema = M::schema();
    let fields = schema.iter();
    fields.map(|f| format!("{}: {}{}", f.name(), f.data_type(), if f.is_nullable() { "?" } else { "" })).collect()
}

mod every_type {
    use super::*;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Point {
        x: i32,
        label: Option<String>,
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Everything {
        boolean: bool,
        i8: i8,
        i16: i16,
        i32: i32,
        i64: i64,
        u8: u8,
        u16: u16,
        u32: u32,
        u64: u64,
        f32: f32,
        f64: f64,
        text: String,
        bytes: Vec<u8>,
        decimal: Decimal,
        #[model(precision = 12, scale = 2)]
        price: Option<Decimal>,
        date: NaiveDate,
        time: NaiveTime,
        naive: NaiveDateTime,
        utc: DateTime<Utc>,
        #[model(timezone = "Asia/Tokyo")]
        tokyo: Option<DateTime<Utc>>,
        interval: Interval,
        list: Vec<i64>,
        optional_list: Option<Vec<Option<i64>>>,
        matrix: Vec<Vec<u8>>,
        point: Point,
        optional_point: Option<Point>,
        points: Vec<Point>,
        tree: BTreeMap<String, i32>,
        hash: Option<HashMap<i32, Option<Point>>>,
    }

    fn full() -> Everything {
        let point = Point { x: -1, label: Some("a".to_owned()) };
        Everything {
            boolean: true,
            i8: i8::MIN,
            i16: i16::MIN,
            i32: i32::MIN,
            i64: i64::MIN,
            u8: u8::MAX,
            u16: u16::MAX,
            u32: u32::MAX,
            u64: u64::MAX,
            f32: -0.0,
            f64: f64::MAX,
            text: "größe \u{1F980}".to_owned(),
            bytes: vec![0, 255],
            decimal: "-1234567890123456789012345678.0123456789".parse().expect("a decimal"),
            price: Some("9999999999.99".parse().expect("a decimal")),
            date: date!(2024 - 02 - 29),
            time: NaiveTime::from_hms_micro_opt(23, 59, 59, 999_999).expect("a time"),
            naive: timestamp!("1969-12-31 23:59:59.999999"),
            utc: timestamp!("2026-08-21T12:00:00Z"),
            tokyo: Some(timestamp!("2026-08-21T03:00:00Z")),
            interval: Interval { months: -1, days: 2, nanos: -3 },
            list: vec![1, 2],
            optional_list: Some(vec![Some(1), None]),
            matrix: vec![vec![], vec![1]],
            point: point.clone(),
            optional_point: Some(point.clone()),
            points: vec![point.clone(), Point { x: 7, label: None }],
            tree: BTreeMap::from([("b".to_owned(), 2), ("a".to_owned(), 1)]),
            hash: Some(HashMap::from([(1, Some(point)), (2, None)])),
        }
    }

    fn sparse() -> Everything {
        Everything {
            price: None,
            tokyo: None,
            list: vec![],
            optional_list: None,
            matrix: vec![],
            optional_point: None,
            points: vec![],
            tree: BTreeMap::new(),
            hash: None,
            ..full()
        }
    }

    #[test]
    fn rows_come_back_as_they_were() {
        let rows = [full(), sparse(), full(), sparse()];
        assert_eq!(round_trip(&rows), rows);
        assert_eq!(round_trip::<Everything>(&[]), []);
    }

    #[test]
    fn each_has_its_arrow_type() {
        let schema = Everything::schema();
        let of = |name: &str| {
            let field = schema.field(schema.index_of(name).expect("a column")).expect("a field");
            (field.data_type().clone(), field.is_nullable())
        };
        let list = |data_type, nullable| DataType::List(Arc::new(Field::new("item", data_type, nullable)));
        assert_eq!(of("bytes"), (DataType::Binary, false));
        assert_eq!(of("decimal"), (DataType::Decimal128(38, 10), false));
        assert_eq!(of("price"), (DataType::Decimal128(12, 2), true));
        assert_eq!(of("naive"), (DataType::Timestamp(TimeUnit::Microsecond, None), false));
        assert_eq!(of("utc"), (DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())), false));
        assert_eq!(of("tokyo"), (DataType::Timestamp(TimeUnit::Microsecond, Some("Asia/Tokyo".into())), true));
        assert_eq!(of("list"), (list(DataType::Int64, false), false));
        assert_eq!(of("optional_list"), (list(DataType::Int64, true), true));
        assert_eq!(of("matrix"), (list(DataType::Binary, false), false));
        let point = DataType::Struct(
            vec![Field::new("x", DataType::Int32, false), Field::new("label", DataType::Utf8, true)].into(),
        );
        assert_eq!(of("points"), (list(point.clone(), false), false));
        assert_eq!(of("optional_point"), (point, true));
    }

    #[test]
    fn a_value_that_does_not_fit_its_column_is_an_error_and_never_cut() {
        let mut row = full();
        row.price = Some("0.001".parse().expect("a decimal"));
        let error = Everything::encode(&[full(), row]).expect_err("three fractional digits");
        assert_eq!(error.to_string(), "row 2, column price: 0.001 does not fit Decimal128(12, 2)");
        let mut row = full();
        row.price = Some("10000000000".parse().expect("a decimal"));
        let error = Everything::encode(&[row]).expect_err("eleven digits before the point");
        assert_eq!(error.to_string(), "row 1, column price: 10000000000 does not fit Decimal128(12, 2)");
    }
}

mod names {
    use super::*;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Item {
        id: i64,
        r#type: String,
        r#match: Option<i32>,
        r#gen: bool,
    }

    #[test]
    fn a_keyword_is_the_name_without_its_mark() {
        assert_eq!(columns::<Item>(), ["id: Int64", "type: Utf8", "match: Int32?", "gen: Boolean"]);
        let rows = [Item { id: 1, r#type: "x".to_owned(), r#match: None, r#gen: true }];
        assert_eq!(round_trip(&rows), rows);
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Byte {
        #[model(name = "userId")]
        camel: i64,
        #[model(name = "userid")]
        lower: i64,
        #[model(name = "a.b")]
        dotted: i64,
        #[model(name = "sum(x)")]
        call: i64,
        #[model(name = "select")]
        keyword: i64,
        #[model(name = "two words")]
        words: i64,
        #[model(name = "q\"q")]
        quoted: i64,
        #[model(name = "caf\u{e9}")]
        composed: i64,
        #[model(name = "cafe\u{301}")]
        decomposed: i64,
    }

    #[test]
    fn names_are_used_byte_for_byte() {
        let names: Vec<String> = Byte::schema().iter().map(|field| field.name().clone()).collect();
        let expected = ["userId", "userid", "a.b", "sum(x)", "select", "two words", "q\"q", "caf\u{e9}", "cafe\u{301}"];
        assert_eq!(names, expected);
        let row = Byte {
            camel: 1,
            lower: 2,
            dotted: 3,
            call: 4,
            keyword: 5,
            words: 6,
            quoted: 7,
            composed: 8,
            decomposed: 9,
        };
        assert_eq!(round_trip(std::slice::from_ref(&row)), [row]);
    }

    #[derive(Model)]
    #[model(table = "shop.customers", rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Customer {
        full_name: String,
        r#type: i32,
        größe_cm: f64,
        #[model(name = "ZIP_code")]
        zip_code: String,
    }

    #[test]
    fn one_spelling_for_all_but_the_named() {
        assert_eq!(columns::<Customer>(), ["fullName: Utf8", "type: Int32", "größeCm: Float64", "ZIP_code: Utf8"]);
        assert_eq!((Customer::NAME, Customer::TABLE), ("Customer", Some("shop.customers")));
        assert_eq!((Byte::NAME, Byte::TABLE), ("Byte", None));
    }
}

mod places {
    use super::*;

    macro_rules! model {
        ($(#[$attribute:meta])* $vis:vis $name:ident { $($field_vis:vis $field:ident: $ty:ty),* $(,)? }) => {
            $(#[$attribute])*
            #[derive(Model, Clone, Debug, PartialEq)]
            $vis struct $name { $($field_vis $field: $ty),* }
        };
    }

    type Maybe<T> = Option<T>;

    model! {
        /// In a macro.
        pub Public { pub name: Option<String>, pub maybe: Maybe<i64>, path: ::core::option::Option<i64>, plain: i64 }
    }
    model!(Private { name: String });

    #[test]
    fn fragments_of_a_macro_and_other_spellings_of_option() {
        assert_eq!(columns::<Public>(), ["name: Utf8?", "maybe: Int64?", "path: Int64?", "plain: Int64"]);
        assert_eq!(columns::<Private>(), ["name: Utf8"]);
        let some = Public { name: Some("a".to_owned()), maybe: Some(1), path: Some(2), plain: 3 };
        let none = Public { name: None, maybe: None, path: None, plain: 4 };
        assert_eq!(round_trip(&[some.clone(), none.clone()]), [some, none]);
    }

    #[test]
    fn inside_a_function_with_a_local_type() {
        #[derive(Model, Clone, Debug, PartialEq)]
        struct Inner {
            a: i64,
        }
        #[derive(Model, Clone, Debug, PartialEq)]
        struct Outer {
            inner: Inner,
            list: Vec<Inner>,
        }
        let rows = [Outer { inner: Inner { a: 1 }, list: vec![Inner { a: 2 }] }];
        assert_eq!(round_trip(&rows), rows);
    }

    /// Names that an expansion could trip over.
    #[test]
    fn columns_named_like_methods_and_parameters() {
        #[derive(Model, Clone, Debug, PartialEq)]
        #[allow(non_snake_case)]
        struct Odd {
            clone: i64,
            deref: i64,
            is_null: i64,
            cursor: i64,
            reader: i64,
            rows: i64,
            writer: i64,
            values: i64,
            column0: i64,
            __Mode: i64,
            _x: i64,
            sum: i64,
        }
        let row = Odd {
            clone: 1,
            deref: 2,
            is_null: 3,
            cursor: 4,
            reader: 5,
            rows: 6,
            writer: 7,
            values: 8,
            column0: 9,
            __Mode: 10,
            _x: 11,
            sum: 12,
        };
        assert_eq!(round_trip(std::slice::from_ref(&row)), [row]);
    }
}

mod inlined {
    use super::*;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Address {
        street: String,
        zip: Option<i32>,
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Person {
        #[model(flatten)]
        home: Address,
        name: String,
    }

    #[test]
    fn the_columns_of_a_flattened_model_stand_among_the_others() {
        assert_eq!(columns::<Person>(), ["street: Utf8", "zip: Int32?", "name: Utf8"]);
        let home = Address { street: "a".to_owned(), zip: None };
        let rows = [Person { home, name: "b".to_owned() }];
        assert_eq!(round_trip(&rows), rows);
    }

    #[test]
    fn a_flattened_column_is_reached_with_and_without_its_field() {
        let people = LazyFrame::<Person>::table(["people"]);
        let direct = query! { FROM people WHERE .street == "a" SELECT .zip AS z };
        let through = query! { FROM people WHERE .home.street == "a" SELECT .home.zip AS z };
        let direct = direct.to_substrait().expect("a plan").to_bytes().expect("a shallow plan");
        assert_eq!(direct, through.to_substrait().expect("a plan").to_bytes().expect("a shallow plan"));
    }
}

mod missing {
    use super::*;
    use incql::row::Row;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Left {
        id: Option<i64>,
        note: Option<String>,
    }

    #[test]
    fn a_row_of_nulls_is_missing() {
        let rows = [
            Left { id: Some(1), note: None },
            Left { id: None, note: None },
            Left { id: None, note: Some("n".to_owned()) },
        ];
        let batch = Left::encode(&rows).expect("a batch");
        let decoded = <Option<Left>>::decode(&mut BatchReader::new(&batch, 0)).expect("rows");
        assert_eq!(decoded, [Some(rows[0].clone()), None, Some(rows[2].clone())]);
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Strict {
        id: i64,
        note: String,
    }

    #[test]
    fn a_null_in_a_row_that_is_not_missing_is_an_error_with_its_row() {
        let rows = [
            Left { id: None, note: None },
            Left { id: Some(1), note: Some("n".to_owned()) },
            Left { id: Some(2), note: None },
        ];
        let batch = Left::encode(&rows).expect("a batch");
        let error = <Option<Strict>>::decode(&mut BatchReader::new(&batch, 10)).expect_err("a NULL note");
        assert_eq!(error.to_string(), "row 13, column note: unexpected NULL");
        let decoded = <Option<Strict>>::decode(&mut BatchReader::new(&batch.slice(0, 2), 0)).expect("rows");
        assert_eq!(decoded, [None, Some(Strict { id: 1, note: "n".to_owned() })]);
    }

    #[test]
    fn a_batch_with_fewer_columns_is_an_error() {
        let column: ArrayRef = Arc::new(Int64Array::from(vec![1]));
        let batch = RecordBatch::try_from_iter([("id", column)]).expect("a batch");
        let error = Strict::decode(&mut BatchReader::new(&batch, 0)).expect_err("one column of two");
        assert_eq!(error.to_string(), "the result has no column at position 1");
    }
}
