//! ORDER BY keys: one key or a tuple of them, plain expressions ascending with NULLs last.

use crate::expr::node::OrderNode;

/// One or more sort keys, most significant first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no ORDER BY key",
    label = "not a sort key",
    note = "ORDER BY takes columns and expressions, `asc(..)`, `desc(..)`, and tuples of them"
)]
pub trait OrderKeys {
    /// The keys in order.
    fn order_keys(self) -> Vec<OrderNode>;
}

/// One sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no ORDER BY key",
    label = "not a sort key",
    note = "ORDER BY takes columns and expressions, `asc(..)`, `desc(..)`, and tuples of them"
)]
pub trait OrderKey {
    /// The key.
    fn order_key(self) -> OrderNode;
}
