//! A game on the server, as this page knows it: changed by numbered events alone, plus the one move that has been made
//! here and is not saved there yet.

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{ByColor, Color, Game, GameType, Move, RuleSet};
use skep_wire::account::UserBrief;
use skep_wire::game::{ClockView, GameView, Offer, OutcomeView, Score, Side, Sides, Status};
use skep_wire::lobby::{Mode, Terms};
use skep_wire::server::RematchState;
use skep_wire::{CommandId, GameId, ServerMsg};

/// How long each first move of a real-time game may take.
const FIRST_MOVE: i64 = 30_000;
/// So many lines of chat are kept.
const CHAT_LINES: usize = 200;

/// What a message did to the copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It was about something else, or known already.
    Nothing,
    /// The copy has changed.
    Changed,
    /// Something in between was missed: ask for it.
    Gap,
    /// The copy and the server do not agree: ask for the whole game.
    Broken,
}

/// A move that was made here and not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// What the command is called, the same when it is sent again.
    pub id: CommandId,
    /// The request's number.
    pub n: u32,
    /// The move.
    pub mv: Move,
}

/// Who is at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    /// By color.
    pub here: ByColor<bool>,
    /// When the absent player counts as gone, by the server's clock.
    pub gone_at: Option<i64>,
}

/// One sentence of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Its number.
    pub id: String,
    /// Who said it.
    pub by: UserBrief,
    /// What.
    pub body: String,
    /// Whether it was said among the spectators.
    pub aside: bool,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct LiveGame {
    view: GameView,
    game: Game,
    pending: Option<Pending>,
    /// Who is at the board, once known.
    pub presence: Option<Presence>,
    /// What was said.
    pub chat: Vec<ChatLine>,
}

/// The server sent a game that this version cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game cannot be replayed: {0}")]
pub struct BadGame(String);

impl LiveGame {
    /// The game of a snapshot.
    ///
    /// # Errors
    /// If its moves are not legal.
    pub fn new(view: GameView) -> Result<LiveGame, BadGame> {
        let game = replay(&view)?;
        Ok(LiveGame { view, game, pending: None, presence: None, chat: Vec::new() })
    }

    /// All that the server said about it.
    #[must_use]
    pub fn view(&self) -> &GameView {
        &self.view
    }

    /// Which game.
    #[must_use]
    pub fn id(&self) -> &GameId {
        &self.view.g
    }

    /// The confirmed moves.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The move that is not confirmed.
    #[must_use]
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// The moves as they should be shown: the confirmed ones and one's own latest.
    #[must_use]
    pub fn shown_moves(&self) -> Vec<Move> {
        self.game.moves().iter().copied().chain(self.pending.as_ref().map(|pending| pending.mv)).collect()
    }

    /// The own color; none for a spectator.
    #[must_use]
    pub fn me(&self) -> Option<Color> {
        self.view.you.map(color_of)
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.view.status == Status::Ended
    }

    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Option<&OutcomeView> {
        self.view.outcome.as_ref()
    }

    /// Who has an offer of this kind open.
    #[must_use]
    pub fn offered(&self, what: Offer) -> Option<Color> {
        match what {
            Offer::Draw => self.view.offers.draw.map(color_of),
            Offer::Takeback => self.view.offers.takeback.map(color_of),
        }
    }

    /// Who asks for another game.
    #[must_use]
    pub fn rematch_asked(&self) -> Option<Color> {
        self.view.offers.rematch.map(color_of)
    }

    /// Makes a move here, before the server has saved it. `None` if it is not possible now.
    pub fn play(&mut self, mv: Move, id: CommandId, n: u32) -> Option<(u16, String)> {
        let legal = self.pending.is_none()
            && !self.is_over()
            && self.me() == Some(self.game.position().turn())
            && self.game.position().is_legal(mv);
        legal.then(|| {
            let text = mv.to_uhp(self.game.position());
            self.pending = Some(Pending { id, n, mv });
            (self.ply(), text)
        })
    }

    /// The answer to a request: a refused move goes back to where it was.
    pub fn refused(&mut self, n: u32) -> bool {
        let refused = self.pending.as_ref().is_some_and(|pending| pending.n == n);
        if refused {
            self.pending = None;
        }
        refused
    }

    fn ply(&self) -> u16 {
        u16::try_from(self.game.moves().len()).unwrap_or(u16::MAX)
    }

    /// A message came.
    pub fn apply(&mut self, message: &ServerMsg, server_now: i64) -> Effect {
        match message {
            ServerMsg::Game(view) if view.g == self.view.g => self.replace(view),
            ServerMsg::Presence { g, w, b, gone_in } if *g == self.view.g => {
                self.presence = Some(Presence {
                    here: ByColor { white: *w, black: *b },
                    gone_at: gone_in.map(|span| server_now + span),
                });
                Effect::Changed
            }
            ServerMsg::Chat { room, id, by, body, .. } => self.said(room, id, by, body),
            _ => match event_of(message) {
                Some((g, v)) if *g == self.view.g => self.apply_event(message, v),
                _ => Effect::Nothing,
            },
        }
    }

    fn replace(&mut self, view: &GameView) -> Effect {
        if view.v < self.view.v {
            return Effect::Nothing;
        }
        let Ok(game) = replay(view) else { return Effect::Broken };
        // A move of ours that is part of the snapshot has arrived; one that no longer fits will be refused.
        let fits = |pending: &Pending| {
            game.moves().len() == self.game.moves().len() && game.position().is_legal(pending.mv)
        };
        self.pending = self.pending.take().filter(|pending| fits(pending));
        self.game = game;
        self.view = view.clone();
        Effect::Changed
    }

    fn said(&mut self, room: &str, id: &str, by: &UserBrief, body: &str) -> Effect {
        let Some(part) = room.strip_prefix("g:").and_then(|rest| rest.strip_prefix(self.view.g.0.as_str()))
        else {
            return Effect::Nothing;
        };
        if self.chat.iter().any(|line| line.id == id) {
            return Effect::Nothing;
        }
        let line = ChatLine { id: id.to_owned(), by: by.clone(), body: body.to_owned(), aside: part == ":s" };
        self.chat.push(line);
        if self.chat.len() > CHAT_LINES {
            self.chat.remove(0);
        }
        Effect::Changed
    }

    /// Puts what was said earlier before what has been heard since.
    pub fn recall(&mut self, lines: Vec<skep_wire::rest::ChatLine>, aside: bool) {
        let mut all: Vec<ChatLine> = lines
            .into_iter()
            .map(|line| ChatLine { id: line.id, by: line.by, body: line.body, aside })
            .collect();
        all.append(&mut self.chat);
        for line in all {
            if !self.chat.iter().any(|known| known.id == line.id) {
                self.chat.push(line);
            }
        }
    }

    fn apply_event(&mut self, message: &ServerMsg, version: i64) -> Effect {
        if version <= self.view.v {
            return Effect::Nothing;
        }
        if version != self.view.v + 1 {
            return Effect::Gap;
        }
        if !self.change(message) {
            return Effect::Broken;
        }
        self.view.v = version;
        Effect::Changed
    }

    /// Whether the event makes sense.
    fn change(&mut self, message: &ServerMsg) -> bool {
        match message {
            ServerMsg::Moved { ply, m, c, at, .. } => return self.advance(*ply, m, *c, *at),
            ServerMsg::Passed { ply, c, at, .. } => return self.advance(*ply, "pass", *c, *at),
            ServerMsg::Offered { by, what, .. } => *self.offer(*what) = Some(*by),
            ServerMsg::OfferEnded { what, .. } => *self.offer(*what) = None,
            ServerMsg::TakenBack { ply, c, at, .. } => {
                while self.game.moves().len() > usize::from(*ply) {
                    self.game.undo();
                    self.view.moves.pop();
                    self.view.times.pop();
                }
                self.pending = None;
                self.view.offers.takeback = None;
                self.set_clock(*c, *at);
            }
            ServerMsg::Clock { credit, .. } => {
                self.view.clock.at += credit;
                self.view.clock.deadline = self.view.clock.deadline.map(|deadline| deadline + credit);
            }
            ServerMsg::Ended { result, reason, ratings, at, .. } => {
                // The clocks stop where they were.
                let left = ByColor::new_with(|color| self.left(color, *at));
                self.view.clock =
                    ClockView { w: left.white, b: left.black, at: *at, runs: false, deadline: None };
                self.pending = None;
                self.view.status = Status::Ended;
                self.view.offers = skep_wire::game::OffersView::default();
                self.view.outcome = Some(OutcomeView { result: *result, reason: *reason, ratings: *ratings });
            }
            ServerMsg::Rematch { state, by, next, .. } => match state {
                RematchState::Offered => self.view.offers.rematch = *by,
                RematchState::Declined => self.view.offers.rematch = None,
                RematchState::Game => {
                    self.view.offers.rematch = None;
                    self.view.next.clone_from(next);
                }
            },
            _ => {}
        }
        true
    }

    fn offer(&mut self, what: Offer) -> &mut Option<Side> {
        match what {
            Offer::Draw => &mut self.view.offers.draw,
            Offer::Takeback => &mut self.view.offers.takeback,
        }
    }

    fn advance(&mut self, ply: u16, text: &str, left: Sides<i64>, at: i64) -> bool {
        if ply != self.ply() {
            return false;
        }
        let Some(mv) = read_move(&self.game, text) else { return false };
        if self.game.play(mv).is_err() {
            return false;
        }
        self.pending = None;
        self.view.moves.push(text.to_owned());
        if self.ply() >= 2 {
            self.view.status = Status::Playing;
        }
        self.set_clock(left, at);
        true
    }

    fn set_clock(&mut self, left: Sides<i64>, at: i64) {
        let terms = &self.view.terms;
        let runs = terms.mode == Mode::Fischer && self.ply() >= 2;
        let deadline = match terms.mode {
            Mode::Correspondence => Some(at + i64::from(terms.base) * 1000),
            Mode::Fischer if !runs => Some(at + FIRST_MOVE),
            Mode::Fischer | Mode::Untimed => None,
        };
        self.view.clock = ClockView { w: left.w, b: left.b, at, runs, deadline };
    }

    /// What a player has left at a moment of the server's clock.
    #[must_use]
    pub fn left(&self, color: Color, server_now: i64) -> i64 {
        let clock = &self.view.clock;
        let left = if color == Color::White { clock.w } else { clock.b };
        if clock.runs && self.game.position().turn() == color {
            (left - (server_now - clock.at).max(0)).max(0)
        } else {
            left
        }
    }
}

/// The game and number of a message that is one of the numbered events.
fn event_of(message: &ServerMsg) -> Option<(&GameId, i64)> {
    match message {
        ServerMsg::Moved { g, v, .. }
        | ServerMsg::Passed { g, v, .. }
        | ServerMsg::Offered { g, v, .. }
        | ServerMsg::OfferEnded { g, v, .. }
        | ServerMsg::TakenBack { g, v, .. }
        | ServerMsg::Clock { g, v, .. }
        | ServerMsg::Ended { g, v, .. }
        | ServerMsg::Rematch { g, v, .. } => Some((g, *v)),
        _ => None,
    }
}

/// The rules of a game on the server.
#[must_use]
pub fn rules_of(terms: &Terms) -> Option<RuleSet> {
    let game_type: GameType = terms.game_type.parse().ok()?;
    Some(RuleSet {
        queen_first: terms.rules.queen_first,
        repetition_draw: terms.rules.repetition_draw,
        ..RuleSet::new(game_type)
    })
}

fn replay(view: &GameView) -> Result<Game, BadGame> {
    let rules = rules_of(&view.terms).ok_or_else(|| BadGame(view.terms.game_type.clone()))?;
    let mut game = Game::new(rules);
    for text in &view.moves {
        let mv = read_move(&game, text).ok_or_else(|| BadGame(text.clone()))?;
        game.play(mv).map_err(|why| BadGame(format!("{text}: {why}")))?;
    }
    Ok(game)
}

fn read_move(game: &Game, text: &str) -> Option<Move> {
    UhpMove::parse(text).ok()?.resolve(game.position()).ok()
}

/// The color of a side.
#[must_use]
pub fn color_of(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// The side of a color.
#[must_use]
pub fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// Who won, if anybody did.
#[must_use]
pub fn winner(score: Score) -> Option<Color> {
    match score {
        Score::White => Some(Color::White),
        Score::Black => Some(Color::Black),
        Score::Draw | Score::None => None,
    }
}

#[cfg(test)]
mod tests;
