//! What holds whatever the players, strangers and clocks do.

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use skep_rules::{ByColor, Color};
use skep_testkit::config;

use super::super::super::event::{EventKind, Offer, RematchStep};
use super::super::super::{Action, Actor, Change, Command, GameState, Outcome, Rematch, Score, Status};
use super::{BLITZ, START, Table, against_computer, people, terms};
use crate::domain::terms::Clock;
use crate::domain::time::Ms;

/// Something happens.
#[derive(Clone, Debug)]
enum Deed {
    /// The side to move plays one of its moves.
    Play { pick: u64, think: Option<u32> },
    /// Somebody sends some text for some ply.
    Nonsense { black: bool, ply: u16, text: String },
    /// A player does something.
    Act { black: bool, action: Action },
    /// Somebody looks at the clock.
    Tick,
    /// The server was away.
    Credit(i64),
    /// Time passes.
    Wait(i64),
    /// The opponent goes or comes back.
    Absent(Option<u32>),
    /// A moderator decides.
    Adjudicate,
}

fn deed() -> impl Strategy<Value = Deed> {
    let action = (0..Action::ALL.len()).prop_map(|at| Action::ALL[at]);
    prop_oneof![
        30 => (any::<u64>(), any::<Option<u32>>()).prop_map(|(pick, think)| Deed::Play { pick, think }),
        2 => (any::<bool>(), 0..60_u16, ".{0,12}")
            .prop_map(|(black, ply, text)| Deed::Nonsense { black, ply, text }),
        8 => (any::<bool>(), action).prop_map(|(black, action)| Deed::Act { black, action }),
        3 => Just(Deed::Tick),
        1 => (-10_000_i64..60_000).prop_map(Deed::Credit),
        12 => prop_oneof![10 => 0_i64..8000, 1 => 0_i64..200_000].prop_map(Deed::Wait),
        1 => any::<Option<u32>>().prop_map(Deed::Absent),
        1 => Just(Deed::Adjudicate),
    ]
}

fn seat(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// What somebody knows who has only heard the events.
#[derive(Clone, PartialEq, Debug)]
struct Listener {
    moves: Vec<String>,
    left: ByColor<Ms>,
    turn_at: Ms,
    draw: Option<Color>,
    takeback: Option<Color>,
    rematch: Rematch,
    outcome: Option<Outcome>,
}

impl Listener {
    fn of(state: &GameState) -> Listener {
        Listener {
            moves: state.line.move_texts().map(str::to_owned).collect(),
            left: state.left,
            turn_at: state.turn_at,
            draw: state.draw_offer,
            takeback: state.takeback_offer,
            rematch: state.rematch.clone(),
            outcome: state.outcome(),
        }
    }

    fn hear(&mut self, change: &Change) {
        for event in &change.events {
            match &event.kind {
                EventKind::Created => {}
                EventKind::Moved { ply, text, left, .. } => {
                    assert_eq!(usize::from(*ply), self.moves.len());
                    self.moves.push(text.clone());
                    (self.left, self.turn_at) = (*left, event.at);
                }
                EventKind::Passed { ply, left } => {
                    assert_eq!(usize::from(*ply), self.moves.len());
                    self.moves.push("pass".to_owned());
                    (self.left, self.turn_at) = (*left, event.at);
                }
                EventKind::Offered(Offer::Draw) => self.draw = event.seat,
                EventKind::Offered(Offer::Takeback) => self.takeback = event.seat,
                EventKind::OfferEnded(Offer::Draw, _) => self.draw = None,
                EventKind::OfferEnded(Offer::Takeback, _) => self.takeback = None,
                EventKind::TakenBack { ply, left } => {
                    self.moves.truncate((*ply).into());
                    self.takeback = None;
                    (self.left, self.turn_at) = (*left, event.at);
                }
                EventKind::Clock { credit } => self.turn_at = self.turn_at + *credit,
                EventKind::Ended { outcome, .. } => {
                    self.outcome = Some(*outcome);
                    (self.draw, self.takeback) = (None, None);
                }
                EventKind::Rematch(RematchStep::Offered) => {
                    self.rematch = event.seat.map_or(Rematch::None, Rematch::Offered);
                }
                EventKind::Rematch(RematchStep::Declined) => self.rematch = Rematch::None,
                EventKind::Rematch(RematchStep::Game(id)) => self.rematch = Rematch::Game(id.clone()),
            }
        }
    }

    /// A flag that fell is heard of in the end of the game, not as a number.
    fn agrees(&self, state: &GameState) {
        let mut known = self.clone();
        if state.outcome().is_some() {
            known.left = state.left;
        }
        assert_eq!(known, Listener::of(state));
    }
}

fn check_change(before: &GameState, change: &Change) {
    let after = &change.next;
    assert_eq!(change.expected, before.version);
    assert_eq!(after.version.0 - before.version.0, change.events.len() as i64, "a number for each event");
    for (at, event) in change.events.iter().enumerate() {
        assert_eq!(event.version.0, before.version.0 + 1 + at as i64);
    }
    if change.events.is_empty() {
        assert_eq!(before, after, "no event, no change");
    }
    assert!((before.version..=after.version).contains(&change.answer));
    let commands = change.events.iter().filter(|event| event.cmd.is_some());
    assert!(commands.count() <= 1, "one event carries the id");
    let ends = before.outcome().is_none() && after.outcome().is_some();
    assert_eq!(change.finish.is_some(), ends);
    if let (Some(finish), Some(outcome)) = (change.finish, after.outcome()) {
        assert_eq!(finish.outcome, outcome);
        assert!(finish.rated.is_none() || after.terms.rated && outcome.score != Score::None);
    }
    if before.outcome().is_some() {
        assert_eq!(after.line, before.line);
        assert_eq!(after.left, before.left);
        assert!(after.outcome().is_some(), "over is over");
    }
    assert!(change.rematch.is_none() || before.outcome().is_some());
}

fn check_state(state: &GameState, most: ByColor<Ms>) {
    assert_eq!(state.deadline_at.is_some(), state.outcome().is_none(), "a deadline exactly while it runs");
    assert_eq!(state.ended_at.is_some(), state.outcome().is_some());
    for color in Color::ALL {
        assert!((Ms::ZERO..=most[color]).contains(&state.left[color]), "{:?} of {most:?}", state.left);
        let quota = state.lag_quota[color].0;
        assert!((0..=2000).contains(&quota));
    }
    match state.status {
        Status::Opening => assert!(state.ply() < 2),
        Status::Playing => assert!(state.ply() >= 2),
        Status::Ended(_) => assert_eq!((state.draw_offer, state.takeback_offer), (None, None)),
    }
    assert_eq!(state.line.move_texts().count(), usize::from(state.ply()));
    assert_eq!(state.line.time_values().count(), usize::from(state.ply()));
    if state.outcome().is_none() {
        assert!(state.line.end().is_none());
        assert!(!state.line.must_pass(), "the server has passed");
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn whatever_happens(
        clock in prop_oneof![
            4 => Just(BLITZ),
            1 => Just(Clock::Correspondence { per_move: Ms::days(1) }),
            1 => Just(Clock::Untimed),
        ],
        computer in any::<bool>(),
        rated in any::<bool>(),
        rtt in any::<Option<u8>>(),
        takeback in any::<bool>(),
        deeds in proptest::collection::vec(deed(), 1..160),
    ) {
        let players = if computer { against_computer() } else { people() };
        let rated = rated && clock != Clock::Untimed;
        let mut table = Table::new(super::Terms { rated, ..terms(clock) }, players);
        table.ctx.rtt = rtt.map(|rtt| Ms(i64::from(rtt) * 8));
        table.ctx.takeback_allowed = takeback;
        let mut listener = Listener::of(&table.state);
        let mut most = table.state.left;
        let mut number = 0;
        for deed in deeds {
            let (by, command) = match deed {
                Deed::Wait(ms) => {
                    table.wait(ms);
                    continue;
                }
                Deed::Absent(absent) => {
                    table.ctx.absent = absent.map(|ms| Ms(ms.into()));
                    continue;
                }
                Deed::Play { pick, think } => {
                    let moves = table.state.line.position().legal_moves();
                    let Some(mv) = moves.get((pick % 64) as usize % moves.len().max(1)) else { continue };
                    let text = mv.to_uhp(table.state.line.position());
                    let (ply, think) = (table.state.ply(), think.map(|ms| Ms(ms.into())));
                    (Actor::Seat(table.state.turn()), Command::Play { ply, text, think })
                }
                Deed::Nonsense { black, ply, text } => {
                    (Actor::Seat(seat(black)), Command::Play { ply, text, think: None })
                }
                Deed::Act { black, action } => (Actor::Seat(seat(black)), Command::Act(action)),
                Deed::Tick => (Actor::System, Command::Tick),
                Deed::Credit(ms) => (Actor::System, Command::Credit(Ms(ms))),
                Deed::Adjudicate => (Actor::Moderator, Command::Adjudicate(Score::Draw)),
            };
            number += 1;
            table.ctx.cmd = super::cmd(&format!("c{number:04}"));
            let before = table.state.clone();
            let mover = before.turn();
            match table.command(by, command) {
                Err(_) => assert_eq!(table.state, before, "a refusal changes nothing"),
                Ok(change) => {
                    check_change(&before, &change);
                    if change.events.iter().any(|event| matches!(event.kind, EventKind::Moved { .. })) {
                        most[mover] = most[mover] + clock.increment();
                    }
                    listener.hear(&change);
                    listener.agrees(&table.state);
                    check_state(&table.state, most);
                }
            }
            assert!(table.state.created_at == START);
        }
    }
}
