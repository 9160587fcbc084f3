//! proto
use super::level::*;
use super::node::*;
use super::operand::*;
use crate::error::PlanError;
use crate::types::*;

#[diagnostic::on_unimplemented(message = "cannot compare `{Self}` with `{R}`", label = "`{Self}` compared with `{R}`")]
pub trait Compare<R> {
    type Out: ColumnType;
}
#[diagnostic::do_not_recommend]
impl<L: ColumnType, R: ColumnType> Compare<R> for L
where
    L::Base: CompareBase<R::Base>,
{
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<bool>;
}
pub enum Hidden {}
impl Compare<Hidden> for Hidden {
    type Out = bool;
}
pub trait CompareBase<R> {}
macro_rules! same { ($($t:ty),*) => {$(impl CompareBase<$t> for $t {})*} }
same!(bool, i32, i64, u64, f64, String);
impl CompareBase<i32> for i64 {}
impl CompareBase<i32> for f64 {}

#[diagnostic::on_unimplemented(message = "arithmetic between `{Self}` and `{R}`", label = "`{Self}` and `{R}`")]
pub trait Arithmetic<R> {
    type Out: ColumnType;
}
#[diagnostic::do_not_recommend]
impl<L: ColumnType, R: ColumnType> Arithmetic<R> for L
where
    L::Base: ArithmeticBase<R::Base>,
{
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<<L::Base as ArithmeticBase<R::Base>>::Out>;
}
impl Arithmetic<Hidden> for Hidden {
    type Out = bool;
}
pub trait ArithmeticBase<R> {
    type Out: BaseType;
}
impl ArithmeticBase<f64> for f64 {
    type Out = f64;
}
impl ArithmeticBase<i64> for i64 {
    type Out = i64;
}
impl ArithmeticBase<i64> for f64 {
    type Out = f64;
}

fn todo_node(a: Vec<Node>) -> Node {
    let _ = a;
    Node::new(NodeKind::Invalid(PlanError::new("proto")))
}

pub fn gt<L, R, T, K>(left: L, right: R) -> Expr<T, K>
where
    L: Operand,
    R: Operand,
    L::Type: Compare<R::Type, Out = T>,
    L::Level: Combine<R::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    Expr::from_node(todo_node(vec![left.into_node(), right.into_node()]))
}

pub fn add<L, R, T, K>(left: L, right: R) -> Expr<T, K>
where
    L: Operand,
    R: Operand,
    L::Type: Arithmetic<R::Type, Out = T>,
    L::Level: Combine<R::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    Expr::from_node(todo_node(vec![left.into_node(), right.into_node()]))
}

pub trait Literal: ColumnType {
    type Int: BaseType;
}
#[diagnostic::on_unimplemented(message = "cannot compare `{Self}` with a number", label = "`{Self}` is not a number")]
pub trait Number {}
macro_rules! lit { ($($t:ty => $i:ty),*) => {$(impl Literal for $t { type Int = $i; } impl Literal for Option<$t> { type Int = $i; } )*} }
lit!(bool => i64, i32 => i32, i64 => i64, u64 => u64, f64 => i64, String => i64);
macro_rules! num { ($($t:ty ),*) => {$(impl Number for $t { } impl Number for Option<$t> {} )*} }
num!(i32, i64, u64, f64);

pub fn gt_int<L, N, K>(
    left: L,
    right: fn() -> <L::Type as Literal>::Int,
) -> Expr<<N as Nullability>::Of<bool>, L::Level>
where
    L: Operand,
    L::Type: Literal + Number + ColumnType<Null = N>,
    N: Nullability,
{
    let _: Option<K> = None;
    Expr::from_node(todo_node(vec![left.into_node(), right().into_node()]))
}

pub fn and<L, R, T, K>(left: L, right: R) -> Expr<T, K>
where
    L: Operand,
    R: Operand,
    L::Type: Logic<R::Type, Out = T>,
    L::Level: Combine<R::Level, Out = K>,
    T: ColumnType,
    K: Level,
{
    Expr::from_node(todo_node(vec![left.into_node(), right.into_node()]))
}
#[diagnostic::on_unimplemented(message = "`&&` of `{Self}` and `{R}`", label = "`{Self}` and `{R}`")]
pub trait Logic<R> {
    type Out: ColumnType;
}
#[diagnostic::do_not_recommend]
impl<L: ColumnType<Base = bool>, R: ColumnType<Base = bool>> Logic<R> for L {
    type Out = <<L::Null as Nullability>::Or<R::Null> as Nullability>::Of<bool>;
}
impl Logic<Hidden> for Hidden {
    type Out = bool;
}

#[diagnostic::on_unimplemented(message = "cannot sum `{Self}`", label = "`sum` takes numbers, this is `{Self}`")]
pub trait Summable {
    type Sum: ColumnType;
}
impl Summable for i64 {
    type Sum = Option<i64>;
}
impl Summable for f64 {
    type Sum = Option<f64>;
}
impl Summable for Option<f64> {
    type Sum = Option<f64>;
}

pub fn sum<E, T>(e: E) -> Aggregate<T>
where
    E: Operand,
    E::Type: Summable<Sum = T>,
    E::Level: RowWise,
{
    Aggregate::from_node(todo_node(vec![e.into_node()]))
}

#[diagnostic::on_unimplemented(message = "`{Self}` is no condition", label = "WHERE takes a bool, this is `{Self}`")]
pub trait Condition {}
impl Condition for bool {}
impl Condition for Option<bool> {}

pub fn condition<E>(e: E) -> Node
where
    E: Operand,
    E::Type: Condition,
    E::Level: RowWise,
{
    e.into_node()
}

pub fn item<E: Operand>(e: E) -> Expr<E::Type, E::Level> {
    Expr::from_node(e.into_node())
}
pub fn grouped_item<E: Operand>(e: E) -> Expr<E::Type, E::Level>
where
    E::Level: InGroup,
{
    Expr::from_node(e.into_node())
}
