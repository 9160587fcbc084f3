//! Names that resemble a mistyped one, nearest first.

const MOST: usize = 3;

/// Up to three of `candidates` that differ from `name` by few edits, or only in case or separators.
pub(crate) fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = folded(name);
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = folded(candidate);
            let distance = edits(&wanted, &other);
            let allowed = wanted.len().max(other.len()).div_ceil(3);
            (distance <= allowed).then_some((distance, candidate))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().take(MOST).map(|(_, candidate)| candidate.to_owned()).collect()
}

fn folded(name: &str) -> Vec<char> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The Levenshtein distance, one row at a time.
fn edits(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut diagonal = i;
        let mut previous = i + 1;
        if let Some(first) = row.first_mut() {
            *first = previous;
        }
        for (r, cell) in right.iter().zip(row.iter_mut().skip(1)) {
            let cost = diagonal + usize::from(l != r);
            diagonal = *cell;
            previous = cost.min(diagonal + 1).min(previous + 1);
            *cell = previous;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn near_names_are_few_edits_away() {
        let columns = ["amount", "region", "order_id", "OrderID"];
        assert_eq!(near("amuont", columns), ["amount"]);
        assert_eq!(near("orderId", columns), ["OrderID", "order_id"]);
        assert_eq!(near("zebra", columns), Vec::<String>::new());
    }
}
