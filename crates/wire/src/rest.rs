//! Bodies of the REST interface under `/api/v1`: accounts, sessions, profiles, lists. Games and the lobby use the same
//! types as the socket.

use serde::{Deserialize, Serialize};

use crate::account::UserBrief;
use crate::game::{Action, GameBrief, Speed};
use crate::ids::{ChallengeId, CommandId, GameId};
use crate::lobby::{ChallengeView, SeekView, Wish};

/// Whether there is a server behind the app.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// Always true when a server answers.
    pub online: bool,
    /// Its version.
    #[serde(default)]
    pub build: String,
}

/// Who one is, with what only oneself may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Me {
    /// As others see one.
    #[serde(flatten)]
    pub user: UserBrief,
    /// The address for mail, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether it was shown that the address is read.
    #[serde(default)]
    pub email_verified: bool,
    /// Whether one hides chat and handles reports.
    #[serde(default)]
    pub moderator: bool,
    /// Whether one may do everything.
    #[serde(default)]
    pub admin: bool,
    /// What is set.
    #[serde(default)]
    pub prefs: Prefs,
}

/// When moves may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takebacks {
    /// Never.
    Never,
    /// In casual games.
    #[default]
    Casual,
    /// In rated games as well, if the opponent says so too.
    Always,
}

/// Settings that the server must know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prefs {
    /// When moves may be taken back.
    #[serde(default)]
    pub takebacks: Takebacks,
}

/// Answer to `GET /session`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionView {
    /// Who one is; none: nobody yet.
    pub me: Option<Me>,
}

/// Body of `POST /session/guest`; may be `{}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GuestRequest {
    /// A token in the answer instead of a cookie, for programs.
    #[serde(default)]
    pub bearer: bool,
}

/// Body of `POST /session`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignIn {
    /// The name, or the address for mail.
    pub name: String,
    /// The password.
    pub password: String,
    /// A token in the answer instead of a cookie, for programs.
    #[serde(default)]
    pub bearer: bool,
}

/// Body of `POST /account`: a new account, or one made of the guest that asks, who keeps the games.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Register {
    /// 2 to 20 letters, digits, `-` or `_`, beginning with a letter.
    pub name: String,
    /// 10 to 128 characters.
    pub password: String,
    /// Where to send a link when the password is forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// A token in the answer instead of a cookie, for programs.
    #[serde(default)]
    pub bearer: bool,
}

/// Somebody is signed in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedIn {
    /// Who.
    pub me: Me,
    /// The token, if one was asked for; shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// Body of `PATCH /account`; what is left out stays.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpdateAccount {
    /// A few words about oneself, at most 400 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bio: Option<String>,
    /// Two letters, or nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefs: Option<Prefs>,
    /// A new address for mail, or nothing to remove it; needs the password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The password, where it is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// Body of `POST /account/password`. Other devices are signed out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangePassword {
    /// The one until now.
    pub old: String,
    /// The one from now on.
    pub new: String,
}

/// Body of `POST /account/reset`. The answer is the same whether there is such an account or not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskReset {
    /// The address for mail, or the name.
    pub email: String,
}

/// Body of `POST /account/reset/confirm`. All devices are signed out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConfirmReset {
    /// From the link.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// Body of `POST /account/verify`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyEmail {
    /// From the link.
    pub token: String,
}

/// Body of `DELETE /account`. Games stay, under a name that says nothing.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseAccount {
    /// The password, to be sure; guests have none.
    #[serde(default)]
    pub password: String,
}

/// A browser or terminal that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionInfo {
    /// For signing it out.
    pub id: String,
    /// Whether it is this one.
    pub current: bool,
    /// Since when.
    pub created: i64,
    /// Last used, to the hour.
    pub used: i64,
    /// What the browser calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The network it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
}

/// Answer to `GET /sessions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionList {
    /// The last used first.
    pub sessions: Vec<SessionInfo>,
}

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See what its owner sees.
    Read,
    /// Move, offer, resign.
    Play,
    /// Seek and challenge.
    Challenge,
    /// Speak.
    Chat,
    /// Change the account.
    Account,
}

/// A token of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenInfo {
    /// For taking it back.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Since when.
    pub created: i64,
    /// Last used, to the hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<i64>,
    /// Until when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
}

/// Answer to `GET /tokens`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenList {
    /// The newest first.
    pub tokens: Vec<TokenInfo>,
}

/// Body of `POST /tokens`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewToken {
    /// 1 to 60 characters.
    pub label: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// For how many days; none: until it is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
}

/// Answer to `POST /tokens`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CreatedToken {
    /// Shown once.
    pub token: String,
    /// The rest.
    #[serde(flatten)]
    pub info: TokenInfo,
}

/// A rating in one speed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// Which.
    pub speed: Speed,
    /// Whole points.
    pub rating: i32,
    /// How unsure, whole points.
    pub deviation: i32,
    /// Whether it is still too unsure to be ranked.
    pub provisional: bool,
    /// Rated games.
    pub games: i32,
    /// Won.
    pub wins: i32,
    /// Lost.
    pub losses: i32,
}

/// Answer to `GET /users/{name}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Profile {
    /// Who.
    #[serde(flatten)]
    pub user: UserBrief,
    /// Since when.
    pub created: i64,
    /// Last seen, to the hour.
    pub seen: i64,
    /// A few words. Text, never markup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bio: Option<String>,
    /// Two letters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// By speed.
    pub ratings: Vec<RatingView>,
    /// Whether a moderator shut the account.
    #[serde(default)]
    pub banned: bool,
    /// Whether the reader has blocked this user.
    #[serde(default)]
    pub blocked: bool,
    /// Games under way that everybody may watch.
    #[serde(default)]
    pub playing: Vec<GameBrief>,
}

/// One step of a rating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingPoint {
    /// When.
    pub at: i64,
    /// Afterwards.
    pub rating: i32,
    /// The game.
    pub game: GameId,
}

/// Answer to `GET /users/{name}/ratings?speed=`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingHistory {
    /// Which.
    pub speed: Speed,
    /// In order.
    pub points: Vec<RatingPoint>,
}

/// Answer to `GET /games` and `GET /users/{name}/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The newest first.
    pub games: Vec<GameBrief>,
    /// For `?after=`, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderboardRow {
    /// From 1.
    pub rank: u32,
    /// Who.
    pub name: String,
    /// Whole points.
    pub rating: i32,
    /// Rated games.
    pub games: i32,
}

/// Answer to `GET /leaderboard/{speed}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leaderboard {
    /// Which.
    pub speed: Speed,
    /// The best first.
    pub players: Vec<LeaderboardRow>,
}

/// Why somebody is reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Uses an engine.
    Cheating,
    /// Insults.
    Abuse,
    /// Does not finish games, loses on purpose.
    Sandbagging,
    /// An offensive name or text.
    Name,
    /// See the text.
    Other,
}

/// Body of `POST /reports`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewReport {
    /// Who.
    pub name: String,
    /// Why.
    pub reason: ReportReason,
    /// In which game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// At most 2000 characters.
    #[serde(default)]
    pub text: String,
}

/// A report, as a moderator sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportView {
    /// For deciding it.
    pub id: String,
    /// Who reports.
    pub by: UserBrief,
    /// Whom.
    pub about: UserBrief,
    /// Why.
    pub reason: ReportReason,
    /// In which game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// In words. Text, never markup.
    pub text: String,
    /// When.
    pub at: i64,
}

/// Answer to `GET /moderation/reports`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportList {
    /// The oldest first.
    pub reports: Vec<ReportView>,
}

/// Body of `POST /moderation/reports/{id}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decision {
    /// Whether it was right.
    pub upheld: bool,
}

/// Body of `POST /moderation/users/{name}/ban`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ban {
    /// For the log.
    #[serde(default)]
    pub why: String,
}

/// Answer to `GET /blocks`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockList {
    /// Whom one does not want to meet.
    pub names: Vec<String>,
}

/// Body of `POST /games/{id}/moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveRequest {
    /// What the client calls this command.
    pub id: CommandId,
    /// How many turns were played before.
    pub ply: u16,
    /// The move in the spelling of the Universal Hive Protocol.
    #[serde(rename = "move")]
    pub text: String,
}

/// Body of `POST /games/{id}/actions`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionRequest {
    /// What the client calls this command.
    pub id: CommandId,
    /// What.
    #[serde(rename = "do")]
    pub action: Action,
}

/// Done, and saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Done {
    /// The number of the event that it caused.
    pub v: i64,
}

/// Body of `POST /challenges`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewChallenge {
    /// The name of the one who is asked; none: whoever has the link, or comes to the lobby if it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The computer at this level instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
    /// To stand in the lobby.
    #[serde(default)]
    pub open: bool,
    /// For what.
    pub terms: Wish,
}

/// Answer to `POST /challenges`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChallengeMade {
    /// Its name; none when the game began at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ChallengeId>,
    /// The secret of a link; shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// The link to hand on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The game, when it began at once (against the computer).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

/// Body of `POST /challenges/{id}/accept`; may be `{}`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AcceptChallenge {
    /// The secret of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A game began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameStarted {
    /// Which.
    pub game: GameId,
}

/// Answer to `POST /seeks`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeekMade {
    /// Its name; gone when somebody was waiting already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game, when somebody was waiting already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

/// Answer to `GET /lobby`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyView {
    /// Who looks for a game.
    pub seeks: Vec<SeekView>,
    /// The open challenges.
    pub challenges: Vec<ChallengeView>,
}

/// Body of `POST /games/{id}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewChat {
    /// To the spectators instead of the opponent.
    #[serde(default)]
    pub spectators: bool,
    /// 1 to 500 characters.
    pub body: String,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// Its number; later ones are higher.
    pub id: String,
    /// Who.
    pub by: UserBrief,
    /// What. Text, never markup.
    pub body: String,
    /// When.
    pub at: i64,
}

/// Answer to `GET /games/{id}/chat`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatList {
    /// In order.
    pub lines: Vec<ChatLine>,
}

/// Secrets do not show themselves when a body is printed for debugging.
macro_rules! hide {
    ($($name:ident),*) => {
        $(impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), " { ***"," }"))
            }
        })*
    };
}

hide!(
    SignIn,
    Register,
    SignedIn,
    UpdateAccount,
    ChangePassword,
    AskReset,
    ConfirmReset,
    VerifyEmail,
    CloseAccount,
    CreatedToken
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_with_passwords_do_not_print_them() {
        let body = SignIn { name: "ann".into(), password: "correct horse".into(), bearer: false };
        assert_eq!(format!("{body:?}"), "SignIn { *** }");
    }

    #[test]
    fn short_bodies_are_enough() {
        let body: SignIn = serde_json::from_str(r#"{"name":"ann","password":"x","more":1}"#).unwrap();
        assert!(!body.bearer);
        assert_eq!(serde_json::from_str::<GuestRequest>("{}").unwrap(), GuestRequest::default());
    }
}
