//! The tiles, in drawing order, with their states.

use skep_rules::{Bug, Color, Hex, Piece};

use crate::geometry::SELECTED_RAISE;
use crate::gesture::Gesture;
use crate::label::sides_taken;
use crate::scene::{Danger, TileMark};
use crate::state::{PinnedTiles, State};

/// A queen with this many sides taken is in danger.
const DANGER: u8 = 5;

pub(super) fn tiles(state: &State) -> Vec<TileMark> {
    let board = state.position().board();
    let selected = state.selection().map(|selection| selection.piece()).or(state.spotlight);
    let dragging = matches!(state.gesture, Gesture::Drag { .. });
    let last = state.last_move().filter(|_| state.preferences.last_move).and_then(|mv| mv.piece());
    let proof = state.refusal.map(|refusal| refusal.cells()).unwrap_or_default();
    let mut tiles: Vec<TileMark> = board
        .pieces()
        .map(|(piece, hex, level)| {
            let place = state.place(hex, level);
            let top = level + 1 == board.height(hex);
            let is_selected = selected == Some(piece);
            let dragged = is_selected && dragging;
            TileMark {
                piece,
                hex,
                level,
                x: place.x,
                y: place.y - if is_selected && !dragged { SELECTED_RAISE } else { 0.0 },
                glyph: top,
                selected: is_selected,
                last: last == Some(piece),
                pinned: shows_pin(state, piece, hex),
                danger: danger(state, piece),
                hovered: top && state.hover == Some(hex),
                movable: top && state.can_pick_up(piece),
                dragged,
                proof: top && proof.contains(&hex),
            }
        })
        .collect();
    // Row by row from the top of the screen, and each stack from the table up.
    tiles.sort_by(|a, b| {
        let (first, second) = (state.place(a.hex, 0), state.place(b.hex, 0));
        first.y.total_cmp(&second.y).then(a.level.cmp(&b.level)).then(first.x.total_cmp(&second.x))
    });
    tiles
}

/// Whether a tile is to be shown as pinned.
pub(super) fn shows_pin(state: &State, piece: Piece, hex: Hex) -> bool {
    let wanted = match state.preferences.pinned {
        PinnedTiles::Never => false,
        PinnedTiles::Pointed => is_pointed_at(state, piece, hex),
        PinnedTiles::Always => true,
    };
    wanted && state.position().board().is_pinned(piece)
}

/// Whether the pointer, the focus or a refusal is about a tile.
pub(super) fn is_pointed_at(state: &State, piece: Piece, hex: Hex) -> bool {
    state.hover == Some(hex)
        || (state.focused && state.focus == Some(hex))
        || state.refusal.is_some_and(|refusal| refusal.piece == piece)
}

fn danger(state: &State, piece: Piece) -> Option<Danger> {
    if piece.bug() != Bug::Queen || !state.preferences.danger {
        return None;
    }
    danger_of(state, piece.color())
}

/// The danger that a queen is in.
pub(super) fn danger_of(state: &State, color: Color) -> Option<Danger> {
    let sides = sides_taken(state.position().board(), color).filter(|sides| *sides >= DANGER)?;
    Some(Danger { sides, fresh: state.ply > 0 && state.sides_before[color] < sides })
}
