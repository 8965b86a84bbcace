//! Our engine, in this process.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};

use skep_engine::{CONTEMPT, Clock, Engine, Level, Limits, Options, StopToken};
use skep_rules::Game;
use skep_uhp::Effort;

use super::{Choice, Fault, Player};

/// How our engine is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Threads that search.
    pub threads: NonZeroUsize,
    /// Memory for positions that were seen.
    pub table_mib: usize,
    /// The strength.
    pub level: Level,
    /// How much it dislikes a draw, in evaluation units.
    pub contempt: i32,
}

impl Default for EngineSpec {
    fn default() -> EngineSpec {
        // Games of a match are short on time: a table that fills the cache pays more than a large one, and has
        // to be wiped before each game.
        EngineSpec { threads: NonZeroUsize::MIN, table_mib: 16, level: Level::MAX, contempt: CONTEMPT }
    }
}

/// Our engine as a player.
#[derive(Debug)]
pub struct EnginePlayer {
    spec: EngineSpec,
    engine: Engine,
    seed: u64,
}

impl EnginePlayer {
    /// A player with an engine of its own.
    #[must_use]
    pub fn new(spec: EngineSpec) -> EnginePlayer {
        EnginePlayer { spec, engine: new_engine(spec), seed: 0 }
    }

    fn limits(&self, effort: Effort) -> Limits {
        let EngineSpec { level, contempt, .. } = self.spec;
        let mut limits = Limits { level, seed: self.seed, contempt, ..Limits::default() };
        match effort {
            Effort::Depth(depth) => limits.depth = Some(u8::try_from(depth).unwrap_or(u8::MAX).max(1)),
            Effort::Time(time) => limits.time = Some(time),
            Effort::Nodes(nodes) => limits.nodes = Some(nodes),
            Effort::Clock { remaining, increment } => limits.clock = Some(Clock { remaining, increment }),
            Effort::Unlimited => {}
        }
        limits
    }
}

fn new_engine(spec: EngineSpec) -> Engine {
    Engine::new(Options { threads: spec.threads, table_mib: spec.table_mib, ..Options::default() })
}

impl Player for EnginePlayer {
    fn begin(&mut self, _: &Game, seed: u64) -> Result<(), Fault> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, effort: Effort, stop: &StopToken) -> Result<Choice, Fault> {
        let limits = self.limits(effort);
        let search = AssertUnwindSafe(|| self.engine.search(game, &limits, stop, &mut |_| {}));
        match catch_unwind(search) {
            Ok(Some(found)) => Ok(Choice {
                mv: found.best,
                score: Some(found.score.units()),
                depth: Some(u32::from(found.depth)),
                nodes: Some(found.nodes),
            }),
            Ok(None) => Err(Fault::Nonsense("no turn".into())),
            Err(panic) => {
                // Whatever state the panic left behind, it is not used again.
                self.engine = new_engine(self.spec);
                let message = panic.downcast_ref::<String>().map(String::as_str);
                let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
                Err(Fault::Crash(message.unwrap_or("panic").to_owned()))
            }
        }
    }

    fn notice(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }
}
