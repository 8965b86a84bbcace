//! Hands on a board: pointer, wheel and keys become actions. The same for a player in a game and for a learner.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use skep_rules::{Bug, ByColor, Color, Hex, Move, Piece};
use skep_tabletop::{
    Action, Chord, Insets, Layout, Modifiers, Point, PointerButton, PointerEvent as TablePointer,
    PointerKind, Scene, Selection, State,
};
use skep_words::Speaker;
use wasm_bindgen::JsCast as _;

use super::app::App;
use super::device::{document, steady_clock, window};
use crate::clock::Millis;

/// A finger's focus comes up to this long after the finger, in milliseconds.
const POINTER_FOCUS: u64 = 700;

/// What hands leave behind between two events.
#[derive(Clone, Copy)]
pub(crate) struct Hands {
    /// The table's element, for coordinates.
    board: StoredValue<Option<web_sys::SvgElement>, LocalStorage>,
    /// A pointer has taken a tile from a reserve, so the click that follows is not a second wish.
    grabbed: StoredValue<bool>,
    /// When a pointer was last on the board: the focus that follows is not the keyboard's.
    pointed: StoredValue<Option<Millis>>,
    /// Whether the board is being used with the keyboard, so that its focus should be seen.
    pub(crate) keyed: RwSignal<bool>,
}

impl Hands {
    pub(crate) fn new() -> Hands {
        Hands {
            board: StoredValue::new_local(None),
            grabbed: StoredValue::new(false),
            pointed: StoredValue::new(None),
            keyed: RwSignal::new(false),
        }
    }

    fn place(self, x: i32, y: i32) -> Point {
        let corner = self.board.get_value().map(|board| board.get_bounding_client_rect());
        corner
            .map_or_else(Point::default, |area| Point::new(f64::from(x) - area.x(), f64::from(y) - area.y()))
    }

    fn pointer(self, event: &PointerEvent) -> TablePointer {
        TablePointer {
            id: event.pointer_id(),
            at: self.place(event.client_x(), event.client_y()),
            time: event.time_stamp(),
            kind: match event.pointer_type().as_str() {
                "touch" => PointerKind::Touch,
                "pen" => PointerKind::Pen,
                _ => PointerKind::Mouse,
            },
            button: match event.button() {
                0 => PointerButton::Primary,
                2 => PointerButton::Secondary,
                _ => PointerButton::Other,
            },
            modifiers: Modifiers { shift: event.shift_key(), alt: event.alt_key() },
        }
    }
}

/// Whoever sits at a board: a player in a game, or a learner.
pub(crate) trait AtBoard: Copy + Send + Sync + 'static {
    fn app(self) -> App;

    fn table(self) -> RwSignal<State>;

    fn hands(self) -> Hands;

    /// Everything that happens at the board comes through here.
    fn act(self, action: Action);

    /// Speaks the listener's language, from where the listener sits.
    fn speaker(self) -> Speaker;

    /// What floats over the table takes this much of it.
    fn insets(self, width: f64) -> Insets;

    /// Whether this color's tiles may be taken from the reserve now.
    fn may_move(self, color: Color) -> bool;

    /// How many turns have been made.
    fn plies(self) -> usize;

    /// Adds to the picture what only this board shows.
    fn decorate(self, _table: &State, _scene: &mut Scene) {}

    /// The board's element is there: coordinates are relative to it.
    fn sits_at(self, board: web_sys::SvgElement) {
        self.hands().board.set_value(Some(board));
        self.measure();
    }

    /// Tells the board how much room it has, and where the reserves are.
    fn measure(self) {
        let Some(board) = self.hands().board.try_get_value().flatten() else { return };
        let area = board.get_bounding_client_rect();
        if area.width() < 1.0 || area.height() < 1.0 {
            return;
        }
        let reserve = |color: Color| {
            let selector = format!(".slot[data-color=\"{}\"]:nth-child(4)", color.letter());
            let slot = document().query_selector(&selector).ok().flatten()?.get_bounding_client_rect();
            Some(Point::new(slot.x() + slot.width() - area.x(), slot.y() + slot.height() / 2.0 - area.y()))
        };
        let layout = Layout {
            insets: self.insets(area.width()),
            reserves: ByColor::new_with(reserve),
            ..Layout::new(area.width(), area.height())
        };
        self.act(Action::Resize(layout));
    }

    fn pointer_down(self, event: &PointerEvent) {
        capture(event);
        self.hands().pointed.set_value(Some(steady_clock()));
        self.hands().keyed.set(false);
        self.act(Action::PointerDown(self.hands().pointer(event)));
        self.tick_while_needed();
    }

    fn pointer_move(self, event: &PointerEvent) {
        self.act(Action::PointerMove(self.hands().pointer(event)));
    }

    fn pointer_up(self, event: &PointerEvent) {
        self.hands().pointed.set_value(Some(steady_clock()));
        self.act(Action::PointerUp(self.hands().pointer(event)));
    }

    fn pointer_cancel(self, event: &PointerEvent) {
        self.act(Action::PointerCancel { id: event.pointer_id() });
    }

    fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        // Lines and pages, as some mice report, in pixels.
        let unit = match event.delta_mode() {
            1 => 16.0,
            2 => 400.0,
            _ => 1.0,
        };
        let at = self.hands().place(event.client_x(), event.client_y());
        self.act(Action::Wheel { at, delta: event.delta_y() * unit });
    }

    fn grab_from_reserve(self, color: Color, bug: Bug, event: &PointerEvent) {
        if event.button() != 0 || !self.may_move(color) {
            return;
        }
        capture(event);
        self.hands().grabbed.set_value(true);
        self.act(Action::GrabReserve { color, bug, pointer: self.hands().pointer(event) });
        self.tick_while_needed();
    }

    /// A click without a pointer is the keyboard's or a screen reader's.
    fn click_in_reserve(self, color: Color, bug: Bug, _event: &MouseEvent) {
        let grabbed = self.hands().grabbed;
        if grabbed.get_value() {
            grabbed.set_value(false);
        } else {
            self.act(Action::SelectReserve { color, bug });
        }
    }

    /// The focus came by the keyboard, unless a pointer has just been here.
    fn focused(self) {
        let pointed = self.hands().pointed.get_value();
        if pointed.is_none_or(|pointed| steady_clock().saturating_sub(pointed) > POINTER_FOCUS) {
            self.hands().keyed.set(true);
            self.act(Action::FocusBoard);
        }
    }

    fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let keymap = untrack(|| self.app().keymap());
        let chord = Chord { code: event.code(), shift: event.shift_key() };
        if let Some(command) = keymap.command(&chord) {
            event.prevent_default();
            self.hands().keyed.set(true);
            self.act(Action::Command(command));
        }
    }

    /// A long press needs time to pass without an event.
    fn tick_while_needed(self) {
        let waits = move || self.table().try_with_untracked(State::needs_ticks) == Some(true);
        if waits() {
            request_animation_frame(move || {
                if let Some(performance) = window().performance()
                    && waits()
                {
                    self.act(Action::Tick { time: performance.now() });
                    self.tick_while_needed();
                }
            });
        }
    }

    /// Whether the hint on the board is to place a tile of this slot.
    fn hinted_in_reserve(self, color: Color, bug: Bug) -> bool {
        let means = |mv: Move| matches!(mv, Move::Place { piece, .. } if (piece.color(), piece.bug()) == (color, bug));
        self.table().with(|table| table.suggestions().iter().any(|suggestion| means(suggestion.mv)))
    }

    fn chosen_in_reserve(self) -> Option<(Color, Bug)> {
        self.table().with(|table| match table.selection() {
            Some(Selection::Reserve { piece }) => Some((piece.color(), piece.bug())),
            _ => None,
        })
    }

    /// A cell of the board in words.
    fn cell_name(self, hex: Hex) -> String {
        self.app().language.track();
        let label = self.table().with_untracked(|table| table.label(hex));
        self.speaker().label(&label)
    }

    fn tile_name(self, piece: Piece) -> String {
        skep_words::tile_name(self.app().language.get(), piece)
    }

    fn slot_label(self, color: Color, bug: Bug) -> String {
        self.app().language.track();
        let label = self.table().with(|table| table.slot_label(color, bug));
        self.speaker().slot(&label)
    }
}

/// Further events of this pointer come to the same element, wherever it goes.
fn capture(event: &PointerEvent) {
    if let Some(target) = event.current_target() {
        let _ = target.unchecked_into::<web_sys::Element>().set_pointer_capture(event.pointer_id());
    }
}
