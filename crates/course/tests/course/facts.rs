//! The small language in which lessons state facts about positions and goals of moves.
//!
//! Facts: `state S`, `neighbours P = N`, `neighbours P <= N`, `covers P`, `seen N`, `count P N`,
//! `total = N`, `total <= N`, `only pass`, `cells N`, `movers P,P`, `legal M`, `illegal M`, `safe`,
//! `wins_in_one`; two facts joined by ` and `; `after M; M => F` for a fact after some turns.
//! Goals, beside any fact after the move: `mover P`, `to P C`, `place * C`, `pass`, `any`, `mate2`.

use std::collections::BTreeSet;

use skep_course::read_turn;
use skep_rules::notation::uhp::game_state;
use skep_rules::{Color, Game, GameResult, Move, Piece};

/// A turn in a game, legal or not.
pub(crate) fn turn(game: &Game, text: &str) -> Move {
    read_turn(game.position(), text).unwrap_or_else(|| panic!("{text} is no turn"))
}

pub(crate) fn after(game: &Game, mv: Move) -> Game {
    let mut game = game.clone();
    game.play(mv).unwrap_or_else(|reason| panic!("{mv:?}: {reason}"));
    game
}

fn piece(text: &str) -> Piece {
    text.parse().unwrap_or_else(|_| panic!("{text} is no tile"))
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn compare(value: usize, relation: &str, bound: &str) -> bool {
    match relation {
        "=" => value == number(bound),
        "<=" => value <= number(bound),
        other => panic!("{other} is no relation"),
    }
}

fn neighbours(game: &Game, tile: Piece) -> usize {
    let board = game.position().board();
    let (hex, _) = board.find(tile).unwrap_or_else(|| panic!("{tile} is not in the hive"));
    hex.neighbors().filter(|cell| board.top(*cell).is_some()).count()
}

/// Whether a fact is true of the position at the end of a game.
pub(crate) fn holds(game: &Game, fact: &str) -> bool {
    if let Some(rest) = fact.strip_prefix("after ") {
        let (turns, fact) = rest.split_once(" => ").expect("`after` has `=>`");
        let end = turns.split("; ").fold(game.clone(), |game, text| after(&game, turn(&game, text)));
        return holds(&end, fact);
    }
    if let Some((first, second)) = fact.split_once(" and ") {
        return holds(game, first) && holds(game, second);
    }
    let position = game.position();
    let board = position.board();
    let legal: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
    let relocated = || legal.iter().filter(|mv| matches!(mv, Move::Relocate { .. }));
    let (word, rest) = fact.split_once(' ').unwrap_or((fact, ""));
    let words: Vec<&str> = rest.split(' ').collect();
    match (word, words.as_slice()) {
        ("state", [state]) => game_state(game).to_string() == *state,
        ("neighbours", [tile, relation, bound]) => compare(neighbours(game, piece(tile)), relation, bound),
        ("covers", [tile]) => board.is_covered(piece(tile)),
        ("seen", [times]) => game.repetitions() == number(times),
        ("count", [tile, count]) => {
            relocated().filter(|mv| mv.piece() == Some(piece(tile))).count() == number(count)
        }
        ("total", [relation, bound]) => compare(legal.len(), relation, bound),
        ("only", ["pass"]) => legal == BTreeSet::from([Move::Pass]),
        ("cells", [count]) => {
            let placed = legal.iter().filter(|mv| matches!(mv, Move::Place { .. }));
            placed.filter_map(|mv| mv.to()).collect::<BTreeSet<_>>().len() == number(count)
        }
        ("movers", [tiles]) => {
            let expected: BTreeSet<Piece> =
                tiles.split(',').filter(|name| !name.is_empty()).map(piece).collect();
            relocated().filter_map(|mv| mv.piece()).collect::<BTreeSet<_>>() == expected
        }
        ("legal", _) => legal.contains(&turn(game, rest)),
        ("illegal", _) => !legal.contains(&turn(game, rest)),
        ("safe", _) => !wins_in_one(game),
        ("wins_in_one", _) => wins_in_one(game),
        _ => panic!("`{fact}` is no fact"),
    }
}

/// Whether the side to move can win at once.
fn wins_in_one(game: &Game) -> bool {
    let side = game.position().turn();
    game.result().is_none() && game.position().legal_moves().iter().any(|mv| is_win(&after(game, *mv), side))
}

fn is_win(game: &Game, side: Color) -> bool {
    game.result() == Some(GameResult::Win(side))
}

/// All legal turns that reach a goal.
pub(crate) fn reach(game: &Game, goal: &str) -> BTreeSet<Move> {
    let words: Vec<&str> = goal.split(' ').collect();
    let cell = |name: &str| turn(game, &format!("wQ {name}")).to();
    let reaches = |mv: &Move| match words.as_slice() {
        ["mover", tile] => mv.piece() == Some(piece(tile)),
        ["to", tile, to] => mv.piece() == Some(piece(tile)) && mv.to() == cell(to),
        ["place", "*", to] => matches!(mv, Move::Place { .. }) && mv.to() == cell(to),
        ["pass"] => *mv == Move::Pass,
        ["any"] => true,
        ["mate2"] => wins_in_two(game, *mv),
        _ => holds(&after(game, *mv), goal),
    };
    game.position().legal_moves().iter().copied().filter(reaches).collect()
}

/// Whether after this turn every reply loses to a turn that surrounds the queen at once.
fn wins_in_two(game: &Game, mv: Move) -> bool {
    let side = game.position().turn();
    let threat = after(game, mv);
    threat.result().is_none()
        && neighbours(&threat, Piece::queen(!side)) == 5
        && threat.position().legal_moves().iter().all(|reply| {
            let answered = after(&threat, *reply);
            is_win(&answered, side) || wins_in_one(&answered)
        })
}

/// The language must be able to say no, or the checks of the lessons mean nothing.
#[test]
fn facts_can_be_false() {
    let game = Game::from_uhp("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-").expect("a game");
    for (fact, is_true) in [
        ("state InProgress", true),
        ("state Draw", false),
        ("neighbours wS1 = 2", true),
        ("neighbours wS1 <= 1", false),
        ("covers wQ", false),
        ("seen 1", true),
        ("seen 2", false),
        ("count wQ 2", true),
        ("count wS1 1", false),
        ("total = 2", false),
        ("only pass", false),
        ("cells 4", false),
        ("movers wQ", true),
        ("movers ", false),
        ("legal wQ /wS1", true),
        ("illegal wQ /wS1", false),
        ("safe", true),
        ("wins_in_one", false),
        ("covers wQ and movers wQ", false),
        ("after wQ /wS1; bQ bS1/ => neighbours wQ = 2", false),
        ("after wQ /wS1; bQ bS1/ => count wQ 2", true),
    ] {
        assert_eq!(holds(&game, fact), is_true, "{fact}");
    }
    assert_eq!(reach(&game, "mover wQ").len(), 2);
    assert_eq!(reach(&game, "to wQ /wS1").len(), 1);
    assert!(reach(&game, "mate2").is_empty());
}
