//! A player's seat at the board.

use leptos::prelude::*;
use skep_rules::Color;
use skep_tabletop::{Action, Insets, State};
use skep_words::Speaker;

use super::Session;
use crate::browser::app::App;
use crate::browser::hands::{AtBoard, Hands};
use crate::browser::names;

impl AtBoard for Session {
    fn app(self) -> App {
        self.app
    }

    fn table(self) -> RwSignal<State> {
        self.table
    }

    fn hands(self) -> Hands {
        self.hands
    }

    fn act(self, action: Action) {
        Session::act(self, action);
    }

    fn speaker(self) -> Speaker {
        Speaker {
            language: self.app.language.get_untracked(),
            you: self.saved.with_untracked(names::only_human),
            orientation: self.table.with_untracked(State::orientation),
        }
    }

    /// Room for the warnings and tips above and the caption below.
    fn insets(self, width: f64) -> Insets {
        let (top, bottom) = if width < 720.0 { (44.0, 66.0) } else { (56.0, 72.0) };
        let tips = self.app.settings.with_untracked(|settings| settings.tips)
            && untrack(|| self.learner()).is_some();
        let top = if tips { top + 30.0 } else { top };
        Insets { top, right: 0.0, bottom, left: 0.0 }
    }

    fn may_move(self, color: Color) -> bool {
        Session::may_move(self, color)
    }

    fn plies(self) -> usize {
        self.saved.with(|saved| saved.game.moves().len())
    }
}
