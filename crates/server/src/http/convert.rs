//! Rows and domain values as the wire shows them. What is not written here never leaves the server.

use skep_wire::game::Speed as WireSpeed;
use skep_wire::rest;

use crate::app::sessions::Scopes;
use crate::app::view;
use crate::domain::account::Roles;
use crate::domain::rating::Rating;
use crate::domain::time::Speed;
use crate::store::ratings::RatingRow;
use crate::store::sessions::ApiToken;
use crate::store::users::User;

pub(super) fn me(user: &User) -> rest::Me {
    rest::Me {
        user: view::brief(user),
        email: user.email.clone(),
        email_verified: user.email_verified_at.is_some(),
        moderator: user.roles.has(Roles::MODERATOR),
        admin: user.roles.has(Roles::ADMIN),
        prefs: prefs(&user.prefs),
    }
}

/// Settings of another version are read as far as they are known.
pub(super) fn prefs(text: &str) -> rest::Prefs {
    serde_json::from_str(text).unwrap_or_default()
}

pub(super) fn speed_from(speed: WireSpeed) -> Speed {
    match speed {
        WireSpeed::Bullet => Speed::Bullet,
        WireSpeed::Blitz => Speed::Blitz,
        WireSpeed::Rapid => Speed::Rapid,
        WireSpeed::Classical => Speed::Classical,
        WireSpeed::Correspondence => Speed::Correspondence,
        WireSpeed::Untimed => Speed::Untimed,
    }
}

pub(super) fn rating(row: &RatingRow) -> rest::RatingView {
    let rating = Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility };
    rest::RatingView {
        speed: view::speed(row.speed),
        rating: points(row.rating),
        deviation: points(row.deviation),
        provisional: rating.is_provisional(),
        games: row.games,
        wins: row.wins,
        losses: row.losses,
    }
}

/// Whole points.
pub(super) fn points(rating: f64) -> i32 {
    rating.round() as i32
}

const SCOPES: [(rest::Scope, Scopes); 5] = [
    (rest::Scope::Read, Scopes::READ),
    (rest::Scope::Play, Scopes::PLAY),
    (rest::Scope::Challenge, Scopes::CHALLENGE),
    (rest::Scope::Chat, Scopes::CHAT),
    (rest::Scope::Account, Scopes::ACCOUNT),
];

pub(super) fn scopes(bits: Scopes) -> Vec<rest::Scope> {
    SCOPES.iter().filter(|(_, scope)| bits.has(*scope)).map(|(word, _)| *word).collect()
}

pub(super) fn scopes_from(words: &[rest::Scope]) -> Scopes {
    let bits = SCOPES.iter().filter(|(word, _)| words.contains(word)).map(|(_, scope)| scope.0);
    Scopes(bits.fold(0, |all, one| all | one))
}

pub(super) fn token(row: &ApiToken) -> rest::TokenInfo {
    rest::TokenInfo {
        id: row.id.to_string(),
        label: row.label.clone(),
        scopes: scopes(Scopes(row.scopes)),
        created: row.created_at.0,
        used: row.used_at.map(|at| at.0),
        expires: row.expires_at.map(|at| at.0),
    }
}

const REASONS: [rest::ReportReason; 5] = [
    rest::ReportReason::Other,
    rest::ReportReason::Cheating,
    rest::ReportReason::Abuse,
    rest::ReportReason::Sandbagging,
    rest::ReportReason::Name,
];

/// The code under which a reason is kept.
pub(super) fn report_reason(reason: rest::ReportReason) -> i16 {
    let at = REASONS.iter().position(|it| *it == reason).unwrap_or(0);
    i16::try_from(at).unwrap_or(0)
}

pub(super) fn report_reason_from(code: i16) -> rest::ReportReason {
    let found = usize::try_from(code).ok().and_then(|code| REASONS.get(code));
    found.copied().unwrap_or(rest::ReportReason::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_read_back() {
        let words = [rest::Scope::Play, rest::Scope::Chat];
        assert_eq!(scopes_from(&words), Scopes(10));
        assert_eq!(scopes(Scopes(10)), words);
        assert_eq!(scopes(Scopes::ALL).len(), 5);
    }

    #[test]
    fn speeds_are_read_back() {
        for it in Speed::ALL {
            assert_eq!(speed_from(view::speed(it)), it);
        }
    }
}
