//! One look at a position, shared by move ordering, threats and evaluation.
//!
//! The costly part of a node is to find out what each tile of both sides can do. It is done once
//! here; everything else reads the result. `side` finds what one side can do, `describe` puts it into the
//! features of the evaluation.

mod describe;
mod side;

use skep_rules::Color;
use skep_rules::raw::tiles::QUEEN;
use skep_rules::raw::{Cell, CellSet, Hive, Task, Terrain, Width};

use crate::child::Child;
use crate::eval::{Inputs, phase};
use describe::describe;
pub(crate) use side::Reach;
use side::{Found, Look};

/// The analysis of a position.
#[derive(Clone, Debug)]
pub(crate) struct Analysis<W: Width> {
    /// The key of the position.
    pub(crate) key: u64,
    /// What the side to move can do.
    pub(crate) own: Reach<W>,
    /// What the other side could do if it were its turn.
    other: Reach<W>,
    /// The side to move wins with this tile going to that cell.
    pub(crate) win: Option<(u8, Cell)>,
    /// The other side wins with this tile going to that cell if it gets the turn.
    pub(crate) threat: Option<(u8, Cell)>,
    /// Tiles of the other side that can go beside the mover's queen.
    pub(crate) attackers: u32,
    /// How far the game has come, see [`phase`]; unknown without inputs of the evaluation.
    pub(crate) phase: i32,
    /// Free cells beside the other queen, and beside the mover's own.
    pub(crate) target_free: W::Words,
    pub(crate) own_free: W::Words,
}

impl<W: Width> Analysis<W> {
    /// Whether the other side wins if it gets the turn.
    #[inline(always)]
    pub(crate) fn is_threatened(&self) -> bool {
        self.threat.is_some()
    }

    pub(crate) fn new() -> Analysis<W> {
        Analysis {
            key: 0,
            own: Reach::new(),
            other: Reach::new(),
            win: None,
            threat: None,
            attackers: 0,
            phase: 0,
            target_free: W::NO_CELLS,
            own_free: W::NO_CELLS,
        }
    }
}

/// Fills an analysis, and the inputs of the evaluation if they are wanted.
pub(crate) struct Analyze<'a, W: Width> {
    pub(crate) child: &'a Child<W>,
    pub(crate) analysis: &'a mut Analysis<W>,
    pub(crate) inputs: Option<&'a mut Inputs>,
    /// Whether to look at the other side, too, where the side to move wins at once.
    pub(crate) even_if_won: bool,
}

impl<W: Width> Task<W> for Analyze<'_, W> {
    type Output = ();

    #[inline(always)]
    fn folds(&self) -> bool {
        self.child.hive.folds()
    }

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let Analyze { child, analysis, inputs, even_if_won } = self;
        let Child { ref hive, key, around_own, around_other } = *child;
        analysis.key = key;
        let mut terrain = Terrain::<S>::new(hive);
        let turn = hive.turn();
        let seats = hive.seats::<S>();
        let queens = [
            QueenSite::<S>::new(hive, turn, terrain.occupied, around_own, &seats),
            QueenSite::<S>::new(hive, !turn, terrain.occupied, around_other, &seats),
        ];
        analysis.own_free = queens[0].free.store(terrain.fold);
        analysis.target_free = queens[1].free.store(terrain.fold);
        analysis.threat = None;
        analysis.attackers = 0;
        let mut found = [Found::nothing(turn), Found::nothing(!turn)];
        let reaches = [&mut analysis.own, &mut analysis.other];
        // The same code for both sides: twice as much would not fit into the cache for instructions.
        for (side, reach) in reaches.into_iter().enumerate() {
            let [queen, target] = [&queens[side], &queens[1 - side]];
            let found = &mut found[side];
            S::outline(Look::<S> {
                hive,
                color: found.color,
                seats: &seats[found.color as usize],
                terrain: &mut terrain,
                resting: if side == 0 { hive.last_moved() } else { None },
                target,
                reach,
                found: &mut *found,
            });
            let win = found.win(target, queen, terrain.fold);
            if side == 1 {
                analysis.threat = win;
                analysis.attackers = found.attackers;
                break;
            }
            analysis.win = win;
            // Where nobody asks for inputs, nothing of the other side matters but whether it threatens to win.
            if (win.is_some() && !even_if_won) || (inputs.is_none() && queen.filled != 5) {
                return;
            }
        }
        if let Some(inputs) = inputs {
            analysis.phase = phase(hive.placed());
            describe(hive, found.each_ref(), queens.each_ref(), analysis.is_threatened(), inputs);
        }
    }
}

/// A queen and the free cells around her; nothing before she is placed.
struct QueenSite<S> {
    cell: Option<Cell>,
    free: S,
    filled: u32,
    /// The tiles on the ring.
    beside: u32,
}

impl<S: CellSet> QueenSite<S> {
    #[inline(always)]
    fn new(
        hive: &Hive<S::Width>,
        color: Color,
        occupied: S,
        filled: u32,
        seats: &[S::Seats; 2],
    ) -> QueenSite<S> {
        let id = color as u8 * 16 + QUEEN.trailing_zeros() as u8;
        if hive.placed() >> id & 1 == 0 {
            return QueenSite { cell: None, free: S::empty(), filled: 0, beside: 0 };
        }
        let cell = hive.cell_of(id);
        let ring = S::ring(cell);
        let beside = hive.tiles_on_seats(ring, seats);
        QueenSite { cell: Some(cell), free: ring.minus(occupied), filled, beside }
    }
}
