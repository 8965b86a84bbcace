//! Games by keys.

use crossterm::event::KeyCode;
use ratatui::style::Color as Ink;
use skep_engine::{Engine, Level, Limits, Options, StopToken};
use skep_rules::{ByColor, Color, Game, GameType, IllegalMove, Move, Piece};
use skep_tui::{Colors, Flow, Play, Screen as _, Seat, Setting, read_game};
use skep_words::{Key, Language, refusal, tr};

use crate::hands::{cells, control, look, press, slot, type_text, way, words};

fn table(game: &str, language: Language, colors: Colors) -> Play {
    let seats = ByColor::new_with(|_| Seat::Human);
    Play::new(Setting { game: read_game(game, false).unwrap(), seats, language, colors, seed: 1 })
}

fn against(level: u8, you: Color) -> Play {
    let seats = ByColor::new_with(|color| {
        if color == you { Seat::Human } else { Seat::Computer(Level::new(level).unwrap()) }
    });
    let game = Game::new(GameType::BASE_MLP);
    Play::new(Setting { game, seats, language: Language::En, colors: Colors::True, seed: 7 })
}

/// Plays a move as a person would: picks the tile, goes to the cell, Enter.
fn play_by_keys(play: &mut Play, mv: Move) {
    match mv {
        Move::Pass => {
            press(play, KeyCode::Char('o'));
            return;
        }
        Move::Place { piece, .. } => {
            press(play, slot(piece.bug()));
        }
        Move::Relocate { from, .. } => {
            for key in way(play.table(), from) {
                press(play, key);
            }
            press(play, KeyCode::Enter);
        }
    }
    let held = play.table().selection().map(|selection| selection.piece());
    assert_eq!(held, mv.piece(), "{}", look(play, 100, 34));
    let to = mv.to().unwrap();
    // Through the legal cells with one key, or over the board with six.
    if play.table().targets().count() < 6 {
        while play.table().focus() != Some(to) {
            press(play, KeyCode::Char('n'));
        }
    } else {
        for key in way(play.table(), to) {
            press(play, key);
        }
    }
    press(play, KeyCode::Enter);
}

#[test]
fn a_whole_game_against_level_1() {
    let mut play = against(1, Color::White);
    let mut engine = Engine::new(Options { table_mib: 4, ..Options::default() });
    while play.game().result().is_none() {
        let before = play.game().moves().len();
        assert!(before < 300, "the game does not end: {}", play.game().to_uhp());
        let found = engine.search(play.game(), &Limits::nodes(3000), &StopToken::new(), &mut |_| {}).unwrap();
        // A pillbug's throw moves a tile that the hand must pick up itself; the table offers it like any other.
        play_by_keys(&mut play, found.best);
        let played = play.game().moves().get(before).copied();
        assert_eq!(played, Some(found.best), "{}", look(&mut play, 100, 34));
        look(&mut play, 80, 24);
        while play.is_thinking() {
            play.wait();
        }
    }
    let screen = words(&look(&mut play, 100, 34));
    assert!(screen.contains("You win. Black’s queen is surrounded."), "{screen}");
    assert!(screen.contains("Game over"), "{screen}");
    press(&mut play, KeyCode::Char('2'));
    assert_eq!(play.said(), refusal(Language::En, IllegalMove::GameOver));
}

#[test]
fn the_computer_begins_when_it_is_white() {
    let mut play = against(1, Color::Black);
    assert!(play.is_thinking());
    press(&mut play, KeyCode::Char('2'));
    assert!(look(&mut play, 80, 24).contains("Not your turn yet"), "{}", look(&mut play, 80, 24));
    play.wait();
    assert_eq!(play.game().moves().len(), 1);
    assert!(!play.is_thinking());
}

#[test]
fn a_refused_move_shows_its_sentence() {
    let mut play = table("Base+MLP", Language::En, Colors::Indexed);
    press(&mut play, KeyCode::Char('1'));
    let reason = play
        .game()
        .position()
        .check(Move::Place { piece: Piece::queen(Color::White), to: skep_rules::Hex::ORIGIN });
    let sentence = refusal(Language::En, reason.unwrap_err());
    assert_eq!(play.said(), sentence);
    assert!(words(&look(&mut play, 80, 24)).contains(&sentence), "{}", look(&mut play, 80, 24));
    assert!(play.game().moves().is_empty());
}

#[test]
fn a_pinned_tile_says_so_and_shows_the_proof() {
    let mut play = table(r"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", Language::Fr, Colors::None);
    let (spider, _) = play.game().position().board().find("wS1".parse().unwrap()).unwrap();
    for key in way(play.table(), spider) {
        press(&mut play, key);
    }
    press(&mut play, KeyCode::Enter);
    assert_eq!(play.said(), "Clouage\u{a0}: soulever l’araignée couperait la ruche en deux.");
    assert!(look(&mut play, 80, 24).contains('!'), "{}", look(&mut play, 80, 24));
}

#[test]
fn legal_cells_are_shown_when_a_tile_is_picked_up() {
    let mut play = table(r"Base;wS1;bS1 wS1-", Language::En, Colors::True);
    let outlines = |play: &mut Play| look(play, 120, 40).matches(['╭', '┏']).count();
    assert_eq!(outlines(&mut play), 0);
    press(&mut play, KeyCode::Char('5'));
    assert_eq!(outlines(&mut play), play.table().targets().count());
    assert_eq!(play.table().targets().count(), 3);
    press(&mut play, KeyCode::Esc);
    assert_eq!(outlines(&mut play), 0);
}

#[test]
fn stacks_are_seen_without_a_key() {
    let game = r"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wQ;bA1 bQ-;wB1 wQ;bA1 bQ/";
    let mut play = table(game, Language::En, Colors::None);
    let screen = look(&mut play, 120, 40);
    // Beside the board stands the list of moves, which names the beetle too.
    let board: Vec<String> = screen.lines().map(|line| line.chars().take(84).collect()).collect();
    let row = board.iter().position(|line| line.contains("wB1")).unwrap();
    assert!(board[row + 1].contains("wQ"), "the queen is under the beetle:\n{screen}");
}

#[test]
fn turns_are_taken_back_and_played_again() {
    let mut play = table("Base;wS1;bS1 wS1-;wQ -wS1", Language::En, Colors::True);
    press(&mut play, KeyCode::Char('t'));
    press(&mut play, KeyCode::Char('t'));
    assert_eq!(play.game().moves().len(), 1);
    press(&mut play, KeyCode::Char('T'));
    assert_eq!(play.game().to_uhp(), "Base;InProgress;White[2];wS1;bS1 wS1-");
    let mut play = against(1, Color::White);
    play_by_keys(&mut play, Move::Place { piece: "wS1".parse().unwrap(), to: skep_rules::Hex::ORIGIN });
    play.wait();
    press(&mut play, KeyCode::Char('t'));
    assert!(play.game().moves().is_empty(), "both turns go, so that the person is to move");
    assert!(!play.is_thinking());
}

#[test]
fn a_hint_is_given_in_words_and_on_the_board() {
    let mut play = table("Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", Language::En, Colors::True);
    press(&mut play, KeyCode::Char('h'));
    assert!(play.is_thinking());
    play.wait();
    assert!(play.said().starts_with("Hint: White: "), "{}", play.said());
    assert_eq!(play.table().suggestions().len(), 1);
    assert!(look(&mut play, 80, 24).contains('?'));
    assert_eq!(play.game().moves().len(), 4, "a hint plays nothing");
    let hint = play.table().suggestions()[0].mv;
    press(&mut play, KeyCode::Enter);
    assert_eq!(play.game().moves()[4..], [hint], "unless one agrees with it");
}

#[test]
fn moves_can_be_typed() {
    let mut play = table("Base;wS1;bS1 wS1-", Language::En, Colors::True);
    for (text, said) in
        [("wX9", "“wX9”"), ("wQ bS1-", "next to a tile of your colour"), ("wQ -wS1", "White: queen enters")]
    {
        press(&mut play, KeyCode::Char(':'));
        type_text(&mut play, text);
        press(&mut play, KeyCode::Enter);
        assert!(play.said().contains(said), "{text}: {}", play.said());
    }
    assert_eq!(play.game().moves().len(), 3);
}

#[test]
fn games_are_saved_and_opened() {
    let folder = std::env::temp_dir().join(format!("skep-tui-play-{}", std::process::id()));
    let file = folder.join("game.txt").display().to_string();
    let game = "Base+M;InProgress;White[2];wS1;bS1 wS1-";
    let mut play = table(game, Language::En, Colors::True);
    control(&mut play, 's');
    control(&mut play, 'u');
    type_text(&mut play, &file);
    assert!(look(&mut play, 80, 24).contains("game.txt"));
    press(&mut play, KeyCode::Enter);
    assert_eq!(play.said(), format!("Saved as {file}."));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{game}\n"));

    let mut other = table("Base", Language::En, Colors::True);
    let open = |other: &mut Play, name: &str| {
        control(other, 'o');
        control(other, 'u');
        type_text(other, name);
        press(other, KeyCode::Enter);
    };
    open(&mut other, &(file.clone() + ".missing"));
    assert!(other.said().contains("could not be opened"), "{}", other.said());
    assert!(other.game().moves().is_empty());
    open(&mut other, &file);
    assert_eq!(other.game().to_uhp(), game);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn leaving_asks_once_there_is_something_to_lose() {
    let mut play = table("Base", Language::En, Colors::True);
    assert_eq!(press(&mut play, KeyCode::Char('q')), Flow::Leave);
    let mut play = table("Base;wS1", Language::Nl, Colors::True);
    assert_eq!(press(&mut play, KeyCode::Char('q')), Flow::Stay);
    assert!(words(&look(&mut play, 80, 24)).contains(&words(tr(Language::Nl, Key::TerminalLeaveAsk))));
    assert_eq!(press(&mut play, KeyCode::Char('n')), Flow::Stay);
    assert_eq!(control(&mut play, 'c'), Flow::Stay);
    assert_eq!(control(&mut play, 'c'), Flow::Leave);
}

#[test]
fn without_colors_there_are_none() {
    let game = r"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wQ;bA1 bQ-;wB1 wQ;bA1 bQ/";
    let mut play = table(game, Language::En, Colors::None);
    press(&mut play, KeyCode::Char('3'));
    let buffer = cells(&mut play, 100, 30);
    assert!(buffer.content.iter().all(|cell| cell.fg == Ink::Reset && cell.bg == Ink::Reset));
}

#[test]
fn a_small_window_says_what_is_missing() {
    let mut play = table("Base", Language::En, Colors::True);
    let screen = words(&look(&mut play, 40, 10));
    assert_eq!(screen, "The window is too small: it has 40 by 10 characters, 60 by 18 are needed.");
}

#[test]
fn no_size_is_too_strange() {
    let long = r"Base+MLP;wL;bS1 wL-;wA1 -wL;bM bS1/;wQ /wL;bA1 bS1-;wA1 bA1-;bQ /bA1;wS1 wA1-;bP bQ\;wS1 bM/;bA2 bP\";
    for game in ["Base", long] {
        let mut play = table(game, Language::Fr, Colors::True);
        for overlay in ["", "?", ":", "5", "q"] {
            press(&mut play, KeyCode::Esc);
            type_text(&mut play, overlay);
            for (width, height) in
                (0..150).step_by(7).flat_map(|width| (0..50).step_by(3).map(move |height| (width, height)))
            {
                cells(&mut play, width, height);
            }
        }
    }
}

#[test]
fn the_keys_are_listed_in_each_language() {
    for language in Language::ALL {
        let mut play = table("Base", language, Colors::True);
        press(&mut play, KeyCode::Char('?'));
        let screen = words(&look(&mut play, 120, 40));
        for key in [Key::KeysActivate, Key::KeysHint, Key::TerminalSave, Key::TerminalLeave] {
            assert!(screen.contains(tr(language, key)), "{language}: {screen}");
        }
        press(&mut play, KeyCode::Char('x'));
        assert!(!look(&mut play, 120, 40).contains(tr(language, Key::TerminalSave)));
    }
}

#[test]
fn earlier_turns_can_be_looked_at_but_not_changed() {
    let mut play = table("Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-", Language::En, Colors::True);
    press(&mut play, KeyCode::Char(','));
    assert!(look(&mut play, 80, 24).contains("Position after move 3 of 4."));
    press(&mut play, KeyCode::Char('5'));
    assert!(play.said().contains("earlier position"), "{}", play.said());
    press(&mut play, KeyCode::Char('.'));
    assert!(play.table().is_latest());
    assert!(!play.tick());
}
