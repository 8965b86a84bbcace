//! Cleaning up: what is over is removed, and who must hear of it does.

use std::time::Duration;

use tokio::sync::watch;

use super::{TaskParts, every, tick};
use crate::bus::Change;
use crate::domain::time::Ms;
use crate::store::StoreError;
use crate::store::cluster::DEAD_AFTER;

/// Every so many short rounds comes a long one.
const LONG_ROUND: u32 = 120;
/// Guests who never played are forgotten after so long.
const IDLE_GUESTS: Ms = Ms::days(90);
/// No window of a counter is longer.
const OLD_COUNTS: Ms = Ms::days(2);
/// Up to which end of game events have been removed.
const TRIMMED_UNTIL: &str = "trimmed_until";

pub(super) async fn run(parts: TaskParts, leads: watch::Receiver<bool>, mut stopped: watch::Receiver<bool>) {
    let mut timer = every(Duration::from_secs(5));
    let mut round: u32 = 0;
    while tick(&mut timer, &mut stopped).await {
        if !*leads.borrow() {
            continue;
        }
        if let Err(error) = short_round(&parts).await {
            tracing::warn!(%error, "no short round of cleaning");
        }
        // The first long round comes at once: a server that is restarted every day cleans up too.
        if round.is_multiple_of(LONG_ROUND)
            && let Err(error) = long_round(&parts).await
        {
            tracing::warn!(%error, "no long round of cleaning");
        }
        round = round.wrapping_add(1);
    }
}

/// What people wait for: seeks of processes that died, challenges that ran out, opponents that are gone.
pub(super) async fn short_round(parts: &TaskParts) -> Result<(), StoreError> {
    let now = parts.time.now();
    if parts.store.drop_stale_seeks(now, now - DEAD_AFTER).await? > 0 {
        parts.bus.publish(Change::Lobby);
    }
    let expired = parts.store.expire_challenges(now).await?;
    if expired.iter().any(|challenge| challenge.to.is_none()) {
        parts.bus.publish(Change::Lobby);
    }
    for challenge in expired {
        parts.bus.publish(Change::User(challenge.from));
        if let Some(to) = challenge.to {
            parts.bus.publish(Change::User(to));
        }
    }
    for game in parts.store.bury_processes(now).await? {
        parts.bus.publish(Change::Presence(game));
    }
    Ok(())
}

/// What nobody waits for.
pub(super) async fn long_round(parts: &TaskParts) -> Result<(), StoreError> {
    let now = parts.time.now();
    let sessions = parts.store.drop_expired_sessions(now).await?;
    let counts = parts.store.drop_counts(now - OLD_COUNTS).await?;
    let guests = parts.store.drop_idle_guests(now - IDLE_GUESTS).await?;
    let from = parts.store.meta(TRIMMED_UNTIL).await?.and_then(|text| text.parse().ok()).map_or(Ms(0), Ms);
    let until = now - parts.settings.keep_events;
    let mut events = 0;
    if from < until {
        events = parts.store.trim_events(from, until).await?;
        parts.store.set_meta(TRIMMED_UNTIL, &until.0.to_string()).await?;
    }
    tracing::debug!(sessions, counts, guests, events, "cleaned up");
    Ok(())
}
