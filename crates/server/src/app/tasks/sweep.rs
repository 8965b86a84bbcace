//! Clocks that ran out while nobody looked, and pairs that time brings together.

use std::time::Duration;

use tokio::sync::watch;

use super::{TaskParts, every, tick};
use crate::app::games::{CommandError, Request, Sender};
use crate::domain::game::Command;
use crate::domain::ids::GameId;
use crate::metrics;

/// How many games are ended in one go.
const PAGE: i64 = 200;

pub(super) async fn run(parts: TaskParts, leads: watch::Receiver<bool>, mut stopped: watch::Receiver<bool>) {
    let mut timer = every(parts.settings.sweep);
    while tick(&mut timer, &mut stopped).await {
        if !*leads.borrow() {
            continue;
        }
        if let Err(error) = sweep(&parts).await {
            tracing::warn!(%error, "no sweep");
        }
    }
}

/// Looks at every game whose deadline has passed. The game itself decides whether it is over: the same path, lock and
/// guard as for a player's command, so a race has one winner.
pub(super) async fn sweep(parts: &TaskParts) -> Result<usize, CommandError> {
    let mut ended = 0;
    loop {
        let before = parts.time.now() - parts.settings.grace;
        let overdue = parts.store.overdue(before, PAGE).await?;
        let full = overdue.len() as i64 == PAGE;
        let mut moved = 0;
        for game in overdue {
            match look(parts, game.clone()).await {
                Ok(()) => moved += 1,
                // One game that cannot be read must not keep all others running.
                Err(CommandError::Store(error)) if error.may_retry() => return Err(error.into()),
                Err(error) => tracing::error!(%game, %error, "an overdue game was not ended"),
            }
        }
        ended += moved;
        metrics::SWEPT.add(moved as u64);
        if !full || moved == 0 {
            return Ok(ended);
        }
    }
}

async fn look(parts: &TaskParts, game: GameId) -> Result<(), CommandError> {
    let request = Request {
        game,
        by: Sender::System,
        command: Command::Tick,
        cmd: None,
        received_at: parts.time.now(),
        rtt: None,
    };
    parts.games.command(request).await.map(drop)
}

/// Bands widen with time, so who did not fit a moment ago may fit now.
pub(super) async fn pair(parts: TaskParts, leads: watch::Receiver<bool>, mut stopped: watch::Receiver<bool>) {
    let mut timer = every(Duration::from_secs(1));
    while tick(&mut timer, &mut stopped).await {
        if !*leads.borrow() {
            continue;
        }
        if let Err(error) = parts.lobby.pair_all().await {
            tracing::warn!(%error, "no pairing");
        }
    }
}
