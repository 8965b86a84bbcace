//! What one look at the hive yields: neighbors, pins, the open sea, who can walk where.
//!
//! Three facts about the hexagonal grid carry the weight.
//!
//! **Pins without a graph search.** A tile may not leave iff two of the gaps in the ring around it
//! (runs of empty cells) belong to the same region of empty cells: the tile then is a bridge between
//! them. If the hive has no holes, all empty cells are one region, so "pinned" is simply "two gaps or
//! more", for all tiles at once. With holes, the same question is asked once for each region.
//!
//! **Ants without a walk.** A slide needs one flank free and one occupied. Dropping the second half
//! ("keep contact") never changes which cells around the hive are joined: two of them are connected
//! by slides iff they are connected by any path of empty cells that passes no gate. So all ants share
//! the same *sea* around the hive, and it may be found either way. Lifting an ant never divides the
//! water, it only joins the waters on which its own gaps of two cells or more lie.
//!
//! **The sea without a walk.** What the sea does not reach are pockets, nearly always single cells,
//! which are easily seen. Euler's formula tells from two counts whether there are others; only then one
//! walks along the shore.
//!
//! Nothing here asks for more than the neighbors of tiles: cells that touch no tile may lie anywhere, so the torus may
//! be folded (see [`cells`](crate::cells)).

use crate::cells::{Cell, CellSet, Part, Width};
use crate::hive::Hive;

/// The analysis of one hive, shared by the move generator and by evaluations.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<S: CellSet> {
    /// What it takes to bring sets to memory.
    pub fold: S::Fold,
    /// Cells with a tile.
    pub occupied: S,
    /// `[d]`: cells whose neighbor in direction `d` is occupied.
    pub look: [S; 6],
    /// Empty cells that touch the hive.
    pub perimeter: S,
    /// Cells that touch two tiles or more.
    contacts: S,
    /// Cells without two free cells side by side next to them: nothing slides out of there, or into it.
    pub closed: S,
    /// See [`Terrain::pinned`].
    pins: S,
    pins_known: bool,
    /// The perimeter cells that the sea reaches.
    sea: S,
    /// The perimeter cells that the sea does not reach.
    pockets: S,
    /// Regions of empty cells that the hive encloses.
    holes: u32,
    /// The perimeter cells of one enclosed water.
    pocket: S,
    water: Water,
}

/// How much of the water has been looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Water {
    Unknown,
    /// The sea is known, and what it does not reach is single cells, if there is any.
    SeaAndCells,
    /// The sea is known, and there are cells that it does not reach.
    Sea,
    /// One pocket is known, and there is no other.
    SeaAndOnlyPocket,
    /// One pocket is known, and there are more.
    SeaAndFirstPocket,
}

/// For each cell and direction: whether exactly one of the two flanks is in the set.
#[inline(always)]
fn slide_planes<S: CellSet>(look: &[S; 6]) -> [S; 6] {
    let [ne, e, se, sw, w, nw] = *look;
    [nw.xor(e), ne.xor(se), e.xor(sw), se.xor(w), sw.xor(nw), w.xor(ne)]
}

/// One slide from each of the cells, onto cells that are not occupied.
#[inline(always)]
fn slide<S: CellSet>(from: S, slides: &[S; 6], occupied: S) -> S {
    let [ne, e, se, sw, w, nw] = from.spread();
    let (ne, e, se) = (ne.and(slides[3]), e.and(slides[4]), se.and(slides[5]));
    let (sw, w, nw) = (sw.and(slides[0]), w.and(slides[1]), nw.and(slides[2]));
    ne.or(e).or(se).or(sw).or(w).or(nw).minus(occupied)
}

/// For each cell and direction: whether any of the two flanks is in the set.
#[inline(always)]
fn shore_planes<S: CellSet>(look: &[S; 6]) -> [S; 6] {
    let [ne, e, se, sw, w, nw] = *look;
    [nw.or(e), ne.or(se), e.or(sw), se.or(w), sw.or(nw), w.or(ne)]
}

/// All cells that any number of slides leads to from some cells, these among them.
#[inline(always)]
fn slide_on<S: CellSet>(from: S, slides: &[S; 6], occupied: S) -> S {
    let mut found = from;
    loop {
        let more = found.or(slide(found, slides, occupied));
        if more.is_subset(found) {
            return found;
        }
        found = more;
    }
}

/// Cells around which the set, given by what they see of it, forms two runs or more.
#[inline(always)]
fn two_runs<S: CellSet>(look: &[S; 6]) -> S {
    let mut one = S::empty();
    let mut two = S::empty();
    let mut direction = 0;
    while direction < 6 {
        let end_of_run = look[direction].minus(look[(direction + 1) % 6]);
        two = two.or(one.and(end_of_run));
        one = one.or(end_of_run);
        direction += 1;
    }
    two
}

impl<S: CellSet> Terrain<S> {
    /// Looks at a hive.
    #[inline(always)]
    pub fn new(hive: &Hive<S::Width>) -> Terrain<S> {
        let occupied = S::load(&hive.occupied);
        let look = occupied.look();
        let mut one = look[0];
        let mut two = S::empty();
        let mut direction = 1;
        while direction < 6 {
            two = two.or(one.and(look[direction]));
            one = one.or(look[direction]);
            direction += 1;
        }
        let [ne, e, se, sw, w, nw] = look;
        Terrain {
            fold: S::fold(&hive.occupied),
            occupied,
            look,
            closed: ne.or(e).and(e.or(se)).and(se.or(sw)).and(sw.or(w)).and(w.or(nw)).and(nw.or(ne)),
            perimeter: one.minus(occupied),
            contacts: two,
            pins: S::empty(),
            pins_known: false,
            sea: S::empty(),
            pockets: S::empty(),
            pocket: S::empty(),
            holes: hive.holes(),
            water: Water::Unknown,
        }
    }

    /// Cells whose six neighbors are all occupied.
    #[inline(always)]
    pub fn enclosed(&self) -> S {
        let [ne, e, se, sw, w, nw] = self.look;
        ne.and(e).and(se).and(sw).and(w).and(nw)
    }

    /// The occupied cells that hold the hive together: a lone tile there may not move (R11, R13).
    #[inline(always)]
    pub fn pinned(&mut self) -> S {
        if !self.pins_known {
            self.pins_known = true;
            self.pins = if self.holes == 0 {
                two_runs(&self.look).and(self.occupied)
            } else {
                S::outline(PinnedWithHoles { terrain: self })
            };
        }
        self.pins
    }

    /// Where one slide leads from a cell (R14, R15). The tile on it counts as lifted.
    #[inline(always)]
    pub fn one_step(&self, from: Cell) -> S {
        // Of the cells around it, one touches just the two beside it: slides lead where one of these is occupied.
        let ring = S::ring(from);
        ring.and(self.occupied).touching_odd().and(ring).minus(self.occupied)
    }

    /// Where exactly three slides lead, no cell entered twice (R26).
    #[inline(always)]
    pub fn three_steps(&self, from: Cell) -> S {
        let start = S::cell(from);
        let first = self.one_step(from);
        // From here on the tile has left its cell.
        let slides = slide_planes(&self.occupied.minus(start).look());
        let [ne, e, se, sw, w, nw] = first.spread();
        let from_each = [
            ne.and(slides[3]),
            e.and(slides[4]),
            se.and(slides[5]),
            sw.and(slides[0]),
            w.and(slides[1]),
            nw.and(slides[2]),
        ];
        let mut one = from_each[0];
        let mut two = S::empty();
        let mut direction = 1;
        while direction < 6 {
            two = two.or(one.and(from_each[direction]));
            one = one.or(from_each[direction]);
            direction += 1;
        }
        let second = one.minus(self.occupied);
        let third = slide(second, &slides, self.occupied).minus(first);
        // A cell of the first step may also be the end, if the second step was reached by way of
        // another one.
        let two_ways = two.minus(self.occupied);
        if two_ways.is_empty() {
            return third;
        }
        third.or(slide(two_ways, &slides, self.occupied).and(first))
    }

    /// Where any number of slides leads (R27).
    #[inline(always)]
    pub fn any_steps(&mut self, from: Cell) -> S {
        self.find_sea();
        let exits = self.exits(from);
        if exits.is_empty() {
            return exits;
        }
        self.waters(exits).minus(self.lost(from))
    }

    /// The same for a tile with two free cells side by side next to it.
    #[inline(always)]
    pub fn any_steps_with_room(&mut self, from: Cell) -> S {
        self.find_sea();
        // Nearly always there is nothing but sea around a tile.
        let waters =
            if S::ring(from).is_disjoint(self.pockets) { self.sea } else { self.waters(self.exits(from)) };
        waters.minus(self.lost(from))
    }

    /// Free cells beside another free cell around this one: a tile can slide out into these.
    #[inline(always)]
    fn exits(&self, from: Cell) -> S {
        let free = S::ring(from).minus(self.occupied);
        free.and(free.dilate())
    }

    /// Cells that touch nothing but the tile on this one.
    #[inline(always)]
    fn lost(&self, from: Cell) -> S {
        S::ring(from).minus(self.contacts)
    }

    /// The perimeter of all waters that touch the exits.
    #[inline(always)]
    fn waters(&mut self, exits: S) -> S {
        if exits.is_subset(self.sea) {
            return self.sea;
        }
        if self.water == Water::SeaAndCells {
            let sea = if exits.is_disjoint(self.sea) { S::empty() } else { self.sea };
            return sea.or(exits);
        }
        S::outline(Waters { terrain: self, exits })
    }

    /// Finds the perimeter cells that can be reached from far away without passing a gate. Called by
    /// [`Terrain::any_steps`]; calling it before several of those saves a test.
    #[inline(always)]
    pub fn find_sea(&mut self) {
        if self.water != Water::Unknown {
            return;
        }
        // Nearly all pockets are single cells, and mostly there are none: then nobody needs to walk.
        let single = self.perimeter.and(self.closed);
        if self.has_no_pockets_but(single) {
            self.water = Water::SeaAndCells;
            self.sea = self.perimeter.minus(single);
            self.pockets = single;
            return;
        }
        S::outline(WalkTheShore { terrain: self });
    }

    /// Whether there is no other water beside the sea than these single cells, which are closed.
    ///
    /// By Euler's formula: empty cells, less the ways between two of them that are no gates, plus the triangles of
    /// three, are one for each pocket and minus one for the sea, which goes around the hive and around the torus. Each cell
    /// has ways to the east and to both sides of the south, and the two triangles between them. Where all six cells around
    /// are empty, that makes nothing; the others are counted together if they make one less or one more.
    #[inline(always)]
    fn has_no_pockets_but(&self, single: S) -> bool {
        let [ne, e, se, sw, w, _] = self.look;
        // To the south-west there is no way, so that one way less is taken off.
        let more = sw.or(se.and(w)).minus(self.occupied);
        // There is a way to the east or south-east, but no triangle with it.
        let less = se.minus(ne).or(sw.minus(se)).minus(e).minus(self.occupied);
        // None of the single cells has two free cells side by side, and all of these have.
        S::total(more.tally(S::no_tally())) + 1 == S::total(less.or(single).tally(S::no_tally()))
    }

    /// The cells around the hive in rows or columns without tiles: on the outside, nothing beyond them.
    #[inline(always)]
    fn outmost(&self) -> S {
        self.perimeter.and(self.occupied.empty_rows().or(self.occupied.empty_columns()))
    }

    /// The perimeter of the waters that some of its cells belong to.
    #[inline(always)]
    fn water_around(&self, some: S) -> S {
        slide_on(some, &slide_planes(&self.look), self.occupied)
    }

    /// Empty cells where a side may place a tile: they touch the hive, and no tile of the other side
    /// on top of it (R6, R21).
    #[inline(always)]
    pub fn placements(&self, enemy_tops: S) -> S {
        self.perimeter.minus(enemy_tops.dilate())
    }
}

/// Where a jump from a cell leads, see [`CellSet::jumps`].
#[inline(always)]
pub fn jumps<S: CellSet>(occupied: &<S::Width as Width>::Words, from: Cell) -> S {
    S::jumps(occupied, from)
}

struct PinnedWithHoles<'a, S: CellSet> {
    terrain: &'a Terrain<S>,
}

impl<S: CellSet> Part<S> for PinnedWithHoles<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let Terrain { fold, occupied, perimeter, holes, .. } = *self.terrain;
        // Nearly all holes are single cells, and those join nothing: leave them out.
        let single = self.terrain.enclosed().minus(occupied);
        let mut rest = perimeter.minus(single);
        if single.len() == holes {
            return two_runs(&rest.look()).and(occupied);
        }
        // The perimeter of a region is connected by steps past tiles, through gates or not.
        let steps = shore_planes(&self.terrain.look);
        let outside = slide_on(self.terrain.outmost(), &steps, occupied);
        let mut pinned = two_runs(&outside.look());
        rest = rest.minus(outside);
        if single.len() + 1 == holes {
            return pinned.or(two_runs(&rest.look())).and(occupied);
        }
        while !rest.is_empty() {
            let region = slide_on(S::cell(rest.first(fold)), &steps, occupied);
            pinned = pinned.or(two_runs(&region.look()));
            rest = rest.minus(region);
        }
        pinned.and(occupied)
    }
}

/// Finds the sea where there may be pockets of several cells.
struct WalkTheShore<'a, S: CellSet> {
    terrain: &'a mut Terrain<S>,
}

impl<S: CellSet> Part<S> for WalkTheShore<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let terrain = self.terrain;
        terrain.water = Water::Sea;
        terrain.sea = terrain.water_around(terrain.outmost());
        terrain.pockets = terrain.perimeter.minus(terrain.sea);
    }
}

/// The perimeter of all waters that touch the exits, at least one of which is not in the sea.
struct Waters<'a, S: CellSet> {
    terrain: &'a mut Terrain<S>,
    exits: S,
}

impl<S: CellSet> Part<S> for Waters<'_, S> {
    type Output = S;

    #[inline(always)]
    fn run(self) -> S {
        let Waters { terrain, exits } = self;
        let enclosed = terrain.pockets;
        if terrain.water == Water::Sea {
            terrain.pocket = terrain.water_around(S::cell(enclosed.first(terrain.fold)));
            let only = enclosed.is_subset(terrain.pocket);
            terrain.water = if only { Water::SeaAndOnlyPocket } else { Water::SeaAndFirstPocket };
        }
        let sea = if exits.is_disjoint(terrain.sea) { S::empty() } else { terrain.sea };
        if terrain.water == Water::SeaAndOnlyPocket {
            return sea.or(terrain.pocket);
        }
        sea.or(terrain.water_around(exits.minus(terrain.sea)))
    }
}

#[cfg(test)]
mod tests {
    use skep_testkit::Random;

    use super::*;
    use crate::cells::{Narrow, Task};
    use crate::position::HiveRef;
    use crate::{GameType, Position};

    /// All water that can be reached from far away, with or without contact, but through no gate.
    #[inline(always)]
    fn flood<S: CellSet>(terrain: &Terrain<S>) -> S {
        let [ne, e, se, sw, w, nw] = terrain.look;
        let gates = [nw.and(e), ne.and(se), e.and(sw), se.and(w), sw.and(nw), w.and(ne)];
        let mut water = terrain.occupied.empty_rows().or(terrain.occupied.empty_columns());
        loop {
            let mut more = water;
            for (direction, step) in water.spread().into_iter().enumerate() {
                more = more.or(step.minus(gates[(direction + 3) % 6]).minus(terrain.occupied));
            }
            if more.is_subset(water) {
                return water;
            }
            water = more;
        }
    }

    /// What the sea does not reach, as found by counting where that will do, by a walk, and by a flood; and whether
    /// counting did.
    struct Pockets<'a>(&'a Hive<Narrow>);

    impl Task<Narrow> for Pockets<'_> {
        type Output = ([[u64; 4]; 3], bool);

        #[inline(always)]
        fn run<S: CellSet<Width = Narrow>>(self) -> Self::Output {
            let (mut counted, mut walked) = (Terrain::<S>::new(self.0), Terrain::<S>::new(self.0));
            counted.find_sea();
            WalkTheShore { terrain: &mut walked }.run();
            assert!(counted.sea.xor(walked.sea).is_empty());
            let flooded = walked.perimeter.minus(flood(&walked));
            let pockets = [counted.pockets, walked.pockets, flooded];
            (pockets.map(|cells| cells.store(walked.fold).0), counted.water == Water::SeaAndCells)
        }
    }

    #[test]
    fn all_ways_find_the_same_pockets() {
        let mut random = Random::new(11);
        // None, only single cells, and larger ones.
        let mut seen = [0; 3];
        for _ in 0..400 {
            let mut position = Position::new(GameType::BASE_MLP);
            for _ in 0..60 {
                if let HiveRef::Narrow(hive) = position.hive()
                    && hive.ply() >= 2
                {
                    let ([counted, walked, flooded], only_cells) = Narrow::run(Pockets(hive));
                    assert_eq!((counted, walked), (flooded, flooded), "{position:?}");
                    let none = counted == [0; 4];
                    seen[if !only_cells { 2 } else { usize::from(!none) }] += 1;
                }
                let moves = position.legal_moves();
                let Some(mv) = random.pick(&moves[..]) else { break };
                let _ = position.play_unchecked(*mv);
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
    }
}
