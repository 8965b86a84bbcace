//! A game on the server at this table: the board follows the copy of the game, and moves go to the server.

use leptos::prelude::*;
use skep_rules::{ByColor, Color, Game, GameResult, Move, RuleSet};
use skep_tabletop::Action;
use skep_wire::game::{OutcomeView, Reason, Score};
use skep_wire::lobby::Mode;

use super::Session;
use crate::browser::app::App;
use crate::browser::device::{steady_clock, wall_clock};
use crate::browser::sound::Sound;
use crate::clock::{Clock, Millis, TimeControl};
use crate::online::LiveGame;
use crate::online::game::{rules_of, winner};
use crate::players::Seat;
use crate::saved::{Ending, Saved};

/// The game as the rest of the screen knows games.
fn as_saved(live: &LiveGame) -> Saved {
    let view = live.view();
    let terms = &view.terms;
    let control = (terms.mode == Mode::Fischer).then_some(TimeControl {
        base: Millis::from(terms.base) * 1000,
        increment: Millis::from(terms.inc) * 1000,
    });
    let seat = |color| if live.me() == Some(color) { Seat::Human } else { Seat::Remote };
    let rules = rules_of(terms).unwrap_or_else(|| RuleSet::from(skep_rules::GameType::BASE_MLP));
    let mut saved = Saved::new(rules, ByColor::new_with(seat), control, wall_clock());
    saved.names =
        Some(ByColor { white: view.players.w.user.name.clone(), black: view.players.b.user.name.clone() });
    let mut game = Game::new(rules);
    for mv in live.shown_moves() {
        let _ = game.play(mv);
    }
    saved.game = game;
    saved.ending = live.outcome().and_then(|outcome| ending(outcome, &saved.game));
    saved
}

/// How the rest of the screen knows an end; none if the board says it by itself.
fn ending(outcome: &OutcomeView, game: &Game) -> Option<Ending> {
    let loser = winner(outcome.result).map(|color| !color);
    match (outcome.reason, loser) {
        (Reason::Resignation, Some(loser)) => Some(Ending::Resigned(loser)),
        (Reason::Timeout, Some(loser)) => Some(Ending::OutOfTime(loser)),
        (Reason::Agreement, _) => Some(Ending::Agreed),
        _ if game.result().is_some() => None,
        (_, Some(loser)) => Some(Ending::Stated(GameResult::Win(!loser))),
        (_, None) => Some(Ending::Stated(GameResult::Draw)),
    }
}

impl Session {
    /// Sits down at a game of the server, to play or to watch.
    pub(crate) fn open_live(app: App, live: &LiveGame) -> Session {
        let session = Session::sit(app, live.id().0.clone(), as_saved(live), true);
        Effect::new(move |_| {
            // A copy: what follows changes signals that others read the game by.
            if let Some(live) = app.online.live.get().filter(|live| session.is_of(live)) {
                untrack(|| session.follow(&live));
            }
        });
        session
    }

    fn is_of(self, live: &LiveGame) -> bool {
        self.id.with_value(|id| *id == live.id().0)
    }

    /// Brings the board up to date with the copy of the game.
    fn follow(self, live: &LiveGame) {
        if self.catch_up(&live.shown_moves()) {
            self.sound_of_move();
            if live.me() == Some(self.saved.with_untracked(|saved| saved.game.position().turn())) {
                self.turn_began.set_value(steady_clock());
                self.app.play_sound(Sound::YourTurn);
            }
        }
        self.set_clocks(live);
        self.set_ending(live);
    }

    fn set_clocks(self, live: &LiveGame) {
        let Some(control) = self.clock.with_untracked(|clock| clock.as_ref().map(Clock::control)) else {
            return;
        };
        let (now, server) = (steady_clock(), self.app.online.server_time());
        let left = ByColor::new_with(|color| Millis::try_from(live.left(color, server)).unwrap_or(0));
        let mut clock = Clock::resumed(control, left);
        // While one's own move is on its way, nobody's clock runs on this screen; the server knows.
        if live.view().clock.runs && !live.is_over() && live.pending().is_none() {
            clock.run(live.game().position().turn(), now);
        }
        self.clock.set(Some(clock));
        self.now.set(now);
    }

    fn set_ending(self, live: &LiveGame) {
        let Some(outcome) = live.outcome() else { return };
        let ending = ending(outcome, live.game());
        if self.saved.with_untracked(|saved| saved.ending != ending) {
            self.saved.update(|saved| saved.ending = ending);
        }
        if !self.told.get_value() {
            self.told.set_value(true);
            self.act(Action::Cancel);
            if outcome.result != Score::None {
                self.ring();
            }
        }
    }

    pub(super) fn play_remotely(self, mv: Move) {
        let think = steady_clock().saturating_sub(self.turn_began.get_value());
        self.app.online.play(mv, u32::try_from(think).ok());
    }

    /// A clock has run out, as far as this screen can tell. The server looks at its own.
    pub(super) fn claim_time(self) {
        let game = self.app.online.live.with_untracked(|live| live.as_ref().map(|live| live.id().clone()));
        // Once: it stands still from now on, until the server says what is.
        self.clock.update(|clock| {
            if let Some(clock) = clock {
                clock.pause(steady_clock());
            }
        });
        if let Some(game) = game {
            self.app.online.flag(game);
        }
    }

    /// A player's rating when the game began.
    pub(crate) fn rating(self, color: Color) -> Option<i32> {
        let of = |live: &LiveGame| match color {
            Color::White => live.view().players.w.rating,
            Color::Black => live.view().players.b.rating,
        };
        if self.remote { self.app.online.live.with(|live| live.as_ref().and_then(of)) } else { None }
    }

    /// Whether a player is known not to be at the board.
    pub(crate) fn is_away(self, color: Color) -> bool {
        let away =
            |live: &LiveGame| !live.is_over() && live.presence.is_some_and(|presence| !presence.here[color]);
        self.remote && self.app.online.live.with(|live| live.as_ref().is_some_and(away))
    }
}
