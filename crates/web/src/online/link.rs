//! The line to the server: greets, listens again after a break, sends again what was not answered, and knows by how
//! much the server's clock differs.

use std::collections::VecDeque;

use skep_wire::client::Channel;
use skep_wire::{ClientMsg, GameId, PROTO, ServerMsg};

use crate::clock::Millis;

/// Quiet for so long: ask whether anybody is there.
const SILENCE: Millis = 10_000;
/// No answer for so long: nobody is.
const PATIENCE: Millis = 5_000;
/// A socket that does not open for so long never will.
const OPENING: Millis = 10_000;
/// A command that the server could not save is sent again after so long.
const AGAIN: Millis = 1_000;
/// The waits between attempts, longer each time.
const WAITS: [Millis; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// How the line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody wants it.
    Off,
    /// It is being opened.
    Opening,
    /// Open and greeted.
    Up,
    /// It broke; another attempt comes.
    Down,
    /// The server does not want this client, and another attempt would not help.
    Refused(Refusal),
}

/// Why the server hung up for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The session is gone: sign in again.
    Session,
    /// This version of the app is too old.
    Version,
    /// The page does not come from the server.
    Origin,
}

/// What the owner of the socket has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open a socket.
    Open,
    /// Close it.
    Close,
    /// Send this text.
    Send(String),
}

/// What came out of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// Something for whoever listens.
    Message(Box<ServerMsg>),
    /// A request that must not be sent twice was on its way when the line broke: nobody knows what became of it.
    Lost(u32),
}

/// Something to listen to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Topic {
    channel: Channel,
    game: Option<GameId>,
    /// The last version seen, so that only what came after it is sent.
    version: Option<i64>,
}

#[derive(Clone, Debug)]
struct Command {
    n: u32,
    message: ClientMsg,
    /// When to send it again.
    again: Option<Millis>,
}

/// See the module.
#[derive(Debug)]
pub struct Link {
    state: State,
    orders: VecDeque<Order>,
    topics: Vec<Topic>,
    commands: Vec<Command>,
    next_n: u32,
    attempts: usize,
    retry_at: Millis,
    /// When the present state began, or something was last heard.
    heard_at: Millis,
    pinged_at: Option<Millis>,
    /// Server's clock minus ours, with the round trip it was measured over.
    offset: Option<(i64, Millis)>,
}

impl Default for Link {
    fn default() -> Link {
        Link {
            state: State::Off,
            orders: VecDeque::new(),
            topics: Vec::new(),
            commands: Vec::new(),
            next_n: 1,
            attempts: 0,
            retry_at: 0,
            heard_at: 0,
            pinged_at: None,
            offset: None,
        }
    }
}

impl Link {
    /// How the line is.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// What is to be done next, if anything.
    pub fn order(&mut self) -> Option<Order> {
        self.orders.pop_front()
    }

    /// Whether every request has been answered.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.commands.is_empty()
    }

    /// The server's clock at a moment of ours.
    #[must_use]
    pub fn server_time(&self, now: Millis) -> i64 {
        to_signed(now) + self.offset.map_or(0, |(offset, _)| offset)
    }

    /// The line is wanted: opens it, or does not wait any longer.
    pub fn connect(&mut self, now: Millis) {
        match self.state {
            State::Off | State::Refused(_) | State::Down => self.open(now),
            State::Opening | State::Up => {}
        }
    }

    /// The line is not wanted any more, or belongs to somebody else from now on.
    pub fn hang_up(&mut self) {
        if matches!(self.state, State::Opening | State::Up) {
            self.orders.push_back(Order::Close);
        }
        self.state = State::Off;
        self.commands.clear();
    }

    fn open(&mut self, now: Millis) {
        self.state = State::Opening;
        self.heard_at = now;
        self.orders.push_back(Order::Open);
    }

    /// The socket is open.
    pub fn opened(&mut self, now: Millis) {
        self.heard_at = now;
        let client = concat!("web/", env!("CARGO_PKG_VERSION")).to_owned();
        self.post(&ClientMsg::Hello { proto: PROTO, client });
    }

    /// The socket has closed, with the code that the server gave. `chance` from 0 to 1 keeps a crowd from coming
    /// back all at once.
    pub fn closed(&mut self, code: u16, now: Millis, chance: f64) -> Vec<Heard> {
        if self.state == State::Off {
            return Vec::new();
        }
        self.pinged_at = None;
        let refusal = match code {
            4401 => Some(Refusal::Session),
            4403 => Some(Refusal::Origin),
            4426 => Some(Refusal::Version),
            _ => None,
        };
        if let Some(refusal) = refusal {
            self.state = State::Refused(refusal);
        } else {
            // Too many messages: the longest wait.
            let step = if code == 4429 { WAITS.len() - 1 } else { self.attempts };
            let wait = WAITS[step.min(WAITS.len() - 1)] as f64 * (0.5 + chance.clamp(0.0, 1.0));
            self.attempts += 1;
            self.retry_at = now + wait as Millis;
            self.state = State::Down;
        }
        // What carries a name of its own is safe to send again; the rest may or may not have arrived.
        let (again, lost): (Vec<Command>, Vec<Command>) =
            self.commands.drain(..).partition(|command| is_repeatable(&command.message));
        self.commands = again;
        lost.into_iter().map(|command| Heard::Lost(command.n)).collect()
    }

    /// Time passes. To be called every second or so.
    pub fn tick(&mut self, now: Millis) {
        match self.state {
            State::Down if now >= self.retry_at => self.open(now),
            State::Opening if now >= self.heard_at + OPENING => self.orders.push_back(Order::Close),
            State::Up => {
                let due: Vec<ClientMsg> = self
                    .commands
                    .iter_mut()
                    .filter(|command| command.again.is_some_and(|again| again <= now))
                    .map(|command| {
                        command.again = None;
                        command.message.clone()
                    })
                    .collect();
                due.iter().for_each(|message| self.post(message));
                match self.pinged_at {
                    Some(at) if now >= at + PATIENCE => self.orders.push_back(Order::Close),
                    None if now >= self.heard_at + SILENCE => self.ping(now),
                    _ => {}
                }
            }
            State::Off | State::Opening | State::Down | State::Refused(_) => {}
        }
    }

    /// The network is back, or the page is looked at again: no more waiting, and no trust in an old silence.
    pub fn wake(&mut self, now: Millis) {
        match self.state {
            State::Down => self.open(now),
            State::Up if self.pinged_at.is_none() => self.ping(now),
            _ => {}
        }
    }

    fn ping(&mut self, now: Millis) {
        self.pinged_at = Some(now);
        self.post(&ClientMsg::Ping { c: to_signed(now) });
    }

    /// A message came.
    pub fn heard(&mut self, text: &str, now: Millis) -> Vec<Heard> {
        self.heard_at = now;
        self.pinged_at = None;
        // A later server may say things that we do not know; they are no reason to hang up.
        let Ok(mut message) = serde_json::from_str::<ServerMsg>(text) else { return Vec::new() };
        match &mut message {
            ServerMsg::Welcome { now: server, .. } => {
                self.offset.get_or_insert((*server - to_signed(now), Millis::MAX));
                self.greeted(now);
            }
            ServerMsg::Pong { c, now: server } => self.measure(*c, *server, now),
            ServerMsg::Ok { n, .. } => self.commands.retain(|command| command.n != *n),
            ServerMsg::Err { n: Some(n), retry: retry @ true, .. } => {
                let repeated = self.commands.iter_mut().find(|command| command.n == *n);
                if let Some(command) = repeated.filter(|command| is_repeatable(&command.message)) {
                    command.again = Some(now + AGAIN);
                } else {
                    // Nobody sends it again, so whoever waits for the answer has it now.
                    *retry = false;
                    self.commands.retain(|command| command.n != *n);
                }
            }
            ServerMsg::Err { n: Some(n), .. } => self.commands.retain(|command| command.n != *n),
            _ => {}
        }
        vec![Heard::Message(Box::new(message))]
    }

    fn greeted(&mut self, now: Millis) {
        self.state = State::Up;
        self.attempts = 0;
        for topic in self.topics.clone() {
            self.listen(&topic);
        }
        for command in self.commands.clone() {
            self.post(&command.message);
        }
        self.ping(now);
    }

    /// The shortest round trip tells the time best; a longer one is believed only when the two are far apart.
    fn measure(&mut self, sent: i64, server: i64, now: Millis) {
        let trip = to_signed(now).saturating_sub(sent).max(0);
        let offset = server - sent - trip / 2;
        let trip = trip.unsigned_abs();
        let better =
            self.offset.is_none_or(|(known, best)| trip <= best || known.abs_diff(offset) > best.max(trip));
        if better {
            self.offset = Some((offset, trip));
        }
    }

    /// Sends a request; its answer has the number that is returned.
    pub fn ask(&mut self, message: impl FnOnce(u32) -> ClientMsg) -> u32 {
        let n = self.take_number();
        let message = message(n);
        if self.state == State::Up {
            self.post(&message);
        }
        self.commands.push(Command { n, message, again: None });
        n
    }

    /// The number that the next request will have.
    #[must_use]
    pub fn next_number(&self) -> u32 {
        self.next_n
    }

    /// Says something that has no answer, if anybody is there to hear it.
    pub fn tell(&mut self, message: &ClientMsg) {
        if self.state == State::Up {
            self.post(message);
        }
    }

    fn take_number(&mut self) -> u32 {
        let n = self.next_n;
        self.next_n = self.next_n.wrapping_add(1).max(1);
        n
    }

    fn post(&mut self, message: &ClientMsg) {
        if let Ok(text) = serde_json::to_string(message) {
            self.orders.push_back(Order::Send(text));
        }
    }

    /// Listens to something, now and after every break.
    pub fn subscribe(&mut self, channel: Channel, game: Option<GameId>) {
        let topic = Topic { channel, game, version: None };
        if self.find(channel, topic.game.as_ref()).is_none() {
            self.topics.push(topic.clone());
            if self.state == State::Up {
                self.listen(&topic);
            }
        }
    }

    /// Listens no more.
    pub fn unsubscribe(&mut self, channel: Channel, game: Option<GameId>) {
        if let Some(at) = self.find(channel, game.as_ref()) {
            self.topics.remove(at);
            let n = self.take_number();
            self.tell(&ClientMsg::Unsub { n, ch: channel, g: game });
        }
    }

    /// A game has been seen up to this version.
    pub fn seen(&mut self, game: &GameId, version: i64) {
        if let Some(at) = self.find(Channel::Game, Some(game)) {
            self.topics[at].version = Some(version);
        }
    }

    /// Something was missed: asks for it again, or from the start if even the version is not to be trusted.
    pub fn resync(&mut self, channel: Channel, game: Option<&GameId>, from_start: bool) {
        if let Some(at) = self.find(channel, game) {
            if from_start {
                self.topics[at].version = None;
            }
            let topic = self.topics[at].clone();
            if self.state == State::Up {
                self.listen(&topic);
            }
        }
    }

    fn listen(&mut self, topic: &Topic) {
        let n = self.take_number();
        self.post(&ClientMsg::Sub { n, ch: topic.channel, g: topic.game.clone(), v: topic.version });
    }

    fn find(&self, channel: Channel, game: Option<&GameId>) -> Option<usize> {
        self.topics.iter().position(|topic| topic.channel == channel && topic.game.as_ref() == game)
    }
}

/// Moves and acts carry an id by which the server knows them again.
fn is_repeatable(message: &ClientMsg) -> bool {
    matches!(message, ClientMsg::Move { .. } | ClientMsg::Act { .. })
}

fn to_signed(time: Millis) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
