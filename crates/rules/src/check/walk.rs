//! How each creature moves by itself.

use super::hive::{Barrier, Hive};
use super::illegal::out_of_reach;
use crate::{Board, Bug, Direction, Hex, IllegalMove, Piece, Trace};

/// A tile that wants to go somewhere on its own legs.
pub(super) struct Walk<'a> {
    board: Board<'a>,
    hive: Hive,
    piece: Piece,
    from: Hex,
    to: Hex,
}

impl<'a> Walk<'a> {
    pub(super) fn new(board: Board<'a>, piece: Piece, from: Hex, to: Hex) -> Walk<'a> {
        Walk { board, hive: Hive::without(board, piece), piece, from, to }
    }

    /// The way the tile takes, or the first reason against it.
    pub(super) fn judge(&self) -> Result<Trace, IllegalMove> {
        let (piece, at) = (self.piece, self.from);
        if let Some(other) = self.board.top(at).filter(|top| *top != piece) {
            return Err(IllegalMove::Covered { piece, other, at });
        }
        if self.to == at {
            return Err(IllegalMove::SamePlace { piece, at });
        }
        if let Some(parts) = self.hive.parts_around(at) {
            return Err(IllegalMove::SplitsHive { piece, parts });
        }
        match piece.bug() {
            Bug::Mosquito => self.mosquito(),
            bug => self.as_bug(bug),
        }
    }

    /// As which creatures the tile may move: its own kind, or for a mosquito the kinds it touches (R30).
    /// A mosquito on top of the hive is a beetle until it comes down (R31); covered tiles are not copied
    /// (R32), nor are mosquitoes (R33).
    pub(super) fn kinds(&self) -> Vec<Bug> {
        if self.piece.bug() != Bug::Mosquito {
            return vec![self.piece.bug()];
        }
        if self.is_on_top() {
            return vec![Bug::Beetle];
        }
        let touched: Vec<Bug> =
            self.from.neighbors().filter_map(|hex| self.board.top(hex)).map(Piece::bug).collect();
        Bug::ALL.into_iter().filter(|bug| *bug != Bug::Mosquito && touched.contains(bug)).collect()
    }

    fn is_on_top(&self) -> bool {
        !self.hive.is_empty(self.from)
    }

    fn is_one_step(&self) -> bool {
        self.from.direction_to(self.to).is_some()
    }

    /// Whether the tile goes one cell and is of a kind that does so.
    pub(super) fn is_plain_step(&self) -> bool {
        let steppers = [Bug::Queen, Bug::Beetle, Bug::Pillbug];
        self.is_one_step() && self.kinds().iter().any(|bug| steppers.contains(bug))
    }

    fn mosquito(&self) -> Result<Trace, IllegalMove> {
        let (piece, at) = (self.piece, self.from);
        let kinds = self.kinds();
        if kinds.is_empty() {
            return Err(IllegalMove::MosquitoNothing { piece, at });
        }
        if self.is_on_top() && !self.is_one_step() {
            return Err(IllegalMove::MosquitoOnTop { piece, at });
        }
        let climbs = kinds.contains(&Bug::Beetle) || kinds.contains(&Bug::Ladybug);
        if let Some(other) = self.in_the_way().filter(|_| !climbs) {
            return Err(IllegalMove::CellOccupied { piece, other, at: self.to });
        }
        // The reasons about gates and contact hold for a mosquito as well; that "the queen walks one
        // cell" is no answer to somebody who moves a mosquito.
        let mut reasons = [None; 3];
        for bug in kinds {
            match self.as_bug(bug) {
                Ok(trace) => return Ok(trace),
                Err(reason @ IllegalMove::Gate { .. }) => reasons[0] = reasons[0].or(Some(reason)),
                Err(reason @ IllegalMove::LosesContact { .. }) => reasons[1] = reasons[1].or(Some(reason)),
                Err(reason @ IllegalMove::HighGate { .. }) => reasons[2] = reasons[2].or(Some(reason)),
                Err(_) => {}
            }
        }
        Err(reasons.into_iter().flatten().next().unwrap_or(out_of_reach(Bug::Mosquito, piece)))
    }

    fn as_bug(&self, bug: Bug) -> Result<Trace, IllegalMove> {
        let climbs = matches!(bug, Bug::Beetle | Bug::Ladybug);
        if let Some(other) = self.in_the_way().filter(|_| !climbs) {
            return Err(IllegalMove::CellOccupied { piece: self.piece, other, at: self.to });
        }
        match bug {
            Bug::Queen | Bug::Pillbug => self.one_cell(bug),
            Bug::Beetle => self.beetle(),
            Bug::Spider => self.spider(),
            Bug::Ant => self.ant(),
            Bug::Grasshopper => self.grasshopper(),
            Bug::Ladybug => self.ladybug(),
            Bug::Mosquito => Err(out_of_reach(bug, self.piece)),
        }
    }

    fn in_the_way(&self) -> Option<Piece> {
        self.board.top(self.to)
    }

    /// Queen and pillbug: one cell along the hive (R18, R40).
    fn one_cell(&self, bug: Bug) -> Result<Trace, IllegalMove> {
        if !self.is_one_step() {
            return Err(out_of_reach(bug, self.piece));
        }
        self.step()?;
        Ok(Trace::Crawl { bug, path: vec![self.from, self.to] })
    }

    /// One cell, on the table or up, over and down (R19).
    fn beetle(&self) -> Result<Trace, IllegalMove> {
        if !self.is_one_step() {
            return Err(out_of_reach(Bug::Beetle, self.piece));
        }
        self.step()?;
        let (from_level, to_level) = (self.hive.height(self.from), self.hive.height(self.to));
        if from_level == 0 && to_level == 0 {
            return Ok(Trace::Crawl { bug: Bug::Beetle, path: vec![self.from, self.to] });
        }
        Ok(Trace::Climb { from: self.from, to: self.to, from_level, to_level })
    }

    /// The single step from start to end, as a reason when it is barred.
    fn step(&self) -> Result<(), IllegalMove> {
        let piece = self.piece;
        self.hive.step(self.from, self.to).map_err(|barrier| match barrier {
            Barrier::Gate(gate) if self.is_on_top() || self.in_the_way().is_some() => {
                IllegalMove::HighGate { piece, gate }
            }
            Barrier::Gate(gate) => IllegalMove::Gate { piece, gate },
            Barrier::NoContact => IllegalMove::LosesContact { piece, to: self.to },
        })
    }

    /// A crawler that wants to go where it cannot: what to answer when the cell is next door, or touches
    /// nothing at all.
    fn next_door(&self) -> Result<(), IllegalMove> {
        if self.is_one_step() {
            self.step()?;
        }
        if !self.hive.has_neighbor(self.to) {
            return Err(IllegalMove::LosesContact { piece: self.piece, to: self.to });
        }
        Ok(())
    }

    /// Exactly three steps, no cell twice (R26).
    fn spider(&self) -> Result<Trace, IllegalMove> {
        let mut path = vec![self.from];
        if self.three_steps(&mut path, &|from, to| self.hive.can_slide(from, to)) {
            return Ok(Trace::Crawl { bug: Bug::Spider, path });
        }
        self.next_door()?;
        // Three steps away, were it not for a gate?
        let squeezes =
            |from, to| self.hive.is_empty(to) && !matches!(self.hive.step(from, to), Err(Barrier::NoContact));
        if self.three_steps(&mut path, &squeezes) {
            let gate = path.windows(2).find_map(|step| self.gate(step[0], step[1]));
            if let Some(gate) = gate {
                return Err(IllegalMove::Gate { piece: self.piece, gate });
            }
        }
        Err(out_of_reach(Bug::Spider, self.piece))
    }

    /// Extends a path until it has made three steps and ends where it should.
    fn three_steps(&self, path: &mut Vec<Hex>, may_step: &dyn Fn(Hex, Hex) -> bool) -> bool {
        let last = path[path.len() - 1];
        if path.len() == 4 {
            return last == self.to;
        }
        for next in last.neighbors() {
            if may_step(last, next) && !path.contains(&next) {
                path.push(next);
                if self.three_steps(path, may_step) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    fn gate(&self, from: Hex, to: Hex) -> Option<[Hex; 2]> {
        match self.hive.step(from, to) {
            Err(Barrier::Gate(gate)) => Some(gate),
            _ => None,
        }
    }

    /// Any number of steps along the hive (R27).
    fn ant(&self) -> Result<Trace, IllegalMove> {
        if let Some(path) = self.shortest_way() {
            return Ok(Trace::Crawl { bug: Bug::Ant, path });
        }
        self.next_door()?;
        let gate = self
            .to
            .neighbors()
            .filter(|neighbor| self.hive.is_empty(*neighbor))
            .find_map(|neighbor| self.gate(neighbor, self.to));
        Err(IllegalMove::AntUnreachable { piece: self.piece, gate })
    }

    /// The shortest way of slides, by breadth-first search from the start.
    fn shortest_way(&self) -> Option<Vec<Hex>> {
        // Cells in the order of discovery, each with the place of the one it was reached from.
        let mut found = vec![(self.from, 0)];
        let mut next = 0;
        while next < found.len() {
            let (cell, _) = found[next];
            if cell == self.to {
                let mut way = vec![cell];
                while next != 0 {
                    next = found[next].1;
                    way.push(found[next].0);
                }
                way.reverse();
                return Some(way);
            }
            for neighbor in cell.neighbors() {
                if self.hive.can_slide(cell, neighbor) && found.iter().all(|(known, _)| *known != neighbor) {
                    found.push((neighbor, next));
                }
            }
            next += 1;
        }
        None
    }

    /// Straight over a row of tiles to the first empty cell (R25).
    fn grasshopper(&self) -> Result<Trace, IllegalMove> {
        let piece = self.piece;
        for direction in Direction::ALL {
            let mut over = Vec::new();
            let mut cell = self.from.neighbor(direction);
            while !self.hive.is_empty(cell) {
                over.push(cell);
                cell = cell.neighbor(direction);
            }
            if cell == self.to && !over.is_empty() {
                return Ok(Trace::Jump { from: self.from, over, to: self.to });
            }
            // The first empty cell lies short of the goal, which is on the same line.
            if cell != self.to && lies_beyond(self.from, direction, self.to) {
                return Err(IllegalMove::HopperGap { piece, gap: cell });
            }
        }
        Err(out_of_reach(Bug::Grasshopper, piece))
    }

    /// Up, across, down (R28).
    fn ladybug(&self) -> Result<Trace, IllegalMove> {
        let (piece, from, down) = (self.piece, self.from, self.to);
        let mut barred = None;
        if self.hive.is_empty(down) {
            let on_top = |cell: Hex| cell.neighbors().filter(|next| !self.hive.is_empty(*next));
            for up in on_top(from) {
                for over in on_top(up).filter(|over| over.direction_to(down).is_some()) {
                    let steps = [(from, up), (up, over), (over, down)];
                    match steps.into_iter().find_map(|(from, to)| self.gate(from, to)) {
                        None => return Ok(Trace::Ladybug { from, up, over, down }),
                        Some(gate) => barred = barred.or(Some(gate)),
                    }
                }
            }
        }
        Err(barred.map_or(out_of_reach(Bug::Ladybug, piece), |gate| IllegalMove::HighGate { piece, gate }))
    }
}

/// Whether a cell lies in this direction, however far.
fn lies_beyond(from: Hex, direction: Direction, to: Hex) -> bool {
    let (step, offset) = (direction.step(), to - from);
    let distance = from.distance(to);
    i16::from(offset.q) == i16::from(step.q) * i16::from(distance)
        && i16::from(offset.r) == i16::from(step.r) * i16::from(distance)
}
