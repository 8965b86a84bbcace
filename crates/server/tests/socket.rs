//! Two real clients play over a real server: to the end, with a broken connection in between, and with commands that
//! come twice.

#[path = "socket/support.rs"]
mod support;

use skep_rules::notation::uhp::UhpMove;
use skep_rules::{Color, Game, GameType, Move, Piece, Position};
use skep_wire::client::Channel;
use skep_wire::game::{Action, GameView, Reason, Score, Side};
use skep_wire::lobby::{Mode, Rules, Terms, Visibility, Wish};
use skep_wire::{ChallengeId, ClientMsg, Code, CommandId, GameId, ServerMsg};
use support::{Client, Server};

/// Nobody thinks here: the limits of people are in the way.
const FAST: [(&str, &str); 2] = [("limits.messages_per_s", "1000"), ("limits.burst", "1000")];

fn blitz() -> Wish {
    let terms = Terms {
        mode: Mode::Fischer,
        base: 300,
        inc: 4,
        game_type: "Base+MLP".to_owned(),
        rules: Rules::default(),
        rated: false,
        visibility: Visibility::Public,
    };
    Wish { terms, color: Some(Side::White), min: None, max: None }
}

/// A game between two by a link: the first has White.
async fn link_game(white: &mut Client, black: &mut Client) -> GameId {
    link_game_of(white, black, blitz()).await
}

async fn link_game_of(white: &mut Client, black: &mut Client, terms: Wish) -> GameId {
    let made = white.ask(|n| ClientMsg::Challenge { n, to: None, computer: None, open: false, terms }).await;
    let ServerMsg::Ok { id: Some(id), secret: Some(secret), .. } = made else { panic!("{made:?}") };
    let id = ChallengeId(id);
    let refused = black.ask(|n| ClientMsg::Reply { n, id: id.clone(), accept: true, secret: None }).await;
    assert!(matches!(refused, ServerMsg::Err { code: Code::NotFound, .. }), "a link needs its secret");
    let accepted = black
        .ask(|n| ClientMsg::Reply { n, id: id.clone(), accept: true, secret: Some(secret.clone()) })
        .await;
    let ServerMsg::Ok { g: Some(game), .. } = accepted else { panic!("{accepted:?}") };
    // The answer may have been lost: asking again gives the same game.
    let again = black.ask(|n| ClientMsg::Reply { n, id, accept: true, secret: Some(secret) }).await;
    assert!(matches!(&again, ServerMsg::Ok { g: Some(same), .. } if *same == game), "{again:?}");
    game
}

async fn follow(client: &mut Client, game: &GameId, v: Option<i64>) {
    let answer = client.ask(|n| ClientMsg::Sub { n, ch: Channel::Game, g: Some(game.clone()), v }).await;
    assert!(matches!(answer, ServerMsg::Ok { .. }), "{answer:?}");
}

async fn whole(client: &mut Client) -> GameView {
    match client.find(|message| matches!(message, ServerMsg::Game(_))).await {
        ServerMsg::Game(view) => view,
        other => panic!("{other:?}"),
    }
}

fn play(n: u32, game: &GameId, id: &str, ply: u16, m: &str) -> ClientMsg {
    ClientMsg::Move {
        n,
        g: game.clone(),
        id: CommandId(id.to_owned()),
        ply,
        m: m.to_owned(),
        think: Some(10),
    }
}

/// A move that closes in on the other queen, so that games end.
fn hunt(position: &Position, seed: u64) -> Option<Move> {
    let moves = position.legal_moves();
    let prey = Piece::queen(!position.turn());
    let own = Piece::queen(position.turn());
    let score = |mv: Move| {
        let mut next = position.clone();
        let _ = next.play_unchecked(mv);
        let around = |queen: Piece| {
            let Some((hex, _)) = next.board().find(queen) else { return 0 };
            hex.neighbors().filter(|cell| next.board().height(*cell) > 0).count() as i64
        };
        let noise = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(next.hash() as u32)) % 3;
        6 * around(prey) - 3 * around(own) + noise as i64
    };
    moves.iter().copied().max_by_key(|mv| score(*mv))
}

/// What one side knows from events alone.
#[derive(Default)]
struct Seen {
    version: i64,
    moves: Vec<String>,
    ended: Option<(Score, Reason)>,
}

impl Seen {
    fn hear(&mut self, message: &ServerMsg) {
        let version = match message {
            ServerMsg::Game(view) => {
                assert!(view.v >= self.version, "a version went back");
                self.version = view.v;
                self.moves = view.moves.clone();
                return;
            }
            ServerMsg::Moved { v, ply, m, .. } => {
                assert_eq!(usize::from(*ply), self.moves.len());
                self.moves.push(m.clone());
                *v
            }
            ServerMsg::Passed { v, .. } => {
                self.moves.push("pass".to_owned());
                *v
            }
            ServerMsg::Ended { v, result, reason, .. } => {
                self.ended = Some((*result, *reason));
                *v
            }
            ServerMsg::Rematch { v, .. } | ServerMsg::Offered { v, .. } | ServerMsg::OfferEnded { v, .. } => {
                *v
            }
            _ => return,
        };
        assert_eq!(version, self.version + 1, "each event once and in order");
        self.version = version;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clients_play_a_game_to_its_end() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut clients = [server.client(Some(&tokens[0])).await, server.client(Some(&tokens[1])).await];
    let [white, black] = &mut clients;
    let game = link_game(white, black).await;
    let mut watcher = server.client(None).await;
    follow(&mut watcher, &game, None).await;
    let mut seen = [Seen::default(), Seen::default(), Seen::default()];
    for (client, seen) in clients.iter_mut().zip(&mut seen) {
        follow(client, &game, None).await;
        seen.hear(&ServerMsg::Game(whole(client).await));
    }
    seen[2].hear(&ServerMsg::Game(whole(&mut watcher).await));

    let mut local = Game::new(GameType::BASE_MLP);
    while local.result().is_none() && seen[0].ended.is_none() {
        let ply = local.moves().len() as u16;
        assert!(ply < 400, "the game does not end");
        let side = local.position().turn() as usize;
        let mv = hunt(local.position(), ply.into()).expect("the game is not over");
        let text = mv.to_uhp(local.position());
        let id = format!("move-{ply}");
        if ply == 9 {
            // The connection breaks after the move was sent, before anything was heard.
            let n = clients[side].number();
            clients[side].say(&play(n, &game, &id, ply, &text)).await;
            clients[side] = server.client(Some(&tokens[side])).await;
            follow(&mut clients[side], &game, Some(seen[side].version)).await;
        }
        let answer = clients[side].ask(|n| play(n, &game, &id, ply, &text)).await;
        let ServerMsg::Ok { v: Some(first), .. } = answer else { panic!("{answer:?} to {text}") };
        if ply % 7 == 3 {
            // The same command again is the same answer.
            let answer = clients[side].ask(|n| play(n, &game, &id, ply, &text)).await;
            assert!(matches!(answer, ServerMsg::Ok { v: Some(v), .. } if v == first), "{answer:?}");
        }
        local.play(mv).expect("the server found it legal");
        while local.result().is_none() && *local.position().legal_moves() == [Move::Pass] {
            local.play(Move::Pass).expect("a forced pass");
        }
        let played = local.moves().len();
        for (client, seen) in clients.iter_mut().chain([&mut watcher]).zip(&mut seen) {
            while seen.moves.len() < played {
                seen.hear(&client.hear().await);
            }
        }
    }
    for (client, seen) in clients.iter_mut().chain([&mut watcher]).zip(&mut seen) {
        while seen.ended.is_none() {
            seen.hear(&client.hear().await);
        }
        let texts: Vec<String> = seen.moves.clone();
        let mut replayed = Game::new(GameType::BASE_MLP);
        for text in &texts {
            let mv = UhpMove::parse(text).expect("a move").resolve(replayed.position()).expect("possible");
            replayed.play(mv).expect("legal");
        }
        assert_eq!(replayed.position(), local.position());
        assert_eq!(replayed.end_reason(), local.end_reason());
    }
    assert_eq!(seen[0].ended, seen[2].ended);
    assert!(local.result().is_some(), "ended on the board");

    // After the end: the last command is still known, a new one is refused, and both want another game.
    let last = local.moves().len() as u16;
    let late = clients[0].ask(|n| play(n, &game, "too-late", last, "wA1 wQ-")).await;
    assert!(matches!(late, ServerMsg::Err { code: Code::GameOver, .. }), "{late:?}");
    let act = |id: &'static str, action| {
        let g = game.clone();
        move |n| ClientMsg::Act { n, g, id: CommandId(id.to_owned()), action }
    };
    let offered = clients[0].ask(act("again", Action::Rematch)).await;
    assert!(matches!(offered, ServerMsg::Ok { .. }), "{offered:?}");
    let agreed = clients[1].ask(act("again", Action::Rematch)).await;
    let ServerMsg::Ok { id: Some(next), .. } = agreed else { panic!("{agreed:?}") };
    let next = GameId(next);
    follow(&mut clients[1], &next, None).await;
    let view = loop {
        let view = whole(&mut clients[1]).await;
        if view.g == next {
            break view;
        }
    };
    assert_eq!(view.you, Some(Side::White), "colors change");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_and_nonsense_change_nothing() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await, server.guest().await];
    let mut white = server.client(Some(&tokens[0])).await;
    let mut black = server.client(Some(&tokens[1])).await;
    let mut stranger = server.client(Some(&tokens[2])).await;
    let mut visitor = server.client(None).await;
    let game = link_game(&mut white, &mut black).await;
    let code = |answer: ServerMsg| match answer {
        ServerMsg::Err { code, .. } => code,
        other => panic!("{other:?}"),
    };
    assert_eq!(code(stranger.ask(|n| play(n, &game, "abcd", 0, "wS1")).await), Code::Forbidden);
    assert_eq!(code(visitor.ask(|n| play(n, &game, "abcd", 0, "wS1")).await), Code::Unauthorized);
    assert_eq!(code(black.ask(|n| play(n, &game, "abcd", 0, "wS1")).await), Code::NotYourTurn);
    assert_eq!(code(white.ask(|n| play(n, &game, "abcd", 1, "wS1")).await), Code::Stale);
    for bad in ["wQ", "bS1", "wA2", "wS1 wS1-", "", "pass", "\u{1f41d}", "wM9"] {
        assert_eq!(code(white.ask(|n| play(n, &game, "abcd", 0, bad)).await), Code::Illegal, "{bad}");
    }
    assert_eq!(code(white.ask(|n| play(n, &game, "ab", 0, "wS1")).await), Code::BadRequest);
    let nowhere = GameId("1111111111".to_owned());
    assert_eq!(code(white.ask(|n| play(n, &nowhere, "abcd", 0, "wS1")).await), Code::NotFound);
    let odd = GameId("../../etc".to_owned());
    assert_eq!(code(white.ask(|n| play(n, &odd, "abcd", 0, "wS1")).await), Code::NotFound);

    white.say_text(r#"{"t":"teleport","n":77}"#).await;
    assert_eq!(code(white.answer(77).await), Code::Unknown);
    white.say_text(r#"{"t":"move","n":78,"g":5}"#).await;
    assert_eq!(code(white.answer(78).await), Code::BadRequest);
    // Fields that nobody knows are passed over.
    let text = format!(r#"{{"t":"move","n":79,"g":"{}","id":"abcd","ply":0,"m":"wS1","x":[1]}}"#, game.0);
    white.say_text(&text).await;
    assert!(matches!(white.answer(79).await, ServerMsg::Ok { v: Some(2), .. }));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_frames_end_the_connection_and_no_other() {
    let server = Server::start(&[]).await;
    let token = server.guest().await;
    let mut good = server.client(Some(&token)).await;

    let mut client = server.client(Some(&token)).await;
    client.say_bytes(vec![1, 2, 3]).await;
    assert_eq!(client.closed().await, Some(4400));
    let mut client = server.client(Some(&token)).await;
    client.say_text("not json").await;
    assert_eq!(client.closed().await, Some(4400));
    let mut client = server.client(Some(&token)).await;
    client.say_text(&format!(r#"{{"t":"ping","c":1,"x":"{}"}}"#, "x".repeat(4096))).await;
    assert_eq!(client.closed().await, Some(4413));
    let mut client = server.raw(Some(&token)).await;
    client.say(&ClientMsg::Ping { c: 1 }).await;
    assert_eq!(client.closed().await, Some(4400), "hello comes first");
    let mut client = server.raw(Some(&token)).await;
    client.say(&ClientMsg::Hello { proto: 99, client: String::new() }).await;
    assert_eq!(client.closed().await, Some(4426));
    let mut client = server.client(Some(&token)).await;
    for _ in 0..30 {
        client.say(&ClientMsg::Ping { c: 1 }).await;
    }
    assert_eq!(client.closed().await, Some(4429));
    // Whoever goes on sending, much more than the server takes in, is told why all the same.
    let mut client = server.client(Some(&token)).await;
    for _ in 0..2000 {
        client.say(&ClientMsg::Ping { c: 1 }).await;
    }
    assert_eq!(client.closed().await, Some(4429));
    let mut client = server.client(Some(&token)).await;
    client.say_text(&"x".repeat(500_000)).await;
    client.say_text("and another thing").await;
    assert_eq!(client.closed().await, Some(4413));
    let mut client = server.client(Some(&token)).await;
    client.say_bytes(vec![1, 2, 3]).await;
    for _ in 0..500 {
        client.say_text("still here").await;
    }
    assert_eq!(client.closed().await, Some(4400));

    good.say(&ClientMsg::Ping { c: 42 }).await;
    let pong = good.hear().await;
    assert!(matches!(pong, ServerMsg::Pong { c: 42, .. }), "{pong:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_without_the_sweep() {
    // The sweep looks every ten minutes, later than anybody here waits.
    let slow = [("game.sweep_ms", "600000"), ("game.grace_ms", "10000")];
    let server = Server::start(&slow).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut white = server.client(Some(&tokens[0])).await;
    let mut black = server.client(Some(&tokens[1])).await;
    let mut short = blitz();
    (short.terms.base, short.terms.inc) = (0, 1);
    let game = link_game_of(&mut white, &mut black, short).await;
    follow(&mut black, &game, None).await;
    for (client, ply, text) in [(&mut white, 0, "wS1"), (&mut black, 1, "bS1 wS1-")] {
        let answer = client.ask(|n| play(n, &game, "only", ply, text)).await;
        assert!(matches!(answer, ServerMsg::Ok { .. }), "{answer:?}");
    }
    // From here on White has no time but what is given for the delay of the network.
    let ended = black.find(|message| matches!(message, ServerMsg::Ended { .. })).await;
    let right = matches!(ended, ServerMsg::Ended { result: Score::Black, reason: Reason::Timeout, .. });
    assert!(right, "{ended:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ends_silences_its_socket() {
    let server = Server::start(&FAST).await;
    let token = server.guest().await;
    let mut client = server.client(Some(&token)).await;
    let gone = server.request("DELETE", "/api/v1/session", Some(&token), "").await;
    assert!((200..300).contains(&gone.0), "{gone:?}");
    // A client that does not care for the close is not listened to any more.
    for _ in 0..100 {
        client.say(&ClientMsg::Ping { c: 7 }).await;
    }
    assert_eq!(client.closed().await, Some(4401));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_seek_the_same_meet() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut one = server.client(Some(&tokens[0])).await;
    let mut other = server.client(Some(&tokens[1])).await;
    let mut visitor = server.client(None).await;
    visitor.ask(|n| ClientMsg::Sub { n, ch: Channel::Lobby, g: None, v: None }).await;
    one.ask(|n| ClientMsg::Sub { n, ch: Channel::User, g: None, v: None }).await;
    let wish = Wish { color: None, ..blitz() };
    let waiting = one.ask(|n| ClientMsg::Seek { n, terms: wish.clone() }).await;
    assert!(matches!(waiting, ServerMsg::Ok { g: None, id: Some(_), .. }), "{waiting:?}");
    let shown = visitor.find(|it| matches!(it, ServerMsg::LobbyDelta { add, .. } if !add.is_empty())).await;
    assert!(matches!(shown, ServerMsg::LobbyDelta { add, .. } if add[0].terms.terms == wish.terms));
    let met = other.ask(|n| ClientMsg::Seek { n, terms: wish.clone() }).await;
    let ServerMsg::Ok { g: Some(game), .. } = met else { panic!("{met:?}") };
    let note = one.find(|it| matches!(it, ServerMsg::Note(_))).await;
    let ServerMsg::Note(skep_wire::server::Note::GameStarted { game: brief }) = note else {
        panic!("{note:?}")
    };
    assert_eq!(brief.g, game);
    visitor.find(|it| matches!(it, ServerMsg::LobbyDelta { del, .. } if !del.is_empty())).await;
    server.stop().await;
}

/// A page that asks for its own things again, at the moment at which somebody is found, still hears of the game.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_again_misses_no_news() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut one = server.client(Some(&tokens[0])).await;
    let mut other = server.client(Some(&tokens[1])).await;
    let own = |n| ClientMsg::Sub { n, ch: Channel::User, g: None, v: None };
    one.ask(own).await;
    let wish = Wish { color: None, ..blitz() };
    one.ask(|n| ClientMsg::Seek { n, terms: wish.clone() }).await;
    let met = other.ask(|n| ClientMsg::Seek { n, terms: wish.clone() }).await;
    let ServerMsg::Ok { g: Some(game), .. } = met else { panic!("{met:?}") };
    one.say(&own(900)).await;
    let note = one.find(|it| matches!(it, ServerMsg::Note(_))).await;
    assert!(
        matches!(&note, ServerMsg::Note(skep_wire::server::Note::GameStarted { game: brief }) if brief.g == game),
        "{note:?}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_loses_nothing_and_says_goodbye() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut white = server.client(Some(&tokens[0])).await;
    let mut black = server.client(Some(&tokens[1])).await;
    let game = link_game(&mut white, &mut black).await;
    follow(&mut white, &game, None).await;
    let first = white.ask(|n| play(n, &game, "move-0", 0, "wS1")).await;
    assert!(matches!(first, ServerMsg::Ok { v: Some(2), .. }), "{first:?}");
    let server = server.restart(&FAST).await;
    white.find(|it| matches!(it, ServerMsg::Going { .. })).await;
    assert_eq!(white.closed().await, Some(1001));

    let mut white = server.client(Some(&tokens[0])).await;
    let again = white.ask(|n| play(n, &game, "move-0", 0, "wS1")).await;
    assert!(matches!(again, ServerMsg::Ok { v: Some(2), .. }), "the same command is known: {again:?}");
    let mut black = server.client(Some(&tokens[1])).await;
    follow(&mut black, &game, Some(1)).await;
    let moved = black.find(|it| matches!(it, ServerMsg::Moved { .. })).await;
    assert!(matches!(&moved, ServerMsg::Moved { v: 2, ply: 0, m, .. } if m == "wS1"), "{moved:?}");
    let answer = black.ask(|n| play(n, &game, "move-1", 1, "bS1 wS1-")).await;
    assert!(matches!(answer, ServerMsg::Ok { v: Some(3), .. }), "{answer:?}");
    // A version from the future is not believed.
    follow(&mut white, &game, Some(99)).await;
    assert_eq!(whole(&mut white).await.v, 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_talk_and_watchers_do_not_disturb() {
    let server = Server::start(&FAST).await;
    let tokens = [server.guest().await, server.guest().await];
    let mut white = server.client(Some(&tokens[0])).await;
    let mut black = server.client(Some(&tokens[1])).await;
    let game = link_game(&mut white, &mut black).await;
    follow(&mut black, &game, None).await;
    let room = format!("g:{}:p", game.0);
    let said =
        white.ask(|n| ClientMsg::Chat { n, room: room.clone(), body: "<b>hello</b>".to_owned() }).await;
    assert!(matches!(said, ServerMsg::Ok { .. }), "{said:?}");
    let heard = black.find(|it| matches!(it, ServerMsg::Chat { .. })).await;
    assert!(matches!(&heard, ServerMsg::Chat { body, .. } if body == "<b>hello</b>"), "{heard:?}");
    let own = format!("g:{}:s", game.0);
    let refused = white.ask(|n| ClientMsg::Chat { n, room: own, body: "psst".to_owned() }).await;
    assert!(matches!(refused, ServerMsg::Err { code: Code::Forbidden, .. }), "{refused:?}");
    let long = "x".repeat(501);
    let refused = white.ask(|n| ClientMsg::Chat { n, room, body: long }).await;
    assert!(matches!(refused, ServerMsg::Err { code: Code::BadRequest, .. }), "{refused:?}");
    let _ = Color::White;
    server.stop().await;
}
