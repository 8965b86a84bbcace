//! What is to be drawn, in board units and in drawing order.

mod marks;
mod tiles;

use skep_rules::{Bug, ByColor, Color, Hex, Piece};

use crate::camera::View;
use crate::drawing::{Ink, LessonMark};
use crate::geometry::Point;
use crate::label::{Label, SlotLabel};
use crate::motion::Motion;
use crate::state::{Refusal, State};

/// A picture of the board. Lists are in drawing order: what comes later lies on top. From the bottom:
/// cells on the table, tiles (with their rings) and cells on top of them, proposed tiles, path, ghost, arrows, marks,
/// focus, badges, peek, the dragged tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// From board units to pixels.
    pub view: View,
    /// Whether tiles are so small that the simpler drawings are to be used.
    pub small_glyphs: bool,
    /// Cells with an outline.
    pub cells: Vec<CellMark>,
    /// All tiles.
    pub tiles: Vec<TileMark>,
    /// The selected tile where it would go.
    pub ghost: Option<Ghost>,
    /// The tile that follows the pointer.
    pub drag: Option<Ghost>,
    /// A move that is being shown for learning: a ghost of the tile travels like this.
    pub demonstration: Option<Motion>,
    /// Tiles that an engine would place, where it would place them.
    pub proposed: Vec<Ghost>,
    /// The way there: the start, then the numbered steps.
    pub path: Vec<PathStep>,
    /// Small signs above everything.
    pub badges: Vec<Badge>,
    /// Arrows of the player and of engines.
    pub arrows: Vec<ArrowMark>,
    /// Rings of the player.
    pub marks: Vec<CircleMark>,
    /// The cell with the keyboard's focus, on top of its stack.
    pub focus: Option<FocusMark>,
    /// The open stack.
    pub peek: Option<PeekMark>,
    /// The tiles not yet placed.
    pub reserves: ByColor<Tray>,
    /// The tile that is travelling, if any.
    pub motion: Option<Motion>,
    /// What was refused last.
    pub refusal: Option<Refusal>,
}

/// A tile.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMark {
    /// The tile; each appears once, so it can serve as a key.
    pub piece: Piece,
    /// Its cell.
    pub hex: Hex,
    /// How many tiles lie under it.
    pub level: u8,
    /// The middle of its face.
    pub x: f64,
    /// The middle of its face, raised by its level and by being selected.
    pub y: f64,
    /// Whether its insect is drawn: nothing lies on it.
    pub glyph: bool,
    /// In the hand: raised, thick ring.
    pub selected: bool,
    /// The last turn brought it here: six ticks.
    pub last: bool,
    /// It cannot leave; faded when the person wants to see that.
    pub pinned: bool,
    /// A queen with one free side or none: inner ring.
    pub danger: Option<Danger>,
    /// The pointer is on it.
    pub hovered: bool,
    /// The person could pick it up.
    pub movable: bool,
    /// It is being dragged, so only its shadow stays here.
    pub dragged: bool,
    /// It proves the reason of a refusal.
    pub proof: bool,
}

/// A queen in danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    /// How many of her sides are taken: 5, or 6 when all is over.
    pub sides: u8,
    /// Whether the shown turn brought the danger: pulse three times.
    pub fresh: bool,
}

/// What an outlined cell means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// The selected tile can go here: dashed outline and dot.
    Legal,
    /// The same under the pointer, the focus or a first tap: solid outline.
    LegalChosen,
    /// The last move began here: plain outline and footprints.
    LastFrom,
    /// A lesson's mark.
    Lesson(LessonMark),
    /// It proves the reason of a refusal: dotted outline.
    Proof,
}

/// An outlined cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellMark {
    /// The cell.
    pub hex: Hex,
    /// The middle.
    pub x: f64,
    /// The middle, on top of whatever lies there.
    pub y: f64,
    /// How many tiles lie under the outline. Above 0 it is drawn after the tiles.
    pub level: u8,
    /// What it means.
    pub kind: CellKind,
}

/// A tile that is not really there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// The tile.
    pub piece: Piece,
    /// The middle of its face.
    pub x: f64,
    /// The middle of its face.
    pub y: f64,
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathStep {
    /// The cell.
    pub hex: Hex,
    /// The middle of the cell, on top of whatever lies there.
    pub x: f64,
    /// The middle of the cell.
    pub y: f64,
    /// 0 for the start, then 1, 2, 3.
    pub number: usize,
}

/// A small sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badge {
    /// The cell it belongs to.
    pub hex: Hex,
    /// Its middle.
    pub x: f64,
    /// Its middle.
    pub y: f64,
    /// What it says.
    pub kind: BadgeKind,
}

/// What a small sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BadgeKind {
    /// The height of a stack: `×3`.
    Stack(u8),
    /// The taken sides of a queen: `5/6`.
    Danger(u8),
    /// A chain: pinned.
    Pinned,
    /// A cross: refused here.
    Refused,
    /// The rank of a proposed placement.
    Rank(u8),
}

/// An arrow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowMark {
    /// Where it begins.
    pub from: Point,
    /// Where it points.
    pub to: Point,
    /// The color of a player's arrow.
    pub ink: Ink,
    /// The rank of an engine's move; 2 and more are drawn paler.
    pub rank: Option<u8>,
}

/// A player's ring around a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircleMark {
    /// The middle.
    pub x: f64,
    /// The middle.
    pub y: f64,
    /// The color.
    pub ink: Ink,
}

/// The ring of the keyboard's focus.
#[derive(Clone, Debug, PartialEq)]
pub struct FocusMark {
    /// The cell.
    pub hex: Hex,
    /// The middle.
    pub x: f64,
    /// The middle.
    pub y: f64,
    /// What is there, in facts.
    pub label: Label,
}

/// A stack with its tiles laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct PeekMark {
    /// The cell.
    pub hex: Hex,
    /// The middle of the top tile.
    pub x: f64,
    /// The middle of the top tile.
    pub y: f64,
    /// The tiles from the table up.
    pub pieces: Vec<Piece>,
}

/// One player's reserve: always eight slots in the same order, so that hands never jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tray {
    /// Whose.
    pub color: Color,
    /// The slots, in the order of [`Bug::ALL`].
    pub slots: [Slot; 8],
}

/// One slot of a reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it holds, in facts.
    pub label: SlotLabel,
    /// The tile that would be placed next.
    pub next: Option<Piece>,
}

/// Draws the board.
#[must_use]
pub fn scene(state: &State) -> Scene {
    let view = state.view();
    Scene {
        view,
        small_glyphs: view.tile_width() < 34.0,
        cells: marks::cells(state),
        tiles: tiles::tiles(state),
        ghost: marks::ghost(state),
        drag: marks::drag(state),
        demonstration: state.demonstration.clone(),
        proposed: marks::proposed(state),
        path: marks::path(state),
        badges: marks::badges(state),
        arrows: marks::arrows(state),
        marks: marks::circles(state),
        focus: marks::focus(state),
        peek: marks::peek(state),
        reserves: ByColor::new_with(|color| tray(state, color)),
        motion: state.motion.clone(),
        refusal: state.refusal,
    }
}

fn tray(state: &State, color: Color) -> Tray {
    let slot = |bug: Bug| Slot {
        label: state.slot_label(color, bug),
        next: state.position().next_in_reserve(color, bug),
    };
    Tray { color, slots: Bug::ALL.map(slot) }
}
