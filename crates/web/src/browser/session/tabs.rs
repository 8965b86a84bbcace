//! The same game in another tab of this browser: what is played there appears here.

use leptos::ev;
use leptos::prelude::*;
use skep_tabletop::Action;

use super::Session;
use crate::browser::engine::Engine;
use crate::browser::library::Absent;
use crate::clock::Clock;
use crate::players::Seat;
use crate::route::Route;

/// What another tab has done with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Nothing, or less recently than this one.
    No,
    /// Gone on with it: it also asks the computer, as long as nobody comes back to this tab.
    Played,
    /// Thrown it away.
    Deleted,
}

impl Session {
    pub(super) fn mind_other_tabs(self) {
        let library = self.app.library;
        Effect::new(move |sat: Option<()>| {
            let changed = library.elsewhere.get();
            // What was changed before one sat down is what one sat down to.
            if sat.is_some() && changed.is_some_and(|changed| self.id.with_value(|id| *id == changed)) {
                untrack(|| self.follow_other_tab());
            }
        });
        let back = window_event_listener(ev::focus, move |_| self.come_back());
        on_cleanup(move || back.remove());
    }

    fn follow_other_tab(self) {
        self.app.engine.with_value(Engine::stop);
        self.computing.set(false);
        self.progress.set(None);
        self.hinted.set(None);
        self.undone.update(Vec::clear);
        let Some(theirs) = self.id.with_value(|id| self.app.library.find(id)) else {
            self.elsewhere.set_value(Elsewhere::Deleted);
            self.app.go(&Route::Games);
            return;
        };
        self.elsewhere.set_value(Elsewhere::Played);
        self.act(Action::Suggest(Vec::new()));
        if self.catch_up(theirs.game.moves()) {
            self.sound_of_move();
        }
        self.clock.set(theirs.clock.map(|(control, left)| Clock::resumed(control, left)));
        self.saved.update(|saved| saved.ending = theirs.ending);
        if self.is_over() {
            self.act(Action::Cancel);
            self.stop_clock();
        } else {
            self.turn_clock();
        }
    }

    /// Somebody looks at this tab again. It may have slept through news, and whoever had asked the computer may be gone.
    fn come_back(self) {
        self.id.with_value(|id| self.app.library.look_again(id.clone(), Absent::NotStored));
        let waits = self
            .saved
            .with_untracked(|saved| matches!(saved.seats[saved.game.position().turn()], Seat::Computer(_)));
        if waits && self.elsewhere.get_value() == Elsewhere::Played {
            self.elsewhere.set_value(Elsewhere::No);
            self.next_turn();
        }
    }
}
