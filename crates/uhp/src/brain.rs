//! What a session needs of an engine.

mod random;

use std::num::NonZeroUsize;

use skep_engine::{Engine, Explanation, Info, Limits, MoveExplanation, Options, SearchResult, StopToken};
use skep_rules::{Game, Move};

pub use random::RandomBrain;

/// An engine, as far as a session cares: it thinks, and can be told how.
///
/// Tests and rules-only servers bring their own.
pub trait Brain: Send {
    /// Takes on the number of threads and the size of the table, without forgetting more than it has to. Gives
    /// the size that was had: less than was asked for if memory ran out.
    fn configure(&mut self, threads: NonZeroUsize, table_mib: usize) -> usize;

    /// Forgets everything: the next game has nothing to do with the last.
    fn clear(&mut self);

    /// Looks for the best turn until a limit is reached or `stop` is pulled. `None` if the game is over.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult>;

    /// Explains the position. `None` if the game is over, or if it cannot explain anything.
    fn explain(&mut self, _game: &Game, _limits: &Limits, _stop: &StopToken) -> Option<Explanation> {
        None
    }

    /// Explains a legal turn. `None` if it cannot.
    fn explain_move(
        &mut self,
        _game: &Game,
        _mv: Move,
        _limits: &Limits,
        _stop: &StopToken,
    ) -> Option<MoveExplanation> {
        None
    }
}

impl Brain for Engine {
    fn configure(&mut self, threads: NonZeroUsize, table_mib: usize) -> usize {
        self.set_options(Options { threads, table_mib, ..self.options() });
        self.table_mib()
    }

    fn clear(&mut self) {
        Engine::clear(self);
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        Engine::search(self, game, limits, stop, on_info)
    }

    fn explain(&mut self, game: &Game, limits: &Limits, stop: &StopToken) -> Option<Explanation> {
        Engine::explain(self, game, limits, stop)
    }

    fn explain_move(
        &mut self,
        game: &Game,
        mv: Move,
        limits: &Limits,
        stop: &StopToken,
    ) -> Option<MoveExplanation> {
        Engine::explain_move(self, game, mv, limits, stop)
    }
}
