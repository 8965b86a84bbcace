//! A screen as a picture: characters on a grid, as small and crisp as text is.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const WIDTH: usize = 9;
const HEIGHT: usize = 19;
const INK: &str = "#e8e2d4";
const GROUND: &str = "#1b1a18";

/// The screen as SVG.
#[must_use]
pub fn draw(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) = (usize::from(area.width) * WIDTH, usize::from(area.height) * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <style>text{{font:15px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre}}\
         .b{{font-weight:700}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..area.height {
        let cells: Vec<&Cell> =
            (0..area.width).filter_map(|column| buffer.cell((area.x + column, area.y + row))).collect();
        let y = usize::from(row) * HEIGHT;
        grounds(&mut svg, &cells, y);
        texts(&mut svg, &cells, y);
    }
    svg + "</svg>\n"
}

/// Background and ink of a cell.
fn colors(cell: &Cell) -> (Option<String>, String) {
    let (ink, ground) = (name(cell.fg), name(cell.bg));
    if cell.modifier.contains(Modifier::REVERSED) {
        (Some(ink.unwrap_or_else(|| INK.to_owned())), ground.unwrap_or_else(|| GROUND.to_owned()))
    } else {
        (ground, ink.unwrap_or_else(|| INK.to_owned()))
    }
}

/// Rectangles behind the text, one for each run of one color; half blocks are rectangles too, so that no font decides
/// how they look.
fn grounds(svg: &mut String, cells: &[&Cell], y: usize) {
    let mut rectangles = |color: &dyn Fn(&Cell) -> Option<String>, top: usize, height: usize| {
        let mut column = 0;
        while column < cells.len() {
            let fill = color(cells[column]);
            let run = cells[column..].iter().take_while(|cell| color(cell) == fill).count();
            if let Some(fill) = fill {
                let (x, width) = (column * WIDTH, run * WIDTH);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>",
                    y + top
                );
            }
            column += run;
        }
    };
    rectangles(&|cell| colors(cell).0, 0, HEIGHT);
    rectangles(&|cell| (cell.symbol() == "▀").then(|| colors(cell).1), 0, HEIGHT / 3);
}

fn texts(svg: &mut String, cells: &[&Cell], y: usize) {
    let is_text = |cell: &Cell| cell.symbol() != " " && cell.symbol() != "▀";
    let look = |cell: &Cell| (colors(cell).1, cell.modifier.contains(Modifier::BOLD));
    let mut column = 0;
    while column < cells.len() {
        if !is_text(cells[column]) {
            column += 1;
            continue;
        }
        let (ink, bold) = look(cells[column]);
        let run =
            cells[column..].iter().take_while(|cell| is_text(cell) && look(cell) == (ink.clone(), bold));
        let text: String = run.map(|cell| cell.symbol()).collect();
        let length = text.chars().count();
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" textLength=\"{}\"{} fill=\"{ink}\">{}</text>",
            column * WIDTH,
            y + HEIGHT - 5,
            length * WIDTH,
            if bold { " class=\"b\"" } else { "" },
            text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
        );
        column += length;
    }
}

/// A color as SVG names it; `None` for the terminal's own.
fn name(color: Color) -> Option<String> {
    match color {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(index @ 16..=231) => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let index = index - 16;
            Some(format!("#{:02x}{:02x}{:02x}", level(index / 36), level(index / 6 % 6), level(index % 6)))
        }
        Color::Indexed(index @ 232..) => {
            let grey = 8 + 10 * (index - 232);
            Some(format!("#{grey:02x}{grey:02x}{grey:02x}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn text_and_colors_are_drawn() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 6, 1));
        buffer.set_string(0, 0, "a<▀▀", Style::new().fg(Color::Indexed(221)).bg(Color::Rgb(1, 2, 3)));
        let svg = draw(&buffer);
        assert!(svg.contains(r##"fill="#010203""##), "{svg}");
        assert!(svg.contains(">a&lt;</text>"), "{svg}");
        assert!(svg.contains(r##"fill="#ffd75f""##), "{svg}");
        assert_eq!(svg.matches("<text").count(), 1, "half blocks are no text");
    }
}
