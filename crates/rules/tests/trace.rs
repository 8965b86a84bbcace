//! The way a tile takes: it exists for each legal turn and obeys the rules step by step.

use proptest::prelude::*;
use skep_rules::{Bug, Hex, Move, Piece, Position, Trace};
use skep_testkit::{config, draw, position, positions, turn};

/// Heights with one tile lifted off.
struct Lifted<'a>(&'a Position, Hex);

impl Lifted<'_> {
    fn height(&self, hex: Hex) -> u8 {
        self.0.board().height(hex) - u8::from(hex == self.1)
    }

    /// The heights on both sides of a step.
    fn sides(&self, from: Hex, to: Hex) -> Vec<u8> {
        let shared: Vec<Hex> = from.neighbors().filter(|hex| hex.distance(to) == 1).collect();
        assert_eq!(shared.len(), 2, "{from} and {to} do not touch");
        shared.into_iter().map(|hex| self.height(hex)).collect()
    }

    fn can_slide(&self, from: Hex, to: Hex) -> bool {
        let beside = self.sides(from, to).into_iter().filter(|height| *height > 0).count();
        self.height(to) == 0 && beside == 1
    }

    fn passes_gate(&self, from: Hex, to: Hex) -> bool {
        let level = self.height(from).max(self.height(to));
        self.sides(from, to).into_iter().any(|height| height <= level)
    }
}

/// Checks a trace against the rules, in other words than the code that made it.
fn assert_lawful(position: &Position, mv: Move, trace: &Trace) {
    let board = position.board();
    let Move::Relocate { piece, from, to } = mv else {
        match mv {
            Move::Place { to, .. } => assert_eq!(*trace, Trace::Place { to }),
            _ => assert_eq!(*trace, Trace::Pass),
        }
        return;
    };
    let cells = trace.cells();
    assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&to)));
    if let Some(bug) = trace.bug() {
        assert!(is_kind(position, piece, from, bug), "{piece} is no {bug}");
    }
    let hive = Lifted(position, from);
    match trace {
        Trace::Crawl { bug, path } => {
            assert_eq!(board.height(from), 1);
            match bug {
                Bug::Queen | Bug::Pillbug | Bug::Beetle => assert_eq!(path.len(), 2),
                Bug::Spider => assert_eq!(path.len(), 4),
                _ => assert_eq!(*bug, Bug::Ant),
            }
            for (index, cell) in path.iter().enumerate() {
                assert!(!path[..index].contains(cell), "{cell} twice");
            }
            for step in path.windows(2) {
                assert!(hive.can_slide(step[0], step[1]), "no slide from {} to {}", step[0], step[1]);
            }
            if *bug == Bug::Ant {
                for (index, start) in path.iter().enumerate() {
                    for end in path.iter().skip(index + 2).filter(|end| end.distance(*start) == 1) {
                        assert!(!hive.can_slide(*start, *end), "a shorter way from {start} to {end}");
                    }
                }
            }
        }
        Trace::Climb { from_level, to_level, .. } => {
            assert_eq!((hive.height(from), hive.height(to)), (*from_level, *to_level));
            assert!(*from_level > 0 || *to_level > 0);
            assert!(hive.passes_gate(from, to));
        }
        Trace::Jump { over, .. } => {
            let direction = from.direction_to(over[0]).expect("the first tile is next door");
            assert!(cells.windows(2).all(|step| step[0].direction_to(step[1]) == Some(direction)));
            assert!(over.iter().all(|cell| hive.height(*cell) > 0) && hive.height(to) == 0);
        }
        Trace::Ladybug { up, over, .. } => {
            assert!(hive.height(*up) > 0 && hive.height(*over) > 0 && hive.height(to) == 0);
            assert!(cells.windows(2).all(|step| hive.passes_gate(step[0], step[1])));
        }
        Trace::Throw { thrower, over, .. } => {
            assert_eq!(board.find(*thrower), Some((*over, 0)));
            assert_eq!((board.top(*over), thrower.color()), (Some(*thrower), position.turn()));
            assert!(is_kind(position, *thrower, *over, Bug::Pillbug));
            assert_ne!(position.last_moved(), Some(*thrower));
            assert!(board.height(from) == 1 && hive.height(to) == 0);
            assert!(cells.windows(2).all(|step| hive.passes_gate(step[0], step[1])));
        }
        Trace::Place { .. } | Trace::Pass => panic!("{trace:?} is no move"),
    }
}

/// Whether a tile is of a kind, or a mosquito that copies it.
fn is_kind(position: &Position, piece: Piece, at: Hex, bug: Bug) -> bool {
    let board = position.board();
    let is_top = |hex| board.top(hex).is_some_and(|top| top.bug() == bug);
    let copies = if board.height(at) > 1 { bug == Bug::Beetle } else { at.neighbors().any(is_top) };
    piece.bug() == bug || (piece.bug() == Bug::Mosquito && copies)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn every_legal_turn_has_a_lawful_trace(position in positions(120)) {
        for mv in &position.legal_moves() {
            match position.trace(mv) {
                Ok(trace) => assert_lawful(&position, mv, &trace),
                Err(reason) => prop_assert!(false, "{:?}: {}\n{}", mv, reason, draw(&position)),
            }
        }
    }
}

fn trace(game: &str, text: &str) -> Trace {
    let position = position(game);
    position.trace(turn(&position, text)).expect("a legal turn")
}

#[test]
fn a_spider_takes_three_steps() {
    let game = r"Base;InProgress;White[6];wS1;bA1 wS1/;wQ wS1\;bQ bA1-;wQ bA1\;bQ wQ-;wS1 bQ\;bA1 bQ/;wS1 -wQ;bA1 bQ-";
    let Trace::Crawl { bug, path } = trace(game, r"wS1 \bA1") else { panic!("a spider crawls") };
    assert_eq!((bug, path.len()), (Bug::Spider, 4));
}

#[test]
fn a_mosquito_says_whom_it_copied() {
    let game = r"Base+M;InProgress;White[5];wS1;bB1 wS1/;wQ wS1\;bQ bB1-;wQ bB1\;bB1 \bQ;wM \wS1;bB1 -bQ";
    assert_eq!(trace(game, "wM bQ/").bug(), Some(Bug::Spider));
    assert!(matches!(trace(game, "wM bB1"), Trace::Climb { from_level: 0, to_level: 1, .. }));
    assert_eq!(trace(game, "wM -wS1").bug(), Some(Bug::Beetle));
}

#[test]
fn a_throw_names_the_thrower() {
    let game = r"Base+P;InProgress;White[5];wP;bA1 wP-;wQ -wP;bS1 bA1/;wQ \wP;bQ \bS1;wQ -wP;bQ -bS1";
    let Trace::Throw { thrower, .. } = trace(game, r"bA1 wQ\") else { panic!("a throw") };
    assert_eq!(Some(thrower), "wP".parse().ok());
    // The queen could be thrown here too, but she walks.
    assert_eq!(trace(game, "wQ /wP").bug(), Some(Bug::Queen));
}

#[test]
fn a_refused_turn_has_no_trace() {
    let position = position("Base;InProgress;White[2];wS1;bS1 wS1-");
    let mv = turn(&position, "wA1 wS1/");
    assert_eq!(position.trace(mv).map(|_| ()), position.check(mv));
    assert!(position.trace(mv).is_err());
}
