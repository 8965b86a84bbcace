//! Signs of life: this process is there, its clock is right, and time that nobody was there is given back.

use tokio::sync::watch;

use super::{TaskParts, every, tick};
use crate::bus::Change;
use crate::domain::time::Ms;
use crate::metrics;
use crate::store::StoreError;

/// How often the clock is asked for a comparison; the answer with the shortest way counts.
const QUESTIONS: usize = 3;

pub(super) async fn run(parts: TaskParts, mut stopped: watch::Receiver<bool>) {
    let mut timer = every(parts.settings.beat);
    while tick(&mut timer, &mut stopped).await {
        if let Err(error) = beat(&parts).await {
            tracing::warn!(%error, "no sign of life");
        }
    }
}

/// Sets the clock, gives a sign, and tells of the games that got time back. If the clock had to jump, the sign that
/// follows at once finds the gap, so no game is ended by the jump.
pub(super) async fn beat(parts: &TaskParts) -> Result<(), StoreError> {
    let jump = parts.time.compare(reference(parts).await?);
    if jump != Ms::ZERO {
        tracing::warn!(jump_ms = jump.0, "the clock was set");
    }
    let sockets = i32::try_from((parts.sockets.0)()).unwrap_or(i32::MAX);
    let build = env!("CARGO_PKG_VERSION");
    let beat = parts.store.beat(&parts.process, build, sockets, parts.time.now()).await?;
    parts.pulse.felt();
    if let Some(credit) = beat.credit {
        metrics::CREDIT_MS.add(credit.span.0.unsigned_abs());
        tracing::info!(credit_ms = credit.span.0, games = credit.games.len(), "time given back");
        for (game, version) in credit.games {
            parts.bus.publish(Change::Game(game, version));
        }
    }
    Ok(())
}

/// What the shared clock shows now: half the way there and back is added to the answer.
async fn reference(parts: &TaskParts) -> Result<Ms, StoreError> {
    let mut best: Option<(Ms, Ms)> = None;
    for _ in 0..QUESTIONS {
        let asked = parts.time.now();
        let answer = parts.store.clock().await?;
        let way = parts.time.now() - asked;
        if best.is_none_or(|(shortest, _)| way < shortest) {
            best = Some((way, answer + Ms(way.0 / 2) - parts.time.now()));
        }
    }
    // Kept as a difference, so that the questions that came after it do not make it old.
    Ok(parts.time.now() + best.map_or(Ms::ZERO, |(_, apart)| apart))
}
