//! The computer at its levels: takes work from the table, thinks on threads of its own, plays like everybody else.
//!
//! There are only so many threads, and work is claimed only when one is free, so that people's games never wait for
//! the computer's thoughts. A claim runs out: if this process dies, another one takes the work.

mod workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Game, Position};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use self::workers::{Thought, Workers};
use super::games::{CommandError, GameService, Request, Sender};
use super::secrets::random_number;
use super::time::TimeSource;
use crate::domain::game::{Action, Command, GameState, Line, Rejection, Status};
use crate::domain::ids::{CmdId, UserId};
use crate::domain::terms::Clock;
use crate::domain::time::Ms;
use crate::metrics;
use crate::store::games::Job;
use crate::store::{Store, StoreError};

/// How long a claim holds.
const LEASE: Ms = Ms::seconds(30);
/// How often work is looked for.
const LOOK: Duration = Duration::from_millis(150);
/// After so many attempts the computer gives the game up.
const ATTEMPTS: i16 = 3;
/// No move takes longer than this to find.
const LONGEST: Duration = Duration::from_secs(1);

/// What the computer needs.
#[derive(Clone, Debug)]
pub struct ComputerParts {
    /// Where work waits.
    pub store: Arc<dyn Store>,
    /// Where moves go.
    pub games: Arc<GameService>,
    /// The clock.
    pub time: Arc<dyn TimeSource>,
    /// The name of this process.
    pub process: String,
    /// How many moves are searched at once.
    pub threads: usize,
}

/// The running computer.
#[derive(Debug)]
pub struct Computer {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Computer {
    /// Starts the threads and looks for work.
    #[must_use]
    pub fn start(parts: ComputerParts) -> Computer {
        let (stop, stopped) = watch::channel(false);
        let workers = Workers::start(parts.threads.max(1));
        let free = Arc::new(Semaphore::new(parts.threads.max(1)));
        let desk = Arc::new(Desk { parts, workers, free });
        let task = tokio::spawn(run(desk, stopped));
        Computer { stop, task }
    }

    /// Takes no more work. What is being thought about is left to its lease.
    pub async fn stop(self) {
        self.stop.send_replace(true);
        let _ = self.task.await;
    }
}

#[derive(Debug)]
struct Desk {
    parts: ComputerParts,
    workers: Workers,
    free: Arc<Semaphore>,
}

async fn run(desk: Arc<Desk>, mut stopped: watch::Receiver<bool>) {
    let mut timer = interval(LOOK);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = timer.tick() => {}
            _ = stopped.wait_for(|stop| *stop) => return,
        }
        if let Err(error) = take_work(&desk).await {
            tracing::warn!(%error, "no work for the computer could be taken");
        }
    }
}

/// Takes as much as there are free threads. A look is a read; only work that is due is a write.
async fn take_work(desk: &Arc<Desk>) -> Result<(), StoreError> {
    let parts = &desk.parts;
    while let Ok(permit) = Arc::clone(&desk.free).try_acquire_owned() {
        let now = parts.time.now();
        if parts.store.next_job().await?.is_none_or(|due| due > now) {
            return Ok(());
        }
        let Some(job) = parts.store.claim_job(&parts.process, now, LEASE).await? else { return Ok(()) };
        let desk = Arc::clone(desk);
        tokio::spawn(async move {
            desk.work(job).await;
            drop(permit);
        });
    }
    Ok(())
}

impl Desk {
    async fn work(&self, job: Job) {
        let (game, attempts) = (job.game.clone(), job.attempts);
        let parts = &self.parts;
        let done = match self.play(&job).await {
            Ok(()) => return,
            // The game went on without us, or is over.
            Err(Failure::Obsolete) => parts.store.drop_job(job).await,
            Err(Failure::Command(error)) => {
                tracing::warn!(%game, attempts, %error, "the computer did not move");
                parts.store.release_job(job, parts.time.now() + Ms::seconds(1)).await
            }
        };
        if let Err(error) = done {
            // The claim runs out by itself.
            tracing::warn!(%game, %error, "work of the computer was not given back");
        }
    }

    async fn play(&self, job: &Job) -> Result<(), Failure> {
        let state = self.parts.games.state(&job.game).await?;
        let user = UserId::computer(job.level);
        if state.outcome().is_some() || state.players[state.turn()].user != user {
            return Err(Failure::Obsolete);
        }
        if job.attempts > ATTEMPTS {
            tracing::error!(game = %job.game, "the computer gives up");
            let action = if state.status == Status::Opening { Action::Abort } else { Action::Resign };
            return self.command(job, Command::Act(action), CmdId::engine(job.version)).await;
        }
        let thought = Thought {
            game: rebuild(&state.line),
            level: job.level,
            time: time_for(&state),
            seed: random_number(),
        };
        let started = Instant::now();
        let best = self.workers.think(thought).await.ok_or(Failure::Obsolete)?;
        metrics::ENGINE_SECONDS.record(started.elapsed());
        let text = best.to_uhp(state.line.position());
        let command = Command::Play { ply: state.ply(), text, think: None };
        self.command(job, command, CmdId::engine(job.version)).await
    }

    async fn command(&self, job: &Job, command: Command, cmd: CmdId) -> Result<(), Failure> {
        let request = Request {
            game: job.game.clone(),
            by: Sender::User(UserId::computer(job.level)),
            command,
            cmd: Some(cmd),
            received_at: self.parts.time.now(),
            rtt: None,
        };
        match self.parts.games.command(request).await {
            Ok(_) => Ok(()),
            Err(CommandError::Rejected {
                rejection:
                    Rejection::Stale | Rejection::NotYourTurn | Rejection::GameOver | Rejection::Flagged,
                ..
            }) => Err(Failure::Obsolete),
            Err(error) => Err(error.into()),
        }
    }
}

/// Why no move was made.
#[derive(Debug)]
enum Failure {
    /// None was wanted any longer.
    Obsolete,
    /// It could not be made.
    Command(CommandError),
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Failure {
        match error {
            CommandError::NotFound => Failure::Obsolete,
            other => Failure::Command(other),
        }
    }
}

/// The game with its history, so that the search sees repetitions; at worst the position alone.
fn rebuild(line: &Line) -> Game {
    let position = line.position();
    let mut game = Game::new(position.rules());
    for text in line.move_texts() {
        let next = UhpMove::parse(text).ok().and_then(|mv| mv.resolve(game.position()).ok());
        if next.is_none_or(|mv| game.play(mv).is_err()) {
            return Game::from_position(Position::clone(position));
        }
    }
    game
}

/// A small part of what is left on the clock.
fn time_for(state: &GameState) -> Duration {
    match state.terms.clock {
        Clock::Fischer { .. } => {
            let left = state.left[state.turn()].0.max(0);
            LONGEST.min(
                Duration::from_millis(u64::try_from(left / 20).unwrap_or(0)).max(Duration::from_millis(20)),
            )
        }
        Clock::Correspondence { .. } | Clock::Untimed => LONGEST,
    }
}
