//! What a session needs of an engine.

mod random;
mod types;

use skep_rules::Game;

pub use random::RandomBrain;
pub use types::{Clock, Info, Level, Limits, Options, Score, ScoreKind, SearchResult, StopToken};

/// An engine, as far as a session cares: it thinks, and can be told how.
///
/// Tests and rules-only servers bring their own.
pub trait Brain: Send {
    /// Takes on new options, without forgetting more than it has to.
    fn set_options(&mut self, options: Options);

    /// The size of the table that was had, in MiB: less than was asked for if memory ran out.
    fn table_mib(&self) -> usize;

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
}
