#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod action;
mod anchor;
mod camera;
mod capabilities;
mod drawing;
mod focus;
mod geometry;
mod gesture;
mod hit;
mod keymap;
mod label;
mod layout;
mod line;
mod motion;
mod orientation;
mod scene;
mod select;
mod state;
mod update;

pub use action::{Action, Intent, Modifiers, PointerButton, PointerEvent, PointerKind, Step};
pub use camera::{Camera, Framing, View};
pub use capabilities::Capabilities;
pub use drawing::{Arrow, Ink, LessonMark, Mark, Suggestion};
pub use geometry::{
    FACE_RADIUS, Point, RADIUS, ROW_HEIGHT, Rect, SELECTED_RAISE, STACK_STEP, TILE_WIDTH, hexagon_contains,
};
pub use hit::Hit;
pub use keymap::{Chord, Command, Keymap};
pub use label::{Announcement, CellLabel, Label, SlotLabel, TileLabel, landmark, sides_taken};
pub use layout::{Insets, Layout};
pub use motion::{Easing, Frame, Motion, MotionKind};
pub use orientation::Orientation;
pub use scene::{
    ArrowMark, Badge, BadgeKind, CellKind, CellMark, CircleMark, Danger, FocusMark, Ghost, PathStep,
    PeekMark, Scene, Slot, TileMark, Tray, scene,
};
pub use state::{PinnedTiles, Preferences, Reason, Refusal, Selection, State};
pub use update::update;
