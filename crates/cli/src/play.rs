//! `skep play`: a game in the terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use skep_engine::Level;
use skep_rules::{ByColor, Color, Game, GameType};
use skep_tui::{Colors, Play, Seat, Setting, open_game, read_game, show, write_game};
use skep_words::Language;

/// How the terminal app looks; `skep play` and `skep learn` share it.
#[derive(Debug, clap::Args)]
pub(crate) struct Look {
    /// The language: en, fr or nl. Without this, that of the system.
    #[arg(long, value_name = "TAG", value_parser = language)]
    language: Option<Language>,
    /// Use no colors; the variable NO_COLOR does the same.
    #[arg(long)]
    no_color: bool,
}

/// Play a game in the terminal: two people, or you against the engine.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game type, a game string, a position string, or a file with one of them or PGN.
    #[arg(default_value = "Base+MLP")]
    game: String,
    /// Play against the engine at this level, 1 to 10; without this, two people play.
    #[arg(short, long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// Your color against the engine.
    #[arg(short, long, value_enum, default_value_t = Side::White)]
    color: Side,
    /// Allow the queen as the first tile, as the booklets do.
    #[arg(long)]
    queen_first: bool,
    #[command(flatten)]
    look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::new).ok_or_else(|| "a level is a number from 1 to 10".to_owned())
}

fn language(text: &str) -> Result<Language, String> {
    Language::from_tag(text).ok_or_else(|| "Skep speaks en, fr and nl".to_owned())
}

impl Look {
    /// The language that was asked for, or that of the system.
    pub(crate) fn language(&self) -> Language {
        let system =
            ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
        self.language.unwrap_or_else(|| Language::pick(system.filter(|tag| !tag.is_empty())))
    }

    pub(crate) fn colors(&self) -> Colors {
        if self.no_color { Colors::None } else { Colors::from_environment() }
    }
}

/// Only a person can be shown a screen.
pub(crate) fn need_terminal(command: &str) -> Result<()> {
    ensure!(
        io::stdin().is_terminal() && io::stdout().is_terminal(),
        "`skep {command}` needs a terminal; programs use `skep uhp`"
    );
    Ok(())
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let game = find_game(&args.game, args.queen_first)?;
    need_terminal("play")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos() as u64);
    let you = match args.color {
        Side::White => Color::White,
        Side::Black => Color::Black,
        Side::Random if now.is_multiple_of(2) => Color::White,
        Side::Random => Color::Black,
    };
    let seats = ByColor::new_with(|color| match args.level {
        Some(level) if color != you => Seat::Computer(level),
        _ => Seat::Human,
    });
    let setting =
        Setting { game, seats, language: args.look.language(), colors: args.look.colors(), seed: now };
    let mut play = Play::new(setting);
    show(&mut play).context("the terminal does not do what is asked of it")?;
    if !play.game().moves().is_empty() {
        // Nothing is lost by leaving: this text opens the game again.
        writeln!(io::stdout(), "{}", write_game(play.game()))?;
    }
    Ok(())
}

/// A text that is a game, or a file that holds one.
fn find_game(text: &str, queen_first: bool) -> Result<Game> {
    if let Ok(game_type) = text.parse::<GameType>() {
        return Ok(read_game(&game_type.to_string(), queen_first)?);
    }
    let path = PathBuf::from(text);
    if is_file(&path) {
        return open_game(&path).with_context(|| format!("{text} holds no game"));
    }
    read_game(text, queen_first).with_context(|| format!("{text:?} is no game and no file"))
}

fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_types_strings_or_files() {
        assert_eq!(find_game("base+p", false).unwrap().to_uhp(), "Base+P;NotStarted;White[1]");
        assert_eq!(find_game("Base_w2_As", false).unwrap().position().board().len(), 2);
        let path = std::env::temp_dir().join(format!("skep-play-{}.txt", std::process::id()));
        std::fs::write(&path, "Base;InProgress;White[2];wS1;bS1 wS1-\n").unwrap();
        assert_eq!(find_game(&path.display().to_string(), false).unwrap().moves().len(), 2);
        std::fs::remove_file(path).unwrap();
        let error = format!("{:#}", find_game("chess", false).unwrap_err());
        assert!(error.contains("no game and no file"), "{error}");
    }

    #[test]
    fn levels_and_languages_are_checked() {
        assert!(level("0").is_err() && level("11").is_err() && level("x").is_err());
        assert_eq!(level("10").map(Level::number), Ok(10));
        assert_eq!(language("fr_BE"), Ok(Language::Fr));
        assert!(language("de").is_err());
    }
}
