//! Names of intermediate columns, each given once per plan: engines that resolve columns by bare name (DataFusion's
//! run-time filters do) then cannot mistake one for another.

use std::collections::HashSet;

/// The names that a plan has used.
#[derive(Debug, Default)]
pub(super) struct Names {
    used: HashSet<String>,
}

impl Names {
    /// `wanted` if nobody has it, else `wanted` with a number.
    pub fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1_u64;
        while !self.used.insert(name.clone()) {
            number += 1;
            name = format!("{wanted}#{number}");
        }
        name
    }
}
