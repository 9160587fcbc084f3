//! Models under denied lints and beside hostile names: an expansion brings no warning and no name of its own.

#![deny(warnings, missing_docs, clippy::pedantic, missing_debug_implementations, unreachable_pub)]

/// Models without a warning.
pub mod lints {
    use incql::Model;

    /// An order.
    #[derive(Model, Default, Debug)]
    pub struct Order {
        /// Its id.
        pub id: i64,
        name: Option<String>,
        inner: Inner,
    }

    #[derive(Model, Default, Debug)]
    #[allow(non_snake_case)]
    struct Inner {
        Größe: i64,
        list: Vec<i64>,
    }
}

/// A model where the prelude's names are something else.
#[no_implicit_prelude]
mod hostile {
    pub(crate) struct Ok;
    pub(crate) struct Some;
    pub(crate) struct None;
    pub(crate) struct Result;
    pub(crate) struct Option;
    pub(crate) struct Vec;
    pub(crate) struct String;
    pub(crate) mod core {}

    #[derive(::incql::Model)]
    pub(crate) struct Order {
        pub(crate) id: i64,
        pub(crate) other: ::std::option::Option<i64>,
    }

    pub(crate) fn names() -> (Ok, Some, None, Result, Option, Vec, String) {
        (Ok, Some, None, Result, Option, Vec, String)
    }
}

#[test]
fn both_build_rows() {
    use incql::Model as _;
    let _ = hostile::names();
    let order = hostile::Order { id: 1, other: None };
    assert_eq!(hostile::Order::encode(&[order]).map(|batch| batch.num_rows()), Ok(1));
    assert_eq!(lints::Order::encode(&[lints::Order::default()]).map(|batch| batch.num_columns()), Ok(3));
}
