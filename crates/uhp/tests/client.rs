//! The client against engines that misbehave. They are shell scripts, so these tests need a Unix.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::process::{Command, Stdio};
use std::time::Duration;

use skep_engine::StopToken;
use skep_rules::notation::uhp::{GameState, UhpMove};
use skep_rules::{Game, GameType, Move};
use skep_uhp::{Client, ClientError, CommandLine, Effort, Patience};

const IMPATIENT: Duration = Duration::from_millis(300);

/// Far more than any of the engines below takes if it answers at all.
const PATIENT: Duration = Duration::from_secs(60);

fn start(script: &str, command: Duration) -> Result<Client, ClientError> {
    let line = CommandLine { program: "sh".into(), arguments: vec!["-c".into(), script.into()] };
    let patience = Patience { start: command, command, best_move: command, grace: command };
    Client::start(&line, patience)
}

/// An engine that greets and then does this for each line, which is in `$line`.
fn engine(body: &str) -> Client {
    let script =
        format!("echo 'id Fake 1.0'; echo 'Mosquito;Pillbug'; echo ok; while read -r line; do {body}\ndone");
    start(&script, PATIENT).unwrap()
}

/// The same, and the client does not wait long.
fn engine_watched(body: &str) -> Client {
    let script = format!("echo 'id Fake 1.0'; echo ok; while read -r line; do {body}\ndone");
    // The banner gets all the time it needs; a busy machine is no fault of the engine.
    let line = CommandLine { program: "sh".into(), arguments: vec!["-c".into(), script] };
    let patience = Patience { start: PATIENT, command: IMPATIENT, best_move: IMPATIENT, grace: IMPATIENT };
    Client::start(&line, patience).unwrap()
}

fn is_running(id: u32) -> bool {
    let mut kill = Command::new("kill");
    kill.args(["-0", &id.to_string()]).stderr(Stdio::null());
    kill.status().is_ok_and(|status| status.success())
}

fn mv(game: &Game, text: &str) -> Move {
    UhpMove::parse(text).unwrap().resolve(game.position()).unwrap()
}

#[test]
fn the_banner_is_read() {
    let client = engine("echo ok");
    assert_eq!(client.id(), "Fake 1.0");
    assert_eq!(client.capabilities(), ["Mosquito", "Pillbug"]);
}

#[test]
fn programs_that_cannot_be_started_are_named() {
    let line: CommandLine = "/no/such/engine uhp".parse().unwrap();
    let error = Client::start(&line, Patience::default()).unwrap_err();
    assert!(matches!(error, ClientError::Start { .. }) && error.to_string().contains("/no/such/engine"));
}

#[test]
fn an_engine_that_ends_at_once_is_found_out() {
    let error = start("echo 'cannot open book' >&2; exit 3", PATIENT).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ClientError::Ended { .. }), "{text}");
    assert!(text.contains('3') && text.contains("cannot open book"), "{text}");
}

#[test]
fn an_engine_without_a_banner_is_killed() {
    let error = start("exec sleep 1000", IMPATIENT).unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error}");
}

#[test]
fn an_engine_that_hangs_is_killed_with_all_it_started() {
    // The shell waits for a child that ignores the end of its input.
    let mut client = engine_watched("sleep 1000 & echo $!; echo ok; read -r line; wait");
    let grandchild: u32 = client.command("first").unwrap()[0].parse().unwrap();
    let id = client.process_id();
    assert!(is_running(id) && is_running(grandchild));
    let error = client.command("second").unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }) && error.is_fatal(), "{error}");
    assert!(!is_running(id), "the engine has been killed and waited for");
    let error = client.command("third").unwrap_err();
    assert!(matches!(error, ClientError::Ended { .. }), "{error}");
    drop(client);
    // Its parent is gone, so init reaps it as soon as it gets round to it.
    while is_running(grandchild) {
        std::thread::yield_now();
    }
}

#[test]
fn a_crash_is_told_with_the_last_words() {
    let mut client = engine("echo 'segmentation fault' >&2; kill -9 $$");
    let error = client.new_game(&Game::new(GameType::BASE)).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ClientError::Ended { .. }), "{text}");
    assert!(text.contains("segmentation fault") && text.contains("signal"), "{text}");
}

#[test]
fn an_engine_that_closes_its_output_is_as_good_as_gone() {
    let mut client = engine("exec >&-; exec sleep 1000");
    let id = client.process_id();
    let error = client.command("info").unwrap_err();
    assert!(matches!(error, ClientError::Ended { .. }), "{error}");
    assert!(!is_running(id));
}

#[test]
fn endless_answers_are_cut_off() {
    let mut client = engine("yes chatter");
    let id = client.process_id();
    let error = client.command("info").unwrap_err();
    assert!(matches!(error, ClientError::Flood { .. }), "{error}");
    assert!(!is_running(id));
    // One line without an end.
    let mut client = engine("tr '\\0' x < /dev/zero");
    let error = client.command("info").unwrap_err();
    assert!(matches!(error, ClientError::Flood { .. }), "{error}");
}

#[test]
fn chatter_is_no_answer() {
    // More time than the flood takes to be cut off is not allowed for an answer.
    let mut client = engine_watched("while true; do echo thinking; sleep 0.01; done");
    let error = client.command("info").unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error}");
}

#[test]
fn loud_standard_error_does_not_block_the_engine() {
    let mut client = engine(
        "i=0; while [ $i -lt 3000 ]; do echo \"a line of complaint, number $i, of some length\" >&2; i=$((i+1)); done; echo done; echo ok",
    );
    assert_eq!(client.command("info").unwrap(), ["done"]);
}

#[test]
fn an_engine_that_does_not_read_does_not_block_the_client() {
    let mut client = engine_watched("exec sleep 1000");
    client.command("info").unwrap_err();
    let mut client = engine_watched("sleep 1000");
    let long = "x".repeat(1 << 20);
    assert!(matches!(client.command(&long), Err(ClientError::Timeout { .. })));
}

#[test]
fn errors_are_told_apart() {
    let mut client = engine(
        "case $line in \
            play*|pass) echo 'invalidmove not today';; \
            options*) echo 'err no options';; \
            newgame*) echo 'Base;NotStarted;White[1]';; \
            bestmove*) echo 'I resign';; \
            validmoves) echo 'wA1;wB1;wZ9';; \
            *) ;; esac; echo ok",
    );
    let game = Game::new(GameType::BASE);
    let stop = StopToken::new();
    assert!(matches!(client.best_move(Effort::Depth(1), &stop), Err(ClientError::NoGame)));
    assert!(matches!(client.play(Move::Pass), Err(ClientError::NoGame)));
    client.new_game(&game).unwrap();
    let error = client.play(mv(&game, "wS1")).unwrap_err();
    assert!(
        matches!(&error, ClientError::InvalidMove { reason, .. } if reason == "not today")
            && !error.is_fatal()
    );
    assert!(matches!(client.play(Move::Pass), Err(ClientError::Illegal(_))), "we know better");
    assert!(matches!(client.options(), Err(ClientError::Refused { .. })));
    assert!(matches!(client.best_move(Effort::Depth(1), &stop), Err(ClientError::Nonsense { .. })));
    assert!(matches!(client.valid_moves(), Err(ClientError::Nonsense { .. })));
    assert!(matches!(client.undo(1), Err(ClientError::NothingToUndo)));
    assert!(matches!(client.set_option("A B", "1"), Err(ClientError::NotAWord)));
    assert!(matches!(client.set_option("A", "1\nexit"), Err(ClientError::NotAWord)));
    assert!(matches!(client.best_move(Effort::Unlimited, &stop), Err(ClientError::NoLimit)));
    assert!(client.command("anything").is_ok(), "it is still there");
}

#[test]
fn other_spellings_are_the_same_moves() {
    // The answers name other tiles than we do, or the place that the queen leaves.
    let mut client = engine(
        "case $line in \
            newgame*) echo 'Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-';; \
            'play wA1 \\wQ') echo 'Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ/';; \
            play*) echo 'Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1';; \
            bestmove*) echo 'wA1 -wQ;3;0.42;wA1 -wQ'; echo 'wQ wQ/';; \
            undo*) echo 'Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-';; \
            validmoves) echo 'wQ wQ/;wQ wQ\\\\';; \
            esac; echo ok",
    );
    let game = Game::from_uhp("Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-").unwrap();
    client.new_game(&game).unwrap();
    let best = client.best_move(Effort::Depth(1), &StopToken::new()).unwrap();
    assert_eq!(best.mv, mv(&game, "wQ \\wS1"));
    assert_eq!((best.text.as_str(), best.previews.len(), best.previews[0].depth), ("wQ wQ/", 1, Some(3)));
    assert_eq!(client.valid_moves().unwrap()[0], best.mv);
    assert_eq!(client.play(best.mv).unwrap(), GameState::InProgress);
    client.undo(1).unwrap();
    // A tile that ends up elsewhere is not the same move.
    let error = client.play(mv(&game, "wA1 \\wQ")).unwrap_err();
    assert!(matches!(error, ClientError::OtherGame { .. }), "{error}");
}

#[test]
fn another_game_than_the_one_sent_is_noticed() {
    let mut client = engine("echo 'Base;NotStarted;White[1]'; echo ok");
    let game = Game::from_uhp("Base;;;wS1").unwrap();
    assert!(matches!(client.new_game(&game), Err(ClientError::OtherGame { .. })));
    let mut client = engine("echo 'Chess;NotStarted'; echo ok");
    assert!(matches!(client.new_game(&game), Err(ClientError::Nonsense { .. })));
    let mut client = engine("echo ok");
    assert!(matches!(client.new_game(&game), Err(ClientError::Nonsense { .. })));
}

#[test]
fn limits_are_put_in_the_words_that_the_engine_knows() {
    let log = |refused: &str| {
        engine(&format!(
            "case $line in newgame*) echo 'Base;NotStarted;White[1]';; {refused}) echo 'err what';; \
             bestmove*) echo \"$line\" >&2; echo wA1;; esac; echo ok"
        ))
    };
    let half = Effort::Time(Duration::from_millis(500));
    for (refused, asked) in [
        ("never", "bestmove time 00:00:00.500"),
        ("*00.500", "bestmove seconds 0.5"),
        ("*00.500|*seconds*", "bestmove time 00:00:01"),
    ] {
        let mut client = log(refused);
        client.new_game(&Game::new(GameType::BASE)).unwrap();
        for number in 1..=2 {
            client.best_move(half, &StopToken::new()).unwrap();
            while client.complaints().lines().count() < number {
                std::thread::yield_now();
            }
        }
        assert_eq!(client.complaints(), format!("{asked}\n{asked}"));
    }
    let mut client = log("*clock*");
    client.new_game(&Game::new(GameType::BASE)).unwrap();
    let clock = Effort::Clock { remaining: Duration::from_secs(50), increment: Duration::ZERO };
    client.best_move(clock, &StopToken::new()).unwrap();
    while client.complaints().is_empty() {
        std::thread::yield_now();
    }
    assert_eq!(client.complaints(), "bestmove time 00:00:02");
}

#[test]
fn a_question_can_be_abandoned() {
    let mut client = engine(
        "case $line in newgame*) echo 'Base;NotStarted;White[1]'; echo ok;; bestmove*) exec sleep 1000;; esac",
    );
    client.new_game(&Game::new(GameType::BASE)).unwrap();
    let stop = StopToken::new();
    stop.stop();
    let error = client.best_move(Effort::Depth(5), &stop).unwrap_err();
    assert!(matches!(error, ClientError::Stopped) && error.is_fatal());
}

#[test]
fn dropping_the_client_ends_the_engine() {
    for body in ["if [ \"$line\" = exit ]; then exit 0; fi; echo ok", "trap '' TERM; sleep 1000"] {
        let client = engine(body);
        let id = client.process_id();
        assert!(is_running(id));
        drop(client);
        assert!(!is_running(id), "{body}");
    }
}
