//! Names of intermediate columns: no two columns of a plan share one, because the engine resolves some columns by bare
//! name while it runs, and a dot in a name would read as a qualifier.

use std::collections::HashSet;

/// The names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    used: HashSet<String>,
}

impl Names {
    /// Takes `name` as it is, if no other column has it and it holds no dot.
    pub fn take(&mut self, name: &str) -> bool {
        !name.contains('.') && self.used.insert(name.to_owned())
    }

    /// A name like `hint` that no other column has.
    pub fn unique(&mut self, hint: &str) -> String {
        let stem = hint.replace('.', "_");
        if self.used.insert(stem.clone()) {
            return stem;
        }
        let mut number = self.used.len();
        loop {
            let name = format!("{stem}@{number}");
            if self.used.insert(name.clone()) {
                return name;
            }
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn no_name_is_given_twice() {
        let mut names = Names::default();
        assert!(names.take("k"));
        assert!(!names.take("k"));
        assert!(!names.take("a.b"));
        assert_eq!(names.unique("a.b"), "a_b");
        assert_ne!(names.unique("k"), "k");
        assert_ne!(names.unique("k"), names.unique("k"));
    }
}
