//! How a game looks: the board, the reserves and the moves beside it, what is said below.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget as _};
use skep_rules::Color;
use skep_tabletop::{Command, Keymap, Scene, Slot, scene};
use skep_words::{Key, chord_name, color_name, command_name, say, tr};

use super::overlay::Overlay;
use super::{Play, Seat};
use crate::board::{self, Decor};
use crate::prompt::Prompt;
use crate::screen::{bar, head, paragraph, too_small, window};
use crate::theme::Tone;

/// Columns beside the board, in a narrow window and in a wide one.
const SIDE: (u16, u16) = (32, 36);

pub(super) fn draw(play: &Play, frame: &mut Frame<'_>) {
    if too_small(play.language, frame) {
        return;
    }
    let [top, middle, below, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(8),
        Constraint::Length(3),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    let side = if frame.area().width >= 100 { SIDE.1 } else { SIDE.0 };
    let [board, panel] = Layout::horizontal([Constraint::Min(20), Constraint::Length(side)]).areas(middle);
    let scene = scene(&play.table);
    let buffer = frame.buffer_mut();
    let kind = play.game.position().game_type();
    head(play.theme, &format!("Skep · {kind}"), &whose_turn(play), top, buffer);
    board::draw(&play.table, &scene, &Decor::default(), play.theme, play.zoom, board, buffer);
    beside(play, &scene, panel.inner(Margin::new(1, 0)), buffer);
    spoken(play, below.inner(Margin::new(1, 0)), buffer);
    let keys = if play.game.result().is_some() { Key::TerminalBarOver } else { Key::TerminalBarPlay };
    bar(play.theme, tr(play.language, keys), foot, buffer);
    overlay(play, frame);
}

/// Who is to move, and the turn that is shown.
fn whose_turn(play: &Play) -> String {
    let language = play.language;
    if !play.table.is_latest() {
        return say!(language, SpeechViewing, n = play.table.ply(), total = play.table.moves().len());
    }
    if play.game.result().is_some() {
        return tr(language, Key::ResultOver).to_owned();
    }
    let position = play.game.position();
    let turn = say!(language, CommonTurnNumber, n = position.turn_number());
    let side = if play.is_thinking() && !play.hinting {
        tr(language, Key::GameThinking).to_owned()
    } else if play.you() == Some(position.turn()) {
        tr(language, Key::GameYourTurn).to_owned()
    } else {
        say!(language, GameTurnOf, color = color_name(language, position.turn()))
    };
    format!("{turn} · {side}")
}

/// Reserves and moves.
fn beside(play: &Play, scene: &Scene, area: Rect, buffer: &mut Buffer) {
    let [black, white, moves] =
        Layout::vertical([Constraint::Length(4), Constraint::Length(4), Constraint::Min(1)]).areas(area);
    reserve(play, scene, Color::Black, black, buffer);
    reserve(play, scene, Color::White, white, buffer);
    list(play, moves, buffer);
}

fn reserve(play: &Play, scene: &Scene, color: Color, area: Rect, buffer: &mut Buffer) {
    let (language, theme) = (play.language, play.theme);
    let name = match play.seats[color] {
        Seat::Computer(level) => say!(language, PlayerComputerLevel, n = level.number()),
        Seat::Human if play.you() == Some(color) => tr(language, Key::PlayerYou).to_owned(),
        Seat::Human => String::new(),
    };
    let turn = play.table.position().turn() == color && play.game.result().is_none();
    let mut title = format!("{}{}", if turn { "▸" } else { " " }, color_name(language, color));
    if !name.is_empty() {
        title = format!("{title} · {name}");
    }
    let style = if turn { theme.text(Tone::Accent) } else { Style::new() };
    let slots: Vec<&Slot> = scene.reserves[color].slots.iter().filter(|slot| slot.label.in_game).collect();
    let mut lines = vec![Line::styled(title, style)];
    for row in slots.chunks(4) {
        lines.push(Line::from(row.iter().flat_map(|slot| slot_spans(play, slot)).collect::<Vec<_>>()));
    }
    Paragraph::new(lines).render(area, buffer);
}

/// A kind of tile: its key, its letter, how many are left.
fn slot_spans(play: &Play, slot: &Slot) -> Vec<Span<'static>> {
    let (theme, label) = (play.theme, slot.label);
    let number = label.bug as usize + 1;
    let letter = label.bug.letter();
    let text = match label.left {
        0 => " – ".to_owned(),
        1 => format!(" {letter} "),
        left => format!("{letter}×{left}"),
    };
    let style = match (slot.next, label.selected) {
        (Some(_), true) => theme.selected(),
        (Some(piece), false) => theme.face(piece),
        (None, _) => theme.text(Tone::Faint),
    };
    let key = if label.playable { theme.text(Tone::Accent) } else { theme.text(Tone::Faint) };
    vec![Span::styled(format!("{number} "), key), Span::styled(text, style), Span::raw(" ")]
}

/// The last turns that fit, as the notation writes them.
fn list(play: &Play, area: Rect, buffer: &mut Buffer) {
    let mut position = play.game.start().clone();
    let mut rows: Vec<Line<'_>> = Vec::new();
    let shown = play.table.ply();
    let mut here = 0;
    for (index, mv) in play.table.moves().iter().enumerate() {
        let mark = if index + 1 == shown { Modifier::BOLD | Modifier::REVERSED } else { Modifier::empty() };
        let name = Span::styled(mv.to_uhp(&position), Style::new().add_modifier(mark));
        let gap = Span::raw(" ".repeat(10_usize.saturating_sub(name.content.chars().count())));
        match (position.turn(), rows.last_mut()) {
            (Color::Black, Some(row)) => row.push_span(name),
            (turn, _) => {
                let number = format!("{:>3} ", position.turn_number());
                let before = if turn == Color::White { String::new() } else { format!("{:<10}", "…") };
                rows.push(Line::from(vec![Span::raw(number + &before), name, gap]));
            }
        }
        if index + 1 == shown {
            here = rows.len();
        }
        if position.play(*mv).is_err() {
            break;
        }
    }
    let room = usize::from(area.height).saturating_sub(1);
    // The turn that is shown stays in view.
    let first = here.saturating_sub(room);
    let title = Line::styled(tr(play.language, Key::GameMoves), play.theme.text(Tone::Faint));
    let lines: Vec<Line<'_>> =
        std::iter::once(title).chain(rows.into_iter().skip(first).take(room)).collect();
    Paragraph::new(lines).render(area, buffer);
}

/// What happened, and what the keyboard is on.
fn spoken(play: &Play, area: Rect, buffer: &mut Buffer) {
    let (said, tone) = &play.said;
    let mut lines = vec![Line::styled(said.as_str(), play.theme.text(*tone))];
    if !play.here.is_empty() {
        lines.push(Line::styled(play.here.as_str(), play.theme.text(Tone::Faint)));
    }
    paragraph(lines, area, buffer);
}

fn overlay(play: &Play, frame: &mut Frame<'_>) {
    match &play.overlay {
        None => {}
        Some(Overlay::Keys) => keys(play, frame),
        Some(Overlay::Leave) => question(play, tr(play.language, Key::TerminalLeaveAsk), frame),
        Some(Overlay::Save(prompt)) => typed(play, Key::TerminalSaveAs, prompt, frame),
        Some(Overlay::Open(prompt)) => typed(play, Key::TerminalOpenWhich, prompt, frame),
        Some(Overlay::Type(prompt)) => typed(play, Key::TerminalTypeMove, prompt, frame),
    }
}

/// The lowest two lines ask something.
fn question(play: &Play, text: &str, frame: &mut Frame<'_>) {
    let all = frame.area();
    let area = Rect { y: all.bottom().saturating_sub(2), height: 2.min(all.height), ..all };
    frame.render_widget(Clear, area);
    let line = Line::styled(text.to_owned(), play.theme.text(Tone::Accent));
    paragraph(vec![line], area.inner(Margin::new(1, 0)), frame.buffer_mut());
}

fn typed(play: &Play, title: Key, prompt: &Prompt, frame: &mut Frame<'_>) {
    let title = tr(play.language, title);
    let room = usize::from(frame.area().width).saturating_sub(title.chars().count() + 6);
    question(play, &format!("{title}: {}▏", prompt.tail(room)), frame);
}

/// All keys, in as many columns as the window's height asks for.
fn keys(play: &Play, frame: &mut Frame<'_>) {
    let language = play.language;
    let keymap = Keymap::default();
    let name = |command: Command| {
        let key = keymap.keys(command).next().map(|chord| chord_name(language, chord));
        (key.unwrap_or_default(), command_name(language, command))
    };
    let own = |keys: &str, key: Key| (keys.to_owned(), tr(language, key).to_owned());
    let both = |keys: &str, first: Key, second: Key| {
        (keys.to_owned(), format!("{} / {}", tr(language, first), tr(language, second)))
    };
    let rows = [
        own(tr(language, Key::TerminalArrowKeys), Key::TerminalArrows),
        name(Command::Activate),
        own("1–8", Key::KeysReserveAll),
        own("N, Tab", Key::KeysNextTarget),
        name(Command::Cancel),
        name(Command::Hint),
        name(Command::TakeBack),
        name(Command::Redo),
        name(Command::Pass),
        own(", .", Key::TerminalSteps),
        both("Home, End", Key::KeysFirst, Key::KeysLast),
        name(Command::Peek),
        both("F, R", Key::KeysFlip, Key::KeysRotate),
        both("+ − 0", Key::KeysZoomIn, Key::KeysFit),
        own(":", Key::TerminalType),
        own("Ctrl+S", Key::TerminalSave),
        own("Ctrl+O", Key::TerminalOpen),
        own("Q", Key::TerminalLeave),
    ];
    let columns = rows.len().div_ceil(usize::from(frame.area().height).saturating_sub(4).max(1));
    let height = rows.len().div_ceil(columns);
    let width = (usize::from(frame.area().width).min(100) - 4) / columns;
    let cell = |(keys, text): &(String, String)| {
        let text: String = format!("{keys:<11} {text}").chars().take(width.saturating_sub(1)).collect();
        format!("{text:width$}")
    };
    let row = |row: usize| Line::raw(rows.iter().skip(row).step_by(height).map(cell).collect::<String>());
    let mut lines: Vec<Line<'_>> = (0..height).map(row).collect();
    lines.push(Line::styled(tr(language, Key::TerminalBarClose), play.theme.text(Tone::Faint)));
    window(play.theme, tr(language, Key::KeysTitle), lines, (width * columns + 2) as u16, frame);
}
