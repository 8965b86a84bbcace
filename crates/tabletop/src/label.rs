//! What each thing on the board is, for those who hear it instead of seeing it. Data only: the
//! sentences are made elsewhere, in the person's language.

use skep_rules::{Board, Bug, Color, Direction, Hex, Move, Piece, Position};

use crate::drawing::LessonMark;
use crate::state::{Reason, Refusal, State};

/// A cell of the board in facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A tile, or a stack named by its top.
    Tile(TileLabel),
    /// An empty cell.
    Cell(CellLabel),
}

/// A tile in facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLabel {
    /// The tile on top.
    pub piece: Piece,
    /// What lies under it, from the top down.
    pub under: Vec<Piece>,
    /// Whether it holds the hive together and cannot leave.
    pub pinned: bool,
    /// Whether a pillbug has just thrown it.
    pub resting: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether the last turn brought it here.
    pub last_moved: bool,
    /// Whether the selected tile can climb here.
    pub target: bool,
    /// How many cells it can go to, if the person may move it.
    pub targets: usize,
    /// For a queen, how many of her sides are taken.
    pub sides_taken: Option<u8>,
    /// What a lesson says about it.
    pub lesson: Option<LessonMark>,
}

/// An empty cell in facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLabel {
    /// Whether the selected tile can go here.
    pub target: bool,
    /// A tile beside it: seen from that tile, the cell lies in this direction on the screen. `None`
    /// on an empty table.
    pub beside: Option<(Direction, Piece)>,
    /// How many steps the selected tile takes to get here, if it walks.
    pub steps: Option<usize>,
    /// What a lesson says about it.
    pub lesson: Option<LessonMark>,
}

/// A slot of a reserve in facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLabel {
    /// Whose.
    pub color: Color,
    /// The kind.
    pub bug: Bug,
    /// How many are left.
    pub left: u8,
    /// Whether the kind takes part in this game.
    pub in_game: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether one of them can be placed now.
    pub playable: bool,
}

/// Something to say aloud.
#[derive(Clone, Debug)]
pub enum Announcement {
    /// A turn was played, or stepped to.
    Moved {
        /// The position before it.
        before: Box<Position>,
        /// The turn.
        mv: Move,
    },
    /// Another position is shown.
    Showing {
        /// After so many turns.
        ply: usize,
        /// Of so many.
        of: usize,
    },
    /// A tile was selected.
    Selected {
        /// The tile.
        piece: Piece,
        /// How many cells it can go to.
        targets: usize,
    },
    /// Nothing is selected any more.
    Deselected,
    /// Something was refused.
    Refused(Refusal),
    /// The focus is here now.
    Focused(Label),
    /// A look into a stack, from the top down.
    Peeked(Vec<Piece>),
    /// On a small screen: the tile would go here, tap again to play.
    Confirm(Label),
}

/// A tile beside a cell by which to describe it, with the direction from that tile to the cell: a
/// queen if one is near, else the first going clockwise. `except` is the tile that moves.
#[must_use]
pub fn landmark(board: Board<'_>, cell: Hex, except: Option<Piece>) -> Option<(Direction, Piece)> {
    let beside = |direction: Direction| {
        let hex = cell.neighbor(direction);
        let stack = board.stack(hex);
        let top = stack.iter().rev().find(|piece| Some(**piece) != except)?;
        Some((direction.opposite(), *top))
    };
    let mut near = Direction::ALL.into_iter().filter_map(beside);
    let first = near.clone().next();
    near.find(|(_, piece)| piece.bug() == Bug::Queen).or(first)
}

/// How many of a queen's six sides are taken, if she is in the hive.
#[must_use]
pub fn sides_taken(board: Board<'_>, color: Color) -> Option<u8> {
    let (hex, _) = board.find(Piece::queen(color))?;
    Some(hex.neighbors().filter(|side| board.height(*side) > 0).count() as u8)
}

impl State {
    /// A cell in facts.
    #[must_use]
    pub fn label(&self, hex: Hex) -> Label {
        let position = self.position();
        let board = position.board();
        let target = self.target_move(hex);
        let lesson = self.lesson.iter().find(|(marked, _)| *marked == hex).map(|(_, mark)| *mark);
        let Some(piece) = board.top(hex) else {
            let mover = self.selection().map(|selection| selection.piece());
            let beside = landmark(board, hex, mover)
                .map(|(direction, piece)| (self.orientation().seen(direction), piece));
            let steps = target.and_then(|mv| position.trace(mv).ok()).map(|trace| trace.cells().len());
            let steps = steps.and_then(|cells| cells.checked_sub(1)).filter(|steps| *steps > 0);
            return Label::Cell(CellLabel { target: target.is_some(), beside, steps, lesson });
        };
        let mut under: Vec<Piece> = board.stack(hex).to_vec();
        under.pop();
        under.reverse();
        Label::Tile(TileLabel {
            piece,
            under,
            pinned: board.is_pinned(piece),
            resting: position.resting() == Some(piece),
            selected: self.selection().is_some_and(|selection| selection.piece() == piece),
            last_moved: self.last_move().is_some_and(|mv| mv.piece() == Some(piece)),
            target: target.is_some(),
            targets: if self.can_act() { self.moves_of(piece).count() } else { 0 },
            sides_taken: (piece.bug() == Bug::Queen).then(|| sides_taken(board, piece.color())).flatten(),
            lesson,
        })
    }

    /// A slot of a reserve in facts.
    #[must_use]
    pub fn slot_label(&self, color: Color, bug: Bug) -> SlotLabel {
        let position = self.position();
        let next = position.next_in_reserve(color, bug);
        SlotLabel {
            color,
            bug,
            left: position.reserve(color, bug),
            in_game: position.game_type().has(bug),
            selected: next.is_some() && self.selection().map(|selection| selection.piece()) == next,
            playable: self.can_act() && next.is_some_and(|piece| self.moves_of(piece).next().is_some()),
        }
    }
}

impl Refusal {
    /// The cells to point at on the board.
    #[must_use]
    pub fn cells(&self) -> Vec<Hex> {
        match self.reason {
            Reason::Rules(reason) => reason.cells(),
            Reason::NotYourTurn | Reason::NotLatest | Reason::Nowhere => Vec::new(),
        }
    }
}
