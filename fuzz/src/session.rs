//! A game played, refused and taken back as the bytes say, with its invariants checked at every turn.

use std::collections::HashSet;

use skep_rules::{Game, GameType, Hex, Move, Piece, Position, RuleSet};

/// Long enough for the hive to wander and stretch, short enough to try many games.
const LONGEST: usize = 250;

/// The first byte chooses the rules, the others what happens: up to 0xDF a legal turn is played, up
/// to 0xEF one is taken back, from there on the next bytes propose any turn at all.
pub fn session(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let Some(first) = bytes.next() else { return };
    let mut rules = RuleSet::new(GameType::ALL[usize::from(first & 7)]);
    rules.queen_first = first & 8 != 0;
    rules.repetition_draw = first & 16 == 0;
    let mut game = Game::new(rules);
    for _ in 0..LONGEST {
        match bytes.next() {
            None => break,
            Some(choice @ ..0xE0) => play(&mut game, usize::from(choice)),
            Some(0xE0..0xF0) => take_back(&mut game),
            Some(choice) => propose(&mut game, choice, &mut bytes),
        }
    }
    let mut again = Game::new(rules);
    for mv in game.moves() {
        again.play(*mv).expect("what was played once is legal in a replay");
    }
    assert_same(again.position(), game.position());
    while game.undo().is_some() {}
    assert_same(game.position(), &Position::new(rules));
}

fn play(game: &mut Game, choice: usize) {
    let before = game.position().clone();
    let moves = before.legal_moves();
    assert_eq!(moves.is_empty(), before.result().is_some(), "turns exist while no queen is surrounded");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "a turn is listed twice");
    assert!(moves.len() <= 1 || !moves.contains(&Move::Pass), "a pass is forced or forbidden");
    let Some(mv) = moves.get(choice % moves.len().max(1)).copied() else { return };
    if game.result().is_some() {
        assert!(game.play(mv).is_err(), "the game is over, by repetition");
        return;
    }
    assert_eq!(before.check(mv), Ok(()), "{mv:?} is listed and refused");
    game.play(mv).expect("a listed turn is legal");
    let after = game.position();
    assert_eq!(after.ply(), before.ply() + 1);
    assert_eq!(after.turn(), !before.turn());
    assert_sound(after);
    // There and back by the unchecked way that a search takes.
    let mut copy = before.clone();
    let undo = copy.play_unchecked(mv);
    assert_same(&copy, after);
    copy.undo(undo);
    assert_same(&copy, &before);
}

fn take_back(game: &mut Game) {
    if let Some(mv) = game.undo() {
        assert!(game.position().is_legal(mv), "{mv:?} was taken back and is not legal");
        assert_sound(game.position());
    }
}

/// Any turn at all: it is accepted if it is listed, and a refusal changes nothing.
fn propose(game: &mut Game, choice: u8, bytes: &mut impl Iterator<Item = u8>) {
    let mut next = || bytes.next().unwrap_or(0);
    let piece = Piece::ALL[usize::from(next()) % Piece::COUNT];
    let to = Hex::new(next() as i8, next() as i8);
    let mv = match (choice & 3, game.position().board().find(piece)) {
        (0, _) => Move::Pass,
        (1, _) => Move::Place { piece, to },
        (2, Some((from, _))) => Move::Relocate { piece, from, to },
        _ => Move::Relocate { piece, from: Hex::new(next() as i8, next() as i8), to },
    };
    let before = game.position().clone();
    let legal = before.legal_moves().contains(&mv);
    assert_eq!(before.is_legal(mv), legal, "{mv:?}");
    assert_eq!(before.check(mv).is_ok(), legal, "{mv:?}");
    if game.play(mv).is_err() {
        assert_same(game.position(), &before);
    }
}

/// One hive, every tile where it says it is, nothing in two places.
fn assert_sound(position: &Position) {
    let board = position.board();
    let mut apart: Vec<Hex> = board.cells().collect();
    let mut open: Vec<Hex> = apart.pop().into_iter().collect();
    while let Some(hex) = open.pop() {
        apart.retain(|other| {
            let joined = hex.direction_to(*other).is_some();
            if joined {
                open.push(*other);
            }
            !joined
        });
    }
    assert!(apart.is_empty(), "the hive is split: {apart:?}");
    let mut tiles = 0;
    for hex in board.cells() {
        let stack = board.stack(hex);
        tiles += stack.len();
        for (level, piece) in stack.iter().enumerate() {
            assert_eq!(board.find(*piece), Some((hex, level as u8)), "{piece} is not where it says");
            assert_eq!(board.is_covered(*piece), level + 1 < stack.len(), "{piece}");
        }
    }
    assert_eq!(tiles, board.len(), "a tile is in no stack");
}

/// Equal in every respect that can be seen, not only in the eyes of the repetition rule.
fn assert_same(one: &Position, other: &Position) {
    assert_eq!(one, other);
    assert_eq!(one.hash(), other.hash());
    assert_eq!(one.repetition_key(), other.repetition_key());
    assert_eq!(one.ply(), other.ply());
    assert_eq!(one.last_moved(), other.last_moved());
    assert_eq!(one.resting(), other.resting());
    assert!(one.board().pieces().eq(other.board().pieces()));
    assert_eq!(one.legal_moves().as_slice(), other.legal_moves().as_slice());
}
