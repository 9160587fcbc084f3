//! The definition of a catalog function: one value that feeds typed helpers, type resolution, Substrait and engines.

use arrow::datatypes::DataType;

use crate::scalar::Scalar;

/// Where a function may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionClass {
    /// One value per row.
    Scalar,
    /// One value per group.
    Aggregate,
    /// One value per row, over other rows.
    Window,
    /// Zero or more rows per row.
    Generator,
    /// A sort direction.
    Ordering,
}

/// How a function relates to the Substrait standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FunctionPolicy {
    /// In Substrait's standard extensions.
    Core,
    /// In incql's own extension.
    Extension,
    /// Another name of the named function.
    Alias(&'static str),
}

/// When the result is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullRule {
    /// Null exactly when an argument is null (nullable exactly when an argument is).
    Mirror,
    /// Never null.
    Never,
    /// May be null whatever the arguments are.
    Always,
    /// The type rule decides.
    Declared,
}

/// How far two calls with equal arguments agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Volatility {
    /// Always.
    Immutable,
    /// Within one query.
    Stable,
    /// Never.
    Volatile,
}

/// The Substrait signature part of a compound name (`add:i64_i64`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signature {
    /// Short names of the argument types, joined by `_`.
    Arguments,
    /// A fixed text, as for functions over `any` (`any_any`).
    Fixed(&'static str),
}

/// The name of a function in a Substrait extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubstraitName {
    /// The extension's URN, for example `extension:io.substrait:functions_comparison`.
    pub urn: &'static str,
    /// The simple name.
    pub name: &'static str,
    /// The signature part.
    pub signature: Signature,
    /// Options that carry meaning, in order: name and preferred values.
    pub options: &'static [(&'static str, &'static [&'static str])],
}

/// What a type rule answers for concrete arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The type each argument must have; a differing argument is cast.
    pub arguments: Vec<DataType>,
    /// The result's type.
    pub result: DataType,
    /// Whether the result can be null; used only with [`NullRule::Declared`].
    pub nullable: bool,
}

/// A type rule: from typed arguments to their common types and the result, or what is wrong in words.
pub type TypeRule = fn(&[Scalar]) -> Result<Resolved, String>;

/// One function of the catalog.
#[derive(Debug)]
pub struct FunctionDef {
    /// The name users write.
    pub name: &'static str,
    /// Where it may stand.
    pub class: FunctionClass,
    /// Its relation to the standard.
    pub policy: FunctionPolicy,
    /// One line for people.
    pub doc: &'static str,
    /// The argument and result types in words, for example `(string, i64) -> string`.
    pub types: &'static str,
    /// The release that added it.
    pub since: &'static str,
    /// The type rule.
    pub rule: TypeRule,
    /// When the result is null.
    pub nulls: NullRule,
    /// How far equal calls agree.
    pub volatility: Volatility,
    /// Whether it can fail on some values (division, overflow, strict parsing).
    pub raises: bool,
    /// How it is written in Substrait and run, by argument types: the first overload that accepts them counts.
    pub overloads: &'static [Overload],
}

/// The Substrait name and the engine function for one kind of arguments.
#[derive(Debug)]
pub struct Overload {
    /// The argument types this is for, after coercion.
    pub accepts: fn(&[DataType]) -> bool,
    /// The Substrait name.
    pub substrait: SubstraitName,
    /// The name of the engine function that gives this meaning in DataFusion (`incql_*`: one of our own kernels,
    /// see [`crate::functions::engine`] for what each must do).
    pub engine: &'static str,
}

impl FunctionDef {
    /// How a call with these (coerced) arguments is written and run.
    pub fn overload(&self, arguments: &[Scalar]) -> &'static Overload {
        let types: Vec<DataType> = arguments.iter().map(|argument| argument.data_type().clone()).collect();
        self.overload_of(&types)
    }

    /// How a call with arguments of these types (after coercion) is written and run.
    pub fn overload_of(&self, arguments: &[DataType]) -> &'static Overload {
        let found = self.overloads.iter().find(|overload| (overload.accepts)(arguments));
        found.or(self.overloads.last()).unwrap_or(&NO_OVERLOAD)
    }
}

/// Stands for a table entry without overloads; a test keeps the catalog free of them.
static NO_OVERLOAD: Overload = Overload {
    accepts: |_| true,
    substrait: SubstraitName { urn: "", name: "", signature: Signature::Arguments, options: &[] },
    engine: "",
};

impl PartialEq for FunctionDef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.name == other.name && self.class == other.class)
    }
}

impl Eq for FunctionDef {}

impl std::hash::Hash for FunctionDef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.class.hash(state);
    }
}
