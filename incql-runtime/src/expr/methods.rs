//! Operators and functions as methods and Rust operators on every typed handle, for chains: `o.amount.gt(100.0)`.

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};

use super::aggregate::Aggregate;
use super::arithmetic::{Addition, Division, Multiplication, Negatable, Remainder, Subtraction};
use super::cast::CastTo;
use super::column::{Column, Key};
use super::compare::Compare;
use super::level::{Combine, Constant, GroupKey, Level, PerGroup, PerRow};
use super::logic::Condition;
use super::operand::{Expr, Operand};
use super::order::{Order, Ordered};
use super::{arithmetic, cast, compare, logic, order};
use crate::functions::conditional::{self, BothNull, Unified};
use crate::functions::helper::{Float, Like, Text};
use crate::functions::{comparison, helper};
use crate::types::{BaseType, ColumnType, Decimal, Nullability};

/// Methods of two operands whose result type a trait names.
macro_rules! binary_methods {
    ($level:ty: $($(#[$doc:meta])* $name:ident => $function:path, $rule:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<R, O, K>(self, right: R) -> Expr<O, K>
        where
            R: Operand,
            T: $rule<R::Type, $level, R::Level, Out = O>,
            $level: Combine<R::Level, Out = K>,
            O: ColumnType,
            K: Level,
        {
            $function(self, right)
        }
    )*};
}

/// Methods of two conditions.
macro_rules! logic_methods {
    ($level:ty: $($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<R, N, K>(self, right: R) -> Expr<<<T::Null as Nullability>::Or<N> as Nullability>::Of<bool>, K>
        where
            R: Operand,
            T: Condition,
            R::Type: Condition + ColumnType<Null = N>,
            $level: Combine<R::Level, Out = K>,
            N: Nullability,
            K: Level,
        {
            logic::$name(self, right)
        }
    )*};
}

/// Methods of a text and another text.
macro_rules! text_methods {
    ($level:ty: $($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<R, N, K>(self, right: R) -> Expr<<<T::Null as Nullability>::Or<N> as Nullability>::Of<bool>, K>
        where
            R: Operand,
            T: Text,
            R::Type: Text + ColumnType<Null = N>,
            $level: Combine<R::Level, Out = K>,
            N: Nullability,
            K: Level,
        {
            comparison::$name(self, right)
        }
    )*};
}

/// Methods that make a sort key.
macro_rules! order_methods {
    ($level:ty: $($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(self) -> Order<$level>
        where
            T: Ordered,
        {
            order::$name(self)
        }
    )*};
}

macro_rules! methods {
    ([$($generic:tt)*] $handle:ty, $level:ty) => {
        #[allow(clippy::should_implement_trait)]
        impl<T: ColumnType, $($generic)*> $handle {
            binary_methods! { $level:
                /// `self == right`; NULL if either is.
                eq => compare::eq, Compare;
                /// `self != right`; NULL if either is.
                ne => compare::ne, Compare;
                /// `self < right`; NULL if either is.
                lt => compare::lt, Compare;
                /// `self <= right`; NULL if either is.
                le => compare::le, Compare;
                /// `self > right`; NULL if either is.
                gt => compare::gt, Compare;
                /// `self >= right`; NULL if either is.
                ge => compare::ge, Compare;
            }

            logic_methods! { $level:
                /// Both conditions: false if either is false, else NULL if either is NULL.
                and;
                /// Either condition: true if either is true, else NULL if either is NULL.
                or;
            }

            text_methods! { $level:
                /// Whether the whole text matches a pattern: `%` any characters, `_` one, `\` makes the next one plain.
                like;
                /// Like `like`, with upper and lower case alike.
                ilike;
                /// Whether the text begins with the other.
                starts_with;
                /// Whether the text ends with the other.
                ends_with;
                /// Whether the other occurs in the text.
                contains;
            }

            order_methods! { $level:
                /// Smallest first, nulls last.
                asc;
                /// Largest first, nulls first.
                desc;
                /// Smallest first, nulls first.
                asc_nulls_first;
                /// Smallest first, nulls last.
                asc_nulls_last;
                /// Largest first, nulls first.
                desc_nulls_first;
                /// Largest first, nulls last.
                desc_nulls_last;
            }

            /// Whether both are equal or both NULL; never NULL.
            pub fn equal_null<R, O, K>(self, right: R) -> Expr<bool, K>
            where
                R: Operand,
                T: Compare<R::Type, $level, R::Level, Out = O>,
                $level: Combine<R::Level, Out = K>,
                O: ColumnType,
                K: Level,
            {
                compare::equal_null(self, right)
            }

            /// The opposite condition; NULL stays NULL.
            pub fn not(self) -> Expr<T, $level>
            where
                T: Condition,
            {
                logic::not(self)
            }

            /// Whether the value is NULL.
            pub fn is_null(self) -> Expr<bool, $level> {
                comparison::is_null(self)
            }

            /// Whether the value is not NULL.
            pub fn is_not_null(self) -> Expr<bool, $level> {
                comparison::is_not_null(self)
            }

            /// Whether the float is not a number.
            pub fn is_nan(self) -> Expr<Like<T, bool>, $level>
            where
                T: Float,
            {
                comparison::is_nan(self)
            }

            /// Whether the float is a number.
            pub fn is_not_nan(self) -> Expr<Like<T, bool>, $level>
            where
                T: Float,
            {
                comparison::is_not_nan(self)
            }

            /// Whether the value equals an element, in three-valued logic.
            pub fn in_<I, O, K>(self, list: I) -> Expr<O, K>
            where
                I: IntoIterator,
                I::Item: Operand,
                T: Compare<<I::Item as Operand>::Type, $level, <I::Item as Operand>::Level, Out = O>,
                $level: Combine<<I::Item as Operand>::Level, Out = K>,
                O: ColumnType,
                K: Level,
            {
                conditional::in_(self, list)
            }

            /// Whether the value differs from all elements, in three-valued logic.
            pub fn not_in<I, O, K>(self, list: I) -> Expr<O, K>
            where
                I: IntoIterator,
                I::Item: Operand,
                T: Compare<<I::Item as Operand>::Type, $level, <I::Item as Operand>::Level, Out = O>,
                $level: Combine<<I::Item as Operand>::Level, Out = K>,
                O: Condition,
                K: Level,
            {
                conditional::not_in(self, list)
            }

            /// Whether `low <= self && self <= high`.
            pub fn between<A, B, O, P, M, N, I, J, K>(
                self,
                low: A,
                high: B,
            ) -> Expr<<M::Or<N> as Nullability>::Of<bool>, K>
            where
                A: Operand,
                B: Operand,
                T: Compare<A::Type, $level, A::Level, Out = O> + Compare<B::Type, $level, B::Level, Out = P>,
                $level: Combine<A::Level, Out = I> + Combine<B::Level, Out = J>,
                O: ColumnType<Null = M>,
                P: ColumnType<Null = N>,
                I: Combine<J, Out = K>,
                M: Nullability,
                N: Nullability,
                J: Level,
                K: Level,
            {
                conditional::between(self, low, high)
            }

            /// This value unless it is NULL, else the other.
            pub fn coalesce<B, U, N, K>(self, otherwise: B) -> Expr<<N as Nullability>::Of<U>, K>
            where
                B: Operand,
                T: Unified<B::Type, $level, B::Level, Base = U>,
                T::Null: BothNull<<B::Type as ColumnType>::Null, Out = N>,
                $level: Combine<B::Level, Out = K>,
                U: BaseType,
                N: Nullability,
                K: Level,
            {
                conditional::coalesce(self, otherwise)
            }

            /// NULL where this value equals the other, else this value.
            pub fn nullif<B, U, O, K>(self, null: B) -> Expr<Option<U>, K>
            where
                B: Operand,
                T: Unified<B::Type, $level, B::Level, Base = U> + Compare<B::Type, $level, B::Level, Out = O>,
                $level: Combine<B::Level, Out = K>,
                U: BaseType,
                O: ColumnType,
                K: Level,
            {
                conditional::nullif(self, null)
            }

            /// The value as a `U`; a value that does not fit fails the query.
            pub fn cast<U>(self) -> Expr<helper::Like<T, U>, $level>
            where
                U: BaseType,
                T: CastTo<U>,
            {
                cast::cast(self)
            }

            /// The value as a `U`, NULL where it does not fit.
            pub fn try_cast<U>(self) -> Expr<Option<U>, $level>
            where
                U: BaseType,
                T: CastTo<U>,
            {
                cast::try_cast(self)
            }

            /// The value as a decimal of these digits; a value that does not fit fails the query.
            pub fn cast_decimal(self, precision: u8, scale: i8) -> Expr<helper::Like<T, Decimal>, $level>
            where
                T: CastTo<Decimal>,
            {
                cast::cast_decimal(self, precision, scale)
            }

            /// The value as a decimal of these digits, NULL where it does not fit.
            pub fn try_cast_decimal(self, precision: u8, scale: i8) -> Expr<Option<Decimal>, $level>
            where
                T: CastTo<Decimal>,
            {
                cast::try_cast_decimal(self, precision, scale)
            }
        }
    };
}

/// `+` or its kin between a handle and any operand.
macro_rules! operator {
    ([$($generic:tt)*] $handle:ty, $level:ty, $operator:ident, $method:ident, $rule:ident) => {
        impl<T, R, O, K, $($generic)*> $operator<R> for $handle
        where
            T: ColumnType + $rule<R::Type, $level, R::Level, Out = O>,
            R: Operand,
            $level: Combine<R::Level, Out = K>,
            O: ColumnType,
            K: Level,
        {
            type Output = Expr<O, K>;
            fn $method(self, right: R) -> Expr<O, K> {
                arithmetic::$method(self, right)
            }
        }
        number_left!(
            [$($generic)*] $handle, $level, $operator, $method, $rule,
            (i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, Decimal)
        );
    };
}

/// A Rust number on the left of a handle: `1 - o.discount`.
macro_rules! number_left {
    ($generic:tt $handle:ty, $level:ty, $operator:ident, $method:ident, $rule:ident, ($($number:ty),*)) => {
        $(number_left!($generic $handle, $level, $operator, $method, $rule, $number);)*
    };
    ([$($generic:tt)*] $handle:ty, $level:ty, $operator:ident, $method:ident, $rule:ident, $number:ty) => {
        impl<T, O, K, $($generic)*> $operator<$handle> for $number
        where
            T: ColumnType,
            $number: $rule<T, Constant, $level, Out = O>,
            Constant: Combine<$level, Out = K>,
            O: ColumnType,
            K: Level,
        {
            type Output = Expr<O, K>;
            fn $method(self, right: $handle) -> Expr<O, K> {
                arithmetic::$method(self, right)
            }
        }
    };
}

/// `&`, `|`, `!` and unary `-`.
macro_rules! connectives {
    ([$($generic:tt)*] $handle:ty, $level:ty) => {
        impl<T, R, N, K, $($generic)*> BitAnd<R> for $handle
        where
            T: Condition,
            R: Operand,
            R::Type: Condition + ColumnType<Null = N>,
            $level: Combine<R::Level, Out = K>,
            N: Nullability,
            K: Level,
        {
            type Output = Expr<<<T::Null as Nullability>::Or<N> as Nullability>::Of<bool>, K>;
            fn bitand(self, right: R) -> Self::Output {
                logic::and(self, right)
            }
        }
        impl<T, R, N, K, $($generic)*> BitOr<R> for $handle
        where
            T: Condition,
            R: Operand,
            R::Type: Condition + ColumnType<Null = N>,
            $level: Combine<R::Level, Out = K>,
            N: Nullability,
            K: Level,
        {
            type Output = Expr<<<T::Null as Nullability>::Or<N> as Nullability>::Of<bool>, K>;
            fn bitor(self, right: R) -> Self::Output {
                logic::or(self, right)
            }
        }
        impl<T: Condition, $($generic)*> Not for $handle {
            type Output = Expr<T, $level>;
            fn not(self) -> Expr<T, $level> {
                logic::not(self)
            }
        }
        impl<T: Negatable, $($generic)*> Neg for $handle {
            type Output = Expr<T, $level>;
            fn neg(self) -> Expr<T, $level> {
                arithmetic::neg(self)
            }
        }
    };
}

macro_rules! handle {
    ([$($generic:tt)*] $handle:ty, $level:ty) => {
        methods!([$($generic)*] $handle, $level);
        operator!([$($generic)*] $handle, $level, Add, add, Addition);
        operator!([$($generic)*] $handle, $level, Sub, sub, Subtraction);
        operator!([$($generic)*] $handle, $level, Mul, mul, Multiplication);
        operator!([$($generic)*] $handle, $level, Div, div, Division);
        operator!([$($generic)*] $handle, $level, Rem, rem, Remainder);
        connectives!([$($generic)*] $handle, $level);
    };
}

handle!([] Column<T>, PerRow);
handle!([] Key<T>, GroupKey);
handle!([L: Level] Expr<T, L>, L);
handle!([L: Level, Z] Aggregate<T, L, Z>, PerGroup);
