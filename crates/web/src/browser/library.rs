//! The games of this device: held in memory for the screens, written through to storage.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::storage::Storage;
use crate::saved::{LoadError, Saved};

/// A stored game, or what is left of one.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) content: Result<Saved, Damaged>,
}

/// A text that is no game any more. Kept until its owner throws it away.
#[derive(Debug)]
pub(crate) struct Damaged {
    pub(crate) error: LoadError,
    pub(crate) text: String,
}

/// Whether games can be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shelf {
    /// Still being read.
    Opening,
    /// Ready.
    Open,
    /// The browser keeps nothing; games live until the page closes.
    Off,
}

/// A handle to the games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Library {
    pub(crate) shelf: RwSignal<Shelf>,
    entries: RwSignal<Vec<Arc<Entry>>>,
    storage: StoredValue<Option<Storage>, LocalStorage>,
    /// Written before the shelf was open, for instance a game that came in the link that opened the page.
    early: StoredValue<Vec<(String, String)>>,
}

impl Library {
    /// Begins to read the stored games.
    pub(crate) fn open() -> Library {
        let library = Library {
            shelf: RwSignal::new(Shelf::Opening),
            entries: RwSignal::new(Vec::new()),
            storage: StoredValue::new_local(None),
            early: StoredValue::new(Vec::new()),
        };
        spawn_local(async move {
            let shelf = if library.read().await { Shelf::Open } else { Shelf::Off };
            library.shelf.set(shelf);
        });
        library
    }

    async fn read(self) -> bool {
        let Ok(storage) = Storage::open().await else { return false };
        let Ok(texts) = storage.all().await else { return false };
        self.storage.set_value(Some(storage.clone()));
        let early = self.early.try_update_value(std::mem::take).unwrap_or_default();
        let mut kept = true;
        for (id, text) in early {
            kept &= storage.put(&id, &text).await.is_ok();
        }
        let entry = |(id, text): (String, String)| {
            let content = Saved::parse(&text).map_err(|error| Damaged { error, text });
            Arc::new(Entry { id, content })
        };
        self.entries.update(|entries| entries.extend(texts.into_iter().map(entry)));
        kept
    }

    /// All games, last played first, damaged ones at the end.
    pub(crate) fn sorted(self) -> Vec<Arc<Entry>> {
        let mut entries = self.entries.get();
        entries
            .sort_by_key(|entry| std::cmp::Reverse(entry.content.as_ref().map_or(0, |saved| saved.updated)));
        entries
    }

    /// All games as one text that [`crate::import`] reads back, those that nobody has begun left out.
    pub(crate) fn to_text(self) -> String {
        self.sorted().iter().fold(String::new(), |text, entry| match &entry.content {
            Ok(saved) if saved.game.moves().is_empty() => text,
            Ok(saved) => text + &saved.to_string() + "\n",
            Err(damaged) => text + &damaged.text + "\n",
        })
    }

    /// The texts of all whole games.
    pub(crate) fn texts(self) -> HashSet<String> {
        self.entries.with_untracked(|entries| {
            entries.iter().filter_map(|entry| entry.content.as_ref().ok()).map(Saved::to_string).collect()
        })
    }

    /// A game by its id, if it is there and whole.
    pub(crate) fn find(self, id: &str) -> Option<Saved> {
        self.entries.with_untracked(|entries| {
            entries.iter().find(|entry| entry.id == id).and_then(|entry| entry.content.as_ref().ok().cloned())
        })
    }

    /// Holds a game in memory only: one that was set up and not yet begun is not worth a place on the shelf.
    pub(crate) fn hold(self, id: &str, saved: Saved) {
        let fresh = Arc::new(Entry { id: id.to_owned(), content: Ok(saved) });
        self.entries.update(|entries| match entries.iter_mut().find(|entry| entry.id == id) {
            Some(entry) => *entry = fresh,
            None => entries.push(fresh),
        });
    }

    /// Keeps a game, in place of the one with the same id.
    pub(crate) fn put(self, id: &str, saved: Saved) {
        let text = saved.to_string();
        self.hold(id, saved);
        let id = id.to_owned();
        let Some(storage) = self.storage.get_value() else {
            self.early.update_value(|early| early.push((id, text)));
            return;
        };
        spawn_local(async move {
            // A full disk costs the game at the next visit; the one on the screen goes on, and the list says so.
            if storage.put(&id, &text).await.is_err() {
                self.shelf.set(Shelf::Off);
            }
        });
    }

    /// Throws a game away.
    pub(crate) fn delete(self, id: &str) {
        self.entries.update(|entries| entries.retain(|entry| entry.id != id));
        let id = id.to_owned();
        if let Some(storage) = self.storage.get_value() {
            spawn_local(async move {
                let _ = storage.delete(&id).await;
            });
        }
    }
}
