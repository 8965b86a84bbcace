//! The line breaks in every way that we could think of.

use skep_wire::CommandId;
use skep_wire::game::Action;

use super::*;

const WELCOME: &str = r#"{"t":"welcome","proto":1,"now":1000500,"limits":{"frame":4096,"games":12,"rate":5,"burst":20},"build":"0"}"#;

fn game() -> GameId {
    GameId("k3Xw9TqBzP".to_owned())
}

fn orders(link: &mut Link) -> Vec<Order> {
    std::iter::from_fn(|| link.order()).collect()
}

/// What was sent, without the numbers.
fn sent(link: &mut Link) -> Vec<ClientMsg> {
    orders(link)
        .into_iter()
        .filter_map(|order| match order {
            Order::Send(text) => Some(serde_json::from_str(&text).unwrap()),
            _ => None,
        })
        .collect()
}

fn up() -> Link {
    let mut link = Link::default();
    link.connect(0);
    link.opened(10);
    link.heard(WELCOME, 500);
    link.heard(r#"{"t":"pong","c":500,"now":1000500}"#, 500);
    orders(&mut link);
    link
}

fn resign(link: &mut Link) -> u32 {
    link.ask(|n| ClientMsg::Act { n, g: game(), id: CommandId("abcd".to_owned()), action: Action::Resign })
}

#[test]
fn it_greets_then_listens() {
    let mut link = Link::default();
    link.subscribe(Channel::Lobby, None);
    assert_eq!(orders(&mut link), []);
    link.connect(0);
    assert_eq!(orders(&mut link), [Order::Open]);
    link.opened(5);
    assert!(matches!(sent(&mut link)[..], [ClientMsg::Hello { proto: 1, .. }]));
    assert_eq!(link.state(), State::Opening);
    link.heard(WELCOME, 20);
    assert_eq!(link.state(), State::Up);
    assert!(matches!(
        sent(&mut link)[..],
        [ClientMsg::Sub { ch: Channel::Lobby, .. }, ClientMsg::Ping { .. }]
    ));
}

#[test]
fn after_a_break_it_goes_on_where_it_was() {
    let mut link = up();
    link.subscribe(Channel::Game, Some(game()));
    link.seen(&game(), 7);
    let n = resign(&mut link);
    let chat = link.ask(|n| ClientMsg::Chat { n, room: "g:x:p".to_owned(), body: "hi".to_owned() });
    orders(&mut link);
    assert_eq!(link.closed(1006, 1000, 0.5), [Heard::Lost(chat)], "a sentence is not said twice");
    assert_eq!(link.state(), State::Down);
    link.tick(1400);
    assert_eq!(orders(&mut link), []);
    link.tick(1500);
    assert_eq!(orders(&mut link), [Order::Open]);
    link.opened(1600);
    link.heard(WELCOME, 1700);
    let said = sent(&mut link);
    assert!(said.iter().any(|message| matches!(message, ClientMsg::Sub { v: Some(7), .. })), "{said:?}");
    assert!(said.iter().any(|message| matches!(message, ClientMsg::Act { n: m, .. } if *m == n)), "{said:?}");
    link.heard(&format!(r#"{{"t":"ok","n":{n},"v":8}}"#), 1800);
    assert!(link.is_settled());
}

#[test]
fn the_waits_grow_and_a_wake_up_ends_them() {
    let mut link = up();
    let mut now = 1000;
    let mut waits = Vec::new();
    for _ in 0..7 {
        link.closed(1006, now, 0.5);
        let start = now;
        while link.state() == State::Down {
            now += 100;
            link.tick(now);
        }
        waits.push(now - start);
    }
    assert_eq!(waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    link.closed(1006, now, 0.5);
    link.wake(now);
    assert_eq!(link.state(), State::Opening);
}

#[test]
fn silence_is_looked_into() {
    let mut link = up();
    link.tick(9_000);
    assert_eq!(orders(&mut link), []);
    link.tick(10_600);
    assert!(matches!(sent(&mut link)[..], [ClientMsg::Ping { .. }]));
    link.tick(12_000);
    assert_eq!(orders(&mut link), []);
    link.tick(15_700);
    assert_eq!(orders(&mut link), [Order::Close]);
}

#[test]
fn what_could_not_be_saved_is_sent_again_with_its_number() {
    let mut link = up();
    let n = resign(&mut link);
    orders(&mut link);
    link.heard(&format!(r#"{{"t":"err","n":{n},"code":"unavailable","msg":"disk","retry":true}}"#), 2000);
    link.tick(2500);
    assert_eq!(orders(&mut link), []);
    link.tick(3000);
    assert!(matches!(sent(&mut link)[..], [ClientMsg::Act { n: m, .. }] if m == n));
    link.heard(&format!(r#"{{"t":"err","n":{n},"code":"game_over","msg":"over"}}"#), 3100);
    assert!(link.is_settled());
}

#[test]
fn a_refused_client_stays_away() {
    for (code, refusal) in [(4401, Refusal::Session), (4426, Refusal::Version), (4403, Refusal::Origin)] {
        let mut link = up();
        link.closed(code, 1000, 0.5);
        link.tick(100_000);
        link.wake(100_000);
        assert_eq!(link.state(), State::Refused(refusal));
        assert_eq!(orders(&mut link), []);
        link.connect(100_000);
        assert_eq!(orders(&mut link), [Order::Open], "unless it is asked to");
    }
}

#[test]
fn the_servers_clock_is_known_by_the_shortest_trip() {
    let mut link = Link::default();
    link.connect(0);
    link.opened(10);
    link.heard(WELCOME, 400);
    assert_eq!(link.server_time(500), 1_000_600);
    link.heard(r#"{"t":"pong","c":400,"now":1000550}"#, 500);
    assert_eq!(link.server_time(500), 1_000_600);
    link.heard(r#"{"t":"pong","c":1000,"now":1001110}"#, 1020);
    assert_eq!(link.server_time(2000), 1_002_100);
    link.heard(r#"{"t":"pong","c":3000,"now":1003500}"#, 3800);
    assert_eq!(link.server_time(4000), 1_004_100, "a slow answer says little");
    link.heard(r#"{"t":"pong","c":5000,"now":1065100}"#, 5100);
    assert_eq!(link.server_time(6000), 1_066_050, "unless the clock was set");
}

#[test]
fn nonsense_is_passed_over() {
    let mut link = up();
    for text in ["", "{", "[]", "null", r#"{"t":7}"#, r#"{"t":"ok"}"#] {
        assert_eq!(link.heard(text, 600), [], "{text}");
    }
    assert_eq!(link.heard(r#"{"t":"later","x":1}"#, 600), [Heard::Message(Box::new(ServerMsg::Unknown))]);
    assert_eq!(link.state(), State::Up);
}

#[test]
fn what_is_not_sent_again_is_answered_even_if_it_could_be() {
    let mut link = up();
    let chat = link.ask(|n| ClientMsg::Chat { n, room: "g:x:p".to_owned(), body: "hi".to_owned() });
    let refusal = |n: u32| format!(r#"{{"t":"err","n":{n},"code":"unavailable","msg":"","retry":true}}"#);
    let heard = link.heard(&refusal(chat), 1000);
    let Some(Heard::Message(message)) = heard.first() else { panic!("{heard:?}") };
    assert!(matches!(**message, ServerMsg::Err { retry: false, .. }), "{message:?}");
    assert!(link.is_settled());
    let act = resign(&mut link);
    let heard = link.heard(&refusal(act), 1100);
    let Some(Heard::Message(message)) = heard.first() else { panic!("{heard:?}") };
    assert!(matches!(**message, ServerMsg::Err { retry: true, .. }), "that one is sent again");
    assert!(!link.is_settled());
}
