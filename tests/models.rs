//! Models: what the derive makes of a struct, and the way of its rows to Arrow and back.

use incql::Model;

#[derive(Model, Debug, PartialEq)]
struct Order {
    order_id: i64,
    region: Option<String>,
}

#[test]
fn x() {}
