//! Challenges: to one person, to whoever has a link, to whoever comes to the lobby, to the computer.

use std::sync::Arc;

use skep_rules::{ByColor, Color};

use super::games::{GameService, rating_points};
use super::lobby::{LobbyError, may_play};
use super::secrets::{Token, hash, random_number};
use super::time::TimeSource;
use super::view;
use crate::bus::{Bus, Change};
use crate::domain::account::ChallengeState;
use crate::domain::game::{GameState, NewGame, Player, Source};
use crate::domain::ids::{ChallengeId, GameId, Level, UserId, base58};
use crate::domain::terms::Wish;
use crate::domain::time::Ms;
use crate::domain::user::{UserKind, name_key};
use crate::store::games::Created;
use crate::store::lobby::{Accepted, Challenge};
use crate::store::{Store, StoreError};

/// How long a challenge stands.
const CHALLENGE_TIME: Ms = Ms::days(1);
/// How many one person may have open.
const MOST_OPEN: usize = 20;
/// How often a taken name of a game is tried again; the second time is already next to impossible.
const ID_ATTEMPTS: usize = 3;

/// Who is challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// The user with this name.
    Name(String),
    /// Whoever has the link.
    Link,
    /// Whoever comes to the lobby.
    Anybody,
    /// The computer.
    Computer(Level),
}

/// What came of a challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Challenged {
    /// It stands.
    Open {
        /// Its name.
        id: ChallengeId,
        /// The secret of a link, which is not kept.
        secret: Option<String>,
    },
    /// The game has begun.
    Game(GameId),
}

/// Challenges.
#[derive(Debug)]
pub struct ChallengeService {
    store: Arc<dyn Store>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
    games: Arc<GameService>,
    /// How many moves of the computer may wait before it plays nobody else.
    longest_queue: i64,
}

impl ChallengeService {
    /// Over a store.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        bus: Bus,
        time: Arc<dyn TimeSource>,
        games: Arc<GameService>,
        longest_queue: i64,
    ) -> Arc<ChallengeService> {
        Arc::new(ChallengeService { store, bus, time, games, longest_queue })
    }

    /// Challenges somebody.
    ///
    /// # Errors
    /// Why that is not possible.
    pub async fn create(
        &self,
        from: UserId,
        kind: UserKind,
        target: Target,
        wish: Wish,
    ) -> Result<Challenged, LobbyError> {
        may_play(kind, &wish.terms)?;
        let (to, secret) = match target {
            Target::Computer(level) => return self.play_computer(from, level, &wish).await,
            Target::Name(name) => (Some(self.opponent(from, kind, &name, &wish).await?), None),
            Target::Link => (None, Some(Token::new(""))),
            Target::Anybody => (None, None),
        };
        let now = self.time.now();
        if self.store.challenges(from, now).await?.iter().filter(|it| it.from == from).count() >= MOST_OPEN {
            return Err(LobbyError::TooMany);
        }
        let terms = serde_json::to_string(&view::wish(&wish))
            .map_err(|error| LobbyError::Store(StoreError::Refused(error.to_string())))?;
        let challenge = Challenge {
            id: ChallengeId(base58(random_number(), 10)),
            from,
            to,
            secret_hash: secret.as_ref().map(Token::hash),
            terms,
            state: ChallengeState::Open,
            game: None,
            rematch_of: None,
            created_at: now,
            expires_at: now + CHALLENGE_TIME,
        };
        let id = challenge.id.clone();
        self.store.insert_challenge(challenge.clone()).await?;
        self.tell(&challenge);
        Ok(Challenged::Open { id, secret: secret.map(|secret| secret.expose().to_owned()) })
    }

    /// Accepts a challenge: the game begins.
    ///
    /// # Errors
    /// Why that is not possible. Who may not see the challenge is told that there is none.
    pub async fn accept(
        &self,
        user: UserId,
        kind: UserKind,
        id: &ChallengeId,
        secret: Option<&str>,
    ) -> Result<GameId, LobbyError> {
        let challenge = self.visible(user, id, secret).await?;
        if challenge.from == user {
            return Err(LobbyError::NotAllowed("this is your own challenge"));
        }
        if let Some(game) = &challenge.game
            && self.games.state(game).await.is_ok_and(|state| state.seat_of(user).is_some())
        {
            // The answer to the first acceptance was lost on the way.
            return Ok(game.clone());
        }
        if challenge.state != ChallengeState::Open {
            return Err(LobbyError::Closed);
        }
        let wish: skep_wire::lobby::Wish =
            serde_json::from_str(&challenge.terms).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let wish = view::read_wish(&wish).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let challenger = self.store.user(challenge.from).await?.ok_or(LobbyError::Closed)?;
        may_play(kind, &wish.terms)?;
        same_kind(&wish, challenger.kind, kind)?;
        if self.store.block_between(user, challenge.from).await? {
            return Err(LobbyError::Blocked);
        }
        for _ in 0..ID_ATTEMPTS {
            let game = self.game(challenge.from, user, &wish, Source::Challenge).await?;
            match self.store.accept_challenge(id, game.clone(), self.time.now()).await? {
                Accepted::Done => {
                    self.games.announce(&game.state);
                    self.tell(&challenge);
                    return Ok(game.state.id);
                }
                Accepted::Closed => return Err(LobbyError::Closed),
                Accepted::IdTaken => {}
            }
        }
        Err(StoreError::Unavailable("no free name for a game".to_owned()).into())
    }

    /// Declines a challenge, or withdraws the own.
    ///
    /// # Errors
    /// Why that is not possible.
    pub async fn close(&self, user: UserId, id: &ChallengeId) -> Result<(), LobbyError> {
        let challenge = self.store.challenge(id).await?.ok_or(LobbyError::NotFound)?;
        let state = if challenge.from == user {
            ChallengeState::Canceled
        } else if challenge.to == Some(user) {
            ChallengeState::Declined
        } else {
            return Err(LobbyError::NotFound);
        };
        if !self.store.close_challenge(id, state).await? {
            return Err(LobbyError::Closed);
        }
        self.tell(&challenge);
        Ok(())
    }

    /// A challenge, for somebody who may see it: the two whom it concerns, whoever has the secret, and everybody if it
    /// stands in the lobby.
    ///
    /// # Errors
    /// If there is none to see.
    pub async fn visible(
        &self,
        user: UserId,
        id: &ChallengeId,
        secret: Option<&str>,
    ) -> Result<Challenge, LobbyError> {
        let challenge = self.store.challenge(id).await?.ok_or(LobbyError::NotFound)?;
        let mine = challenge.from == user || challenge.to == Some(user);
        let may_see = match (&challenge.to, &challenge.secret_hash) {
            _ if mine => true,
            (Some(_), _) => false,
            (None, None) => true,
            // Hashes are compared, so that the time it takes tells nothing about the secret.
            (None, Some(kept)) => secret.is_some_and(|secret| hash(secret) == *kept),
        };
        if may_see { Ok(challenge) } else { Err(LobbyError::NotFound) }
    }

    /// Whom it concerns hears of it.
    fn tell(&self, challenge: &Challenge) {
        for user in [Some(challenge.from), challenge.to].into_iter().flatten() {
            self.bus.publish(Change::User(user));
        }
        if challenge.to.is_none() && challenge.secret_hash.is_none() {
            self.bus.publish(Change::Lobby);
        }
    }

    async fn opponent(
        &self,
        from: UserId,
        kind: UserKind,
        name: &str,
        wish: &Wish,
    ) -> Result<UserId, LobbyError> {
        let opponent = self.store.user_by_name(&name_key(name)).await?.ok_or(LobbyError::NotFound)?;
        if opponent.id == from {
            return Err(LobbyError::NotAllowed("nobody plays oneself"));
        }
        if opponent.kind == UserKind::Computer {
            return Err(LobbyError::NotAllowed("the computer is challenged by its level"));
        }
        may_play(opponent.kind, &wish.terms)?;
        same_kind(wish, kind, opponent.kind)?;
        if self.store.block_between(from, opponent.id).await? {
            return Err(LobbyError::Blocked);
        }
        Ok(opponent.id)
    }

    async fn play_computer(&self, from: UserId, level: Level, wish: &Wish) -> Result<Challenged, LobbyError> {
        if wish.terms.rated {
            return Err(LobbyError::NotAllowed("games against the computer are not rated"));
        }
        if self.store.count_jobs().await? >= self.longest_queue {
            return Err(LobbyError::Busy);
        }
        for _ in 0..ID_ATTEMPTS {
            let game = self.game(from, UserId::computer(level), wish, Source::Computer).await?;
            if self.store.create_game(game.clone()).await? == Created::Done {
                self.games.announce(&game.state);
                return Ok(Challenged::Game(game.state.id));
            }
        }
        Err(StoreError::Unavailable("no free name for a game".to_owned()).into())
    }

    async fn game(
        &self,
        challenger: UserId,
        other: UserId,
        wish: &Wish,
        source: Source,
    ) -> Result<NewGame, LobbyError> {
        let random = random_number();
        let speed = wish.terms.clock.speed();
        let store = self.store.as_ref();
        let first = Player { user: challenger, rating: rating_points(store, challenger, speed).await? };
        let second = Player { user: other, rating: rating_points(store, other, speed).await? };
        let color = wish.color.unwrap_or(if random & 1 == 0 { Color::White } else { Color::Black });
        let players = match color {
            Color::White => ByColor { white: first, black: second },
            Color::Black => ByColor { white: second, black: first },
        };
        let id = GameId::from_random(random >> 1);
        Ok(GameState::create(id, wish.terms, players, source, self.time.now()))
    }
}

/// Rated games are among people or among bots.
fn same_kind(wish: &Wish, one: UserKind, other: UserKind) -> Result<(), LobbyError> {
    if wish.terms.rated && one != other {
        return Err(LobbyError::NotAllowed("rated games are among people or among bots"));
    }
    Ok(())
}
