//! What a tile can do, and why it cannot.

use skep_rules::{Color, IllegalMove, Move, Piece, Position};

use super::{Tip, TipKind};

/// What to say about a tile that a player selects, in the hive or in the reserve: how its creature moves
/// and, when it can go nowhere, why.
#[must_use]
pub fn tips_about(position: &Position, you: Color, piece: Piece) -> Vec<Tip> {
    let mut tips = vec![Tip::new(TipKind::Creature(piece.bug()), Vec::new())];
    if position.turn() != you || position.result().is_some() {
        return tips;
    }
    let moves = position.legal_moves();
    let can_go = moves.iter().any(|mv| mv.piece() == Some(piece));
    let board = position.board();
    let queen_is_in = board.find(Piece::queen(you)).is_some();
    let Some((cell, _)) = board.find(piece) else {
        if piece.color() == you {
            tips.extend(about_reserve(position, piece, can_go, &moves));
        }
        return tips;
    };
    if piece.color() != you {
        let kind = if can_go { TipKind::Throwable(piece) } else { TipKind::NotYours(piece) };
        tips.push(Tip::new(kind, vec![cell]));
        return tips;
    }
    if can_go {
        return tips;
    }
    // Any way out will do to hear what bars them all; these reasons come before those of one way.
    let reasons = cell.neighbors().filter_map(|to| {
        let step = Move::Relocate { piece, from: cell, to };
        position.check(step).err()
    });
    let general = reasons.into_iter().find_map(|reason| match reason {
        IllegalMove::Covered { at, .. } => Some(Tip::new(TipKind::Covered(piece), vec![at])),
        IllegalMove::Resting { at, .. } => Some(Tip::new(TipKind::Resting(piece), vec![at])),
        IllegalMove::SplitsHive { parts, .. } | IllegalMove::ThrowPinned { parts, .. } => {
            Some(Tip::new(TipKind::Pinned(piece), parts.to_vec()))
        }
        _ => None,
    });
    tips.push(if queen_is_in {
        general.unwrap_or_else(|| Tip::new(TipKind::NoWay(piece), vec![cell]))
    } else {
        let due = position.turn_number() >= 4;
        Tip::new(if due { TipKind::QueenNow } else { TipKind::BeforeQueen }, Vec::new())
    });
    tips
}

fn about_reserve(position: &Position, piece: Piece, can_go: bool, moves: &[Move]) -> Option<Tip> {
    let kind = if can_go {
        // The first tiles of a game may touch: the rule for new ones comes later.
        if position.turn_number() == 1 {
            return None;
        }
        TipKind::NewTile
    } else if moves.iter().any(|mv| matches!(mv, Move::Place { .. })) {
        // Others can be placed. Either the queen is due, or it is the queen and too early for her.
        if piece.bug() == skep_rules::Bug::Queen {
            return None;
        }
        if position.board().find(Piece::queen(piece.color())).is_some() {
            return None;
        }
        TipKind::QueenNow
    } else {
        TipKind::NothingToPlace
    };
    Some(Tip::new(kind, Vec::new()))
}
