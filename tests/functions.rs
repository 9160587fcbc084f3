//! Functions over real rows, with nulls and edges: the values are worked out by hand.

#![allow(missing_docs)]

use incql::prelude::*;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

mod text {
    use super::*;

    #[derive(Model, Clone, Debug)]
    struct Word {
        id: i64,
        w: Option<String>,
    }

    fn words() -> LazyFrame<Word> {
        let word = |id, w: Option<&str>| Word { id, w: w.map(str::to_owned) };
        LazyFrame::from_rows(vec![word(1, Some("Füße")), word(2, None), word(3, Some("")), word(4, Some("a-b-c"))])
    }

    #[tokio::test]
    async fn a_text_joined_with_null_is_null() -> Result<(), AnyError> {
        let words = words();
        let frame = query! { FROM words SELECT .id, concat("<", .w, ">") AS joined ORDER BY .id };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let joined: Vec<_> = rows.iter().map(|row| row.joined.as_deref()).collect();
        assert_eq!(joined, [Some("<Füße>"), None, Some("<>"), Some("<a-b-c>")]);
        Ok(())
    }

    #[tokio::test]
    async fn characters_are_counted_from_one() -> Result<(), AnyError> {
        let words = words();
        let frame = query! {
            FROM words
            SELECT .id, char_length(.w) AS n, octet_length(.w) AS bytes, upper(.w) AS up,
                substring(.w, 2, 2) AS middle, position(.w, "-") AS at, split_part(.w, "-", 2) AS second
            ORDER BY .id
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let numbers: Vec<_> = rows.iter().map(|row| (row.n, row.bytes, row.at)).collect();
        assert_eq!(
            numbers,
            [(Some(4), Some(6), Some(0)), (None, None, None), (Some(0), Some(0), Some(0)), (Some(5), Some(5), Some(2))]
        );
        let parts: Vec<_> =
            rows.iter().map(|row| (row.up.as_deref(), row.middle.as_deref(), row.second.as_deref())).collect();
        let expected = [
            (Some("FÜSSE"), Some("üß"), Some("")),
            (None, None, None),
            (Some(""), Some(""), Some("")),
            (Some("A-B-C"), Some("-b"), Some("b")),
        ];
        assert_eq!(parts, expected);
        Ok(())
    }

    #[tokio::test]
    async fn every_occurrence_is_replaced_and_nothing_by_an_empty_search() -> Result<(), AnyError> {
        let words = words();
        let frame = query! {
            FROM words
            WHERE .id == 4
            SELECT replace(.w, "-", "") AS plain, replace(.w, "", "x") AS same, overlay(.w, "ZZ", 2, 3) AS laid
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let row = rows.first().ok_or("one row")?;
        assert_eq!(
            (row.plain.as_deref(), row.same.as_deref(), row.laid.as_deref()),
            (Some("abc"), Some("a-b-c"), Some("aZZc"))
        );
        Ok(())
    }
}

mod numbers {
    use super::*;

    #[derive(Model, Clone, Debug)]
    struct Number {
        i: i64,
        f: Option<f64>,
        #[model(precision = 10, scale = 3)]
        d: Decimal,
    }

    fn numbers() -> Result<LazyFrame<Number>, AnyError> {
        Ok(LazyFrame::from_rows(vec![
            Number { i: -15, f: Some(-2.5), d: "-2.500".parse()? },
            Number { i: 14, f: None, d: "1.125".parse()? },
        ]))
    }

    #[tokio::test]
    async fn numbers_round_half_away_from_zero_in_their_own_type() -> Result<(), AnyError> {
        let numbers = numbers()?;
        let frame = query! {
            FROM numbers
            SELECT .i, round(.i, -1i32) AS tens, round(.f) AS whole, round(.d, 2i32) AS cents, abs(.i) AS size, sign(.d) AS sign
            ORDER BY .i
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let values: Vec<_> = rows
            .iter()
            .map(|row| (row.tens, row.whole, row.cents.to_string(), row.size, row.sign.to_string()))
            .collect();
        let expected = [
            (-20, Some(-3.0), "-2.500".to_owned(), 15, "-1.000".to_owned()),
            (10, None, "1.130".to_owned(), 14, "1.000".to_owned()),
        ];
        assert_eq!(values, expected);
        Ok(())
    }

    #[tokio::test]
    async fn extremes_are_null_when_an_argument_is() -> Result<(), AnyError> {
        let numbers = numbers()?;
        let frame = query! {
            FROM numbers SELECT .i, least(.f, 0.0, -9.0) AS low, greatest(.f, 0.0) AS high ORDER BY .i
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let values: Vec<_> = rows.iter().map(|row| (row.low, row.high)).collect();
        assert_eq!(values, [(Some(-9.0), Some(0.0)), (None, None)]);
        Ok(())
    }

    #[tokio::test]
    async fn a_division_is_protected_by_the_condition_before_it() -> Result<(), AnyError> {
        #[derive(Model, Clone, Debug)]
        struct Pair {
            a: i64,
            b: i64,
        }
        let pairs = LazyFrame::from_rows((0..100).map(|n| Pair { a: n, b: n % 2 }).collect());
        let frame = query! { FROM pairs WHERE .b != 0 && .a / .b > 96 };
        assert_eq!(Session::new().count(&frame).await?, 2);
        let either = query! { FROM pairs WHERE .b == 0 || .a / .b > 96 };
        assert_eq!(Session::new().count(&either).await?, 52);
        let branch = query! { FROM pairs WHERE if .b != 0 { .a / .b > 96 } else { false } };
        assert_eq!(Session::new().count(&branch).await?, 2);
        Ok(())
    }
}

mod times {
    use super::*;
    use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

    #[derive(Model, Clone, Debug)]
    struct Event {
        at: NaiveDateTime,
        utc: DateTime<Utc>,
        day: Option<NaiveDate>,
    }

    fn events() -> LazyFrame<Event> {
        LazyFrame::from_rows(vec![
            Event {
                at: timestamp!("1969-12-31 23:59:59.5"),
                utc: timestamp!("2024-02-29 12:30:00").and_utc(),
                day: Some(date!("2024-01-31")),
            },
            Event {
                at: timestamp!("2026-08-21 07:05:09"),
                utc: timestamp!("1970-01-01 00:00:00").and_utc(),
                day: None,
            },
        ])
    }

    #[tokio::test]
    async fn fields_are_those_of_the_calendar_also_before_1970() -> Result<(), AnyError> {
        let events = events();
        let frame = query! {
            FROM events
            SELECT .at, date_part("year", .at) AS year, date_part("second", .at) AS second, date_part("dow", .at) AS dow,
                date_part("month", .day) AS month, date_part("epoch", .at) AS epoch
            ORDER BY .at
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let values: Vec<_> = rows.iter().map(|row| (row.year, row.second, row.dow, row.month, row.epoch)).collect();
        // 1969-12-31 was a Wednesday, 2026-08-21 is a Friday.
        assert_eq!(values, [(1969, 59, 3, Some(1), -1), (2026, 9, 5, None, 1_787_295_909)]);
        Ok(())
    }

    #[tokio::test]
    async fn months_are_cut_to_their_last_day_and_weeks_start_on_monday() -> Result<(), AnyError> {
        let events = events();
        let frame = query! {
            FROM events
            SELECT .at, .day + interval_months(1) AS next, last_day(.day) AS last, date_trunc("week", .at) AS week,
                date_add(.day, 29) AS later, date_trunc("month", .utc) AS month
            ORDER BY .at
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let first = rows.first().ok_or("two rows")?;
        assert_eq!(first.next, Some(date!("2024-02-29")));
        assert_eq!(first.last, Some(date!("2024-01-31")));
        assert_eq!(first.week, timestamp!("1969-12-29 00:00:00"));
        assert_eq!(first.later, Some(date!("2024-02-29")));
        assert_eq!(first.month, timestamp!("2024-02-01 00:00:00").and_utc());
        let second = rows.get(1).ok_or("two rows")?;
        assert_eq!((second.next, second.last, second.later), (None, None, None));
        assert_eq!(second.week, timestamp!("2026-08-17 00:00:00"));
        Ok(())
    }

    #[tokio::test]
    async fn differences_count_whole_units() -> Result<(), AnyError> {
        let events = events();
        let frame = query! {
            FROM events
            WHERE is_not_null(.day)
            SELECT date_diff(date!("2024-03-01"), .day) AS days,
                timestamp_diff("month", .at, timestamp!("1970-02-28 23:59:59.5")) AS months,
                timestamp_diff("second", .at, timestamp!("1970-01-01 00:00:00")) AS seconds,
                unix_millis(.utc) AS millis
        };
        let rows = Session::new().collect(&frame).await?.into_rows()?;
        let row = rows.first().ok_or("one row")?;
        assert_eq!((row.days, row.months, row.seconds, row.millis), (Some(30), 1, 0, 1_709_209_800_000));
        Ok(())
    }
}
