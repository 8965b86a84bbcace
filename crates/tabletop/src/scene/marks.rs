//! Everything that is drawn around the tiles.

use skep_rules::{Hex, Move};

use crate::drawing::{Ink, Suggestion};
use crate::gesture::Gesture;
use crate::scene::tiles::{danger_of, is_pointed_at, shows_pin};
use crate::scene::{
    ArrowMark, Badge, BadgeKind, CellKind, CellMark, CircleMark, FocusMark, Ghost, PathStep, PeekMark,
};
use crate::state::{Selection, State};

/// The legal cell that is chosen at this moment: under a drag, a first tap, the pointer or the focus.
fn chosen(state: &State) -> Option<Hex> {
    let focus = state.focus.filter(|_| state.focused);
    [state.candidate, state.hover, focus].into_iter().flatten().find(|hex| state.target_move(*hex).is_some())
}

/// The middle of a cell, on top of whatever lies there.
fn on_top(state: &State, hex: Hex) -> (f64, f64, u8) {
    let level = state.position().board().height(hex);
    let place = state.place(hex, level);
    (place.x, place.y, level)
}

pub(super) fn cells(state: &State) -> Vec<CellMark> {
    let board = state.position().board();
    let mark = |hex: Hex, kind: CellKind| {
        let (x, y, level) = on_top(state, hex);
        CellMark { hex, x, y, level, kind }
    };
    let mut cells = Vec::new();
    if state.preferences.last_move
        && let Some(from) = state.last_move().and_then(Move::from)
        && board.height(from) == 0
    {
        cells.push(mark(from, CellKind::LastFrom));
    }
    cells.extend(state.lesson.iter().map(|(hex, lesson)| mark(*hex, CellKind::Lesson(*lesson))));
    if let Some(refusal) = state.refusal {
        let empty = refusal.cells().into_iter().filter(|hex| board.height(*hex) == 0);
        cells.extend(empty.map(|hex| mark(hex, CellKind::Proof)));
    }
    let chosen = chosen(state);
    if state.preferences.targets {
        cells.extend(state.targets().map(|(hex, _)| {
            mark(hex, if chosen == Some(hex) { CellKind::LegalChosen } else { CellKind::Legal })
        }));
    } else if let Some(hex) = chosen {
        cells.push(mark(hex, CellKind::LegalChosen));
    }
    cells
}

pub(super) fn ghost(state: &State) -> Option<Ghost> {
    let piece = state.selection?.piece();
    let (x, y, _) = on_top(state, chosen(state)?);
    Some(Ghost { piece, x, y })
}

/// A placement has no arrow to show it: the tile itself does, pale, where it would lie.
pub(super) fn proposed(state: &State) -> Vec<Ghost> {
    let tile = |suggestion: &Suggestion| match suggestion.mv {
        Move::Place { piece, to } => {
            let (x, y, _) = on_top(state, to);
            Some(Ghost { piece, x, y })
        }
        Move::Relocate { .. } | Move::Pass => None,
    };
    state.suggestions.iter().filter_map(tile).collect()
}

pub(super) fn drag(state: &State) -> Option<Ghost> {
    let Gesture::Drag { at, .. } = state.gesture else { return None };
    let point = state.view().to_board(at);
    Some(Ghost { piece: state.selection?.piece(), x: point.x, y: point.y })
}

/// The way of the chosen move, or of one that a lesson shows.
pub(super) fn path(state: &State) -> Vec<PathStep> {
    let chosen = chosen(state).and_then(|hex| state.target_move(hex));
    let Some(mv) = chosen.or(state.path) else { return Vec::new() };
    let Ok(trace) = state.position().trace(mv) else { return Vec::new() };
    let cells = trace.cells();
    // A single step needs no explanation, unless somebody asked for one.
    if cells.len() < 3 && state.path.is_none() {
        return Vec::new();
    }
    let step = |(number, hex): (usize, &Hex)| {
        let start = state.place(*hex, state.position().board().height(*hex).saturating_sub(1));
        let (x, y, _) = on_top(state, *hex);
        let (x, y) = if number == 0 { (start.x, start.y) } else { (x, y) };
        PathStep { hex: *hex, x, y, number }
    };
    cells.iter().enumerate().map(step).collect()
}

pub(super) fn badges(state: &State) -> Vec<Badge> {
    let board = state.position().board();
    let mut badges = Vec::new();
    let mut cells: Vec<Hex> = board.cells().collect();
    cells.sort_by(|a, b| state.place(*a, 0).y.total_cmp(&state.place(*b, 0).y));
    for hex in cells {
        let height = board.height(hex);
        let Some(piece) = board.top(hex) else { continue };
        let top = state.place(hex, height - 1);
        let mut add = |x: f64, y: f64, kind| badges.push(Badge { hex, x: top.x + x, y: top.y + y, kind });
        if height > 1 {
            add(31.0, -33.0, BadgeKind::Stack(height));
        }
        let queen = board.stack(hex).iter().copied().find(|tile| tile.bug() == skep_rules::Bug::Queen);
        if let Some(danger) =
            queen.filter(|_| state.preferences.danger).and_then(|q| danger_of(state, q.color()))
        {
            // A covered queen shares her cell with the stack's own sign: hers goes to the left.
            let x = if height > 1 { -30.0 } else { 30.0 };
            add(x, -34.0, BadgeKind::Danger(danger.sides));
        }
        if shows_pin(state, piece, hex) && is_pointed_at(state, piece, hex) {
            add(-30.0, -34.0, BadgeKind::Pinned);
        }
    }
    if let Some(to) = state.refusal.and_then(|refusal| refusal.to) {
        let (x, y, _) = on_top(state, to);
        badges.push(Badge { hex: to, x, y, kind: BadgeKind::Refused });
    }
    for suggestion in &state.suggestions {
        if let Move::Place { to, .. } = suggestion.mv {
            // In the corner, so that the pale tile under it can be recognized.
            let (x, y, _) = on_top(state, to);
            let kind = BadgeKind::Rank(suggestion.rank);
            badges.push(Badge { hex: to, x: x + 30.0, y: y - 34.0, kind });
        }
    }
    badges
}

pub(super) fn arrows(state: &State) -> Vec<ArrowMark> {
    let board = state.position().board();
    let face = |hex: Hex| state.place(hex, board.height(hex).saturating_sub(1));
    let mut arrows: Vec<ArrowMark> = state
        .suggestions
        .iter()
        .filter_map(|suggestion| {
            let (from, to) = (suggestion.mv.from()?, suggestion.mv.to()?);
            Some(ArrowMark { from: face(from), to: face(to), ink: Ink::Blue, rank: Some(suggestion.rank) })
        })
        .collect();
    // The best move last, on top of the others.
    arrows.sort_by_key(|arrow| core::cmp::Reverse(arrow.rank));
    arrows.extend(state.arrows.iter().map(|arrow| ArrowMark {
        from: face(arrow.from),
        to: face(arrow.to),
        ink: arrow.ink,
        rank: None,
    }));
    if let Gesture::Draw { from, to, ink, .. } = state.gesture
        && from != to
    {
        arrows.push(ArrowMark { from: face(from), to: face(to), ink, rank: None });
    }
    arrows
}

pub(super) fn circles(state: &State) -> Vec<CircleMark> {
    let board = state.position().board();
    let mark = |at: Hex, ink: Ink| {
        let place = state.place(at, board.height(at).saturating_sub(1));
        CircleMark { x: place.x, y: place.y, ink }
    };
    state.marks.iter().map(|own| mark(own.at, own.ink)).collect()
}

pub(super) fn focus(state: &State) -> Option<FocusMark> {
    let hex = state.focus.filter(|_| state.focused)?;
    let board = state.position().board();
    // On a legal cell the ring lies where the tile would lie.
    let height = board.height(hex);
    let level = if state.target_move(hex).is_some() { height } else { height.saturating_sub(1) };
    let place = state.place(hex, level);
    Some(FocusMark { hex, x: place.x, y: place.y, label: state.label(hex) })
}

pub(super) fn peek(state: &State) -> Option<PeekMark> {
    let hex = state.peek?;
    let pieces = state.position().board().stack(hex).to_vec();
    let level = u8::try_from(pieces.len()).ok()?.checked_sub(1)?;
    let place = state.place(hex, level);
    // While a tile is in the hand the open stack would cover the cells to play to.
    let covers = matches!(state.selection, Some(Selection::Tile { .. } | Selection::Reserve { .. }));
    (!covers && pieces.len() > 1).then_some(PeekMark { hex, x: place.x, y: place.y, pieces })
}
