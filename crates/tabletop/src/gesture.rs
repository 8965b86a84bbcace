//! Fingers, mouse and pen: from presses and moves to taps, drags, pans, pinches and drawings.

use skep_rules::{Bug, Color, Hex, Piece};

use crate::action::{Intent, Modifiers, PointerButton, PointerEvent, PointerKind};
use crate::camera::Framing;
use crate::drawing::{Arrow, Ink, Mark};
use crate::geometry::Point;
use crate::label::Announcement;
use crate::state::State;

/// A press that lasts this long opens a stack.
const LONG_PRESS: f64 = 450.0;

/// What the hand is doing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Gesture {
    /// Nothing.
    Idle,
    /// A pointer is down and has not moved yet.
    Press { start: PointerEvent, on: Pressed },
    /// The board follows the pointer.
    Pan { id: i32, last: Point },
    /// A tile follows the pointer.
    Drag { id: i32, at: Point },
    /// An arrow follows the pointer.
    Draw { id: i32, from: Hex, to: Hex, ink: Ink },
    /// Two fingers stretch the board.
    Pinch { fingers: [(i32, Point); 2] },
    /// All is done, but a finger is still down.
    Spent,
}

/// What a press began on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressed {
    Tile(Piece),
    Reserve(Color, Bug),
    Table,
}

impl Gesture {
    /// Whether time matters: a press may become a long one.
    pub(crate) fn waits(&self) -> bool {
        matches!(self, Gesture::Press { on: Pressed::Tile(_), start } if start.kind != PointerKind::Mouse)
    }

    /// Whether something moves with the hand.
    pub(crate) fn is_moving(&self) -> bool {
        matches!(
            self,
            Gesture::Pan { .. } | Gesture::Drag { .. } | Gesture::Draw { .. } | Gesture::Pinch { .. }
        )
    }
}

/// How far a pointer may stray, in pixels, before a press becomes a drag.
fn threshold(kind: PointerKind) -> f64 {
    match kind {
        PointerKind::Mouse => 4.0,
        PointerKind::Pen => 6.0,
        PointerKind::Touch => 10.0,
    }
}

fn ink(modifiers: Modifiers) -> Ink {
    match (modifiers.shift, modifiers.alt) {
        (false, false) => Ink::Blue,
        (true, false) => Ink::Green,
        (false, true) => Ink::Red,
        (true, true) => Ink::Yellow,
    }
}

impl State {
    pub(crate) fn pointer_down(&mut self, event: PointerEvent) {
        let first = match self.gesture {
            Gesture::Press { start, .. } => Some((start.id, start.at)),
            Gesture::Pan { id, last } => Some((id, last)),
            Gesture::Drag { id, at } => Some((id, at)),
            _ => None,
        };
        if let Some((id, at)) = first.filter(|(id, _)| *id != event.id) {
            // A second finger: whatever the first was up to, now they stretch the board together.
            if matches!(self.gesture, Gesture::Drag { .. }) {
                self.deselect();
            }
            let fingers = [(id, at), (event.id, event.at)];
            self.gesture = if self.capabilities.camera { Gesture::Pinch { fingers } } else { Gesture::Spent };
            return;
        }
        if matches!(self.gesture, Gesture::Pinch { .. }) {
            return;
        }
        self.gesture = match event.button {
            PointerButton::Primary => {
                let on = self.hit(event.at).piece.map_or(Pressed::Table, Pressed::Tile);
                Gesture::Press { start: event, on }
            }
            PointerButton::Secondary if self.capabilities.draws => {
                let from = self.hit(event.at).hex;
                Gesture::Draw { id: event.id, from, to: from, ink: ink(event.modifiers) }
            }
            PointerButton::Other if self.capabilities.camera => Gesture::Pan { id: event.id, last: event.at },
            PointerButton::Secondary | PointerButton::Other => Gesture::Idle,
        };
    }

    pub(crate) fn grab_reserve(&mut self, color: Color, bug: Bug, event: PointerEvent) {
        if matches!(self.gesture, Gesture::Idle | Gesture::Spent) && event.button == PointerButton::Primary {
            self.gesture = Gesture::Press { start: event, on: Pressed::Reserve(color, bug) };
        }
    }

    pub(crate) fn pointer_move(&mut self, event: PointerEvent) {
        match self.gesture.clone() {
            Gesture::Idle | Gesture::Spent => self.hover_at(event),
            Gesture::Press { start, on }
                if start.id == event.id && start.at.distance(event.at) >= threshold(start.kind) =>
            {
                self.begin_drag(start, on, event);
            }
            Gesture::Pan { id, last } if id == event.id => {
                self.pan(event.at.x - last.x, event.at.y - last.y);
                self.gesture = Gesture::Pan { id, last: event.at };
            }
            Gesture::Drag { id, .. } if id == event.id => {
                self.gesture = Gesture::Drag { id, at: event.at };
                self.hover = self.drop_target(event.at);
            }
            Gesture::Draw { id, from, ink, .. } if id == event.id => {
                self.gesture = Gesture::Draw { id, from, to: self.hit(event.at).hex, ink };
            }
            Gesture::Pinch { fingers } => self.pinch(fingers, event),
            _ => {}
        }
    }

    /// The press has strayed: it is a drag of a tile, or else a pan.
    fn begin_drag(&mut self, start: PointerEvent, on: Pressed, event: PointerEvent) {
        let picked = match on {
            Pressed::Tile(piece) if !self.capabilities.picks && self.can_pick_up(piece) => {
                if self.selection.map(|selection| selection.piece()) != Some(piece) {
                    self.select_piece(piece);
                }
                true
            }
            Pressed::Reserve(color, bug) => {
                let next = self.shown.next_in_reserve(color, bug);
                if next.is_none() || self.selection.map(|selection| selection.piece()) != next {
                    self.select_reserve(color, bug);
                }
                self.selection.is_some() && self.selection.map(|selection| selection.piece()) == next
            }
            Pressed::Tile(_) | Pressed::Table => false,
        };
        if picked {
            self.peek = None;
            self.gesture = Gesture::Drag { id: start.id, at: event.at };
            self.hover = self.drop_target(event.at);
        } else if matches!(on, Pressed::Reserve(..)) {
            self.gesture = Gesture::Spent;
        } else if self.capabilities.camera {
            self.pan(event.at.x - start.at.x, event.at.y - start.at.y);
            self.gesture = Gesture::Pan { id: start.id, last: event.at };
        }
    }

    pub(crate) fn pointer_up(&mut self, event: PointerEvent) -> Option<Intent> {
        let gesture = core::mem::replace(&mut self.gesture, Gesture::Idle);
        let intent = match gesture {
            Gesture::Press { start, on } if start.id == event.id => self.pressed(start, on),
            Gesture::Drag { id, .. } if id == event.id => self.dropped_at(event),
            Gesture::Draw { id, from, to, ink } if id == event.id => {
                self.draw(from, to, ink);
                None
            }
            Gesture::Pan { id, .. } if id == event.id => None,
            Gesture::Pinch { fingers } => {
                // One finger is left; it goes on panning.
                let left = fingers.into_iter().find(|(id, _)| *id != event.id);
                self.gesture = left.map_or(Gesture::Idle, |(id, last)| Gesture::Pan { id, last });
                None
            }
            Gesture::Spent | Gesture::Idle => None,
            other => {
                self.gesture = other;
                None
            }
        };
        if self.fit_due && !self.gesture.is_moving() {
            self.fit_due = false;
            self.reframe();
        }
        intent
    }

    /// A press that did not stray is a tap.
    fn pressed(&mut self, start: PointerEvent, on: Pressed) -> Option<Intent> {
        if let Pressed::Reserve(color, bug) = on {
            self.select_reserve(color, bug);
            return None;
        }
        let small = self.view().tile_width() < self.layout.touch_size && start.kind == PointerKind::Touch;
        if small && !self.capabilities.picks {
            return self.unsure_tap(start.at);
        }
        let hex = self.hit(start.at).hex;
        self.tap(hex)
    }

    /// A finger on cells too small for it: the nearest legal cell first shows a ghost, and a second
    /// tap confirms. Without a tile in the hand, the nearest tile is meant.
    fn unsure_tap(&mut self, at: Point) -> Option<Intent> {
        let reach = self.layout.touch_size;
        let hit = self.hit(at).hex;
        if self.selection.is_some() {
            let own = self.selection.and_then(|selection| selection.at()) == Some(hit);
            if let Some(target) = self.nearest_target(at, reach).filter(|target| !own || *target == hit) {
                return self.play_or_propose(target, true);
            }
            return self.tap(hit);
        }
        let hex = if self.shown.board().height(hit) > 0 {
            hit
        } else {
            self.nearest_tile(at, reach).unwrap_or(hit)
        };
        self.tap(hex)
    }

    fn dropped_at(&mut self, event: PointerEvent) -> Option<Intent> {
        self.hover = None;
        let selection = self.selection?;
        if let Some(target) = self.drop_target(event.at) {
            let hand = self.view().to_board(event.at);
            let intent = self.play_or_propose(target, false);
            if matches!(intent, Some(Intent::Play(_))) {
                self.dropped = Some((selection.piece(), hand));
            }
            return intent;
        }
        let free = self.layout.free();
        let inside = free.left <= event.at.x
            && event.at.x <= free.right
            && free.top <= event.at.y
            && event.at.y <= free.bottom;
        let hex = self.hit(event.at).hex;
        let board = self.shown.board();
        let touches = board.height(hex) > 0 || hex.neighbors().any(|side| board.height(side) > 0);
        if selection.at() == Some(hex) {
            // Put down where it was: it stays selected, as after a tap.
        } else if inside && touches {
            self.refuse_target(hex);
        } else {
            self.deselect();
        }
        None
    }

    fn draw(&mut self, from: Hex, to: Hex, ink: Ink) {
        if from == to {
            let same = self.marks.iter().position(|mark| mark.at == from);
            let old = same.map(|index| self.marks.remove(index));
            if old.is_none_or(|mark| mark.ink != ink) {
                self.marks.push(Mark { at: from, ink });
            }
        } else {
            let same = self.arrows.iter().position(|arrow| (arrow.from, arrow.to) == (from, to));
            let old = same.map(|index| self.arrows.remove(index));
            if old.is_none_or(|arrow| arrow.ink != ink) {
                self.arrows.push(Arrow { from, to, ink });
            }
        }
    }

    pub(crate) fn pointer_cancel(&mut self, id: i32) {
        let ours = match self.gesture {
            Gesture::Press { start, .. } => start.id == id,
            Gesture::Pan { id: own, .. } | Gesture::Drag { id: own, .. } | Gesture::Draw { id: own, .. } => {
                own == id
            }
            Gesture::Pinch { .. } | Gesture::Spent => true,
            Gesture::Idle => false,
        };
        if ours {
            self.gesture = Gesture::Idle;
            self.hover = None;
        }
    }

    /// A mouse that hovers shows a ghost on legal cells and opens stacks.
    fn hover_at(&mut self, event: PointerEvent) {
        if event.kind == PointerKind::Touch {
            return;
        }
        let hit = self.hit(event.at);
        self.hover = Some(hit.hex);
        self.peek = (hit.level > 0).then_some(hit.hex);
    }

    pub(crate) fn tick(&mut self, time: f64) {
        if let Gesture::Press { start, on: Pressed::Tile(_) } = self.gesture
            && self.gesture.waits()
            && time - start.time >= LONG_PRESS
        {
            let hex = self.hit(start.at).hex;
            if self.shown.board().height(hex) > 1 {
                self.open_peek(hex);
                self.gesture = Gesture::Spent;
            }
        }
    }

    pub(crate) fn open_peek(&mut self, hex: Hex) {
        let mut stack = self.shown.board().stack(hex).to_vec();
        if stack.is_empty() {
            return;
        }
        stack.reverse();
        self.peek = Some(hex);
        self.announce(Announcement::Peeked(stack));
    }

    fn pinch(&mut self, mut fingers: [(i32, Point); 2], event: PointerEvent) {
        let Some(moved) = fingers.iter().position(|(id, _)| *id == event.id) else { return };
        let (before, old) = (fingers[0].1.middle(fingers[1].1), fingers[0].1.distance(fingers[1].1));
        fingers[moved].1 = event.at;
        let (after, new) = (fingers[0].1.middle(fingers[1].1), fingers[0].1.distance(fingers[1].1));
        self.pan(after.x - before.x, after.y - before.y);
        if old > 1.0 && new > 1.0 {
            self.zoom(new / old, after);
        }
        self.gesture = Gesture::Pinch { fingers };
    }

    pub(crate) fn pan(&mut self, x: f64, y: f64) {
        if self.capabilities.camera && x.is_finite() && y.is_finite() {
            self.camera = self.camera.panned(x, y);
            self.framing = Framing::Player;
            self.glide = false;
        }
    }

    pub(crate) fn zoom(&mut self, factor: f64, about: Point) {
        if self.capabilities.camera {
            self.camera = self.camera.zoomed(factor, about, &self.layout);
            self.framing = Framing::Player;
            self.glide = false;
        }
    }
}
