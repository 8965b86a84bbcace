//! Tips in play for those who are new: what matters now, and what a tile can do.

mod about;
mod sentence;

pub use about::tips_about;

use skep_rules::{Bug, Color, GameResult, Hex, Move, Piece, Position};

/// A tip. [`Tip::sentence`] puts it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// What it is about.
    pub kind: TipKind,
    /// What to highlight.
    pub cells: Vec<Hex>,
}

/// What a tip is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TipKind {
    /// A move wins at once; which, is for the player to find.
    CanWin,
    /// One free side is left to your queen, and the opponent can fill it.
    QueenThreatened,
    /// One free side is left to your queen.
    QueenOneSide,
    /// A tile sits on your queen.
    QueenCovered,
    /// Your queen has to come in this turn.
    QueenNow,
    /// Your queen may wait a little.
    QueenCanWait,
    /// Only a pass is possible.
    MustPass,
    /// The opponent's queen has one free side left.
    TheirQueenOneSide,
    /// The very first tile of the game.
    FirstTile,
    /// No cell is left to place a tile on.
    NothingToPlace,
    /// Place a tile or move one.
    PlaceOrMove,
    /// How a creature moves.
    Creature(Bug),
    /// What a new tile may touch.
    NewTile,
    /// The tile holds the hive together.
    Pinned(Piece),
    /// Another tile sits on this one.
    Covered(Piece),
    /// A pillbug has just thrown the tile.
    Resting(Piece),
    /// Nothing moves before the queen is in.
    BeforeQueen,
    /// The tile is free but finds no way.
    NoWay(Piece),
    /// A pillbug can lift this tile.
    Throwable(Piece),
    /// It is the opponent's.
    NotYours(Piece),
}

impl TipKind {
    /// Whether it is about losing or winning next.
    #[must_use]
    pub const fn is_urgent(self) -> bool {
        matches!(self, TipKind::CanWin | TipKind::QueenThreatened | TipKind::QueenNow | TipKind::MustPass)
    }
}

impl Tip {
    pub(crate) fn new(kind: TipKind, cells: Vec<Hex>) -> Tip {
        Tip { kind, cells }
    }
}

/// What matters to a player who is to move, the most urgent first. Empty when it is the other's turn, or
/// the game is over.
///
/// A threat is what the opponent could do if they were to move now.
#[must_use]
pub fn tips(position: &Position, you: Color) -> Vec<Tip> {
    if position.turn() != you || position.result().is_some() {
        return Vec::new();
    }
    let mut tips = Vec::new();
    let moves = position.legal_moves();
    if moves.as_slice() == [Move::Pass] {
        tips.push(Tip::new(TipKind::MustPass, Vec::new()));
    }
    let theirs = free_sides(position, !you);
    if moves.iter().any(|mv| wins(position, *mv, you)) {
        tips.push(Tip::new(TipKind::CanWin, queen_cell(position, !you).into_iter().collect()));
    } else if theirs.as_ref().is_some_and(|free| free.len() == 1) {
        tips.push(Tip::new(TipKind::TheirQueenOneSide, theirs.unwrap_or_default()));
    }
    own_queen(position, you, &mut tips);
    if position.ply() == 0 {
        tips.push(Tip::new(TipKind::FirstTile, Vec::new()));
    } else if position.turn_number() > 1 && moves.as_slice() != [Move::Pass] {
        let has_tiles = position.game_type().bugs().any(|bug| position.reserve(you, bug) > 0);
        let can_place = moves.iter().any(|mv| matches!(mv, Move::Place { .. }));
        if has_tiles && !can_place {
            tips.push(Tip::new(TipKind::NothingToPlace, Vec::new()));
        } else if queen_cell(position, you).is_some() && position.turn_number() <= 4 {
            tips.push(Tip::new(TipKind::PlaceOrMove, Vec::new()));
        }
    }
    tips
}

/// What there is to say about one's own queen.
fn own_queen(position: &Position, you: Color, tips: &mut Vec<Tip>) {
    let Some(cell) = queen_cell(position, you) else {
        match position.turn_number() {
            4.. => tips.push(Tip::new(TipKind::QueenNow, Vec::new())),
            2 | 3 => tips.push(Tip::new(TipKind::QueenCanWait, Vec::new())),
            _ => {}
        }
        return;
    };
    let free = free_sides(position, you).unwrap_or_default();
    if is_threatened(position, you) {
        tips.push(Tip::new(TipKind::QueenThreatened, free));
    } else if free.len() == 1 {
        tips.push(Tip::new(TipKind::QueenOneSide, free));
    }
    if position.board().is_covered(Piece::queen(you)) {
        tips.push(Tip::new(TipKind::QueenCovered, vec![cell]));
    }
}

fn queen_cell(position: &Position, color: Color) -> Option<Hex> {
    position.board().find(Piece::queen(color)).map(|(hex, _)| hex)
}

/// The empty cells around a queen.
fn free_sides(position: &Position, color: Color) -> Option<Vec<Hex>> {
    let board = position.board();
    Some(queen_cell(position, color)?.neighbors().filter(|hex| board.top(*hex).is_none()).collect())
}

/// Whether a legal turn wins at once.
fn wins(position: &Position, mv: Move, side: Color) -> bool {
    let mut after = position.clone();
    let _ = after.play_unchecked(mv);
    after.result() == Some(GameResult::Win(side))
}

/// Whether the opponent would win at once if they were to move.
fn is_threatened(position: &Position, you: Color) -> bool {
    let mut theirs = position.clone();
    let _ = theirs.play_unchecked(Move::Pass);
    theirs.legal_moves().iter().any(|mv| wins(&theirs, *mv, !you))
}
