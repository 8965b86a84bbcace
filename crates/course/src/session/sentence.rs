//! What is said at a step, in the three languages.

use skep_rules::{Color, Hex, Piece, Position};
use skep_words::{Language, refusal, refusal_about, refusal_anchor};

use super::{Feedback, StepSession, Task, Why};
use crate::lesson::denial;

impl StepSession {
    /// What to say to an answer; empty where the board alone speaks.
    #[must_use]
    pub fn sentence(&self, feedback: &Feedback, language: Language) -> String {
        let texts = &self.step().texts[language];
        match feedback {
            Feedback::Done { .. } => texts.success.to_string(),
            Feedback::Hint => texts.hint.to_string(),
            Feedback::Wrong(wrong) => match wrong.why {
                Why::Refused(reason) => refusal(language, reason),
                Why::Misses => texts.miss.to_string(),
                Why::NotThisReason(key) => denial(language, key).to_string(),
                Why::NotThisOption(index) => texts.wrong.get(index).copied().unwrap_or_default().to_string(),
            },
            Feedback::Progress { .. }
            | Feedback::Again
            | Feedback::Path(_)
            | Feedback::Solution(_)
            | Feedback::NotAsked => String::new(),
        }
    }

    /// Where the rules page explains what was wrong, or else what the lesson is about.
    #[must_use]
    pub fn anchor(&self, feedback: &Feedback) -> &'static str {
        match feedback {
            Feedback::Wrong(wrong) => match wrong.why {
                Why::Refused(reason) => refusal_anchor(reason),
                _ => self.step().lesson().anchor,
            },
            _ => self.step().lesson().anchor,
        }
    }

    /// What there is to choose from: reasons or options; nothing at other steps.
    #[must_use]
    pub fn choices(&self, language: Language) -> Vec<String> {
        match self.task() {
            Task::SpotWhyRefused { turn, because, correct, choices } => {
                let piece = turn.piece().unwrap_or(Piece::queen(self.side()));
                let other = because.other().unwrap_or_else(|| self.opponent_near(turn.to()));
                let sentence = |(index, key): (usize, &&str)| {
                    if index == *correct {
                        return refusal(language, *because);
                    }
                    refusal_about(language, key, piece, other).unwrap_or_default()
                };
                choices.iter().enumerate().map(sentence).collect()
            }
            Task::Choose { .. } => {
                self.step().texts[language].options.iter().map(|text| (*text).to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn side(&self) -> Color {
        self.position().map_or(Color::White, Position::turn)
    }

    /// The opponent's tile that lies nearest to a cell: what a new tile there might touch.
    fn opponent_near(&self, cell: Option<Hex>) -> Piece {
        let other = !self.side();
        let tiles = self.position().into_iter().flat_map(|position| {
            let board = position.board();
            board.pieces().filter(|(piece, ..)| piece.color() == other).collect::<Vec<_>>()
        });
        let cell = cell.unwrap_or(Hex::ORIGIN);
        tiles.min_by_key(|(_, hex, _)| hex.distance(cell)).map_or(Piece::queen(other), |(piece, ..)| piece)
    }
}
