//! Values where engines and encodings differ: each case of a query tool gone wrong, with its rows worked out by hand.

#![allow(missing_docs)]

use incql::prelude::*;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Model, Clone, Debug)]
struct Int {
    x: i64,
}

fn ints(values: &[i64]) -> LazyFrame<Int> {
    LazyFrame::from_rows(values.iter().map(|&x| Int { x }).collect())
}

#[derive(Model, Clone, Debug)]
struct Reading {
    id: i64,
    v: Option<i64>,
}

fn readings(rows: &[(i64, Option<i64>)]) -> LazyFrame<Reading> {
    LazyFrame::from_rows(rows.iter().map(|&(id, v)| Reading { id, v }).collect())
}

mod numbers {
    use super::*;

    /// 2^53 + 1 and its neighbour stay apart: the literal takes the column's type.
    #[tokio::test]
    async fn a_large_integer_equals_only_itself() -> Result<(), AnyError> {
        let t = ints(&[9_007_199_254_740_993, 9_007_199_254_740_992]);
        let frame = query! { FROM t WHERE .x == 9007199254740993 };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.x).collect::<Vec<_>>(), [9_007_199_254_740_993]);
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Single {
        s: f32,
    }

    /// The literal takes the column's 32-bit type, so the value that was stored from it is found.
    #[tokio::test]
    async fn a_float_literal_takes_the_columns_width() -> Result<(), AnyError> {
        let f = LazyFrame::from_rows(vec![Single { s: 500.2 }]);
        let frame = query! { FROM f WHERE .s <= 500.2 };
        assert_eq!(Session::new().count(&frame).await?, 1);
        Ok(())
    }

    #[tokio::test]
    async fn integer_overflow_is_an_error_and_never_a_negative_number() -> Result<(), AnyError> {
        let session = Session::new();
        let t = ints(&[i64::MAX, 1]);
        let total = query! { FROM t SELECT sum(.x) AS s };
        assert!(session.collect(&total).await.is_err(), "the sum does not fit");
        let next = query! { FROM t SELECT .x + 1 AS y };
        assert!(session.collect(&next).await.is_err(), "one more than the maximum does not fit");
        let product = query! { FROM t SELECT .x * .x AS y };
        assert!(session.collect(&product).await.is_err(), "the square does not fit");
        let small = ints(&[i64::MIN]);
        let below = query! { FROM small SELECT .x - 1 AS y };
        assert!(session.collect(&below).await.is_err(), "one less than the minimum does not fit");
        let negated = query! { FROM small SELECT -.x AS y };
        assert!(session.collect(&negated).await.is_err(), "the minimum has no opposite");
        let quotient = query! { FROM small SELECT .x / -1 AS y };
        assert!(session.collect(&quotient).await.is_err(), "the minimum over -1 does not fit");
        Ok(())
    }

    #[tokio::test]
    async fn a_sum_that_fits_is_exact_whatever_the_order() -> Result<(), AnyError> {
        let t = ints(&[i64::MAX, 1, -2]);
        let frame = query! { FROM t SELECT sum(.x) AS s };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.s).collect::<Vec<_>>(), [Some(i64::MAX - 1)]);
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Price {
        #[model(precision = 9, scale = 0)]
        v: Decimal,
    }

    #[tokio::test]
    async fn the_average_of_decimals_is_a_decimal_with_four_more_digits() -> Result<(), AnyError> {
        let value: Decimal = "999999999".parse()?;
        let d = LazyFrame::from_rows(vec![Price { v: value }, Price { v: value }]);
        let frame = query! { FROM d SELECT avg(.v) AS mean };
        let result = Session::new().collect(&frame).await?;
        let declared = frame.schema()?.to_arrow().field(0).data_type().clone();
        assert_eq!(result.batches()[0].column(0).data_type(), &declared);
        let mean = result.into_rows()?.first().and_then(|row| row.mean).ok_or("one row")?;
        assert_eq!(mean.to_string(), "999999999.0000");
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Pair {
        a: Option<f64>,
        b: f64,
    }

    #[tokio::test]
    async fn a_float_over_zero_is_infinite_whether_the_column_is_nullable_or_not() -> Result<(), AnyError> {
        let z = LazyFrame::from_rows(vec![Pair { a: Some(1.0), b: 1.0 }]);
        let frame = query! { FROM z SELECT .a / 0.0 AS p, .b / 0.0 AS q };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| (row.p, row.q)).collect::<Vec<_>>(), [(Some(f64::INFINITY), f64::INFINITY)]);
        Ok(())
    }

    #[tokio::test]
    async fn an_integer_over_zero_is_an_error() -> Result<(), AnyError> {
        let t = ints(&[7]);
        let frame = query! { FROM t SELECT .x / 0 AS y };
        assert!(Session::new().collect(&frame).await.is_err());
        let frame = query! { FROM t SELECT .x % 0 AS y };
        assert!(Session::new().collect(&frame).await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn integer_division_truncates_toward_zero() -> Result<(), AnyError> {
        let t = ints(&[7, -7]);
        let frame = query! { FROM t SELECT .x / 2 AS q, .x % 2 AS r ORDER BY desc(.q) };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| (row.q, row.r)).collect::<Vec<_>>(), [(3, 1), (-3, -1)]);
        Ok(())
    }
}

mod equality {
    use super::*;

    #[derive(Model, Clone, Debug)]
    struct Float {
        x: Option<f64>,
    }

    fn floats() -> LazyFrame<Float> {
        let other_nan = f64::from_bits(0xFFF8_0000_0000_0001);
        let values = [Some(0.0), Some(-0.0), Some(f64::NAN), Some(other_nan), None];
        LazyFrame::from_rows(values.map(|x| Float { x }).to_vec())
    }

    /// A float as text, so that NaN compares with itself here.
    fn name(x: Option<f64>) -> String {
        match x {
            None => "NULL".to_owned(),
            Some(x) if x.is_nan() => "NaN".to_owned(),
            Some(x) => (x + 0.0).to_string(),
        }
    }

    #[tokio::test]
    async fn group_by_joins_zeros_and_nans_and_keeps_null() -> Result<(), AnyError> {
        let v = floats();
        let frame = query! { FROM v GROUP BY .x SELECT .x, count() AS n };
        let mut groups: Vec<_> =
            Session::new().collect(&frame).await?.into_rows()?.iter().map(|row| (name(row.x), row.n)).collect();
        groups.sort();
        assert_eq!(groups, [("0".to_owned(), 2), ("NULL".to_owned(), 1), ("NaN".to_owned(), 2)]);
        Ok(())
    }

    #[tokio::test]
    async fn distinct_agrees_with_group_by() -> Result<(), AnyError> {
        let v = floats();
        let frame = query! { FROM v SELECT DISTINCT .x };
        let mut values: Vec<_> =
            Session::new().collect(&frame).await?.into_rows()?.iter().map(|row| name(row.x)).collect();
        values.sort();
        assert_eq!(values, ["0", "NULL", "NaN"]);
        let frame = query! { FROM v SELECT count(.x).distinct() AS n };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [2]);
        Ok(())
    }

    /// Two zeros meet two zeros, two NaNs meet two NaNs, NULL meets nothing.
    #[tokio::test]
    async fn a_join_uses_the_same_equality() -> Result<(), AnyError> {
        let v = floats();
        let joined = query! { FROM v JOIN v AS w ON .x == w.x SELECT .x AS x };
        let counted = query! { FROM joined GROUP BY .x SELECT .x, count() AS n };
        let mut groups: Vec<_> =
            Session::new().collect(&counted).await?.into_rows()?.iter().map(|row| (name(row.x), row.n)).collect();
        groups.sort();
        assert_eq!(groups, [("0".to_owned(), 4), ("NaN".to_owned(), 4)]);
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Keyed {
        id: Option<i64>,
        val: Option<String>,
    }

    fn keyed(last: &str) -> LazyFrame<Keyed> {
        LazyFrame::from_rows(vec![
            Keyed { id: Some(1), val: None },
            Keyed { id: Some(2), val: Some(last.to_owned()) },
            Keyed { id: None, val: None },
        ])
    }

    #[tokio::test]
    async fn plain_and_null_safe_equality_mix_in_either_order() -> Result<(), AnyError> {
        let (m1, m2) = (keyed("v"), keyed("w"));
        let first = query! {
            FROM m1 JOIN m2 ON .id == m2.id && equal_null(.val, m2.val) SELECT .id AS a, m2.id AS b
        };
        let second = query! {
            FROM m1 JOIN m2 ON equal_null(.val, m2.val) && .id == m2.id SELECT .id AS a, m2.id AS b
        };
        let session = Session::new();
        for rows in [
            session.collect(&first).await?.into_rows()?.iter().map(|row| (row.a, row.b)).collect::<Vec<_>>(),
            session.collect(&second).await?.into_rows()?.iter().map(|row| (row.a, row.b)).collect::<Vec<_>>(),
        ] {
            assert_eq!(rows, [(Some(1), Some(1))]);
        }
        Ok(())
    }
}

mod windows {
    use super::*;

    fn t() -> LazyFrame<Reading> {
        readings(&[(1, Some(10)), (2, None), (3, Some(30))])
    }

    #[tokio::test]
    async fn last_value_ignores_nulls() -> Result<(), AnyError> {
        let t = t();
        let frame = query! {
            FROM t
            SELECT .id, last_value(.v).ignore_nulls().over(
                window().order_by(asc(.id)).rows_between(unbounded_preceding(), current_row())
            ) AS last
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.last).collect::<Vec<_>>(), [Some(10), Some(10), Some(30)]);
        Ok(())
    }

    #[tokio::test]
    async fn distinct_and_filter_are_kept_over_windows() -> Result<(), AnyError> {
        let u = ints(&[1, 1, 2]);
        let frame = query! { FROM u SELECT count(.x).distinct().over(window()) AS n };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [2, 2, 2]);
        let t = t();
        let frame = query! { FROM t SELECT count(.v).filter(.v > 15).over(window()) AS n };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [1, 1, 1]);
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Event {
        day: chrono::NaiveDate,
        v: i64,
    }

    #[tokio::test]
    async fn a_range_of_one_day_holds_one_day() -> Result<(), AnyError> {
        let e = LazyFrame::from_rows(vec![
            Event { day: date!("2026-01-01"), v: 1 },
            Event { day: date!("2026-01-02"), v: 1 },
            Event { day: date!("2026-01-09"), v: 1 },
        ]);
        let frame = query! {
            FROM e
            SELECT .day, sum(.v).over(
                window().order_by(asc(.day)).range_between(preceding(interval_days(1)), current_row())
            ) AS s
            ORDER BY .day
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.s).collect::<Vec<_>>(), [Some(1), Some(2), Some(1)]);
        Ok(())
    }

    #[tokio::test]
    async fn a_frame_may_lie_after_the_current_row() -> Result<(), AnyError> {
        let t = readings(&[(1, Some(10)), (2, Some(20)), (3, Some(30))]);
        let frame = query! {
            FROM t
            SELECT .id, sum(.v).over(window().order_by(asc(.id)).rows_between(following(1), following(2))) AS s
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.s).collect::<Vec<_>>(), [Some(50), Some(30), None]);
        Ok(())
    }

    #[tokio::test]
    async fn an_offset_of_zero_is_the_current_row() -> Result<(), AnyError> {
        let t = readings(&[(1, Some(10)), (2, Some(20)), (3, Some(30))]);
        let frame = query! {
            FROM t
            SELECT .id, count().over(window().order_by(asc(.id)).rows_between(preceding(0), current_row())) AS n
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(rows.iter().map(|row| row.n).collect::<Vec<_>>(), [1, 1, 1]);
        Ok(())
    }

    #[derive(Model, Clone, Debug)]
    struct Point {
        id: i64,
        x: i64,
        v: i64,
    }

    /// With an order the frame ends at the current row's last peer; without one it is the partition.
    #[tokio::test]
    async fn the_implicit_frame_is_range_to_the_current_row() -> Result<(), AnyError> {
        let p = LazyFrame::from_rows(vec![
            Point { id: 1, x: 1, v: 10 },
            Point { id: 2, x: 1, v: 20 },
            Point { id: 3, x: 2, v: 30 },
        ]);
        let frame = query! {
            FROM p
            SELECT .id,
                sum(.v).over(window().order_by(asc(.x))) AS s,
                last_value(.v).over(window().order_by(asc(.x))) AS last,
                sum(.v).over(window()) AS whole
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(
            rows.iter().map(|row| (row.s, row.whole)).collect::<Vec<_>>(),
            [(Some(30), Some(60)), (Some(30), Some(60)), (Some(60), Some(60))]
        );
        // Rows 1 and 2 are peers: either value of the two is the last in an order that does not separate them, but
        // both rows see the same one.
        let last: Vec<_> = rows.iter().map(|row| row.last).collect();
        assert_eq!(last[0], last[1]);
        assert!([Some(10), Some(20)].contains(&last[0]));
        assert_eq!(last[2], Some(30));
        Ok(())
    }

    #[tokio::test]
    async fn ranking_functions() -> Result<(), AnyError> {
        let t = readings(&[(1, Some(5)), (2, Some(5)), (3, Some(3)), (4, None)]);
        let frame = query! {
            FROM t
            SELECT .id,
                row_number().over(window().order_by((desc_nulls_last(.v), asc(.id)))) AS n,
                rank().over(window().order_by(desc_nulls_last(.v))) AS r,
                dense_rank().over(window().order_by(desc_nulls_last(.v))) AS d
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(
            rows.iter().map(|row| (row.n, row.r, row.d)).collect::<Vec<_>>(),
            [(1, 1, 1), (2, 1, 1), (3, 3, 2), (4, 4, 3)]
        );
        Ok(())
    }

    #[tokio::test]
    async fn lag_and_lead() -> Result<(), AnyError> {
        let t = readings(&[(1, Some(10)), (2, None), (3, Some(30))]);
        let frame = query! {
            FROM t
            SELECT .id,
                lag(.v).over(window().order_by(asc(.id))) AS before,
                lead(.id, 1, 0i64).over(window().order_by(asc(.id))) AS after
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        assert_eq!(
            rows.iter().map(|row| (row.before, row.after)).collect::<Vec<_>>(),
            [(None, 2), (Some(10), 3), (None, 0)]
        );
        Ok(())
    }
}
