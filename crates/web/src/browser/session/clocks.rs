//! Time: the clocks of a game, and what happens when one runs out.

use leptos::prelude::*;
use skep_rules::{Color, Game};

use super::Session;
use crate::browser::device::steady_clock;
use crate::browser::sound::Sound;
use crate::saved::Ending;

/// Fine enough for tenths of a second.
const BEAT: std::time::Duration = std::time::Duration::from_millis(100);

impl Session {
    /// Lets the clock of the side to move run, once the first move has been made.
    pub(super) fn start_clocks(self) {
        self.now.set(steady_clock());
        if self.clock.with_untracked(Option::is_none) || self.is_over() {
            return;
        }
        let under_way = self
            .saved
            .with_untracked(|saved| (!saved.game.moves().is_empty()).then(|| saved.game.position().turn()));
        if let Some(color) = under_way {
            self.update_clock(|clock, now| clock.run(color, now));
        }
        if let Ok(interval) = set_interval_with_handle(move || self.beat(), BEAT) {
            on_cleanup(move || interval.clear());
        }
    }

    fn update_clock(self, change: impl FnOnce(&mut crate::clock::Clock, u64)) {
        let now = steady_clock();
        self.clock.update(|clock| {
            if let Some(clock) = clock {
                change(clock, now);
            }
        });
        self.now.set(now);
    }

    fn beat(self) {
        let before = self.now.get_untracked();
        let now = steady_clock();
        self.now.set(now);
        let Some(clock) = self.clock.get_untracked() else { return };
        let Some(color) = clock.running() else { return };
        let (was, is) = (clock.left(color, before), clock.left(color, now));
        if is < 10_000 && is > 0 && was / 1000 != is / 1000 {
            self.app.play_sound(Sound::Tick);
        }
        if clock.flagged(now).is_some() && !self.is_over() {
            if self.remote {
                self.claim_time();
                return;
            }
            self.finish(Ending::OutOfTime(color));
        }
    }

    pub(super) fn press_clock(self, mover: Color) {
        self.update_clock(|clock, now| clock.press(mover, now));
    }

    /// Stops the clocks, as at the end of the game.
    pub(super) fn stop_clock(self) {
        self.update_clock(|clock, now| clock.pause(now));
    }

    /// After a takeback the side to move gets its clock; the time that was used stays used.
    pub(super) fn turn_clock(self) {
        let turn = self.saved.with_untracked(|saved| game_turn(&saved.game));
        self.update_clock(|clock, now| match turn {
            Some(color) => clock.run(color, now),
            None => clock.pause(now),
        });
    }
}

/// Whose clock should run: nobody's before the first move.
fn game_turn(game: &Game) -> Option<Color> {
    (!game.moves().is_empty()).then(|| game.position().turn())
}
