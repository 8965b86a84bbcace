//! What lies over the board: questions, lines to type in, the list of keys.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use skep_rules::notation::uhp::UhpMove;
use skep_tabletop::{Action, Command, update};
use skep_words::{Key, say, tr, unreadable};

use super::{Play, Seat};
use crate::files;
use crate::prompt::{Prompt, Typed};
use crate::screen::Flow;
use crate::theme::Tone;

/// The name under which a game is saved unless another is typed.
const USUAL_FILE: &str = "hive.txt";

/// What lies over the board.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
    Keys,
    Leave,
    Save(Prompt),
    Open(Prompt),
    Type(Prompt),
}

impl Play {
    /// The game's own file, or one that is not there yet: a game is not written over another by pressing Enter.
    pub(super) fn name_to_save(&self) -> String {
        self.file.clone().unwrap_or_else(|| {
            let numbered = (2..100).map(|number| USUAL_FILE.replace('.', &format!("-{number}.")));
            let mut names = std::iter::once(USUAL_FILE.to_owned()).chain(numbered);
            names.find(|name| !PathBuf::from(name).exists()).unwrap_or_default()
        })
    }

    pub(super) fn name_to_open(&self) -> String {
        self.file.clone().unwrap_or_else(|| USUAL_FILE.to_owned())
    }

    fn save(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        let path = PathBuf::from(name);
        let text = files::write_game(&self.game) + "\n";
        let shown = path.display();
        self.said = match files::write(&path, &text) {
            Ok(()) => {
                self.file = Some(name.to_owned());
                (say!(self.language, TerminalSavedAs, name = shown), Tone::Good)
            }
            Err(error) => (say!(self.language, TerminalNotSaved, name = shown, reason = error), Tone::Bad),
        };
    }

    fn open(&mut self, name: &str) {
        if name.is_empty() {
            return;
        }
        let path = PathBuf::from(name);
        let shown = path.display();
        match files::open_game(&path) {
            Ok(game) => {
                self.file = Some(name.to_owned());
                self.brain.cancel();
                self.game = game;
                self.set_out();
                let opened = say!(self.language, TerminalOpened, name = shown);
                if self.game.result().is_none() {
                    self.said = (opened, Tone::Good);
                }
            }
            Err(error) => {
                self.said = (say!(self.language, TerminalNotOpened, name = shown, reason = error), Tone::Bad);
            }
        }
    }

    /// A move as text.
    fn typed(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let position = self.game.position();
        let Ok(written) = UhpMove::parse(text) else {
            self.said = (unreadable(self.language, text), Tone::Bad);
            return;
        };
        match written.resolve(position) {
            Err(error) => self.said = (format!("{text}: {error}"), Tone::Bad),
            Ok(_) if self.seats[position.turn()] != Seat::Human => {
                let text = tr(self.language, Key::GameThinking).to_owned();
                self.said = (text, Tone::Faint);
            }
            Ok(mv) => {
                update(&mut self.table, Action::Command(Command::Last));
                self.table.take_announcements();
                self.play(mv);
            }
        }
    }

    pub(super) fn overlay_key(&mut self, mut overlay: Overlay, key: KeyEvent) -> Flow {
        let (prompt, done): (&mut Prompt, fn(&mut Play, &str)) = match &mut overlay {
            Overlay::Keys => return Flow::Stay,
            Overlay::Leave => {
                let twice = matches!(key.code, KeyCode::Char('c' | 'q' | 'd'))
                    && key.modifiers.contains(KeyModifiers::CONTROL);
                let yes =
                    matches!(key.code, KeyCode::Char('y' | 'Y' | 'q' | 'Q' | 'o' | 'j') | KeyCode::Enter);
                return if yes || twice { Flow::Leave } else { Flow::Stay };
            }
            Overlay::Save(prompt) => (prompt, Play::save),
            Overlay::Open(prompt) => (prompt, Play::open),
            Overlay::Type(prompt) => (prompt, Play::typed),
        };
        match prompt.key(key) {
            Typed::More => self.overlay = Some(overlay),
            Typed::Given => {}
            Typed::Done(text) => done(self, &text),
        }
        Flow::Stay
    }
}
