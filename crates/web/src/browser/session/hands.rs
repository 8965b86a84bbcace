//! Hands on the board: pointer, wheel and keys become actions.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use leptos::prelude::*;
use skep_rules::{Bug, ByColor, Color};
use skep_tabletop::{
    Action, Chord, Insets, Layout, Modifiers, Point, PointerButton, PointerEvent as TablePointer, PointerKind,
};
use wasm_bindgen::JsCast as _;

use super::Session;
use crate::browser::device::{document, steady_clock};

/// A finger's focus comes up to this long after the finger, in milliseconds.
const POINTER_FOCUS: u64 = 700;

impl Session {
    /// The board's element is there: coordinates are relative to it.
    pub(crate) fn sits_at(self, board: web_sys::SvgElement) {
        self.board.set_value(Some(board));
        self.measure();
    }

    /// Tells the board how much room it has, and where the reserves are.
    pub(crate) fn measure(self) {
        let Some(board) = self.board.try_get_value().flatten() else { return };
        let area = board.get_bounding_client_rect();
        if area.width() < 1.0 || area.height() < 1.0 {
            return;
        }
        let reserve = |color: Color| {
            let selector = format!(".slot[data-color=\"{}\"]:nth-child(4)", color.letter());
            let slot = document().query_selector(&selector).ok().flatten()?.get_bounding_client_rect();
            Some(Point::new(slot.x() + slot.width() - area.x(), slot.y() + slot.height() / 2.0 - area.y()))
        };
        // Room for the warnings above and the caption below.
        let (top, bottom) = if area.width() < 720.0 { (44.0, 66.0) } else { (56.0, 72.0) };
        let layout = Layout {
            insets: Insets { top, right: 0.0, bottom, left: 0.0 },
            reserves: ByColor::new_with(reserve),
            ..Layout::new(area.width(), area.height())
        };
        self.act(Action::Resize(layout));
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

    pub(crate) fn pointer_down(self, event: &PointerEvent) {
        capture(event);
        self.pointed.set_value(steady_clock());
        self.keyed.set(false);
        self.act(Action::PointerDown(self.pointer(event)));
        self.tick_while_needed();
    }

    pub(crate) fn pointer_move(self, event: &PointerEvent) {
        self.act(Action::PointerMove(self.pointer(event)));
    }

    pub(crate) fn pointer_up(self, event: &PointerEvent) {
        self.pointed.set_value(steady_clock());
        self.act(Action::PointerUp(self.pointer(event)));
    }

    pub(crate) fn pointer_cancel(self, event: &PointerEvent) {
        self.act(Action::PointerCancel { id: event.pointer_id() });
    }

    pub(crate) fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        // Lines and pages, as some mice report, in pixels.
        let unit = match event.delta_mode() {
            1 => 16.0,
            2 => 400.0,
            _ => 1.0,
        };
        self.act(Action::Wheel {
            at: self.place(event.client_x(), event.client_y()),
            delta: event.delta_y() * unit,
        });
    }

    pub(crate) fn grab_from_reserve(self, color: Color, bug: Bug, event: &PointerEvent) {
        if event.button() != 0 || !self.may_move(color) {
            return;
        }
        capture(event);
        self.grabbed.set_value(true);
        self.act(Action::GrabReserve { color, bug, pointer: self.pointer(event) });
        self.tick_while_needed();
    }

    /// A click without a pointer is the keyboard's or a screen reader's.
    pub(crate) fn click_in_reserve(self, color: Color, bug: Bug, _event: &MouseEvent) {
        if self.grabbed.get_value() {
            self.grabbed.set_value(false);
        } else {
            self.act(Action::SelectReserve { color, bug });
        }
    }

    /// The focus came by the keyboard, unless a pointer has just been here.
    pub(crate) fn focused(self) {
        if steady_clock().saturating_sub(self.pointed.get_value()) > POINTER_FOCUS {
            self.keyed.set(true);
            self.act(Action::FocusBoard);
        }
    }

    pub(crate) fn key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let keymap = untrack(|| self.app.keymap());
        let chord = Chord { code: event.code(), shift: event.shift_key() };
        if let Some(command) = keymap.command(&chord) {
            event.prevent_default();
            self.keyed.set(true);
            self.act(Action::Command(command));
        }
    }

    /// A long press needs time to pass without an event.
    fn tick_while_needed(self) {
        if self.table.try_with_untracked(skep_tabletop::State::needs_ticks) == Some(true) {
            request_animation_frame(move || {
                if let Some(performance) = crate::browser::device::window().performance()
                    && self.table.try_with_untracked(skep_tabletop::State::needs_ticks) == Some(true)
                {
                    self.act(Action::Tick { time: performance.now() });
                    self.tick_while_needed();
                }
            });
        }
    }
}

/// Further events of this pointer come to the same element, wherever it goes.
fn capture(event: &PointerEvent) {
    if let Some(target) = event.current_target() {
        let _ = target.unchecked_into::<web_sys::Element>().set_pointer_capture(event.pointer_id());
    }
}
