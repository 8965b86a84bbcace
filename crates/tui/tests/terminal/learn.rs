//! Lessons by keys.

use crossterm::event::KeyCode;
use skep_course::{Progress, StepSession, Task, course, lesson, strategy};
use skep_rules::Move;
use skep_tui::{Colors, Flow, Learn};
use skep_words::{Key, Language, tr};

use crate::hands::{cells, look, press, slot, type_text, way, words};

fn step(learn: &Learn) -> &StepSession {
    learn.lesson().unwrap().current()
}

fn go(learn: &mut Learn, to: skep_rules::Hex) {
    for key in way(learn.table().unwrap(), to) {
        press(learn, key);
    }
}

/// Answers the current step by keys, and goes on.
fn answer(learn: &mut Learn) {
    match step(learn).task().clone() {
        Task::Read => {}
        Task::TapAllTargets { targets, .. } => {
            for hex in targets {
                go(learn, hex);
                press(learn, KeyCode::Enter);
            }
        }
        Task::MakeMove { answers, .. } => match answers[0] {
            Move::Pass => {
                press(learn, KeyCode::Char('o'));
            }
            Move::Place { piece, to } => {
                press(learn, slot(piece.bug()));
                go(learn, to);
                press(learn, KeyCode::Enter);
            }
            Move::Relocate { from, to, .. } => {
                go(learn, from);
                press(learn, KeyCode::Enter);
                go(learn, to);
                press(learn, KeyCode::Enter);
            }
        },
        Task::SpotWhyRefused { correct, .. } | Task::Choose { correct, .. } => {
            press(learn, KeyCode::Char(char::from(b'1' + correct as u8)));
        }
    }
    let done = step(learn).is_done() || matches!(step(learn).task(), Task::Read);
    assert!(done, "{}:\n{}", step(learn).step().id, look(learn, 100, 34));
    press(learn, KeyCode::Enter);
}

#[test]
fn every_lesson_is_finished_by_keys_in_each_language() {
    for language in Language::ALL {
        let mut learn = Learn::new(language, Colors::Indexed, None);
        for lesson in course().iter().chain(strategy()) {
            assert!(learn.open(lesson.id));
            while !learn.is_finished() {
                let screen = words(&look(&mut learn, 80, 24));
                assert!(screen.contains(&words(lesson.title[language])), "{screen}");
                answer(&mut learn);
            }
            assert_eq!(learn.progress().stars(lesson.id), Some(3), "{} in {language}", lesson.id);
            assert!(look(&mut learn, 80, 24).contains("★★★"));
        }
        assert_eq!(learn.progress().next_lesson().map(|lesson| lesson.id), None);
    }
}

#[test]
fn a_newcomer_is_led_to_the_three_minute_start() {
    let mut learn = Learn::new(Language::En, Colors::True, None);
    assert!(look(&mut learn, 80, 24).contains("The three-minute start"));
    press(&mut learn, KeyCode::Enter);
    while !learn.is_finished() {
        answer(&mut learn);
    }
    assert!(look(&mut learn, 80, 24).contains(tr(Language::En, Key::LearnFirstDone)));
    press(&mut learn, KeyCode::Enter);
    assert!(learn.lesson().is_none());
    assert_eq!(learn.progress().stars(Progress::FIRST_MINUTES), Some(3));
}

#[test]
fn a_wrong_answer_gets_its_sentence_and_costs_a_star() {
    let mut learn = Learn::new(Language::En, Colors::None, None);
    assert!(learn.open("placing"));
    while step(&learn).step().id != "placing-2" {
        answer(&mut learn);
    }
    // Beside the black spider.
    go(&mut learn, skep_rules::Hex::new(1, -1));
    press(&mut learn, KeyCode::Enter);
    let screen = words(&look(&mut learn, 80, 24));
    assert!(screen.contains("touch the black spider."), "{screen}");
    assert!(screen.contains("Not quite."), "{screen}");
    press(&mut learn, KeyCode::Char('h'));
    let hint = step(&learn).step().texts[Language::En].hint;
    assert!(words(&look(&mut learn, 80, 24)).contains(&words(hint)));
    press(&mut learn, KeyCode::Char('h'));
    assert!(look(&mut learn, 80, 24).contains('○'), "the second time the answer is shown");
    while !learn.is_finished() {
        answer(&mut learn);
    }
    assert_eq!(learn.progress().stars("placing"), Some(1));
}

#[test]
fn a_path_is_shown_on_request() {
    let mut learn = Learn::new(Language::En, Colors::None, None);
    let walks = |step: &&'static skep_course::Step| {
        matches!(StepSession::new(step).task(), Task::TapAllTargets { piece, .. }
            if step.shown().is_some_and(|position| position.board().find(*piece).is_some()))
    };
    let spider = lesson("spider").unwrap().steps.iter().find(walks).unwrap();
    assert!(learn.open("spider"));
    while step(&learn).step().id != spider.id {
        answer(&mut learn);
    }
    press(&mut learn, KeyCode::Char('v'));
    let screen = look(&mut learn, 80, 24);
    assert!(screen.contains(tr(Language::En, Key::LearnPathShown)), "{screen}");
    assert!(screen.contains('3'), "a spider takes three steps:\n{screen}");
}

#[test]
fn progress_is_kept_in_a_file_and_a_damaged_one_is_put_aside() {
    let folder = std::env::temp_dir().join(format!("skep-tui-learn-{}", std::process::id()));
    let file = folder.join("progress.txt");
    let mut learn = Learn::new(Language::En, Colors::True, Some(file.clone()));
    assert!(learn.open("object"));
    while !learn.is_finished() {
        answer(&mut learn);
    }
    let mut again = Learn::new(Language::Fr, Colors::True, Some(file.clone()));
    assert_eq!(again.progress(), learn.progress());
    let screen = look(&mut again, 80, 24);
    assert!(screen.contains("★★★") && screen.contains(course()[1].title[Language::Fr]), "{screen}");

    std::fs::write(&file, "not progress at all").unwrap();
    let mut damaged = Learn::new(Language::En, Colors::True, Some(file.clone()));
    assert!(damaged.progress().is_empty());
    assert!(words(&look(&mut damaged, 80, 24)).contains("could not be read"));
    assert!(folder.join("progress.txt.damaged").exists());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_list_can_be_gone_through_and_left() {
    let mut learn = Learn::new(Language::Nl, Colors::None, None);
    for code in [KeyCode::Home, KeyCode::Right, KeyCode::Left, KeyCode::Up, KeyCode::Down, KeyCode::End] {
        assert_eq!(press(&mut learn, code), Flow::Stay);
        look(&mut learn, 60, 18);
    }
    press(&mut learn, KeyCode::Enter);
    assert_eq!(learn.lesson().unwrap().id(), strategy().last().unwrap().id);
    assert_eq!(press(&mut learn, KeyCode::Esc), Flow::Stay);
    assert!(learn.lesson().is_none());
    assert_eq!(press(&mut learn, KeyCode::Esc), Flow::Stay, "one Esc too many costs nothing");
    assert_eq!(press(&mut learn, KeyCode::Char('q')), Flow::Leave);
    assert!(!learn.open("chess"));
}

#[test]
fn no_size_and_no_key_is_too_strange() {
    let mut learn = Learn::new(Language::Fr, Colors::Indexed, None);
    for id in ["object", "placing", "beetle", "pillbug-limits"] {
        assert!(learn.open(id), "{id}");
        for _ in 0..3 {
            type_text(&mut learn, "whvzx5?:t0+,.npfrso ");
            for (width, height) in [(0, 0), (1, 1), (60, 18), (61, 17), (80, 24), (200, 60), (65, 100)] {
                cells(&mut learn, width, height);
            }
        }
    }
}
