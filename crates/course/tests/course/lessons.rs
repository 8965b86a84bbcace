//! Every step against the rules.

use std::collections::BTreeSet;

use skep_course::{Step, StepKind, StepSession, Task, course, first_minutes, step, strategy};
use skep_rules::notation::uhp::{game_state, turn_string};
use skep_rules::{Game, Move, Piece};
use skep_words::RefusalText;

use crate::content;
use crate::facts::{after, holds, reach, turn};

fn steps() -> impl Iterator<Item = &'static Step> {
    course().iter().chain(strategy()).flat_map(|lesson| lesson.steps)
}

fn game(step: &Step) -> Game {
    step.game().unwrap_or_else(|| panic!("{} has no position", step.id))
}

#[test]
fn there_are_twenty_lessons_and_ten_on_strategy() {
    assert_eq!((course().len(), strategy().len()), (20, 10));
    for lesson in course().iter().chain(strategy()) {
        assert!((3..=6).contains(&lesson.steps.len()), "{}: three to six steps", lesson.id);
        assert!(
            RefusalText::all().iter().any(|text| text.anchor == lesson.anchor) || lesson.anchor == "object"
        );
    }
    assert_eq!(course()[19].next().map(|lesson| lesson.id), None);
    assert_eq!(course()[0].next().map(|lesson| lesson.id), Some("placing"));
}

/// The head of a game string, which people may read, tells what the moves amount to.
#[test]
fn positions_are_what_they_say() {
    for step in steps() {
        let Some(text) = step.position else { continue };
        let game = game(step);
        let head =
            format!("{};{};{}", game.position().game_type(), game_state(&game), turn_string(game.position()));
        assert!(text.starts_with(&head), "{}: {head}", step.id);
        assert!(step.lesson().steps.iter().any(|other| other.id == step.id));
    }
}

#[test]
fn targets_are_complete() {
    for step in steps() {
        let StepKind::TapAllTargets { piece, answers } = step.kind else { continue };
        let game = game(step);
        let piece: Piece = piece.parse().expect("a tile");
        let expected: BTreeSet<Move> =
            game.position().legal_moves().iter().copied().filter(|mv| mv.piece() == Some(piece)).collect();
        let given: BTreeSet<Move> = answers.iter().map(|text| turn(&game, text)).collect();
        assert_eq!(given, expected, "{}", step.id);
        assert_eq!(given.len(), answers.len(), "{}: an answer is given twice", step.id);
    }
}

#[test]
fn goals_pick_out_the_answers() {
    for step in steps() {
        let StepKind::MakeMove { answers, goal } = step.kind else { continue };
        let game = game(step);
        let given: BTreeSet<Move> = answers.iter().map(|text| turn(&game, text)).collect();
        assert_eq!(given, reach(&game, goal), "{}: {goal}", step.id);
        assert_eq!(given.len(), answers.len(), "{}: an answer is given twice", step.id);
        let all = game.position().legal_moves().len() == given.len();
        assert_eq!(step.texts.0[0].miss.is_empty(), all, "{}: whether a legal move can miss", step.id);
    }
}

#[test]
fn reasons_are_those_of_the_rules() {
    for step in steps() {
        let mut refused: Vec<(&str, &str)> = step.wrong.to_vec();
        if let StepKind::SpotWhyRefused { refused: text, reason, choices } = step.kind {
            refused.push((text, reason));
            let game = game(step);
            let said = game.position().check(turn(&game, text)).expect_err(step.id);
            for key in choices {
                assert!(RefusalText::from_key(key).is_some(), "{}: no refusal `{key}`", step.id);
                assert_eq!(said.says(key), *key == reason, "{}: {key}: {said}", step.id);
            }
            let distinct: BTreeSet<_> = choices.iter().collect();
            assert_eq!(distinct.len(), choices.len(), "{}", step.id);
        }
        for (text, key) in refused {
            let game = game(step);
            let mv = turn(&game, text);
            let said = game.position().check(mv).expect_err(step.id);
            assert!(said.says(key), "{}: {text}: {key}, but {said}", step.id);
            assert!(!game.position().is_legal(mv), "{}: {text}", step.id);
        }
    }
}

/// What a session shows of a refusal has the key of the lesson, so that its sentence is the right one.
#[test]
fn sessions_tell_reasons_in_the_words_of_the_lesson() {
    for step in steps() {
        let StepKind::SpotWhyRefused { reason, choices, .. } = step.kind else { continue };
        let session = StepSession::new(step);
        let Task::SpotWhyRefused { because, correct, .. } = session.task() else { panic!("{}", step.id) };
        assert_eq!(because.key(), reason, "{}", step.id);
        assert_eq!(choices[*correct], reason, "{}", step.id);
    }
}

#[test]
fn checks_hold() {
    let content = content();
    let mut count = 0;
    for written in content.lessons.iter().chain(&content.strategy).flat_map(|lesson| &lesson.steps) {
        let step = step(&written.id).expect("the build takes over every step");
        for check in &written.checks {
            assert!(holds(&game(step), check), "{}: {check}", step.id);
            count += 1;
        }
    }
    assert!(count > 40, "{count} checks");
}

/// A choice about the outcome of a move must be about a legal one, and so on: positions of questions are
/// not over, unless that is the question.
#[test]
fn questions_are_asked_in_games_that_go_on() {
    for step in steps() {
        let Some(game) = step.game() else { continue };
        if matches!(step.kind, StepKind::TapAllTargets { .. } | StepKind::MakeMove { .. }) {
            assert_eq!(game.result(), None, "{}", step.id);
            let first = game.position().legal_moves()[0];
            let _ = after(&game, first);
        }
    }
}

#[test]
fn the_first_minutes_are_short_and_cover_four_things() {
    let steps = first_minutes();
    assert!((6..=10).contains(&steps.len()), "{} steps", steps.len());
    for lesson in ["object", "placing", "queen-in", "queen", "one-hive"] {
        assert!(steps.iter().any(|step| step.lesson().id == lesson), "{lesson} is missing");
    }
    let orders: Vec<u8> = steps.iter().map(|step| step.lesson().order).collect();
    assert!(orders.is_sorted(), "in the order of the course");
}
