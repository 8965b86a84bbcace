//! The logic of steps and lessons: all of them can be finished, by those who know and by those who stumble.

use skep_course::{
    Answer, Feedback, Lesson, LessonSession, Path, Progress, Solution, StepSession, Task, Why, course,
    first_minutes, lesson, step, strategy,
};
use skep_rules::{Hex, Move, Piece, Trace};
use skep_words::Language;

/// The right answers to a step, as a person would give them one after the other.
fn right_answers(session: &StepSession) -> Vec<Answer> {
    match session.task() {
        Task::Read => vec![Answer::Read],
        Task::TapAllTargets { targets, .. } => targets.iter().map(|hex| Answer::Tap(*hex)).collect(),
        Task::MakeMove { answers, .. } => vec![Answer::Play(answers[0])],
        Task::SpotWhyRefused { correct, .. } => vec![Answer::Reason(*correct)],
        Task::Choose { correct, .. } => vec![Answer::Option(*correct)],
    }
}

/// Every wrong answer that can be given by tapping, choosing or making a legal move.
fn wrong_answers(session: &StepSession) -> Vec<Answer> {
    let numbers = |count: usize, correct: usize| (0..count).filter(move |index| *index != correct);
    match session.task() {
        Task::Read => Vec::new(),
        Task::TapAllTargets { targets, .. } => {
            around(session).into_iter().filter(|hex| !targets.contains(hex)).map(Answer::Tap).collect()
        }
        Task::MakeMove { answers, .. } => {
            let moves = session.position().expect("a position").legal_moves();
            moves.iter().filter(|mv| !answers.contains(mv)).map(|mv| Answer::Play(*mv)).collect()
        }
        Task::SpotWhyRefused { correct, choices, .. } => {
            numbers(choices.len(), *correct).map(Answer::Reason).collect()
        }
        Task::Choose { options, correct } => numbers(*options, *correct).map(Answer::Option).collect(),
    }
}

/// All cells on the hive, beside it, and one more ring around.
fn around(session: &StepSession) -> Vec<Hex> {
    let board = session.position().expect("a position").board();
    let mut cells: Vec<Hex> = board.cells().collect();
    for _ in 0..2 {
        let ring: Vec<Hex> = cells.iter().flat_map(|cell| cell.neighbors()).collect();
        cells.extend(ring);
        cells.sort_unstable();
        cells.dedup();
    }
    cells
}

fn all_lessons() -> impl Iterator<Item = &'static Lesson> {
    course().iter().chain(strategy())
}

/// Works through a lesson; `stumble` gives wrong answers first.
fn finish(session: &mut LessonSession, progress: &mut Progress, language: Language, stumble: bool) {
    loop {
        let id = session.current().step().id;
        if stumble && let Some(wrong) = wrong_answers(session.current()).first() {
            let feedback = session.answer(wrong, progress);
            assert!(matches!(feedback, Feedback::Wrong(_)), "{id}: {feedback:?}");
            assert!(!session.current().sentence(&feedback, language).is_empty(), "{id}");
        }
        for answer in right_answers(session.current()) {
            assert!(!session.current().is_done(), "{id}: done too early");
            let feedback = session.answer(&answer, progress);
            assert!(
                matches!(feedback, Feedback::Done { .. } | Feedback::Progress { .. }),
                "{id}: {answer:?}: {feedback:?}"
            );
        }
        assert!(session.current().is_done(), "{id}");
        let success = session.current().sentence(&Feedback::Done { cells: Vec::new() }, language);
        assert!(!success.is_empty(), "{id}");
        if !session.advance() {
            return;
        }
    }
}

#[test]
fn everything_can_be_finished_in_each_language() {
    for language in Language::ALL {
        let mut progress = Progress::new();
        for lesson in all_lessons() {
            assert_eq!(progress.next_lesson().map(|next| next.id), Some(lesson.id));
            let mut session = LessonSession::new(lesson);
            finish(&mut session, &mut progress, language, false);
            assert_eq!(session.stars(), Some(3), "{}", lesson.id);
            assert_eq!(progress.state(lesson).done, lesson.steps.len());
        }
        assert_eq!(progress.next_lesson().map(|lesson| lesson.id), None);
        let asked = all_lessons().flat_map(|lesson| lesson.steps).filter(|it| !it.texts.0[0].hint.is_empty());
        assert_eq!(progress.best_streak() as usize, asked.count(), "every question in a row");
    }
}

#[test]
fn who_stumbles_gets_there_with_fewer_stars() {
    for language in Language::ALL {
        let mut progress = Progress::new();
        for lesson in all_lessons() {
            let mut session = LessonSession::new(lesson);
            finish(&mut session, &mut progress, language, true);
            let stars = session.stars().expect("the lesson is finished");
            assert!((1..=2).contains(&stars), "{}: {stars}", lesson.id);
            assert_eq!(progress.stars(lesson.id), Some(stars));
        }
        assert!(progress.best_streak() <= 1, "only a step without wrong answers can be right");
    }
}

/// Every wrong answer anywhere has its own sentence, and a refusal shows cells that exist.
#[test]
fn every_wrong_answer_is_answered() {
    let mut refused = 0;
    for step in all_lessons().flat_map(|lesson| lesson.steps) {
        let session = StepSession::new(step);
        for answer in wrong_answers(&session) {
            let mut session = session.clone();
            let feedback = session.answer(&answer);
            let Feedback::Wrong(wrong) = &feedback else { panic!("{}: {answer:?}: {feedback:?}", step.id) };
            for language in Language::ALL {
                let sentence = session.sentence(&feedback, language);
                assert!(!sentence.is_empty() && !sentence.contains('{'), "{}: {answer:?}", step.id);
            }
            assert!(!session.anchor(&feedback).is_empty());
            assert_eq!(session.tally().mistakes, 1);
            match (&answer, wrong.why) {
                (Answer::Tap(_), Why::Refused(reason)) => {
                    refused += 1;
                    assert_eq!(wrong.cells, reason.cells(), "{}", step.id);
                }
                (Answer::Play(_), Why::Misses)
                | (Answer::Reason(_), Why::NotThisReason(_))
                | (Answer::Option(_), Why::NotThisOption(_)) => {}
                other => panic!("{}: {other:?}", step.id),
            }
        }
    }
    assert!(refused > 500, "{refused} cells were refused");
}

#[test]
fn a_step_counts_what_was_found() {
    let mut session = StepSession::new(step("queen-1").expect("a step"));
    let Task::TapAllTargets { targets, .. } = session.task().clone() else { panic!("a step to tap") };
    assert_eq!(session.answer(&Answer::Tap(targets[1])), Feedback::Progress { found: 1, of: 2 });
    assert_eq!(session.answer(&Answer::Tap(targets[1])), Feedback::Again);
    assert_eq!(session.found(), [targets[1]]);
    assert!(!session.is_done());
    assert_eq!(session.answer(&Answer::Tap(targets[0])), Feedback::Done { cells: Vec::new() });
    assert!(session.is_done());
    assert_eq!(session.tally().faults(), 0);
    assert_eq!(session.answer(&Answer::Tap(Hex::new(9, 9))), Feedback::NotAsked, "it is over");
}

#[test]
fn the_same_mistake_twice_is_one_mistake() {
    let mut session = StepSession::new(step("queen-1").expect("a step"));
    let far = Answer::Tap(Hex::new(5, 5));
    assert!(matches!(session.answer(&far), Feedback::Wrong(_)));
    assert!(matches!(session.answer(&far), Feedback::Wrong(_)));
    assert_eq!(session.tally().mistakes, 1);
    assert_eq!(session.missed().collect::<Vec<_>>(), [Hex::new(5, 5)]);
}

#[test]
fn help_costs_and_is_free_afterwards() {
    let mut session = StepSession::new(step("spider-1").expect("a step"));
    assert_eq!(session.answer(&Answer::Hint), Feedback::Hint);
    assert_eq!(session.answer(&Answer::Hint), Feedback::Hint);
    assert_eq!(session.tally().faults(), 1);
    let Feedback::Path(Path { turn, trace }) = session.answer(&Answer::Path) else { panic!("a path") };
    let Trace::Crawl { path, .. } = trace else { panic!("a spider crawls") };
    assert_eq!((path.len(), path.last().copied()), (4, turn.to()), "three steps");
    assert_eq!(session.tally().faults(), 2);
    let Feedback::Solution(Solution::Cells(cells)) = session.answer(&Answer::Solution) else { panic!() };
    assert_eq!(session.tally().faults(), 4);
    for hex in cells {
        session.answer(&Answer::Tap(hex));
    }
    assert!(session.is_done());
    let faults = session.tally();
    assert!(matches!(session.answer(&Answer::Path), Feedback::Path(_)));
    assert_eq!(session.tally(), faults);
}

#[test]
fn a_path_leads_to_what_is_not_found_yet() {
    for it in all_lessons().flat_map(|lesson| lesson.steps) {
        let mut session = StepSession::new(it);
        let Task::TapAllTargets { targets, .. } = session.task().clone() else { continue };
        for hex in &targets[..targets.len() - 1] {
            session.answer(&Answer::Tap(*hex));
        }
        let Feedback::Path(path) = session.answer(&Answer::Path) else { panic!("{}", it.id) };
        assert_eq!(path.turn.to(), targets.last().copied(), "{}", it.id);
        assert_eq!(path.trace.cells().last(), targets.last(), "{}", it.id);
    }
}

/// The answer that is shown is right at every step that asks for one.
#[test]
fn solutions_solve() {
    for it in all_lessons().flat_map(|lesson| lesson.steps) {
        let mut session = StepSession::new(it);
        let answers = match session.answer(&Answer::Solution) {
            Feedback::Solution(Solution::Cells(cells)) => cells.into_iter().map(Answer::Tap).collect(),
            Feedback::Solution(Solution::Turn(turn)) => vec![Answer::Play(turn)],
            Feedback::Solution(Solution::Reason(index)) => vec![Answer::Reason(index)],
            Feedback::Solution(Solution::Option(index)) => vec![Answer::Option(index)],
            Feedback::NotAsked => vec![Answer::Read],
            other => panic!("{}: {other:?}", it.id),
        };
        for answer in answers {
            session.answer(&answer);
        }
        assert!(session.is_done(), "{}", it.id);
    }
}

#[test]
fn answers_of_another_kind_are_not_asked_for() {
    let ant: Piece = "wA1".parse().expect("a tile");
    let answers = [
        Answer::Read,
        Answer::Tap(Hex::ORIGIN),
        Answer::Play(Move::Place { piece: ant, to: Hex::ORIGIN }),
        Answer::Reason(99),
        Answer::Option(99),
    ];
    for it in all_lessons().flat_map(|lesson| lesson.steps) {
        let mut session = StepSession::new(it);
        let fitting = match session.task() {
            Task::Read => 0,
            Task::TapAllTargets { .. } => 1,
            Task::MakeMove { .. } => 2,
            Task::SpotWhyRefused { .. } | Task::Choose { .. } => 9,
        };
        for (index, answer) in answers.iter().enumerate().filter(|(index, _)| *index != fitting) {
            assert_eq!(session.answer(answer), Feedback::NotAsked, "{}: {index}", it.id);
        }
        assert_eq!(session.tally().faults(), 0);
    }
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    let mut session = StepSession::new(step("object-2").expect("a step"));
    let (ant, from) = ("wA1".parse().expect("a tile"), Hex::new(-1, 0));
    let onto_queen =
        session.position().and_then(|it| it.board().find("bQ".parse().ok()?)).expect("she is there").0;
    let feedback = session.answer(&Answer::Play(Move::Relocate { piece: ant, from, to: onto_queen }));
    let Feedback::Wrong(wrong) = &feedback else { panic!("{feedback:?}") };
    assert!(matches!(wrong.why, Why::Refused(reason) if reason.key() == "cell_occupied"));
    assert_eq!(wrong.cells, [onto_queen]);
    assert_eq!(session.sentence(&feedback, Language::En), "That cell is taken, and the ant cannot climb.");
}

/// The words of the lesson: "the gap is too narrow", not "no path along the edge".
#[test]
fn a_listed_mistake_is_told_as_the_lesson_tells_it() {
    let session = StepSession::new(step("ant-1").expect("a step"));
    let hole = around(&session).into_iter().find(|hex| {
        let feedback = session.clone().answer(&Answer::Tap(*hex));
        matches!(feedback, Feedback::Wrong(wrong) if matches!(wrong.why, Why::Refused(it) if it.key() == "gate"))
    });
    assert!(hole.is_some());
}

#[test]
fn a_wrong_reason_hears_why_it_does_not_hold() {
    let mut session = StepSession::new(step("placing-3").expect("a step"));
    let choices = session.choices(Language::En);
    assert_eq!(
        choices[1],
        "A new tile may not touch an opponent’s tile; here it would touch the black spider."
    );
    let feedback = session.answer(&Answer::Reason(0));
    assert_eq!(session.sentence(&feedback, Language::En), "The cell does touch a tile of the same colour.");
    let Feedback::Done { cells } = session.answer(&Answer::Reason(1)) else { panic!("right") };
    assert_eq!(cells, [Hex::new(1, 0)], "the black spider is shown");
}

#[test]
fn a_lesson_is_resumed_where_it_was_left() {
    let lesson = lesson("object").expect("a lesson");
    let mut progress = Progress::new();
    let mut session = LessonSession::new(lesson);
    session.answer(&Answer::Read, &mut progress);
    session.advance();
    let wrong = wrong_answers(session.current())[0].clone();
    session.answer(&wrong, &mut progress);
    for answer in right_answers(session.current()) {
        session.answer(&answer, &mut progress);
    }
    let kept: Progress = progress.to_string().parse().expect("what is written can be read");
    let mut session = LessonSession::resume(lesson, &kept);
    assert_eq!(session.index(), 2);
    assert!(session.is_done(0) && session.is_done(1) && !session.is_done(2));
    finish(&mut session, &mut progress, Language::Nl, false);
    assert_eq!(session.stars(), Some(2), "the mistake before the break counts");
    // Once finished, it starts again, and a better result replaces the old one.
    let mut again = LessonSession::resume(lesson, &progress);
    assert_eq!((again.index(), again.is_done(0)), (0, false));
    finish(&mut again, &mut progress, Language::Nl, false);
    assert_eq!(progress.stars("object"), Some(3));
}

#[test]
fn going_back_does_not_change_the_stars() {
    let mut progress = Progress::new();
    let mut session = LessonSession::new(lesson("queen").expect("a lesson"));
    finish(&mut session, &mut progress, Language::En, false);
    session.go_to(0);
    session.answer(&Answer::Hint, &mut progress);
    for answer in right_answers(session.current()) {
        session.answer(&answer, &mut progress);
    }
    assert_eq!(session.stars(), Some(3));
    session.go_to(99);
    assert_eq!(session.index(), 0, "there is no such step");
}

#[test]
fn the_first_minutes_run_like_a_lesson() {
    let mut progress = Progress::new();
    let mut session = LessonSession::first_minutes();
    assert!(session.lesson().is_none());
    assert_eq!(session.steps().len(), first_minutes().len());
    finish(&mut session, &mut progress, Language::Fr, false);
    assert_eq!(progress.stars(Progress::FIRST_MINUTES), Some(3));
    let object = lesson("object").expect("a lesson");
    assert_eq!(progress.state(object).done, 2, "what was done there is done in the course");
    assert_eq!(LessonSession::resume(object, &progress).index(), 2);
}

#[test]
fn hints_do_not_make_a_streak() {
    let mut progress = Progress::new();
    let mut session = LessonSession::new(lesson("queen").expect("a lesson"));
    for answer in right_answers(session.current()) {
        session.answer(&answer, &mut progress);
    }
    assert_eq!(progress.streak(), 1);
    session.advance();
    session.answer(&Answer::Hint, &mut progress);
    for answer in right_answers(session.current()) {
        session.answer(&answer, &mut progress);
    }
    assert_eq!(progress.streak(), 1, "a hint neither adds nor breaks");
    session.advance();
    session.answer(&Answer::Reason(0), &mut progress);
    assert_eq!((progress.streak(), progress.best_streak()), (0, 1));
}
