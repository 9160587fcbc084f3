//! Conditionals: the catalog's table and the typed helpers for `case`, `coalesce`, `nullif` and membership.

use super::accept::{any, floats};
use super::rules::{count, unified, unified_comparable};
use super::table::{SCALAR, fixed, functions, over, urn};
use crate::expr::compare::Compare;
use crate::expr::level::{Combine, Level, NoLevel};
use crate::expr::logic::{Condition, not};
use crate::expr::node::{Node, NodeKind};
use crate::expr::operand::{Expr, Operand};
use crate::expr::promote::Unify;
use crate::function::{FunctionDef, NullRule};
use crate::types::{BaseType, ColumnType, Nullability, Required};

functions! {
    /// Functions that choose among their arguments.
    CONDITIONAL:
    COALESCE = FunctionDef {
        name: "coalesce",
        types: "(T, T, ...) -> T",
        doc: "The first argument that is not null; null when all are.",
        rule: |arguments| {
            let nullable = arguments.iter().all(crate::scalar::Scalar::is_nullable);
            unified(arguments).map(|resolved| crate::function::Resolved { nullable, ..resolved })
        },
        nulls: NullRule::Declared,
        overloads: &[over(any, fixed(urn::COMPARISON, "coalesce", "any"), "coalesce")],
        ..SCALAR
    };
    NULLIF = FunctionDef {
        name: "nullif",
        types: "(T, T) -> T",
        doc: "Null when both are equal, else the first.",
        rule: |arguments| {
            count(arguments, 2)?;
            unified_comparable(arguments)
        },
        nulls: NullRule::Always,
        overloads: &[
            over(floats, fixed(urn::COMPARISON, "nullif", "any_any"), "incql_nullif"),
            over(any, fixed(urn::COMPARISON, "nullif", "any_any"), "nullif"),
        ],
        ..SCALAR
    };
}

/// Column types whose values can share a column, and that column's type without `Option`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{R}` have no common type",
    label = "`{Self}` beside `{R}`",
    note = "branches and alternatives need one type; numbers promote, but 64-bit integers and floats do not meet by \
            themselves: cast one of them, as in `cast::<f64>(..)`"
)]
pub trait Unified<R, LL, RL> {
    /// The common type without `Option`.
    type Base: BaseType;
    /// The common type, optional when either is.
    type Out: ColumnType;
}

#[diagnostic::do_not_recommend]
impl<L, R, LL: Level, RL: Level> Unified<R, LL, RL> for L
where
    L: ColumnType,
    R: ColumnType,
    L::Base: Unify<R::Base, LL, RL>,
{
    type Base = <L::Base as Unify<R::Base, LL, RL>>::Out;
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<Self::Base>;
}

#[diagnostic::do_not_recommend]
impl Unified<NoLevel, NoLevel, NoLevel> for NoLevel {
    type Base = bool;
    type Out = bool;
}

/// `then` where the condition is true, else `otherwise`; both keep their meaning in one common type.
pub fn case<C, A, B, T, J, K>(condition: C, then: A, otherwise: B) -> Expr<T, K>
where
    C: Operand,
    A: Operand,
    B: Operand,
    C::Type: Condition,
    A::Type: Unified<B::Type, A::Level, B::Level, Out = T>,
    C::Level: Combine<A::Level, Out = J>,
    J: Combine<B::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    Expr::from_node(case_node(vec![(condition.into_node(), then.into_node())], Some(otherwise.into_node())))
}

/// A conditional; one that stands in the `otherwise` of another continues it.
fn case_node(mut branches: Vec<(Node, Node)>, otherwise: Option<Node>) -> Node {
    if let Some(NodeKind::Case { branches: more, otherwise }) = otherwise.as_ref().map(Node::kind) {
        branches.extend(more.iter().cloned());
        return Node::new(NodeKind::Case { branches, otherwise: otherwise.clone() });
    }
    Node::new(NodeKind::Case { branches, otherwise })
}

/// A conditional with several branches, as an operand null where no condition is true.
#[derive(Clone, Debug)]
pub struct CaseWhen<T, L> {
    branches: Vec<(Node, Node)>,
    marker: std::marker::PhantomData<fn() -> (T, L)>,
}

/// Starts a conditional: `case_when(c, a).when(d, b).otherwise(e)`.
pub fn case_when<C, A, T, K>(condition: C, then: A) -> CaseWhen<T, K>
where
    C: Operand,
    A: Operand<Type = T>,
    C::Type: Condition,
    C::Level: Combine<A::Level, Out = K>,
    K: Level,
{
    CaseWhen { branches: vec![(condition.into_node(), then.into_node())], marker: std::marker::PhantomData }
}

impl<T, L> CaseWhen<T, L> {
    /// The value where this condition is true and none before was.
    #[must_use]
    pub fn when<C, A, U, J, K>(self, condition: C, then: A) -> CaseWhen<U, K>
    where
        C: Operand,
        A: Operand,
        C::Type: Condition,
        T: Unified<A::Type, L, A::Level, Out = U>,
        L: Combine<C::Level, Out = J>,
        J: Combine<A::Level, Out = K>,
        U: ColumnType,
        K: Level,
    {
        let mut branches = self.branches;
        branches.push((condition.into_node(), then.into_node()));
        CaseWhen { branches, marker: std::marker::PhantomData }
    }

    /// The value where no condition is true.
    pub fn otherwise<B, U, K>(self, otherwise: B) -> Expr<U, K>
    where
        B: Operand,
        T: Unified<B::Type, L, B::Level, Out = U>,
        L: Combine<B::Level, Out = K>,
        U: ColumnType,
        K: Level,
    {
        Expr::from_node(case_node(self.branches, Some(otherwise.into_node())))
    }
}

#[diagnostic::do_not_recommend]
impl<T: ColumnType, L: Level> Operand for CaseWhen<T, L> {
    type Type = Option<T::Base>;
    type Level = L;
    fn into_node(self) -> Node {
        case_node(self.branches, None)
    }
}

/// Whether one of two nullable facts is certain: the nullability of `coalesce`.
pub trait BothNull<R> {
    /// Nullable only if both are.
    type Out: Nullability;
}
impl<R: Nullability> BothNull<R> for Required {
    type Out = Required;
}
impl<R: Nullability> BothNull<R> for crate::types::Nullable {
    type Out = R;
}

/// The first argument unless it is null, else the second.
pub fn coalesce<A, B, T, L, R, N, K>(value: A, otherwise: B) -> Expr<N::Of<T>, K>
where
    A: Operand,
    B: Operand,
    A::Type: Unified<B::Type, A::Level, B::Level, Base = T>,
    A::Type: ColumnType<Null = L>,
    B::Type: ColumnType<Null = R>,
    L: BothNull<R, Out = N>,
    A::Level: Combine<B::Level, Out = K>,
    T: BaseType,
    N: Nullability,
    K: Level,
{
    Expr::from_node(Node::call_flat(&COALESCE, vec![value.into_node(), otherwise.into_node()]))
}

/// Null when both are equal, else the first.
pub fn nullif<A, B, T, U, K>(value: A, null: B) -> Expr<Option<T>, K>
where
    A: Operand,
    B: Operand,
    A::Type: Unified<B::Type, A::Level, B::Level, Base = T> + Compare<B::Type, A::Level, B::Level, Out = U>,
    A::Level: Combine<B::Level, Out = K>,
    T: BaseType,
    U: ColumnType,
    K: Level,
{
    Expr::from_node(Node::call(&NULLIF, vec![value.into_node(), null.into_node()]))
}

/// Whether the value equals an element, in three-valued logic: null when the value is, or when no element is equal and
/// one is null. An empty list contains nothing.
pub fn in_<V, I, T, K>(value: V, list: I) -> Expr<T, K>
where
    V: Operand,
    I: IntoIterator,
    I::Item: Operand,
    V::Type: Compare<<I::Item as Operand>::Type, V::Level, <I::Item as Operand>::Level, Out = T>,
    V::Level: Combine<<I::Item as Operand>::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    let list = list.into_iter().map(Operand::into_node).collect();
    Expr::from_node(Node::new(NodeKind::InList { value: value.into_node(), list }))
}

/// Whether the value differs from all elements, in three-valued logic: the opposite of [`in_`].
pub fn not_in<V, I, T, K>(value: V, list: I) -> Expr<T, K>
where
    V: Operand,
    I: IntoIterator,
    I::Item: Operand,
    V::Type: Compare<<I::Item as Operand>::Type, V::Level, <I::Item as Operand>::Level, Out = T>,
    V::Level: Combine<<I::Item as Operand>::Level, Out = K>,
    T: Condition,
    K: Level,
{
    not(in_(value, list))
}

/// Whether `low <= value && value <= high`.
pub fn between<V, A, B, T, U, M, N, I, J, K>(value: V, low: A, high: B) -> Expr<<M::Or<N> as Nullability>::Of<bool>, K>
where
    V: Operand,
    A: Operand,
    B: Operand,
    V::Type: Compare<A::Type, V::Level, A::Level, Out = T> + Compare<B::Type, V::Level, B::Level, Out = U>,
    V::Level: Combine<A::Level, Out = I> + Combine<B::Level, Out = J>,
    T: ColumnType<Null = M>,
    U: ColumnType<Null = N>,
    I: Combine<J, Out = K>,
    M: Nullability,
    N: Nullability,
    J: Level,
    K: Level,
{
    let (value, low, high) = (value.into_node(), low.into_node(), high.into_node());
    let low = Node::call(&super::comparison::GE, vec![value.clone(), low]);
    let high = Node::call(&super::comparison::LE, vec![value, high]);
    Expr::from_node(Node::call_flat(&super::boolean::AND, vec![low, high]))
}
