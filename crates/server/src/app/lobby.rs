//! Quick pairing: who looks for a game meets who looks for the same.

use std::sync::Arc;

use skep_rules::{ByColor, Color};

use super::games::{GameService, rating_points};
use super::secrets::random_number;
use super::time::TimeSource;
use super::view;
use crate::bus::{Bus, Change};
use crate::domain::game::{GameState, Player, Source};
use crate::domain::ids::{GameId, UserId, row_id};
use crate::domain::pairing::{self, Waiting};
use crate::domain::rating::Rating;
use crate::domain::terms::{Terms, Visibility, Wish};
use crate::domain::time::Ms;
use crate::domain::user::UserKind;
use crate::store::lobby::{Chooser, Pairing, Pool, Seek};
use crate::store::{Store, StoreError};

/// How long a seek stands.
const SEEK_TIME: Ms = Ms::seconds(30 * 60);
/// How many seeks and challenges a lobby shows.
pub const SHOWN: i64 = 300;

/// Why somebody cannot look for a game, or have it.
#[derive(Debug, thiserror::Error)]
pub enum LobbyError {
    /// Against the rules of the site, in words.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// There is no such thing, or not for this user.
    #[error("there is no such thing")]
    NotFound,
    /// It is over: accepted by somebody, withdrawn or too old.
    #[error("this challenge is no longer open")]
    Closed,
    /// One of the two has blocked the other.
    #[error("one of you has blocked the other")]
    Blocked,
    /// Too many at once.
    #[error("you have too many of them already")]
    TooMany,
    /// See the message.
    #[error("the computer has too much to do at the moment")]
    Busy,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What came of a seek.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sought {
    /// Its number.
    pub id: i64,
    /// The game, if somebody was waiting already.
    pub game: Option<GameId>,
}

/// Seeks and pairing.
#[derive(Debug)]
pub struct LobbyService {
    store: Arc<dyn Store>,
    bus: Bus,
    time: Arc<dyn TimeSource>,
    games: Arc<GameService>,
    process: String,
}

impl LobbyService {
    /// `process` names this process: its seeks end with it.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        bus: Bus,
        time: Arc<dyn TimeSource>,
        games: Arc<GameService>,
        process: String,
    ) -> Arc<LobbyService> {
        Arc::new(LobbyService { store, bus, time, games, process })
    }

    /// Looks for an opponent. The seek is saved before anybody is paired, so that two who look at the same moment meet.
    ///
    /// # Errors
    /// Why that is not possible.
    pub async fn seek(&self, user: UserId, kind: UserKind, wish: Wish) -> Result<Sought, LobbyError> {
        may_play(kind, &wish.terms)?;
        if kind == UserKind::Bot {
            return Err(LobbyError::NotAllowed("bots are challenged, they do not seek"));
        }
        if wish.terms.rated && wish.color.is_some() {
            return Err(LobbyError::NotAllowed("colors of rated games are given by the server"));
        }
        if wish.terms.visibility != Visibility::Public {
            return Err(LobbyError::NotAllowed("games from the lobby are public"));
        }
        let now = self.time.now();
        let speed = wish.terms.clock.speed();
        let rating = rating_points(self.store.as_ref(), user, speed).await?;
        let pool = wish.terms.pool();
        let seek = Seek {
            id: row_id(now, random_number()),
            user,
            pool: pool.clone(),
            rating: rating.unwrap_or_else(|| Rating::default().rating.round() as i32),
            rating_min: wish.rating_min,
            rating_max: wish.rating_max,
            color: wish.color,
            process: self.process.clone(),
            created_at: now,
            expires_at: now + SEEK_TIME,
        };
        let id = seek.id;
        self.store.put_seek(seek).await?;
        let paired = self.pair_pool(&pool).await?;
        self.bus.publish(Change::Lobby);
        let game = paired.into_iter().find(|game| game.seat_of(user).is_some()).map(|game| game.id);
        Ok(Sought { id, game })
    }

    /// Looks no more.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn unseek(&self, user: UserId, id: i64) -> Result<bool, LobbyError> {
        let gone = self.store.drop_seek(user, id).await?;
        if gone {
            self.bus.publish(Change::Lobby);
        }
        Ok(gone)
    }

    /// Pairs in all pools where at least two wait. Called now and then, because bands widen with time.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn pair_all(&self) -> Result<usize, LobbyError> {
        let mut count = 0;
        for pool in self.store.busy_pools(self.time.now()).await? {
            count += self.pair_pool(&pool).await?.len();
        }
        if count > 0 {
            self.bus.publish(Change::Lobby);
        }
        Ok(count)
    }

    /// The seeks and open challenges, as they are shown.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn view(
        &self,
    ) -> Result<(Vec<skep_wire::lobby::SeekView>, Vec<skep_wire::lobby::ChallengeView>), StoreError> {
        let now = self.time.now();
        let seeks = self.store.seeks(now, SHOWN).await?;
        let challenges = self.store.open_challenges(now, SHOWN).await?;
        let people = seeks.iter().map(|seek| seek.user).chain(challenges.iter().map(|it| it.from));
        let names = view::names(self.store.as_ref(), people.collect::<Vec<_>>()).await?;
        Ok((
            seeks.iter().filter_map(|seek| view::seek(seek, &names)).collect(),
            challenges.iter().filter_map(|it| view::challenge(it, &names)).collect(),
        ))
    }

    async fn pair_pool(&self, pool: &str) -> Result<Vec<GameState>, LobbyError> {
        let Some(terms) = Terms::from_pool(pool) else { return Ok(Vec::new()) };
        let mut games = Vec::new();
        // As many as may wait; the bound is for a fault of ours.
        for _ in 0..SHOWN {
            let now = self.time.now();
            let Some(pairing) = self.store.pair(pool, now, chooser(terms, now)).await? else { break };
            self.games.announce(&pairing.game.state);
            games.push(pairing.game.state);
        }
        Ok(games)
    }
}

/// Whether somebody may play on such terms at all.
///
/// # Errors
/// Why not.
pub fn may_play(kind: UserKind, terms: &Terms) -> Result<(), LobbyError> {
    if terms.rated && !matches!(kind, UserKind::Person | UserKind::Bot) {
        return Err(LobbyError::NotAllowed("rated games need an account"));
    }
    Ok(())
}

/// Chooses two and makes their game.
fn chooser(terms: Terms, now: Ms) -> Chooser {
    let random = random_number();
    Box::new(move |pool: &Pool| {
        let waiting: Vec<Waiting> = pool
            .seeks
            .iter()
            .map(|seek| Waiting {
                seek: seek.id,
                user: seek.user,
                rating: seek.rating,
                rating_min: seek.rating_min,
                rating_max: seek.rating_max,
                color: seek.color,
                since: seek.created_at,
                white_surplus: pool.balance.get(&seek.user).copied().unwrap_or(0),
            })
            .collect();
        let blocked = |one: UserId, other: UserId| pool.blocks.contains(&(one.min(other), one.max(other)));
        let pair = pairing::choose(&waiting, now, random & 1 == 0, blocked)?;
        let player = |color: Color| {
            let seek = &waiting[pair[color]];
            Player { user: seek.user, rating: terms.rated.then_some(seek.rating) }
        };
        let players = ByColor::new_with(player);
        let game = GameState::create(GameId::from_random(random >> 1), terms, players, Source::Seek, now);
        Some(Pairing { seeks: [waiting[pair.white].seek, waiting[pair.black].seek], game })
    })
}
