//! Limits: an absent count means all rows, zero means none.

use substrait::proto::expression::literal::LiteralType;
use substrait::proto::expression::{Literal, RexType};
use substrait::proto::fetch_rel::{CountMode, OffsetMode};
use substrait::proto::rel::RelType;
use substrait::proto::{Expression, FetchRel};

use crate::prism::node::Fetch;
use crate::substrait::expr::rex;

/// The limit without its input.
pub fn fetch(fetch: &Fetch) -> RelType {
    let offset_mode = (fetch.offset > 0).then(|| OffsetMode::OffsetExpr(Box::new(row_count(fetch.offset))));
    let count_mode = fetch.count.map(|count| CountMode::CountExpr(Box::new(row_count(count))));
    RelType::Fetch(Box::new(FetchRel { offset_mode, count_mode, ..FetchRel::default() }))
}

/// No relation has more rows than an `i64` counts, so larger numbers mean the same as the largest.
fn row_count(rows: u64) -> Expression {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    rex(RexType::Literal(Literal { literal_type: Some(LiteralType::I64(rows)), ..Literal::default() }))
}
