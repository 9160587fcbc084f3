//! The spellings of `rename_all`, each a function from a field name to a column name.

/// A spelling of column names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `orderid`-style: as serde, the name with ASCII letters lowered.
    Lower,
    /// As serde, the name with ASCII letters raised.
    Upper,
    /// `OrderId`
    Pascal,
    /// `orderId`
    Camel,
    /// `order_id`
    Snake,
    /// `ORDER_ID`
    ScreamingSnake,
    /// `order-id`
    Kebab,
    /// `ORDER-ID`
    ScreamingKebab,
}

/// Every spelling with the text that names it.
const SPELLINGS: [(&str, Spelling); 8] = [
    ("lowercase", Spelling::Lower),
    ("UPPERCASE", Spelling::Upper),
    ("PascalCase", Spelling::Pascal),
    ("camelCase", Spelling::Camel),
    ("snake_case", Spelling::Snake),
    ("SCREAMING_SNAKE_CASE", Spelling::ScreamingSnake),
    ("kebab-case", Spelling::Kebab),
    ("SCREAMING-KEBAB-CASE", Spelling::ScreamingKebab),
];

impl Spelling {
    /// The spelling of this name.
    pub fn of(text: &str) -> Option<Self> {
        SPELLINGS.iter().find(|(name, _)| *name == text).map(|(_, spelling)| *spelling)
    }

    /// The names of all spellings, for a message.
    pub fn known() -> String {
        SPELLINGS.map(|(name, _)| format!("\"{name}\"")).join(", ")
    }

    /// The column name of a field.
    pub fn apply(self, field: &str) -> String {
        match self {
            Self::Lower | Self::Snake => field.to_ascii_lowercase(),
            Self::Upper | Self::ScreamingSnake => field.to_ascii_uppercase(),
            Self::Pascal => pascal(field),
            Self::Camel => lower_first(&pascal(field)),
            Self::Kebab => field.replace('_', "-"),
            Self::ScreamingKebab => field.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn pascal(field: &str) -> String {
    let words = field.split('_');
    words.map(|word| first(word, |letter| letter.to_ascii_uppercase())).collect()
}

fn lower_first(name: &str) -> String {
    first(name, |letter| letter.to_ascii_lowercase())
}

fn first(word: &str, change: impl Fn(char) -> char) -> String {
    let mut letters = word.chars();
    letters.next().map(change).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_field() {
        let expected = [
            ("lowercase", "order_id2"),
            ("UPPERCASE", "ORDER_ID2"),
            ("PascalCase", "OrderId2"),
            ("camelCase", "orderId2"),
            ("snake_case", "order_id2"),
            ("SCREAMING_SNAKE_CASE", "ORDER_ID2"),
            ("kebab-case", "order-id2"),
            ("SCREAMING-KEBAB-CASE", "ORDER-ID2"),
        ];
        for (spelling, column) in expected {
            let spelling = Spelling::of(spelling).expect("a known spelling");
            assert_eq!(spelling.apply("order_id2"), column);
        }
        assert_eq!(Spelling::of("camelcase"), None);
    }

    #[test]
    fn names_outside_ascii_keep_their_letters() {
        assert_eq!(Spelling::Camel.apply("größe_über"), "größeüber");
        assert_eq!(Spelling::Pascal.apply("__x"), "X");
        assert_eq!(Spelling::Camel.apply("_"), "");
    }
}
