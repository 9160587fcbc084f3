//! Types that are column types by their spelling. The derive never decides by it what a type is, only where an error
//! about the companion as a whole is told.

use syn::{GenericArgument, PathArguments, Type};

/// Names of column types.
const NAMES: [&str; 17] = [
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "f32",
    "f64",
    "String",
    "Decimal",
    "Interval",
    "NaiveDate",
    "NaiveTime",
    "NaiveDateTime",
];

/// Names of types that are column types when their argument is.
const WRAPPERS: [&str; 2] = ["Option", "Vec"];

/// Whether the type is spelled like a column type, or an `Option` or `Vec` of one.
pub fn is_certain(ty: &Type) -> bool {
    is_certain_within(ty, "")
}

fn is_certain_within(ty: &Type, outer: &str) -> bool {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Group(group) => return is_certain_within(&group.elem, outer),
        _ => return false,
    };
    let Some(segment) = path.segments.first().filter(|_| path.segments.len() == 1) else { return false };
    let name = segment.ident.to_string();
    match &segment.arguments {
        PathArguments::None => NAMES.contains(&name.as_str()),
        PathArguments::AngleBracketed(arguments) if WRAPPERS.contains(&name.as_str()) && name != outer => {
            arguments.args.iter().all(|argument| match argument {
                GenericArgument::Type(inner) => is_certain_within(inner, &name),
                _ => false,
            })
        }
        _ => false,
    }
}
