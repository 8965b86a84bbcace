//! Prints a game at the terminal as SVG: `cargo xtask pictures` puts it into the README.

use std::error::Error;
use std::io::{self, Write as _};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use skep_engine::Level;
use skep_rules::{ByColor, Color};
use skep_tui::{Colors, Play, Screen as _, Seat, Setting, read_game, svg};
use skep_words::Language;

/// The game that the pictures of the browser show too.
const GAME: &str = r"Base+MLP;wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\;wP wQ\;bA3 bP-;wM -wP;bA2 /wM;wB1 wA1-;bA3 wB1\;bA2 /wP;bB1 bA2\;wA2 \wL;bB1 bA2-;bA2 wQ-;bB1 wP;wA2 bP\;bG1 bB1\;wB2 wA2-;bG1 -wL;wM bB1;bA3 -wQ";

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::new(6).ok_or("there are ten levels")?;
    let seats =
        ByColor::new_with(|color| if color == Color::White { Seat::Human } else { Seat::Computer(level) });
    let game = read_game(GAME, false)?;
    let mut play = Play::new(Setting { game, seats, language: Language::En, colors: Colors::True, seed: 1 });
    // To the spider at the top, up with it, and to a cell.
    for code in [KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Enter, KeyCode::Char('n')] {
        play.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    let mut terminal = Terminal::new(TestBackend::new(100, 29))?;
    terminal.draw(|frame| play.draw(frame))?;
    io::stdout().write_all(svg::draw(terminal.backend().buffer()).as_bytes())?;
    Ok(())
}
