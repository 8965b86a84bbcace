//! The table of commands, cell by cell, and its laws.

mod laws;
mod table;

use skep_rules::{ByColor, Color, GameType, RuleSet};

use super::super::{Action, Actor, Change, Command, Ctx, GameState, Player, Rejection, Source};
use crate::domain::ids::{CmdId, GameId, Level, UserId};
use crate::domain::terms::{Clock, Terms, Visibility};
use crate::domain::time::Ms;

/// When the games of these tests begin.
const START: Ms = Ms(1_794_770_000_000);

fn terms(clock: Clock) -> Terms {
    Terms { clock, rules: RuleSet::new(GameType::BASE_MLP), rated: false, visibility: Visibility::Public }
}

const BLITZ: Clock = Clock::Fischer { base: Ms::seconds(180), increment: Ms::seconds(2) };

fn people() -> ByColor<Player> {
    let player = |user| Player { user: UserId(user), rating: None };
    ByColor { white: player(1001), black: player(1002) }
}

fn against_computer() -> ByColor<Player> {
    let level = Level::new(3).expect("there are eight levels");
    ByColor { black: Player { user: UserId::computer(level), rating: None }, ..people() }
}

/// A game with a clock that the test turns by hand.
struct Table {
    state: GameState,
    now: Ms,
    ctx: Ctx,
}

impl Table {
    fn new(terms: Terms, players: ByColor<Player>) -> Table {
        let id = GameId::from_random(1);
        let state = GameState::create(id, terms, players, Source::Challenge, START).state;
        let ctx = Ctx { takeback_allowed: true, fresh: Some(GameId::from_random(2)), ..Ctx::system(START) };
        Table { state, now: START, ctx }
    }

    fn wait(&mut self, ms: i64) -> &mut Table {
        self.now = self.now + Ms(ms);
        self
    }

    fn command(&mut self, by: Actor, command: Command) -> Result<Change, Rejection> {
        let ctx = Ctx { received_at: self.now, applied_at: self.now, ..self.ctx.clone() };
        let change = self.state.apply(by, &command, &ctx)?;
        self.state = change.next.clone();
        Ok(change)
    }

    fn act(&mut self, seat: Color, action: Action) -> Result<Change, Rejection> {
        self.command(Actor::Seat(seat), Command::Act(action))
    }

    fn play(&mut self, text: &str) -> Result<Change, Rejection> {
        let (seat, ply) = (self.state.turn(), self.state.ply());
        self.command(Actor::Seat(seat), Command::Play { ply, text: text.to_owned(), think: None })
    }

    fn line(&mut self, moves: &[&str]) -> &mut Table {
        for text in moves {
            self.play(text).expect("a legal move");
        }
        self
    }
}

/// Two moves each: the game is under way.
const OPENING: [&str; 4] = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];

fn playing() -> Table {
    let mut table = Table::new(terms(BLITZ), people());
    table.line(&OPENING);
    table
}

fn cmd(text: &str) -> Option<CmdId> {
    Some(CmdId::parse(text).expect("an id"))
}
