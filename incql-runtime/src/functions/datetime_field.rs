//! The names of fields and units that date and time functions take, checked when the query is built.

use std::str::FromStr;

/// A field that `date_part` takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The year.
    Year,
    /// The year of the ISO week.
    IsoYear,
    /// 1 to 4.
    Quarter,
    /// 1 to 12.
    Month,
    /// The ISO week, 1 to 53.
    Week,
    /// The day of the month.
    Day,
    /// The day of the year.
    DayOfYear,
    /// The day of the week, 0 (Sunday) to 6.
    DayOfWeek,
    /// The day of the week, 1 (Monday) to 7.
    IsoDayOfWeek,
    /// 0 to 23.
    Hour,
    /// 0 to 59.
    Minute,
    /// 0 to 59.
    Second,
    /// The seconds in milliseconds, with their fraction cut: 0 to 59,999.
    Millisecond,
    /// The seconds in microseconds: 0 to 59,999,999.
    Microsecond,
    /// Whole seconds since 1970-01-01T00:00:00 (of a time: since midnight), rounded down.
    Epoch,
}

/// Which fields a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Those of days and longer, and the epoch.
    OfDate,
    /// Those shorter than a day, and the epoch.
    OfTime,
    /// All.
    All,
}

const FIELDS: &[(&str, Field)] = &[
    ("year", Field::Year),
    ("isoyear", Field::IsoYear),
    ("quarter", Field::Quarter),
    ("month", Field::Month),
    ("week", Field::Week),
    ("day", Field::Day),
    ("doy", Field::DayOfYear),
    ("dow", Field::DayOfWeek),
    ("isodow", Field::IsoDayOfWeek),
    ("hour", Field::Hour),
    ("minute", Field::Minute),
    ("second", Field::Second),
    ("millisecond", Field::Millisecond),
    ("microsecond", Field::Microsecond),
    ("epoch", Field::Epoch),
];

impl FromStr for Field {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        find(FIELDS, name, "field")
    }
}

impl Field {
    /// The name that queries and plans use.
    pub fn name(self) -> &'static str {
        FIELDS.iter().find(|(_, field)| *field == self).map_or("", |(name, _)| name)
    }

    /// Refuses a field that the type does not have.
    pub fn check(self, fields: Fields) -> Result<(), String> {
        use Field::{Epoch, Hour, Microsecond, Millisecond, Minute, Second};
        let of_time = matches!(self, Hour | Minute | Second | Millisecond | Microsecond);
        match fields {
            Fields::OfDate if of_time => Err(format!("a date has no {}", self.name())),
            Fields::OfTime if !of_time && self != Epoch => Err(format!("a time has no {}", self.name())),
            _ => Ok(()),
        }
    }
}

/// A unit that values are truncated to and counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Twelve months.
    Year,
    /// Three months.
    Quarter,
    /// A calendar month.
    Month,
    /// Seven days, from Monday.
    Week,
    /// A calendar day.
    Day,
    /// Sixty minutes.
    Hour,
    /// Sixty seconds.
    Minute,
    /// A second.
    Second,
    /// A thousandth of a second.
    Millisecond,
    /// A millionth of a second.
    Microsecond,
}

const UNITS: &[(&str, Unit)] = &[
    ("year", Unit::Year),
    ("quarter", Unit::Quarter),
    ("month", Unit::Month),
    ("week", Unit::Week),
    ("day", Unit::Day),
    ("hour", Unit::Hour),
    ("minute", Unit::Minute),
    ("second", Unit::Second),
    ("millisecond", Unit::Millisecond),
    ("microsecond", Unit::Microsecond),
];

impl FromStr for Unit {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        find(UNITS, name, "unit")
    }
}

impl Unit {
    /// The name that queries and plans use.
    pub fn name(self) -> &'static str {
        UNITS.iter().find(|(_, unit)| *unit == self).map_or("", |(name, _)| name)
    }

    /// Whether it is a day or longer.
    pub fn is_of_dates(self) -> bool {
        matches!(self, Self::Year | Self::Quarter | Self::Month | Self::Week | Self::Day)
    }
}

fn find<T: Copy>(names: &[(&str, T)], name: &str, what: &str) -> Result<T, String> {
    let found = names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let known: Vec<&str> = names.iter().map(|(known, _)| *known).collect();
        format!("there is no {what} `{name}`; there are {}", known.join(", "))
    })
}

/// A name of a field or unit in a call: a text that is the same for every row.
#[diagnostic::on_unimplemented(
    message = "expected the name of a date field or unit, found `{Self}`",
    label = "not a name such as \"year\"",
    note = "write the name as text: date_part(\"year\", .day)"
)]
pub trait Word {
    /// The text.
    fn word(self) -> String;
}

macro_rules! words {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Word for $text {
            fn word(self) -> String {
                self.to_string()
            }
        }
    )*};
}
words!(&str, &&str, String, &String);

#[diagnostic::do_not_recommend]
impl Word for Field {
    fn word(self) -> String {
        self.name().to_owned()
    }
}

#[diagnostic::do_not_recommend]
impl Word for Unit {
    fn word(self) -> String {
        self.name().to_owned()
    }
}
