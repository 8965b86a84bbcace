//! What a step asks for, in the terms of the rules.

use skep_rules::{Hex, IllegalMove, Move, Piece, Position};

use crate::lesson::{Step, StepKind};
use crate::turn::read_turn;

/// What a step asks for, its turns read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// To be read.
    Read,
    /// Tap all cells that the tile can go to, or be placed on.
    TapAllTargets {
        /// The tile, in the hive or in the reserve.
        piece: Piece,
        /// The cells.
        targets: Vec<Hex>,
    },
    /// Make one of these turns.
    MakeMove {
        /// All turns that reach the goal.
        answers: Vec<Move>,
        /// The tile that the goal is about, to look at after a miss.
        about: Option<Piece>,
    },
    /// Say why a turn is refused.
    SpotWhyRefused {
        /// The turn.
        turn: Move,
        /// What the rules say.
        because: IllegalMove,
        /// Which of the choices that is.
        correct: usize,
        /// The keys of the reasons to choose from.
        choices: &'static [&'static str],
    },
    /// Choose an option.
    Choose {
        /// How many there are.
        options: usize,
        /// Which is right.
        correct: usize,
    },
}

const SOUND: &str = "the tests try every step of the course";

impl Task {
    pub(super) fn new(step: &Step, position: Option<&Position>) -> Task {
        let read = |text: &str| position.and_then(|position| read_turn(position, text)).expect(SOUND);
        match step.kind {
            StepKind::Text => Task::Read,
            StepKind::TapAllTargets { piece, answers } => Task::TapAllTargets {
                piece: piece.parse().expect(SOUND),
                targets: answers.iter().filter_map(|text| read(text).to()).collect(),
            },
            StepKind::MakeMove { answers, goal } => Task::MakeMove {
                answers: answers.iter().map(|text| read(text)).collect(),
                about: position.and_then(|position| about(goal, position)),
            },
            StepKind::SpotWhyRefused { refused, reason, choices } => {
                let turn = read(refused);
                let because = position.and_then(|position| position.check(turn).err()).expect(SOUND);
                let correct = choices.iter().position(|key| *key == reason).expect(SOUND);
                Task::SpotWhyRefused { turn, because: retold(because, reason, position), correct, choices }
            }
            StepKind::Choose { correct } => Task::Choose { options: step.texts.0[0].options.len(), correct },
        }
    }
}

/// The tile that a goal is about, if it is in the hive.
fn about(goal: &str, position: &Position) -> Option<Piece> {
    let own = Piece::queen(position.turn());
    let piece = match goal {
        "state WhiteWins" | "state BlackWins" | "mate2" => Piece::queen(!position.turn()),
        "state Draw" | "safe" => own,
        _ => goal.split(' ').find_map(|word| word.parse().ok())?,
    };
    position.board().find(piece).map(|_| piece)
}

/// A reason in the words of the lesson, where the rules would put it in others that are as true.
pub(super) fn retold(reason: IllegalMove, key: &str, position: Option<&Position>) -> IllegalMove {
    match reason {
        IllegalMove::AntUnreachable { piece, gate: Some(gate) } if key == "gate" => {
            IllegalMove::Gate { piece, gate }
        }
        IllegalMove::PlaceApart { piece, enemy: Some(other), to } if key == "place_touch_enemy" => {
            let at = position.and_then(|position| position.board().find(other)).map_or(to, |(hex, _)| hex);
            IllegalMove::PlaceTouchesEnemy { piece, other, at }
        }
        reason => reason,
    }
}
