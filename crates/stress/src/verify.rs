//! The journal against the database: what was acknowledged is there, and nothing is there that was not sent.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::json;
use skep_rules::Color;
use skep_server::domain::game::{Event, EventKind};
use skep_server::domain::ids::{GameId, Version};
use skep_server::store::{self, Options, Store};

use crate::journal::{self, Entry};

/// More faults than this are only counted.
const SHOWN: usize = 20;

/// A command: game, seat, id.
type Key = (String, Color, String);

#[derive(Default)]
struct Journals {
    sent: HashMap<Key, (u16, String)>,
    acknowledged: HashMap<Key, i64>,
}

impl Journals {
    fn read(folder: &Path) -> Result<Journals> {
        let mut journals = Journals::default();
        for entry in std::fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
            let text = std::fs::read_to_string(entry?.path())?;
            for line in text.lines() {
                match journal::read(line)? {
                    Entry::Sent { game, seat, id, ply, text } => {
                        journals.sent.insert((game, seat, id), (ply, text));
                    }
                    Entry::Acknowledged { game, seat, id, version } => {
                        if journals.acknowledged.insert((game, seat, id.clone()), version).is_some() {
                            bail!("{id} was acknowledged twice");
                        }
                    }
                }
            }
        }
        Ok(journals)
    }
}

/// Everything that is wrong.
async fn faults(store: &dyn Store, journals: &Journals) -> Result<Vec<String>> {
    let mut games: Vec<&str> = journals.sent.keys().map(|(game, ..)| game.as_str()).collect();
    games.sort_unstable();
    games.dedup();
    let mut faults = Vec::new();
    let mut kept: HashMap<Key, &Event> = HashMap::new();
    let mut all = Vec::new();
    for game in games {
        let id = GameId::parse(game).map_err(|_| anyhow::anyhow!("{game} is no game"))?;
        let events = store.events_after(&id, Version(0), 1_000_000).await?;
        all.push((game.to_owned(), events));
    }
    for (game, events) in &all {
        for (at, event) in events.iter().enumerate() {
            if event.version.0 != at as i64 + 1 {
                faults.push(format!("{game}: event {at} has version {}", event.version.0));
            }
            let EventKind::Moved { ply, text, .. } = &event.kind else { continue };
            let (Some(seat), Some(cmd)) = (event.seat, &event.cmd) else {
                faults.push(format!("{game}: a move without a command, version {}", event.version.0));
                continue;
            };
            let key = (game.clone(), seat, cmd.as_str().to_owned());
            match journals.sent.get(&key) {
                Some((sent_ply, sent)) if sent_ply == ply && sent == text => {}
                Some((sent_ply, sent)) => {
                    faults.push(format!("{key:?}: {sent} at {sent_ply} was sent, {text} at {ply} is kept"));
                }
                None => faults.push(format!("{key:?}: {text} was never sent")),
            }
            if kept.insert(key.clone(), event).is_some() {
                faults.push(format!("{key:?}: kept twice"));
            }
        }
    }
    for (key, version) in &journals.acknowledged {
        match kept.get(key) {
            Some(event) if event.version.0 == *version => {}
            Some(event) => faults.push(format!("{key:?}: told {version}, kept as {}", event.version.0)),
            None => faults.push(format!("{key:?}: acknowledged as {version} and lost")),
        }
    }
    Ok(faults)
}

pub(crate) async fn run(url: &str, folder: &Path) -> Result<()> {
    let journals = Journals::read(folder)?;
    let store = store::open(&Options::new(url)).await?;
    let mut faults = faults(store.as_ref(), &journals).await?;
    let verified = store.verify().await?;
    faults.extend(verified.faults.iter().cloned());
    let count = faults.len();
    faults.truncate(SHOWN);
    let report = json!({
        "sent": journals.sent.len(),
        "acknowledged": journals.acknowledged.len(),
        "games": verified.games,
        "events": verified.events,
        "faults": count,
        "first_faults": faults,
    });
    crate::say(&serde_json::to_string_pretty(&report)?);
    if count > 0 {
        bail!("{count} faults");
    }
    Ok(())
}
