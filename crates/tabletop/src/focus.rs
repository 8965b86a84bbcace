//! The board by keyboard: one cell has the focus, six keys move it, and legal cells can be gone
//! through one by one.

use skep_rules::{Bug, Direction, Hex, Move};

use crate::action::{Intent, Step};
use crate::geometry::Point;
use crate::keymap::Command;
use crate::label::Announcement;
use crate::state::{Selection, State};

impl State {
    /// The cells the focus can go to: all stacks, and where the tile in the hand can go.
    fn stops(&self) -> Vec<Hex> {
        let mut stops: Vec<Hex> = self.shown.board().cells().collect();
        stops.extend(self.targets().map(|(hex, _)| hex));
        if self.capabilities.picks {
            // Any cell beside the hive may be the answer.
            stops.extend(self.shown.board().cells().flat_map(Hex::neighbors));
        }
        if stops.is_empty() {
            stops.push(Hex::ORIGIN);
        }
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    /// Where the focus begins: on the tile in the hand, else on the last move, else in the middle.
    fn first_stop(&self) -> Option<Hex> {
        let stops = self.stops();
        let held = self.selection.and_then(Selection::at);
        let last = self.last_move().and_then(Move::to);
        let middle = self.tiles_box().center();
        held.or(last).filter(|hex| stops.contains(hex)).or_else(|| {
            let distance = |hex: &Hex| self.place(*hex, 0).distance(middle);
            stops.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
        })
    }

    pub(crate) fn focus_on(&mut self, hex: Hex) {
        self.focus = Some(hex);
        self.peek = None;
        let label = self.label(hex);
        self.announce(Announcement::Focused(label));
        self.bring_into_view(hex);
    }

    /// Pans just enough that a focused cell can be seen; what the keyboard reaches must be visible.
    fn bring_into_view(&mut self, hex: Hex) {
        let tile = crate::geometry::tile_box(self.place(hex, 0));
        let window = self.camera.window(&self.layout);
        if window.holds(tile) || tile.width() > window.width() || tile.height() > window.height() {
            return;
        }
        let shift = |low: f64, high: f64, min: f64, max: f64| (low - min).min(0.0) + (high - max).max(0.0);
        let (x, y) = (
            shift(tile.left, tile.right, window.left, window.right),
            shift(tile.top, tile.bottom, window.top, window.bottom),
        );
        self.camera.center = self.camera.center.moved(x, y);
        self.glide = true;
    }

    pub(crate) fn focus_board(&mut self) {
        self.focused = true;
        let here = self.focus.filter(|hex| self.stops().contains(hex)).or_else(|| self.first_stop());
        if let Some(hex) = here {
            self.focus_on(hex);
        }
    }

    /// Goes to the nearest stop in a direction of the screen: straight ahead before aside.
    fn go(&mut self, direction: Direction) {
        let Some(here) = self.focus else {
            self.focus_board();
            return;
        };
        let from = self.place(here, 0);
        let step = direction.step();
        let ahead = crate::geometry::Axial::new(step.q.into(), step.r.into()).center();
        let length = ahead.distance(Point::default());
        let cost = |hex: &Hex| {
            let to = self.place(*hex, 0);
            let (x, y) = (to.x - from.x, to.y - from.y);
            let along = (x * ahead.x + y * ahead.y) / length;
            let aside = (x * ahead.y - y * ahead.x).abs() / length;
            // Less than 60 degrees off: what lies exactly there has a key of its own.
            (along > 1.0 && aside <= along * 1.7).then_some(along + 2.0 * aside)
        };
        let stops = self.stops();
        let reached = stops.iter().filter_map(|hex| Some((*hex, cost(hex)?)));
        if let Some((hex, _)) = reached.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.focus_on(hex);
        }
    }

    /// Goes through the legal cells, clockwise around the hive.
    fn next_target(&mut self, forward: bool) {
        let middle = self.tiles_box().center();
        let mut targets: Vec<(f64, Hex)> = self
            .targets()
            .map(|(hex, _)| {
                let place = self.place(hex, 0);
                ((place.x - middle.x).atan2(middle.y - place.y), hex)
            })
            .collect();
        targets.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if targets.is_empty() {
            return;
        }
        let count = targets.len();
        let here = self.focus.and_then(|focus| targets.iter().position(|(_, hex)| *hex == focus));
        let next = match (here, forward) {
            (Some(index), true) => (index + 1) % count,
            (Some(index), false) => (index + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        self.focus_on(targets[next].1);
    }

    /// Picks a slot of the reserve of the side to move, as the slots are laid out.
    fn pick_slot(&mut self, slot: u8) {
        if let Some(bug) = Bug::ALL.get(usize::from(slot).wrapping_sub(1)) {
            self.select_reserve(self.shown.turn(), *bug);
        }
    }

    pub(crate) fn command(&mut self, command: Command) -> Option<Intent> {
        match command {
            Command::Go(direction) => self.go(direction),
            Command::Activate => return self.activate(),
            Command::Cancel => self.cancel(),
            Command::NextTarget => self.next_target(true),
            Command::PreviousTarget => self.next_target(false),
            Command::Reserve(slot) => self.pick_slot(slot),
            Command::Peek => self.toggle_peek(),
            Command::Where => {
                if let Some(hex) = self.focus.or_else(|| self.first_stop()) {
                    self.focus_on(hex);
                }
            }
            Command::Pass => return (self.must_pass() && self.can_act()).then_some(Intent::Play(Move::Pass)),
            Command::Back => self.step(Step::Back),
            Command::Forward => self.step(Step::Forward),
            Command::First => self.step(Step::First),
            Command::Last => self.step(Step::Last),
            Command::Flip => self.turn_board(self.orientation.rotated(3)),
            Command::Rotate => self.turn_board(self.orientation.rotated(1)),
            Command::ZoomIn => self.zoom(1.25, self.layout.free().center()),
            Command::ZoomOut => self.zoom(0.8, self.layout.free().center()),
            Command::Fit => self.fit(true),
            Command::Hint => return Some(Intent::Hint),
            Command::TakeBack => return Some(Intent::TakeBack),
            Command::Redo => return Some(Intent::Redo),
            Command::Help => return Some(Intent::Help),
        }
        None
    }

    /// Enter: like a tap on the focused cell. The keyboard is exact, so it is never asked twice.
    fn activate(&mut self) -> Option<Intent> {
        let Some(hex) = self.focus else {
            self.focus_board();
            return None;
        };
        if self.selection.is_some() && self.target_move(hex).is_some() {
            return self.target(hex);
        }
        self.tap(hex)
    }

    fn toggle_peek(&mut self) {
        match self.focus.or(self.hover) {
            Some(hex) if self.peek != Some(hex) => self.open_peek(hex),
            _ => self.peek = None,
        }
    }
}
