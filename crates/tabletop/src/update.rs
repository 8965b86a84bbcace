//! The one way to change a board.

use skep_rules::{ByColor, Move};

use crate::action::{Action, Intent, Step};
use crate::camera::Framing;
use crate::gesture::Gesture;
use crate::label::{Announcement, sides_taken};
use crate::line::Line;
use crate::motion::Motion;
use crate::orientation::Orientation;
use crate::state::State;

/// Lets something happen to the board. Bad input changes nothing and never panics.
pub fn update(state: &mut State, action: Action) -> Option<Intent> {
    match action {
        Action::Show { start, moves, ply } => state.show_game(Line::new(*start), moves, ply),
        Action::Follow { moves, ply } => state.follow(moves, ply),
        Action::Played(mv) => state.played(mv),
        Action::TakenBack(turns) => state.taken_back(turns),
        Action::SetCapabilities(capabilities) => {
            state.capabilities = capabilities;
            if !state.can_act() {
                state.deselect();
            }
        }
        Action::SetPreferences(preferences) => state.preferences = preferences,
        Action::Resize(layout) => {
            state.layout = layout;
            if state.framing == Framing::Automatic {
                state.fit(false);
            }
        }
        Action::Suggest(suggestions) => state.suggest(suggestions),
        Action::ShowPath(mv) => state.path = mv.filter(|mv| state.shown.is_legal(*mv)),
        Action::Demonstrate(mv) => state.demonstrate(mv),
        Action::Spotlight(piece) => state.spotlight = piece,
        Action::Frame(cells) => {
            state.framed = cells;
            if state.framing == Framing::Automatic {
                state.fit(false);
            }
        }
        Action::ShowRefusal(Some(refusal)) => state.refuse(refusal),
        Action::ShowRefusal(None) => state.refusal = None,
        Action::MarkCells(cells) => state.lesson = cells,
        Action::SelectPiece(piece) => state.select_piece(piece),
        Action::SelectReserve { color, bug } => state.select_reserve(color, bug),
        Action::Target(hex) => return state.target(hex),
        Action::Cancel => state.cancel(),
        Action::PointerDown(event) => state.pointer_down(event),
        Action::GrabReserve { color, bug, pointer } => state.grab_reserve(color, bug, pointer),
        Action::PointerMove(event) => state.pointer_move(event),
        Action::PointerUp(event) => return state.pointer_up(event),
        Action::PointerCancel { id } => state.pointer_cancel(id),
        Action::PointerLeave => {
            state.hover = None;
            state.peek = None;
        }
        Action::Wheel { at, delta } => state.zoom((-delta.clamp(-600.0, 600.0) * 0.0015).exp(), at),
        Action::Tick { time } => state.tick(time),
        Action::Pan { x, y } => state.pan(x, y),
        Action::Zoom { factor, about } => {
            state.zoom(factor, about.unwrap_or_else(|| state.layout.free().center()));
        }
        Action::Fit => state.fit(true),
        Action::Rotate(steps) => state.turn_board(state.orientation.rotated(steps)),
        Action::Flip => state.turn_board(state.orientation.rotated(3)),
        Action::Mirror => state.turn_board(state.orientation.mirror()),
        Action::Step(step) => state.step(step),
        Action::Command(command) => return state.command(command),
        Action::FocusBoard => state.focus_board(),
        Action::BlurBoard => state.focused = false,
        Action::Peek(Some(hex)) => state.open_peek(hex),
        Action::Peek(None) => state.peek = None,
        Action::ClearDrawings => {
            state.arrows.clear();
            state.marks.clear();
        }
    }
    None
}

impl State {
    fn show_game(&mut self, line: Line, moves: Vec<Move>, ply: Option<usize>) {
        self.line = line;
        self.line.set_moves(moves);
        self.focus = None;
        self.framed.clear();
        self.arrows.clear();
        self.marks.clear();
        self.show(ply.unwrap_or(usize::MAX));
        self.motion = None;
        self.fit(false);
    }

    fn follow(&mut self, moves: Vec<Move>, ply: usize) {
        let common = self.line.moves().iter().zip(&moves).take_while(|(a, b)| a == b).count();
        self.line.set_moves(moves);
        let ply = ply.min(self.line.len());
        // One turn on from a position that both lines share is a move like any other.
        if self.ply <= common && ply == self.ply + 1 {
            self.forward();
        } else {
            self.show(ply);
        }
    }

    fn played(&mut self, mv: Move) {
        let latest = self.is_latest();
        if !self.line.push(mv) {
            return;
        }
        if latest {
            self.forward();
        } else {
            let before = Box::new(self.line.position(self.line.len() - 1));
            self.announce(Announcement::Moved { before, mv });
        }
        self.dropped = None;
    }

    fn taken_back(&mut self, turns: usize) {
        let len = self.line.len().saturating_sub(turns);
        let was = self.ply;
        if self.ply > len {
            if was == len + 1 {
                self.backward();
            }
            self.line.truncate(len);
            self.show_kept(len);
            self.announce_showing();
        } else {
            self.line.truncate(len);
        }
    }

    pub(crate) fn step(&mut self, step: Step) {
        if !self.capabilities.steps {
            return;
        }
        let ply = match step {
            Step::First => 0,
            Step::Back => self.ply.saturating_sub(1),
            Step::Forward => self.ply + 1,
            Step::Last => self.line.len(),
            Step::To(ply) => ply,
        }
        .min(self.line.len());
        if ply == self.ply {
            return;
        }
        if ply == self.ply + 1 {
            self.forward();
        } else if ply + 1 == self.ply {
            self.backward();
            self.announce_showing();
        } else {
            self.show(ply);
            self.announce_showing();
        }
    }

    fn announce_showing(&mut self) {
        self.announce(Announcement::Showing { ply: self.ply, of: self.line.len() });
    }

    /// Goes one turn on, with its motion.
    fn forward(&mut self) {
        let mv = self.line.moves()[self.ply];
        let before = self.shown.clone();
        let motion = self.motion_of(&before, mv);
        let dropped = self.dropped.take();
        self.show_kept(self.ply + 1);
        // A tile that was dropped there by hand need not travel again.
        let motion = match (dropped, mv.piece(), mv.to()) {
            (Some((piece, hand)), Some(moved), Some(to)) if piece == moved => {
                let level = self.shown.board().height(to).saturating_sub(1);
                Some(Motion::settle(piece, hand, self.place(to, level)))
            }
            _ => motion,
        };
        self.set_motion(motion);
        if self.focused {
            self.focus = mv.to().or(self.focus);
        }
        self.announce(Announcement::Moved { before: Box::new(before), mv });
    }

    /// Goes one turn back, with its motion reversed.
    fn backward(&mut self) {
        let mv = self.line.moves()[self.ply - 1];
        let before = self.line.position(self.ply - 1);
        let motion = self.motion_of(&before, mv).and_then(Motion::reversed);
        self.show_kept(self.ply - 1);
        self.set_motion(motion);
    }

    fn motion_of(&self, before: &skep_rules::Position, mv: Move) -> Option<Motion> {
        let piece = mv.piece()?;
        let trace = before.trace(mv).ok()?;
        let reserve = self.layout.reserve(piece.color(), self.view());
        Motion::of(piece, &trace, before.board(), reserve, |hex, level| self.place(hex, level))
    }

    /// Shows how a move goes, at a pace for learning: a third of a second for each step.
    fn demonstrate(&mut self, mv: Option<Move>) {
        self.path = mv.filter(|mv| self.shown.is_legal(*mv));
        self.demonstration = self.path.and_then(|mv| self.motion_of(&self.shown, mv));
        self.serial += 1;
        if let Some(motion) = &mut self.demonstration {
            let steps =
                self.path.and_then(|mv| self.shown.trace(mv).ok()).map_or(1, |trace| trace.cells().len());
            motion.serial = self.serial;
            motion.duration = 350.0 * steps.max(2) as f64;
        }
        if self.preferences.reduced_motion {
            // The numbered path tells the same without anything moving.
            self.demonstration = None;
        }
    }

    fn set_motion(&mut self, motion: Option<Motion>) {
        self.serial += 1;
        let reduced = self.preferences.reduced_motion;
        self.motion = motion
            .map(|motion| if reduced { motion.faded() } else { motion })
            .map(|motion| Motion { serial: self.serial, ..motion });
    }

    /// Shows the position after so many turns, without motion.
    pub(crate) fn show(&mut self, ply: usize) {
        self.show_kept(ply);
        self.set_motion(None);
    }

    fn show_kept(&mut self, ply: usize) {
        self.ply = ply.min(self.line.len());
        let before = self.line.position(self.ply.saturating_sub(1));
        self.sides_before = ByColor::new_with(|color| sides_taken(before.board(), color).unwrap_or(0));
        self.shown = self.line.position(self.ply);
        self.selection = None;
        self.candidate = None;
        self.hover = None;
        self.peek = None;
        self.refusal = None;
        self.path = None;
        self.demonstration = None;
        self.spotlight = None;
        self.lesson.clear();
        self.suggestions.clear();
        if matches!(self.gesture, Gesture::Drag { .. } | Gesture::Press { .. }) {
            self.gesture = Gesture::Idle;
        }
        self.refresh();
        self.reframe();
    }

    pub(crate) fn cancel(&mut self) {
        if matches!(self.gesture, Gesture::Drag { .. } | Gesture::Draw { .. }) {
            self.gesture = Gesture::Spent;
        }
        self.hover = None;
        if self.peek.take().is_none() {
            self.deselect();
        }
    }

    /// Turns the board about the middle of the view.
    pub(crate) fn turn_board(&mut self, orientation: Orientation) {
        self.camera.center = self.orientation.carry(orientation, self.camera.center);
        self.orientation = orientation;
        self.glide = false;
        self.motion = None;
        self.reframe();
    }
}
