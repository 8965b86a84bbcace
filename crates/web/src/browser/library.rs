//! The games of this device: held in memory for the screens, written through to storage.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::storage::Storage;
use super::tabs::Tabs;
use crate::saved::{FIRST_LINE, LoadError, Saved};

/// A stored game, or what is left of one.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) content: Result<Saved, Damaged>,
}

impl Entry {
    fn read(id: String, text: String) -> Entry {
        let content = Saved::parse(&text).map_err(|error| Damaged { error, text });
        Entry { id, content }
    }

    fn text(&self) -> String {
        match &self.content {
            Ok(saved) => saved.to_string(),
            Err(damaged) => damaged.text.clone(),
        }
    }
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

/// What it means that a game is not in the storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    /// Nobody has begun it, or the disk is full.
    NotStored,
    /// Another tab, which told of it, has thrown it away.
    ThrownAway,
}

/// A handle to the games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Library {
    pub(crate) shelf: RwSignal<Shelf>,
    entries: RwSignal<Vec<Arc<Entry>>>,
    storage: StoredValue<Option<Storage>, LocalStorage>,
    tabs: StoredValue<Option<Tabs>, LocalStorage>,
    /// The game that another tab has just changed.
    pub(crate) elsewhere: RwSignal<Option<String>>,
    /// How often this tab has written.
    writes: StoredValue<u64>,
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
            tabs: StoredValue::new_local(None),
            elsewhere: RwSignal::new(None),
            writes: StoredValue::new(0),
            early: StoredValue::new(Vec::new()),
        };
        library.tabs.set_value(Tabs::listen(move |id| library.look_again(id, Absent::ThrownAway)));
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
        let entry = |(id, text)| Arc::new(Entry::read(id, text));
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

    /// All games as one text that [`crate::import`] reads back. Left out are those that nobody has begun, and what does not
    /// even begin like a game: its lines would be taken for those of the game before it.
    pub(crate) fn to_text(self) -> String {
        let belongs = |entry: &Arc<Entry>| match &entry.content {
            Ok(saved) => !saved.game.moves().is_empty(),
            Err(damaged) => damaged.text.lines().next() == Some(FIRST_LINE),
        };
        self.sorted()
            .iter()
            .filter(|entry| belongs(entry))
            .fold(String::new(), |text, entry| text + &entry.text() + "\n")
    }

    /// The texts of all games.
    pub(crate) fn texts(self) -> HashSet<String> {
        self.entries.with_untracked(|entries| entries.iter().map(|entry| entry.text()).collect())
    }

    /// A game by its id, if it is there and whole.
    pub(crate) fn find(self, id: &str) -> Option<Saved> {
        self.entries.with_untracked(|entries| {
            entries.iter().find(|entry| entry.id == id).and_then(|entry| entry.content.as_ref().ok().cloned())
        })
    }

    /// Holds a game in memory only: one that was set up and not yet begun is not worth a place on the shelf.
    pub(crate) fn hold(self, id: &str, saved: Saved) {
        self.shelve(Entry { id: id.to_owned(), content: Ok(saved) });
    }

    fn shelve(self, fresh: Entry) {
        let fresh = Arc::new(fresh);
        self.entries.update(|entries| match entries.iter_mut().find(|entry| entry.id == fresh.id) {
            Some(entry) => *entry = fresh,
            None => entries.push(fresh),
        });
    }

    /// Keeps a game, in place of the one with the same id.
    pub(crate) fn put(self, id: &str, saved: Saved) {
        let text = saved.to_string();
        self.hold(id, saved);
        self.writes.update_value(|writes| *writes += 1);
        let id = id.to_owned();
        let Some(storage) = self.storage.get_value() else {
            self.early.update_value(|early| early.push((id, text)));
            return;
        };
        spawn_local(async move {
            // A full disk costs the game at the next visit; the one on the screen goes on, and the list says so.
            match storage.put(&id, &text).await {
                Ok(()) => self.tell(&id),
                Err(_) => self.shelf.set(Shelf::Off),
            }
        });
    }

    /// Throws a game away.
    pub(crate) fn delete(self, id: &str) {
        self.forget(id);
        self.writes.update_value(|writes| *writes += 1);
        let id = id.to_owned();
        if let Some(storage) = self.storage.get_value() {
            spawn_local(async move {
                if storage.delete(&id).await.is_ok() {
                    self.tell(&id);
                }
            });
        }
    }

    fn forget(self, id: &str) {
        self.entries.update(|entries| entries.retain(|entry| entry.id != id));
    }

    fn tell(self, id: &str) {
        self.tabs.with_value(|tabs| {
            if let Some(tabs) = tabs {
                tabs.tell(id);
            }
        });
    }

    /// Reads a game anew that another tab may have changed. What this tab has written meanwhile is newer.
    pub(crate) fn look_again(self, id: String, absent: Absent) {
        let Some(storage) = self.storage.get_value() else { return };
        // Where nothing can be written any more, what is stored is older than what is here.
        if self.shelf.get_untracked() == Shelf::Off {
            return;
        }
        let writes = self.writes.get_value();
        spawn_local(async move {
            let Ok(text) = storage.get(&id).await else { return };
            let known = self.entries.with_untracked(|entries| {
                entries.iter().find(|entry| entry.id == id).map(|entry| entry.text())
            });
            if self.writes.get_value() != writes || known == text {
                return;
            }
            match (text, absent) {
                (Some(text), _) => self.shelve(Entry::read(id.clone(), text)),
                (None, Absent::ThrownAway) => self.forget(&id),
                (None, Absent::NotStored) => return,
            }
            self.elsewhere.set(Some(id));
        });
    }
}
