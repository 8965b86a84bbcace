//! Every message that was ever released still parses, and is still written as it was.
//!
//! `tests/golden` has a file for each. A new message gets a new file; an old file is never changed, because somewhere a
//! client of that time is still running. `SKEP_BLESS=1` writes the files that are missing.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use skep_wire::account::{UserBrief, UserKind};
use skep_wire::client::Channel;
use skep_wire::game::{
    Action, ClockView, GameBrief, GameView, Offer, OfferEnd, OffersView, OutcomeView, PlayerView, Reason,
    Score, Side, Sides, Speed, Status,
};
use skep_wire::lobby::{ChallengeView, Mode, Rules, SeekView, Terms, Visibility, Wish};
use skep_wire::server::{Limits, Note, RematchState};
use skep_wire::{ChallengeId, ClientMsg, Code, CommandId, GameId, SeekId, ServerMsg, UserId};

fn game() -> GameId {
    GameId("k3Xw9TqBzP".to_owned())
}

fn user(id: &str, name: &str, kind: UserKind) -> UserBrief {
    UserBrief { id: UserId(id.to_owned()), name: name.to_owned(), kind }
}

fn anna() -> UserBrief {
    user("246913578024691357", "Anna", UserKind::Person)
}

fn terms() -> Terms {
    Terms {
        mode: Mode::Fischer,
        base: 300,
        inc: 4,
        game_type: "Base+MLP".to_owned(),
        rules: Rules::default(),
        rated: true,
        visibility: Visibility::Public,
    }
}

fn wish() -> Wish {
    Wish { terms: terms(), color: Some(Side::White), min: Some(1400), max: None }
}

fn players() -> Sides<PlayerView> {
    Sides {
        w: PlayerView { user: anna(), rating: Some(1512) },
        b: PlayerView { user: user("246913578024691358", "guest-7Hq2", UserKind::Guest), rating: None },
    }
}

fn brief() -> GameBrief {
    GameBrief {
        g: game(),
        v: 37,
        status: Status::Playing,
        players: players(),
        terms: terms(),
        speed: Speed::Blitz,
        ply: 34,
        deadline: Some(1_794_770_829_123),
        outcome: None,
        updated: 1_794_770_642_123,
    }
}

fn challenge() -> ChallengeView {
    ChallengeView {
        id: ChallengeId("p8Rt5VnYcD".to_owned()),
        from: anna(),
        to: Some(user("3", "Computer-3", UserKind::Computer)),
        terms: wish(),
        open: false,
        expires: 1_794_857_042_123,
        game: None,
    }
}

fn seek() -> SeekView {
    SeekView { id: SeekId("246913578024691999".to_owned()), by: anna(), rating: 1512, terms: wish() }
}

fn client_messages() -> Vec<ClientMsg> {
    let id = || CommandId("9fQ2".to_owned());
    vec![
        ClientMsg::Hello { proto: 1, client: "web/0.3.0".to_owned() },
        ClientMsg::Sub { n: 1, ch: Channel::Game, g: Some(game()), v: Some(34) },
        ClientMsg::Unsub { n: 2, ch: Channel::Lobby, g: None },
        ClientMsg::Move { n: 3, g: game(), id: id(), ply: 34, m: "wA1 bQ/".to_owned(), think: Some(3120) },
        ClientMsg::Act { n: 4, g: game(), id: id(), action: Action::TakebackNo },
        ClientMsg::Flag { g: game() },
        ClientMsg::Bye { g: game() },
        ClientMsg::Seek { n: 5, terms: wish() },
        ClientMsg::Unseek { n: 6, id: Some(SeekId("246913578024691999".to_owned())) },
        ClientMsg::Challenge {
            n: 7,
            to: Some("Bertil".to_owned()),
            computer: None,
            open: false,
            terms: wish(),
        },
        ClientMsg::Reply {
            n: 8,
            id: ChallengeId("p8Rt5VnYcD".to_owned()),
            accept: true,
            secret: Some("Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQ".to_owned()),
        },
        ClientMsg::Chat { n: 9, room: "g:k3Xw9TqBzP:p".to_owned(), body: "good luck".to_owned() },
        ClientMsg::Ping { c: 81_233 },
    ]
}

fn server_messages() -> Vec<ServerMsg> {
    let (g, at) = (game(), 1_794_770_642_123);
    let c = Sides { w: 254_310, b: 187_000 };
    vec![
        ServerMsg::Welcome {
            proto: 1,
            me: Some(anna()),
            now: at,
            limits: Limits { frame: 4096, games: 12, rate: 5, burst: 20 },
            build: "0.1.0".to_owned(),
        },
        ServerMsg::Ok { n: 3, g: Some(g.clone()), v: Some(37), id: None, secret: None },
        ServerMsg::Err {
            n: Some(3),
            g: Some(g.clone()),
            code: Code::NotYourTurn,
            msg: "it is not your turn".to_owned(),
            retry: false,
            v: Some(37),
        },
        ServerMsg::Game(GameView {
            g: g.clone(),
            v: 6,
            status: Status::Ended,
            players: players(),
            terms: terms(),
            speed: Speed::Blitz,
            clock: ClockView { w: 254_310, b: 187_000, at, runs: false, deadline: None },
            moves: vec!["wS1".to_owned(), "bS1 wS1-".to_owned()],
            times: vec![120, 341],
            offers: OffersView { draw: None, takeback: None, rematch: Some(Side::Black) },
            outcome: Some(OutcomeView {
                result: Score::White,
                reason: Reason::Resignation,
                ratings: Some(Sides { w: [1512, 1519], b: [1498, 1491] }),
            }),
            next: None,
            created: at - 60_000,
            you: Some(Side::White),
        }),
        ServerMsg::Moved { g: g.clone(), v: 37, ply: 34, m: "wA1 bQ/".to_owned(), c, at, used: 3040 },
        ServerMsg::Passed { g: g.clone(), v: 38, ply: 35, c, at },
        ServerMsg::Offered { g: g.clone(), v: 39, by: Side::White, what: Offer::Draw, at },
        ServerMsg::OfferEnded { g: g.clone(), v: 40, what: Offer::Draw, how: OfferEnd::Declined, at },
        ServerMsg::TakenBack { g: g.clone(), v: 41, ply: 34, c, at },
        ServerMsg::Clock { g: g.clone(), v: 42, credit: 15_000, at },
        ServerMsg::Ended {
            g: g.clone(),
            v: 61,
            result: Score::White,
            reason: Reason::Queen,
            ratings: Some(Sides { w: [1512, 1519], b: [1498, 1491] }),
            at,
        },
        ServerMsg::Rematch {
            g: g.clone(),
            v: 62,
            state: RematchState::Game,
            by: Some(Side::Black),
            next: Some(GameId("m5Yx2UsDwR".to_owned())),
            at,
        },
        ServerMsg::Presence { g, w: true, b: false, gone_in: Some(21_000) },
        ServerMsg::Lobby { lv: 7, seeks: vec![seek()], challenges: vec![challenge()] },
        ServerMsg::LobbyDelta {
            lv: 8,
            add: vec![seek()],
            del: vec![SeekId("246913578024691998".to_owned())],
            open: vec![],
            closed: vec![ChallengeId("p8Rt5VnYcD".to_owned())],
        },
        ServerMsg::User { games: vec![brief()], challenges: vec![challenge()], seeks: vec![seek()] },
        ServerMsg::Note(Note::GameStarted { game: brief() }),
        ServerMsg::Chat {
            room: "g:k3Xw9TqBzP:p".to_owned(),
            id: "246913578024692000".to_owned(),
            by: anna(),
            body: "good luck".to_owned(),
            at,
        },
        ServerMsg::Pong { c: 81_233, now: at },
        ServerMsg::Going { in_ms: 2500 },
    ]
}

/// The name of a message's file. A new kind of message does not compile until it has one.
fn client_name(message: &ClientMsg) -> &'static str {
    match message {
        ClientMsg::Hello { .. } => "hello",
        ClientMsg::Sub { .. } => "sub",
        ClientMsg::Unsub { .. } => "unsub",
        ClientMsg::Move { .. } => "move",
        ClientMsg::Act { .. } => "act",
        ClientMsg::Flag { .. } => "flag",
        ClientMsg::Bye { .. } => "bye",
        ClientMsg::Seek { .. } => "seek",
        ClientMsg::Unseek { .. } => "unseek",
        ClientMsg::Challenge { .. } => "challenge",
        ClientMsg::Reply { .. } => "reply",
        ClientMsg::Chat { .. } => "chat",
        ClientMsg::Ping { .. } => "ping",
        ClientMsg::Unknown => "unknown",
    }
}

fn server_name(message: &ServerMsg) -> &'static str {
    match message {
        ServerMsg::Welcome { .. } => "welcome",
        ServerMsg::Ok { .. } => "ok",
        ServerMsg::Err { .. } => "err",
        ServerMsg::Game(_) => "game",
        ServerMsg::Moved { .. } => "moved",
        ServerMsg::Passed { .. } => "passed",
        ServerMsg::Offered { .. } => "offered",
        ServerMsg::OfferEnded { .. } => "offer_ended",
        ServerMsg::TakenBack { .. } => "taken_back",
        ServerMsg::Clock { .. } => "clock",
        ServerMsg::Ended { .. } => "ended",
        ServerMsg::Rematch { .. } => "rematch",
        ServerMsg::Presence { .. } => "presence",
        ServerMsg::Lobby { .. } => "lobby",
        ServerMsg::LobbyDelta { .. } => "lobby_delta",
        ServerMsg::User { .. } => "user",
        ServerMsg::Note(_) => "note",
        ServerMsg::Chat { .. } => "chat",
        ServerMsg::Pong { .. } => "pong",
        ServerMsg::Going { .. } => "going",
        ServerMsg::Unknown => "unknown",
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn check(name: &str, value: &Value) {
    assert_eq!(value["t"], name.split_once('-').map_or("", |(_, word)| word), "{value}");
    let path = folder().join(format!("{name}.json"));
    if !path.exists() && std::env::var_os("SKEP_BLESS").is_some() {
        let text = serde_json::to_string_pretty(value).expect("JSON");
        fs::write(&path, text + "\n").expect("written");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let kept: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(&kept, value, "{name} is no longer written as it was");
}

#[test]
fn messages_are_written_as_ever() {
    for message in client_messages() {
        let name = format!("client-{}", client_name(&message));
        check(&name, &serde_json::to_value(&message).expect("a message"));
    }
    for message in server_messages() {
        let name = format!("server-{}", server_name(&message));
        check(&name, &serde_json::to_value(&message).expect("a message"));
    }
}

#[test]
fn messages_are_read_as_ever() {
    let mut count = 0;
    for entry in fs::read_dir(folder()).expect("the folder of golden files") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let mut value: Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("readable")).expect("JSON");
        // Somebody newer may say more.
        value["news"] = Value::from(vec![1, 2, 3]);
        let known = if name.starts_with("client-") {
            serde_json::from_value::<ClientMsg>(value).map(|message| message != ClientMsg::Unknown)
        } else {
            serde_json::from_value::<ServerMsg>(value).map(|message| message != ServerMsg::Unknown)
        };
        assert!(known.expect("it parses"), "{name}");
        count += 1;
    }
    assert_eq!(count, client_messages().len() + server_messages().len());
}

#[test]
fn news_is_not_an_error() {
    let client: ClientMsg = serde_json::from_str(r#"{"t":"teleport","n":7}"#).expect("unknown");
    assert_eq!(client, ClientMsg::Unknown);
    let server: ServerMsg = serde_json::from_str(r#"{"t":"parade","g":"x"}"#).expect("unknown");
    assert_eq!(server, ServerMsg::Unknown);
    let code: Code = serde_json::from_str(r#""too_purple""#).expect("unknown");
    assert_eq!(code, Code::Other);
    let reason: Reason = serde_json::from_str(r#""boredom""#).expect("unknown");
    assert_eq!(reason, Reason::Other);
    // What may be left out.
    let short: ClientMsg =
        serde_json::from_str(r#"{"t":"seek","n":4,"terms":{"mode":"untimed","type":"Base"}}"#)
            .expect("short");
    let ClientMsg::Seek { terms, .. } = short else { panic!("{short:?}") };
    assert_eq!(terms.terms.rules, Rules::default());
    assert!(!terms.terms.rated && terms.color.is_none());
}
