//! The words of the query language: clause keywords, words of SQL habit, and which known word a misspelt one is near.

/// How two relations are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    Semi,
    Anti,
    Cross,
    Asof,
}

/// What a section of the query's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    From,
    Join(JoinKind),
    On,
    Using,
    Where,
    Explode,
    WindowBy,
    GroupBy,
    Select,
    Into,
    OrderBy,
    Limit,
    Offset,
    /// A clause that SQL has and this language does not; reported where it was found.
    Foreign,
}

impl Keyword {
    /// The keyword as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::From => "FROM",
            Self::Join(kind) => kind.text(),
            Self::On => "ON",
            Self::Using => "USING",
            Self::Where => "WHERE",
            Self::Explode => "EXPLODE",
            Self::WindowBy => "WINDOW BY",
            Self::GroupBy => "GROUP BY",
            Self::Select => "SELECT",
            Self::Into => "INTO",
            Self::OrderBy => "ORDER BY",
            Self::Limit => "LIMIT",
            Self::Offset => "OFFSET",
            Self::Foreign => "this clause",
        }
    }
}

impl JoinKind {
    /// The join as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Inner => "JOIN",
            Self::Left => "LEFT JOIN",
            Self::Right => "RIGHT JOIN",
            Self::Full => "FULL JOIN",
            Self::Semi => "SEMI JOIN",
            Self::Anti => "ANTI JOIN",
            Self::Cross => "CROSS JOIN",
            Self::Asof => "ASOF JOIN",
        }
    }
}

/// Keywords of one word.
const SINGLE: &[(&str, Keyword)] = &[
    ("FROM", Keyword::From),
    ("JOIN", Keyword::Join(JoinKind::Inner)),
    ("ON", Keyword::On),
    ("USING", Keyword::Using),
    ("WHERE", Keyword::Where),
    ("EXPLODE", Keyword::Explode),
    ("SELECT", Keyword::Select),
    ("INTO", Keyword::Into),
    ("LIMIT", Keyword::Limit),
    ("OFFSET", Keyword::Offset),
];

/// First words of keywords that end in `BY`.
const BY: &[(&str, Keyword)] =
    &[("GROUP", Keyword::GroupBy), ("ORDER", Keyword::OrderBy), ("WINDOW", Keyword::WindowBy)];

/// Words before `JOIN`.
const JOINS: &[(&str, JoinKind)] = &[
    ("INNER", JoinKind::Inner),
    ("LEFT", JoinKind::Left),
    ("RIGHT", JoinKind::Right),
    ("FULL", JoinKind::Full),
    ("SEMI", JoinKind::Semi),
    ("ANTI", JoinKind::Anti),
    ("CROSS", JoinKind::Cross),
    ("ASOF", JoinKind::Asof),
];

/// SQL's clauses that this language has not, and what to write.
const FOREIGN: &[(&str, &str)] = &[
    ("HAVING", "write `WHERE` after `SELECT`: it filters the projected rows"),
    ("UNION", "combine two queries with the method `union_all` or `union`"),
    ("INTERSECT", "combine two queries with the method `intersect`"),
    ("QUALIFY", "name the window with `WINDOW BY name = ..` and filter on the name with `WHERE`"),
    ("WITH", "a common table expression is a Rust `let` before the query"),
    ("FETCH", "write `LIMIT n`"),
    ("RETURNING", "a query only reads"),
    ("VALUES", "make rows with `LazyFrame::from_rows(vec![..])` and name them in `FROM`"),
];

/// Words that join two operands or follow one in SQL, and so start no clause.
const OPERATOR_WORDS: &[&str] = &[
    "AND", "OR", "NOT", "IS", "LIKE", "ILIKE", "RLIKE", "SIMILAR", "BETWEEN", "IN", "AS", "ASC", "DESC", "NULLS",
    "FIRST", "LAST", "NULL", "CASE", "WHEN", "THEN", "ELSE", "END", "EXCEPT", "RENAME", "DISTINCT", "BY", "OUTER",
    "ESCAPE", "OVER", "ROLLUP", "CUBE", "GROUPING", "SETS",
];

/// Rust keywords after which an operand follows, so that a word after them starts no clause.
const RUST_PREFIXES: &[&str] = &[
    "as", "AS", "if", "else", "match", "return", "in", "mut", "ref", "move", "let", "break", "loop", "while", "for",
    "unsafe", "async", "dyn", "impl", "const", "AND", "OR", "NOT", "IS", "LIKE", "BETWEEN", "IN", "WHEN", "THEN",
    "ELSE", "CASE",
];

/// A keyword found in words that start at some place: how many words it takes and, if it is misspelt, how it should
/// have been written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub keyword: Keyword,
    pub words: usize,
    pub fault: Option<Fault>,
}

/// What is wrong with a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not in upper case.
    Case,
    /// `BY` is missing.
    NoBy,
    /// `OUTER` is not written.
    Outer,
    /// Near a keyword.
    Near(&'static str),
    /// SQL's, not ours; with what to write.
    Foreign(&'static str),
    /// No keyword, and near none.
    Unknown,
}

/// The keyword at the start of `words` as written in upper case.
pub fn exact(words: &[String]) -> Option<Found> {
    let first = words.first()?.as_str();
    let second = words.get(1).map(String::as_str);
    let found = |keyword, words, fault| Some(Found { keyword, words, fault });
    if let Some((_, keyword)) = SINGLE.iter().find(|(word, _)| *word == first) {
        return found(*keyword, 1, None);
    }
    if let Some((_, keyword)) = BY.iter().find(|(word, _)| *word == first) {
        return match second {
            Some("BY") => found(*keyword, 2, None),
            Some("by") => found(*keyword, 2, Some(Fault::Case)),
            _ => found(*keyword, 1, Some(Fault::NoBy)),
        };
    }
    if let Some((_, kind)) = JOINS.iter().find(|(word, _)| *word == first) {
        return match (second, words.get(2).map(String::as_str)) {
            (Some("JOIN"), _) => found(Keyword::Join(*kind), 2, None),
            (Some("OUTER"), Some("JOIN")) => found(Keyword::Join(*kind), 3, Some(Fault::Outer)),
            _ => None,
        };
    }
    None
}

/// The keyword meant by words that stand where only a clause can start.
pub fn meant(words: &[String]) -> Option<Found> {
    let first = words.first()?;
    if is_operator_word(first) {
        return None;
    }
    let upper: Vec<String> = words.iter().map(|word| word.to_uppercase()).collect();
    if let Some(found) = exact(&upper) {
        let fault = match found.fault {
            Some(Fault::NoBy) | None if upper.iter().zip(words).take(found.words).any(|(u, w)| u != w) => {
                // `group` or `order` alone is more likely a name than a keyword.
                if found.fault.is_some() {
                    return None;
                }
                Some(Fault::Case)
            }
            fault => fault,
        };
        return Some(Found { fault, ..found });
    }
    if let Some((_, help)) = FOREIGN.iter().find(|(word, _)| *word == upper[0]) {
        return Some(Found { keyword: Keyword::Foreign, words: 1, fault: Some(Fault::Foreign(help)) });
    }
    let is_shouted = first.len() > 2 && first.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    if !is_shouted {
        let found = near(&upper[0], &upper)?;
        let is_close = SINGLE.iter().any(|(word, _)| word.len() > 3 && distance(&upper[0], word) == 1);
        return Some(found).filter(|_| is_close);
    }
    Some(near(first, words).unwrap_or(Found { keyword: Keyword::Foreign, words: 1, fault: Some(Fault::Unknown) }))
}

fn near(first: &str, words: &[String]) -> Option<Found> {
    let limit = if first.len() > 4 { 2 } else { 1 };
    let single = SINGLE.iter().map(|(word, keyword)| (*word, *keyword));
    let by = BY.iter().map(|(word, keyword)| (*word, *keyword));
    let (word, keyword) = single
        .chain(by)
        .map(|(word, keyword)| (distance(first, word), word, keyword))
        .filter(|(distance, ..)| *distance <= limit)
        .min_by_key(|(distance, ..)| *distance)
        .map(|(_, word, keyword)| (word, keyword))?;
    let _ = word;
    let has_by = words.get(1).is_some_and(|word| word == "BY");
    Some(Found { keyword, words: 1 + usize::from(has_by), fault: Some(Fault::Near(keyword.text())) })
}

/// Whether a word follows or joins operands in SQL.
pub fn is_operator_word(word: &str) -> bool {
    OPERATOR_WORDS.contains(&word)
}

/// Whether an operand must follow this word.
pub fn is_prefix_word(word: &str) -> bool {
    RUST_PREFIXES.contains(&word)
}

/// How many single-letter edits (or swaps of neighbours) lie between two words.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitute = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitute.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The known name nearest to `name`, if it is near enough to be what was meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit && *distance > 0)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn keywords_of_several_words_are_found_whole() {
        let found = exact(&words("LEFT JOIN customers")).unwrap();
        assert_eq!((found.keyword, found.words, found.fault), (Keyword::Join(JoinKind::Left), 2, None));
        let found = exact(&words("LEFT OUTER JOIN")).unwrap();
        assert_eq!((found.words, found.fault), (3, Some(Fault::Outer)));
        assert_eq!(exact(&words("GROUP region")).unwrap().fault, Some(Fault::NoBy));
        assert_eq!(exact(&words("LEFT x")), None);
    }

    #[test]
    fn a_misspelt_keyword_is_near_the_one_meant() {
        assert_eq!(meant(&words("WHER x")).unwrap().fault, Some(Fault::Near("WHERE")));
        assert_eq!(meant(&words("GRUOP BY")).unwrap().keyword, Keyword::GroupBy);
        assert_eq!(meant(&words("where x")).unwrap().fault, Some(Fault::Case));
        assert_eq!(meant(&words("EXPLAIN x")).unwrap().fault, Some(Fault::Unknown));
        assert_eq!(meant(&words("AND x")), None);
        assert_eq!(meant(&words("total")), None);
    }

    #[test]
    fn distance_counts_a_swap_once() {
        assert_eq!(distance("FORM", "FROM"), 1);
        assert_eq!(distance("abc", "abc"), 0);
        assert_eq!(distance("", "ab"), 2);
    }
}
