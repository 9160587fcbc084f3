//! CSV text to Arrow batches: the model gives the schema, the header gives positions, and every error names its line.
//!
//! The rules, for every file alike:
//!
//! - Columns are matched by header name, byte for byte, in any order; columns that the model lacks are skipped.
//! - A byte order mark is stripped. Lines end in LF, CRLF or CR; a quoted field may hold delimiters, line ends and
//!   doubled quotes. Blank lines are skipped.
//! - An unquoted empty field is NULL, and so is an unquoted field that equals a null marker of the options. In a text
//!   column without `Option` an empty field is the empty string.
//! - A quoted field is never NULL in a text column: `""` is the empty string. In other columns a quoted empty field is
//!   NULL.
//! - A row with too many or too few fields, a name twice in the header, text after a closing quote, an unclosed quote
//!   and a value that the column's type cannot hold are errors.
//! - A file with only a header, or of zero bytes, has no rows.

pub(crate) mod columns;
pub(crate) mod header;
mod parse;
pub(crate) mod records;

/// How CSV text is read and written.
///
/// ```
/// use incql_runtime::session::CsvOptions;
///
/// let options = CsvOptions::new().delimiter(b';').null("NA");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvOptions {
    pub(crate) delimiter: u8,
    pub(crate) quote: u8,
    pub(crate) header: bool,
    pub(crate) nulls: Vec<String>,
}

impl CsvOptions {
    /// A comma as delimiter, a double quote as quote, a header line, and only empty fields as NULL.
    pub fn new() -> Self {
        Self { delimiter: b',', quote: b'"', header: true, nulls: Vec::new() }
    }

    /// The byte between fields.
    #[must_use]
    pub fn delimiter(mut self, delimiter: u8) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// The byte around fields that hold delimiters or line ends.
    #[must_use]
    pub fn quote(mut self, quote: u8) -> Self {
        self.quote = quote;
        self
    }

    /// Whether files start with the names of their columns. Without a header, columns are the model's, in its order.
    #[must_use]
    pub fn header(mut self, header: bool) -> Self {
        self.header = header;
        self
    }

    /// An unquoted text that means NULL, besides the empty one. May be called more than once.
    #[must_use]
    pub fn null(mut self, marker: impl Into<String>) -> Self {
        self.nulls.push(marker.into());
        self
    }
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// What is wrong with a CSV file, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvError {
    /// The line on which the row at fault starts, from 1.
    pub line: u64,
    /// The column at fault, if it is one.
    pub column: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl CsvError {
    pub(crate) fn at(line: u64, message: impl Into<String>) -> Self {
        Self { line, column: None, message: message.into() }
    }
}

impl std::fmt::Display for CsvError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for CsvError {}
