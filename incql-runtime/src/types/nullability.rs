//! Nullability as types: two states, their union, and a type under each.

use super::{BaseType, ColumnType};

/// Whether NULL is a value of a type.
pub trait Nullability: 'static {
    /// The same fact as a constant.
    const NULLABLE: bool;
    /// `T` under this nullability.
    type Of<T: BaseType>: ColumnType<Base = T, Null = Self>;
    /// Nullable if either is.
    type Or<N: Nullability>: Nullability;
}

/// NULL is no value.
#[derive(Clone, Copy, Debug)]
pub enum Required {}

/// NULL is a value.
#[derive(Clone, Copy, Debug)]
pub enum Nullable {}

impl Nullability for Required {
    const NULLABLE: bool = false;
    type Of<T: BaseType> = T;
    type Or<N: Nullability> = N;
}

impl Nullability for Nullable {
    const NULLABLE: bool = true;
    type Of<T: BaseType> = Option<T>;
    type Or<N: Nullability> = Nullable;
}
