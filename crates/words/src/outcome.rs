//! How a game ended.

use skep_rules::{Color, EndReason, GameResult};

use crate::Language;
use crate::text::{Key, tr};

/// The result in two or three words, as a person at the board sees it: "You win", "Black wins", "Draw".
#[must_use]
pub fn outcome(language: Language, result: GameResult, you: Option<Color>) -> &'static str {
    let key = match (result, you) {
        (GameResult::Draw, _) => Key::ResultDraw,
        (GameResult::Win(winner), Some(you)) if winner == you => Key::ResultYouWon,
        (GameResult::Win(_), Some(_)) => Key::ResultYouLost,
        (GameResult::Win(Color::White), None) => Key::ResultWhiteWins,
        (GameResult::Win(Color::Black), None) => Key::ResultBlackWins,
    };
    tr(language, key)
}

/// Why a game ended on the board, in one sentence.
#[must_use]
pub fn outcome_reason(language: Language, reason: EndReason, you: Option<Color>) -> &'static str {
    let key = match reason {
        EndReason::QueenSurrounded(color) if you == Some(color) => Key::ResultQueenYours,
        EndReason::QueenSurrounded(Color::White) => Key::ResultQueenWhite,
        EndReason::QueenSurrounded(Color::Black) => Key::ResultQueenBlack,
        EndReason::BothQueensSurrounded => Key::ResultBothQueens,
        EndReason::Repetition => Key::ResultRepetition,
    };
    tr(language, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_told() {
        let white_wins = GameResult::Win(Color::White);
        assert_eq!(outcome(Language::En, white_wins, Some(Color::White)), "You win");
        assert_eq!(outcome(Language::Fr, white_wins, Some(Color::Black)), "Vous perdez");
        assert_eq!(outcome(Language::Nl, white_wins, None), "Wit wint");
        let reason = EndReason::QueenSurrounded(Color::Black);
        assert_eq!(outcome_reason(Language::En, reason, Some(Color::Black)), "Your queen is surrounded.");
        assert_eq!(outcome_reason(Language::En, reason, Some(Color::White)), "Black’s queen is surrounded.");
    }
}
