//! What a lesson adds to the picture of a board: the cells that prove a reason, a turn that is refused, the targets of
//! a tile. Shared by the lessons and the boards of the rules page.

use skep_course::Task;
use skep_rules::{Hex, Move, Piece};
use skep_tabletop::{ArrowMark, Badge, BadgeKind, CellKind, CellMark, Ghost, Ink, Scene, State};

/// The tile that a step is about.
pub(in crate::browser::pages) fn spotlight(task: &Task) -> Option<Piece> {
    match task {
        Task::TapAllTargets { piece, .. } => Some(*piece),
        Task::SpotWhyRefused { turn, .. } => turn.piece(),
        _ => None,
    }
}

/// The cell that a refused turn of the step leads to: its ghost is to be seen.
pub(super) fn attempted(task: &Task) -> Option<Hex> {
    match task {
        Task::SpotWhyRefused { turn, .. } => turn.to(),
        _ => None,
    }
}

/// Rings the tiles and outlines the empty cells that prove a reason.
pub(in crate::browser::pages) fn prove(cells: &[Hex], table: &State, scene: &mut Scene) {
    let board = table.position().board();
    for tile in &mut scene.tiles {
        tile.proof |= tile.glyph && cells.contains(&tile.hex);
    }
    let empty = cells.iter().filter(|hex| board.height(**hex) == 0);
    scene.cells.extend(empty.map(|hex| outline(table, *hex, CellKind::Proof)));
}

/// A turn that is refused: the tile as a ghost where it would go, with a cross.
pub(in crate::browser::pages) fn attempt(turn: Move, table: &State, scene: &mut Scene) {
    let (Some(piece), Some(to)) = (turn.piece(), turn.to()) else { return };
    let board = table.position().board();
    let end = table.place(to, board.height(to));
    scene.ghost = Some(Ghost { piece, x: end.x, y: end.y });
    let (x, y) = (end.x + 30.0, end.y - 34.0);
    scene.badges.push(Badge { hex: to, x, y, kind: BadgeKind::Refused });
}

/// Where a tile can go, outlined as in play.
pub(in crate::browser::pages) fn targets(cells: &[Hex], table: &State, scene: &mut Scene) {
    scene.cells.extend(cells.iter().map(|hex| outline(table, *hex, CellKind::Legal)));
}

/// An arrow along a turn that is to be made.
pub(in crate::browser::pages) fn point(turn: Move, table: &State, scene: &mut Scene) {
    if let (Some(from), Some(to)) = (turn.from(), turn.to()) {
        let board = table.position().board();
        let face = |hex: Hex| table.place(hex, board.height(hex).saturating_sub(1));
        scene.arrows.push(ArrowMark { from: face(from), to: face(to), ink: Ink::Blue, rank: None });
    }
}

fn outline(table: &State, hex: Hex, kind: CellKind) -> CellMark {
    let level = table.position().board().height(hex);
    let place = table.place(hex, level);
    CellMark { hex, x: place.x, y: place.y, level, kind }
}
