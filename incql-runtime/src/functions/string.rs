//! Text functions: the catalog's table, its type rules, and the typed helpers. Positions count characters from 1.

use arrow::datatypes::DataType;

use super::accept::any;
use super::helper::{Integer, Text, binary, ternary, unary};
use super::rules::{Rule, signature, texts};
use super::table::{CASE_SENSITIVE, EXTENSION, SCALAR, fixed, functions, over, typed, urn};
use super::texts::Texts;
use crate::expr::level::{Combine, Level};
use crate::expr::node::Node;
use crate::expr::operand::{Expr, Operand};
use crate::function::{FunctionDef, Overload, Resolved};
use crate::scalar::Scalar;
use crate::types::{ColumnType, Nullability};
use crate::value::Value;

use DataType::{Int32, Int64, Utf8};

const LEFT_OF_BEGINNING: &[(&str, &[&str])] = &[("negative_start", &["LEFT_OF_BEGINNING"])];
const NULL_OF_NULL: &[(&str, &[&str])] = &[("null_handling", &["ACCEPT_NULLS"])];
const UNICODE: &[(&str, &[&str])] = &[("char_set", &["UTF8"])];

/// A standard function of one text.
const fn of_text(
    name: &'static str,
    types: &'static str,
    doc: &'static str,
    rule: fn(&[Scalar]) -> Rule,
    overloads: &'static [Overload],
) -> FunctionDef {
    FunctionDef { name, types, doc, rule, overloads, ..SCALAR }
}

functions! {
    /// Functions over text. A character is a Unicode scalar value; positions count from 1.
    STRING:
    CHAR_LENGTH = of_text("char_length", "(string) -> i64", "The number of characters.", measure, &[
        over(any, typed(urn::STRING, "char_length"), "character_length"),
    ]);
    OCTET_LENGTH = of_text("octet_length", "(string) -> i64", "The number of UTF-8 bytes.", measure, &[
        over(any, typed(urn::STRING, "octet_length"), "octet_length"),
    ]);
    UPPER = of_text("upper", "(string) -> string", "The text in upper case.", text, &[
        over(any, typed(urn::STRING, "upper").with(UNICODE), "upper"),
    ]);
    LOWER = of_text("lower", "(string) -> string", "The text in lower case.", text, &[
        over(any, typed(urn::STRING, "lower").with(UNICODE), "lower"),
    ]);
    INITCAP = of_text("initcap", "(string) -> string", "Each word's first letter in upper case, the others in lower.", text, &[
        over(any, typed(urn::STRING, "initcap").with(UNICODE), "initcap"),
    ]);
    REVERSE = of_text("reverse", "(string) -> string", "The characters from last to first.", text, &[
        over(any, typed(urn::STRING, "reverse"), "reverse"),
    ]);
    TRIM = of_text("trim", "(string, string = ' ') -> string", "Without the given characters at both ends; spaces by default.", trimmed, &[
        over(any, typed(urn::STRING, "trim"), "btrim"),
    ]);
    LTRIM = of_text("ltrim", "(string, string = ' ') -> string", "Without the given characters at the start; spaces by default.", trimmed, &[
        over(any, typed(urn::STRING, "ltrim"), "ltrim"),
    ]);
    RTRIM = of_text("rtrim", "(string, string = ' ') -> string", "Without the given characters at the end; spaces by default.", trimmed, &[
        over(any, typed(urn::STRING, "rtrim"), "rtrim"),
    ]);
    SUBSTRING = FunctionDef {
        name: "substring",
        types: "(string, i32, i32 = to the end) -> string",
        doc: "So many characters from a position on; a negative length fails the query.",
        rule: |arguments| match arguments.len() {
            2 => signature(arguments, [Utf8, Int32], Utf8),
            _ => signature(arguments, [Utf8, Int32, Int32], Utf8),
        },
        raises: true,
        overloads: &[over(any, typed(urn::STRING, "substring").with(LEFT_OF_BEGINNING), "substr")],
        ..SCALAR
    };
    POSITION = FunctionDef {
        name: "position",
        types: "(string, string) -> i64",
        doc: "The position of the other text's first occurrence; 0 when absent, 1 for the empty text.",
        rule: |arguments| signature(arguments, [Utf8, Utf8], Int64),
        overloads: &[over(any, typed(urn::STRING, "strpos").with(CASE_SENSITIVE), "strpos")],
        ..SCALAR
    };
    OVERLAY = FunctionDef {
        name: "overlay",
        types: "(string, string, i64, i64) -> string",
        doc: "The text with so many characters from a position on replaced by the second text.",
        rule: |arguments| signature(arguments, [Utf8, Utf8, Int64, Int64], Utf8),
        raises: true,
        overloads: &[over(any, typed(urn::INCQL_STRING, "overlay"), "incql_overlay")],
        ..EXTENSION
    };
    CONCAT = FunctionDef {
        name: "concat",
        types: "(string, string, ...) -> string",
        doc: "The texts one after the other; null when one is.",
        rule: |arguments| texts(arguments, 2),
        overloads: &[over(any, fixed(urn::STRING, "concat", "str").with(NULL_OF_NULL), "incql_concat")],
        ..SCALAR
    };
    CONCAT_WS = FunctionDef {
        name: "concat_ws",
        types: "(string, string, ...) -> string",
        doc: "The texts that are not null, with the first argument between them; null when the first is.",
        rule: |arguments| {
            let nullable = arguments.first().is_none_or(Scalar::is_nullable);
            texts(arguments, 2).map(|resolved| Resolved { nullable, ..resolved })
        },
        nulls: crate::function::NullRule::Declared,
        overloads: &[over(any, fixed(urn::STRING, "concat_ws", "str_str"), "concat_ws")],
        ..SCALAR
    };
    REPLACE = FunctionDef {
        name: "replace",
        types: "(string, string, string) -> string",
        doc: "Every occurrence of the second text replaced by the third; an empty second text replaces nothing.",
        rule: |arguments| signature(arguments, [Utf8, Utf8, Utf8], Utf8),
        overloads: &[over(any, typed(urn::STRING, "replace").with(CASE_SENSITIVE), "incql_replace")],
        ..SCALAR
    };
    TRANSLATE = FunctionDef {
        name: "translate",
        types: "(string, string, string) -> string",
        doc: "Each character of the second text replaced by the one at its position in the third, or dropped.",
        rule: |arguments| signature(arguments, [Utf8, Utf8, Utf8], Utf8),
        overloads: &[over(any, typed(urn::INCQL_STRING, "translate"), "translate")],
        ..EXTENSION
    };
    REPEAT = FunctionDef {
        name: "repeat",
        types: "(string, i64) -> string",
        doc: "The text so many times; empty for none or fewer.",
        rule: |arguments| signature(arguments, [Utf8, Int64], Utf8),
        raises: true,
        overloads: &[over(any, typed(urn::STRING, "repeat"), "repeat")],
        ..SCALAR
    };
    LEFT = FunctionDef {
        name: "left",
        types: "(string, i32) -> string",
        doc: "The first so many characters; a negative number leaves out so many at the end.",
        rule: |arguments| signature(arguments, [Utf8, Int32], Utf8),
        overloads: &[over(any, typed(urn::STRING, "left"), "left")],
        ..SCALAR
    };
    RIGHT = FunctionDef {
        name: "right",
        types: "(string, i32) -> string",
        doc: "The last so many characters; a negative number leaves out so many at the start.",
        rule: |arguments| signature(arguments, [Utf8, Int32], Utf8),
        overloads: &[over(any, typed(urn::STRING, "right"), "right")],
        ..SCALAR
    };
    LPAD = FunctionDef {
        name: "lpad",
        types: "(string, i32, string) -> string",
        doc: "Filled at the start with the third text up to a length, or cut to it.",
        rule: |arguments| signature(arguments, [Utf8, Int32, Utf8], Utf8),
        raises: true,
        overloads: &[over(any, typed(urn::STRING, "lpad"), "lpad")],
        ..SCALAR
    };
    RPAD = FunctionDef {
        name: "rpad",
        types: "(string, i32, string) -> string",
        doc: "Filled at the end with the third text up to a length, or cut to it.",
        rule: |arguments| signature(arguments, [Utf8, Int32, Utf8], Utf8),
        raises: true,
        overloads: &[over(any, typed(urn::STRING, "rpad"), "rpad")],
        ..SCALAR
    };
    SPLIT_PART = FunctionDef {
        name: "split_part",
        types: "(string, string, i64) -> string",
        doc: "The part at a position between separators, negative from the end; empty when there is none; 0 fails the query.",
        rule: |arguments| signature(arguments, [Utf8, Utf8, Int64], Utf8),
        raises: true,
        overloads: &[over(any, typed(urn::INCQL_STRING, "split_part"), "split_part")],
        ..EXTENSION
    };
}

fn text(arguments: &[Scalar]) -> Rule {
    signature(arguments, [Utf8], Utf8)
}

fn trimmed(arguments: &[Scalar]) -> Rule {
    signature(arguments, [Utf8, Utf8], Utf8)
}

fn measure(arguments: &[Scalar]) -> Rule {
    signature(arguments, [Utf8], Int64)
}

unary! {
    [Operand<Level = K>]
    /// The number of characters.
    char_length(value: Text) -> i64 = CHAR_LENGTH;
    /// The number of UTF-8 bytes.
    octet_length(value: Text) -> i64 = OCTET_LENGTH;
    /// The text in upper case.
    upper(value: Text) -> String = UPPER;
    /// The text in lower case.
    lower(value: Text) -> String = LOWER;
    /// Another name of [`upper`].
    ucase(value: Text) -> String = UPPER;
    /// Another name of [`lower`].
    lcase(value: Text) -> String = LOWER;
    /// Each word's first letter in upper case, the others in lower; words are runs of letters and digits.
    initcap(value: Text) -> String = INITCAP;
    /// The characters from last to first.
    reverse(value: Text) -> String = REVERSE;
}

/// Trims: the spaces that are cut are the function's second argument.
macro_rules! trims {
    (@one [$($operand:tt)*] [$(#[$doc:meta])*] $name:ident($text:tt) = $function:ident) => {
        $(#[$doc])*
        pub fn $name<E, N, K>(value: E) -> Expr<N::Of<String>, K>
        where
            E: $($operand)*,
            E::Type: $text,
            E::Type: ColumnType<Null = N>,
            N: Nullability,
        {
            let space = Node::literal(Value::Text(" ".into()), Utf8);
            Expr::from_node(Node::call(&$function, vec![value.into_node(), space]))
        }
    };
    ($operand:tt $($(#[$doc:meta])* $name:ident($text:tt) = $function:ident;)*) => {
        $(trims!(@one $operand [$(#[$doc])*] $name($text) = $function);)*
    };
}
trims! {
    [Operand<Level = K>]
    /// Without spaces at both ends.
    trim(Text) = TRIM;
    /// Without spaces at the start.
    ltrim(Text) = LTRIM;
    /// Without spaces at the end.
    rtrim(Text) = RTRIM;
}

binary! {
    [Operand] [Combine<B::Level, Out = K>]
    /// The characters from a position on. A position before 1 counts from before the text.
    substring_from(value: Text, start: Integer) -> String = SUBSTRING;
    /// The position of a part's first occurrence in a text; 0 when absent, 1 for the empty part.
    position(value: Text, part: Text) -> i64 = POSITION;
    /// The text so many times; empty for none or fewer.
    repeat(value: Text, count: Integer) -> String = REPEAT;
    /// The first so many characters; a negative number leaves out so many at the end.
    left(value: Text, count: Integer) -> String = LEFT;
    /// The last so many characters; a negative number leaves out so many at the start.
    right(value: Text, count: Integer) -> String = RIGHT;
}

ternary! {
    [Operand] [Combine<B::Level, Out = J>] [Combine<C::Level, Out = K>]
    /// So many characters from a position on; a negative length fails the query. A position before 1 counts from
    /// before the text, as in SQL.
    substring(value: Text, start: Integer, length: Integer) -> String = SUBSTRING;
    /// Another name of [`substring`].
    substr(value: Text, start: Integer, length: Integer) -> String = SUBSTRING;
    /// Every occurrence of a part replaced; an empty part replaces nothing.
    replace(value: Text, part: Text, replacement: Text) -> String = REPLACE;
    /// Each character of `from` replaced by the one at its position in `to`, or dropped when `to` is shorter.
    translate(value: Text, from: Text, to: Text) -> String = TRANSLATE;
    /// Filled at the start with `fill` up to a length in characters, or cut to it.
    lpad(value: Text, length: Integer, fill: Text) -> String = LPAD;
    /// Filled at the end with `fill` up to a length in characters, or cut to it.
    rpad(value: Text, length: Integer, fill: Text) -> String = RPAD;
    /// The part at a position between separators, negative from the end; empty when there is none; 0 fails the query.
    split_part(value: Text, separator: Text, position: Integer) -> String = SPLIT_PART;
}

/// The text with `length` characters from position `start` on replaced.
pub fn overlay<A, B, C, D, M, N, O, P, I, J, K>(
    value: A,
    replacement: B,
    start: C,
    length: D,
) -> Expr<<<M::Or<N> as Nullability>::Or<O::Or<P>> as Nullability>::Of<String>, K>
where
    A: Operand,
    B: Operand,
    C: Operand,
    D: Operand,
    A::Type: Text,
    B::Type: Text,
    C::Type: Integer,
    D::Type: Integer,
    A::Type: ColumnType<Null = M>,
    B::Type: ColumnType<Null = N>,
    C::Type: ColumnType<Null = O>,
    D::Type: ColumnType<Null = P>,
    A::Level: Combine<B::Level, Out = I>,
    I: Combine<C::Level, Out = J>,
    J: Combine<D::Level, Out = K>,
    M: Nullability,
    N: Nullability,
    O: Nullability,
    P: Nullability,
    K: Level,
{
    let arguments = vec![value.into_node(), replacement.into_node(), start.into_node(), length.into_node()];
    Expr::from_node(Node::call(&OVERLAY, arguments))
}

/// Two texts one after the other; null when one is.
pub fn concat<A, B, M, N, K>(first: A, second: B) -> Expr<<M::Or<N> as Nullability>::Of<String>, K>
where
    A: Operand,
    B: Operand,
    A::Type: Text,
    B::Type: Text,
    A::Type: ColumnType<Null = M>,
    B::Type: ColumnType<Null = N>,
    A::Level: Combine<B::Level, Out = K>,
    M: Nullability,
    N: Nullability,
    K: Level,
{
    Expr::from_node(Node::call_flat(&CONCAT, vec![first.into_node(), second.into_node()]))
}

/// The texts that are not null, with the separator between them; null when the separator is. The texts are a tuple,
/// array or `Vec`.
pub fn concat_ws<S, T, N, K>(separator: S, texts: T) -> Expr<N::Of<String>, K>
where
    S: Operand,
    T: Texts,
    S::Type: Text,
    S::Type: ColumnType<Null = N>,
    S::Level: Combine<T::Level, Out = K>,
    N: Nullability,
    K: Level,
{
    let mut arguments = vec![separator.into_node()];
    arguments.extend(texts.into_nodes());
    Expr::from_node(Node::call(&CONCAT_WS, arguments))
}
