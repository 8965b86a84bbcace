//! The list of lessons, with what is done.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget as _};
use skep_course::{Progress, course};
use skep_words::{Key, say, tr};

use super::{Entry, Learn, entries};
use crate::screen::{bar, head, too_small};
use crate::theme::Tone;

pub(super) fn draw(learn: &Learn, frame: &mut Frame<'_>) {
    if too_small(learn.language, frame) {
        return;
    }
    let language = learn.language;
    let [top, middle, foot] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(8), Constraint::Length(1)])
            .areas(frame.area());
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(46), Constraint::Percentage(54)]).areas(middle);
    let done = course().iter().filter(|lesson| learn.progress.stars(lesson.id).is_some()).count();
    let buffer = frame.buffer_mut();
    let title = format!("Skep · {}", tr(language, Key::LearnTitle));
    let progress = say!(language, LearnProgress, n = done, total = course().len());
    head(learn.theme, &title, &progress, top, buffer);
    let split = course().len();
    let all = entries();
    column(learn, tr(language, Key::LearnCourse), &all[..split], 0, left.inner(Margin::new(1, 0)), buffer);
    let [right, about] =
        Layout::vertical([Constraint::Length((all.len() - split) as u16 + 2), Constraint::Min(0)])
            .areas(right);
    column(
        learn,
        tr(language, Key::LearnStrategy),
        &all[split..],
        split,
        right.inner(Margin::new(1, 0)),
        buffer,
    );
    facts(learn, about.inner(Margin::new(1, 0)), buffer);
    bar(learn.theme, tr(language, Key::TerminalBarList), foot, buffer);
}

/// One list with its title; the chosen entry stays in view.
fn column(learn: &Learn, title: &str, entries: &[Entry], first: usize, area: Rect, buffer: &mut Buffer) {
    let mut lines = vec![Line::styled(title.to_owned(), learn.theme.text(Tone::Accent))];
    let room = usize::from(area.height).saturating_sub(1);
    let here = learn.cursor.checked_sub(first).filter(|index| *index < entries.len());
    let skip = here.map_or(0, |index| (index + 1).saturating_sub(room));
    for (index, entry) in entries.iter().enumerate().skip(skip).take(room) {
        lines.push(row(learn, entry, here == Some(index), usize::from(area.width)));
    }
    Paragraph::new(lines).render(area, buffer);
}

fn row(learn: &Learn, entry: &Entry, chosen: bool, width: usize) -> Line<'static> {
    let (name, id, state) = match entry {
        Entry::Lesson(lesson) => {
            let state = learn.progress.state(lesson);
            let begun = (state.done > 0).then(|| format!("{}/{}", state.done, state.of));
            (format!("{:>2} {}", lesson.order, lesson.title[learn.language]), lesson.id, begun)
        }
        Entry::FirstMinutes => {
            (format!(" ▸ {}", tr(learn.language, Key::LearnFirstMinutes)), Progress::FIRST_MINUTES, None)
        }
    };
    let stars = learn.progress.stars(id);
    let right = match stars {
        Some(stars) => (1..=3).map(|star| if star <= stars { '★' } else { '☆' }).collect(),
        None => state.unwrap_or_default(),
    };
    let room = width.saturating_sub(5);
    let name: String = name.chars().take(room).collect();
    let style = if chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
    let tone = if stars.is_some() { Tone::Accent } else { Tone::Faint };
    Line::from(vec![
        Span::styled(format!("{name:room$}"), style),
        Span::styled(format!(" {right:>3} "), learn.theme.text(tone)),
    ])
}

/// Streaks, and where all this is kept.
fn facts(learn: &Learn, area: Rect, buffer: &mut Buffer) {
    let language = learn.language;
    let mut lines = vec![Line::raw("")];
    if learn.progress.best_streak() > 0 {
        lines.push(Line::raw(say!(language, LearnStreak, n = learn.progress.streak())));
        lines.push(Line::raw(say!(language, LearnBestStreak, n = learn.progress.best_streak())));
    }
    lines.push(Line::styled(learn.note.clone(), learn.theme.text(Tone::Faint)));
    crate::screen::paragraph(lines, area, buffer);
}
