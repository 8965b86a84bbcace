//! What can happen to a board, and what the board then wants.

use skep_rules::{Bug, Color, Hex, Move, Piece, Position};

use crate::capabilities::Capabilities;
use crate::drawing::{LessonMark, Suggestion};
use crate::geometry::Point;
use crate::keymap::Command;
use crate::layout::Layout;
use crate::state::{Preferences, Refusal};

/// The device that points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointerKind {
    /// Exact, and can hover.
    #[default]
    Mouse,
    /// A finger: coarse.
    Touch,
    /// A pen: exact.
    Pen,
}

/// The button that went down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointerButton {
    /// The left button, a finger, a pen.
    #[default]
    Primary,
    /// The right button, which draws.
    Secondary,
    /// Any other, which pans.
    Other,
}

/// Keys held during a pointer event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
}

/// One event of a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointerEvent {
    /// Which pointer, as the browser numbers them.
    pub id: i32,
    /// Where, in pixels from the table's upper left corner.
    pub at: Point,
    /// When, in milliseconds from any fixed moment.
    pub time: f64,
    /// The device.
    pub kind: PointerKind,
    /// The button; only its value when the pointer goes down counts.
    pub button: PointerButton,
    /// Keys held.
    pub modifiers: Modifiers,
}

/// A step through the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To the start.
    First,
    /// One turn back.
    Back,
    /// One turn forward.
    Forward,
    /// To the latest position.
    Last,
    /// To the position after this many turns.
    To(usize),
}

/// Everything that can happen to a board.
#[derive(Clone, Debug)]
pub enum Action {
    /// Show another game, from its start, at a turn or at its end. The camera fits it.
    Show {
        /// Where the game begins.
        start: Box<Position>,
        /// Its turns. From the first illegal one on, they are left out.
        moves: Vec<Move>,
        /// After how many turns to look; `None` for the end.
        ply: Option<usize>,
    },
    /// Show another line of the same game, as when a variation is chosen. The camera stays.
    Follow {
        /// The turns from the game's start.
        moves: Vec<Move>,
        /// After how many turns to look.
        ply: usize,
    },
    /// A turn has been played at the end of the game, by whomever.
    Played(Move),
    /// This many turns have been taken back.
    TakenBack(usize),
    /// Who sits at the board has changed.
    SetCapabilities(Capabilities),
    /// The person's preferences.
    SetPreferences(Preferences),
    /// The table has this size now.
    Resize(Layout),
    /// Show the proposals of an engine, or none.
    Suggest(Vec<Suggestion>),
    /// Show the path of a move of the shown position, or none.
    ShowPath(Option<Move>),
    /// Show a move of the shown position by a ghost that travels its path, slowly; or stop showing it.
    Demonstrate(Option<Move>),
    /// Draw a tile as selected without anybody holding it, or none.
    Spotlight(Option<Piece>),
    /// Keep these cells in view beside the tiles, until another game is shown.
    Frame(Vec<Hex>),
    /// Show a refusal that did not come from the board, with its proof; or clear the one that is shown.
    ShowRefusal(Option<Refusal>),
    /// Mark cells for a lesson, instead of those marked before.
    MarkCells(Vec<(Hex, LessonMark)>),

    /// Select a tile of the hive, or say why it cannot move.
    SelectPiece(Piece),
    /// Select the next tile of a kind in a reserve; again: deselect.
    SelectReserve {
        /// Whose reserve.
        color: Color,
        /// The kind.
        bug: Bug,
    },
    /// Play the selected tile to a cell.
    Target(Hex),
    /// Deselect, close what is open, end a drag.
    Cancel,

    /// A pointer went down on the table.
    PointerDown(PointerEvent),
    /// A pointer went down on a slot of a reserve, which lies outside the table. Its further events
    /// come as those of the table.
    GrabReserve {
        /// Whose reserve.
        color: Color,
        /// The kind.
        bug: Bug,
        /// The event, in the table's pixels.
        pointer: PointerEvent,
    },
    /// A pointer moved, pressed or not.
    PointerMove(PointerEvent),
    /// A pointer went up.
    PointerUp(PointerEvent),
    /// The browser took the pointer away.
    PointerCancel {
        /// Which pointer.
        id: i32,
    },
    /// The mouse left the table.
    PointerLeave,
    /// The wheel turned; `delta` in pixels, positive away from the player's wish to see more closely.
    Wheel {
        /// Where, in pixels.
        at: Point,
        /// How far.
        delta: f64,
    },
    /// Time passes. To be sent on each frame while [`State::needs_ticks`](crate::State::needs_ticks).
    Tick {
        /// In milliseconds, as in [`PointerEvent::time`].
        time: f64,
    },

    /// Move the board under the window, in pixels.
    Pan {
        /// To the right.
        x: f64,
        /// Down.
        y: f64,
    },
    /// Zoom about a point (pixels) or the middle.
    Zoom {
        /// More than 1 to see more closely.
        factor: f64,
        /// The point that stays where it is.
        about: Option<Point>,
    },
    /// Fit the hive into view and let the board frame it from now on.
    Fit,
    /// Turn the board by steps of 60 degrees clockwise.
    Rotate(i8),
    /// Turn the board upside down.
    Flip,
    /// Exchange left and right.
    Mirror,

    /// Step through the moves.
    Step(Step),
    /// A key of the [`Keymap`](crate::Keymap) was pressed.
    Command(Command),
    /// The keyboard's focus came to the board.
    FocusBoard,
    /// The keyboard's focus went elsewhere.
    BlurBoard,
    /// Open the look into a stack, or close it.
    Peek(Option<Hex>),
    /// Wipe the player's arrows and marks off.
    ClearDrawings,
}

/// What the board wants its host to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Play this legal move in the shown position, and say [`Action::Played`] when it stands.
    Play(Move),
    /// A cell was tapped on a board that only reports taps.
    Picked(Hex),
    /// Show a hint.
    Hint,
    /// Take a move back.
    TakeBack,
    /// Play again what was taken back.
    Redo,
    /// Show the list of keys.
    Help,
}
