//! SGF files of boardspace.net: gestures of every kind amount to the game that was played.

use skep_rules::notation::sgf::{self, SgfError, SgfErrorKind};
use skep_rules::notation::uhp::GameString;
use skep_rules::notation::{Ending, Outcome, Record};
use skep_rules::{Color, Game, GameResult, GameType, Hex, Move, RuleSet};
use skep_testkit::data_file;

fn read(text: &str) -> Record {
    sgf::read(text).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

fn error(text: &str) -> SgfError {
    sgf::read(text).map(|_| ()).expect_err(text)
}

/// How the turns of a game are told.
#[derive(Clone, Copy, Debug, Default)]
struct Style {
    /// The column (`A` = 0) and row of the first tile.
    origin: (i32, i32),
    /// The table grows instead of closing around.
    growing: bool,
    /// A robot's single gesture instead of picking and dropping.
    robot: bool,
    /// Every tile is put somewhere else first.
    hesitant: bool,
    /// Tiles are named without a color.
    old: bool,
    /// Passes are told by a bare `done`, or not at all.
    passes: Passes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Passes {
    #[default]
    Told,
    Bare,
    Untold,
}

const USUAL: Style = Style {
    origin: (13, 13),
    growing: false,
    robot: false,
    hesitant: false,
    old: false,
    passes: Passes::Told,
};

/// Writes a game as the site would have.
fn tell(game: &Game, style: Style) -> String {
    let cell = |hex: Hex| {
        let column = style.origin.0 + i32::from(hex.q);
        let row = style.origin.1 - i32::from(hex.r);
        if !style.growing {
            let letter = char::from(b'A' + column.rem_euclid(26) as u8);
            return format!("{letter} {}", (row - 1).rem_euclid(26) + 1);
        }
        match column {
            0..26 => format!("{} {row}", char::from(b'A' + column as u8)),
            26.. => format!("{}Z {row}", column - 25),
            _ => format!("{}A {row}", -column),
        }
    };
    let set_up =
        game.position().game_type().to_string().to_lowercase().replace("base", "hive").replace('+', "-");
    let revision = if style.growing { " 2 0 101" } else { "" };
    let mut text = format!("(;\nGM[27]VV[1]\nSU[{set_up}{revision}]\nP0[id \"ada\"]\nP1[id \"grace\"]\n");
    let mut number = 0;
    let mut say = |player: usize, words: &str| {
        text += &format!("; P{player}[{number} {words}]TM[{}]\n", number * 700);
        number += 1;
    };
    say(0, "Start P0");
    let mut position = game.start().clone();
    for &mv in game.moves() {
        let player = position.turn() as usize;
        let (tile, to) = match (mv.piece(), mv.to()) {
            (Some(tile), Some(to)) => (tile, to),
            _ => {
                if style.passes == Passes::Told {
                    say(player, "Pass ");
                }
                if style.passes != Passes::Untold {
                    say(player, "Done ");
                }
                let _ = position.play_unchecked(mv);
                continue;
            }
        };
        let pool = tile.color().letter();
        let mut name = format!("{pool}{}{}", tile.bug().letter(), tile.number());
        if name.ends_with("Q1") {
            name.pop();
        }
        if style.old {
            assert_eq!(tile.color(), position.turn(), "old files have no throws");
            name = name[1..].to_lowercase();
        }
        let (pillbug, drop) = if tile.color() == position.turn() { ("", "dropb") } else { ("P", "pdropb") };
        if style.robot {
            say(player, &format!("{pillbug}movedone {} {name} {} .", pool.to_ascii_uppercase(), cell(to)));
        } else {
            match mv.from() {
                Some(from) => say(player, &format!("pickb {} {name}", cell(from))),
                None => say(player, &format!("pick {} 3 {name}", pool.to_ascii_uppercase())),
            }
            if style.hesitant {
                let elsewhere = cell(to + Hex::new(3, 1));
                say(player, &format!("{drop} {name} {elsewhere} -wQ"));
                say(player, &format!("pickb {elsewhere} {name}"));
            }
            say(player, &format!("{drop} {name} {} \\\\bX", cell(to)));
            say(player, "done");
        }
        let _ = position.play_unchecked(mv);
    }
    text + ";\nP0[time 0:04:41 ]\nP1[time 0:09:31 ]\n)\n"
}

/// A game in which both of Black's tiles are covered and Black has to pass twice.
const COVERED: &str = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wS1;bQ bS1/;wB2 /wS1;bQ bS1-;wB1 wS1/;bQ bS1\\;\
    wB1 bS1;bQ /bS1;wB2 bQ;pass;wG1 -wQ;pass;wB2 /wS1;bQ bS1\\";

/// A game with throws, in which the pillbugs carry both friend and foe.
const THROWN: &str = "Base+MLP;wP;bP wP-;wQ -wP;bQ bP-;wA1 \\wQ;bM bQ\\;wA1 bQ/;bL bM\\;wQ wP\\;wP bP/";

fn game(text: &str) -> Game {
    Game::from_uhp(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A game of random legal moves.
fn random_game(game_type: GameType, seed: usize) -> Game {
    let mut game = Game::new(game_type);
    for step in 0..70 {
        let legal = game.position().legal_moves();
        let Some(&mv) = legal.get((seed * 7919 + step * step * 104_729) % legal.len().max(1)) else { break };
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

#[test]
fn every_style_tells_the_same_game() {
    let styles = [
        USUAL,
        Style { robot: true, ..USUAL },
        Style { hesitant: true, ..USUAL },
        Style { passes: Passes::Bare, ..USUAL },
        Style { passes: Passes::Untold, ..USUAL },
        Style { passes: Passes::Untold, robot: true, ..USUAL },
        // Around the edges of the closed table, and beyond those of the growing one.
        Style { origin: (25, 26), ..USUAL },
        Style { origin: (0, 1), ..USUAL },
        Style { origin: (0, 0), growing: true, ..USUAL },
        Style { origin: (25, 40), growing: true, robot: true, ..USUAL },
    ];
    let mut games = vec![game(COVERED), game(THROWN)];
    for game_type in GameType::ALL {
        games.extend((1..6).map(|seed| random_game(game_type, seed)));
    }
    for game in games {
        for style in styles {
            let text = tell(&game, style);
            let record = read(&text);
            assert_eq!(record.game().to_uhp(), game.to_uhp(), "{style:?}");
            assert_eq!(record.rules(), RuleSet::new(game.position().game_type()));
        }
    }
}

#[test]
fn old_files_leave_the_color_out() {
    for style in [USUAL, Style { hesitant: true, ..USUAL }] {
        let game = game(COVERED);
        assert_eq!(read(&tell(&game, Style { old: true, ..style })).game().to_uhp(), game.to_uhp());
    }
}

#[test]
fn tiles_are_numbered_as_they_enter() {
    let text = "(;SU[hive];P0[dropb wA3 N 13 .];P0[done];P1[movedone B bA2 O 13 wA3-];\
        P0[movedone W wA1 M 13 -wA3];P1[movedone B bQ P 13 bA2-];P0[movedone W wQ L 13 -wA1])";
    assert_eq!(read(text).game().to_uhp(), "Base;InProgress;Black[3];wA1;bA1 wA1-;wA2 -wA1;bQ bA1-;wQ -wA2");
}

#[test]
fn a_tile_put_back_is_no_move() {
    let text = tell(&game(COVERED), USUAL);
    // The queen is lifted, put back where it was, and lifted once more for the move.
    let with_doubts = text.replace("pickb P 13 bQ", "pickb P 13 bQ]; P1[dropb bQ P 13 .]; P1[pickb P 13 bQ");
    assert_ne!(with_doubts, text);
    assert_eq!(read(&with_doubts), read(&text));
    // A tile from the reserve that goes back.
    let with_doubts = text.replacen("pick W 3 wB1", "pick W 3 wA1]; P0[drop W 3 wA1]; P0[pick W 3 wB1", 1);
    assert_ne!(with_doubts, text);
    assert_eq!(read(&with_doubts), read(&text));
}

#[test]
fn what_is_not_confirmed_does_not_count() {
    let text = "(;SU[hive];P0[movedone W wA1 N 13 .];P1[dropb bA1 O 13 wA1-])";
    assert_eq!(read(text).game().moves().len(), 1);
}

/// Two placed tiles, and then something.
fn then(more: &str) -> Record {
    let text = "(;SU[hive]P0[id \"ada\"]P1[id \"grace\"];P0[movedone W wA1 N 13 .];P1[movedone B bA1 O 13 .]";
    read(&format!("{text}{more})"))
}

#[test]
fn games_end_in_many_ways() {
    let white_resigned = Some(Outcome::Other(Ending::Resigned(Color::White)));
    assert_eq!(then(";P0[resign];P0[done]").outcome(), white_resigned);
    assert_eq!(then(";P0[resign]").outcome(), white_resigned);
    assert_eq!(then(";P0[resign];P0[resign];P0[done]").outcome(), None);
    assert_eq!(then(";P1[Resign];P1[Done]").outcome(), Some(Outcome::Other(Ending::Resigned(Color::Black))));
    let agreed = Some(Outcome::Other(Ending::Agreed));
    assert_eq!(then(";P0[offerdraw];P0[done];P1[acceptdraw];P1[done]").outcome(), agreed);
    assert_eq!(then(";P0[offerdraw];P0[done];P1[acceptdraw]").outcome(), agreed);
    let declined = then(";P0[offerdraw];P0[done];P1[declinedraw];P1[done];P0[movedone W wS1 M 13 .]");
    assert_eq!((declined.outcome(), declined.game().moves().len()), (None, 3));
    assert_eq!(then(";P0[LoseOnTime]").outcome(), Some(Outcome::Other(Ending::OutOfTime(Color::White))));
    assert_eq!(then(";P0[WinOnTime]").outcome(), Some(Outcome::Other(Ending::OutOfTime(Color::Black))));
    let stated = |result| Some(Outcome::Other(Ending::Stated(result)));
    assert_eq!(then("RE[grace vann spelet]").outcome(), stated(GameResult::Win(Color::Black)));
    assert_eq!(then("RE[Unentschieden!]").outcome(), stated(GameResult::Draw));
    assert_eq!(then("RE[]").outcome(), None);
    assert_eq!(then("RE[who knows]").outcome(), None);
    // A line of its own says more than the sentence.
    assert_eq!(then("RE[Game won by grace];P0[resign];P0[done]").outcome(), white_resigned);
}

#[test]
fn sides_may_be_swapped_after_the_first_tile() {
    let text = "(;SU[hive-pielm]P0[id \"ada\"]P1[id \"grace\"];P0[movedone W wA1 N 13 .];P1[swap];P1[done];\
        P0[movedone B bA1 O 13 .];P1[movedone W wS1 M 13 .];P1[resign];P1[done])";
    let record = read(text);
    assert_eq!(record.tags().get("White"), Some("grace"));
    assert_eq!(record.game().to_uhp(), "Base+MLP;InProgress;Black[2];wA1;bA1 wA1-;wS1 -wA1");
    assert_eq!(record.outcome(), Some(Outcome::Other(Ending::Resigned(Color::White))));
}

#[test]
fn whoever_begins_is_white() {
    let text = "(;SU[hive]CM[1,0]P0[id \"ada\"]P1[id \"grace\"];P0[movedone B bA1 N 13 .];P1[movedone W wG1 O 13 .])";
    let record = read(text);
    assert_eq!(record.game().to_uhp(), "Base;InProgress;White[2];wA1;bG1 wA1-");
    assert_eq!(record.tags().get("White"), Some("ada"));
}

#[test]
fn tags_and_comments_are_kept() {
    let text = "(;GM[hive]EV[spring cup]PC[boardspace.net]RO[2]GN[HV-ada-grace]TC[Fixed 600000]\
        DT[Sun Oct 28 20:07:00 CET 2018]RE[Game won by ada]P0[id \"ada b\"]P0[ranking 1500]P1[id \"grace\"]C[all of it]\
        ;P0[movedone W wA1 N 13 .]C[a \\[bold\\] start]AN[x])";
    let record = read(text);
    for (name, value) in [
        ("Event", "spring cup"),
        ("Site", "boardspace.net"),
        ("Round", "2"),
        ("Date", "2018.10.28"),
        ("White", "ada b"),
        ("WhiteElo", "1500"),
        ("Black", "grace"),
        ("TimeControl", "Fixed 600000"),
        ("SgfGameName", "HV-ada-grace"),
        ("SgfDate", "Sun Oct 28 20:07:00 CET 2018"),
        ("SgfResult", "Game won by ada"),
    ] {
        assert_eq!(record.tags().get(name), Some(value), "{name}");
    }
    assert_eq!(record.comment(record.start()), "all of it");
    assert_eq!(record.comment(record.end()), "a [bold] start");
}

#[test]
fn set_up_lines_name_the_tiles() {
    for (name, game_type) in [
        ("hive", GameType::BASE),
        ("Hive", GameType::BASE),
        ("hive-m", GameType::BASE_M),
        ("hive-l", GameType::BASE_L),
        ("hive-p", GameType::BASE_P),
        ("hive-lm", GameType::BASE_ML),
        ("hive-pm", GameType::BASE_MP),
        ("hive-pl", GameType::BASE_LP),
        ("Hive-PLM", GameType::BASE_MLP),
        ("hive-plm 2 0 101", GameType::BASE_MLP),
        ("hive-PieLM", GameType::BASE_MLP),
    ] {
        assert_eq!(read(&format!("(;SU[{name}])")).rules(), RuleSet::new(game_type), "{name}");
    }
    for name in ["", "chess", "hive-ultimate", "hive-x", "hivemind"] {
        assert_eq!(error(&format!("(;SU[{name}])")).kind, SgfErrorKind::Variant(name.to_owned()));
    }
}

#[test]
fn the_moves_tell_the_rules() {
    let queen = read("(;SU[hive];P0[movedone W wQ N 13 .])");
    assert!(queen.rules().queen_first);
    let mut text = String::from("(;SU[hive];P0[movedone W wS1 N 13 .];P1[movedone B bS1 O 13 .]");
    text += ";P0[movedone W wQ M 13 .];P1[movedone B bQ P 13 .]";
    let round = ";P0[movedone W wQ N 14 .];P1[movedone B bQ O 14 .];P0[movedone W wQ M 13 .];P1[movedone B bQ P 13 .]";
    let drawn = format!("{text}{round}{round})").replace("O 14", "P 14");
    let drawn = read(&drawn);
    assert!(drawn.rules().repetition_draw);
    assert_eq!(drawn.result(), Some(GameResult::Draw));
    let longer = read(&format!("{text}{round}{round}{round})").replace("O 14", "P 14"));
    assert!(!longer.rules().repetition_draw);
    assert_eq!(longer.result(), None);
}

#[test]
fn errors_say_where() {
    let head = "(;\nSU[hive]\n; P0[movedone W wA1 N 13 .]\n";
    let at = |more: &str| {
        let error = error(&format!("{head}{more}"));
        ((error.place.line, error.place.column), error.kind)
    };
    assert_eq!(error("").kind, SgfErrorKind::NoGame);
    assert_eq!(error("(;GM[1])").kind, SgfErrorKind::OtherGame("1".to_owned()));
    assert_eq!(at("; P1[5 fly]"), ((4, 6), SgfErrorKind::Command("5 fly".to_owned())));
    let text = "movedone B bA1 Q 13 .";
    assert_eq!(at(&format!("; P1[{text}]")), ((4, 6), SgfErrorKind::Nowhere(text.to_owned())));
    assert_eq!(at("; P1[open"), ((4, 5), SgfErrorKind::OpenValue));
    let (place, kind) = at("; P1[movedone B bQ O 13 .]\n; P1[movedone B bA1 P 13 .]");
    assert!(matches!(kind, SgfErrorKind::Illegal { ply: 3, .. }), "{kind:?}");
    assert_eq!(place, (5, 6));
    let (_, kind) = at("; P1[movedone B bM1 O 13 .]");
    assert!(matches!(kind, SgfErrorKind::NoSuchTile(_)), "{kind:?}");
    let (_, kind) = at("; P1[pass]; P1[done]");
    assert!(matches!(kind, SgfErrorKind::Illegal { ply: 2, mv: Move::Pass, .. }), "{kind:?}");
}

#[test]
fn no_text_panics() {
    let whole = tell(&game(THROWN), USUAL);
    let bits: Vec<char> = "()[];\\ \nP01wbA9Z-\u{e9}\u{0}".chars().collect();
    let mut seed = 5_u64;
    let mut roll = |sides: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % sides
    };
    for _ in 0..5_000 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=roll(5) {
            let at = roll(text.len());
            match roll(3) {
                0 => text[at] = bits[roll(bits.len())],
                1 => text.insert(at, bits[roll(bits.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let _ = sgf::read(&text.into_iter().collect::<String>());
    }
}

#[test]
fn recorded_games_are_told_and_read() {
    let Some(text) = data_file("recorded_games_are_told_and_read", "human-games.txt") else { return };
    for (number, line) in text.lines().filter(|line| line.starts_with("Base")).enumerate() {
        let written = GameString::parse(line).unwrap();
        let rules = RuleSet { repetition_draw: false, queen_first: true, ..written.game_type.into() };
        let game = written.play(rules).unwrap_or_else(|error| panic!("{line}: {error}"));
        let style = Style {
            robot: number % 2 == 0,
            hesitant: number % 3 == 0,
            passes: [Passes::Told, Passes::Bare, Passes::Untold][number % 3],
            ..USUAL
        };
        let record = read(&tell(&game, style));
        let told = record.game();
        // A pass at the very end leaves no trace when passes are not told.
        let untold = style.passes == Passes::Untold && game.moves().last() == Some(&Move::Pass);
        assert_eq!(told.moves(), &game.moves()[..game.moves().len() - usize::from(untold)], "{line}");
    }
}
