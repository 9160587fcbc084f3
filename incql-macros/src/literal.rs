//! `date!` and `timestamp!`: literals that are checked while compiling and become chrono values.

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::quote;
use syn::{Error, LitStr};

use crate::runtime_path;

/// How a date is written.
const DATE_FORM: &str = "write `date!(2024-01-31)` or `date!(\"2024-01-31\")`";

/// How a timestamp is written.
const TIMESTAMP_FORM: &str =
    "write `timestamp!(\"2024-01-31 12:00:00\")`, with up to six digits after the seconds, and `Z` at the end for UTC";

/// The expansion of `date!`.
pub fn date(input: TokenStream) -> TokenStream {
    let text = text_of(&input);
    match text.as_deref().map(Date::parse) {
        Some(Ok(Date { year, month, day })) => {
            let q = runtime_path::private();
            let (year, month, day) = (unsuffixed(year), unsuffixed(month), unsuffixed(day));
            quote!(#q::literal::date(#year, #month, #day))
        }
        Some(Err(problem)) => report(input, &problem, DATE_FORM),
        None => report(input, "not a date", DATE_FORM),
    }
}

/// The expansion of `timestamp!`.
pub fn timestamp(input: TokenStream) -> TokenStream {
    let text = text_of(&input);
    match text.as_deref().map(Timestamp::parse) {
        Some(Ok(Timestamp { date: Date { year, month, day }, micros, utc })) => {
            let q = runtime_path::private();
            let (year, month, day) = (unsuffixed(year), unsuffixed(month), unsuffixed(day));
            let (seconds, micros) = (unsuffixed(micros / 1_000_000), unsuffixed(micros % 1_000_000));
            let naive = quote!(#q::literal::timestamp(#q::literal::date(#year, #month, #day), #seconds, #micros));
            if utc { quote!(#q::literal::utc(#naive)) } else { naive }
        }
        Some(Err(problem)) => report(input, &problem, TIMESTAMP_FORM),
        None => report(input, "not a timestamp", TIMESTAMP_FORM),
    }
}

fn unsuffixed(number: u64) -> Literal {
    Literal::u64_unsuffixed(number)
}

fn report(input: TokenStream, problem: &str, form: &str) -> TokenStream {
    let message = format!("{problem}\nhelp: {form}");
    Error::new_spanned(input, message).into_compile_error()
}

/// The literal's text: of one string, or of the tokens of a bare date.
fn text_of(input: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = input.clone().into_iter().collect();
    if let [TokenTree::Group(group)] = tokens.as_slice()
        && group.delimiter() == Delimiter::None
    {
        return text_of(&group.stream());
    }
    if let [TokenTree::Literal(_)] = tokens.as_slice() {
        return syn::parse2::<LitStr>(input.clone()).ok().map(|text| text.value());
    }
    (!tokens.is_empty()).then(|| tokens.iter().map(ToString::to_string).collect())
}

/// A day of the calendar, from year 0 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    fn parse(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts.as_slice() else { return Err(format!("`{text}` is not a date")) };
        let numbers = (number(year, 4), number(month, 2), number(day, 2));
        let (Some(year), Some(month), Some(day)) = numbers else { return Err(format!("`{text}` is not a date")) };
        let days = days_in(year, month).ok_or_else(|| format!("there is no month {month}"))?;
        if !(1..=days).contains(&day) {
            return Err(format!("{year:04}-{month:02} has no day {day}, its last is {days}"));
        }
        Ok(Self { year, month, day })
    }
}

/// Exactly this many digits.
fn number(text: &str, digits: usize) -> Option<u64> {
    let only_digits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    if only_digits { text.parse().ok() } else { None }
}

fn days_in(year: u64, month: u64) -> Option<u64> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if leap { 29 } else { 28 }),
        _ => None,
    }
}

/// A day, microseconds since its midnight, and whether it is in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Timestamp {
    date: Date,
    micros: u64,
    utc: bool,
}

impl Timestamp {
    fn parse(text: &str) -> Result<Self, String> {
        let not_one = || format!("`{text}` is not a timestamp");
        let (date, time) = text.split_once([' ', 'T']).ok_or_else(not_one)?;
        let (time, utc) = time.strip_suffix('Z').map_or((time, false), |time| (time, true));
        let (clock, fraction) = time.split_once('.').map_or((time, None), |(clock, rest)| (clock, Some(rest)));
        let date = Date::parse(date)?;
        let parts: Vec<&str> = clock.split(':').collect();
        let [hour, minute, second] = parts.as_slice() else { return Err(not_one()) };
        let numbers = (number(hour, 2), number(minute, 2), number(second, 2));
        let (Some(hour), Some(minute), Some(second)) = numbers else { return Err(not_one()) };
        if hour > 23 || minute > 59 || second > 59 {
            return Err(format!("`{clock}` is not a time of day"));
        }
        let fraction = fraction.map_or(Ok(0), micros)?;
        let micros = (hour * 3_600 + minute * 60 + second) * 1_000_000 + fraction;
        Ok(Self { date, micros, utc })
    }
}

/// One to six digits after the seconds, as microseconds.
fn micros(fraction: &str) -> Result<u64, String> {
    let value = number(fraction, fraction.len()).filter(|_| (1..=6).contains(&fraction.len()));
    let missing = u32::try_from(6_usize.saturating_sub(fraction.len())).unwrap_or(0);
    value.map(|value| value * 10_u64.pow(missing)).ok_or_else(|| "a timestamp has at most microseconds".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(Date::parse("2024-02-29"), Ok(Date { year: 2024, month: 2, day: 29 }));
        let refused = [
            ("2023-02-29", "2023-02 has no day 29, its last is 28"),
            ("1900-02-29", "1900-02 has no day 29, its last is 28"),
            ("2024-04-31", "2024-04 has no day 31, its last is 30"),
            ("2024-00-10", "there is no month 0"),
            ("2024-13-10", "there is no month 13"),
            ("2024-01-00", "2024-01 has no day 0, its last is 31"),
            ("24-01-01", "`24-01-01` is not a date"),
            ("2024-1-1", "`2024-1-1` is not a date"),
            ("2024-01", "`2024-01` is not a date"),
            ("", "`` is not a date"),
        ];
        for (text, problem) in refused {
            assert_eq!(Date::parse(text), Err(problem.to_owned()));
        }
    }

    #[test]
    fn times_of_day() {
        let micros = |text: &str| Timestamp::parse(text).map(|time| (time.micros, time.utc));
        assert_eq!(micros("2024-01-31 12:00:01"), Ok((43_201_000_000, false)));
        assert_eq!(micros("2024-01-31T00:00:00.5Z"), Ok((500_000, true)));
        assert_eq!(micros("2024-01-31 23:59:59.999999"), Ok((86_399_999_999, false)));
        for text in [
            "2024-01-31",
            "2024-01-31 24:00:00",
            "2024-01-31 12:00",
            "2024-01-31 12:00:00.",
            "2024-01-31 12:00:00.1234567",
        ] {
            assert!(micros(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bare_dates_and_literal_fragments() {
        let expected = Some("2024-08-09".to_owned());
        assert_eq!(text_of(&quote!(2024 - 08 - 09)), expected);
        assert_eq!(text_of(&quote!("2024-08-09")), expected);
        assert_eq!(text_of(&quote!(2024)), None);
        assert_eq!(text_of(&TokenStream::new()), None);
    }
}
