//! Number types as rules of the math helpers: what a function of a number gives back.

use crate::types::{ColumnType, Decimal};

/// Numbers that a function over real numbers takes: `f32` stays, every other number is taken as `f64`.
#[diagnostic::on_unimplemented(
    message = "expected a number, found `{Self}`",
    label = "this is `{Self}`, not a number",
    note = "`cast::<f64>(..)` turns text into a number"
)]
pub trait Real: ColumnType {
    /// The result: `f32` of `f32`, else `f64`; optional when the argument is.
    type Float: ColumnType;
}

/// Numbers with a sign.
#[diagnostic::on_unimplemented(
    message = "expected a signed number, found `{Self}`",
    label = "this is `{Self}`, not a signed number",
    note = "unsigned integers have no sign; `cast::<i64>(..)` gives them one"
)]
pub trait Signed: ColumnType {
    /// The same type.
    type Same: ColumnType;
}

/// Numbers with digits after the point.
#[diagnostic::on_unimplemented(
    message = "expected a float or decimal, found `{Self}`",
    label = "`{Self}` has no digits after the point",
    note = "`ceil` and `floor` take floats and decimals; integers are whole already"
)]
pub trait Fractional: ColumnType {
    /// The same type.
    type Same: ColumnType;
}

/// Numbers that can be rounded.
#[diagnostic::on_unimplemented(
    message = "cannot round `{Self}`",
    label = "this is `{Self}`, not a signed number",
    note = "`round` takes signed integers, floats and decimals"
)]
pub trait Roundable: ColumnType {
    /// The same type.
    type Same: ColumnType;
}

/// Integers, bit by bit.
#[diagnostic::on_unimplemented(
    message = "expected an integer, found `{Self}`",
    label = "this is `{Self}`, not an integer",
    note = "bit operations take integers"
)]
pub trait Bits: ColumnType {
    /// The same type.
    type Same: ColumnType;
    /// The type after a shift: at least 32 bits wide.
    type Shifted: ColumnType;
}

macro_rules! rules {
    ($rule:ident: $($number:ty => { $($name:ident = $out:ty),* };)*) => {$(
        #[diagnostic::do_not_recommend]
        impl $rule for $number {
            $(type $name = $out;)*
        }
        #[diagnostic::do_not_recommend]
        impl $rule for Option<$number> {
            $(type $name = Option<$out>;)*
        }
    )*};
}
rules! {
    Real:
    i8 => { Float = f64 };
    i16 => { Float = f64 };
    i32 => { Float = f64 };
    i64 => { Float = f64 };
    u8 => { Float = f64 };
    u16 => { Float = f64 };
    u32 => { Float = f64 };
    u64 => { Float = f64 };
    f32 => { Float = f32 };
    f64 => { Float = f64 };
    Decimal => { Float = f64 };
}
rules! {
    Signed:
    i8 => { Same = i8 };
    i16 => { Same = i16 };
    i32 => { Same = i32 };
    i64 => { Same = i64 };
    f32 => { Same = f32 };
    f64 => { Same = f64 };
    Decimal => { Same = Decimal };
}
rules! {
    Roundable:
    i8 => { Same = i8 };
    i16 => { Same = i16 };
    i32 => { Same = i32 };
    i64 => { Same = i64 };
    f32 => { Same = f32 };
    f64 => { Same = f64 };
    Decimal => { Same = Decimal };
}
rules! {
    Fractional:
    f32 => { Same = f32 };
    f64 => { Same = f64 };
    Decimal => { Same = Decimal };
}
rules! {
    Bits:
    i8 => { Same = i8, Shifted = i32 };
    i16 => { Same = i16, Shifted = i32 };
    i32 => { Same = i32, Shifted = i32 };
    i64 => { Same = i64, Shifted = i64 };
    u8 => { Same = u8, Shifted = i32 };
    u16 => { Same = u16, Shifted = i32 };
    u32 => { Same = u32, Shifted = i64 };
}
