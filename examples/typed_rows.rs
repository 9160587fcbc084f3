//! Rows in and out of a session as Rust structs: encode a `Vec` of models, query it into another model, decode:
//! `cargo run --example typed_rows`.

#![allow(missing_docs)]

use chrono::NaiveDate;
use incql::prelude::*;

#[derive(Model, Clone, Debug, PartialEq)]
struct Address {
    city: String,
    postcode: Option<String>,
}

#[derive(Model, Clone, Debug, PartialEq)]
#[model(rename_all = "camelCase")]
struct Person {
    person_id: i64,
    #[model(name = "fullName")]
    name: String,
    born: NaiveDate,
    address: Option<Address>,
    nicknames: Vec<String>,
    #[model(precision = 9, scale = 2)]
    balance: Decimal,
}

#[derive(Model, Debug, PartialEq)]
struct Resident {
    name: String,
    city: Option<String>,
    balance: Decimal,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::new();
    let people = session.from_rows(
        "people",
        vec![
            Person {
                person_id: 1,
                name: "Ines Duarte".to_owned(),
                born: date!("1984-02-29"),
                address: Some(Address { city: "Porto".to_owned(), postcode: None }),
                nicknames: vec!["Nes".to_owned()],
                balance: "120.50".parse()?,
            },
            Person {
                person_id: 2,
                name: "Tomas Vik".to_owned(),
                born: date!("2001-07-15"),
                address: None,
                nicknames: Vec::new(),
                balance: "-3.10".parse()?,
            },
        ],
    )?;

    let back: Vec<Person> = session.collect(&people).await?.into_rows()?;
    println!("{back:#?}");

    let residents = query! {
        FROM people
        WHERE .born < date!("2000-01-01") || is_null(.address.city)
        SELECT .name AS name, .address.city AS city, cast_decimal(.balance, 38, 10) AS balance
        INTO Resident
        ORDER BY .name
    };
    for resident in session.collect(&residents).await?.rows() {
        println!("{:?}", resident?);
    }
    Ok(())
}
