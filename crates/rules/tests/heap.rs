//! Generating, playing and taking back turns never touch the heap.
#![expect(unsafe_code, reason = "an allocator that counts is an unsafe trait, and hands everything on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use skep_rules::raw::{HiveRef, StepList};
use skep_rules::{Direction, GameType, Hex, Move, Position};
use skep_testkit::{Playout, perft_rows, position};

/// The system's allocator, with a count for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all calls go to the system's allocator unchanged; the count needs no memory of its own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: what holds for us holds for the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often memory was asked for while something ran.
fn allocations<T>(work: impl FnOnce() -> T) -> usize {
    let before = ALLOCATIONS.get();
    let _ = std::hint::black_box(work());
    ALLOCATIONS.get() - before
}

/// Everything that a search does at a node, with each turn and some answers to it.
fn visit(position: &mut Position) {
    assert!(position.result().is_none() || position.legal_moves().is_empty());
    std::hint::black_box((position.hash(), position.repetition_key(), position.perft(1)));
    for mv in &position.legal_moves() {
        let undo = position.play(mv).expect("generated turns are legal");
        for answer in position.legal_moves().iter().step_by(16) {
            let undo = position.play_unchecked(*answer);
            position.undo(undo);
        }
        position.undo(undo);
    }
    let mut list = StepList::default();
    match position.hive() {
        HiveRef::Narrow(hive) => hive.steps(&mut list),
        HiveRef::Wide(hive) => hive.steps(&mut list),
    }
    std::hint::black_box(list);
}

#[test]
fn the_count_counts() {
    assert_eq!(allocations(|| 1 + 1), 0);
    assert_eq!(allocations(|| Box::new(1)), 1);
}

#[test]
fn turns_need_no_heap() {
    for row in perft_rows(include_str!("data/middlegame.perft")) {
        let mut position = position(row.game);
        assert_eq!(allocations(|| visit(&mut position)), 0, "{}", row.game);
        assert_eq!(allocations(|| position.perft(3)), 0, "{}", row.game);
    }
    for seed in 0..16 {
        let mut position = Playout { game_type: GameType::BASE_MLP, seed, plies: 60 }.position();
        assert_eq!(allocations(|| visit(&mut position)), 0, "seed {seed}");
    }
}

/// Not even on the way to the wide torus and back.
#[test]
fn wide_hives_need_no_heap() {
    let mut position = Position::new(GameType::BASE_MLP);
    let (mut west, mut east) = (Hex::ORIGIN, Hex::ORIGIN.neighbor(Direction::East));
    for ply in 0..28 {
        let end = if ply % 2 == 0 { &mut west } else { &mut east };
        let there = |mv: &Move| matches!(mv, Move::Place { to, .. } if to == end);
        let mv = position.legal_moves().iter().copied().find(there).expect("the end of the line is free");
        *end = end.neighbor(if ply % 2 == 0 { Direction::West } else { Direction::East });
        let _ = position.play(mv).expect("generated turns are legal");
        assert_eq!(allocations(|| visit(&mut position)), 0, "ply {ply}");
    }
    assert_eq!(allocations(|| position.perft(2)), 0);
    assert!(matches!(position.hive(), HiveRef::Wide(_)));
}
