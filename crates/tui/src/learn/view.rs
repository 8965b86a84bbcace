//! How a lesson looks: the board, what is asked beside it, what is said below.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use skep_course::Task;
use skep_tabletop::scene;
use skep_words::{Key, Language, say, tile_name, tr};

use super::Learn;
use super::desk::Desk;
use crate::board;
use crate::screen::{bar, head, height, paragraph, too_small};
use crate::theme::Tone;

/// Lines below the board.
const BELOW: u16 = 4;

pub(super) fn draw(learn: &Learn, desk: &Desk, frame: &mut Frame<'_>) {
    if too_small(learn.language, frame) {
        return;
    }
    let [top, middle, below, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(8),
        Constraint::Length(BELOW),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let buffer = frame.buffer_mut();
    title(learn, desk, top, buffer);
    if desk.is_finished() {
        finish(learn, desk, middle.inner(Margin::new(2, 1)), buffer);
        bar(learn.theme, &end_keys(learn), foot, buffer);
        return;
    }
    let lines = asked(learn, desk);
    let side = side(&lines, middle);
    let [table, panel] = Layout::horizontal([Constraint::Min(20), Constraint::Length(side)]).areas(middle);
    if desk.step().position().is_some() {
        board::draw(&desk.table, &scene(&desk.table), &desk.decor, learn.theme, None, table, buffer);
    } else {
        buffer.set_style(table, learn.theme.table());
    }
    let lines = lines.into_iter().map(|(text, style)| Line::styled(text, style)).collect();
    paragraph(lines, panel.inner(Margin::new(1, 0)), buffer);
    said(learn, desk, below.inner(Margin::new(1, 0)), buffer);
    bar(learn.theme, &keys(learn, desk), foot, buffer);
}

/// The keys that matter at this moment.
fn keys(learn: &Learn, desk: &Desk) -> String {
    let language = learn.language;
    let lessons = format!("Esc {}", tr(language, Key::LearnAllLessons));
    if desk.may_go_on() {
        return format!("Enter {} · {lessons}", tr(language, Key::LearnContinue));
    }
    if desk.step().choices(language).is_empty() {
        return tr(language, Key::TerminalBarLesson).to_owned();
    }
    format!("{} · H {} · {lessons}", tr(language, Key::TerminalChoices), tr(language, Key::LearnHint))
}

fn title(learn: &Learn, desk: &Desk, area: Rect, buffer: &mut Buffer) {
    let language = learn.language;
    let lesson = desk.lesson();
    let left = match lesson.lesson() {
        Some(lesson) => format!("{} · {}", lesson.order, lesson.title[language]),
        None => tr(language, Key::LearnFirstMinutesOf).to_owned(),
    };
    let right = say!(language, LearnStepOf, n = lesson.index() + 1, total = lesson.steps().len());
    head(learn.theme, &left, &right, area, buffer);
}

/// What the step asks, and what there is to choose from.
fn asked(learn: &Learn, desk: &Desk) -> Vec<(String, Style)> {
    let (language, theme) = (learn.language, learn.theme);
    let step = desk.step();
    let texts = &step.step().texts[language];
    let mut lines =
        vec![(texts.title.to_owned(), theme.text(Tone::Accent)), (texts.prompt.to_owned(), Style::new())];
    if let Some(piece) = desk.in_hand() {
        let hand = format!("{}: {}", tr(language, Key::LearnTileInHand), tile_name(language, piece));
        lines.push((hand, theme.text(Tone::Faint)));
    }
    if let Task::TapAllTargets { targets, .. } = step.task() {
        let found = say!(language, LearnFound, n = step.found().len(), total = targets.len());
        lines.push((found, theme.text(Tone::Info)));
    }
    let right = match step.task() {
        Task::SpotWhyRefused { correct, .. } | Task::Choose { correct, .. } if step.is_done() => {
            Some(*correct)
        }
        _ => None,
    };
    for (index, choice) in step.choices(language).into_iter().enumerate() {
        let wrong = desk.tried.contains(&index);
        let here = desk.choice == index && !step.is_done();
        let sign = match (right == Some(index), wrong, here) {
            (true, ..) => '✓',
            (_, true, _) => '✗',
            (_, _, true) => '▸',
            _ => ' ',
        };
        let style = match (right == Some(index), wrong) {
            (true, _) => theme.text(Tone::Good),
            (_, true) => theme.text(Tone::Faint),
            _ if here => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new(),
        };
        lines.push((format!("{sign}{} {choice}", index + 1), style));
    }
    lines
}

/// As wide as the text needs to fit beside the board, and no wider than leaves the board its room.
fn side(lines: &[(String, Style)], area: Rect) -> u16 {
    let needed = |width: u16| lines.iter().map(|(text, _)| height(text, width - 2)).sum::<u16>();
    let most = (area.width / 2).max(46).min(area.width.saturating_sub(20));
    let least = (area.width * 2 / 5).clamp(30, 44).min(most);
    (least..=most).find(|width| needed(*width) <= area.height).unwrap_or(most)
}

fn said(learn: &Learn, desk: &Desk, area: Rect, buffer: &mut Buffer) {
    let (lead, text, good) = desk.words();
    let tone = match good {
        Some(true) => Tone::Good,
        Some(false) => Tone::Bad,
        None => Tone::Info,
    };
    let mut line = Line::default();
    if !lead.is_empty() {
        // Some leads are sentences, others announce one.
        let colon = match (lead.ends_with('.'), learn.language) {
            (true, _) => "",
            (false, Language::Fr) => "\u{a0}:",
            (false, _) => ":",
        };
        line.push_span(Span::styled(format!("{lead}{colon} "), learn.theme.text(tone)));
    }
    line.push_span(Span::raw(text));
    paragraph(vec![line], area, buffer);
}

/// The stars, and what comes next.
fn finish(learn: &Learn, desk: &Desk, area: Rect, buffer: &mut Buffer) {
    let (language, theme) = (learn.language, learn.theme);
    let stars = desk.lesson().stars().unwrap_or_default();
    let drawn: String = (1..=3).map(|star| if star <= stars { '★' } else { '☆' }).collect();
    let lesson = desk.lesson().lesson();
    let done = if lesson.is_some() { Key::LearnDone } else { Key::LearnFirstDone };
    let mut lines = vec![
        Line::styled(tr(language, done), theme.text(Tone::Accent)),
        Line::raw(format!("{drawn}  {}", say!(language, LearnStars, n = stars))),
    ];
    if learn.progress.streak() > 1 {
        lines.push(Line::raw(say!(language, LearnStreak, n = learn.progress.streak())));
    }
    if let Some(next) = lesson.and_then(skep_course::Lesson::next) {
        let next = format!("{}: {}", tr(language, Key::LearnNextLesson), next.title[language]);
        lines.extend([Line::raw(""), Line::raw(next)]);
    }
    paragraph(lines, area, buffer);
}

fn end_keys(learn: &Learn) -> String {
    let language = learn.language;
    format!(
        "Enter {} · R {} · Esc {}",
        tr(language, Key::LearnContinue),
        tr(language, Key::LearnAgain),
        tr(language, Key::LearnAllLessons)
    )
}

#[cfg(test)]
mod tests {
    use skep_course::{LessonSession, course, strategy};

    use super::*;
    use crate::theme::Colors;

    #[test]
    fn every_step_fits_into_the_usual_window() {
        // 80 by 24, less the head, the foot and what is said.
        let area = Rect::new(0, 0, 80, 24 - 2 - BELOW);
        let mut faults = Vec::new();
        for language in Language::ALL {
            let learn = Learn::new(language, Colors::None, None);
            for lesson in course().iter().chain(strategy()) {
                for (index, step) in lesson.steps.iter().enumerate() {
                    let mut session = LessonSession::new(lesson);
                    session.go_to(index);
                    let lines = asked(&learn, &Desk::new(language, session));
                    let width = side(&lines, area);
                    let asked: u16 = lines.iter().map(|(text, _)| height(text, width - 2)).sum();
                    let texts = &step.texts[language];
                    let said = [texts.success, texts.hint, texts.miss];
                    let lead = tr(language, Key::LearnShowAnswer);
                    let longest = said
                        .iter()
                        .chain(texts.wrong)
                        .map(|text| height(&format!("{lead} {text}"), 78))
                        .max();
                    if asked > area.height || longest > Some(BELOW) {
                        faults.push(format!(
                            "{} in {language}: {asked} lines beside, {longest:?} below",
                            step.id
                        ));
                    }
                }
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
