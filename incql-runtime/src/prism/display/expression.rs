//! Resolved expressions as plan text, with columns by name; long lists and large expressions are cut.

use arrow::datatypes::DataType;

use super::constant::constant;
use crate::scalar::{CastMode, Frame, FrameBound, FrameUnit, Measure, Scalar, ScalarKind, SortKey, WindowCall};

/// An expression prints at most this many of its parts.
const MAX_PARTS: usize = 400;
/// A list prints at most this many of its elements.
pub(super) const MAX_LISTED: usize = 16;

/// Prints the expressions of one node.
pub(super) struct Printer<'a> {
    /// The name of an input column.
    names: &'a dyn Fn(usize) -> String,
    left: usize,
}

impl<'a> Printer<'a> {
    pub(super) fn new(names: &'a dyn Fn(usize) -> String) -> Self {
        Self { names, left: MAX_PARTS }
    }

    /// One expression.
    pub(super) fn scalar(&mut self, scalar: &Scalar) -> String {
        let Some(left) = self.left.checked_sub(1) else { return "..".to_owned() };
        self.left = left;
        match scalar.kind() {
            ScalarKind::Column(index) => (self.names)(*index),
            ScalarKind::FieldAccess { input, field } => {
                let name = match input.data_type() {
                    DataType::Struct(fields) => fields.get(*field).map(|field| field.name().clone()),
                    _ => None,
                };
                format!("{}.{}", self.scalar(input), name.unwrap_or_else(|| field.to_string()))
            }
            ScalarKind::Literal(value) => constant(value, scalar.data_type()),
            ScalarKind::Call { function, arguments } => format!("{}({})", function.name, self.list(arguments)),
            ScalarKind::Cast { input, mode } => {
                let word = match mode {
                    CastMode::Strict => "cast",
                    CastMode::Try => "try_cast",
                };
                format!("{word}({} as {})", self.scalar(input), scalar.data_type())
            }
            ScalarKind::Case { branches, otherwise } => {
                let mut text = String::from("case");
                for (condition, value) in branches.iter().take(MAX_LISTED) {
                    text.push_str(&format!(" when {} then {}", self.scalar(condition), self.scalar(value)));
                }
                if branches.len() > MAX_LISTED {
                    text.push_str(&format!(" .. {} more", branches.len() - MAX_LISTED));
                }
                format!("{text} else {} end", self.scalar(otherwise))
            }
            ScalarKind::InList { value, list } => format!("{} in ({})", self.scalar(value), self.list(list)),
        }
    }

    /// Expressions with commas.
    pub(super) fn list(&mut self, scalars: &[Scalar]) -> String {
        listed(scalars, |scalar| self.scalar(scalar))
    }

    /// Sort keys with commas.
    pub(super) fn order(&mut self, keys: &[SortKey]) -> String {
        listed(keys, |key| {
            let direction = if key.descending { "desc" } else { "asc" };
            let nulls = if key.nulls_first { "first" } else { "last" };
            format!("{} {direction} nulls {nulls}", self.scalar(&key.expression))
        })
    }

    /// An aggregate.
    pub(super) fn measure(&mut self, measure: &Measure) -> String {
        let mut text = self.call(measure.function.name, &measure.arguments, measure.distinct, measure.filter.as_ref());
        if !measure.order.is_empty() {
            text.push_str(&format!(" order by {}", self.order(&measure.order)));
        }
        text
    }

    /// A window call.
    pub(super) fn window(&mut self, call: &WindowCall) -> String {
        let mut text = self.call(call.function.name, &call.arguments, call.distinct, call.filter.as_ref());
        if call.ignore_nulls {
            text.push_str(" ignore nulls");
        }
        let mut parts = Vec::new();
        if !call.partition.is_empty() {
            parts.push(format!("partition by {}", self.list(&call.partition)));
        }
        if !call.order.is_empty() {
            parts.push(format!("order by {}", self.order(&call.order)));
        }
        parts.push(self.frame(&call.frame));
        format!("{text} over ({})", parts.join(" "))
    }

    fn call(&mut self, name: &str, arguments: &[Scalar], distinct: bool, filter: Option<&Scalar>) -> String {
        let distinct = if distinct { "distinct " } else { "" };
        let text = format!("{name}({distinct}{})", self.list(arguments));
        match filter {
            Some(filter) => format!("{text} filter {}", self.scalar(filter)),
            None => text,
        }
    }

    fn frame(&mut self, frame: &Frame) -> String {
        let unit = match frame.unit {
            FrameUnit::Rows => "rows",
            FrameUnit::Range => "range",
        };
        format!("{unit} between {} and {}", self.bound(&frame.start), self.bound(&frame.end))
    }

    fn bound(&mut self, bound: &FrameBound) -> String {
        match bound {
            FrameBound::UnboundedPreceding => "unbounded preceding".to_owned(),
            FrameBound::Preceding(offset) => format!("{} preceding", self.scalar(offset)),
            FrameBound::CurrentRow => "current row".to_owned(),
            FrameBound::Following(offset) => format!("{} following", self.scalar(offset)),
            FrameBound::UnboundedFollowing => "unbounded following".to_owned(),
        }
    }
}

/// Elements with commas, cut with a count.
pub(super) fn listed<T>(items: &[T], mut text: impl FnMut(&T) -> String) -> String {
    let mut texts: Vec<String> = items.iter().take(MAX_LISTED).map(&mut text).collect();
    if items.len() > MAX_LISTED {
        texts.push(format!(".. {} more", items.len() - MAX_LISTED));
    }
    texts.join(", ")
}
