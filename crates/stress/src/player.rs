//! One game after another between two players who lose their connections and keep their heads: they know what they sent,
//! resume by version, and send again what was not acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Color, Game, GameType, Move, Piece, Position};
use skep_wire::client::Channel;
use skep_wire::game::{GameView, Side, Status};
use skep_wire::lobby::{Mode, Rules, Terms, Visibility, Wish};
use skep_wire::{ChallengeId, ClientMsg, Code, CommandId, GameId, ServerMsg};
use tokio::time::Instant;

use crate::client::{self, Client};
use crate::figures::{Figures, count_move};
use crate::journal::{Entry, Journal};
use crate::random::Random;

/// A server that is away for longer than this does not come back.
const AWAY: Duration = Duration::from_secs(60);
/// How long an answer may take before the connection counts as broken.
const STALLED: Duration = Duration::from_secs(15);

/// A move on its way.
#[derive(Debug)]
struct Open {
    seat: usize,
    n: u32,
    id: String,
    ply: u16,
    text: String,
    due: Instant,
    acknowledged: bool,
    received: bool,
    /// When to send it again, after the server asked for patience.
    again_at: Option<Instant>,
}

/// Two players and their game.
#[derive(Debug)]
pub(crate) struct Table {
    servers: Arc<Vec<String>>,
    tokens: [String; 2],
    clients: [Client; 2],
    /// The last version that each has heard.
    seen: [i64; 2],
    game: GameId,
    local: Game,
    version: i64,
    over: bool,
    open: Option<Open>,
    n: u32,
    ids: u64,
    number: usize,
    connections: usize,
    long: bool,
    random: Random,
    journal: Journal,
    pub(crate) figures: Figures,
}

fn wish() -> Wish {
    let terms = Terms {
        mode: Mode::Fischer,
        base: 10_800,
        inc: 180,
        game_type: "Base+MLP".to_owned(),
        rules: Rules::default(),
        rated: false,
        visibility: Visibility::Public,
    };
    Wish { terms, color: Some(Side::White), min: None, max: None }
}

impl Table {
    pub(crate) async fn sit_down(
        servers: Arc<Vec<String>>,
        number: usize,
        long: bool,
        seed: u64,
        journal: Journal,
    ) -> Result<Table> {
        let server = |at: usize| servers[at % servers.len()].as_str();
        let tokens = [client::guest(server(number)).await?, client::guest(server(number + 1)).await?];
        let started = Instant::now();
        let clients = [
            Client::connect(server(number), Some(&tokens[0])).await?,
            Client::connect(server(number + 1), Some(&tokens[1])).await?,
        ];
        let mut figures = Figures::default();
        figures.connected.add(started.elapsed() / 2);
        let mut table = Table {
            servers,
            tokens,
            clients,
            seen: [0; 2],
            game: GameId(String::new()),
            local: Game::new(GameType::BASE_MLP),
            version: 0,
            over: true,
            open: None,
            n: 0,
            ids: 0,
            number,
            connections: 0,
            long,
            random: Random::new(seed.wrapping_mul(1_000_003).wrapping_add(number as u64)),
            journal,
            figures,
        };
        table.new_game().await?;
        Ok(table)
    }

    pub(crate) fn game(&self) -> &GameId {
        &self.game
    }

    /// Plays a move each `interval`, the first at `due`, until told to stop.
    pub(crate) async fn play(
        mut self,
        mut due: Instant,
        interval: Duration,
        stop: Arc<AtomicBool>,
    ) -> Figures {
        while !stop.load(Ordering::Relaxed) {
            if let Err(error) = self.turn(due, &stop).await {
                self.figures.error(format!("game {}: {error:#}", self.game.0));
                break;
            }
            due += interval;
        }
        self.figures
    }

    async fn turn(&mut self, due: Instant, stop: &AtomicBool) -> Result<()> {
        while self.over {
            if let Err(error) = self.new_game().await {
                if stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                // The server may be away; both come back to it.
                self.reconnect(0).await?;
                self.reconnect(1).await.context(error)?;
            }
        }
        while Instant::now() < due && !self.over {
            self.listen(due).await?;
        }
        if self.over {
            return Ok(());
        }
        self.send_move(due).await?;
        let mut patience = Instant::now() + STALLED;
        while self.open.as_ref().is_some_and(|open| !open.acknowledged || !open.received) {
            if stop.load(Ordering::Relaxed) && Instant::now() > due + STALLED {
                return Ok(());
            }
            self.listen(Instant::now() + Duration::from_millis(200)).await?;
            self.send_again().await?;
            if Instant::now() > patience {
                self.reconnect(0).await?;
                self.reconnect(1).await?;
                patience = Instant::now() + STALLED;
            }
        }
        self.open = None;
        Ok(())
    }

    /// Hears at most one message, or nothing until a moment.
    async fn listen(&mut self, until: Instant) -> Result<()> {
        let [first, second] = &mut self.clients;
        let (who, heard) = tokio::select! {
            heard = first.hear() => (0, heard),
            heard = second.hear() => (1, heard),
            () = tokio::time::sleep_until(until) => return Ok(()),
        };
        match heard {
            Ok(message) => self.hear(who, message),
            Err(_) => self.reconnect(who).await,
        }
    }

    fn hear(&mut self, who: usize, message: ServerMsg) -> Result<()> {
        match message {
            ServerMsg::Ok { n, v: Some(version), .. } => self.acknowledged(who, n, version)?,
            ServerMsg::Err { n: Some(n), code, msg, retry, .. } => self.refused(who, n, code, &msg, retry)?,
            ServerMsg::Game(view) if view.g == self.game => self.start_from(who, &view)?,
            ServerMsg::Moved { g, v, ply, m, .. } if g == self.game => {
                if self.news(who, v)? {
                    self.advance(&m)?;
                }
                self.received(who, ply);
            }
            ServerMsg::Passed { g, v, .. } if g == self.game && self.news(who, v)? => {
                self.advance("pass")?;
            }
            ServerMsg::Ended { g, v, .. } if g == self.game => {
                self.over |= self.news(who, v)?;
            }
            ServerMsg::Offered { g, v, .. }
            | ServerMsg::OfferEnded { g, v, .. }
            | ServerMsg::Clock { g, v, .. }
            | ServerMsg::Rematch { g, v, .. }
                if g == self.game =>
            {
                self.news(who, v)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Counts an event: whether it is new to this table.
    fn news(&mut self, who: usize, version: i64) -> Result<bool> {
        if version <= self.seen[who] {
            bail!("version {version} came after {}", self.seen[who]);
        }
        if version != self.seen[who] + 1 {
            bail!("version {version} came right after {}", self.seen[who]);
        }
        self.seen[who] = version;
        let new = version > self.version;
        self.version = self.version.max(version);
        Ok(new)
    }

    fn advance(&mut self, text: &str) -> Result<()> {
        let mv = UhpMove::parse(text)?.resolve(self.local.position())?;
        self.local.play(mv).with_context(|| format!("the server let {text} pass"))
    }

    fn start_from(&mut self, who: usize, view: &GameView) -> Result<()> {
        if view.v < self.seen[who] {
            bail!("the game went back from {} to {}", self.seen[who], view.v);
        }
        self.seen[who] = view.v;
        if view.v > self.version {
            self.version = view.v;
            self.local = Game::new(GameType::BASE_MLP);
            for text in &view.moves {
                self.advance(text)?;
            }
        }
        self.over |= view.status == Status::Ended;
        if let Some(last) = view.moves.len().checked_sub(1) {
            for ply in 0..=last {
                self.received(who, ply as u16);
            }
        }
        Ok(())
    }

    /// A move was seen: if it is the one on its way, and by the opponent, it has arrived.
    fn received(&mut self, who: usize, ply: u16) {
        let Some(open) = self.open.as_mut().filter(|open| open.ply == ply && open.seat != who) else {
            return;
        };
        if !open.received {
            open.received = true;
            let took = open.due.elapsed();
            self.figures.received.add(took);
            match ply {
                ..20 => self.figures.early.add(took),
                250.. => self.figures.late.add(took),
                _ => {}
            }
        }
    }

    fn acknowledged(&mut self, who: usize, n: u32, version: i64) -> Result<()> {
        let Some(open) = self.open.as_mut().filter(|open| open.seat == who && open.n == n) else {
            return Ok(());
        };
        if !open.acknowledged {
            open.acknowledged = true;
            self.figures.acknowledged.add(open.due.elapsed());
            self.figures.moves += 1;
            count_move(open.ply);
            let (game, id, seat) = (self.game.0.clone(), open.id.clone(), Color::ALL[who]);
            self.journal.write(&Entry::Acknowledged { game, seat, id, version })?;
        }
        Ok(())
    }

    fn refused(&mut self, who: usize, n: u32, code: Code, text: &str, retry: bool) -> Result<()> {
        let Some(open) = self.open.as_mut().filter(|open| open.seat == who && open.n == n) else {
            return Ok(());
        };
        if retry || code == Code::Rate {
            open.again_at = Some(Instant::now() + Duration::from_millis(200));
            return Ok(());
        }
        bail!("{} at ply {} was refused: {code:?}: {text}", open.text, open.ply)
    }

    async fn send_move(&mut self, due: Instant) -> Result<()> {
        let position = self.local.position();
        let mv = choose(position, &mut self.random, self.long).context("no move")?;
        let (seat, ply) = (position.turn() as usize, position.ply());
        let text = mv.to_uhp(position);
        self.ids += 1;
        let id = format!("{}-{}", self.number, self.ids);
        let id = format!("{id:_>4}");
        let entry = Entry::Sent {
            game: self.game.0.clone(),
            seat: Color::ALL[seat],
            id: id.clone(),
            ply,
            text: text.clone(),
        };
        self.journal.write(&entry)?;
        let n = self.next_n();
        self.open =
            Some(Open { seat, n, id, ply, text, due, acknowledged: false, received: false, again_at: None });
        self.send_open().await
    }

    async fn send_open(&mut self) -> Result<()> {
        let Some(open) = &self.open else { return Ok(()) };
        let seat = open.seat;
        let message = ClientMsg::Move {
            n: open.n,
            g: self.game.clone(),
            id: CommandId(open.id.clone()),
            ply: open.ply,
            m: open.text.clone(),
            think: Some(1),
        };
        if self.clients[seat].say(&message).await.is_err() {
            return Box::pin(self.reconnect(seat)).await;
        }
        Ok(())
    }

    async fn send_again(&mut self) -> Result<()> {
        let n = self.next_n();
        match &mut self.open {
            Some(open) if open.again_at.is_some_and(|at| at <= Instant::now()) => {
                open.again_at = None;
                open.n = n;
                self.send_open().await
            }
            _ => Ok(()),
        }
    }

    fn next_n(&mut self) -> u32 {
        self.n += 1;
        self.n
    }

    /// Comes back to any server, hears what was missed, and sends again what was not acknowledged.
    async fn reconnect(&mut self, who: usize) -> Result<()> {
        self.figures.reconnects += 1;
        let give_up = Instant::now() + AWAY;
        loop {
            self.connections += 1;
            let server = &self.servers[(self.number + who + self.connections) % self.servers.len()];
            match Client::connect(server, Some(&self.tokens[who])).await {
                Ok(client) => self.clients[who] = client,
                Err(error) if Instant::now() > give_up => return Err(error.context("the server stays away")),
                Err(_) => {
                    let pause = 50 + self.random.below(200) as u64;
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                    continue;
                }
            }
            if self.game.0.is_empty() {
                return Ok(());
            }
            let n = self.next_n();
            let seen = self.seen[who];
            let v = (seen > 0).then_some(seen);
            let message = ClientMsg::Sub { n, ch: Channel::Game, g: Some(self.game.clone()), v };
            if self.clients[who].say(&message).await.is_err() {
                continue;
            }
            let n = self.next_n();
            if let Some(open) = self.open.as_mut().filter(|open| open.seat == who && !open.acknowledged) {
                open.n = n;
                return self.send_open().await;
            }
            return Ok(());
        }
    }

    async fn new_game(&mut self) -> Result<()> {
        self.open = None;
        let n = self.next_n();
        let challenge = ClientMsg::Challenge { n, to: None, computer: None, open: false, terms: wish() };
        self.clients[0].say(&challenge).await?;
        let answer = self.clients[0].answer(n).await?;
        let ServerMsg::Ok { id: Some(id), secret, .. } = answer else { bail!("no challenge: {answer:?}") };
        let n = self.next_n();
        self.clients[1].say(&ClientMsg::Reply { n, id: ChallengeId(id), accept: true, secret }).await?;
        let answer = self.clients[1].answer(n).await?;
        let ServerMsg::Ok { g: Some(game), .. } = answer else { bail!("no game: {answer:?}") };
        if !self.game.0.is_empty() {
            let old = self.game.clone();
            for who in 0..2 {
                let n = self.next_n();
                let message = ClientMsg::Unsub { n, ch: Channel::Game, g: Some(old.clone()) };
                self.clients[who].say(&message).await?;
            }
        }
        self.game = game;
        self.local = Game::new(GameType::BASE_MLP);
        (self.version, self.seen, self.over) = (0, [0; 2], false);
        self.figures.games += 1;
        for who in 0..2 {
            let n = self.next_n();
            let g = Some(self.game.clone());
            self.clients[who].say(&ClientMsg::Sub { n, ch: Channel::Game, g, v: None }).await?;
        }
        // Both have the game before the first move is due.
        let patience = Instant::now() + STALLED;
        while self.seen.contains(&0) {
            if Instant::now() > patience {
                bail!("the new game is not shown");
            }
            self.listen(patience).await?;
        }
        Ok(())
    }
}

/// Any legal move; in a long game one that leaves the queens room.
fn choose(position: &Position, random: &mut Random, long: bool) -> Option<Move> {
    let moves = position.legal_moves();
    if long {
        for _ in 0..20 {
            let mv = *moves.get(random.below(moves.len()))?;
            if leaves_room(position, mv) {
                return Some(mv);
            }
        }
    }
    moves.get(random.below(moves.len())).copied()
}

fn leaves_room(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    let _ = next.play_unchecked(mv);
    let board = next.board();
    Color::ALL.into_iter().all(|color| {
        let Some((hex, _)) = board.find(Piece::queen(color)) else { return true };
        hex.neighbors().filter(|cell| board.height(*cell) > 0).count() <= 4
    })
}
