//! The rows of the two small tables: made by rule, with NULLs, duplicates, an empty text and a letter beyond ASCII.

use chrono::{NaiveDate, TimeDelta};
use incql::prelude::*;

use crate::data::AnyError;
use crate::small::{Sale, Shop};

const PRODUCTS: [Option<&str>; 7] = [Some("lamp"), Some("desk"), None, Some("chair"), Some(""), Some("Öllampe"), None];
const SHOPS: [Option<i64>; 6] = [Some(1), Some(2), None, Some(3), Some(4), Some(9)];

/// Sixty sales.
pub fn sales() -> Result<Vec<Sale>, AnyError> {
    let start = date!("2024-01-01");
    (0..60_i32)
        .map(|n| {
            let sold_on = start + TimeDelta::days(i64::from(n * 37 % 300));
            Ok(Sale {
                id: i64::from(n + 1),
                shop_id: SHOPS[at(n * 5 + n / 7, SHOPS.len())],
                product: PRODUCTS[at(n * 3 + n / 11, PRODUCTS.len())].map(str::to_owned),
                quantity: n * 7 % 10,
                amount: (n % 8 != 3).then(|| f64::from(n * 731 % 2000 - 100) / 8.0),
                price: Decimal::new(i128::from(n * 7919 % 99_999 + 1), 2)?,
                sold_on,
                sold_at: time_of(sold_on, n).ok_or("a time of day")?,
            })
        })
        .collect()
}

fn at(n: i32, length: usize) -> usize {
    usize::try_from(n).unwrap_or_default() % length
}

fn time_of(day: NaiveDate, n: i32) -> Option<chrono::NaiveDateTime> {
    let n = u32::try_from(n).ok()?;
    day.and_hms_micro_opt(n % 24, n * 7 % 60, n * 11 % 60, n * 12_345 % 1_000_000)
}

/// Five shops; one sells nothing, and sales name a shop that is not here.
pub fn shops() -> Vec<Shop> {
    let shop = |shop, city: &str, region: Option<&str>, open| Shop {
        shop,
        city: city.to_owned(),
        region: region.map(str::to_owned),
        open,
    };
    vec![
        shop(1, "Lisbon", Some("south"), Some(true)),
        shop(2, "Porto", Some("north"), Some(false)),
        shop(3, "Faro", Some("south"), None),
        shop(4, "Braga", None, Some(true)),
        shop(5, "Évora", Some("south"), Some(true)),
    ]
}
