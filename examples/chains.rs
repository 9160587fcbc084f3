//! The same query as a `query!` block and as a chain of methods, and the proof that both make one plan:
//! `cargo run --example chains`.

#![allow(missing_docs)]

use incql::prelude::*;

#[derive(Model, Debug)]
struct Sale {
    shop: String,
    product: String,
    quantity: i64,
    price: f64,
}

fn sale(shop: &str, product: &str, quantity: i64, price: f64) -> Sale {
    Sale { shop: shop.to_owned(), product: product.to_owned(), quantity, price }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sales = LazyFrame::from_rows(vec![
        sale("Lisbon", "lamp", 3, 20.0),
        sale("Lisbon", "chair", 1, 75.0),
        sale("Porto", "lamp", 10, 18.5),
        sale("Porto", "desk", 2, 240.0),
        sale("Faro", "lamp", 1, 21.0),
    ]);

    let block = query! {
        FROM sales
        WHERE .quantity > 1
        GROUP BY .shop
        SELECT .shop, sum(.price * .quantity) AS revenue, count() AS lines
        ORDER BY desc(.revenue)
    };

    let chain = sales
        .filter(|s| s.quantity.gt(1))
        .group_by(|s| row! { shop: s.shop })
        .select(|key, s| row! { shop: key.shop, revenue: sum(s.price * s.quantity), lines: count_all() })
        .order_by(|r| desc(r.revenue));

    assert_eq!(block.to_substrait_bytes()?, chain.to_substrait_bytes()?, "both surfaces make one plan");
    println!("{}", Session::new().collect(&chain).await?);
    Ok(())
}
