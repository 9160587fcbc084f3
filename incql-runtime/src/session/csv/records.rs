//! Splits CSV bytes, fed in chunks of any size, into records of fields that know whether they were quoted.

use super::{CsvError, CsvOptions};

/// Records split so far: all field bytes in one buffer, so that a batch costs no allocation per field.
#[derive(Debug, Default)]
pub(crate) struct Records {
    bytes: Vec<u8>,
    /// Per field: where it ends in `bytes`, and whether it was quoted.
    fields: Vec<(usize, bool)>,
    /// Per record: where it ends in `fields`, and its first line.
    records: Vec<(usize, u64)>,
}

impl Records {
    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// The line on which a record starts, from 1.
    pub fn line(&self, record: usize) -> u64 {
        self.records.get(record).map_or(0, |(_, line)| *line)
    }

    /// How many fields a record has.
    pub fn width(&self, record: usize) -> usize {
        let (start, end) = self.field_range(record);
        end - start
    }

    /// A field's text and whether it was quoted.
    pub fn field(&self, record: usize, column: usize) -> Option<(&[u8], bool)> {
        let (first, end) = self.field_range(record);
        let index = first.checked_add(column).filter(|index| *index < end)?;
        let (stop, quoted) = *self.fields.get(index)?;
        let start = index.checked_sub(1).and_then(|previous| self.fields.get(previous)).map_or(0, |(end, _)| *end);
        Some((self.bytes.get(start..stop)?, quoted))
    }

    /// Removes the first record and gives its fields as owned bytes.
    pub fn take_first(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.records.is_empty() {
            return None;
        }
        let fields: Vec<Vec<u8>> =
            (0..self.width(0)).filter_map(|column| self.field(0, column)).map(|(text, _)| text.to_vec()).collect();
        let (field_end, _) = self.records.remove(0);
        let byte_end: usize = fields.iter().map(Vec::len).sum();
        self.bytes.drain(..byte_end);
        self.fields.drain(..field_end);
        for (end, _) in &mut self.fields {
            *end -= byte_end;
        }
        for (end, _) in &mut self.records {
            *end -= field_end;
        }
        Some(fields)
    }

    /// Forgets all records but keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.fields.clear();
        self.records.clear();
    }

    fn field_range(&self, record: usize) -> (usize, usize) {
        let end = self.records.get(record).map_or(0, |(end, _)| *end);
        let start = record.checked_sub(1).and_then(|previous| self.records.get(previous)).map_or(0, |(end, _)| *end);
        (start.min(end), end)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first byte of a file, where a byte order mark may stand; the number of its bytes seen.
    Mark(usize),
    /// Before the first byte of a record.
    RecordStart,
    /// Before the first byte of a field.
    FieldStart,
    /// Within an unquoted field.
    Unquoted,
    /// Within quotes.
    Quoted,
    /// After a quote within quotes: the end, or the first half of a doubled quote.
    QuoteSeen,
}

const MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The splitter's state between chunks.
#[derive(Debug)]
pub(crate) struct Splitter {
    delimiter: u8,
    quote: u8,
    state: State,
    after_return: bool,
    line: u64,
    record_line: u64,
    /// Bytes and fields of the record in progress.
    bytes: Vec<u8>,
    fields: Vec<(usize, bool)>,
}

impl Splitter {
    pub fn new(options: &CsvOptions) -> Self {
        Self {
            delimiter: options.delimiter,
            quote: options.quote,
            state: State::Mark(0),
            after_return: false,
            line: 1,
            record_line: 1,
            bytes: Vec::new(),
            fields: Vec::new(),
        }
    }

    /// Splits a chunk until it ends or `records` holds `limit` records; the number of bytes used.
    pub fn feed(&mut self, chunk: &[u8], records: &mut Records, limit: usize) -> Result<usize, CsvError> {
        let mut used = 0;
        while used < chunk.len() && records.len() < limit {
            if matches!(self.state, State::Unquoted | State::Quoted) {
                used += self.copy_run(chunk.get(used..).unwrap_or_default());
            }
            let Some(byte) = chunk.get(used) else { break };
            used += 1;
            self.step(*byte, records)?;
        }
        Ok(used)
    }

    /// Ends the file: the last record may lack a line end.
    pub fn finish(&mut self, records: &mut Records) -> Result<(), CsvError> {
        match self.state {
            State::Quoted => Err(CsvError::at(self.record_line, "a quoted field does not end")),
            State::RecordStart => Ok(()),
            State::Mark(seen) => {
                if seen > 0 {
                    self.bytes.extend_from_slice(&MARK[..seen]);
                    self.end_field(false);
                    self.end_record(records);
                }
                Ok(())
            }
            State::FieldStart | State::Unquoted => {
                self.end_field(false);
                self.end_record(records);
                Ok(())
            }
            State::QuoteSeen => {
                self.end_field(true);
                self.end_record(records);
                Ok(())
            }
        }
    }

    /// Copies the bytes up to the next one that means something in the current state; how many.
    fn copy_run(&mut self, rest: &[u8]) -> usize {
        let stop = if self.state == State::Quoted { self.quote } else { self.delimiter };
        let end = rest.iter().position(|byte| *byte == stop || *byte == b'\n' || *byte == b'\r');
        let run = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        if !run.is_empty() {
            self.after_return = false;
        }
        self.bytes.extend_from_slice(run);
        run.len()
    }

    fn step(&mut self, byte: u8, records: &mut Records) -> Result<(), CsvError> {
        if let State::Mark(seen) = self.state {
            return self.step_mark(seen, byte, records);
        }
        let continues_crlf = self.after_return && byte == b'\n';
        self.after_return = byte == b'\r';
        if byte == b'\r' || (byte == b'\n' && !continues_crlf) {
            self.line += 1;
        }
        let line_end = byte == b'\n' || byte == b'\r';
        match self.state {
            State::Mark(_) => {}
            State::RecordStart if line_end => {}
            State::RecordStart => {
                self.record_line = self.line;
                self.state = State::FieldStart;
                self.after_return = false;
                self.first_byte(byte, records);
            }
            State::FieldStart => self.first_byte(byte, records),
            State::Unquoted if byte == self.delimiter || line_end => self.close_field(byte, false, records),
            State::Unquoted => self.bytes.push(byte),
            State::Quoted if byte == self.quote => self.state = State::QuoteSeen,
            State::Quoted => self.bytes.push(byte),
            State::QuoteSeen if byte == self.quote => {
                self.bytes.push(byte);
                self.state = State::Quoted;
            }
            State::QuoteSeen if byte == self.delimiter || line_end => self.close_field(byte, true, records),
            State::QuoteSeen => return Err(CsvError::at(self.record_line, "text stands after a closing quote")),
        }
        Ok(())
    }

    fn step_mark(&mut self, seen: usize, byte: u8, records: &mut Records) -> Result<(), CsvError> {
        if MARK.get(seen) == Some(&byte) {
            self.state = if seen + 1 == MARK.len() { State::RecordStart } else { State::Mark(seen + 1) };
            return Ok(());
        }
        self.state = State::RecordStart;
        for mark in MARK.iter().take(seen) {
            self.step(*mark, records)?;
        }
        self.step(byte, records)
    }

    fn first_byte(&mut self, byte: u8, records: &mut Records) {
        if byte == self.quote {
            self.state = State::Quoted;
        } else if byte == self.delimiter || byte == b'\n' || byte == b'\r' {
            self.close_field(byte, false, records);
        } else {
            self.bytes.push(byte);
            self.state = State::Unquoted;
        }
    }

    fn close_field(&mut self, byte: u8, quoted: bool, records: &mut Records) {
        self.end_field(quoted);
        if byte == self.delimiter {
            self.state = State::FieldStart;
        } else {
            self.end_record(records);
        }
    }

    fn end_field(&mut self, quoted: bool) {
        self.fields.push((self.bytes.len(), quoted));
    }

    fn end_record(&mut self, records: &mut Records) {
        let offset = records.bytes.len();
        records.bytes.append(&mut self.bytes);
        records.fields.extend(self.fields.drain(..).map(|(end, quoted)| (offset + end, quoted)));
        records.records.push((records.fields.len(), self.record_line));
        self.state = State::RecordStart;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Field = (String, bool);

    fn split(text: &[u8], chunk: usize) -> Result<Vec<(u64, Vec<Field>)>, CsvError> {
        let mut splitter = Splitter::new(&CsvOptions::new());
        let mut records = Records::default();
        for part in text.chunks(chunk) {
            assert_eq!(splitter.feed(part, &mut records, usize::MAX)?, part.len());
        }
        splitter.finish(&mut records)?;
        Ok((0..records.len())
            .map(|record| {
                let fields = (0..records.width(record))
                    .filter_map(|column| records.field(record, column))
                    .map(|(text, quoted)| (String::from_utf8_lossy(text).into_owned(), quoted))
                    .collect();
                (records.line(record), fields)
            })
            .collect())
    }

    fn plain(fields: &[&str]) -> Vec<Field> {
        fields.iter().map(|field| ((*field).to_owned(), false)).collect()
    }

    #[test]
    fn records_do_not_depend_on_where_chunks_end() {
        let text = b"\xEF\xBB\xBFa,b\r\n\"x\r\ny\"\"z\",\"\"\r\n\r\n1,\n,2\r3,4";
        let expected = vec![
            (1, plain(&["a", "b"])),
            (2, vec![("x\r\ny\"z".to_owned(), true), (String::new(), true)]),
            (5, plain(&["1", ""])),
            (6, plain(&["", "2"])),
            (7, plain(&["3", "4"])),
        ];
        for chunk in 1..=text.len() {
            assert_eq!(split(text, chunk), Ok(expected.clone()), "chunks of {chunk}");
        }
    }

    #[test]
    fn a_limit_stops_between_records() -> Result<(), CsvError> {
        let mut splitter = Splitter::new(&CsvOptions::new());
        let mut records = Records::default();
        let text = b"a\nb\nc\n";
        assert_eq!(splitter.feed(text, &mut records, 2)?, 4);
        assert_eq!(records.take_first(), Some(vec![b"a".to_vec()]));
        assert_eq!(records.field(0, 0), Some((&b"b"[..], false)));
        records.clear();
        assert_eq!(splitter.feed(&text[4..], &mut records, 2)?, 2);
        assert_eq!(records.field(0, 0), Some((&b"c"[..], false)));
        Ok(())
    }

    #[test]
    fn broken_quotes_are_errors_with_the_line_of_the_record() {
        assert_eq!(split(b"a\n\n\"b\nc", 3), Err(CsvError::at(3, "a quoted field does not end")));
        assert_eq!(split(b"a\n\"b\"c", 3), Err(CsvError::at(2, "text stands after a closing quote")));
        assert_eq!(split(b"it\"s", 2), Ok(vec![(1, plain(&["it\"s"]))]));
        assert_eq!(split(b"", 1), Ok(vec![]));
    }
}
