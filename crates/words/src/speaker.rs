//! Sentences for those who listen: what was played, what is focused, what was refused.

use skep_rules::{Board, Color, Direction, EndReason, GameResult, Hex, Move, Piece, Position, Trace};
use skep_tabletop::{
    Announcement, CellLabel, Label, LessonMark, Orientation, Reason, Refusal, SlotLabel, TileLabel, landmark,
    sides_taken,
};

use crate::names::{bug_name, bug_the, piece_name, tile_name, tile_of, tile_the};
use crate::text::{Key, RefusalText, capitalized, tr};
use crate::{Language, number_word, outcome, outcome_reason, refusal, say};

/// Who is spoken to, and how their board is turned: left and right are as they see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speaker {
    /// The language.
    pub language: Language,
    /// The side the listener plays; `None` for both or neither. "Your queen" is said to players only.
    pub you: Option<Color>,
    /// How the board is turned.
    pub orientation: Orientation,
}

impl Speaker {
    /// Somebody who plays neither or both sides, at a board as the notation sees it.
    #[must_use]
    pub fn new(language: Language) -> Speaker {
        Speaker { language, you: None, orientation: Orientation::NORTH }
    }

    /// A turn in words, with what it did to stacks and queens: "Black: ant 3 moves to the left of your
    /// queen. Your queen has one free side."
    #[must_use]
    pub fn turn(&self, before: &Position, mv: Move) -> String {
        let mut sentences = vec![self.deed(before, mv)];
        let mut after = before.clone();
        if after.play(mv).is_ok() {
            if let Some(to) = mv.to()
                && after.board().height(to) > 1
            {
                let height = number_word(self.language, after.board().height(to).into());
                sentences.push(say!(self.language, SpeechStack, number = height));
            }
            match after.result() {
                Some(result) => sentences.push(self.ending(result)),
                None => sentences.extend(self.dangers(before.board(), after.board())),
            }
        }
        sentences.join(" ")
    }

    /// The bare deed: "White: mosquito climbs on black beetle 1."
    #[must_use]
    pub fn deed(&self, before: &Position, mv: Move) -> String {
        let language = self.language;
        let color = self.player(before.turn());
        let (Some(piece), Some(to)) = (mv.piece(), mv.to()) else {
            return say!(language, SpeechPass, color = color);
        };
        let own = self.mover(piece);
        let board = before.board();
        let place = self.beside(board, to, Some(piece));
        let Some(place) = place else {
            return say!(language, SpeechPlaceFirst, color = color, piece = own);
        };
        match before.trace(mv) {
            Ok(Trace::Place { .. }) => say!(language, SpeechPlace, color = color, piece = own, place = place),
            Ok(Trace::Jump { .. }) => say!(language, SpeechJump, color = color, piece = own, place = place),
            Ok(Trace::Climb { to_level: 1.., .. }) => {
                let tile = board.top(to).map(|tile| self.object(tile)).unwrap_or_default();
                say!(language, SpeechClimb, color = color, piece = own, tile = tile)
            }
            Ok(Trace::Climb { from_level: 1.., .. }) => {
                say!(language, SpeechDown, color = color, piece = own, place = place)
            }
            Ok(Trace::Throw { thrower, .. }) => {
                let (thrower, thrown) = (self.mover(thrower), self.object(piece));
                say!(language, SpeechThrow, color = color, thrower = thrower, piece = thrown, place = place)
            }
            _ => say!(language, SpeechMove, color = color, piece = own, place = place),
        }
    }

    /// How many free sides the queens have left, where a turn took one and few are left.
    fn dangers(&self, before: Board<'_>, after: Board<'_>) -> Vec<String> {
        let mut sentences = Vec::new();
        for color in Color::ALL {
            let (old, new) = (sides_taken(before, color), sides_taken(after, color));
            if let Some(taken) = new.filter(|taken| *taken >= 4 && Some(*taken) > old) {
                sentences.push(self.free_sides(color, 6 - taken));
            }
        }
        sentences
    }

    /// "Your queen has one free side."
    #[must_use]
    pub fn free_sides(&self, color: Color, free: u8) -> String {
        if self.you == Some(color) {
            say!(self.language, SpeechFreeYours, n = free)
        } else {
            say!(self.language, SpeechFree, tile = tile_the(self.language, Piece::queen(color)), n = free)
        }
    }

    fn ending(&self, result: GameResult) -> String {
        let reason = match result {
            GameResult::Win(winner) => EndReason::QueenSurrounded(!winner),
            GameResult::Draw => EndReason::BothQueensSurrounded,
        };
        let (result, reason) =
            (outcome(self.language, result, self.you), outcome_reason(self.language, reason, self.you));
        say!(self.language, ResultLine, result = result, reason = reason)
    }

    /// The player as the subject of a sentence: "White", "les Blancs", "wit".
    fn player(&self, color: Color) -> &'static str {
        tr(self.language, if color == Color::White { Key::ColourWhite } else { Key::ColourBlack })
    }

    /// The tile that moves; whose it is has been said already.
    fn mover(&self, piece: Piece) -> String {
        match self.language {
            Language::En | Language::Nl => piece_name(self.language, piece),
            Language::Fr => {
                let the = bug_the(self.language, piece.bug());
                if piece.bug().copies() > 1 { format!("{the} {}", piece.number()) } else { the.to_string() }
            }
        }
    }

    /// A tile that something happens to: "black beetle 1", "le scarabée noir 1", "je koningin".
    fn object(&self, piece: Piece) -> String {
        if self.you.map(Piece::queen) == Some(piece) {
            return tr(self.language, Key::SpeechYourQueen).to_string();
        }
        match self.language {
            Language::En => tile_name(self.language, piece),
            Language::Fr | Language::Nl => tile_the(self.language, piece),
        }
    }

    /// "to the left of your queen", by a tile beside the cell.
    fn beside(&self, board: Board<'_>, cell: Hex, except: Option<Piece>) -> Option<String> {
        let (direction, piece) = landmark(board, cell, except)?;
        Some(self.side(self.orientation.seen(direction), piece))
    }

    /// "to the left of your queen", the direction as it is seen.
    fn side(&self, direction: Direction, piece: Piece) -> String {
        let language = self.language;
        let tile = if self.you.map(Piece::queen) == Some(piece) {
            tr(language, Key::SpeechOfYourQueen).to_string()
        } else {
            tile_of(language, piece)
        };
        match direction {
            Direction::NorthEast => say!(language, SpeechNorthEast, tile = tile),
            Direction::East => say!(language, SpeechEast, tile = tile),
            Direction::SouthEast => say!(language, SpeechSouthEast, tile = tile),
            Direction::SouthWest => say!(language, SpeechSouthWest, tile = tile),
            Direction::West => say!(language, SpeechWest, tile = tile),
            Direction::NorthWest => say!(language, SpeechNorthWest, tile = tile),
        }
    }

    /// Something the board wants said.
    #[must_use]
    pub fn announcement(&self, announcement: &Announcement) -> String {
        let language = self.language;
        match announcement {
            Announcement::Moved { before, mv } => self.turn(before, *mv),
            Announcement::Showing { ply: 0, .. } => tr(language, Key::SpeechViewingStart).to_string(),
            Announcement::Showing { ply, of } if ply == of => tr(language, Key::SpeechLive).to_string(),
            Announcement::Showing { ply, of } => say!(language, SpeechViewing, n = ply, total = of),
            Announcement::Selected { piece, targets } => {
                say!(language, SpeechSelected, piece = tile_name(language, *piece), n = *targets)
            }
            Announcement::Deselected => tr(language, Key::SpeechDeselected).to_string(),
            Announcement::Refused(refused) => self.refused(refused),
            Announcement::Focused(label) => self.label(label),
            Announcement::Peeked(tiles) => {
                let names: Vec<String> = tiles.iter().map(|piece| tile_name(language, *piece)).collect();
                say!(language, SpeechStackList, tiles = names.join(", "))
            }
            Announcement::Confirm(label) => {
                format!("{}. {}.", self.label(label), tr(language, Key::GameConfirmTap))
            }
        }
    }

    /// Why something was refused.
    #[must_use]
    pub fn refused(&self, refused: &Refusal) -> String {
        match refused.reason {
            Reason::Rules(reason) => refusal(self.language, reason),
            Reason::NotYourTurn => RefusalText::from_key("not_your_turn")
                .map_or_else(String::new, |text| text.say(self.language, &[])),
            Reason::NotLatest => tr(self.language, Key::SpeechNotLatest).to_string(),
            Reason::Nowhere => {
                say!(self.language, SpeechNoMoves, piece = tile_name(self.language, refused.piece))
            }
        }
    }

    /// A cell of the board in words.
    #[must_use]
    pub fn label(&self, label: &Label) -> String {
        match label {
            Label::Tile(tile) => self.tile(tile),
            Label::Cell(cell) => self.cell(cell),
        }
    }

    fn tile(&self, tile: &TileLabel) -> String {
        let language = self.language;
        let name = tile_name(language, tile.piece);
        let mut parts = if tile.target {
            vec![say!(language, SpeechLegalOnTop, tile = self.object(tile.piece))]
        } else {
            vec![capitalized(&name)]
        };
        if let Some(under) = tile.under.first() {
            parts.push(say!(language, SpeechOnTopOf, tile = self.object(*under)));
            let height = number_word(language, tile.under.len() as u64 + 1);
            let stack = say!(language, SpeechStack, number = height);
            parts.push(lower(&stack).trim_end_matches('.').to_string());
        }
        if tile.selected {
            parts.push(tr(language, Key::SpeechIsSelected).to_string());
        }
        if let Some(sides) = tile.sides_taken {
            parts.push(say!(language, SpeechSidesTaken, n = sides));
        }
        if tile.pinned {
            parts.push(tr(language, Key::SpeechPinned).to_string());
        }
        if tile.resting {
            parts.push(tr(language, Key::SpeechResting).to_string());
        }
        if tile.last_moved {
            parts.push(tr(language, Key::SpeechLastMoved).to_string());
        }
        if tile.targets > 0 && !tile.selected {
            parts.push(say!(language, SpeechMovable, n = tile.targets));
        }
        parts.extend(tile.lesson.map(|mark| self.lesson(mark).to_string()));
        parts.join(", ")
    }

    fn cell(&self, cell: &CellLabel) -> String {
        let language = self.language;
        let place = cell.beside.map(|(direction, piece)| self.side(direction, piece));
        let mut text = match (cell.target, place) {
            (true, Some(place)) => say!(language, SpeechLegalCell, place = place),
            (true, None) => tr(language, Key::SpeechLegalCellFirst).to_string(),
            (false, Some(place)) => say!(language, SpeechEmptyCell, place = place),
            (false, None) => tr(language, Key::SpeechEmptyTable).to_string(),
        };
        if let Some(steps) = cell.steps.filter(|steps| *steps > 1) {
            text.push_str(", ");
            text.push_str(&say!(language, SpeechSteps, n = steps, total = steps));
        }
        if let Some(mark) = cell.lesson {
            text.push_str(", ");
            text.push_str(self.lesson(mark));
        }
        text
    }

    fn lesson(&self, mark: LessonMark) -> &'static str {
        let key = match mark {
            LessonMark::Found => Key::SpeechLessonFound,
            LessonMark::Wrong => Key::SpeechLessonWrong,
            LessonMark::Shown => Key::SpeechLessonShown,
        };
        tr(self.language, key)
    }

    /// A slot of a reserve in words.
    #[must_use]
    pub fn slot(&self, slot: &SlotLabel) -> String {
        let language = self.language;
        let piece = bug_name(language, slot.bug);
        let mut text = match (slot.in_game, slot.left) {
            (false, _) => say!(language, SpeechReserveAbsent, piece = piece),
            (true, 0) => say!(language, SpeechReserveNone, piece = piece),
            (true, left) => say!(language, SpeechReserve, piece = piece, n = left),
        };
        if slot.selected {
            text.push_str(", ");
            text.push_str(tr(language, Key::SpeechIsSelected));
        }
        text
    }
}

/// A sentence that goes on inside another.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
