//! Writes the Rust code for the checked content.

use std::fmt::Write;

use crate::model::{Course, Kind, Lesson, Step, StepTexts, Texts};

/// Everything, as constants of the types in `src/lesson.rs`.
pub(crate) fn content(course: &Course) -> String {
    let mut code = String::new();
    lessons(&mut code, "COURSE", "Course", &course.lessons);
    lessons(&mut code, "STRATEGY", "Strategy", &course.strategy);
    line(&mut code, format_args!("pub(crate) static FIRST_MINUTES: &[&str] = &{:?};", course.first_minutes));
    sentences(&mut code, "DENIALS", &course.denials);
    sentences(&mut code, "TIPS", &course.tips);
    code
}

fn line(code: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(code, "{text}").expect("writing to a string cannot fail");
}

fn sentences(code: &mut String, name: &str, rows: &[(String, Texts)]) {
    line(code, format_args!("pub(crate) static {name}: &[(&str, ByLanguage<&str>)] = &["));
    for (key, texts) in rows {
        line(code, format_args!("    ({key:?}, ByLanguage({texts:?})),"));
    }
    line(code, format_args!("];"));
}

fn lessons(code: &mut String, name: &str, track: &str, lessons: &[Lesson]) {
    line(code, format_args!("pub(crate) static {name}: &[Lesson] = &["));
    for Lesson { id, order, anchor, title, outline, steps } in lessons {
        line(code, format_args!("    Lesson {{ id: {id:?}, track: Track::{track}, order: {order},"));
        line(code, format_args!("        anchor: {anchor:?}, title: ByLanguage({title:?}),"));
        line(code, format_args!("        outline: ByLanguage({outline:?}), steps: &["));
        for it in steps {
            step(code, it);
        }
        line(code, format_args!("    ] }},"));
    }
    line(code, format_args!("];"));
}

fn step(code: &mut String, step: &Step) {
    let Step { id, position, wrong, .. } = step;
    let kind = match &step.kind {
        Kind::Text => "Text".to_string(),
        Kind::TapAllTargets { piece, answers } => {
            format!("TapAllTargets {{ piece: {piece:?}, answers: &{answers:?} }}")
        }
        Kind::MakeMove { answers, goal } => format!("MakeMove {{ answers: &{answers:?}, goal: {goal:?} }}"),
        Kind::SpotWhyRefused { refused, reason, choices } => {
            format!("SpotWhyRefused {{ refused: {refused:?}, reason: {reason:?}, choices: &{choices:?} }}")
        }
        Kind::Choose { correct } => format!("Choose {{ correct: {correct} }}"),
    };
    line(code, format_args!("        Step {{ id: {id:?}, kind: StepKind::{kind},"));
    line(code, format_args!("            position: {position:?}, wrong: &{wrong:?}, texts: ByLanguage(["));
    for StepTexts { title, prompt, success, hint, options, wrong, miss } in &step.texts {
        line(
            code,
            format_args!(
                "            StepTexts {{ title: {title:?}, prompt: {prompt:?}, success: {success:?}, \
                 hint: {hint:?}, options: &{options:?}, wrong: &{wrong:?}, miss: {miss:?} }},"
            ),
        );
    }
    line(code, format_args!("        ]) }},"));
}
