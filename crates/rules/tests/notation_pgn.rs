//! PGN: what is written is read back, by us exactly and by line-by-line readers at least the moves; what
//! others write is read too.
#![expect(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use skep_rules::notation::pgn::{self, PgnError, PgnErrorKind};
use skep_rules::notation::uhp::{GameString, MAX_PLIES, MoveTextError, ResolveMoveError, UhpMove};
use skep_rules::notation::{Ending, NodeId, Outcome, Record};
use skep_rules::{Color, EndReason, Game, GameResult, GameType, RuleSet};
use skep_testkit::data_file;

const WHITE_WINS: GameResult = GameResult::Win(Color::White);

fn read(text: &str) -> Record {
    pgn::read(text).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

fn error(text: &str) -> PgnError {
    pgn::read(text).map(|_| ()).expect_err(text)
}

/// The move texts of the main line.
fn moves(record: &Record) -> String {
    let line = record.game().to_uhp();
    line.split(';').skip(3).collect::<Vec<_>>().join(";")
}

fn add(record: &mut Record, after: NodeId, text: &str) -> NodeId {
    let game = record.game_at(after);
    let mv = UhpMove::parse(text).unwrap().resolve(game.position()).unwrap();
    record.add(after, mv).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn add_all(record: &mut Record, mut after: NodeId, texts: &[&str]) -> NodeId {
    for text in texts {
        after = add(record, after, text);
    }
    after
}

/// A record with everything in it.
fn full_record() -> Record {
    let mut record = Record::new(GameType::BASE_MLP);
    record.tags_mut().set("White", "Ada \"the ant\" Byron").unwrap();
    record.tags_mut().set("Black", "C:\\hopper\\").unwrap();
    record.tags_mut().set("Date", "2026.05.01").unwrap();
    record.tags_mut().set("Annotator", "two\nlines & &#10; more").unwrap();
    let start = record.start();
    record.set_comment(start, "A game made up for this test.\n1. it never took place");
    let one = add(&mut record, start, "wS1");
    let two = add(&mut record, one, "bG1 -wS1");
    record.set_comment(two, " {The} quiet answer; [%clk 0:59] [%skep-var 2. bX] ");
    let three = add_all(&mut record, two, &["wQ wS1/"]);
    // Another second move, itself with a variation two moves on, and that one with its own.
    let sharp = add(&mut record, one, "bL wS1-");
    record.set_comment(sharp, "sharper: \"a] (b) {c}\"\n");
    let then = add(&mut record, sharp, "wQ -wS1");
    add_all(&mut record, then, &["bQ bL/", "wA1 -wQ"]);
    let other = add(&mut record, then, "bQ bL-");
    record.set_comment(other, "or so");
    let deep = add_all(&mut record, then, &["bA1 bL\\"]);
    add_all(&mut record, deep, &["wG1 \\wQ"]);
    add_all(&mut record, deep, &["wG1 /wQ", "bQ bA1\\"]);
    // Another first move, and a last one.
    add(&mut record, start, "wB1");
    add(&mut record, two, "wQ wS1\\");
    record.set_comment(three, "end");
    record.set_ending(Some(Ending::Resigned(Color::Black)));
    record
}

#[test]
fn a_record_is_written_as_documented() {
    let mut record = Record::new(GameType::BASE_MLP);
    record.tags_mut().set("Black", "Grace").unwrap();
    record.tags_mut().set("White", "Ada").unwrap();
    record.tags_mut().set("Date", "2026.05.01").unwrap();
    let start = record.start();
    let one = add(&mut record, start, "wS1");
    let two = add(&mut record, one, "bG1 -wS1");
    record.set_comment(two, "The quiet answer.");
    add(&mut record, two, "wQ wS1/");
    let sharp = add(&mut record, one, "bL wS1-");
    let last = add(&mut record, sharp, "wQ -wS1");
    record.set_comment(last, "sharper");
    record.set_ending(Some(Ending::Resigned(Color::Black)));
    let expected = r#"[GameType "Base+MLP"]
[Date "2026.05.01"]
[White "Ada"]
[Black "Grace"]
[Result "WhiteWins"]
[Termination "resignation"]

1. wS1
2. bG1 -wS1
{ The quiet answer. [%skep-var 2. bL wS1- 3. wQ -wS1 "sharper"] }
3. wQ wS1/

WhiteWins
"#;
    assert_eq!(pgn::write(&record), expected);
    assert_eq!(read(expected), record);
}

#[test]
fn an_empty_record_is_a_new_game() {
    let record = Record::new(GameType::BASE);
    assert_eq!(pgn::write(&record), "[GameType \"Base\"]\n[Result \"NotStarted\"]\n");
    assert_eq!(read(&pgn::write(&record)), record);
}

#[test]
fn everything_is_read_back() {
    let record = full_record();
    let text = pgn::write(&record);
    let copy = read(&text);
    assert_eq!(copy, record, "{text}");
    assert_eq!(pgn::write(&copy), text);
}

#[test]
fn equality_sees_every_difference() {
    let record = full_record();
    let change = |change: &dyn Fn(&mut Record)| {
        let mut copy = record.clone();
        change(&mut copy);
        assert_ne!(copy, record);
        assert_eq!(read(&pgn::write(&copy)), copy);
    };
    change(&|copy| copy.tags_mut().set("Round", "3").unwrap());
    change(&|copy| copy.set_comment(copy.end(), "other"));
    change(&|copy| copy.set_ending(None));
    change(&|copy| copy.remove(copy.end()));
    change(&|copy| copy.promote(copy.children(copy.start())[1]));
}

#[test]
fn every_ending_is_read_back() {
    for color in Color::ALL {
        let win = GameResult::Win(color);
        for ending in [
            Ending::Agreed,
            Ending::Resigned(color),
            Ending::OutOfTime(color),
            Ending::Abandoned(color),
            Ending::Adjudicated(win),
            Ending::Adjudicated(GameResult::Draw),
            Ending::Stated(win),
            Ending::Stated(GameResult::Draw),
        ] {
            let mut record = Record::new(GameType::BASE);
            let start = record.start();
            add_all(&mut record, start, &["wS1", "bG1 -wS1"]);
            record.set_ending(Some(ending));
            let copy = read(&pgn::write(&record));
            assert_eq!(copy.outcome(), Some(Outcome::Other(ending)));
            assert_eq!(copy, record);
        }
    }
}

#[test]
fn the_board_has_the_last_word() {
    // The queens of both players step to and fro until the position has come up three times.
    let mut text = String::from("1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n");
    for ply in 5..=12 {
        let step = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"][(ply - 5) % 4];
        text += &format!("{ply}. {step}\n");
    }
    let record = read(&(text.clone() + "WhiteWins\n"));
    assert_eq!(record.outcome(), Some(Outcome::Board(EndReason::Repetition)));
    assert_eq!(record.result(), Some(GameResult::Draw));
    assert!(pgn::write(&record).ends_with("\nDraw\n"));
    assert_eq!(read(&pgn::write(&record)), record);
    // A game that went on was not drawn, and says so from then on.
    let longer = read(&(text.clone() + "13. wQ \\wS1\n"));
    assert_eq!(longer.rules(), RuleSet { repetition_draw: false, ..RuleSet::new(GameType::BASE) });
    assert!(pgn::write(&longer).contains("[RepetitionDraw \"false\"]"));
    assert_eq!(read(&pgn::write(&longer)), longer);
    // Unless the tags insist.
    let strict = String::from("[RepetitionDraw \"true\"]\n") + &text + "13. wQ \\wS1\n";
    assert!(matches!(
        error(&strict).kind,
        PgnErrorKind::Move { ply: 13, error: MoveTextError::Illegal(_), .. }
    ));
}

#[test]
fn a_queen_on_the_first_turn_tells_the_rules() {
    let record = read("1. wQ\n2. bS1 wQ-\n");
    assert!(record.rules().queen_first);
    assert!(pgn::write(&record).contains("[QueenFirst \"true\"]"));
    assert_eq!(read(&pgn::write(&record)), record);
    assert!(!read("1. wS1\n2. bS1 wS1-\n").rules().queen_first);
    assert!(matches!(error("[QueenFirst \"false\"]\n1. wQ\n").kind, PgnErrorKind::Move { ply: 1, .. }));
    assert_eq!(error("[QueenFirst \"maybe\"]\n").kind, PgnErrorKind::RuleTag("QueenFirst"));
}

#[test]
fn the_file_of_a_viewer_is_read() {
    let text = "[GameType \"Base+ML\"]\r\n[Date \"2019.02.03\"]\r\n[Event \"\"]\r\n[Site \"\"]\r\n[Round \"\"]\r\n\
        [White \"Kate\"]\r\n[Black \"Leo\"]\r\n[Result \"BlackWins\"]\r\n[SgfDate \"Feb 3\"]\r\n\r\n\
        {before}\r\n1. wL\r\n{one\r\n  and more}\r\n2. bA1 wL-\r\n3. wQ -wL\r\n\r\nBlackWins\r\n";
    let record = read(text);
    assert_eq!(moves(&record), "wL;bA1 wL-;wQ -wL");
    assert_eq!(record.comment(record.start()), "before");
    let first = record.main_line().next().unwrap();
    assert_eq!(record.comment(first), "one\n  and more");
    assert_eq!(record.outcome(), Some(Outcome::Other(Ending::Stated(GameResult::Win(Color::Black)))));
    assert_eq!(record.tags().get("SgfDate"), Some("Feb 3"));
    assert_eq!(record.tags().get("Event"), Some(""));
    assert_eq!(read(&pgn::write(&record)), record);
}

#[test]
fn the_export_of_a_site_is_read() {
    // Every line has a blank where a destination would be, and an unfinished game a word of its own.
    let text = "[GameType \"Base+MLP\"]\n[Date \"01-Feb-2026_10:11:12\"]\n[Site \"example.org\"]\n\
        [White \"mo\"]\n[Black \"jo\"]\n[Result \"Unkown\"]\n\n1. wP \n2. bL /wP\n3. wQ wP/\n4. bQ -bL\n\nUnkown\n";
    let record = read(text);
    assert_eq!(moves(&record), "wP;bL /wP;wQ wP/;bQ -bL");
    assert_eq!(record.outcome(), None);
    assert_eq!(record.tags().get("Date"), Some("01-Feb-2026_10:11:12"));
}

#[test]
fn loose_movetext_is_read() {
    let expected = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    for text in [
        "1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1-",
        "1. wS1 bS1 wS1- 2. wQ -wS1 bQ bS1- *",
        "1.wS1 1...bS1 wS1- 2.wQ\n-wS1 2... bQ\n\nbS1-",
        "wS1 . bS1 wS1- wQ -wS1 bQ bS1-",
        "1. WS1\n% ignore wQ\n2. bs1 ws1-;wA1 bQ-\n3. wQ -wS1{x}4. bQ bS1-\n",
        "\u{feff}1 wS1! 2 bS1 wS1-?! 3 wQ -wS1 $5 4 bQ bS1-",
        "[GameType \"Base\"] [Event \"\"] 1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1-",
    ] {
        assert_eq!(moves(&read(text)), expected, "{text}");
    }
    let record = read("1. wS1! 2. bS1 wS1-?! $5 {x} ; y\n");
    let said: Vec<&str> = record.main_line().map(|node| record.comment(node)).collect();
    assert_eq!(said, ["!", "?!\n$5\nx\ny"]);
}

#[test]
fn results_have_many_words() {
    for (word, result) in [
        ("1-0", Some(WHITE_WINS)),
        ("0-1", Some(GameResult::Win(Color::Black))),
        ("1/2-1/2", Some(GameResult::Draw)),
        ("Draw", Some(GameResult::Draw)),
        ("whitewins", Some(WHITE_WINS)),
        ("*", None),
        ("InProgress", None),
    ] {
        assert_eq!(read(&format!("1. wS1 {word}")).result(), result, "{word}");
        assert_eq!(read(&format!("[Result \"{word}\"]\n1. wS1\n")).result(), result, "{word}");
    }
    assert_eq!(read("[Result \"1-0\"]\n1. wS1 0-1").result(), Some(GameResult::Win(Color::Black)));
}

#[test]
fn an_unknown_termination_is_kept() {
    let text = "[GameType \"Base\"]\n[Result \"WhiteWins\"]\n[Termination \"the bell rang\"]\n1. wS1\n";
    let record = read(text);
    assert_eq!(record.outcome(), Some(Outcome::Other(Ending::Stated(WHITE_WINS))));
    assert_eq!(record.tags().get("Termination"), Some("the bell rang"));
    assert_eq!(read(&pgn::write(&record)), record);
    let mut record = record;
    record.set_ending(Some(Ending::Agreed));
    assert_eq!(record.tags().get("Termination"), None);
    assert_eq!(read(&pgn::write(&record)), record);
}

#[test]
fn variations_in_parentheses_are_read() {
    let text = "1. wS1 (1. wG1 {early} 2. bS1 wG1- (2. bS1 -wG1) 3. wQ -wG1) (1. wB1) 2. bS1 wS1- \
        (2. bA1 wS1- {last}) ({first} 2. bA2 wS1-";
    // An ant cannot enter with the number 2; with 1 the two variations are the same move.
    let text = text.replace("bA2", "bA1") + ") 3. wQ -wS1";
    let record = read(&text);
    assert_eq!(moves(&record), "wS1;bS1 wS1-;wQ -wS1");
    let firsts = record.children(record.start());
    assert_eq!(firsts.len(), 3);
    assert_eq!(record.comment(firsts[1]), "early");
    assert_eq!(record.children(firsts[1]).len(), 2);
    let seconds = record.children(firsts[0]);
    assert_eq!(seconds.len(), 2);
    assert_eq!(record.comment(seconds[1]), "last\nfirst");
    assert_eq!(read(&pgn::write(&record)), record);
}

#[test]
fn errors_say_where() {
    let at = |text: &str| {
        let error = error(text);
        (error.place.line, error.place.column)
    };
    assert_eq!(error("").kind, PgnErrorKind::Empty);
    assert_eq!(error(" \n\u{feff}\n").kind, PgnErrorKind::Empty);
    assert_eq!(at("[GameType \"Base\"]\n[White Ada]\n"), (2, 1));
    assert_eq!(error("[White Ada]").kind, PgnErrorKind::Tag);
    assert!(matches!(error("[GameType \"Basic\"]").kind, PgnErrorKind::GameType(_)));
    assert_eq!(at("[White \"\u{e9}\"]\n1. wS1\n2. bS1 wA1-\n"), (3, 4));
    let PgnErrorKind::Move { ply, text, error: cause } = error("1. wS1\n2. bS1 wA1-\n").kind else {
        panic!()
    };
    assert_eq!((ply, text.as_str()), (2, "bS1 wA1-"));
    assert!(matches!(cause, MoveTextError::Resolve(ResolveMoveError::ReferenceNotInHive(_))));
    assert_eq!(error("1. wS1\n2. bS1 wA1-\n").to_string().split(':').next(), Some("line 2, column 4"));
    let PgnErrorKind::Move { ply, text, .. } = error("1. wS1 wS1/\n").kind else { panic!() };
    assert_eq!((ply, text.as_str()), (1, "wS1 wS1/"));
    assert!(matches!(error("1. wS1\n2. bS1\n").kind, PgnErrorKind::Move { ply: 2, .. }));
    assert!(matches!(error("1. wS1\n2. what wS1-\n").kind, PgnErrorKind::Move { ply: 2, .. }));
    assert_eq!(error("1. wS1 {open").kind, PgnErrorKind::OpenComment);
    assert_eq!(at("1. wS1\n (1. wG1"), (2, 2));
    assert_eq!(error("1. wS1 (1. wG1").kind, PgnErrorKind::OpenVariation);
    assert_eq!(error("1. wS1 { [%skep-var 1. wG1 }").kind, PgnErrorKind::OpenVariation);
    assert_eq!(error("1. wS1 { [%skep-var 1. wG1 (1. wB1] }").kind, PgnErrorKind::OpenVariation);
    assert_eq!(error("1. wS1 { [%skep-var 1. wG1 ) (] }").kind, PgnErrorKind::Unopened);
    assert_eq!(error("1. wS1 { [%skep-var 1. wG1 \"x] }").kind, PgnErrorKind::OpenComment);
    assert_eq!(error("{ [%skep-var 1. wG1] } 1. wS1").kind, PgnErrorKind::NoMoveToReplace);
    assert_eq!(error("(1. wG1) 1. wS1").kind, PgnErrorKind::NoMoveToReplace);
    assert_eq!(error("1. wS1 ((1. wG1) 1. wB1)").kind, PgnErrorKind::NoMoveToReplace);
    assert_eq!(error("1. wS1 )").kind, PgnErrorKind::Unopened);
    assert_eq!(error("1. wS1 }").kind, PgnErrorKind::Unopened);
    assert_eq!(error("1. wS1 \"x").kind, PgnErrorKind::Unopened);
    assert_eq!(error("1. wS1 [x]").kind, PgnErrorKind::Tag);
}

#[test]
fn many_games_in_one_text_are_told_apart() {
    let one = pgn::write(&full_record());
    let text = format!("{one}\n[White \"x\"]\n1. wS1 oops\n\n{one}");
    let games: Vec<_> = pgn::read_all(&text).collect();
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].as_ref(), Ok(&full_record()));
    assert_eq!(games[2].as_ref(), Ok(&full_record()));
    let line = one.lines().count() + 3;
    assert_eq!(games[1].as_ref().unwrap_err().place.line, line);
    assert_eq!(pgn::read_all(" \n").count(), 0);
}

/// The moves as a program finds them that takes a file line by line: tags, comments in braces that begin a
/// line, words for the result, and one move in every other line.
fn read_like_a_viewer(text: &str) -> Vec<String> {
    let mut in_comment = false;
    let mut moves = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if in_comment || line.starts_with('{') {
            in_comment = !line.ends_with('}');
        } else if line.starts_with('[') && line.ends_with(']') {
            continue;
        } else if !["WhiteWins", "BlackWins", "Draw"].contains(&line) {
            let digits = |c: char| c.is_ascii_digit() || c == '.' || c == ' ';
            moves.push(line.trim_start_matches(digits).to_owned());
        }
    }
    moves
}

/// The moves as a program finds them that skips lines with a bracket, and takes the two words after a word
/// with a digit.
fn read_like_a_site(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.contains('['));
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let moves = words.filter(|words| words.first().is_some_and(|word| word.chars().any(char::is_numeric)));
    moves.map(|words| words[1..words.len().min(3)].join(" ")).filter(|text| !text.is_empty()).collect()
}

#[test]
fn readers_without_variations_find_the_main_line() {
    let mut record = full_record();
    for words in ["3. bQ bS1-", "words\n4. wA1 bQ-\nmore", "7", "a\n{\n}\n9 x", "\n\n5. x\n"] {
        let start = record.start();
        for node in [start, record.end(), record.children(start)[0]] {
            record.set_comment(node, words);
        }
        let text = pgn::write(&record);
        let expected: Vec<String> = moves(&record).split(';').map(str::to_owned).collect();
        assert_eq!(read_like_a_viewer(&text), expected, "{text}");
        assert_eq!(read_like_a_site(&text), expected, "{text}");
        assert_eq!(read(&text), record, "{text}");
    }
}

#[test]
fn deep_nesting_and_long_lines_are_no_danger() {
    // Each variation holds another one of the same first move.
    let mut text = String::from("1. wS1 ");
    let names = ["wG1", "wS1"];
    for depth in 0..50_000 {
        text += &format!("(1. {} ", names[depth % 2]);
    }
    text += &")".repeat(50_000);
    let record = read(&text);
    assert_eq!(record.children(record.start()).len(), 2);
    // A chain of variations that are all different is as deep when it is written.
    let mut record = Record::new(GameType::BASE);
    let mut at = record.start();
    for step in 0..600 {
        let game = record.game_at(at);
        let legal = game.position().legal_moves();
        let Some(&first) = legal.first() else { break };
        record.add(at, first).unwrap();
        at = record.add(at, legal[(step * 31) % legal.len()]).unwrap();
        if record.game_at(at).result().is_some() {
            break;
        }
    }
    assert_eq!(read(&pgn::write(&record)), record);
    let rules = "[RepetitionDraw \"false\"]\n1. wS1 bS1 wS1- wQ -wS1 bQ bS1- ";
    let steps = "wQ \\wS1 bQ bS1/ wQ -wS1 bQ bS1- ".repeat(MAX_PLIES / 4);
    assert_eq!(error(&format!("{rules}{steps}")).kind, PgnErrorKind::TooLong);
}

/// A small stream of numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

#[test]
fn random_trees_are_read_back() {
    const WORDS: [&str; 10] = [
        "",
        "good",
        "\"bad\"",
        "}{",
        "[%skep-var 1. wS1]",
        "&#125;",
        "1. wQ\n2. bQ",
        "\u{1f41d}",
        " \t",
        "]\r\n[",
    ];
    let mut dice = Dice(7);
    for game_type in GameType::ALL {
        for _ in 0..8 {
            let rules = RuleSet {
                queen_first: dice.roll(2) == 0,
                repetition_draw: dice.roll(2) == 0,
                ..RuleSet::new(game_type)
            };
            let mut record = Record::new(rules);
            let mut nodes = vec![record.start()];
            for _ in 0..120 {
                // Mostly go on from the last move, sometimes branch off.
                let back = if dice.roll(4) == 0 { dice.roll(nodes.len()) } else { 0 };
                let at = nodes[nodes.len() - 1 - back];
                let game = record.game_at(at);
                let legal = game.position().legal_moves();
                if legal.is_empty() || game.result().is_some() {
                    continue;
                }
                let node = record.add(at, legal[dice.roll(legal.len())]).unwrap();
                if dice.roll(3) == 0 {
                    let words = [WORDS[dice.roll(10)], WORDS[dice.roll(10)], WORDS[dice.roll(10)]];
                    record.set_comment(node, words.concat());
                }
                nodes.push(node);
            }
            record.tags_mut().set("Event", WORDS[dice.roll(10)]).unwrap();
            record.tags_mut().set("Extra", WORDS[dice.roll(10)]).unwrap();
            if dice.roll(2) == 0 {
                record.set_ending(Some(Ending::OutOfTime(Color::Black)));
            }
            let text = pgn::write(&record);
            assert_eq!(read(&text), record, "{text}");
            assert_eq!(read(&text.replace('\n', "\r\n")), record, "{text}");
        }
    }
}

#[test]
fn no_text_panics() {
    let mut dice = Dice(11);
    let whole = pgn::write(&full_record());
    let bits: Vec<char> = "[]{}()\"\\;%$&#.-/ \n1wSbQ\u{e9}\u{0}".chars().collect();
    for _ in 0..3_000 {
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=dice.roll(6) {
            let at = dice.roll(text.len());
            match dice.roll(3) {
                0 => text[at] = bits[dice.roll(bits.len())],
                1 => text.insert(at, bits[dice.roll(bits.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        for record in pgn::read_all(&text).flatten() {
            assert_eq!(read(&pgn::write(&record)), record, "{text}");
        }
    }
}

#[test]
fn recorded_games_round_trip() {
    let Some(text) = data_file("recorded_games_round_trip", "human-games.txt") else { return };
    for line in text.lines().filter(|line| line.starts_with("Base")) {
        let written = GameString::parse(line).unwrap();
        let rules = RuleSet { repetition_draw: false, queen_first: true, ..written.game_type.into() };
        let game: Game = written.play(rules).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut record = Record::from(&game);
        record.set_ending(written.state.and_then(|state| state.result()).map(Ending::Stated));
        let copy = read(&pgn::write(&record));
        assert_eq!(copy, record, "{line}");
        assert_eq!(copy.game().moves(), game.moves());
        assert_eq!(copy.result(), written.state.and_then(|state| state.result()).or(game.result()), "{line}");
    }
}
