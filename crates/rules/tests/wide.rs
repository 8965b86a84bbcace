//! Hives that outgrow the narrow torus, that wander past the end of the coordinates, and that do so while
//! turns are counted: the answers are those of the wide torus throughout.

use std::collections::BTreeSet;

use skep_rules::raw::{Hive, HiveRef, Step, StepList, Wide};
use skep_rules::{Bug, Direction, GameType, Hex, Move, Position, Setup};
use skep_testkit::{Playout, Random, conceivable_moves, crowded_setup, draw};

fn legal(position: &Position) -> BTreeSet<Move> {
    position.legal_moves().iter().copied().collect()
}

fn steps<W: skep_rules::raw::Width>(hive: &Hive<W>) -> Vec<Step> {
    let mut list = StepList::default();
    hive.steps(&mut list);
    assert_eq!(list.as_slice().len() as u32, hive.count_steps());
    list.as_slice().to_vec()
}

/// Counts sequences of turns on the wide torus alone.
fn count_wide(hive: &Hive<Wide>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = |step| {
        let mut next = *hive;
        assert!(next.play_step(step), "any hive fits the wide torus");
        count_wide(&next, depth - 1)
    };
    steps(hive).into_iter().map(after).sum()
}

fn widened(position: &Position) -> Hive<Wide> {
    match position.hive() {
        HiveRef::Narrow(hive) => hive.widen(),
        HiveRef::Wide(hive) => *hive,
    }
}

/// Rows and columns that the hive takes, whichever are more.
fn span(position: &Position) -> i8 {
    let cells: Vec<Hex> = position.board().cells().collect();
    let most = |coordinate: fn(Hex) -> i8| {
        let offsets = cells.iter().map(|cell| coordinate(*cell - cells[0]));
        offsets.clone().max().unwrap_or(0) - offsets.min().unwrap_or(0)
    };
    1 + most(|cell| cell.q).max(most(|cell| cell.r))
}

fn moved(position: &Position, offset: Hex) -> Position {
    let mut setup = Setup::from(position);
    setup.stacks.iter_mut().for_each(|(hex, _)| *hex = *hex + offset);
    setup.validate().unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

fn moved_turn(mv: Move, offset: Hex) -> Move {
    match mv {
        Move::Place { piece, to } => Move::Place { piece, to: to + offset },
        Move::Relocate { piece, from, to } => Move::Relocate { piece, from: from + offset, to: to + offset },
        Move::Pass => Move::Pass,
    }
}

/// Both players build away from each other until all 28 tiles lie in one line.
fn line_game(direction: Direction) -> Vec<Move> {
    let mut position = Position::new(GameType::BASE_MLP);
    let (mut front, mut back) = (Hex::ORIGIN, Hex::ORIGIN);
    let mut moves = Vec::new();
    for ply in 0..28 {
        let to = match ply % 2 {
            _ if ply == 0 => Hex::ORIGIN,
            0 => back.neighbor(direction.opposite()),
            _ => front.neighbor(direction),
        };
        if ply % 2 == 0 {
            back = to
        } else {
            front = to
        }
        let there = |mv: &Move| matches!(mv, Move::Place { to: cell, .. } if *cell == to);
        // The queen comes when she must, everything else in the order of the generator.
        let mv = position.legal_moves().iter().copied().find(there).expect("the end of the line is free");
        let _ = position.play(mv).expect("generated turns are legal");
        moves.push(mv);
    }
    moves
}

#[test]
fn twenty_eight_tiles_in_a_line() {
    for direction in Direction::ALL {
        let mut position = Position::new(GameType::BASE_MLP);
        let mut history = Vec::new();
        for mv in line_game(direction) {
            let accepted = conceivable_moves(&position).into_iter().filter(|mv| position.check(*mv).is_ok());
            assert_eq!(legal(&position), accepted.collect(), "{}", draw(&position));
            history.push((
                legal(&position),
                position.hash(),
                position.play(mv).expect("it was legal before"),
            ));
        }
        assert_eq!((position.board().len(), span(&position)), (28, 28));
        assert!(matches!(position.hive(), HiveRef::Wide(_)));
        assert_eq!(position.perft(3), count_wide(&widened(&position), 3));
        while let Some((moves, hash, undo)) = history.pop() {
            position.undo(undo);
            assert_eq!((legal(&position), position.hash()), (moves, hash));
        }
        assert!(position.board().is_empty());
    }
}

/// A line across the place where coordinates wrap around is a line like any other.
#[test]
fn a_line_lies_anywhere() {
    for direction in [Direction::East, Direction::SouthEast, Direction::SouthWest] {
        let mut position = Position::new(GameType::BASE_MLP);
        for mv in line_game(direction) {
            let _ = position.play(mv).expect("it was legal before");
        }
        for offset in [Hex::new(100, 0), Hex::new(0, 115), Hex::new(-120, 120), Hex::new(127, -128)] {
            let image = moved(&position, offset);
            let expected: BTreeSet<Move> =
                legal(&position).into_iter().map(|mv| moved_turn(mv, offset)).collect();
            assert_eq!(legal(&image), expected);
            assert_eq!(image.perft(2), position.perft(2));
            assert_eq!(image, position);
        }
    }
}

/// How far a turn takes a tile in a direction.
fn gain(mv: Move, direction: Direction) -> i32 {
    let (Some(from), Some(to)) = (mv.from(), mv.to()) else { return -1 };
    let (way, step) = (to - from, direction.step());
    i32::from(way.q) * i32::from(step.q) + i32::from(way.r) * i32::from(step.r)
}

/// The turn that gains most in a direction, once each player has a queen and an ant; now and then
/// another one, so that nothing stays stuck.
fn farthest(position: &Position, direction: Direction, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let wanted = |mv: &&Move| match mv {
        Move::Place { piece, .. } => match position.ply() {
            0 | 1 => piece.bug() == Bug::Ant,
            2 | 3 => piece.bug() == Bug::Queen,
            _ => false,
        },
        _ => true,
    };
    let some: Vec<Move> = moves.iter().filter(wanted).copied().collect();
    // A tile that touches two others pins neither.
    let touched = |mv: Move| {
        let around = mv.to().into_iter().flat_map(Hex::neighbors).filter(|cell| Some(*cell) != mv.from());
        around.filter(|cell| position.board().height(*cell) > 0).count()
    };
    let best = some.iter().max_by_key(|mv| (touched(**mv) > 1, gain(**mv, direction)));
    let any = random.pick(&some).or(moves.first());
    if random.below(8) == 0 { any.copied() } else { best.or(any).copied() }
}

/// Games in which both players move the hive on and on, past the last coordinate and farther.
#[test]
fn a_hive_wanders_for_hundreds_of_turns() {
    for (direction, seed) in [(Direction::East, 4), (Direction::SouthEast, 3), (Direction::West, 0)] {
        let mut random = Random::new(seed);
        let mut position = Position::new(GameType::BASE);
        let (mut across_the_seam, mut history) = (0, Vec::new());
        for ply in 0..5000 {
            let Some(mv) = farthest(&position, direction, &mut random) else { break };
            let has = |far: i8| position.board().cells().any(|cell| cell.q == far || cell.r == far);
            let across = has(i8::MAX) && has(i8::MIN);
            across_the_seam += usize::from(across);
            if let Some(here) = position.board().cells().next()
                && (across || ply % 16 == 0)
            {
                let near = moved(&position, Hex::ORIGIN - here);
                let expected = legal(&near).into_iter().map(|mv| moved_turn(mv, here)).collect();
                assert_eq!(legal(&position), expected, "{}", draw(&position));
                assert_eq!(near, position);
            }
            history.push((position.hash(), position.play(mv).expect("generated turns are legal")));
        }
        assert!(across_the_seam > 10, "only {across_the_seam} times in {} turns", history.len());
        while let Some((hash, undo)) = history.pop() {
            position.undo(undo);
            assert_eq!(position.hash(), hash);
        }
    }
}

/// On hives of every width, and most of all on those at the edge of the narrow torus, both tori give the
/// same turns and the same counts of what follows.
#[test]
fn both_tori_agree() {
    let mut by_span = [0; 32];
    let mut compare = |position: &Position, depth| {
        if position.board().is_empty() {
            return;
        }
        by_span[span(position) as usize] += 1;
        let wide = widened(position);
        if let HiveRef::Narrow(hive) = position.hive() {
            let translated: BTreeSet<Step> =
                steps(hive).into_iter().map(|step| hive.widen_step(step)).collect();
            assert_eq!(translated, steps(&wide).into_iter().collect(), "{}", draw(position));
        }
        assert_eq!(position.perft(depth), count_wide(&wide, depth), "{}", draw(position));
    };
    for seed in 0..100 {
        let game_type = GameType::ALL[seed as usize % 8];
        Playout { game_type, seed, plies: 60 }.play(|position, mv| match span(position) {
            13..=15 if position.ply() % 16 == 0 => compare(position, 3),
            11..=16 => compare(position, 2),
            _ if mv.is_none() => compare(position, 2),
            _ => {}
        });
    }
    for seed in 0..100 {
        compare(&crowded_setup(seed).validate().expect("crowded positions are in order"), 2);
    }
    assert!(by_span[12..=16].iter().all(|count| *count > 20), "{by_span:?}");
}

/// Turns that cross the edge of the narrow torus, and are taken back.
#[test]
fn turns_back_and_forth_over_the_edge() {
    let is_wide = |position: &Position| matches!(position.hive(), HiveRef::Wide(_));
    let mut crossings = 0;
    for seed in 0..40 {
        Playout { game_type: GameType::BASE_MLP, seed, plies: 60 }.play(|before, _| {
            if !(13..=16).contains(&span(before)) {
                return;
            }
            let mut position = before.clone();
            for mv in &before.legal_moves() {
                let undo = position.play(mv).expect("generated turns are legal");
                crossings += usize::from(is_wide(&position) != is_wide(before));
                assert_eq!(position.board().pieces().count(), position.board().len());
                position.undo(undo);
                assert_eq!((position.hash(), is_wide(&position)), (before.hash(), is_wide(before)));
            }
        });
    }
    assert!(crossings > 100, "only {crossings} turns crossed the edge");
}
