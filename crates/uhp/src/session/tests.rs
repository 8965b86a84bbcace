//! The protocol, line by line.

use super::*;
use crate::brain::RandomBrain;
use skep_engine::{Engine, Info, Limits, Options, Score, SearchResult};
use skep_rules::Game;
use std::num::NonZeroUsize;
use std::time::Duration;

fn session() -> Session<Vec<u8>, RandomBrain> {
    Session::new(Vec::new(), RandomBrain::new(7), "Test 1.0")
}

impl<B: Brain> Session<Vec<u8>, B> {
    /// The lines of the answer, without the `ok`.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.out.clear();
        assert_eq!(self.handle(line, &StopToken::new()).unwrap(), Flow::Continue);
        let text = String::from_utf8(self.out.clone()).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        assert_eq!(lines.pop().as_deref(), Some("ok"), "{line}");
        assert!(!lines.iter().any(|line| line == "ok"), "{line}");
        lines
    }

    fn line(&mut self, line: &str) -> String {
        let mut lines = self.ask(line);
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        lines.remove(0)
    }

    fn fails(&mut self, line: &str, word: &str) {
        let before = self.record.as_ref().map(ToString::to_string);
        let answer = self.line(line);
        assert!(answer.starts_with(&format!("{word} ")), "{line}: {answer}");
        assert_eq!(self.record.as_ref().map(ToString::to_string), before, "{line} changed the game");
    }
}

#[test]
fn the_banner_is_what_info_says() {
    let mut session = session();
    session.greet().unwrap();
    assert_eq!(session.out, b"id Test 1.0\nMosquito;Ladybug;Pillbug\nok\n");
    assert_eq!(session.ask("info"), ["id Test 1.0", "Mosquito;Ladybug;Pillbug"]);
}

#[test]
fn nothing_but_options_works_without_a_game() {
    let mut session = session();
    for line in ["play wS1", "pass", "validmoves", "bestmove depth 1", "undo", "perft 1"] {
        session.fails(line, "err");
    }
    assert_eq!(session.ask("options").len(), OptionName::ALL.len());
}

#[test]
fn a_blank_line_is_not_answered() {
    let mut session = session();
    for line in ["", "  ", "\r\n", "\t"] {
        session.handle(line, &StopToken::new()).unwrap();
    }
    assert!(session.out.is_empty());
}

#[test]
fn exit_says_nothing() {
    let mut session = session();
    assert_eq!(session.handle("exit", &StopToken::new()).unwrap(), Flow::Exit);
    assert!(session.out.is_empty());
}

#[test]
fn a_short_game_as_the_protocol_describes_it() {
    let mut session = session();
    assert_eq!(session.line("newgame Base+ML"), "Base+ML;NotStarted;White[1]");
    assert_eq!(session.line("play wL"), "Base+ML;InProgress;Black[1];wL");
    session.fails("play bA1 wL", "invalidmove");
    assert_eq!(session.line("play bA1 \\wL"), "Base+ML;InProgress;White[2];wL;bA1 \\wL");
    assert_eq!(session.line("undo 2"), "Base+ML;NotStarted;White[1]");
    session.fails("undo", "err");
}

#[test]
fn new_games_of_every_type_and_spelling() {
    let mut session = session();
    for (line, answer) in [
        ("newgame", "Base;NotStarted;White[1]"),
        ("newgame base+pl", "Base+LP;NotStarted;White[1]"),
        ("NEWGAME   Base+MLP\r", "Base+MLP;NotStarted;White[1]"),
        ("newgame Base;BlackWins;Black[77];wS1;bS1 wS1-", "Base;InProgress;White[2];wS1;bS1 wS1-"),
        ("newgame Base;;;wS1", "Base;InProgress;Black[1];wS1"),
    ] {
        assert_eq!(session.line(line), answer);
        assert_eq!(session.line(&format!("newgame {answer}")), answer, "the answer can be fed back");
    }
    for line in ["newgame Chess", "newgame Base+X", "newgame Base;InProgress;White[2];wS1;bQ wS1-"] {
        session.fails(line, "err");
    }
}

#[test]
fn refused_moves_change_nothing() {
    let mut session = session();
    session.line("newgame Base");
    for line in ["play wQ", "play wS1 wS1-", "play bS1", "play wM", "play nonsense", "play wA2", "pass"] {
        session.fails(line, "invalidmove");
    }
    session.line("play wS1");
    for line in ["play bS1", "play bS1 wQ-", "play bS1 wS1", "play bQ wS1-", "play wA1 wS1-", "play pass"] {
        session.fails(line, "invalidmove");
    }
}

#[test]
fn all_valid_moves_can_be_played() {
    let mut session = session();
    session.line("newgame Base+MLP;;;wM;bL wM-;wQ -wM;bQ bL/;wB1 \\wQ;bB1 bQ-");
    let moves = session.line("validmoves");
    assert!(!moves.ends_with(';'));
    for mv in moves.split(';') {
        assert!(session.line(&format!("play {mv}")).starts_with("Base+MLP;InProgress;Black[4];"), "{mv}");
        session.line("undo");
    }
}

#[test]
fn the_senders_spelling_is_kept_if_it_is_decent() {
    let mut session = session();
    session.line("newgame Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-");
    for (sent, kept) in [
        ("wA1 \\wQ", "wA1 \\wQ"),
        ("WA1    -wq", "wA1 -wQ"),
        // The queen names the cell she leaves.
        ("wQ wQ/", "wQ \\wS1"),
    ] {
        let answer = session.line(&format!("play {sent}"));
        assert_eq!(answer.rsplit(';').next(), Some(kept));
        session.line("undo");
    }
    session.line("newgame Base;;;wS1;bS1 wS1-;wB1 \\wS1;bQ bS1-;wQ -wS1;bA1 bQ-");
    for sent in ["wB1 wS1", "wB1 wB1\\", "wB1 -bS1"] {
        let answer = session.line(&format!("play {sent}"));
        assert_eq!(answer.rsplit(';').next(), Some("wB1 wS1"), "{sent}");
        session.line("undo");
    }
}

/// The last turn surrounds Black's queen.
const FINISHED: &str = "Base;;;wB1;bG1 wB1-;wA1 /wB1;bQ bG1\\;wB2 wA1\\;bQ wB1\\;wQ \\wB1;bG2 bG1\\;wS1 /wA1;bB1 bG2\\;\
    wS1 bQ\\";

#[test]
fn after_the_end_only_undo_helps() {
    let mut session = session();
    let end = session.line(&format!("newgame {FINISHED}"));
    assert!(end.starts_with("Base;WhiteWins;Black[6];"), "{end}");
    for line in ["validmoves", "bestmove depth 1", "play bA1 bB1-", "pass", "bestmove"] {
        session.fails(line, "err");
    }
    assert!(session.line("undo").starts_with("Base;InProgress;White[6];"));
    assert_eq!(session.line("bestmove depth 1"), "wS1 bQ\\");
}

#[test]
fn undo_takes_back_plies_and_no_more_than_there_are() {
    let mut session = session();
    session.line("newgame Base;;;wS1;bS1 wS1-;wQ -wS1");
    for line in ["undo 0", "undo 4", "undo 99999999999999999999", "undo x", "undo -1"] {
        session.fails(line, "err");
    }
    assert_eq!(session.line("undo 2"), "Base;InProgress;Black[1];wS1");
    assert_eq!(session.line("undo"), "Base;NotStarted;White[1]");
}

#[test]
fn best_moves_are_legal_and_change_nothing() {
    let mut session = session();
    session.line("newgame Base+MLP;;;wM;bL wM-");
    let valid = session.line("validmoves");
    for line in [
        "bestmove depth 0",
        "bestmove depth 3",
        "bestmove depth 999999",
        "bestmove time 00:00:00",
        "bestmove time 00:00:00.05",
        "bestmove nodes 10",
        "bestmove clock 00:00:01",
    ] {
        let best = session.line(line);
        assert!(valid.split(';').any(|mv| mv == best), "{line}: {best}");
    }
    for line in ["bestmove time 5", "bestmove depth", "bestmove depth -1", "bestmove fast"] {
        session.fails(line, "err");
    }
    assert_eq!(session.line("undo"), "Base+MLP;InProgress;Black[1];wM");
}

#[test]
fn a_forced_pass_is_found_and_played() {
    let mut session = session();
    // Black's ant is covered, his queen is hemmed in, and no cell to place a tile is free of White.
    let game = "Base;InProgress;Black[4];wB1;bA1 \\wB1;wS1 wB1-;bQ bA1/;wQ wS1/;bQ -wQ;wB1 bA1";
    for pass in ["pass", "play pass", "play PASS"] {
        assert_eq!(session.line(&format!("newgame {game}")), game);
        assert_eq!(session.line("validmoves"), "pass");
        assert_eq!(session.line("bestmove depth 1"), "pass");
        session.fails("play bA1 bQ-", "invalidmove");
        assert_eq!(session.line(pass), format!("{};pass", game.replace("Black[4]", "White[5]")));
        session.fails("pass", "invalidmove");
    }
}

#[test]
fn options_are_listed_shown_and_set() {
    let mut session = session();
    session.line("newgame Base;;;wS1");
    assert_eq!(session.line("options get Level"), "Level;int;10;10;1;10");
    assert_eq!(session.line("options set Level 3"), "Level;int;3;10;1;10");
    assert_eq!(session.line("options get Level"), "Level;int;3;10;1;10");
    assert_eq!(session.line("options set ReportIntermediate true"), "ReportIntermediate;bool;True;False");
    for line in
        ["options set Level 11", "options set Level", "options set Foo 1", "options get Foo", "options x"]
    {
        session.fails(line, "err");
    }
    assert!(session.line("undo").starts_with("Base;NotStarted"), "the game is still there");
}

#[test]
fn rule_switches_change_the_present_game_or_are_refused() {
    let mut session = session();
    session.line("newgame Base");
    session.fails("play wQ", "invalidmove");
    session.line("options set QueenFirst True");
    assert_eq!(session.line("play wQ"), "Base;InProgress;Black[1];wQ");
    session.fails("options set QueenFirst False", "err");
    assert_eq!(session.line("options get QueenFirst"), "QueenFirst;bool;True;False");

    // The queens step to and fro: the third time, the position is a draw.
    let start = "newgame Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
    let round = ["wQ /wS1", "bQ bS1\\", "wQ -wS1", "bQ bS1-"];
    session.line(start);
    let mut last = String::new();
    for _ in 0..2 {
        for mv in round {
            last = session.line(&format!("play {mv}"));
        }
    }
    assert!(last.starts_with("Base;Draw;White[7];"), "{last}");
    session.line("options set RepetitionDraw False");
    assert!(session.line("play wQ /wS1").starts_with("Base;InProgress;Black[7];"));
    session.fails("options set RepetitionDraw True", "err");
}

#[test]
fn unknown_commands_are_errors() {
    let mut session = session();
    session.line("newgame Base;;;wS1");
    for line in ["dance", "newgame\u{0}", "\u{fffd}\u{fffd}", "play", "ok", "err x"] {
        session.fails(line, "err");
    }
    assert_eq!(session.line("help undo"), "undo [N]: take back N turns, or one");
    session.fails("help dance", "err");
    assert!(session.ask("help").len() > 10);
    assert_eq!(session.ask("stop"), [""; 0]);
}

#[test]
fn perft_counts() {
    let mut session = session();
    session.line("newgame Base+MLP");
    let rows = session.ask("perft 3");
    let counts: Vec<&str> = rows.iter().map(|row| row.split(' ').nth(2).unwrap()).collect();
    assert_eq!(counts, ["1", "7", "294", "6678"]);
    let stop = StopToken::new();
    stop.stop();
    session.out.clear();
    session.handle("perft 30", &stop).unwrap();
    assert_eq!(session.out, b"ok\n");
}

/// Reports the same three lines for two depths and plays the first.
struct Talker;

impl Brain for Talker {
    fn configure(&mut self, _: NonZeroUsize, table_mib: usize) -> usize {
        table_mib.min(100)
    }

    fn clear(&mut self) {}

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        _: &StopToken,
        on_info: &mut dyn FnMut(&Info),
    ) -> Option<SearchResult> {
        let moves = game.position().legal_moves();
        let mut sorted: Vec<_> = moves.iter().copied().collect();
        sorted.sort_by_key(|mv| mv.to_uhp(game.position()));
        for depth in 1..=2 {
            for (line, mv) in sorted.iter().take(limits.lines).enumerate() {
                // The second turn of the line is not legal and must not be told.
                let pv = vec![*mv, *mv];
                on_info(&Info { depth, line, score: Score::DRAW, nodes: 1, time: Duration::ZERO, pv });
            }
        }
        let best = sorted[0];
        let result = SearchResult {
            best,
            score: Score::DRAW,
            pv: vec![best],
            depth: 2,
            nodes: 1,
            time: Duration::ZERO,
        };
        Some(result)
    }
}

#[test]
fn intermediate_lines_come_before_the_bare_move() {
    let mut session = Session::new(Vec::new(), Talker, "Talker");
    session.line("newgame Base");
    assert_eq!(session.ask("bestmove depth 2"), ["wA1"]);
    session.line("options set ReportIntermediate True");
    assert_eq!(session.ask("bestmove depth 2"), ["wA1;1;+0.00;wA1", "wA1;2;+0.00;wA1", "wA1"]);
    session.line("options set MultiPV 2");
    assert_eq!(
        session.ask("bestmove depth 2"),
        ["wB1;1;+0.00;wB1", "wA1;1;+0.00;wA1", "wB1;2;+0.00;wB1", "wA1;2;+0.00;wA1", "wA1"]
    );
    session.line("options set ReportIntermediate False");
    assert_eq!(session.ask("bestmove depth 2"), ["wB1;2;+0.00;wB1", "wA1;2;+0.00;wA1", "wA1"]);
}

#[test]
fn memory_that_cannot_be_had_is_told() {
    let mut session = Session::new(Vec::new(), Talker, "Talker");
    let (sender, notes) = std::sync::mpsc::channel();
    session.set_log(move |note| sender.send(note.to_owned()).unwrap());
    assert_eq!(session.line("options set HashMiB 4096"), "HashMiB;int;100;64;1;65536");
    assert_eq!(notes.recv().unwrap(), "4096 MiB of memory cannot be had, HashMiB is 100");
}

#[test]
fn the_real_engine_answers_every_limit_and_wins_at_once() {
    let engine = Engine::new(Options { table_mib: 1, ..Options::default() });
    let mut session = Session::new(Vec::new(), engine, "Real");
    session.line("options set HashMiB 1");
    session.line("options set ReportIntermediate True");
    session.line(&format!("newgame {FINISHED}"));
    session.line("undo");
    for line in ["bestmove depth 0", "bestmove time 00:00:00", "bestmove nodes 0", "bestmove clock 00:00:00"]
    {
        let lines = session.ask(line);
        assert_eq!(lines.last().map(String::as_str), Some("wS1 bQ\\"), "{line}: {lines:?}");
    }
    let lines = session.ask("bestmove depth 2");
    assert!(lines.iter().rev().skip(1).all(|line| line.starts_with("wS1 bQ\\;1;#1;wS1 bQ\\")), "{lines:?}");
}

#[test]
fn the_real_engine_explains_itself() {
    let engine = Engine::new(Options { table_mib: 1, ..Options::default() });
    let mut session = Session::new(Vec::new(), engine, "Real");
    session.line("options set HashMiB 1");
    session.fails("explain", "err");
    session.line(&format!("newgame {FINISHED}"));
    session.fails("explain", "err");
    session.line("undo");
    let lines = session.ask("explain");
    assert_eq!(lines[..3], ["score;#1", "chances;100;0;0", "line;wS1 bQ\\"]);
    assert!(lines.iter().filter(|line| line.starts_with("term;")).count() == 6, "{lines:?}");
    let moves = session.line("validmoves");
    let other = moves.split(';').find(|mv| mv.starts_with("wG1")).unwrap();
    let lines = session.ask(&format!("explain {other}"));
    assert!(lines[2].starts_with(&format!("line;{other}")) && lines[3].starts_with("cost;"), "{lines:?}");
    session.fails("explain bA1 bB1-", "invalidmove");
    session.fails("explain nonsense", "invalidmove");
    let mut session = self::session();
    session.line("newgame Base");
    session.fails("explain", "err");
}
