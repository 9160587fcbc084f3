//! The relations that the cases query.

use incql::prelude::*;

#[derive(Model)]
pub struct Order {
    pub id: i64,
    pub customer_id: i64,
    pub status: String,
    pub amount: Option<f64>,
    pub quantity: i32,
    pub note: Option<String>,
}

#[derive(Model)]
pub struct Customer {
    pub id: i64,
    pub name: String,
    pub region: Option<String>,
}

#[derive(Model)]
pub struct Sale {
    pub id: i64,
    pub region: String,
    pub amount: f64,
}

#[derive(Model)]
pub struct Basket {
    pub items: Vec<i64>,
}

#[derive(Model)]
pub struct Address {
    pub city: String,
    pub zip: Option<String>,
}

#[derive(Model)]
pub struct Person {
    pub name: String,
    pub address: Address,
}

#[derive(Model)]
pub struct Total {
    pub status: String,
    pub total: Option<f64>,
}

pub fn orders() -> LazyFrame<Order> {
    LazyFrame::table(["orders"])
}

pub fn customers() -> LazyFrame<Customer> {
    LazyFrame::table(["customers"])
}

pub fn sales() -> LazyFrame<Sale> {
    LazyFrame::table(["sales"])
}

pub fn baskets() -> LazyFrame<Basket> {
    LazyFrame::table(["baskets"])
}

pub fn people() -> LazyFrame<Person> {
    LazyFrame::table(["people"])
}

/// A function of one's own that gives an aggregate.
pub fn biggest<E>(value: E) -> incql::expr::aggregate::Aggregate<Option<i64>>
where
    E: incql::expr::operand::Operand<Type = i64, Level = incql::expr::level::PerRow>,
{
    max(value)
}
