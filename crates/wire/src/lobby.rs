//! Before a game: terms, seeks and challenges.

use serde::{Deserialize, Serialize};

use crate::account::UserBrief;
use crate::game::Side;
use crate::ids::{ChallengeId, GameId, SeekId};

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// `base` seconds for the game, and `inc` more for each move.
    Fischer,
    /// `base` seconds for each move, whole days.
    Correspondence,
    /// No clock.
    Untimed,
}

/// The points on which tables differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Rules {
    /// Whether a player may begin with the queen, as in the booklet.
    pub queen_first: bool,
    /// Whether the third occurrence of a position is a draw.
    pub repetition_draw: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { queen_first: false, repetition_draw: true }
    }
}

/// Who may see a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// Everybody with its id.
    Link,
    /// The two players.
    Players,
}

/// What is agreed on before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// How time is counted.
    pub mode: Mode,
    /// Seconds.
    #[serde(default)]
    pub base: u32,
    /// Seconds.
    #[serde(default)]
    pub inc: u32,
    /// The game type, such as `Base+MLP`.
    #[serde(rename = "type")]
    pub game_type: String,
    /// The points on which tables differ.
    #[serde(default)]
    pub rules: Rules,
    /// Whether ratings change.
    #[serde(default)]
    pub rated: bool,
    /// Who may see it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub visibility: Visibility,
}

/// What somebody looks for: terms, and wishes about color and opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wish {
    /// The terms.
    #[serde(flatten)]
    pub terms: Terms,
    /// The own color; none: chosen fairly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Side>,
    /// The lowest rating of the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The highest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

/// A seek as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekView {
    /// Its name.
    pub id: SeekId,
    /// Who looks.
    pub by: UserBrief,
    /// The rating at this speed.
    pub rating: i32,
    /// What for.
    pub terms: Wish,
}

/// A challenge as those see it whom it concerns, and everybody if it is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengeView {
    /// Its name.
    pub id: ChallengeId,
    /// Who asks.
    pub from: UserBrief,
    /// Who is asked; none: whoever comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<UserBrief>,
    /// The terms; the color is that of the one who asks.
    pub terms: Wish,
    /// Whether it stands in the lobby.
    #[serde(default)]
    pub open: bool,
    /// Until when it stands.
    pub expires: i64,
    /// The game, once it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
