//! Who is next, and what the computer is asked.

use leptos::prelude::*;
use skep_rules::{ByColor, GameResult, Move};
use skep_tabletop::{Action, Suggestion};

use super::Session;
use crate::browser::device::{fresh_id, steady_clock, wall_clock};
use crate::browser::engine::{Answer, Health};
use crate::browser::hands::AtBoard as _;
use crate::browser::names;
use crate::browser::sound::Sound;
use crate::players::{Level, Seat};
use crate::protocol::Think;
use crate::route::Route;
use crate::saved::{Ending, Saved};

/// A computer that answers at once feels like a machine that was not listening, and cuts the last move's motion short.
const LEAST_MILLIS: u64 = 450;
/// How long a hint may take.
const HINT_MILLIS: u32 = 1500;

impl Session {
    /// Asks the computer if it is to move; rings the bell if the game is over.
    pub(super) fn next_turn(self) {
        self.progress.set(None);
        self.computing.set(false);
        self.hinted.set(None);
        if self.saved.with_untracked(|saved| saved.game.result().is_some()) {
            self.stop_clock();
            self.ring();
            return;
        }
        if self.remote || self.is_over() || self.paused.get_untracked() {
            return;
        }
        let seat = self.saved.with_untracked(|saved| saved.seats[saved.game.position().turn()]);
        if let Seat::Computer(level) = seat {
            self.ask(level, level.millis(), move |mv| self.play(mv));
        }
    }

    /// Puts the present position to the engine and does something with its move.
    fn ask(self, level: Level, millis: u32, then: impl Fn(Move) + Clone + 'static) {
        let game = self.game();
        let now = steady_clock();
        let turn = game.position().turn();
        let clock = self
            .clock
            .with_untracked(|clock| clock.map(|clock| (clock.left(turn, now), clock.control().increment)));
        let seed = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
        let (rules, moves) = (game.start().rules(), game.moves().to_vec());
        let leash = String::new();
        let think = Think { id: 0, level, millis, clock, seed, leash, rules, moves };
        self.computing.set(true);
        let asked = steady_clock();
        let listener = move |answer| match answer {
            Answer::Progress(progress) => self.progress.set(Some(progress)),
            Answer::Failed => self.computing.set(false),
            Answer::Best(mv) => {
                let (then, plies) = (then.clone(), game.moves().len());
                let wait = LEAST_MILLIS.saturating_sub(steady_clock() - asked);
                set_timeout(
                    move || {
                        // A takeback, a resignation or a closed page in the meantime makes the answer stale.
                        let current = self.saved.try_with_untracked(|saved| saved.game.moves().len());
                        if current == Some(plies) && self.computing.try_get_untracked() == Some(true) {
                            self.computing.set(false);
                            then(mv);
                        }
                    },
                    std::time::Duration::from_millis(wait),
                );
            }
        };
        self.app.engine.with_value(|engine| engine.ask(think, listener));
    }

    /// The engine is down: try once more.
    pub(crate) fn retry(self) {
        self.app.health.set(Health::Fine);
        self.next_turn();
    }

    pub(crate) fn can_hint(self) -> bool {
        let human = self.saved.with(|saved| saved.seats[saved.game.position().turn()] == Seat::Human);
        human
            && !self.remote
            && !self.is_over()
            && !self.computing.get()
            && self.table.with(skep_tabletop::State::is_latest)
    }

    /// Shows the move that the strongest level would play.
    pub(crate) fn hint(self) {
        let strongest = Level::all().last().unwrap_or(Level::FIRST);
        self.ask(strongest, HINT_MILLIS, move |mv| {
            self.act(Action::Suggest(vec![Suggestion { mv, rank: 1 }]));
            // A placement has no arrow: take the tile in hand, so that it is plain which one is meant.
            if let Move::Place { piece, .. } = mv
                && self.chosen_in_reserve() != Some((piece.color(), piece.bug()))
            {
                self.act(Action::SelectReserve { color: piece.color(), bug: piece.bug() });
            }
            self.say_hint(mv);
        });
    }

    pub(crate) fn can_take_back(self) -> bool {
        self.turns_to_take_back().is_some()
    }

    /// Against the computer one takes back to one's own last turn; between friends, one turn.
    fn turns_to_take_back(self) -> Option<usize> {
        self.saved.with(|saved| {
            let (total, turn) = (saved.game.moves().len(), saved.game.position().turn());
            let wanted = match names::only_human(saved) {
                Some(me) if turn == me => 2,
                _ => 1,
            };
            let allowed = saved.ending.is_none() && !self.remote && self.has_human();
            (allowed && total >= wanted).then_some(wanted)
        })
    }

    pub(crate) fn take_back(self) {
        let Some(count) = self.turns_to_take_back() else { return };
        self.app.engine.with_value(crate::browser::engine::Engine::stop);
        let mut taken = self.saved.with_untracked(|saved| saved.game.moves().to_vec());
        taken.drain(..taken.len() - count);
        self.saved.update(|saved| {
            for _ in 0..count {
                saved.game.undo();
            }
        });
        self.undone.update(|undone| undone.push(taken));
        self.act(Action::Suggest(Vec::new()));
        self.act(Action::TakenBack(count));
        self.turn_clock();
        self.save();
        self.next_turn();
    }

    pub(crate) fn can_redo(self) -> bool {
        !self.is_over() && self.undone.with(|undone| !undone.is_empty())
    }

    /// Plays again what the last takeback took, the computer's answer included.
    pub(crate) fn redo(self) {
        let Some(Some(turns)) = self.undone.try_update(Vec::pop) else { return };
        self.app.engine.with_value(crate::browser::engine::Engine::stop);
        self.act(Action::Suggest(Vec::new()));
        for mv in turns {
            if self.saved.try_update(|saved| saved.game.play(mv).is_ok()) == Some(true) {
                self.act(Action::Played(mv));
            }
        }
        self.sound_of_move();
        self.turn_clock();
        self.save();
        self.next_turn();
    }

    /// The person to move gives up; against the computer, the person.
    pub(crate) fn resign(self) {
        let loser = self
            .saved
            .with_untracked(|saved| names::only_human(saved).unwrap_or_else(|| saved.game.position().turn()));
        self.finish(Ending::Resigned(loser));
    }

    pub(crate) fn agree_draw(self) {
        self.finish(Ending::Agreed);
    }

    /// Ends the game away from the board.
    pub(super) fn finish(self, ending: Ending) {
        if self.is_over() {
            return;
        }
        self.app.engine.with_value(crate::browser::engine::Engine::stop);
        self.computing.set(false);
        self.progress.set(None);
        self.saved.update(|saved| saved.ending = Some(ending));
        self.stop_clock();
        self.act(Action::Cancel);
        self.save();
        self.ring();
    }

    pub(super) fn ring(self) {
        let sound = self.saved.with_untracked(|saved| {
            let outcome = saved.outcome()?;
            Some(match (outcome.result(), names::only_human(saved)) {
                (GameResult::Draw, _) => Sound::Draw,
                (GameResult::Win(winner), Some(me)) if winner != me => Sound::Loss,
                (GameResult::Win(_), _) => Sound::Win,
            })
        });
        if let Some(sound) = sound {
            self.app.play_sound(sound);
            self.say_result();
        }
    }

    /// A game between computers stands still, or goes on.
    pub(crate) fn toggle_pause(self) {
        let paused = !self.paused.get_untracked();
        self.paused.set(paused);
        if paused {
            self.app.engine.with_value(crate::browser::engine::Engine::stop);
            self.computing.set(false);
        } else {
            self.next_turn();
        }
    }

    /// The same game again, colors exchanged.
    pub(crate) fn rematch(self) {
        let fresh = self.saved.with_untracked(|saved| {
            let seats = ByColor::new_with(|color| saved.seats[!color]);
            let control = saved.clock.map(|(control, _)| control);
            let names = saved.names.as_ref().map(|names| ByColor::new_with(|color| names[!color].clone()));
            Saved { names, ..Saved::new(saved.game.start().rules(), seats, control, wall_clock()) }
        });
        let id = fresh_id();
        self.app.library.hold(&id, fresh);
        self.app.go(&Route::Game(id));
    }
}
