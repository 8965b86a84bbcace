//! What holds in every position, tried on random games of all eight types.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use skep_rules::raw::{HiveRef, Step, StepList};
use skep_rules::{Board, Hex, Move, Piece, Position, Setup, Symmetry};
use skep_testkit::{Playout, conceivable_moves, config, crowded_setup, draw, playouts, positions};

/// Everything that can be said of a position from outside.
fn fingerprint(position: &Position) -> (Setup, u64, Option<Piece>, Vec<Move>) {
    let moves = position.legal_moves().to_vec();
    (Setup::from(position), position.hash(), position.last_moved(), moves)
}

/// Whether all occupied cells hang together when some are left out.
fn is_connected(board: Board<'_>, without: Option<Hex>) -> bool {
    let cells: BTreeSet<Hex> = board.cells().filter(|cell| Some(*cell) != without).collect();
    let mut reached = BTreeSet::new();
    let mut open: Vec<Hex> = cells.first().copied().into_iter().collect();
    while let Some(cell) = open.pop() {
        if reached.insert(cell) {
            open.extend(cell.neighbors().filter(|neighbor| cells.contains(neighbor)));
        }
    }
    reached == cells
}

fn setup_position(setup: &Setup) -> Position {
    setup.validate().unwrap_or_else(|faults| panic!("{setup}: {faults}"))
}

proptest! {
    #![proptest_config(config(96))]

    /// The fast generator and the slow check agree on every turn that can be expressed, the pass included.
    #[test]
    fn generated_turns_are_those_that_pass_the_check(position in positions(120)) {
        let legal: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        prop_assert_eq!(legal.len(), position.legal_moves().len(), "a turn is listed twice");
        let mut accepted = BTreeSet::new();
        for mv in conceivable_moves(&position) {
            let checked = position.check(mv);
            prop_assert_eq!(checked.is_ok(), legal.contains(&mv), "{:?}: {:?}\n{}", mv, checked, draw(&position));
            prop_assert_eq!(position.is_legal(mv), checked.is_ok(), "{:?}\n{}", mv, draw(&position));
            if checked.is_ok() {
                accepted.insert(mv);
            }
        }
        prop_assert_eq!(accepted, legal);
    }

    /// The key that is expected after a turn is the one that comes, but for stacks and for what rests.
    #[test]
    fn the_likely_key_comes_true(position in positions(60)) {
        let HiveRef::Narrow(hive) = position.hive() else { return Ok(()) };
        let mut list = StepList::default();
        hive.steps(&mut list);
        for &step in list.as_slice().iter().filter(|step| **step != Step::PASS) {
            let mut next = *hive;
            let fits = next.play_step(step);
            let climbs = next.level_of(step.tile()) > 0 || hive.level_of(step.tile()) > 0;
            if fits && !climbs && next.resting().is_none() {
                prop_assert_eq!(hive.likely_key_after(step), next.key());
            }
        }
    }

    /// Every refusal has a sentence, a rule and cells near the hive.
    #[test]
    fn refusals_speak(position in positions(60)) {
        for mv in conceivable_moves(&position) {
            if let Err(reason) = position.check(mv) {
                prop_assert!(!reason.to_string().is_empty() && reason.says(reason.key()));
                prop_assert!(reason.rule().starts_with('R'));
                prop_assert!(reason.piece().is_some() || position.result().is_some());
            }
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    /// A turn puts its tile where it says, on top, and touches no other.
    #[test]
    fn a_turn_moves_one_tile(playout in playouts(120)) {
        playout.play(|position, mv| {
            let Some(mv) = mv else { return };
            let mut next = position.clone();
            let _ = next.play_unchecked(mv);
            let (before, after) = (position.board(), next.board());
            for piece in Piece::ALL {
                let expected = match mv.to() {
                    Some(to) if mv.piece() == Some(piece) => Some((to, before.height(to))),
                    _ => before.find(piece),
                };
                assert_eq!(after.find(piece), expected, "{piece} after {mv:?}\n{}", draw(position));
            }
            assert_eq!((next.ply(), next.turn()), (position.ply() + 1, !position.turn()));
            assert_eq!(next.last_moved(), mv.from().and(mv.piece()));
        });
    }

    /// A turn taken back leaves no mark.
    #[test]
    fn undo_restores_everything(mut position in positions(120)) {
        let before = fingerprint(&position);
        for mv in &position.legal_moves() {
            let undo = position.play(mv).expect("generated turns are legal");
            position.undo(undo);
            prop_assert_eq!(&fingerprint(&position), &before, "after {:?}", mv);
        }
    }

    /// A whole game taken back ends at the start.
    #[test]
    fn a_game_can_be_taken_back(playout in playouts(120)) {
        let mut position = Position::new(playout.game_type);
        let mut history = Vec::new();
        playout.play(|_, mv| {
            if let Some(mv) = mv {
                history.push((fingerprint(&position), position.play_unchecked(mv)));
            }
        });
        while let Some((before, undo)) = history.pop() {
            position.undo(undo);
            prop_assert_eq!(fingerprint(&position), before);
        }
    }

    /// The hash that is kept from turn to turn is the one computed afresh.
    #[test]
    fn hashes_do_not_depend_on_the_way(playout in playouts(120)) {
        playout.play(|position, _| {
            let fresh = setup_position(&Setup::from(position));
            assert_eq!(fresh.hash(), position.hash(), "{}", draw(position));
            assert_eq!(&fresh, position);
        });
    }

    #[test]
    fn the_hive_is_always_one(playout in playouts(120)) {
        playout.play(|position, _| assert!(is_connected(position.board(), None), "{}", draw(position)));
    }

    /// A tile is pinned if the hive falls apart without it.
    #[test]
    fn pins_are_found(position in positions(120)) {
        let board = position.board();
        for (piece, hex, _) in board.pieces() {
            let splits = board.height(hex) == 1 && !is_connected(board, Some(hex));
            prop_assert_eq!(board.is_pinned(piece), splits, "{}\n{}", piece, draw(&position));
        }
    }

    /// Turning or mirroring the table changes nothing but the cells.
    #[test]
    fn the_rules_know_no_direction(position in positions(100)) {
        let setup = Setup::from(&position);
        for symmetry in Symmetry::ALL {
            let image = setup_position(&setup.transformed(symmetry));
            let expected: BTreeSet<Move> =
                position.legal_moves().iter().map(|mv| symmetry.apply_move(*mv)).collect();
            let found: BTreeSet<Move> = image.legal_moves().iter().copied().collect();
            prop_assert_eq!(found, expected, "{:?}\n{}", symmetry, draw(&position));
            prop_assert_eq!(image.result(), position.result());
            prop_assert_eq!(image.canonical_key(), position.canonical_key(), "{:?}\n{}", symmetry, draw(&position));
        }
    }

    /// Nor does it matter where the hive lies, not even across the seam where coordinates wrap.
    #[test]
    fn the_rules_know_no_place(position in positions(100), q in any::<i8>(), r in any::<i8>()) {
        prop_assume!(!position.board().is_empty());
        let offset = Hex::new(q, r);
        let mut setup = Setup::from(&position);
        setup.stacks.iter_mut().for_each(|(hex, _)| *hex = *hex + offset);
        let image = setup_position(&setup);
        let shift = |mv: &Move| match *mv {
            Move::Place { piece, to } => Move::Place { piece, to: to + offset },
            Move::Relocate { piece, from, to } => Move::Relocate { piece, from: from + offset, to: to + offset },
            Move::Pass => Move::Pass,
        };
        let expected: BTreeSet<Move> = position.legal_moves().iter().map(shift).collect();
        let found: BTreeSet<Move> = image.legal_moves().iter().copied().collect();
        prop_assert_eq!(found, expected, "{}", draw(&position));
        prop_assert_eq!(&image, &position);
        prop_assert_eq!(image.canonical_key(), position.canonical_key());
        prop_assert_eq!(setup.to_string(), Setup::from(&position).to_string());
    }

    /// Positions that occur in play can be set up, and their strings lead back to them.
    #[test]
    fn position_strings_round_trip(position in positions(120)) {
        let setup = Setup::from(&position);
        let text = setup.to_string();
        prop_assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)), "{}", text);
        prop_assert!(text.ends_with(|c: char| c.is_ascii_alphanumeric()), "{}", text);
        let read: Setup = text.parse().expect("what was written can be read");
        prop_assert_eq!(&read, &setup.normalized());
        prop_assert_eq!(read.to_string(), text);
        let again = setup_position(&read);
        prop_assert_eq!(&again, &position);
        prop_assert_eq!(again.canonical_key(), position.canonical_key());
        prop_assert_eq!(again.legal_moves().len(), position.legal_moves().len());
    }

    /// Any text is read or refused, never a panic; what is read can be written and read again.
    #[test]
    fn any_text_is_read_or_refused(text in "Base(-[MLP]{0,3})?(\\.[qr]{0,2})?_[wb][0-9]{0,3}(_[QSBGAMLPqsbgamlp0-9.é-]{0,8}){0,5}") {
        match text.parse::<Setup>() {
            Ok(setup) => prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup)),
            Err(error) => prop_assert!(error.column <= text.chars().count() + 1, "{}", error),
        }
    }
}

/// The random games do reach what the laws are about.
#[test]
fn random_games_are_rich() {
    let (mut stacks, mut pins, mut thrown, mut passes, mut wide, mut finished) = (0, 0, 0, 0, 0, 0);
    for seed in 0..160 {
        let end =
            Playout { game_type: skep_rules::GameType::BASE_MLP, seed, plies: 120 }.play(|position, mv| {
                let board = position.board();
                stacks += usize::from(board.cells().any(|cell| board.height(cell) > 2));
                pins += usize::from(board.pieces().any(|(piece, ..)| board.is_pinned(piece)));
                let span = board.cells().flat_map(|a| board.cells().map(move |b| a.distance(b))).max();
                wide += usize::from(span > Some(16));
                passes += usize::from(mv == Some(Move::Pass));
                let enemy = mv.and_then(Move::piece).filter(|piece| piece.color() != position.turn());
                thrown += usize::from(enemy.is_some());
            });
        finished += usize::from(end.result().is_some());
    }
    let seen = [stacks, pins, thrown, passes, wide, finished];
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}

/// Games and crowded positions reach the reasons for which a turn can be refused.
#[test]
fn random_positions_show_every_reason() {
    let mut seen = BTreeSet::new();
    let mut ask = |position: &Position| {
        let refused = conceivable_moves(position).into_iter().filter_map(|mv| position.check(mv).err());
        seen.extend(refused.map(skep_rules::IllegalMove::key));
    };
    for seed in 0..24 {
        let game_type = skep_rules::GameType::ALL[seed as usize % 8];
        Playout { game_type, seed, plies: 90 }.play(|position, mv| {
            if position.ply() < 8 || position.ply() % 20 == 0 || mv.is_none() {
                ask(position);
            }
        });
    }
    for seed in 0..200 {
        ask(&setup_position(&crowded_setup(seed)));
    }
    // A mosquito with nothing but the other mosquito beside it is too rare to wait for.
    ask(&setup_position(&"Base-M_w9_QaqmM".parse().expect("a position string")));
    let table = include_str!("data/refusals.tsv").lines().filter(|row| !row.starts_with('#'));
    let keys: BTreeSet<&str> = table.filter_map(|row| row.split('\t').next()).collect();
    let missing: Vec<_> = keys.difference(&seen).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Keys are equal for images of one position and for nothing else, in a sample of many thousand
/// positions.
#[test]
fn canonical_keys_tell_positions_apart() {
    /// The smallest of the twelve position strings, without the turn number.
    fn smallest_string(position: &Position) -> String {
        let setup = Setup { turn_number: 1, ..Setup::from(position) };
        let images = Symmetry::ALL.iter().map(|symmetry| setup.transformed(*symmetry).to_string());
        images.min().expect("there are twelve")
    }
    let mut known: BTreeMap<u64, String> = BTreeMap::new();
    let mut strings = BTreeSet::new();
    for seed in 0..24 {
        let game_type = skep_rules::GameType::ALL[seed as usize % 8];
        Playout { game_type, seed, plies: 60 }.play(|position, _| {
            for mv in position.legal_moves().iter().step_by(7) {
                let mut next = position.clone();
                let _ = next.play_unchecked(*mv);
                let string = smallest_string(&next);
                let earlier = known.entry(next.canonical_key().get()).or_insert_with(|| string.clone());
                assert_eq!(*earlier, string);
                strings.insert(string);
            }
        });
    }
    assert_eq!(known.len(), strings.len());
    assert!(strings.len() > 5_000, "only {} positions", strings.len());
}
