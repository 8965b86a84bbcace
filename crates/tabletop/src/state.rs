//! Everything a board remembers.

use skep_rules::{ByColor, Hex, IllegalMove, Move, Piece, Position};

use crate::anchor::Anchor;
use crate::camera::{Camera, Framing, View};
use crate::capabilities::Capabilities;
use crate::drawing::{Arrow, LessonMark, Mark, Suggestion};
use crate::geometry::{Point, Rect, STACK_STEP, tile_box};
use crate::gesture::Gesture;
use crate::label::Announcement;
use crate::layout::Layout;
use crate::line::Line;
use crate::motion::Motion;
use crate::orientation::Orientation;

/// The tile in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// A tile of the hive.
    Tile {
        /// The tile.
        piece: Piece,
        /// Its cell.
        at: Hex,
    },
    /// A tile of a reserve.
    Reserve {
        /// The next of its kind.
        piece: Piece,
    },
}

impl Selection {
    /// The tile.
    #[must_use]
    pub const fn piece(self) -> Piece {
        match self {
            Selection::Tile { piece, .. } | Selection::Reserve { piece } => piece,
        }
    }

    /// Its cell, if it is in the hive.
    #[must_use]
    pub const fn at(self) -> Option<Hex> {
        match self {
            Selection::Tile { at, .. } => Some(at),
            Selection::Reserve { .. } => None,
        }
    }
}

/// Why something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The other player is to move.
    NotYourTurn,
    /// An earlier position is shown, where nothing can be played.
    NotLatest,
    /// The rules say no.
    Rules(IllegalMove),
    /// The tile is free to move, but no cell is in reach.
    Nowhere,
}

/// Something that was refused, shown until the next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The tile that was to move.
    pub piece: Piece,
    /// Where to, if a cell was chosen.
    pub to: Option<Hex>,
    /// Why.
    pub reason: Reason,
}

/// When pinned tiles are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PinnedTiles {
    /// Not at all.
    Never,
    /// When pointed at or focused.
    #[default]
    Pointed,
    /// Always.
    Always,
}

/// How a person likes the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// Show where the selected tile can go.
    pub targets: bool,
    /// Mark the last move.
    pub last_move: bool,
    /// Mark pinned tiles.
    pub pinned: PinnedTiles,
    /// Mark a queen with one free side, or none.
    pub danger: bool,
    /// Ask for a second tap before a move is played.
    pub confirm: bool,
    /// No travel: tiles fade in.
    pub reduced_motion: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            targets: true,
            last_move: true,
            pinned: PinnedTiles::default(),
            danger: true,
            confirm: false,
            reduced_motion: false,
        }
    }
}

/// The board: what is shown, what is in the hand, where the camera stands. Change it with
/// [`update`](crate::update), draw it with [`scene`](crate::scene()).
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) capabilities: Capabilities,
    pub(crate) preferences: Preferences,
    pub(crate) line: Line,
    pub(crate) ply: usize,
    pub(crate) shown: Position,
    pub(crate) legal: Vec<Move>,
    pub(crate) layout: Layout,
    pub(crate) anchor: Anchor,
    pub(crate) orientation: Orientation,
    pub(crate) camera: Camera,
    pub(crate) framing: Framing,
    pub(crate) glide: bool,
    pub(crate) fit_due: bool,
    pub(crate) selection: Option<Selection>,
    pub(crate) candidate: Option<Hex>,
    pub(crate) hover: Option<Hex>,
    pub(crate) focus: Option<Hex>,
    pub(crate) focused: bool,
    pub(crate) peek: Option<Hex>,
    pub(crate) gesture: Gesture,
    pub(crate) dropped: Option<(Piece, Point)>,
    pub(crate) arrows: Vec<Arrow>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) suggestions: Vec<Suggestion>,
    pub(crate) path: Option<Move>,
    pub(crate) demonstration: Option<Motion>,
    pub(crate) spotlight: Option<Piece>,
    /// Cells to be kept in view beside the tiles.
    pub(crate) framed: Vec<Hex>,
    /// The sides of each queen that were taken before the last turn.
    pub(crate) sides_before: ByColor<u8>,
    pub(crate) lesson: Vec<(Hex, LessonMark)>,
    pub(crate) refusal: Option<Refusal>,
    pub(crate) motion: Option<Motion>,
    pub(crate) serial: u64,
    pub(crate) announcements: Vec<Announcement>,
}

impl State {
    /// A board that shows a position.
    #[must_use]
    pub fn new(start: Position, capabilities: Capabilities) -> State {
        let layout = Layout::default();
        let mut state = State {
            capabilities,
            preferences: Preferences::default(),
            line: Line::new(start.clone()),
            ply: 0,
            shown: start,
            legal: Vec::new(),
            layout,
            anchor: Anchor::default(),
            orientation: Orientation::NORTH,
            camera: Camera { center: Point::default(), scale: 1.0 },
            framing: Framing::Automatic,
            glide: false,
            fit_due: false,
            selection: None,
            candidate: None,
            hover: None,
            focus: None,
            focused: false,
            peek: None,
            gesture: Gesture::Idle,
            dropped: None,
            arrows: Vec::new(),
            marks: Vec::new(),
            suggestions: Vec::new(),
            path: None,
            demonstration: None,
            spotlight: None,
            framed: Vec::new(),
            sides_before: ByColor::default(),
            lesson: Vec::new(),
            refusal: None,
            motion: None,
            serial: 0,
            announcements: Vec::new(),
        };
        state.refresh();
        state.fit(false);
        state
    }

    /// The position that is shown.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.shown
    }

    /// After how many turns of the game it stands.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The turns of the game.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.line.moves()
    }

    /// Whether the latest position is shown.
    #[must_use]
    pub fn is_latest(&self) -> bool {
        self.ply == self.line.len()
    }

    /// The turn that led to the shown position.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.line.moves()[..self.ply].last().copied()
    }

    /// What may be done here.
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    /// How the person likes it.
    #[must_use]
    pub fn preferences(&self) -> Preferences {
        self.preferences
    }

    /// The tile in the hand.
    #[must_use]
    pub fn selection(&self) -> Option<Selection> {
        self.selection
    }

    /// On a small screen: the cell that a second tap would play to.
    #[must_use]
    pub fn candidate(&self) -> Option<Hex> {
        self.candidate
    }

    /// What was refused last, until something else happens.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        self.refusal
    }

    /// How the board is turned.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// Who moves the camera.
    #[must_use]
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// The cell that the keyboard is on.
    #[must_use]
    pub fn focus(&self) -> Option<Hex> {
        self.focus
    }

    /// The size of the table.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What an engine proposes, the best first.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        &self.suggestions
    }

    /// The stack that is open to look into.
    #[must_use]
    pub fn peeking(&self) -> Option<Hex> {
        self.peek
    }

    /// The transformation from board units to pixels. Cheap, so that panning need not build a scene.
    #[must_use]
    pub fn view(&self) -> View {
        self.camera.view(&self.layout, self.glide && !self.preferences.reduced_motion)
    }

    /// Whether the board waits for time to pass (a long press) and wants [`Action::Tick`](crate::Action).
    #[must_use]
    pub fn needs_ticks(&self) -> bool {
        self.gesture.waits()
    }

    /// Whether a tile is being dragged, a board panned or an arrow drawn.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.gesture.is_moving()
    }

    /// What is to be said aloud since this was last asked, in order.
    pub fn take_announcements(&mut self) -> Vec<Announcement> {
        core::mem::take(&mut self.announcements)
    }

    /// The middle of a cell on a level, in board units.
    #[must_use]
    pub fn place(&self, hex: Hex, level: u8) -> Point {
        let center = self.orientation.apply(self.anchor.unroll(hex)).center();
        center.moved(0.0, -STACK_STEP * f64::from(level))
    }

    pub(crate) fn announce(&mut self, announcement: Announcement) {
        // Only the newest few matter to a listener; an unread queue must not grow for ever.
        if self.announcements.len() >= 8 {
            self.announcements.remove(0);
        }
        self.announcements.push(announcement);
    }

    /// Brings what depends on the shown position up to date.
    pub(crate) fn refresh(&mut self) {
        self.legal = self.shown.legal_moves().to_vec();
        self.anchor.follow(self.shown.board());
    }

    /// The box around all tiles and what else is to be seen, in board units; of the first cell when the table is empty.
    pub(crate) fn tiles_box(&self) -> Rect {
        let tiles = self.shown.board().pieces().map(|(_, hex, level)| tile_box(self.place(hex, level)));
        let boxes = tiles.chain(self.framed.iter().map(|hex| tile_box(self.place(*hex, 0))));
        boxes.reduce(Rect::union).unwrap_or_else(|| tile_box(self.place(Hex::ORIGIN, 0)))
    }

    /// Fits the hive into view.
    pub(crate) fn fit(&mut self, glide: bool) {
        self.camera = Camera::fitting(self.tiles_box(), &self.layout);
        self.framing = Framing::Automatic;
        self.glide = glide;
        self.fit_due = false;
    }

    /// Moves the camera if it must: a tile would leave the view, or, once the player has taken the
    /// camera, no tile would be left in it. Never under a hand that is dragging.
    pub(crate) fn reframe(&mut self) {
        let tiles = self.tiles_box();
        let window = self.camera.window(&self.layout);
        let must = match self.framing {
            // Half a cell more than the tiles, so that cells to play to can be seen and hit.
            Framing::Automatic => !window.holds(tiles.grown(tile_box(Point::default()).width() / 2.0, 30.0)),
            Framing::Player => !window.meets(tiles),
        };
        if must && self.gesture.is_moving() {
            self.fit_due = true;
        } else if must && self.camera != Camera::fitting(tiles, &self.layout) {
            self.fit(true);
        }
    }
}
