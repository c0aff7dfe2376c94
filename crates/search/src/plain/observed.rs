//! Engines of searches that can be observed: playing and recording run the same search.

use game::{Line, Position};

use super::SearchObserver;
use crate::{Control, Limits, SearchInfo};

/// A search that tells an observer every step. With the observer `()`, whose methods are empty, telling costs nothing.
pub trait ObservedSearch<P: Position>: Send {
    /// Searches the last position of the line.
    fn search<O: SearchObserver<P> + ?Sized>(
        &mut self,
        line: &Line<P>,
        limits: &Limits<P::Move>,
        control: &Control,
        report: &mut dyn FnMut(&SearchInfo<P>),
        observer: &mut O,
    ) -> SearchInfo<P>;

    /// Drops what earlier searches have left.
    fn forget(&mut self) {}
}

/// Makes an observed search an engine for positions `P`. A macro, since a blanket implementation would overlap with those of
/// other engines.
macro_rules! observed_engine {
    ([$($generics:tt)*] $engine:ty) => {
        impl<$($generics)*> $crate::Engine<P> for $engine {
            fn think(
                &mut self,
                line: &game::Line<P>,
                limits: &$crate::Limits<P::Move>,
                control: &$crate::Control,
                report: &mut dyn FnMut(&$crate::SearchInfo<P>),
            ) -> $crate::SearchInfo<P> {
                ObservedSearch::search(self, line, limits, control, report, &mut ())
            }

            fn think_observed(
                &mut self,
                line: &game::Line<P>,
                limits: &$crate::Limits<P::Move>,
                control: &$crate::Control,
                report: &mut dyn FnMut(&$crate::SearchInfo<P>),
                observer: &mut dyn $crate::plain::SearchObserver<P>,
            ) -> Option<$crate::SearchInfo<P>> {
                // The observer hears the whole tree from its root on.
                ObservedSearch::<P>::forget(self);
                Some(ObservedSearch::search(self, line, limits, control, report, observer))
            }

            fn new_game(&mut self) {
                ObservedSearch::<P>::forget(self);
            }
        }
    };
}
pub(super) use observed_engine;
