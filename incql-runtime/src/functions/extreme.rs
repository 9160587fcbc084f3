//! Helpers over two values of one type: the least, the greatest, and bit operations.

use super::conditional::Unified;
use super::helper::{Integer, mapped};
use super::math::{BITWISE_AND, BITWISE_NOT, BITWISE_OR, BITWISE_XOR, GREATEST, LEAST, SHIFT_LEFT, SHIFT_RIGHT};
use super::number::Bits;
use crate::expr::level::{Combine, Level};
use crate::expr::node::Node;
use crate::expr::operand::{Expr, Operand};
use crate::expr::order::Ordered;
use crate::types::{BaseType, ColumnType, Nullability};

macro_rules! of_two {
    ($($(#[$doc:meta])* $name:ident($bound:tt) = $call:ident $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<A, B, T, K>(first: A, second: B) -> Expr<T, K>
        where
            A: Operand,
            B: Operand,
            A::Type: $bound,
            B::Type: $bound,
            A::Type: Unified<B::Type, A::Level, B::Level, Out = T>,
            A::Level: Combine<B::Level, Out = K>,
            T: ColumnType,
            K: Level,
        {
            Expr::from_node(Node::$call(&$function, vec![first.into_node(), second.into_node()]))
        }
    )*};
}
of_two! {
    /// The lesser of two values; null when one is. NaN is greater than every number.
    least(Ordered) = call_flat LEAST;
    /// The greater of two values; null when one is. NaN is greater than every number.
    greatest(Ordered) = call_flat GREATEST;
    /// The bits set in both.
    bitwise_and(Bits) = call BITWISE_AND;
    /// The bits set in either.
    bitwise_or(Bits) = call BITWISE_OR;
    /// The bits set in exactly one.
    bitwise_xor(Bits) = call BITWISE_XOR;
}

mapped! {
    [Operand<Level = K>]
    /// Every bit inverted.
    bitwise_not => BITWISE_NOT where [Bits<Same = T>];
}

macro_rules! shifts {
    ($($(#[$doc:meta])* $name:ident = $function:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<E, D, S, T, N, O, K>(value: E, distance: D) -> Expr<<N::Or<O> as Nullability>::Of<T>, K>
        where
            E: Operand,
            D: Operand,
            E::Type: Bits<Shifted = S>,
            D::Type: Integer,
            S: ColumnType<Base = T, Null = N>,
            D::Type: ColumnType<Null = O>,
            E::Level: Combine<D::Level, Out = K>,
            T: BaseType,
            N: Nullability,
            O: Nullability,
            K: Level,
        {
            Expr::from_node(Node::call(&$function, vec![value.into_node(), distance.into_node()]))
        }
    )*};
}
shifts! {
    /// The bits moved towards the high end, zeros following. Integers of less than 32 bits are widened first; a
    /// distance outside the type's width fails the query.
    shift_left = SHIFT_LEFT;
    /// The bits moved towards the low end, the sign following. Integers of less than 32 bits are widened first; a
    /// distance outside the type's width fails the query.
    shift_right = SHIFT_RIGHT;
}
