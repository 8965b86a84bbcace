//! Tips in words.

use skep_rules::Piece;
use skep_words::{Key, Language, bug_the, capitalized, creature, tr};

use super::{Tip, TipKind};
use crate::content;

impl Tip {
    /// The tip in words.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match self.kind {
            TipKind::QueenNow => tr(language, Key::TipQueenNow).to_string(),
            TipKind::QueenCanWait => tr(language, Key::TipQueenCanWait).to_string(),
            TipKind::QueenOneSide => tr(language, Key::TipOneSideLeft).to_string(),
            TipKind::MustPass => tr(language, Key::MustPass).to_string(),
            TipKind::PlaceOrMove => tr(language, Key::TipPlaceOrMove).to_string(),
            TipKind::Creature(bug) => {
                let moves = creature(language, bug);
                format!("{}{} {moves}", capitalized(bug_the(language, bug)), colon(language))
            }
            TipKind::Pinned(_) => tr(language, Key::TipPinned).to_string(),
            TipKind::CanWin => own(language, "can_win", None),
            TipKind::QueenThreatened => own(language, "queen_threatened", None),
            TipKind::QueenCovered => own(language, "queen_covered", None),
            TipKind::TheirQueenOneSide => own(language, "their_queen_one_side", None),
            TipKind::FirstTile => own(language, "first_tile", None),
            TipKind::NothingToPlace => own(language, "nothing_to_place", None),
            TipKind::NewTile => own(language, "new_tile", None),
            TipKind::BeforeQueen => own(language, "before_queen", None),
            TipKind::Covered(piece) => own(language, "covered", Some(piece)),
            TipKind::Resting(piece) => own(language, "resting", Some(piece)),
            TipKind::NoWay(piece) => own(language, "no_way", Some(piece)),
            TipKind::Throwable(piece) => own(language, "throwable", Some(piece)),
            TipKind::NotYours(piece) => own(language, "not_yours", Some(piece)),
        }
    }

    /// Where the rules page explains it.
    #[must_use]
    pub fn anchor(&self) -> &'static str {
        match self.kind {
            TipKind::CanWin
            | TipKind::QueenThreatened
            | TipKind::QueenOneSide
            | TipKind::TheirQueenOneSide => "object",
            TipKind::QueenCovered | TipKind::Covered(_) => "stacks",
            TipKind::QueenNow | TipKind::QueenCanWait | TipKind::BeforeQueen => "queen-placing",
            TipKind::MustPass => "passing",
            TipKind::FirstTile | TipKind::NothingToPlace | TipKind::NewTile => "placing",
            TipKind::PlaceOrMove | TipKind::NotYours(_) => "turns",
            TipKind::Pinned(_) => "one-hive",
            TipKind::NoWay(_) => "sliding",
            TipKind::Resting(_) | TipKind::Throwable(_) => "pillbug",
            TipKind::Creature(bug) => anchor_of(bug),
        }
    }
}

fn anchor_of(bug: skep_rules::Bug) -> &'static str {
    use skep_rules::Bug;
    match bug {
        Bug::Queen => "queen",
        Bug::Spider => "spider",
        Bug::Beetle => "beetle",
        Bug::Grasshopper => "grasshopper",
        Bug::Ant => "ant",
        Bug::Mosquito => "mosquito",
        Bug::Ladybug => "ladybug",
        Bug::Pillbug => "pillbug",
    }
}

/// French sets a colon apart.
fn colon(language: Language) -> &'static str {
    if language == Language::Fr { "\u{a0}:" } else { ":" }
}

/// A sentence of the course's own file.
fn own(language: Language, key: &str, piece: Option<Piece>) -> String {
    let text = content::sentence(content::TIPS, key).map_or("", |texts| texts[language]);
    let Some(piece) = piece else { return text.to_string() };
    let the = bug_the(language, piece.bug());
    text.replace("{the_piece}", the).replace("{The_piece}", &capitalized(the))
}
