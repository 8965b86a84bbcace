//! Threads that search. They belong to the computer alone: neither sockets nor the database wait behind a search.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use skep_engine::{Engine, Limits, Options, StopToken};
use skep_rules::{Game, Move};
use tokio::sync::oneshot;

use crate::domain::ids::Level;

/// The table of one thread. Levels look at some thousand positions, so a small one is never full.
const TABLE_MIB: usize = 4;

/// A position to think about.
#[derive(Debug)]
pub(super) struct Thought {
    pub(super) game: Game,
    pub(super) level: Level,
    pub(super) time: Duration,
    pub(super) seed: u64,
}

type Task = (Thought, oneshot::Sender<Option<Move>>);

#[derive(Debug)]
pub(super) struct Workers {
    queue: mpsc::Sender<Task>,
}

impl Workers {
    /// Threads that end when this is dropped.
    pub(super) fn start(count: usize) -> Workers {
        let (queue, tasks) = mpsc::channel::<Task>();
        let tasks = Arc::new(Mutex::new(tasks));
        for number in 0..count {
            let tasks = Arc::clone(&tasks);
            let thread = std::thread::Builder::new().name(format!("engine-{number}"));
            if let Err(error) = thread.spawn(move || run(&tasks)) {
                tracing::error!(%error, "a thread for the computer did not start");
            }
        }
        Workers { queue }
    }

    /// The move to play; none if there is none, or nobody could think.
    pub(super) async fn think(&self, thought: Thought) -> Option<Move> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((thought, reply)).ok()?;
        answer.await.ok().flatten()
    }
}

fn run(tasks: &Mutex<mpsc::Receiver<Task>>) {
    let mut engine = new_engine();
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((thought, reply)) = task else { return };
        let found = catch_unwind(AssertUnwindSafe(|| search(&mut engine, &thought)));
        if found.is_err() {
            // Whatever state it left behind, it is not used again.
            engine = new_engine();
        }
        let _ = reply.send(found.unwrap_or(None));
    }
}

fn new_engine() -> Engine {
    Engine::new(Options { table_mib: TABLE_MIB, threads: NonZeroUsize::MIN, ..Options::default() })
}

fn search(engine: &mut Engine, thought: &Thought) -> Option<Move> {
    // Games of different people must not learn from each other: the same level plays the same way for all.
    engine.clear();
    let limits = Limits {
        time: Some(thought.time),
        level: skep_engine::Level::new(thought.level.number()).unwrap_or_default(),
        seed: thought.seed,
        contempt: skep_engine::CONTEMPT,
        ..Limits::default()
    };
    let result = engine.search(&thought.game, &limits, &StopToken::new(), &mut |_| {});
    result.map(|result| result.best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_rules::GameType;

    #[tokio::test]
    async fn every_level_finds_a_legal_move() {
        let workers = Workers::start(2);
        let game = Game::new(GameType::BASE_MLP);
        for number in 1..=Level::MAX {
            let level = Level::new(number).expect("there are eight levels");
            let thought = Thought { game: game.clone(), level, time: Duration::from_millis(50), seed: 1 };
            let best = workers.think(thought).await.expect("a move");
            assert!(game.position().is_legal(best));
        }
    }
}
