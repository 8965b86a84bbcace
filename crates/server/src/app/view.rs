//! What others are shown: from the values of the domain to the messages of the wire, and back where somebody asks for a
//! game.

use std::collections::HashMap;

use skep_rules::{ByColor, Color, GameType, RuleSet};
use skep_wire as wire;
use wire::ServerMsg;

use super::time::TimeSource;
use crate::domain::game::event::{RatingStep, RematchStep};
use crate::domain::game::{
    Action, Event, EventKind, GameState, Offer, OfferEnd, Outcome, Player, Reason, Rejection, Rematch, Score,
    Status,
};
use crate::domain::ids::{GameId, UserId, Version};
use crate::domain::terms::{Clock, Terms, TermsError, Visibility, Wish};
use crate::domain::time::{Ms, Speed};
use crate::domain::user::UserKind;
use crate::store::games::GameRecord;
use crate::store::lobby::{Challenge, Seek};
use crate::store::users::User;
use crate::store::{Store, StoreError};

/// The users that a view needs, by number.
pub type Names = HashMap<UserId, User>;

/// Reads some users.
///
/// # Errors
/// If the database does not answer.
pub async fn names(
    store: &dyn Store,
    ids: impl IntoIterator<Item = UserId> + Send,
) -> Result<Names, StoreError> {
    let mut ids: Vec<UserId> = ids.into_iter().collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(Names::new());
    }
    Ok(store.users(ids).await?.into_iter().map(|user| (user.id, user)).collect())
}

/// A user, as others see one.
#[must_use]
pub fn brief(user: &User) -> wire::account::UserBrief {
    wire::account::UserBrief { id: user_id(user.id), name: user.name.clone(), kind: kind(user.kind) }
}

/// A user by number, even if the row is gone.
#[must_use]
pub fn brief_of(names: &Names, id: UserId) -> wire::account::UserBrief {
    names.get(&id).map_or_else(
        || wire::account::UserBrief {
            id: user_id(id),
            name: "?".to_owned(),
            kind: wire::account::UserKind::Person,
        },
        brief,
    )
}

/// What stands behind a user.
#[must_use]
pub fn kind(kind: UserKind) -> wire::account::UserKind {
    match kind {
        UserKind::Person => wire::account::UserKind::Person,
        UserKind::Guest => wire::account::UserKind::Guest,
        UserKind::Bot => wire::account::UserKind::Bot,
        UserKind::Computer => wire::account::UserKind::Computer,
    }
}

/// A user's number as text.
#[must_use]
pub fn user_id(id: UserId) -> wire::UserId {
    wire::UserId(id.to_string())
}

/// A game's name.
#[must_use]
pub fn game_id(id: &GameId) -> wire::GameId {
    wire::GameId(id.0.clone())
}

/// A color.
#[must_use]
pub fn side(color: Color) -> wire::game::Side {
    match color {
        Color::White => wire::game::Side::White,
        Color::Black => wire::game::Side::Black,
    }
}

/// A color from outside.
#[must_use]
pub fn color(side: wire::game::Side) -> Color {
    match side {
        wire::game::Side::White => Color::White,
        wire::game::Side::Black => Color::Black,
    }
}

fn sides<T, U>(values: &ByColor<T>, convert: impl Fn(&T) -> U) -> wire::game::Sides<U> {
    wire::game::Sides { w: convert(&values.white), b: convert(&values.black) }
}

/// How fast a game is.
#[must_use]
pub fn speed(speed: Speed) -> wire::game::Speed {
    match speed {
        Speed::Bullet => wire::game::Speed::Bullet,
        Speed::Blitz => wire::game::Speed::Blitz,
        Speed::Rapid => wire::game::Speed::Rapid,
        Speed::Classical => wire::game::Speed::Classical,
        Speed::Correspondence => wire::game::Speed::Correspondence,
        Speed::Untimed => wire::game::Speed::Untimed,
    }
}

/// Terms.
#[must_use]
pub fn terms(terms: &Terms) -> wire::lobby::Terms {
    let seconds = |ms: Ms| u32::try_from(ms.0 / 1000).unwrap_or(0);
    let mode = match terms.clock {
        Clock::Fischer { .. } => wire::lobby::Mode::Fischer,
        Clock::Correspondence { .. } => wire::lobby::Mode::Correspondence,
        Clock::Untimed => wire::lobby::Mode::Untimed,
    };
    wire::lobby::Terms {
        mode,
        base: seconds(terms.clock.base()),
        inc: seconds(terms.clock.increment()),
        game_type: terms.rules.game_type.to_string(),
        rules: wire::lobby::Rules {
            queen_first: terms.rules.queen_first,
            repetition_draw: terms.rules.repetition_draw,
        },
        rated: terms.rated,
        visibility: match terms.visibility {
            Visibility::Public => wire::lobby::Visibility::Public,
            Visibility::ByLink => wire::lobby::Visibility::Link,
            Visibility::Players => wire::lobby::Visibility::Players,
        },
    }
}

/// A wish.
#[must_use]
pub fn wish(wish: &Wish) -> wire::lobby::Wish {
    wire::lobby::Wish {
        terms: terms(&wish.terms),
        color: wish.color.map(side),
        min: wish.rating_min,
        max: wish.rating_max,
    }
}

/// Why a wish is not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadWish {
    /// The game type has no meaning.
    #[error(transparent)]
    GameType(#[from] skep_rules::ParseGameTypeError),
    /// The terms are not allowed.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

/// Reads a wish from outside.
///
/// # Errors
/// What is wrong with it.
pub fn read_wish(wish: &wire::lobby::Wish) -> Result<Wish, BadWish> {
    let given = &wish.terms;
    let (base, increment) = (Ms::seconds(given.base.into()), Ms::seconds(given.inc.into()));
    let clock = match given.mode {
        wire::lobby::Mode::Fischer => Clock::Fischer { base, increment },
        wire::lobby::Mode::Correspondence => Clock::Correspondence { per_move: base },
        wire::lobby::Mode::Untimed => Clock::Untimed,
    };
    let game_type: GameType = given.game_type.parse()?;
    let rules = RuleSet {
        game_type,
        queen_first: given.rules.queen_first,
        repetition_draw: given.rules.repetition_draw,
    };
    let visibility = match given.visibility {
        wire::lobby::Visibility::Public => Visibility::Public,
        wire::lobby::Visibility::Link => Visibility::ByLink,
        wire::lobby::Visibility::Players => Visibility::Players,
    };
    let terms = Terms { clock, rules, rated: given.rated, visibility }.check()?;
    Ok(Wish { terms, color: wish.color.map(color), rating_min: wish.min, rating_max: wish.max })
}

/// What a player does.
#[must_use]
pub fn action(action: wire::game::Action) -> Action {
    match action {
        wire::game::Action::Draw => Action::Draw,
        wire::game::Action::DrawNo => Action::DrawNo,
        wire::game::Action::Takeback => Action::Takeback,
        wire::game::Action::TakebackNo => Action::TakebackNo,
        wire::game::Action::Resign => Action::Resign,
        wire::game::Action::Abort => Action::Abort,
        wire::game::Action::ClaimWin => Action::ClaimWin,
        wire::game::Action::ClaimDraw => Action::ClaimDraw,
        wire::game::Action::Rematch => Action::Rematch,
        wire::game::Action::RematchNo => Action::RematchNo,
    }
}

/// Why a command was refused.
#[must_use]
pub fn code(rejection: &Rejection) -> wire::Code {
    match rejection {
        Rejection::Forbidden => wire::Code::Forbidden,
        Rejection::GameOver => wire::Code::GameOver,
        Rejection::Stale => wire::Code::Stale,
        Rejection::NotYourTurn => wire::Code::NotYourTurn,
        Rejection::Flagged => wire::Code::Flagged,
        Rejection::Illegal(_) => wire::Code::Illegal,
        Rejection::TooEarly => wire::Code::TooEarly,
        Rejection::TooLate => wire::Code::TooLate,
        Rejection::TooSoon => wire::Code::TooSoon,
        Rejection::NoOffer => wire::Code::NoOffer,
        Rejection::NotAllowed => wire::Code::NotAllowed,
        Rejection::NotAbsent => wire::Code::NotAbsent,
        Rejection::Blocked => wire::Code::Blocked,
    }
}

/// What a game counts.
#[must_use]
pub fn score(score: Score) -> wire::game::Score {
    match score {
        Score::Win(Color::White) => wire::game::Score::White,
        Score::Win(Color::Black) => wire::game::Score::Black,
        Score::Draw => wire::game::Score::Draw,
        Score::None => wire::game::Score::None,
    }
}

/// Why a game is over.
#[must_use]
pub fn reason(reason: Reason) -> wire::game::Reason {
    match reason {
        Reason::Queen => wire::game::Reason::Queen,
        Reason::BothQueens => wire::game::Reason::BothQueens,
        Reason::Repetition => wire::game::Reason::Repetition,
        Reason::Agreement => wire::game::Reason::Agreement,
        Reason::Resignation => wire::game::Reason::Resignation,
        Reason::Timeout => wire::game::Reason::Timeout,
        Reason::Abandonment => wire::game::Reason::Abandonment,
        Reason::Aborted => wire::game::Reason::Aborted,
        Reason::NoStart => wire::game::Reason::NoStart,
        Reason::Stuck => wire::game::Reason::Stuck,
        Reason::Moderator => wire::game::Reason::Moderator,
        Reason::Expired => wire::game::Reason::Expired,
    }
}

fn ratings(steps: &Option<ByColor<RatingStep>>) -> Option<wire::game::Sides<[i32; 2]>> {
    steps.as_ref().map(|steps| sides(steps, |step| [step.before, step.after]))
}

fn outcome_view(outcome: Outcome) -> wire::game::OutcomeView {
    wire::game::OutcomeView { result: score(outcome.score), reason: reason(outcome.reason), ratings: None }
}

fn status(status: Status) -> wire::game::Status {
    match status {
        Status::Opening => wire::game::Status::Opening,
        Status::Playing => wire::game::Status::Playing,
        Status::Ended(_) => wire::game::Status::Ended,
    }
}

fn player(names: &Names, player: &Player) -> wire::game::PlayerView {
    wire::game::PlayerView { user: brief_of(names, player.user), rating: player.rating }
}

/// The whole of a game, as one user sees it.
#[must_use]
pub fn game(state: &GameState, names: &Names, viewer: Option<UserId>) -> wire::GameView {
    let (rematch_by, next) = match &state.rematch {
        Rematch::None => (None, None),
        Rematch::Offered(by) => (Some(side(*by)), None),
        Rematch::Game(id) => (None, Some(game_id(id))),
    };
    wire::GameView {
        g: game_id(&state.id),
        v: state.version.0,
        status: status(state.status),
        players: sides(&state.players, |it| player(names, it)),
        terms: terms(&state.terms),
        speed: speed(state.terms.clock.speed()),
        clock: wire::game::ClockView {
            w: state.left.white.0,
            b: state.left.black.0,
            at: state.turn_at.0,
            runs: state.clock_runs(),
            deadline: state.deadline_at.map(|at| at.0),
        },
        moves: state.line.move_texts().map(str::to_owned).collect(),
        times: state.line.time_values().collect(),
        offers: wire::game::OffersView {
            draw: state.draw_offer.map(side),
            takeback: state.takeback_offer.map(side),
            rematch: rematch_by,
        },
        outcome: state.outcome().map(outcome_view),
        next,
        created: state.created_at.0,
        you: viewer.and_then(|user| state.seat_of(user)).map(side),
    }
}

/// A game in a list.
#[must_use]
pub fn game_brief(record: &GameRecord, names: &Names) -> wire::game::GameBrief {
    let outcome = match record.status {
        Status::Ended(outcome) => Some(outcome_view(outcome)),
        Status::Opening | Status::Playing => None,
    };
    wire::game::GameBrief {
        g: game_id(&record.id),
        v: record.version.0,
        status: status(record.status),
        players: sides(&record.players, |it| player(names, it)),
        terms: terms(&record.terms),
        speed: speed(record.terms.clock.speed()),
        ply: u16::try_from(record.ply).unwrap_or(0),
        deadline: record.deadline_at.map(|at| at.0),
        outcome,
        updated: record.updated_at.0,
    }
}

/// Something that happened, as it is sent. That a game was made is not: whoever listens begins with the whole game.
#[must_use]
pub fn event(id: &GameId, event: &Event) -> Option<ServerMsg> {
    let (g, v, at) = (game_id(id), event.version.0, event.at.0);
    let times = |left: &ByColor<Ms>| sides(left, |ms| ms.0);
    Some(match &event.kind {
        EventKind::Created => return None,
        EventKind::Moved { ply, text, left, used } => {
            ServerMsg::Moved { g, v, ply: *ply, m: text.clone(), c: times(left), at, used: used.0 }
        }
        EventKind::Passed { ply, left } => ServerMsg::Passed { g, v, ply: *ply, c: times(left), at },
        EventKind::Offered(what) => {
            ServerMsg::Offered { g, v, by: side(event.seat?), what: offer(*what), at }
        }
        EventKind::OfferEnded(what, how) => {
            ServerMsg::OfferEnded { g, v, what: offer(*what), how: offer_end(*how), at }
        }
        EventKind::TakenBack { ply, left } => ServerMsg::TakenBack { g, v, ply: *ply, c: times(left), at },
        EventKind::Clock { credit } => ServerMsg::Clock { g, v, credit: credit.0, at },
        EventKind::Ended { outcome, ratings: steps } => ServerMsg::Ended {
            g,
            v,
            result: score(outcome.score),
            reason: reason(outcome.reason),
            ratings: ratings(steps),
            at,
        },
        EventKind::Rematch(step) => {
            let (state, next) = match step {
                RematchStep::Offered => (wire::server::RematchState::Offered, None),
                RematchStep::Declined => (wire::server::RematchState::Declined, None),
                RematchStep::Game(id) => (wire::server::RematchState::Game, Some(game_id(id))),
            };
            ServerMsg::Rematch { g, v, state, by: event.seat.map(side), next, at }
        }
    })
}

fn offer(offer: Offer) -> wire::game::Offer {
    match offer {
        Offer::Draw => wire::game::Offer::Draw,
        Offer::Takeback => wire::game::Offer::Takeback,
    }
}

fn offer_end(end: OfferEnd) -> wire::game::OfferEnd {
    match end {
        OfferEnd::Declined => wire::game::OfferEnd::Declined,
        OfferEnd::Withdrawn => wire::game::OfferEnd::Withdrawn,
        OfferEnd::Lapsed => wire::game::OfferEnd::Lapsed,
    }
}

/// A seek as the lobby shows it; none if its pool has no meaning any more.
#[must_use]
pub fn seek(seek: &Seek, names: &Names) -> Option<wire::lobby::SeekView> {
    let terms = Terms::from_pool(&seek.pool)?;
    let asked = Wish { terms, color: seek.color, rating_min: seek.rating_min, rating_max: seek.rating_max };
    Some(wire::lobby::SeekView {
        id: wire::SeekId(seek.id.to_string()),
        by: brief_of(names, seek.user),
        rating: seek.rating,
        terms: wish(&asked),
    })
}

/// A challenge as those see it whom it concerns; none if its terms cannot be read.
#[must_use]
pub fn challenge(challenge: &Challenge, names: &Names) -> Option<wire::lobby::ChallengeView> {
    Some(wire::lobby::ChallengeView {
        id: wire::ChallengeId(challenge.id.0.clone()),
        from: brief_of(names, challenge.from),
        to: challenge.to.map(|user| brief_of(names, user)),
        terms: serde_json::from_str(&challenge.terms).ok()?,
        open: challenge.to.is_none() && challenge.secret_hash.is_none(),
        expires: challenge.expires_at.0,
        game: challenge.game.as_ref().map(game_id),
    })
}

/// What a client is told first.
#[must_use]
pub fn welcome(
    me: Option<wire::account::UserBrief>,
    time: &dyn TimeSource,
    limits: wire::server::Limits,
) -> ServerMsg {
    let build = env!("CARGO_PKG_VERSION").to_owned();
    ServerMsg::Welcome { proto: wire::PROTO, me, now: time.now().0, limits, build }
}

/// Whether a version can be reached by events from one that a client has seen.
#[must_use]
pub fn can_resume(seen: Version, present: Version) -> bool {
    seen.0 >= 1 && seen <= present && present.0 - seen.0 <= 64
}
