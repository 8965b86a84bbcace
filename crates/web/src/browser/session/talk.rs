//! What a session says: to the ear through the live region, to the eye in captions, and in sounds.

use leptos::prelude::*;
use skep_rules::{Color, Move, Piece};
use skep_tabletop::{Announcement, MotionKind, State, TileMark, scene};
use skep_words::say;

use super::Session;
use crate::browser::hands::AtBoard as _;
use crate::browser::names;
use crate::browser::sound::Sound;
use crate::players::Seat;

impl Session {
    pub(super) fn say(self, announcement: &Announcement) {
        if matches!(announcement, Announcement::Refused(_)) {
            self.app.play_sound(Sound::Refused);
        }
        self.app.announce(self.speaker().announcement(announcement));
    }

    pub(super) fn say_hint(self, mv: Move) {
        let deed = self.saved.with_untracked(|saved| self.speaker().deed(saved.game.position(), mv));
        let sentence = say!(self.app.language.get_untracked(), GameHintIs, mv = deed);
        self.hinted.set(Some(sentence.clone()));
        self.app.announce(sentence);
    }

    pub(super) fn say_result(self) {
        let language = self.app.language.get_untracked();
        let sentence = self.saved.with_untracked(|saved| {
            let outcome = saved.outcome()?;
            let (result, reason) =
                (names::result(language, saved, outcome), names::reason(language, saved, outcome));
            Some(say!(language, ResultLine, result = result, reason = reason))
        });
        if let Some(sentence) = sentence {
            self.app.announce(sentence);
        }
    }

    /// The sound of the move just played.
    pub(super) fn sound_of_move(self) {
        let scene = self.table.with_untracked(scene);
        let mine = |color| self.saved.with_untracked(|saved| saved.seats[color] == Seat::Human);
        let pressed =
            |tile: &TileMark| tile.danger.is_some_and(|danger| danger.fresh) && mine(tile.piece.color());
        if scene.tiles.iter().any(pressed) {
            self.app.play_sound(Sound::Danger);
        }
        let Some(motion) = scene.motion else { return };
        let sound = match motion.kind {
            MotionKind::Place | MotionKind::Settle | MotionKind::Fade => Sound::Place,
            MotionKind::Crawl => Sound::Crawl,
            MotionKind::Jump | MotionKind::Cross | MotionKind::Carry => Sound::Hop,
            MotionKind::Climb { level } => Sound::Climb(level),
        };
        self.app.play_sound(sound);
    }

    /// The last refusal as a sentence, with the tile it is about and where the rules explain it.
    pub(crate) fn refusal_sentence(self) -> Option<(Piece, String, Option<&'static str>)> {
        self.app.language.track();
        let refusal = self.table.with(State::refusal)?;
        Some((refusal.piece, self.speaker().refused(&refusal), names::refusal_anchor(&refusal)))
    }

    /// The tile in the hand and how many cells it can go to.
    pub(crate) fn selected(self) -> Option<(Piece, usize)> {
        self.table.with(|table| {
            let piece = table.selection()?.piece();
            let cells = table.position().legal_moves().iter().filter(|mv| mv.piece() == Some(piece)).count();
            Some((piece, cells))
        })
    }

    pub(crate) fn creature(self, piece: Piece) -> String {
        skep_words::creature(self.app.language.get(), piece.bug()).to_owned()
    }

    pub(crate) fn reach(self, cells: usize) -> String {
        say!(self.app.language.get(), GameReach, n = cells)
    }

    /// A queen with one free side left.
    pub(crate) fn last_side(self, color: Color) -> String {
        self.app.language.track();
        self.speaker().free_sides(color, 1)
    }
}
