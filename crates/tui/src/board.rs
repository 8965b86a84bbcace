//! The board in characters: bricks of two or three lines, each row shifted by half a brick, so that a brick touches
//! the same six others as a tile does.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use skep_rules::{Hex, Move, Piece};
use skep_tabletop::{CellKind, LessonMark, ROW_HEIGHT, Scene, State, TILE_WIDTH, TileMark};

use crate::theme::{Theme, Tone, short_name};

/// How large a tile is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zoom {
    Small,
    Large,
}

impl Zoom {
    /// Columns and lines from one cell to the next.
    fn pitch(self) -> (i32, i32) {
        match self {
            Zoom::Small => (6, 2),
            Zoom::Large => (8, 3),
        }
    }
}

/// What a lesson adds to a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decor {
    /// Cells that prove a reason.
    pub(crate) proof: Vec<Hex>,
    /// A turn that is refused.
    pub(crate) attempt: Option<(Piece, Hex)>,
}

/// Draws the board into an area.
pub(crate) fn draw(
    state: &State,
    scene: &Scene,
    decor: &Decor,
    theme: Theme,
    zoom: Option<Zoom>,
    area: Rect,
    buffer: &mut Buffer,
) {
    buffer.set_style(area, theme.table());
    let cells = occasion(state, scene);
    let zoom = zoom.unwrap_or_else(|| if fits(state, &cells, area) { Zoom::Large } else { Zoom::Small });
    let focus = scene.focus.as_ref().map(|focus| focus.hex);
    let grid = Grid::new(state, &cells, focus, zoom, area);
    let mut painter = Painter { grid, theme, zoom, buffer };
    painter.empty_cells(state, scene, decor, focus);
    for tile in scene.tiles.iter().filter(|tile| tile.glyph) {
        painter.tile(state, scene, decor, tile, focus);
    }
    painter.path(state, scene);
}

/// The cells that should be in view: the hive and a ring around it, so that nothing jumps when a tile is picked up.
fn occasion(state: &State, scene: &Scene) -> BTreeSet<Hex> {
    let board = state.position().board();
    let mut cells: BTreeSet<Hex> = board.cells().flat_map(|hex| hex.neighbors().chain([hex])).collect();
    cells.extend(scene.cells.iter().map(|cell| cell.hex));
    if cells.is_empty() {
        cells.insert(Hex::ORIGIN);
    }
    cells
}

/// Column and row of a cell, in half cells and cells.
fn place(state: &State, hex: Hex) -> (i32, i32) {
    let point = state.place(hex, 0);
    ((point.x * 2.0 / TILE_WIDTH).round() as i32, (point.y / ROW_HEIGHT).round() as i32)
}

/// The outermost columns and rows.
fn bounds(state: &State, cells: &BTreeSet<Hex>) -> (i32, i32, i32, i32) {
    let places = cells.iter().map(|hex| place(state, *hex));
    places.fold((i32::MAX, i32::MAX, i32::MIN, i32::MIN), |(left, top, right, bottom), (column, row)| {
        (left.min(column), top.min(row), right.max(column), bottom.max(row))
    })
}

fn fits(state: &State, cells: &BTreeSet<Hex>, area: Rect) -> bool {
    let (left, top, right, bottom) = bounds(state, cells);
    let (width, height) = Zoom::Large.pitch();
    (right - left + 2) * width / 2 <= i32::from(area.width)
        && (bottom - top + 1) * height <= i32::from(area.height)
}

/// Where cells lie on the screen.
struct Grid {
    area: Rect,
    pitch: (i32, i32),
    /// The screen's place of column 0 and row 0.
    origin: (i32, i32),
}

impl Grid {
    fn new(state: &State, cells: &BTreeSet<Hex>, focus: Option<Hex>, zoom: Zoom, area: Rect) -> Grid {
        let (width, height) = zoom.pitch();
        let (left, top, right, bottom) = bounds(state, cells);
        let center = |low: i32, high: i32, step: i32, size: i32, start: u16, room: u16| {
            i32::from(start) + (i32::from(room) - ((high - low) * step + size)) / 2 - low * step
        };
        let mut origin = (
            center(left, right, width / 2, width, area.x, area.width),
            center(top, bottom, height, height, area.y, area.height),
        );
        // A hive that is too large is shown around the cell that the keyboard is on.
        if let Some((column, row)) = focus.map(|hex| place(state, hex)) {
            let clamp = |start: i32, size: i32, low: u16, room: u16| {
                let (low, high) = (i32::from(low) + size, i32::from(low) + i32::from(room) - 2 * size);
                if low > high { 0 } else { start.clamp(low, high) - start }
            };
            let (x, y) = (origin.0 + column * width / 2, origin.1 + row * height);
            if (right - left + 2) * width / 2 > i32::from(area.width) {
                origin.0 += clamp(x, width, area.x, area.width);
            }
            if (bottom - top + 1) * height > i32::from(area.height) {
                origin.1 += clamp(y, height, area.y, area.height);
            }
        }
        Grid { area, pitch: (width, height), origin }
    }

    fn corner(&self, state: &State, hex: Hex) -> (i32, i32) {
        let (column, row) = place(state, hex);
        (self.origin.0 + column * self.pitch.0 / 2, self.origin.1 + row * self.pitch.1)
    }
}

/// A sign at both ends of a tile.
type Ends = (char, char, Tone);

struct Painter<'a> {
    grid: Grid,
    theme: Theme,
    zoom: Zoom,
    buffer: &'a mut Buffer,
}

impl Painter<'_> {
    /// Writes characters as far as they are inside the area.
    fn put(&mut self, x: i32, y: i32, text: &str, style: Style) {
        let area = self.grid.area;
        for (offset, letter) in text.chars().enumerate() {
            let column = x + offset as i32;
            if (i32::from(area.left())..i32::from(area.right())).contains(&column)
                && (i32::from(area.top())..i32::from(area.bottom())).contains(&y)
                && let Some(cell) = self.buffer.cell_mut((column as u16, y as u16))
            {
                cell.set_char(letter).set_style(style);
            }
        }
    }

    /// How many characters a tile is wide.
    fn width(&self) -> usize {
        self.grid.pitch.0 as usize - 1
    }

    fn tile(&mut self, state: &State, scene: &Scene, decor: &Decor, tile: &TileMark, focus: Option<Hex>) {
        let (x, y) = self.grid.corner(state, tile.hex);
        let (theme, width) = (self.theme, self.width());
        let side = tile.piece.color();
        let held = tile.selected;
        let face = if held { theme.selected() } else { theme.face(tile.piece) };
        let note = if held { theme.selected() } else { theme.note(side) };
        let line = if self.zoom == Zoom::Large { y + 1 } else { y };
        if self.zoom == Zoom::Large {
            let sides = tile.danger.map(|danger| format!("{}/6", danger.sides)).unwrap_or_default();
            let last = if tile.last { "•" } else { "" };
            self.put(x, y, &format!(" {last:1}{sides:>4} "), note);
            self.put(x, y + 1, &format!("{:^width$}", short_name(tile.piece, theme.is_plain())), face);
        } else {
            let danger = tile.danger.map(|danger| format!("{}/6", danger.sides));
            let last = if tile.last { "•" } else { "" };
            let name = short_name(tile.piece, theme.is_plain());
            let text = match danger {
                // The ends belong to brackets then.
                Some(danger) if theme.is_plain() => format!(" {name}{}", &danger[..1]),
                Some(danger) => format!(" {name}{danger:>3}"),
                None => format!(" {name}{last}"),
            };
            self.put(x, y, &format!("{text:width$}"), face);
        }
        self.below(state, tile, x, line + 1);
        if let Some((left, right, tone)) = self.ends(state, scene, decor, tile, focus) {
            let style = theme.mark(tone);
            self.put(x, line, &left.to_string(), style);
            self.put(x + width as i32 - 1, line, &right.to_string(), style);
        } else if theme.is_plain() {
            self.put(x, line, "[", note);
            self.put(x + width as i32 - 1, line, "]", note);
        }
    }

    /// The last line of a tile: its side, or the tiles that lie under it, the next one first.
    fn below(&mut self, state: &State, tile: &TileMark, x: i32, y: i32) {
        let (theme, width) = (self.theme, self.width());
        let stack = state.position().board().stack(tile.hex);
        let under: Vec<Piece> = stack.iter().rev().skip(1).copied().collect();
        let Some(first) = under.first() else {
            let edge = if theme.is_plain() { " " } else { "▀" };
            self.put(x, y, &edge.repeat(width), theme.edge(tile.piece.color()));
            return;
        };
        let room = (width - 1) / if theme.is_plain() { 4 } else { 3 };
        let names: Vec<String> =
            under.iter().take(room.max(1)).map(|piece| short_name(*piece, theme.is_plain())).collect();
        let mut text = names.join(" ");
        if under.len() > names.len() {
            text = format!("{text}+{}", under.len() - names.len());
        }
        self.put(x, y, &format!(" {text:0$}", width - 1), theme.note(first.color()));
    }

    /// The signs at the ends of a tile: what matters most.
    fn ends(
        &self,
        state: &State,
        scene: &Scene,
        decor: &Decor,
        tile: &TileMark,
        focus: Option<Hex>,
    ) -> Option<Ends> {
        let kind = |wanted: fn(CellKind) -> bool| {
            scene.cells.iter().any(|cell| cell.hex == tile.hex && wanted(cell.kind))
        };
        let target = kind(|kind| matches!(kind, CellKind::Legal | CellKind::LegalChosen));
        let proof = tile.proof || decor.proof.contains(&tile.hex);
        let hinted = state
            .suggestions()
            .iter()
            .any(|hint| hint.mv.from() == Some(tile.hex) || hint.mv.to() == Some(tile.hex));
        let attempt = decor.attempt.is_some_and(|(_, to)| to == tile.hex);
        let lesson = scene.cells.iter().find_map(|cell| match cell.kind {
            CellKind::Lesson(mark) if cell.hex == tile.hex => Some(mark),
            _ => None,
        });
        if focus == Some(tile.hex) {
            let brackets = if self.theme.is_plain() { ('>', '<') } else { ('[', ']') };
            let (left, right) = if target { ('»', '«') } else { brackets };
            return Some((left, right, Tone::Accent));
        }
        if attempt {
            return Some(('×', '×', Tone::Bad));
        }
        if let Some(mark) = lesson {
            let (sign, tone) = lesson_sign(mark);
            return Some((sign, sign, tone));
        }
        if proof {
            return Some(('!', '!', Tone::Bad));
        }
        if hinted {
            return Some(('?', '?', Tone::Info));
        }
        target.then_some(('›', '‹', Tone::Good))
    }

    /// Outlines on the table.
    fn empty_cells(&mut self, state: &State, scene: &Scene, decor: &Decor, focus: Option<Hex>) {
        let board = state.position().board();
        let held = state.selection().map(|selection| short_name(selection.piece(), self.theme.is_plain()));
        for cell in scene.cells.iter().filter(|cell| cell.level == 0) {
            let (middle, tone, strong) = match cell.kind {
                CellKind::Legal => ("·".to_owned(), Tone::Accent, false),
                CellKind::LegalChosen => (held.clone().unwrap_or_default(), Tone::Accent, true),
                CellKind::LastFrom => {
                    self.middle(state, cell.hex, "∘", Tone::Faint);
                    continue;
                }
                CellKind::Lesson(mark) => {
                    let (sign, tone) = lesson_sign(mark);
                    (sign.to_string(), tone, mark == LessonMark::Found)
                }
                CellKind::Proof => ("!".to_owned(), Tone::Bad, false),
            };
            self.outline(state, cell.hex, &middle, tone, strong);
        }
        for hex in decor.proof.iter().filter(|hex| board.height(**hex) == 0) {
            self.outline(state, *hex, "!", Tone::Bad, false);
        }
        if let Some((piece, to)) = decor.attempt.filter(|(_, to)| board.height(*to) == 0) {
            let name = format!("×{}", short_name(piece, self.theme.is_plain()));
            self.outline(state, to, &name, Tone::Bad, true);
        }
        for hint in state.suggestions() {
            if let (Some(piece), Some(to)) = (hint.mv.piece(), hint.mv.to())
                && board.height(to) == 0
            {
                let name = format!("{}?", short_name(piece, self.theme.is_plain()));
                self.outline(state, to, &name, Tone::Info, true);
            }
        }
        if let Some(hex) = focus.filter(|hex| board.height(*hex) == 0) {
            let chosen = scene.cells.iter().any(|cell| cell.hex == hex && cell.kind == CellKind::LegalChosen);
            if !chosen {
                self.brackets(state, hex);
            }
        }
    }

    fn outline(&mut self, state: &State, hex: Hex, middle: &str, tone: Tone, strong: bool) {
        let (x, y) = self.grid.corner(state, hex);
        let style = self.theme.outline(tone);
        let inner = self.width() - 2;
        let middle: String = middle.chars().take(inner).collect();
        let (corners, flat, wall) = match (self.theme.is_plain(), strong) {
            (true, false) => (['.', '.', '\'', '\''], '-', ':'),
            (true, true) => (['+', '+', '+', '+'], '=', '|'),
            (false, false) => (['╭', '╮', '╰', '╯'], '╌', '╎'),
            (false, true) => (['┏', '┓', '┗', '┛'], '━', '┃'),
        };
        let row = |left: char, text: &str, right: char| format!("{left}{text}{right}");
        let line = flat.to_string().repeat(inner);
        let bottom = row(corners[2], &line, corners[3]);
        if self.zoom == Zoom::Large {
            self.put(x, y, &row(corners[0], &line, corners[1]), style);
            self.put(x, y + 1, &row(wall, &format!("{middle:^inner$}"), wall), style);
            self.put(x, y + 2, &bottom, style);
        } else {
            self.put(x, y, &row(corners[0], &format!("{middle:^inner$}"), corners[1]), style);
            self.put(x, y + 1, &bottom, style);
        }
    }

    /// A sign in the middle of a cell.
    fn middle(&mut self, state: &State, hex: Hex, sign: &str, tone: Tone) {
        let (x, y) = self.grid.corner(state, hex);
        let line = if self.zoom == Zoom::Large { y + 1 } else { y };
        let style = self.theme.outline(tone);
        self.put(x + self.width() as i32 / 2, line, sign, style);
    }

    /// The keyboard on an empty cell.
    fn brackets(&mut self, state: &State, hex: Hex) {
        let (x, y) = self.grid.corner(state, hex);
        let line = if self.zoom == Zoom::Large { y + 1 } else { y };
        let style = self.theme.mark(Tone::Accent);
        let (left, right) = if self.theme.is_plain() { (">", "<") } else { ("[", "]") };
        self.put(x, line, left, style);
        self.put(x + self.width() as i32 - 1, line, right, style);
    }

    /// The way of the chosen move, as numbers.
    fn path(&mut self, state: &State, scene: &Scene) {
        let board = state.position().board();
        let end = scene.path.len().saturating_sub(1);
        for step in scene.path.iter().filter(|step| step.number > 0 && step.number < end) {
            let number = step.number.to_string();
            if board.height(step.hex) == 0 {
                self.middle(state, step.hex, &number, Tone::Accent);
            } else {
                let (x, y) = self.grid.corner(state, step.hex);
                let line = if self.zoom == Zoom::Large { y + 1 } else { y };
                let style = self.theme.mark(Tone::Accent);
                self.put(x + self.width() as i32 - 1, line, &number, style);
            }
        }
        // A path that is only shown has no chosen cell at its end.
        if let Some(last) = scene.path.last()
            && !scene.cells.iter().any(|cell| cell.hex == last.hex && cell.kind == CellKind::LegalChosen)
            && board.height(last.hex) == 0
        {
            self.outline(state, last.hex, &last.number.to_string(), Tone::Info, true);
        }
    }
}

fn lesson_sign(mark: LessonMark) -> (char, Tone) {
    match mark {
        LessonMark::Found => ('✓', Tone::Good),
        LessonMark::Wrong => ('✗', Tone::Bad),
        LessonMark::Shown => ('○', Tone::Info),
    }
}

/// The cells of a move, for a lesson that shows one being refused.
pub(crate) fn attempt(turn: Move) -> Option<(Piece, Hex)> {
    Some((turn.piece()?, turn.to()?))
}
