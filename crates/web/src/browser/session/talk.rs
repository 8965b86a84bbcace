//! What a session says: to the ear through the live region, to the eye in captions, and in sounds.

use leptos::prelude::*;
use skep_rules::{Bug, Color, Move, Piece};
use skep_tabletop::{Announcement, MotionKind, scene};
use skep_words::{Key, say};

use super::Session;
use crate::browser::names;
use crate::browser::sound::Sound;

impl Session {
    pub(super) fn say(self, announcement: &Announcement) {
        if matches!(announcement, Announcement::Refused(_)) {
            self.app.play_sound(Sound::Refused);
        }
        let _ = announcement;
    }

    pub(super) fn say_hint(self, mv: Move) {
        let language = self.app.language.get_untracked();
        let text = self.saved.with_untracked(|saved| mv.to_uhp(saved.game.position()));
        self.app.announce(say!(language, GameHintIs, mv = text));
    }

    pub(super) fn say_result(self) {
        let language = self.app.language.get_untracked();
        let sentence = self.saved.with_untracked(|saved| {
            let outcome = saved.outcome()?;
            let (result, reason) = (names::result_key(saved, outcome), names::reason_key(saved, outcome));
            let (result, reason) = (skep_words::tr(language, result), skep_words::tr(language, reason));
            Some(say!(language, ResultLine, result = result, reason = reason))
        });
        if let Some(sentence) = sentence {
            self.app.announce(sentence);
        }
    }

    /// The sound of the move just played.
    pub(super) fn sound_of_move(self) {
        let Some(motion) = self.table.with_untracked(|table| scene(table).motion) else { return };
        let sound = match motion.kind {
            MotionKind::Place | MotionKind::Settle | MotionKind::Fade => Sound::Place,
            MotionKind::Crawl => Sound::Crawl,
            MotionKind::Jump | MotionKind::Cross | MotionKind::Carry => Sound::Hop,
            MotionKind::Climb { level } => Sound::Climb(level),
        };
        self.app.play_sound(sound);
    }

    /// The last refusal as a sentence, with the tile it is about.
    pub(crate) fn refusal_sentence(self) -> Option<(Piece, String)> {
        let refusal = self.table.with(skep_tabletop::State::refusal)?;
        Some((refusal.piece, self.app.tr(Key::LearnNotYet).to_owned()))
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
        self.app.tr(names::creature_key(piece.bug())).to_owned()
    }

    pub(crate) fn reach(self, cells: usize) -> String {
        say!(self.app.language.get(), GameReach, n = cells)
    }

    pub(crate) fn slot_label(self, color: Color, bug: Bug) -> String {
        let language = self.app.language.get();
        let left = self.table.with(|table| table.position().reserve(color, bug));
        let name = names::bug(language, bug);
        if left == 0 {
            say!(language, SpeechReserveNone, piece = name)
        } else {
            say!(language, SpeechReserve, piece = name, n = left)
        }
    }
}
