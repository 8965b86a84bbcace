//! A game as its players and watchers see it.

use serde::{Deserialize, Serialize};

use crate::account::UserBrief;
use crate::ids::GameId;
use crate::lobby::Terms;

/// A color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

/// Something for each color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sides<T> {
    /// White's.
    pub w: T,
    /// Black's.
    pub b: T,
}

/// What a player can do besides moving.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Offer or accept a draw.
    Draw,
    /// Decline or withdraw it.
    DrawNo,
    /// Ask to take back, or allow it.
    Takeback,
    /// Decline or withdraw it.
    TakebackNo,
    /// Give up.
    Resign,
    /// Call the game off before both have moved.
    Abort,
    /// Win, because the opponent has left.
    ClaimWin,
    /// Draw, because the opponent has left.
    ClaimDraw,
    /// Ask for or accept another game.
    Rematch,
    /// Decline or withdraw it.
    RematchNo,
}

/// What is on offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back.
    Takeback,
}

/// What became of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other player said no.
    Declined,
    /// The one who made it took it back.
    Withdrawn,
    /// The game went on.
    Lapsed,
}

/// What a game counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Neither.
    Draw,
    /// It does not count.
    None,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A queen is surrounded.
    Queen,
    /// Both are.
    BothQueens,
    /// The third time the same position.
    Repetition,
    /// The players agreed.
    Agreement,
    /// One gave up.
    Resignation,
    /// One ran out of time.
    Timeout,
    /// One left.
    Abandonment,
    /// Called off before it began.
    Aborted,
    /// Somebody did not make the first move.
    NoStart,
    /// Neither can move, or the game is too long.
    Stuck,
    /// A moderator decided.
    Moderator,
    /// Nobody moved for two weeks.
    Expired,
    /// A word that this version does not know.
    #[serde(other)]
    Other,
}

/// How fast a game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Under three minutes a player.
    Bullet,
    /// Under eight.
    Blitz,
    /// Under twenty-five.
    Rapid,
    /// Longer.
    Classical,
    /// Days a move.
    Correspondence,
    /// No clock.
    Untimed,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Not both have moved.
    Opening,
    /// Under way.
    Playing,
    /// Over.
    Ended,
}

/// A player in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// Who.
    #[serde(flatten)]
    pub user: UserBrief,
    /// The rating when the game began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockView {
    /// What White had left at `at`.
    pub w: i64,
    /// What Black had left at `at`.
    pub b: i64,
    /// Since when the side to move is to move, by the server's clock.
    pub at: i64,
    /// Whether the clock of the side to move is running.
    pub runs: bool,
    /// When the game ends if nothing is played (first moves, correspondence, untimed).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<i64>,
}

/// The offers that stand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OffersView {
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<Side>,
    /// Who asks to take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// Who asks for another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Side>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomeView {
    /// What it counts.
    pub result: Score,
    /// Why.
    pub reason: Reason,
    /// The ratings before and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Sides<[i32; 2]>>,
}

/// The whole of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameView {
    /// Its name.
    pub g: GameId,
    /// The number of its last event.
    pub v: i64,
    /// How far it is.
    pub status: Status,
    /// Who plays.
    pub players: Sides<PlayerView>,
    /// What was agreed.
    pub terms: Terms,
    /// How fast it is.
    pub speed: Speed,
    /// The clocks.
    pub clock: ClockView,
    /// The turns in the spelling of the Universal Hive Protocol, `pass` for a pass.
    pub moves: Vec<String>,
    /// The hundredths of a second that each took.
    pub times: Vec<u32>,
    /// The offers that stand.
    #[serde(default)]
    pub offers: OffersView,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// The game that followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<GameId>,
    /// When it was made.
    pub created: i64,
    /// The own color, if the reader plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameBrief {
    /// Its name.
    pub g: GameId,
    /// The number of its last event.
    pub v: i64,
    /// How far it is.
    pub status: Status,
    /// Who plays.
    pub players: Sides<PlayerView>,
    /// What was agreed.
    pub terms: Terms,
    /// How fast it is.
    pub speed: Speed,
    /// How many turns were played.
    pub ply: u16,
    /// When the game ends if nothing is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<i64>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeView>,
    /// When its last event happened.
    pub updated: i64,
}
