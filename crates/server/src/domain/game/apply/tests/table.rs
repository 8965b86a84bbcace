//! The table of commands, cell by cell.

use skep_rules::{Color, GameType, RuleSet};

use super::super::super::event::{OfferEnd, RematchStep};
use super::super::super::{
    Action, Actor, Change, Command, EventKind, Offer, Outcome, Reason, Rejection, Rematch, Score, Status,
};
use super::{BLITZ, OPENING, START, Table, against_computer, cmd, people, playing, terms};
use crate::domain::ids::{GameId, Version};
use crate::domain::terms::{Clock, Terms};
use crate::domain::time::{Ms, Speed};

use Color::{Black, White};

fn kinds(change: &Change) -> Vec<EventKind> {
    change.events.iter().map(|event| event.kind.clone()).collect()
}

fn ended(score: Score, reason: Reason) -> EventKind {
    EventKind::Ended { outcome: Outcome { score, reason }, ratings: None }
}

#[test]
fn first_moves_are_free_and_then_the_clock_runs() {
    let mut table = Table::new(terms(BLITZ), people());
    assert_eq!(table.state.deadline_at, Some(START + Ms::seconds(30)));
    table.wait(20_000).play("wS1").expect("legal");
    assert_eq!(table.state.status, Status::Opening);
    assert_eq!(table.state.deadline_at, Some(START + Ms::seconds(50)));
    table.wait(20_000).play("bS1 wS1-").expect("legal");
    assert_eq!(table.state.status, Status::Playing);
    assert_eq!(table.state.left.white, Ms::seconds(180));
    table.wait(5_000).play("wQ -wS1").expect("legal");
    assert_eq!(table.state.left.white, Ms::seconds(180 - 5 + 2));
    assert_eq!(table.state.left.black, Ms::seconds(180));
    assert_eq!(table.state.turn_at, table.now);
    // The quota of the network (2 x 500, at most a second) is part of the deadline.
    assert_eq!(table.state.deadline_at, Some(table.now + Ms::seconds(181)));
    assert_eq!(table.state.line.times(), "2000,2000,500");
}

#[test]
fn no_first_move_no_game() {
    let mut table = Table::new(Terms { rated: true, ..terms(BLITZ) }, people());
    let early = table.wait(30_000).command(Actor::System, Command::Tick).expect("a tick is always right");
    assert!(early.events.is_empty());
    let late = table.wait(1).command(Actor::System, Command::Tick).expect("a tick is always right");
    assert_eq!(kinds(&late), [ended(Score::None, Reason::NoStart)]);
    assert_eq!(late.finish.map(|finish| finish.rated), Some(None));
    assert_eq!(table.state.deadline_at, None);
    let again = table.command(Actor::System, Command::Tick).expect("a tick is always right");
    assert!(again.events.is_empty());
}

#[test]
fn time_runs_out_with_and_without_a_message() {
    for (by, reply) in [(White, Some(Rejection::Flagged)), (Black, Some(Rejection::GameOver))] {
        let mut table = playing();
        let command = Command::Play { ply: 4, text: "wA1 -wQ".to_owned(), think: None };
        let change = table.wait(200_000).command(Actor::Seat(by), command).expect("ends the game");
        assert_eq!(kinds(&change), [ended(Score::Win(Black), Reason::Timeout)]);
        assert_eq!(change.refusal, reply);
        assert_eq!(table.state.left.white, Ms::ZERO);
    }
    let mut table = Table::new(Terms { rated: true, ..terms(BLITZ) }, people());
    table.line(&OPENING).wait(200_000);
    let change = table.command(Actor::System, Command::Tick).expect("a tick is always right");
    assert_eq!(change.finish.and_then(|finish| finish.rated), Some(Speed::Blitz));
    // Resigning after the flag fell does not choose the reason.
    let mut table = playing();
    let change = table.wait(200_000).act(White, Action::Resign).expect("ends the game");
    assert_eq!(kinds(&change), [ended(Score::Win(Black), Reason::Timeout)]);
    assert_eq!(change.refusal, Some(Rejection::GameOver));
}

#[test]
fn a_move_is_lost_when_the_time_is_used_up_before_the_deadline() {
    // The deadline allows for lag that this move does not have.
    let mut table = playing();
    let left = table.state.left.white;
    let change = table.wait(left.0).play("wA1 -wQ").expect("ends the game");
    assert_eq!(change.refusal, Some(Rejection::Flagged));
    let mut table = playing();
    let change = table.wait(left.0 - 1).play("wA1 -wQ").expect("in time");
    assert_eq!(change.refusal, None);
    assert_eq!(table.state.left.white, Ms(1) + Ms::seconds(2));
}

#[test]
fn lag_is_given_back() {
    let mut table = playing();
    table.ctx.rtt = Some(Ms(80));
    let command = Command::Play { ply: 4, text: "wA1 -wQ".to_owned(), think: Some(Ms(3000)) };
    let before = table.state.left.white;
    table.wait(3080).command(Actor::Seat(White), command).expect("in time");
    assert_eq!(table.state.left.white, before - Ms(3000) + Ms::seconds(2));
}

#[test]
fn moves_are_checked_in_order() {
    let mut table = playing();
    let mut play = |seat, ply, text: &str| {
        let command = Command::Play { ply, text: text.to_owned(), think: None };
        table.command(Actor::Seat(seat), command).map(|change| change.events.len())
    };
    assert_eq!(play(White, 3, "wA1 -wQ"), Err(Rejection::Stale));
    assert_eq!(play(Black, 5, "wA1 -wQ"), Err(Rejection::Stale));
    assert_eq!(play(Black, 4, "bA1 bQ-"), Err(Rejection::NotYourTurn));
    for illegal in ["", "pass", "wA2 -wQ", "bA1 bQ-", "wA1", "wQ1 -wS1", "nonsense", "wA1 -wQ;wA2", "é"] {
        assert!(matches!(play(White, 4, illegal), Err(Rejection::Illegal(_))), "{illegal}");
    }
    assert!(matches!(play(White, 4, &"w".repeat(4000)), Err(Rejection::Illegal(_))));
    assert_eq!(play(White, 4, "WA1 -wq"), Ok(1));
    assert_eq!(table.state.line.moves().rsplit(';').next(), Some("wA1 -wQ"));

    let base = Terms { rules: RuleSet::new(GameType::BASE), ..terms(BLITZ) };
    let mut table = Table::new(base, people());
    assert!(matches!(table.play("wM"), Err(Rejection::Illegal(_))));
    assert!(matches!(table.play("wQ"), Err(Rejection::Illegal(_))));
}

#[test]
fn draws_are_offered_and_answered() {
    let mut table = Table::new(terms(BLITZ), people());
    assert_eq!(table.act(White, Action::Draw), Err(Rejection::TooEarly));
    assert_eq!(table.act(White, Action::DrawNo), Err(Rejection::NoOffer));
    let mut table = playing();
    assert_eq!(table.act(White, Action::DrawNo), Err(Rejection::NoOffer));
    let offer = table.act(White, Action::Draw).expect("allowed");
    assert_eq!(kinds(&offer), [EventKind::Offered(Offer::Draw)]);
    assert!(table.act(White, Action::Draw).expect("no harm").events.is_empty());
    let no = table.act(Black, Action::DrawNo).expect("there is one");
    assert_eq!(kinds(&no), [EventKind::OfferEnded(Offer::Draw, OfferEnd::Declined)]);
    assert_eq!(table.act(White, Action::Draw), Err(Rejection::TooSoon));
    table.act(Black, Action::Draw).expect("the other may");
    let agreed = table.act(White, Action::Draw).expect("accepts");
    assert_eq!(kinds(&agreed), [ended(Score::Draw, Reason::Agreement)]);
    assert_eq!(table.act(White, Action::Draw), Err(Rejection::GameOver));
    assert_eq!(table.state.draw_offer, None);
}

#[test]
fn offers_lapse_with_the_answer_on_the_board() {
    let mut table = playing();
    table.act(White, Action::Draw).expect("allowed");
    let own = table.play("wA1 -wQ").expect("legal");
    assert_eq!(own.events.len(), 1, "an offer goes with the move that follows it");
    table.ctx.cmd = cmd("abcd");
    let answer = table.play("bA1 bQ-").expect("legal");
    assert_eq!(kinds(&answer)[0], EventKind::OfferEnded(Offer::Draw, OfferEnd::Lapsed));
    assert_eq!(answer.events[0].cmd, None);
    assert_eq!(answer.events[1].cmd, cmd("abcd"));
    assert_eq!(answer.answer, answer.events[1].version);
    assert_eq!(answer.next.version, answer.events[1].version);
}

#[test]
fn moves_are_taken_back_when_granted() {
    let mut table = playing();
    table.ctx.takeback_allowed = false;
    assert_eq!(table.act(White, Action::Takeback), Err(Rejection::NotAllowed));
    table.ctx.takeback_allowed = true;
    table.act(White, Action::Takeback).expect("allowed");
    let version = table.state.version;
    let change = table.wait(500).act(Black, Action::Takeback).expect("grants");
    assert_eq!(table.state.ply(), 2);
    assert_eq!(table.state.line.moves(), "wS1;bS1 wS1-");
    assert_eq!(table.state.version, Version(version.0 + 1));
    assert_eq!(table.state.turn_at, table.now);
    assert_eq!(change.engine, None);
    assert_eq!(table.state.takeback_offer, None);
    table.line(&["wA1 -wS1"]).act(Black, Action::Takeback).expect("allowed");
    let no = table.act(Black, Action::TakebackNo).expect("withdrawn");
    assert_eq!(kinds(&no), [EventKind::OfferEnded(Offer::Takeback, OfferEnd::Withdrawn)]);
    let mut table = Table::new(terms(BLITZ), people());
    table.line(&OPENING[..1]);
    assert_eq!(table.act(White, Action::Takeback), Err(Rejection::TooEarly));
}

#[test]
fn the_computer_is_called_and_obliging() {
    let mut table = Table::new(terms(Clock::Untimed), against_computer());
    let change = table.play("wS1").expect("legal");
    assert_eq!(change.engine.map(|level| level.number()), Some(3));
    assert_eq!(table.play("bS1 wS1-").expect("legal").engine, None);
    table.line(&["wQ -wS1"]);
    let taken = table.act(White, Action::Takeback).expect("at once");
    assert!(matches!(taken.events[0].kind, EventKind::TakenBack { ply: 2, .. }));
    assert_eq!(taken.engine, None);
    let offer = table.act(White, Action::Draw).expect("asked");
    assert_eq!(offer.events.len(), 2, "declines at once");
    table.act(White, Action::Resign).expect("allowed");
    let again = table.act(White, Action::Rematch).expect("at once");
    let game = again.rematch.expect("a game");
    assert_eq!(game.engine.map(|level| level.number()), Some(3), "colors change");
}

#[test]
fn games_are_resigned_aborted_and_claimed() {
    let mut table = Table::new(terms(BLITZ), people());
    assert_eq!(table.act(Black, Action::Resign), Err(Rejection::TooEarly));
    assert_eq!(table.act(Black, Action::ClaimWin), Err(Rejection::TooEarly));
    let abort = table.act(Black, Action::Abort).expect("nothing has happened yet");
    assert_eq!(kinds(&abort), [ended(Score::None, Reason::Aborted)]);

    let mut table = playing();
    assert_eq!(table.act(White, Action::Abort), Err(Rejection::TooLate));
    let resign = table.act(Black, Action::Resign).expect("also on the other's turn");
    assert_eq!(kinds(&resign), [ended(Score::Win(White), Reason::Resignation)]);

    let mut table = playing();
    assert_eq!(table.act(White, Action::ClaimWin), Err(Rejection::NotAbsent));
    table.ctx.absent = Some(Ms(29_999));
    assert_eq!(table.act(White, Action::ClaimDraw), Err(Rejection::NotAbsent));
    table.ctx.left_on_purpose = true;
    let claim = table.act(White, Action::ClaimWin).expect("gone");
    assert_eq!(kinds(&claim), [ended(Score::Win(White), Reason::Abandonment)]);

    let mut table = Table::new(terms(Clock::Correspondence { per_move: Ms::days(1) }), people());
    table.line(&OPENING).ctx.absent = Some(Ms::days(1));
    assert_eq!(table.act(White, Action::ClaimWin), Err(Rejection::NotAllowed));
}

#[test]
fn rematches_need_both() {
    let mut table = playing();
    assert_eq!(table.act(White, Action::Rematch), Err(Rejection::TooEarly));
    table.act(Black, Action::Resign).expect("allowed");
    assert_eq!(table.act(White, Action::RematchNo), Err(Rejection::NoOffer));
    table.act(White, Action::Rematch).expect("asks");
    assert!(table.act(White, Action::Rematch).expect("asks again").events.is_empty());
    table.act(Black, Action::RematchNo).expect("declines");
    assert_eq!(table.state.rematch, Rematch::None);
    table.ctx.blocked = true;
    assert_eq!(table.act(White, Action::Rematch), Err(Rejection::Blocked));
    table.ctx.blocked = false;
    table.act(Black, Action::Rematch).expect("asks");
    let change = table.act(White, Action::Rematch).expect("accepts");
    let id = GameId::from_random(2);
    assert_eq!(kinds(&change), [EventKind::Rematch(RematchStep::Game(id.clone()))]);
    let game = change.rematch.expect("a game");
    assert_eq!(game.state.players.white, table.state.players.black);
    assert_eq!(game.state.terms, table.state.terms);
    assert_eq!(table.state.rematch, Rematch::Game(id));
    let again = table.act(Black, Action::Rematch).expect("the same");
    assert!(again.events.is_empty() && again.rematch.is_none());

    let mut table = playing();
    table.act(Black, Action::Resign).expect("allowed");
    assert_eq!(table.wait(600_001).act(White, Action::Rematch), Err(Rejection::TooLate));
}

#[test]
fn slow_games_run_out_too() {
    let mut table = Table::new(terms(Clock::Correspondence { per_move: Ms::days(2) }), people());
    table.line(&OPENING).wait(Ms::days(2).0);
    assert!(table.command(Actor::System, Command::Tick).expect("ticks").events.is_empty());
    let change = table.wait(1).command(Actor::System, Command::Tick).expect("ticks");
    assert_eq!(kinds(&change), [ended(Score::Win(Black), Reason::Timeout)]);

    let mut table = Table::new(terms(Clock::Untimed), people());
    table.line(&OPENING).wait(Ms::days(14).0 + 1);
    let change = table.command(Actor::System, Command::Tick).expect("ticks");
    assert_eq!(kinds(&change), [ended(Score::None, Reason::Expired)]);
}

#[test]
fn credit_moves_everything_later() {
    let mut table = playing();
    let deadline = table.state.deadline_at.expect("it runs");
    table.wait(500_000);
    let credit = Command::Credit(Ms(500_000));
    assert_eq!(table.command(Actor::Seat(White), credit.clone()), Err(Rejection::Forbidden));
    table.command(Actor::System, credit).expect("the server may");
    assert_eq!(table.state.deadline_at, Some(deadline + Ms(500_000)));
    assert_eq!(table.play("wA1 -wQ").expect("in time").refusal, None);
    // A clock that was wrong the other way.
    table.command(Actor::System, Command::Credit(Ms(-1000))).expect("the server may");
}

#[test]
fn moderators_decide() {
    let mut table = playing();
    let decide = |score| Command::Adjudicate(score);
    assert_eq!(table.command(Actor::Seat(White), decide(Score::Draw)), Err(Rejection::Forbidden));
    assert_eq!(table.command(Actor::System, decide(Score::Draw)), Err(Rejection::Forbidden));
    table.command(Actor::Moderator, decide(Score::Win(White))).expect("decides");
    assert_eq!(table.command(Actor::Moderator, decide(Score::Win(White))), Err(Rejection::GameOver));
    let change = table.command(Actor::Moderator, decide(Score::None)).expect("decides otherwise");
    assert_eq!(change.finish, None, "ratings are left alone");
}

#[test]
fn repetition_is_a_draw() {
    let mut table = playing();
    let mut last = None;
    for _ in 0..3 {
        for text in ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"] {
            if table.state.outcome().is_none() {
                last = Some(table.play(text).expect("legal"));
            }
        }
    }
    let last = last.expect("moves were played");
    assert_eq!(kinds(&last).last(), Some(&ended(Score::Draw, Reason::Repetition)));
    assert_eq!(table.state.ply(), 12);
}
