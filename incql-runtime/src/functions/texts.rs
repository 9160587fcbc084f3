//! Several texts as one argument: a tuple, array or `Vec`.

use super::helper::Text;
use crate::expr::level::{Combine, Level};
use crate::expr::node::Node;
use crate::expr::operand::Operand;

/// What `concat_ws` joins.
#[diagnostic::on_unimplemented(
    message = "expected texts, found `{Self}`",
    label = "not a tuple or array of texts",
    note = "write `(a, b)` or `[a, b]`; `cast::<String>(..)` turns a value into text"
)]
pub trait Texts {
    /// The level of all together.
    type Level: Level;
    /// The texts in order.
    fn into_nodes(self) -> Vec<Node>;
}

#[diagnostic::do_not_recommend]
impl<E, const N: usize> Texts for [E; N]
where
    E: Operand,
    E::Type: Text,
{
    type Level = E::Level;
    fn into_nodes(self) -> Vec<Node> {
        self.into_iter().map(Operand::into_node).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<E> Texts for Vec<E>
where
    E: Operand,
    E::Type: Text,
{
    type Level = E::Level;
    fn into_nodes(self) -> Vec<Node> {
        self.into_iter().map(Operand::into_node).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<A> Texts for (A,)
where
    A: Operand,
    A::Type: Text,
{
    type Level = A::Level;
    fn into_nodes(self) -> Vec<Node> {
        vec![self.0.into_node()]
    }
}

macro_rules! tuples {
    ($($first:ident $($rest:ident)+;)*) => {$(
        #[diagnostic::do_not_recommend]
        #[allow(non_snake_case)]
        impl<$first, $($rest),+> Texts for ($first, $($rest),+)
        where
            $first: Operand,
            $first::Type: Text,
            ($($rest,)+): Texts,
            $first::Level: Combine<<($($rest,)+) as Texts>::Level>,
        {
            type Level = <$first::Level as Combine<<($($rest,)+) as Texts>::Level>>::Out;
            fn into_nodes(self) -> Vec<Node> {
                let ($first, $($rest),+) = self;
                let mut nodes = vec![$first.into_node()];
                nodes.extend(($($rest,)+).into_nodes());
                nodes
            }
        }
    )*};
}
tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
}
