//! Every implementation of cell sets against a plain model: a flag for each cell.

use skep_testkit::Random;

use crate::Color;
use crate::cells::{Cell, CellSet, Narrow, Plain, Task, Wide, Width};
use crate::step::Step;

/// One flag for each cell of the torus.
type Model = Vec<bool>;

fn size<W: Width>() -> usize {
    usize::from(W::SIDE) * usize::from(W::SIDE)
}

fn all_cells<W: Width>() -> impl Iterator<Item = Cell> {
    (0..size::<W>()).map(|index| Cell(index as u16))
}

fn model<W: Width>(mut has: impl FnMut(Cell) -> bool) -> Model {
    all_cells::<W>().map(&mut has).collect()
}

fn set<S: CellSet>(model: &Model) -> S {
    let mut words = S::Width::NO_CELLS;
    for (index, has) in model.iter().enumerate() {
        words.as_mut()[index / 64] |= u64::from(*has) << (index % 64);
    }
    S::load(&words)
}

/// Sets of all kinds: none, all, few, many, whole rows or columns missing.
fn random_model<W: Width>(random: &mut Random) -> Model {
    let of_eight = [0, 1, 1, 4, 7, 8][random.below(6)];
    let mask = random.next_u64();
    let stripes = random.below(4);
    model::<W>(|cell| {
        let at = W::coordinates(cell);
        let kept = match stripes {
            0 => mask >> at.q & 1 != 0,
            1 => mask >> at.r & 1 != 0,
            _ => true,
        };
        random.below(8) < of_eight && kept
    })
}

/// Random cells for all tiles, several on one cell among them.
fn random_cells<W: Width>(random: &mut Random) -> W::Cells {
    let mut cells = W::ZERO_CELLS;
    let spread = if random.below(2) == 0 { size::<W>() } else { 8 };
    for id in 0..32 {
        W::set_cell(&mut cells, id, Cell(random.below(spread) as u16));
    }
    cells
}

/// Does everything that a set can do, on random sets, and compares.
struct MatchesTheModel {
    seed: u64,
}

impl<W: Width> Task<W> for MatchesTheModel {
    type Output = ();

    #[inline(always)]
    fn run<S: CellSet<Width = W>>(self) {
        let mut random = Random::new(self.seed);
        single_cells::<S>();
        for _ in 0..300 {
            let (a, b) = (random_model::<W>(&mut random), random_model::<W>(&mut random));
            pairs::<S>(&a, &b);
            moves::<S>(&a);
            lines::<S>(&a);
            tiles::<S>(&a, &mut random);
            numbers::<S>(&mut random);
        }
    }
}

/// No fold at all, or one for sets of the rows 0 to 7.
#[inline(always)]
fn fold<S: CellSet>() -> S::Fold {
    S::fold(&S::Width::NO_CELLS)
}

#[track_caller]
fn same<S: CellSet>(found: S, expected: impl FnMut(Cell) -> bool) {
    let expected = model::<S::Width>(expected);
    let found = found.store(fold::<S>());
    let found = model::<S::Width>(|cell| S::Width::contains(&found, cell));
    assert_eq!(found, expected);
}

#[inline(always)]
fn single_cells<S: CellSet>() {
    assert!(S::empty().is_empty());
    same(S::empty(), |_| false);
    for cell in all_cells::<S::Width>() {
        same(S::cell(cell), |other| other == cell);
        same(S::ring(cell), |other| (0..6).any(|to| S::Width::neighbor(cell, to) == other));
        assert_eq!((S::cell(cell).first(fold::<S>()), S::cell(cell).len()), (cell, 1));
    }
}

#[inline(always)]
fn pairs<S: CellSet>(a: &Model, b: &Model) {
    let (x, y) = (set::<S>(a), set::<S>(b));
    let both = |cell: Cell| (a[cell.index()], b[cell.index()]);
    same(x.and(y), |cell| both(cell) == (true, true));
    same(x.or(y), |cell| both(cell) != (false, false));
    same(x.xor(y), |cell| both(cell).0 != both(cell).1);
    same(x.minus(y), |cell| both(cell) == (true, false));
    let mut cells = all_cells::<S::Width>();
    assert_eq!(x.is_disjoint(y), !cells.any(|cell| both(cell) == (true, true)));
    let mut cells = all_cells::<S::Width>();
    assert_eq!(x.is_subset(y), !cells.any(|cell| both(cell) == (true, false)));
    assert!(x.and(y).is_subset(x) && x.minus(y).is_disjoint(y));
    let first = all_cells::<S::Width>().find(|cell| a[cell.index()]);
    assert_eq!((!x.is_empty()).then(|| x.first(fold::<S>())), first);
    assert_eq!(x.len() as usize, a.iter().filter(|has| **has).count());
    assert_eq!(S::total(y.tally(x.tally(S::no_tally()))), x.len() + y.len());
    if x.len() + y.len() < 256 {
        let sums = S::lengths(x.add_len(y.add_len(x.add_len(S::no_lengths(), 7), 2), 2));
        assert_eq!(sums, u64::from(x.len()) << 56 | u64::from(x.len() + y.len()) << 16);
    }
    assert!(all_cells::<S::Width>().all(|cell| x.contains(cell) == a[cell.index()]));
    let mut steps = vec![Step::PASS; a.len() + 64];
    let count = S::list_steps(&x.store(fold::<S>()), 29, &mut steps);
    let expected = all_cells::<S::Width>().filter(|cell| a[cell.index()]).map(|cell| Step::new(29, cell));
    assert!(steps[..count].iter().copied().eq(expected));
}

#[inline(always)]
fn numbers<S: CellSet>(random: &mut Random) {
    let numbers =
        (0..random.below(4)).map(|_| [(); 32].map(|()| random.next_u64() as i32)).collect::<Vec<_>>();
    let expected = numbers.as_flattened().iter().copied().max();
    assert_eq!(S::largest(&numbers), expected.unwrap_or(i32::MIN));
}

#[inline(always)]
fn moves<S: CellSet>(a: &Model) {
    let x = set::<S>(a);
    // Directions are numbered clockwise from the north-east; the opposite is three further.
    let behind = |cell, to: usize| a[S::Width::neighbor(cell, (to + 3) % 6).index()];
    same(x.east(), |cell| behind(cell, 1));
    same(x.south(), |cell| behind(cell, 2));
    same(x.west(), |cell| behind(cell, 4));
    same(x.north(), |cell| behind(cell, 5));
    for to in 0..6 {
        same(x.spread()[to], |cell| behind(cell, to));
        same(x.look()[to], |cell| a[S::Width::neighbor(cell, to).index()]);
    }
    same(x.dilate(), |cell| (0..6).any(|to| behind(cell, to)));
    same(x.touching_odd(), |cell| (0..6).filter(|to| behind(cell, *to)).count() % 2 == 1);
}

#[inline(always)]
fn lines<S: CellSet>(a: &Model) {
    let x = set::<S>(a);
    let at = |cell| S::Width::coordinates(cell);
    let cells =
        |line: &dyn Fn(Cell) -> bool| all_cells::<S::Width>().any(|cell| line(cell) && a[cell.index()]);
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for line in 0..S::Width::SIDE as i8 {
        rows.push(!cells(&|cell| at(cell).r == line));
        columns.push(!cells(&|cell| at(cell).q == line));
    }
    same(x.empty_rows(), |cell| rows[at(cell).r as usize]);
    same(x.empty_columns(), |cell| columns[at(cell).q as usize]);
}

#[inline(always)]
fn tiles<S: CellSet>(a: &Model, random: &mut Random) {
    let x = set::<S>(a);
    let cells = random_cells::<S::Width>(random);
    let cell_of = |id: u8| S::Width::cell_of(&cells, id);
    let tiles = |has: &dyn Fn(u8) -> bool| (0..32).fold(0_u32, |all, id| all | u32::from(has(id)) << id);
    let which = random.next_u64() as u32;
    assert_eq!(x.tiles_on(&cells, which) & which, which & tiles(&|id| a[cell_of(id).index()]));
    for color in Color::ALL {
        let half = 16 * color as u32;
        let slots = which >> half & 0xffff;
        let of_side = |has: &dyn Fn(u8) -> bool| tiles(has) >> half & slots;
        let seats = S::seats(&cells, color);
        assert_eq!(x.standing(&seats, slots) & slots, of_side(&|id| a[cell_of(id).index()]));
        let rings = S::rings(&x.store(fold::<S>()), &x.look(), &seats, slots);
        for to in 0..6 {
            let ring = rings[to % 3] >> (16 * (to / 3)) & slots;
            assert_eq!(ring, of_side(&|id| a[S::Width::neighbor(cell_of(id), to).index()]));
        }
    }
    for id in 0..32 {
        let cell = cell_of(id);
        assert_eq!(S::tiles_at(&cells, cell), tiles(&|other| cell_of(other) == cell));
        let to = Cell(random.below(size::<S::Width>()) as u16);
        let moved = S::with_cell(&cells, id, to);
        let expected = |other| if other == id { to } else { cell_of(other) };
        assert!((0..32).all(|other| S::Width::cell_of(&moved, other) == expected(other)));
        let ring =
            (0..6).fold(0, |ring, to| ring | usize::from(a[S::Width::neighbor(cell, to).index()]) << to);
        assert_eq!(S::Width::ring_bits(&x.store(fold::<S>()), cell), ring);
        assert_eq!(x.ring_bits(cell), ring);
        assert_eq!(x.len_around(cell), ring.count_ones());
        assert_eq!(S::Width::touches(cell, to), S::ring(cell).contains(to));
        assert_eq!(S::flags(which)[usize::from(id)], if which >> id & 1 != 0 { 0xff } else { 0 });
    }
}

#[test]
fn plain_words_match_the_model() {
    Plain::<Narrow>::enter(MatchesTheModel { seed: 1 });
}

#[test]
fn the_wide_torus_matches_the_model() {
    Plain::<Wide>::enter(MatchesTheModel { seed: 2 });
}

#[test]
#[cfg(target_arch = "x86_64")]
fn avx2_matches_the_model() {
    if super::avx2::is_available() {
        super::avx2::Avx2::enter(MatchesTheModel { seed: 1 });
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn avx512_matches_the_model() {
    if super::avx512::is_available() {
        super::avx512::Avx512::enter(MatchesTheModel { seed: 1 });
    }
}

#[test]
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn simd128_matches_the_model() {
    super::wasm::Simd128::enter(MatchesTheModel { seed: 1 });
}

/// All turns of hives that fold, and what becomes of them, found with folded sets and with whole ones.
#[test]
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn the_folded_torus_matches_the_whole() {
    use super::folded::Folded;
    use super::wasm::Simd128;
    use crate::hive::Hive;
    use crate::movegen::{CountSteps, ListSteps, StepList};
    use crate::position::HiveRef;
    use crate::{GameType, Position};

    #[derive(Clone, Copy)]
    struct After<'a>(&'a Hive<Narrow>, Step);

    impl Task<Narrow> for After<'_> {
        type Output = String;

        #[inline(always)]
        fn run<S: CellSet<Width = Narrow>>(self) -> String {
            let after = self.0.after::<S>(self.1);
            let rings = Color::ALL.map(|color| after.cells_filled::<S>(color));
            format!("{after:?} {} {rings:?}", after.fits::<S>())
        }
    }

    let mut random = Random::new(7);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..60 {
        let mut position = Position::new(GameType::BASE_MLP);
        for _ in 0..50 {
            let moves = position.legal_moves();
            if let HiveRef::Narrow(hive) = position.hive()
                && hive.folds()
            {
                inside += 1;
                let (mut some, mut all) = (StepList::default(), StepList::default());
                Folded::enter(ListSteps { hive, list: &mut some });
                Simd128::enter(ListSteps { hive, list: &mut all });
                assert_eq!(some.as_slice(), all.as_slice());
                assert_eq!(Folded::enter(CountSteps { hive }), Simd128::enter(CountSteps { hive }));
                for step in some.as_slice() {
                    assert_eq!(Folded::enter(After(hive, *step)), Simd128::enter(After(hive, *step)));
                }
            } else {
                outside += 1;
            }
            // Few placements, or the hive is soon too large.
            let walks: Vec<_> = moves.iter().copied().filter(|mv| mv.from().is_some()).collect();
            let from = if random.below(4) == 0 || walks.is_empty() { &moves[..] } else { &walks[..] };
            let Some(mv) = random.pick(from) else { break };
            let _ = position.play_unchecked(*mv);
        }
    }
    assert!(inside > 1_000 && outside > 100, "{inside} fold, {outside} do not");
}
