//! Why a turn is refused.

mod message;

use crate::{Bug, Hex, Piece};

/// Why a turn is not legal, with the tiles and cells that prove it.
///
/// Several reasons may hold at once; [`Position::check`](crate::Position::check) gives the first in the
/// order of the variants, which runs from what concerns the whole turn to what concerns one creature's
/// way of moving. Two orders depart from that: an opponent's tile is judged by the rules of throwing
/// alone, and one's own tile by them only when a throw was plainly meant.
///
/// [`key`](IllegalMove::key) names the reason for translated sentences, [`rule`](IllegalMove::rule) the
/// rule, and [`cells`](IllegalMove::cells) what to highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// The creature belongs to an expansion that is switched off.
    NotInGame {
        /// The tile.
        piece: Piece,
    },
    /// A pass although something can be placed or moved.
    PassNotForced {
        /// A tile that can be placed or moved.
        piece: Piece,
    },
    /// A tile that is still in the reserve cannot move.
    NotOnBoard {
        /// The tile.
        piece: Piece,
    },
    /// The tile does not stand on the cell it is said to leave.
    WrongOrigin {
        /// The tile.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// All tiles of this kind are in the hive.
    NoneLeft {
        /// The tile that was to be placed.
        piece: Piece,
    },
    /// Tiles of one kind are numbered in the order of placement, and another is next.
    NextNumber {
        /// The tile that was to be placed.
        piece: Piece,
        /// The one that is next.
        next: Piece,
    },
    /// Tournament opening: the queen may not be the first tile.
    QueenFirst {
        /// The queen.
        piece: Piece,
    },
    /// Fourth turn and the queen is still in the reserve: she has to be placed now.
    QueenNow {
        /// The queen.
        queen: Piece,
    },
    /// Nothing moves before one's own queen is in the hive.
    QueenBeforeMoving {
        /// The tile that was to move.
        piece: Piece,
    },
    /// A new tile never starts on top of another.
    PlaceOnTop {
        /// The new tile.
        piece: Piece,
        /// The tile that is in the way.
        other: Piece,
        /// Where.
        at: Hex,
    },
    /// A new tile has to touch one of its own color; the very first has to be put on the origin, the
    /// second has to touch the first.
    PlaceApart {
        /// The new tile.
        piece: Piece,
        /// Where it was to go.
        to: Hex,
        /// An opponent's tile that it would touch there.
        enemy: Option<Piece>,
    },
    /// A new tile may not touch an opponent's tile.
    PlaceTouchesEnemy {
        /// The new tile.
        piece: Piece,
        /// The opponent's tile it would touch.
        other: Piece,
        /// Where that one stands.
        at: Hex,
    },
    /// The tile is the opponent's, and no pillbug is in reach to throw it.
    NotYourTile {
        /// The tile.
        piece: Piece,
    },
    /// The opponent has just moved this tile, so it cannot be thrown.
    ThrowJustMoved {
        /// The tile.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// A pillbug has just thrown this tile: it neither moves nor throws this turn.
    Resting {
        /// The tile that rests: the one that was to move, or the one that was to throw.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// A tile in a stack cannot be thrown.
    ThrowStacked {
        /// The tile.
        piece: Piece,
        /// The stack.
        at: Hex,
    },
    /// Lifting the tile for a throw would split the hive.
    ThrowPinned {
        /// The tile.
        piece: Piece,
        /// One cell of each of two parts that would come apart.
        parts: [Hex; 2],
    },
    /// Two high stacks bar the way onto the thrower, or down from it.
    ThrowGate {
        /// The tile.
        piece: Piece,
        /// The two stacks.
        gate: [Hex; 2],
    },
    /// A thrown tile lands on an empty cell next to the thrower.
    ThrowCell {
        /// The tile.
        piece: Piece,
        /// Where the thrower stands.
        thrower: Hex,
    },
    /// Another tile sits on this one.
    Covered {
        /// The tile below.
        piece: Piece,
        /// The tile on top of the stack.
        other: Piece,
        /// The stack.
        at: Hex,
    },
    /// A move has to end on another cell.
    SamePlace {
        /// The tile.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// Lifting the tile would split the hive.
    SplitsHive {
        /// The tile.
        piece: Piece,
        /// One cell of each of two parts that would come apart.
        parts: [Hex; 2],
    },
    /// The mosquito touches nothing but mosquitoes.
    MosquitoNothing {
        /// The mosquito.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// On top of the hive a mosquito moves as a beetle, one cell.
    MosquitoOnTop {
        /// The mosquito.
        piece: Piece,
        /// Where it stands.
        at: Hex,
    },
    /// The cell is taken and the creature does not climb.
    CellOccupied {
        /// The tile.
        piece: Piece,
        /// The tile in the way.
        other: Piece,
        /// Where.
        at: Hex,
    },
    /// The gap between two tiles is too narrow to slide through.
    Gate {
        /// The tile.
        piece: Piece,
        /// The two cells that make the gate.
        gate: [Hex; 2],
    },
    /// The tile would lose touch with the hive on its way.
    LosesContact {
        /// The tile.
        piece: Piece,
        /// Where it would stand apart.
        to: Hex,
    },
    /// Two stacks, higher than both ends of the step, bar the way.
    HighGate {
        /// The tile.
        piece: Piece,
        /// The two stacks.
        gate: [Hex; 2],
    },
    /// The queen walks one cell.
    QueenOne {
        /// The queen.
        piece: Piece,
    },
    /// The pillbug walks one cell.
    PillbugOne {
        /// The pillbug.
        piece: Piece,
    },
    /// The beetle goes one cell.
    BeetleOne {
        /// The beetle.
        piece: Piece,
    },
    /// The spider takes exactly three steps.
    SpiderThree {
        /// The spider.
        piece: Piece,
    },
    /// The grasshopper lands on the first empty cell of its line.
    HopperGap {
        /// The grasshopper.
        piece: Piece,
        /// The empty cell it would have to cross.
        gap: Hex,
    },
    /// The grasshopper jumps straight, over at least one tile.
    HopperLine {
        /// The grasshopper.
        piece: Piece,
    },
    /// The ladybug takes two steps on top of the hive and a third one down.
    LadybugPath {
        /// The ladybug.
        piece: Piece,
    },
    /// No creature that the mosquito touches could go there.
    MosquitoCopy {
        /// The mosquito.
        piece: Piece,
    },
    /// No way along the edge of the hive takes the ant there.
    AntUnreachable {
        /// The ant.
        piece: Piece,
        /// A gate that shuts the cell off, if that is what does it.
        gate: Option<[Hex; 2]>,
    },
}

use IllegalMove as M;

impl IllegalMove {
    /// The name of the reason in tables of translated sentences.
    ///
    /// A [`NotOnBoard`](IllegalMove::NotOnBoard) or [`WrongOrigin`](IllegalMove::WrongOrigin) turn cannot
    /// be written down at all, so it shares the key of unreadable text.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.key_and_rule().0
    }

    /// The number of the rule, such as `R15`.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        self.key_and_rule().1
    }

    const fn key_and_rule(self) -> (&'static str, &'static str) {
        match self {
            M::GameOver => ("game_over", "R35"),
            M::NotInGame { .. } => ("not_in_game_type", "R38"),
            M::PassNotForced { .. } => ("pass_not_allowed", "R34"),
            M::NotOnBoard { .. } | M::WrongOrigin { .. } => ("bad_notation", "R53"),
            M::NoneLeft { .. } => ("none_left", "R7"),
            M::NextNumber { .. } => ("next_number", "R53"),
            M::QueenFirst { .. } => ("queen_not_first", "R50"),
            M::QueenNow { .. } => ("queen_now", "R8"),
            M::QueenBeforeMoving { .. } => ("queen_before_moving", "R9"),
            M::PlaceOnTop { .. } => ("place_on_top", "R22"),
            M::PlaceTouchesEnemy { .. } => ("place_touch_enemy", "R6"),
            M::PlaceApart { .. } => ("place_touch_own", "R6"),
            M::NotYourTile { .. } => ("not_your_tile", "R5"),
            M::ThrowJustMoved { .. } => ("throw_just_moved", "R42"),
            M::Resting { .. } => ("resting", "R44"),
            M::ThrowStacked { .. } => ("throw_stacked", "R43"),
            M::ThrowPinned { .. } => ("throw_pinned", "R43"),
            M::ThrowGate { .. } => ("throw_gate", "R43"),
            M::ThrowCell { .. } => ("throw_cell", "R41"),
            M::Covered { .. } => ("covered", "R20"),
            M::SamePlace { .. } => ("same_place", "R52"),
            M::SplitsHive { .. } => ("splits_hive", "R11"),
            M::MosquitoNothing { .. } => ("mosquito_nothing", "R33"),
            M::MosquitoOnTop { .. } => ("mosquito_on_top", "R31"),
            M::CellOccupied { .. } => ("cell_occupied", "R14"),
            M::Gate { .. } => ("gate", "R15"),
            M::LosesContact { .. } => ("loses_contact", "R13"),
            M::HighGate { .. } => ("high_gate", "R39"),
            M::QueenOne { .. } => ("queen_one", "R18"),
            M::PillbugOne { .. } => ("pillbug_one", "R40"),
            M::BeetleOne { .. } => ("beetle_one", "R19"),
            M::SpiderThree { .. } => ("spider_three", "R26"),
            M::HopperGap { .. } => ("hopper_gap", "R25"),
            M::HopperLine { .. } => ("hopper_line", "R25"),
            M::LadybugPath { .. } => ("ladybug_path", "R28"),
            M::MosquitoCopy { .. } => ("mosquito_copy", "R30"),
            M::AntUnreachable { .. } => ("ant_unreachable", "R27"),
        }
    }

    /// The cells that prove the reason, at most two: the two sides of a gate, one cell of each part that
    /// would come apart, the tile in the way. None where the reason is not about cells.
    #[must_use]
    pub fn cells(self) -> Vec<Hex> {
        match self {
            M::WrongOrigin { at, .. }
            | M::PlaceOnTop { at, .. }
            | M::PlaceTouchesEnemy { at, .. }
            | M::ThrowJustMoved { at, .. }
            | M::Resting { at, .. }
            | M::ThrowStacked { at, .. }
            | M::Covered { at, .. }
            | M::SamePlace { at, .. }
            | M::MosquitoNothing { at, .. }
            | M::MosquitoOnTop { at, .. }
            | M::CellOccupied { at, .. }
            | M::ThrowCell { thrower: at, .. }
            | M::HopperGap { gap: at, .. }
            | M::PlaceApart { to: at, .. }
            | M::LosesContact { to: at, .. } => vec![at],
            M::ThrowPinned { parts: pair, .. }
            | M::SplitsHive { parts: pair, .. }
            | M::ThrowGate { gate: pair, .. }
            | M::Gate { gate: pair, .. }
            | M::HighGate { gate: pair, .. }
            | M::AntUnreachable { gate: Some(pair), .. } => pair.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The tile that the reason speaks of, `{piece}` in a sentence. For a pass, a tile that could move;
    /// for a throw by a resting pillbug, the pillbug.
    #[must_use]
    pub const fn piece(self) -> Option<Piece> {
        match self {
            M::GameOver => None,
            M::QueenNow { queen } => Some(queen),
            M::NotInGame { piece }
            | M::PassNotForced { piece }
            | M::NotOnBoard { piece }
            | M::WrongOrigin { piece, .. }
            | M::NoneLeft { piece }
            | M::NextNumber { piece, .. }
            | M::QueenFirst { piece }
            | M::QueenBeforeMoving { piece }
            | M::PlaceOnTop { piece, .. }
            | M::PlaceTouchesEnemy { piece, .. }
            | M::PlaceApart { piece, .. }
            | M::NotYourTile { piece }
            | M::ThrowJustMoved { piece, .. }
            | M::Resting { piece, .. }
            | M::ThrowStacked { piece, .. }
            | M::ThrowPinned { piece, .. }
            | M::ThrowGate { piece, .. }
            | M::ThrowCell { piece, .. }
            | M::Covered { piece, .. }
            | M::SamePlace { piece, .. }
            | M::SplitsHive { piece, .. }
            | M::MosquitoNothing { piece, .. }
            | M::MosquitoOnTop { piece, .. }
            | M::CellOccupied { piece, .. }
            | M::Gate { piece, .. }
            | M::LosesContact { piece, .. }
            | M::HighGate { piece, .. }
            | M::QueenOne { piece }
            | M::PillbugOne { piece }
            | M::BeetleOne { piece }
            | M::SpiderThree { piece }
            | M::HopperGap { piece, .. }
            | M::HopperLine { piece }
            | M::LadybugPath { piece }
            | M::MosquitoCopy { piece }
            | M::AntUnreachable { piece, .. } => Some(piece),
        }
    }

    /// The second tile that the reason speaks of, `{other}` in a sentence.
    #[must_use]
    pub const fn other(self) -> Option<Piece> {
        match self {
            M::PlaceOnTop { other, .. }
            | M::PlaceTouchesEnemy { other, .. }
            | M::Covered { other, .. }
            | M::CellOccupied { other, .. }
            | M::NextNumber { next: other, .. }
            | M::PlaceApart { enemy: Some(other), .. } => Some(other),
            _ => None,
        }
    }

    /// The number that the reason speaks of, `{n}` in a sentence: how many of the kind are in the hive,
    /// or which comes next.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self {
            M::NoneLeft { piece } => Some(piece.bug().copies()),
            M::NextNumber { next, .. } => Some(next.number()),
            _ => None,
        }
    }

    /// Whether a sentence of the table is true of this refusal. That is the case for its own
    /// [`key`](IllegalMove::key); for `gate` when a gate is what keeps an ant away; and for
    /// `place_touch_enemy` when a new tile would touch the opponent's tiles alone.
    #[must_use]
    pub fn says(self, key: &str) -> bool {
        let also = match self {
            M::AntUnreachable { gate: Some(_), .. } => Some("gate"),
            M::PlaceApart { enemy: Some(_), .. } => Some("place_touch_enemy"),
            _ => None,
        };
        key == self.key() || also == Some(key)
    }
}

impl core::error::Error for IllegalMove {}

/// The reason that a creature's own way of moving gives when the cell is simply not among those it
/// reaches. `Mosquito` stands for a mosquito that copies others.
pub(super) const fn out_of_reach(bug: Bug, piece: Piece) -> IllegalMove {
    match bug {
        Bug::Queen => M::QueenOne { piece },
        Bug::Pillbug => M::PillbugOne { piece },
        Bug::Beetle => M::BeetleOne { piece },
        Bug::Spider => M::SpiderThree { piece },
        Bug::Grasshopper => M::HopperLine { piece },
        Bug::Ant => M::AntUnreachable { piece, gate: None },
        Bug::Ladybug => M::LadybugPath { piece },
        Bug::Mosquito => M::MosquitoCopy { piece },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_small() {
        assert!(size_of::<IllegalMove>() <= 8);
    }
}
