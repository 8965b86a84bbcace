//! What the generator knows of the hive, against slow code that works cell by cell on coordinates and
//! shares nothing with it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use skep_rules::raw::{Cell, CellSet, Hive, HiveRef, Task, Terrain, Width, cells_of, jumps};
use skep_rules::{Bug, Direction, GameType, Hex, Piece, Position, Setup};
use skep_testkit::{Random, config, draw, positions};

type Cells = BTreeSet<Hex>;

/// Whether a tile can slide from one cell to the next: one of the two cells beside its way is taken, so
/// that it keeps touching the hive, and the other is free, so that it gets through.
fn slides(taken: &Cells, from: Hex, to: Hex) -> bool {
    let flanks = from.neighbors().filter(|cell| cell.distance(to) == 1 && taken.contains(cell));
    !taken.contains(&to) && flanks.count() == 1
}

/// Where slides lead from a cell whose tile is lifted.
fn slide(taken: &Cells, from: Hex) -> Vec<Hex> {
    from.neighbors().filter(|to| slides(taken, from, *to)).collect()
}

fn without(occupied: &Cells, cell: Hex) -> Cells {
    occupied.iter().copied().filter(|other| *other != cell).collect()
}

/// An ant walks wherever it can slide.
fn ant(occupied: &Cells, from: Hex) -> Cells {
    let taken = without(occupied, from);
    let (mut reached, mut open) = (Cells::new(), vec![from]);
    while let Some(cell) = open.pop() {
        if reached.insert(cell) {
            open.extend(slide(&taken, cell));
        }
    }
    reached.remove(&from);
    reached
}

/// A spider makes three different slides.
fn spider(occupied: &Cells, from: Hex) -> Cells {
    let taken = without(occupied, from);
    let mut ends = Cells::new();
    for first in slide(&taken, from) {
        for second in slide(&taken, first).into_iter().filter(|cell| *cell != from) {
            ends.extend(slide(&taken, second).into_iter().filter(|cell| ![from, first].contains(cell)));
        }
    }
    ends
}

/// A grasshopper jumps over a row to the first empty cell.
fn grasshopper(occupied: &Cells, from: Hex) -> Cells {
    let mut ends = Cells::new();
    for neighbor in from.neighbors().filter(|cell| occupied.contains(cell)) {
        let step = neighbor - from;
        let mut cell = neighbor;
        while occupied.contains(&cell) {
            cell = cell + step;
        }
        ends.insert(cell);
    }
    ends
}

/// The cells without which the rest falls apart: Tarjan's search for cut vertices.
struct Tarjan<'a> {
    occupied: &'a Cells,
    /// Cells in the order in which they were reached.
    order: Vec<Hex>,
    cuts: Cells,
}

impl Tarjan<'_> {
    fn cuts(occupied: &Cells) -> Cells {
        let mut search = Tarjan { occupied, order: Vec::new(), cuts: Cells::new() };
        if let Some(root) = occupied.first() {
            search.visit(*root, None);
        }
        search.cuts
    }

    /// Goes on from a cell. Gives the earliest cell that it or those after it touch.
    fn visit(&mut self, cell: Hex, parent: Option<Hex>) -> usize {
        let number = self.order.len();
        self.order.push(cell);
        let (mut earliest, mut children) = (number, 0);
        for next in cell.neighbors().filter(|next| self.occupied.contains(next)) {
            if let Some(seen) = self.order.iter().position(|other| *other == next) {
                earliest = earliest.min(if Some(next) == parent { earliest } else { seen });
                continue;
            }
            children += 1;
            let reached = self.visit(next, Some(cell));
            earliest = earliest.min(reached);
            if parent.is_some() && reached >= number {
                self.cuts.insert(cell);
            }
        }
        if parent.is_none() && children > 1 {
            self.cuts.insert(cell);
        }
        earliest
    }
}

/// How many regions of empty cells the hive encloses.
fn holes(occupied: &Cells) -> usize {
    let around = occupied.iter().flat_map(|cell| cell.neighbors().flat_map(Hex::neighbors));
    let mut rest: Cells = around.filter(|cell| !occupied.contains(cell)).collect();
    let mut regions = 0;
    while let Some(first) = rest.pop_first() {
        regions += 1;
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            open.extend(cell.neighbors().filter(|next| rest.remove(next)));
        }
    }
    // The open plane is no hole, and within two cells of a hive all of it hangs together.
    regions - 1
}

/// What the generator says of each occupied cell.
struct Look<W: Width> {
    pinned: W::Words,
    cells: Vec<CellLook<W>>,
}

struct CellLook<W: Width> {
    cell: Cell,
    one_step: W::Words,
    three_steps: W::Words,
    any_steps: W::Words,
    jumps: W::Words,
}

struct LookAround<'a, W: Width>(&'a Hive<W>);

impl<W: Width> Task<W> for LookAround<'_, W> {
    type Output = Look<W>;

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) -> Look<W> {
        let hive = self.0;
        let mut terrain = Terrain::<S>::new(hive);
        let fold = terrain.fold;
        let cells = cells_of::<W>(hive.occupied())
            .map(|cell| CellLook {
                cell,
                one_step: terrain.one_step(cell).store(fold),
                three_steps: terrain.three_steps(cell).store(fold),
                any_steps: terrain.any_steps(cell).store(fold),
                jumps: jumps::<S>(hive.occupied(), cell).store(fold),
            })
            .collect();
        Look { pinned: terrain.pinned().store(fold), cells }
    }
}

fn compare<W: Width>(position: &Position, hive: &Hive<W>) {
    let corner = hive.corner();
    let unroll =
        |words: &W::Words| -> Cells { cells_of::<W>(words).map(|cell| hive.unroll(corner, cell)).collect() };
    let occupied = unroll(hive.occupied());
    assert_eq!(hive.holes() as usize, holes(&occupied), "holes\n{}", draw(position));
    let look = W::run(LookAround(hive));
    let pinned = unroll(&look.pinned);
    assert_eq!(pinned, Tarjan::cuts(&occupied), "pins\n{}", draw(position));
    for look in look.cells {
        let from = hive.unroll(corner, look.cell);
        let same = |what, found: &W::Words, expected: Cells| {
            assert_eq!(unroll(found), expected, "{what} from {from}\n{}", draw(position));
        };
        same("one step", &look.one_step, slide(&without(&occupied, from), from).into_iter().collect());
        same("three steps", &look.three_steps, spider(&occupied, from));
        same("jumps", &look.jumps, grasshopper(&occupied, from));
        // Where the hive would fall apart, no tile may leave, and a walk around the parts means nothing.
        if !pinned.contains(&from) {
            same("any steps", &look.any_steps, ant(&occupied, from));
        }
    }
}

/// Compares on the torus that the position lives on, and on the wide one.
fn compare_all(position: &Position) {
    match position.hive() {
        _ if position.board().is_empty() => {}
        HiveRef::Narrow(hive) => {
            compare(position, hive);
            compare(position, &hive.widen());
        }
        HiveRef::Wide(hive) => compare(position, hive),
    }
}

proptest! {
    #![proptest_config(config(512))]

    /// Pins, holes and reach, in games and in crowds.
    #[test]
    fn terrain_is_seen_right(position in positions(120)) {
        compare_all(&position);
    }
}

/// A hive of thin arms that close to rings: full of holes, which games and crowds seldom show.
fn lace(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut cells = vec![Hex::ORIGIN];
    // How many runs of tiles there are around a cell.
    let runs = |cells: &[Hex], at: Hex| {
        let taken = |to: Direction| cells.contains(&at.neighbor(to));
        Direction::ALL.into_iter().filter(|to| taken(*to) && !taken(to.clockwise())).count()
    };
    let size = 12 + random.below(17);
    while cells.len() < size {
        let edge: Cells = cells.iter().flat_map(|cell| cell.neighbors()).collect();
        let free = edge.into_iter().filter(|cell| !cells.contains(cell));
        let (rings, arms): (Vec<Hex>, Vec<Hex>) = free.partition(|cell| runs(&cells, *cell) > 1);
        let thin = arms
            .iter()
            .copied()
            .filter(|cell| cell.neighbors().filter(|next| cells.contains(next)).count() == 1);
        let thin: Vec<Hex> = thin.collect();
        let from = if rings.is_empty() || random.below(3) != 0 { &thin } else { &rings };
        cells.extend(random.pick(from).or(random.pick(&arms)));
    }
    let colors = Piece::ALL[..14].iter().zip(&Piece::ALL[14..]).flat_map(|(white, black)| [*white, *black]);
    let (queens, rest): (Vec<Piece>, Vec<Piece>) = colors.partition(|piece| piece.bug() == Bug::Queen);
    let stacks = cells.into_iter().zip(queens.into_iter().chain(rest)).map(|(hex, piece)| (hex, vec![piece]));
    let setup = Setup { stacks: stacks.collect(), turn_number: 40, ..Setup::new(GameType::BASE_MLP) };
    setup.validate().unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

/// Holes are what makes pins and walks hard: one, several, and such of several cells.
#[test]
fn holes_do_not_matter() {
    let (mut several, mut large) = (0, 0);
    for seed in 0..400 {
        let position = lace(seed);
        compare_all(&position);
        let occupied: Cells = position.board().cells().collect();
        let around: Cells = occupied.iter().flat_map(|cell| cell.neighbors()).collect();
        let single =
            |cell: &&Hex| !occupied.contains(*cell) && cell.neighbors().all(|next| occupied.contains(&next));
        let holes = holes(&occupied);
        several += usize::from(holes > 1);
        large += usize::from(holes > around.iter().filter(single).count());
    }
    assert!(several > 50 && large > 50, "{several} {large}");
}
