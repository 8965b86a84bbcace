//! What the server does by itself: signs of life, ended clocks, pairing, cleaning up.
//!
//! With several processes one of them leads and does what is to be done once. Everything it does is guarded in the
//! database as well, so two leaders for a moment do no harm.

mod beat;
mod clean;
mod pulse;
mod sweep;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, timeout};

pub use pulse::Pulse;

use super::games::GameService;
use super::lobby::LobbyService;
use super::time::TimeSource;
use crate::bus::Bus;
use crate::domain::time::Ms;
use crate::metrics;
use crate::store::{Store, StoreError};

/// How long a stop waits for tasks that are in the middle of something.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the tasks work on.
#[derive(Clone, Debug)]
pub struct TaskParts {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Who is told.
    pub bus: Bus,
    /// The clock.
    pub time: Arc<dyn TimeSource>,
    /// Commands to games.
    pub games: Arc<GameService>,
    /// Pairing.
    pub lobby: Arc<LobbyService>,
    /// The name of this process.
    pub process: String,
    /// Where signs of life are noted.
    pub pulse: Pulse,
    /// How many sockets are open.
    pub sockets: SocketCount,
    /// How often, and how patiently.
    pub settings: TaskSettings,
}

/// Asks how many sockets are open.
#[derive(Clone)]
pub struct SocketCount(pub Arc<dyn Fn() -> usize + Send + Sync>);

impl std::fmt::Debug for SocketCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SocketCount").field(&(self.0)()).finish()
    }
}

/// How often the tasks work.
#[derive(Clone, Debug)]
pub struct TaskSettings {
    /// Between two signs of life.
    pub beat: Duration,
    /// Between two looks for ended clocks.
    pub sweep: Duration,
    /// How long after a deadline a game is ended: a move that came in time may still be on its way to the disk.
    pub grace: Ms,
    /// How long the events of ended games are kept.
    pub keep_events: Ms,
}

impl Default for TaskSettings {
    fn default() -> TaskSettings {
        TaskSettings {
            beat: Duration::from_secs(2),
            sweep: Duration::from_secs(1),
            grace: Ms(500),
            keep_events: Ms::days(7),
        }
    }
}

/// The running tasks.
#[derive(Debug)]
pub struct Tasks {
    parts: TaskParts,
    stop: watch::Sender<bool>,
    running: JoinSet<()>,
}

impl Tasks {
    /// Gives the first sign of life, which gives back the time that nobody was there, and starts the tasks. Nothing
    /// may be served before this has returned.
    ///
    /// # Errors
    /// When the database does not take the sign of life.
    pub async fn start(parts: TaskParts) -> Result<Tasks, StoreError> {
        beat::beat(&parts).await?;
        let (stop, stopped) = watch::channel(false);
        let (leads, led) = watch::channel(false);
        let mut running = JoinSet::new();
        running.spawn(beat::run(parts.clone(), stopped.clone()));
        running.spawn(lead(parts.clone(), leads, stopped.clone()));
        running.spawn(sweep::run(parts.clone(), led.clone(), stopped.clone()));
        running.spawn(sweep::pair(parts.clone(), led.clone(), stopped.clone()));
        running.spawn(clean::run(parts.clone(), led, stopped));
        Ok(Tasks { parts, stop, running })
    }

    /// Ends them, and tells the other processes that this one is gone.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        let all = async { while self.running.join_next().await.is_some() {} };
        if timeout(PATIENCE, all).await.is_err() {
            tracing::warn!("tasks did not end in time");
        }
        let (store, process) = (&self.parts.store, &self.parts.process);
        if let Err(error) = store.step_down().await {
            tracing::warn!(%error, "did not step down");
        }
        if let Err(error) = store.leave(process, self.parts.time.now()).await {
            tracing::warn!(%error, "did not say goodbye");
        }
    }
}

/// Tries to lead, or shows that it still does.
async fn lead(parts: TaskParts, leads: watch::Sender<bool>, mut stopped: watch::Receiver<bool>) {
    let mut timer = every(Duration::from_secs(2));
    while tick(&mut timer, &mut stopped).await {
        let now = match parts.store.lead(&parts.process, parts.time.now()).await {
            Ok(now) => now,
            Err(error) => {
                tracing::warn!(%error, "no election");
                false
            }
        };
        metrics::LEADER.set(i64::from(now));
        if leads.send_if_modified(|led| std::mem::replace(led, now) != now) {
            tracing::info!(process = parts.process, leads = now, "leadership");
        }
    }
}

fn every(period: Duration) -> tokio::time::Interval {
    let mut timer = interval(period);
    // After a stall one look is as good as many.
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    timer
}

/// Waits for the next turn; false when it is time to end.
async fn tick(timer: &mut tokio::time::Interval, stopped: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        biased;
        _ = stopped.wait_for(|stop| *stop) => false,
        _ = timer.tick() => true,
    }
}
