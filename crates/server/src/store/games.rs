//! Games: the live row, what happened in it, and work for the computer.

use async_trait::async_trait;
use skep_rules::{ByColor, Color};

use super::StoreError;
use crate::domain::game::{Change, Event, GameState, NewGame, Player, Rematch, Score, Source, Status};
use crate::domain::ids::{CmdId, GameId, Level, UserId, Version};
use crate::domain::terms::Terms;
use crate::domain::time::{Ms, Speed};

/// What became of a change.
#[derive(Clone, PartialEq, Debug)]
pub enum Commit {
    /// It is on the disk. The events as written: ratings are filled in.
    Done {
        /// In order.
        events: Vec<Event>,
    },
    /// Somebody else changed the game first: read it again.
    Conflict,
    /// The command was done before, with this version.
    Duplicate(Version),
}

/// What became of a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Created {
    /// It is on the disk.
    Done,
    /// There is a game with this name: take another.
    IdTaken,
}

/// A game as a record: everything but the position.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its name.
    pub id: GameId,
    /// The number of its last event.
    pub version: Version,
    /// How many turns were played.
    pub ply: i32,
    /// How far it is.
    pub status: Status,
    /// Who plays.
    pub players: ByColor<Player>,
    /// What was agreed.
    pub terms: Terms,
    /// Where it comes from.
    pub source: Source,
    /// What each player had at `turn_at`.
    pub left: ByColor<Ms>,
    /// Since when the side to move is to move.
    pub turn_at: Ms,
    /// The last instant at which a received move can still count.
    pub deadline_at: Option<Ms>,
    /// What comes next.
    pub rematch: Rematch,
    /// The moves, joined by `;`.
    pub moves: String,
    /// Hundredths of seconds, joined by `,`.
    pub times: String,
    /// When it was made.
    pub created_at: Ms,
    /// When its last event happened.
    pub updated_at: Ms,
    /// When it ended.
    pub ended_at: Option<Ms>,
}

/// Which ended games are asked for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameFilter {
    /// One of the players.
    pub player: Option<UserId>,
    /// The other; only with `player`.
    pub opponent: Option<UserId>,
    /// The side of `player`.
    pub color: Option<Color>,
    /// Bits: mosquito 1, ladybug 2, pillbug 4.
    pub game_type: Option<i16>,
    /// How fast.
    pub speed: Option<Speed>,
    /// Rated or casual.
    pub rated: Option<bool>,
    /// How it ended.
    pub score: Option<Score>,
    /// Ended at or after.
    pub since: Option<Ms>,
    /// Ended before.
    pub until: Option<Ms>,
    /// Whether games that are not public are listed: for the player's own eyes.
    pub hidden: bool,
}

/// Where a page of ended games goes on: the last one of the page before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its end.
    pub ended_at: Ms,
    /// Its name.
    pub id: GameId,
}

/// Games and their events.
#[async_trait]
pub trait Games {
    /// Adds a game.
    async fn create_game(&self, game: NewGame) -> Result<Created, StoreError>;
    /// The whole live state.
    async fn game(&self, id: &GameId) -> Result<Option<GameState>, StoreError>;
    /// The record.
    async fn game_record(&self, id: &GameId) -> Result<Option<GameRecord>, StoreError>;
    /// Writes a change, only if the game is still at the version from which it was computed.
    async fn commit_game(&self, change: Change) -> Result<Commit, StoreError>;
    /// The version that a command of a player led to, if it was done.
    async fn find_command(
        &self,
        game: &GameId,
        seat: Color,
        cmd: &CmdId,
    ) -> Result<Option<Version>, StoreError>;
    /// Events after a version, in order.
    async fn events_after(&self, game: &GameId, after: Version, limit: i64)
    -> Result<Vec<Event>, StoreError>;
    /// The present versions of some games; unknown ones are left out.
    async fn versions(&self, games: Vec<GameId>) -> Result<Vec<(GameId, Version)>, StoreError>;
    /// Games whose deadline is before `before`, the longest overdue first.
    async fn overdue(&self, before: Ms, limit: i64) -> Result<Vec<GameId>, StoreError>;
    /// The next deadline of all.
    async fn next_deadline(&self) -> Result<Option<Ms>, StoreError>;
    /// The games that somebody is playing, the last touched first.
    async fn open_games(&self, user: UserId) -> Result<Vec<GameRecord>, StoreError>;
    /// Public games that run, the last touched first.
    async fn live_games(&self, limit: i64) -> Result<Vec<GameRecord>, StoreError>;
    /// How many games run.
    async fn count_live_games(&self) -> Result<i64, StoreError>;
    /// Ended games, the newest first, after a page's end.
    async fn ended_games(
        &self,
        filter: GameFilter,
        after: Option<Page>,
        limit: i64,
    ) -> Result<Vec<GameRecord>, StoreError>;
    /// Removes events of games that ended between two moments, except of games with a takeback or a report; how many.
    async fn trim_events(&self, from: Ms, until: Ms) -> Result<u64, StoreError>;
}

/// The computer is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// In this game.
    pub game: GameId,
    /// After this version.
    pub version: Version,
    /// At this level.
    pub level: Level,
    /// How often it was begun, this time included.
    pub attempts: i16,
}

/// Work for the computer.
#[async_trait]
pub trait Jobs {
    /// Takes the job that is longest due, until `lease` has passed.
    async fn claim_job(&self, process: &str, now: Ms, lease: Ms) -> Result<Option<Job>, StoreError>;
    /// Gives a job back unfinished, to be tried again then.
    async fn release_job(&self, job: Job, again_at: Ms) -> Result<(), StoreError>;
    /// Removes a job, unless the game has moved on and asked again.
    async fn drop_job(&self, job: Job) -> Result<(), StoreError>;
    /// How many wait.
    async fn count_jobs(&self) -> Result<i64, StoreError>;
    /// When the next one that nobody has is due.
    async fn next_job(&self) -> Result<Option<Ms>, StoreError>;
}
