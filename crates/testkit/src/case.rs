//! Statements about the turns of one position.

use std::collections::BTreeSet;

use skep_rules::{GameResult, Hex, IllegalMove, Move, Piece, Position};

use crate::{draw, position, turn};

/// A position, and what is claimed of it. Each claim is checked as it is made, with the generator and
/// with the step-by-step check.
///
/// ```
/// use skep_testkit::Case;
/// Case::new(r"Base;InProgress;White[2];wS1;bS1 wS1-")
///     .placements(r"-wS1 \wS1 /wS1")
///     .refused("wA1 bS1-", "place_touch_own");
/// ```
#[derive(Debug)]
pub struct Case {
    position: Position,
}

impl Case {
    /// The position at the end of a game string.
    #[must_use]
    pub fn new(game_string: &str) -> Case {
        Case { position: position(game_string) }
    }

    /// The position itself.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The complete set of cells to which one tile in the hive can go, in any order: `r"-wQ bQ/ \bQ wS1"`.
    pub fn moves(&self, piece: &str, cells: &str) -> &Case {
        let texts = cells.split_whitespace().map(|cell| format!("{piece} {cell}"));
        let expected: BTreeSet<Move> = texts.map(|text| turn(&self.position, &text)).collect();
        let piece: Piece = piece.parse().expect("the case names a tile");
        let moves = self.position.legal_moves();
        let found = moves.iter().copied().filter(|mv| mv.piece() == Some(piece)).collect();
        self.compare(&format!("moves of {piece}"), &expected, &found);
        for mv in expected {
            assert_eq!(self.position.check(mv), Ok(()), "{mv:?}\n{}", draw(&self.position));
        }
        self
    }

    /// The complete set of cells on which something can be placed.
    pub fn placements(&self, cells: &str) -> &Case {
        let any = Piece::ALL[0];
        let texts = cells.split_whitespace().map(|cell| format!("{any} {cell}"));
        let expected: BTreeSet<Hex> = texts.filter_map(|text| turn(&self.position, &text).to()).collect();
        let placed = |mv: &Move| matches!(mv, Move::Place { .. });
        let found =
            self.position.legal_moves().iter().filter(|mv| placed(mv)).filter_map(|mv| mv.to()).collect();
        self.compare("placements", &expected, &found);
        self
    }

    /// The number of all legal turns.
    pub fn total(&self, expected: usize) -> &Case {
        assert_eq!(self.position.legal_moves().len(), expected, "{}", draw(&self.position));
        self
    }

    /// A turn that is refused for the reason with this key.
    pub fn refused(&self, text: &str, key: &str) -> &Case {
        let mv = turn(&self.position, text);
        let picture = draw(&self.position);
        assert!(!self.position.legal_moves().contains(&mv), "{text} is generated\n{picture}");
        let reason = self.position.check(mv).expect_err("the turn is refused");
        assert_eq!(reason.key(), key, "{text} is refused because {reason}\n{picture}");
        self
    }

    /// A finished game: no turns, and any turn refused because of it.
    pub fn finished(&self, result: GameResult) -> &Case {
        assert_eq!(self.position.result(), Some(result), "{}", draw(&self.position));
        assert_eq!(self.position.legal_moves().as_slice(), []);
        assert_eq!(self.position.check(Move::Pass), Err(IllegalMove::GameOver));
        self
    }

    /// Plays a legal turn and gives the case that follows.
    #[must_use]
    pub fn play(&self, text: &str) -> Case {
        let mut position = self.position.clone();
        if let Err(reason) = position.play(turn(&self.position, text)) {
            panic!("{text}: {reason}\n{}", draw(&self.position));
        }
        Case { position }
    }

    fn compare<T: Ord + std::fmt::Debug>(&self, what: &str, expected: &BTreeSet<T>, found: &BTreeSet<T>) {
        let missing: Vec<_> = expected.difference(found).collect();
        let wrong: Vec<_> = found.difference(expected).collect();
        assert!(
            missing.is_empty() && wrong.is_empty(),
            "{what}: missing {missing:?}, wrong {wrong:?}\n{}",
            draw(&self.position)
        );
    }
}
