//! What a screen of the terminal app is, and what several of them draw.

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _, Wrap};
use skep_words::{Language, say};

use crate::theme::{Theme, Tone};

/// Whether a screen stays after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It stays.
    Stay,
    /// The program ends.
    Leave,
}

/// Something that draws itself and hears keys.
pub trait Screen {
    /// Draws everything anew.
    fn draw(&mut self, frame: &mut Frame<'_>);
    /// A key was pressed.
    fn key(&mut self, key: KeyEvent) -> Flow;
    /// Time has passed; whether something is to be drawn anew.
    fn tick(&mut self) -> bool;
}

/// The smallest window in which everything has its place.
pub(crate) const COLUMNS: u16 = 60;
/// Lines of the smallest window.
pub(crate) const ROWS: u16 = 18;

/// Whether the window is too small; it says so itself then.
pub(crate) fn too_small(language: Language, frame: &mut Frame<'_>) -> bool {
    let area = frame.area();
    if area.width >= COLUMNS && area.height >= ROWS {
        return false;
    }
    let text = say!(
        language,
        TerminalTooSmall,
        width = area.width,
        height = area.height,
        columns = COLUMNS,
        rows = ROWS
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    true
}

/// A line at the foot of the screen.
pub(crate) fn bar(theme: Theme, text: &str, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, theme.bar());
    let line = Line::styled(format!(" {text}"), theme.bar());
    line.render(area, buffer);
}

/// The line at the head of the screen: left and right.
pub(crate) fn head(theme: Theme, left: &str, right: &str, area: Rect, buffer: &mut Buffer) {
    buffer.set_style(area, theme.bar());
    let strong = theme.bar().add_modifier(Modifier::BOLD);
    let width = usize::from(area.width);
    // What is on the right changes, so it is the left that gives way.
    let left: String = left.chars().take(width.saturating_sub(right.chars().count() + 4)).collect();
    let room = width.saturating_sub(left.chars().count() + 2);
    Line::from(vec![
        Span::styled(format!(" {left}"), strong),
        Span::styled(format!("{right:>room$}"), theme.bar()),
    ])
    .render(area, buffer);
}

/// Lines of text that are broken at words.
pub(crate) fn paragraph(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(Text::from(lines)).wrap(Wrap { trim: true }).render(area, buffer);
}

/// How many lines a text takes when it is broken at words.
pub(crate) fn height(text: &str, width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let mut lines = 0;
    for paragraph in text.lines() {
        let mut column = 0;
        lines += 1;
        for word in paragraph.split(' ') {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > width {
                lines += 1;
                column = length;
            } else {
                column += length + usize::from(column > 0);
            }
        }
    }
    lines
}

/// A window over everything else.
pub(crate) fn window(theme: Theme, title: &str, lines: Vec<Line<'_>>, width: u16, frame: &mut Frame<'_>) {
    let all = frame.area();
    let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(all.height);
    let width = width.min(all.width);
    let area =
        Rect { x: all.x + (all.width - width) / 2, y: all.y + (all.height - height) / 2, width, height };
    frame.render_widget(Clear, area);
    let block = Block::bordered()
        .title(Span::styled(format!(" {title} "), theme.text(Tone::Accent)))
        .border_style(Style::new());
    frame.render_widget(Paragraph::new(Text::from(lines)).block(block), area);
}
