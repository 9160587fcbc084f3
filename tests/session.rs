//! Binding data to names and running queries over it: faults seen in the field, each with the right rows or error.

#![allow(missing_docs)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use incql::arrow::array::{ArrayRef, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch, StringArray};
use incql::arrow::buffer::{NullBuffer, OffsetBuffer};
use incql::arrow::datatypes::{DataType, Field, Schema};
use incql::datafusion::datasource::MemTable;
use incql::prelude::*;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A folder of its own per test, under the build's scratch folder.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("session").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a writable scratch folder");
    path
}

fn file(name: &str, text: &str) -> String {
    let path = folder(name).join("data.csv");
    fs::write(&path, text).expect("a writable scratch folder");
    path.display().to_string()
}

fn table(fields: Vec<(&str, DataType, bool, ArrayRef)>) -> Arc<MemTable> {
    let schema =
        Schema::new(fields.iter().map(|(name, t, null, _)| Field::new(*name, t.clone(), *null)).collect::<Vec<_>>());
    let schema = Arc::new(schema);
    let batch = RecordBatch::try_new(Arc::clone(&schema), fields.into_iter().map(|(.., array)| array).collect());
    Arc::new(MemTable::try_new(schema, vec![vec![batch.expect("a valid batch")]]).expect("a table"))
}

mod binding {
    use super::*;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct M {
        a: i64,
        b: String,
        c: Option<f64>,
    }

    fn a() -> (&'static str, DataType, bool, ArrayRef) {
        ("a", DataType::Int64, false, Arc::new(Int64Array::from(vec![1, 2])))
    }

    fn b() -> (&'static str, DataType, bool, ArrayRef) {
        ("b", DataType::Utf8, false, Arc::new(StringArray::from(vec!["x", "y"])))
    }

    fn c() -> (&'static str, DataType, bool, ArrayRef) {
        ("c", DataType::Float64, true, Arc::new(Float64Array::from(vec![Some(0.5), None])))
    }

    async fn rows(table: Arc<MemTable>) -> Result<Vec<(i64, Option<f64>)>, AnyError> {
        let session = Session::new();
        let m = session.register::<M>("m", table)?;
        let frame = query! { FROM m SELECT .a AS a, .c AS c };
        Ok(session.collect(&frame).await?.into_rows()?.iter().map(|row| (row.a, row.c)).collect())
    }

    #[tokio::test]
    async fn columns_are_found_by_name_in_any_order_and_extra_ones_are_ignored() -> Result<(), AnyError> {
        let expected = [(1, Some(0.5)), (2, None)];
        assert_eq!(rows(table(vec![c(), b(), a()])).await?, expected);
        let extra = ("extra", DataType::Int32, false, Arc::new(Int32Array::from(vec![7, 8])) as ArrayRef);
        assert_eq!(rows(table(vec![a(), b(), c(), extra])).await?, expected);
        Ok(())
    }

    #[tokio::test]
    async fn a_missing_column_is_an_error_with_its_table_and_model() {
        let error = Session::new().register::<M>("m", table(vec![a(), b()])).expect_err("no column c").to_string();
        for part in ["`m`", "M", "`c`"] {
            assert!(error.contains(part), "{error} lacks {part}");
        }
    }

    #[tokio::test]
    async fn all_differences_are_reported_at_once() {
        let wrong = ("a", DataType::Utf8, false, Arc::new(StringArray::from(vec!["1", "2"])) as ArrayRef);
        let error =
            Session::new().register::<M>("m", table(vec![wrong, b()])).expect_err("two differences").to_string();
        for part in ["`a`", "`c`"] {
            assert!(error.contains(part), "{error} lacks {part}");
        }
    }

    #[tokio::test]
    async fn a_narrower_integer_is_widened() -> Result<(), AnyError> {
        let narrow = ("a", DataType::Int32, false, Arc::new(Int32Array::from(vec![1, 2])) as ArrayRef);
        assert_eq!(rows(table(vec![narrow, b(), c()])).await?, [(1, Some(0.5)), (2, None)]);
        Ok(())
    }

    #[tokio::test]
    async fn a_null_where_the_model_has_none_is_never_a_default_value() -> Result<(), AnyError> {
        let holed = ("a", DataType::Int64, true, Arc::new(Int64Array::from(vec![Some(1), None])) as ArrayRef);
        let error = rows(table(vec![holed, b(), c()])).await.expect_err("row 2 holds a NULL").to_string();
        assert!(error.contains("column a") && error.contains("unexpected NULL"), "{error}");
        Ok(())
    }

    #[tokio::test]
    async fn a_plan_that_reads_an_unknown_table_names_it() {
        let nowhere = LazyFrame::<M>::table(["nowhere"]);
        let error = Session::new().collect(&nowhere).await.map(|_| ()).expect_err("no such table").to_string();
        assert!(error.contains("`nowhere`"), "{error}");
    }

    #[tokio::test]
    async fn names_are_used_byte_for_byte() -> Result<(), AnyError> {
        let session = Session::new();
        for (name, value) in [("Orders", 1), ("orders", 2), ("s.t", 3), ("x\"y", 4)] {
            session.from_rows(name, vec![M { a: value, b: String::new(), c: None }])?;
        }
        for (name, value) in [("Orders", 1), ("orders", 2), ("s.t", 3), ("x\"y", 4)] {
            let rows = session.collect(&session.table::<M>(name)?).await?.into_rows()?;
            assert_eq!(rows.iter().map(|row| row.a).collect::<Vec<_>>(), [value], "{name}");
        }
        Ok(())
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Odd {
        #[model(name = "userId")]
        upper: i64,
        #[model(name = "userid")]
        lower: i64,
        #[model(name = "a.b")]
        dotted: i64,
        #[model(name = "sum(x)")]
        call: i64,
        select: i64,
        #[model(name = "two words")]
        words: i64,
        #[model(name = "q\"q")]
        quoted: i64,
        #[model(name = "caf\u{e9}")]
        composed: i64,
        #[model(name = "cafe\u{301}")]
        decomposed: i64,
    }

    #[tokio::test]
    async fn odd_column_names_stay_apart() -> Result<(), AnyError> {
        let row =
            Odd { upper: 1, lower: 2, dotted: 3, call: 4, select: 5, words: 6, quoted: 7, composed: 8, decomposed: 9 };
        let session = Session::new();
        let odd = session.from_rows("odd", vec![row.clone()])?;
        assert_eq!(session.collect(&odd).await?.into_rows()?, [row]);
        let grouped = query! {
            FROM odd
            WHERE .upper == 1 && .lower == 2 && .dotted == 3 && .call == 4 && .words == 6 && .quoted == 7
            GROUP BY .upper, .dotted, .composed, .decomposed
            SELECT .upper, .dotted, .composed, .decomposed, sum(.select) AS total
        };
        let rows = session.collect(&grouped).await?.into_rows()?;
        let values: Vec<_> = rows.iter().map(|r| (r.upper, r.dotted, r.composed, r.decomposed, r.total)).collect();
        assert_eq!(values, [(1, 3, 8, 9, Some(5))]);
        Ok(())
    }

    #[derive(Model, Clone, Debug, PartialEq)]
    struct Lists {
        x: i64,
        xs: Option<Vec<Option<i64>>>,
    }

    /// Offsets 0, 2, 4, 5 over 1..=5, slot 2 NULL, then the last two rows: NULL and [5].
    fn sliced() -> ListArray {
        let values = Int64Array::from(vec![Some(1), None, Some(3), Some(4), Some(5)]);
        let item = Arc::new(Field::new("item", DataType::Int64, true));
        let nulls = NullBuffer::from(vec![true, false, true]);
        let list = ListArray::new(item, OffsetBuffer::new(vec![0, 2, 4, 5].into()), Arc::new(values), Some(nulls));
        list.slice(1, 2)
    }

    #[tokio::test]
    async fn sliced_lists_and_null_elements_are_read_as_they_are() -> Result<(), AnyError> {
        let list: ArrayRef = Arc::new(sliced());
        let x: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
        let session = Session::new();
        let lists = session.register::<Lists>(
            "lists",
            table(vec![("x", DataType::Int64, false, x), ("xs", list.data_type().clone(), true, list)]),
        )?;
        let rows = session.collect(&lists).await?.into_rows()?;
        assert_eq!(rows, [Lists { x: 1, xs: None }, Lists { x: 2, xs: Some(vec![Some(5)]) }]);
        Ok(())
    }
}

mod csv {
    use super::*;

    #[derive(Model, Clone, Debug, PartialEq)]
    struct M {
        id: i64,
        name: Option<String>,
        n: Option<i64>,
    }

    fn m(id: i64, name: Option<&str>, n: Option<i64>) -> M {
        M { id, name: name.map(str::to_owned), n }
    }

    async fn read(path: &str, options: CsvOptions) -> Result<Vec<M>, AnyError> {
        let session = Session::new();
        let frame = session.read_csv::<M>("m", path, options).await?;
        Ok(session.collect(&frame).await?.into_rows()?)
    }

    #[tokio::test]
    async fn an_empty_cell_is_null_and_a_quoted_one_is_empty_text() -> Result<(), AnyError> {
        let path = file("nulls", "id,name,n\n1,,\n2,\"\",5\n3,bob,NA\n");
        let rows = read(&path, CsvOptions::new().null("NA")).await?;
        assert_eq!(rows, [m(1, None, None), m(2, Some(""), Some(5)), m(3, Some("bob"), None)]);
        Ok(())
    }

    #[tokio::test]
    async fn an_unknown_null_marker_is_an_error_that_names_its_line() -> Result<(), AnyError> {
        let path = file("marker", "id,name,n\n1,,\n3,bob,NA\n");
        let error = read(&path, CsvOptions::new()).await.expect_err("NA is no integer").to_string();
        assert!(error.contains("line 3") && error.contains("column n"), "{error}");
        Ok(())
    }

    #[tokio::test]
    async fn a_file_with_only_a_header_has_no_rows() -> Result<(), AnyError> {
        let path = file("header_only", "id,name,n\n");
        assert_eq!(read(&path, CsvOptions::new()).await?, []);
        Ok(())
    }

    #[tokio::test]
    async fn an_empty_file_beside_a_good_one_is_ignored() -> Result<(), AnyError> {
        let folder = folder("empty_beside");
        fs::write(folder.join("a.csv"), "id,name,n\n1,x,2\n")?;
        fs::write(folder.join("b.csv"), "")?;
        assert_eq!(read(&folder.display().to_string(), CsvOptions::new()).await?, [m(1, Some("x"), Some(2))]);
        Ok(())
    }

    #[tokio::test]
    async fn a_column_that_starts_empty_keeps_the_models_type() -> Result<(), AnyError> {
        let mut text = String::from("id,name,n\n");
        for id in 0..2000 {
            text.push_str(&format!("{id},x,{}\n", if id < 1500 { String::new() } else { id.to_string() }));
        }
        let path = file("late", &text);
        let session = Session::new();
        let late = session.read_csv::<M>("late", &path, CsvOptions::new()).await?;
        let missing = query! { FROM late WHERE is_null(.n) SELECT count() AS n };
        assert_eq!(session.collect(&missing).await?.into_rows()?.iter().map(|row| row.n).collect::<Vec<_>>(), [1500]);
        let total = query! { FROM late SELECT sum(.n) AS s };
        // 1500 + ... + 1999 = 500 * 3499 / 2.
        let sums: Vec<_> = session.collect(&total).await?.into_rows()?.iter().map(|row| row.s).collect();
        assert_eq!(sums, [Some(874_750)]);
        Ok(())
    }

    #[tokio::test]
    async fn headers_give_the_order_and_a_byte_order_mark_is_no_name() -> Result<(), AnyError> {
        let path = file("order", "\u{feff}n,extra,id,name\r\n5,zzz,1,\"line1\nline2, \"\"still\"\"\"\r\n");
        let rows = read(&path, CsvOptions::new()).await?;
        assert_eq!(rows, [m(1, Some("line1\nline2, \"still\""), Some(5))]);
        Ok(())
    }

    #[tokio::test]
    async fn quoted_line_ends_survive_any_number_of_partitions() -> Result<(), AnyError> {
        let mut text = String::from("id,name,n\n");
        let mut expected = Vec::new();
        for id in 0..500 {
            text.push_str(&format!("{id},\"a\nb, {id}\",\n"));
            expected.push(m(id, Some(&format!("a\nb, {id}")), None));
        }
        let path = file("partitions", &text);
        for partitions in [1, 8] {
            let session = Session::builder().target_partitions(partitions).build()?;
            let frame = session.read_csv::<M>("m", &path, CsvOptions::new()).await?;
            let mut rows = session.collect(&frame).await?.into_rows()?;
            rows.sort_by_key(|row| row.id);
            assert_eq!(rows, expected, "{partitions} partitions");
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_duplicate_header_and_a_ragged_row_are_errors() -> Result<(), AnyError> {
        let twice = read(&file("twice", "id,name,n,name\n1,a,2,b\n"), CsvOptions::new()).await;
        assert!(twice.expect_err("name stands twice").to_string().contains("name"));
        let ragged = read(&file("ragged", "id,name,n\n1,a,2\n2,b,3,4\n"), CsvOptions::new()).await;
        assert!(ragged.expect_err("line 3 has four fields").to_string().contains("line 3"));
        Ok(())
    }

    #[tokio::test]
    async fn a_result_is_written_and_read_back() -> Result<(), AnyError> {
        let folder = folder("written");
        let session = Session::new();
        let rows = vec![m(1, None, Some(2)), m(2, Some(""), None), m(3, Some("a,\"b\"\nc"), Some(-1))];
        let frame = session.from_rows("rows", rows.clone())?;
        let csv = folder.join("out.csv").display().to_string();
        session.write_csv(&frame, &csv, CsvOptions::new()).await?;
        assert_eq!(read(&csv, CsvOptions::new()).await?, rows);
        let parquet = folder.join("out.parquet").display().to_string();
        session.write_parquet(&frame, &parquet).await?;
        let back = session.read_parquet::<M>("back", &parquet).await?;
        assert_eq!(session.collect(&back).await?.into_rows()?, rows);
        Ok(())
    }
}

mod casts {
    use super::*;

    #[derive(Model, Clone, Debug)]
    struct Text {
        s: String,
    }

    #[tokio::test]
    async fn try_cast_gives_null_and_cast_an_error() -> Result<(), AnyError> {
        let session = Session::new();
        let b = session.from_rows("b", vec![Text { s: "12".to_owned() }, Text { s: "x".to_owned() }])?;
        let lenient = query! { FROM b SELECT try_cast::<i64>(.s) AS n };
        let rows = session.collect(&lenient).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [Some(12), None]);
        let strict = query! { FROM b SELECT cast::<i64>(.s) AS n };
        assert!(session.collect(&strict).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn a_typed_null_decodes_to_none() -> Result<(), AnyError> {
        let session = Session::new();
        let b = session.from_rows("b", vec![Text { s: "12".to_owned() }])?;
        let nothing: Option<i64> = None;
        let frame = query! { FROM b SELECT nothing AS n, .s AS s };
        let rows = session.collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| (row.n, row.s.as_str())).collect::<Vec<_>>(), [(None, "12")]);
        Ok(())
    }
}

mod limits {
    use super::*;

    #[derive(Model, Clone, Debug)]
    struct Amount {
        k: i64,
        amt: i64,
    }

    #[derive(Model, Clone, Debug)]
    struct Only {
        k: i64,
    }

    /// Two columns of one name below ORDER BY and LIMIT: the limit's threshold belongs to the sorted one.
    #[tokio::test]
    async fn the_threshold_of_a_limit_prunes_the_sorted_column_only() -> Result<(), AnyError> {
        let folder = folder("threshold");
        for (partitions, limit) in [(1, 1), (8, 1), (1, 3), (8, 3)] {
            let session = Session::builder().target_partitions(partitions).build()?;
            let oa: Vec<_> = [(1, 7), (2, 8), (3, 9)].map(|(k, amt)| Amount { k, amt }).to_vec();
            let pb: Vec<_> = [(1, 50), (2, 40), (3, 30)].map(|(k, amt)| Amount { k, amt }).to_vec();
            let path = folder.join(format!("oa_{partitions}_{limit}.parquet")).display().to_string();
            session.write_parquet(&session.from_rows("oa_rows", oa)?, &path).await?;
            let oa = session.read_parquet::<Amount>("oa", &path).await?;
            let pb = session.from_rows("pb", pb)?;
            let cu = session.from_rows("cu", vec![Only { k: 1 }, Only { k: 2 }, Only { k: 3 }])?;
            let frame = query! {
                FROM oa
                JOIN pb ON .k == pb.k
                JOIN cu ON pb.k == cu.k
                SELECT .amt AS o, pb.amt AS p
                ORDER BY .p
                LIMIT limit
            };
            let rows = session.collect(&frame).await?.into_rows()?;
            let found: Vec<_> = rows.iter().map(|row| (row.o, row.p)).collect();
            assert_eq!(found, [(9, 30), (8, 40), (7, 50)][..limit], "{partitions} partitions, LIMIT {limit}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn limit_zero_and_an_offset_beyond_the_end_give_nothing() -> Result<(), AnyError> {
        let session = Session::new();
        let cu = session.from_rows("cu", vec![Only { k: 1 }, Only { k: 2 }])?;
        assert_eq!(session.count(&query! { FROM cu LIMIT 0 }).await?, 0);
        assert_eq!(session.count(&query! { FROM cu OFFSET 5 }).await?, 0);
        assert_eq!(session.count(&query! { FROM cu OFFSET 1 }).await?, 1);
        Ok(())
    }
}
