//! A bare name in a query may be a column or a Rust variable: types decide, and the column wins with a warning.
//! An expansion asks the row for a column of the name; a row without one answers [`NotAColumn`].

use super::column::Column;
use super::compare::{self, Compare};
use super::level::{Combine, Level};
use super::operand::{Expr, Operand};
use crate::row::Replaces;
use crate::types::ColumnType;

/// What asking a row for a column answers where it has none of the name.
#[derive(Clone, Copy, Debug)]
pub struct NotAColumn;

/// A Rust variable in a comparison that could be about a column.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'v, V: ?Sized>(&'v V);

/// A literal in a comparison that could be about a column.
#[derive(Clone, Copy, Debug)]
pub struct Constant<V>(pub V);

impl NotAColumn {
    /// The variable.
    pub fn column_or_variable<'v, V: ?Sized>(&self, variable: &'v V) -> &'v V {
        variable
    }

    /// The variable, beside something that may be a column.
    pub fn undecided<'v, V: ?Sized>(&self, variable: &'v V) -> Variable<'v, V> {
        Variable(variable)
    }
}

/// A name that is no column, so that plain Rust around it means the variable.
#[diagnostic::on_unimplemented(
    message = "this name is both a column and a Rust variable",
    label = "a column or a variable?",
    note = "write `.name` for the column, or give the variable another name"
)]
pub trait OnlyVariable {}
#[diagnostic::do_not_recommend]
impl OnlyVariable for NotAColumn {}
#[diagnostic::do_not_recommend]
impl OnlyVariable for std::convert::Infallible {}

/// Refuses a name that is also a column.
pub fn only_variable<P: OnlyVariable>(_place: P) {}

/// What stands under the name of a new column: nothing, or a column that the value can replace.
#[diagnostic::on_unimplemented(
    message = "a value of type `{T}` cannot replace the column of this name",
    label = "a column of another type has this name",
    note = "give the new column another name, or make its type fit with `cast::<T>(..)` or `coalesce(.., default)`"
)]
pub trait Replaceable<T> {}
#[diagnostic::do_not_recommend]
impl<T> Replaceable<T> for NotAColumn {}
#[diagnostic::do_not_recommend]
impl<C: ColumnType, T: Replaces<C>> Replaceable<T> for &Column<C> {}

/// A value that takes the place of the column of its name, if there is one.
pub fn replacing<P, E>(_place: P, value: E) -> E
where
    E: Operand,
    P: Replaceable<E::Type>,
{
    value
}

/// The value of something that was undecided.
pub trait Decided {
    /// A Rust value, or a column's expression.
    type Value;
    /// Takes it out.
    fn decided(self) -> Self::Value;
}

impl<'v, V: ?Sized> Decided for Variable<'v, V> {
    type Value = &'v V;
    fn decided(self) -> &'v V {
        self.0
    }
}

impl<V> Decided for Constant<V> {
    type Value = V;
    fn decided(self) -> V {
        self.0
    }
}

impl<T: ColumnType> Decided for Column<T> {
    type Value = Self;
    fn decided(self) -> Self {
        self
    }
}

/// Two operands that can be compared.
pub trait Meets<R: Operand>:
    Operand<
        Type: Compare<R::Type, Self::Level, R::Level, Out = Self::Truth>,
        Level: Combine<R::Level, Out = Self::Together>,
    >
{
    /// `bool` or `Option<bool>`.
    type Truth: ColumnType;
    /// The level of both.
    type Together: Level;
}

impl<L, R, T, K> Meets<R> for L
where
    L: Operand,
    R: Operand,
    L::Type: Compare<R::Type, L::Level, R::Level, Out = T>,
    L::Level: Combine<R::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    type Truth = T;
    type Together = K;
}

/// A comparison over columns.
pub type Answer<L, R> = Expr<<L as Meets<R>>::Truth, <L as Meets<R>>::Together>;

macro_rules! comparisons {
    ($($rule:ident $name:ident: $std:ident;)*) => {$(
        /// The comparison, by Rust's rules between Rust values and by SQL's when a column is among them.
        pub trait $rule<R> {
            /// `bool`, or an expression.
            type Out;
            /// Compares.
            fn $name(self, right: R) -> Self::Out;
        }

        impl<V: $std<W> + ?Sized, W: ?Sized> $rule<Variable<'_, W>> for Variable<'_, V> {
            type Out = bool;
            fn $name(self, right: Variable<'_, W>) -> bool {
                $std::$name(self.0, right.0)
            }
        }

        impl<V: $std<W> + ?Sized, W> $rule<Constant<W>> for Variable<'_, V> {
            type Out = bool;
            fn $name(self, right: Constant<W>) -> bool {
                $std::$name(self.0, &right.0)
            }
        }

        impl<V: $std<W>, W: ?Sized> $rule<Variable<'_, W>> for Constant<V> {
            type Out = bool;
            fn $name(self, right: Variable<'_, W>) -> bool {
                $std::$name(&self.0, right.0)
            }
        }

        impl<T, R> $rule<R> for Column<T>
        where
            T: ColumnType,
            R: Decided,
            R::Value: Operand,
            Self: Meets<R::Value>,
        {
            type Out = Answer<Self, R::Value>;
            fn $name(self, right: R) -> Self::Out {
                compare::$name(self, right.decided())
            }
        }

        impl<'v, V: ?Sized, T: ColumnType> $rule<Column<T>> for Variable<'v, V>
        where
            &'v V: Meets<Column<T>>,
        {
            type Out = Answer<&'v V, Column<T>>;
            fn $name(self, right: Column<T>) -> Self::Out {
                compare::$name(self.0, right)
            }
        }

        impl<V, T: ColumnType> $rule<Column<T>> for Constant<V>
        where
            V: Meets<Column<T>>,
        {
            type Out = Answer<V, Column<T>>;
            fn $name(self, right: Column<T>) -> Self::Out {
                compare::$name(self.0, right)
            }
        }

        /// The comparison.
        pub fn $name<L: $rule<R>, R>(left: L, right: R) -> L::Out {
            left.$name(right)
        }
    )*};
}

comparisons! {
    Equal eq: PartialEq;
    NotEqual ne: PartialEq;
    Less lt: PartialOrd;
    AtMost le: PartialOrd;
    Greater gt: PartialOrd;
    AtLeast ge: PartialOrd;
}
