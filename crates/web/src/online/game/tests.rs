//! Events in order, twice, too early, and after a lost connection.

use super::*;

fn view(moves: &[&str], you: Option<&str>) -> GameView {
    let you = you.map(|side| format!(r#","you":"{side}""#)).unwrap_or_default();
    let list: Vec<String> = moves.iter().map(|text| format!("{text:?}")).collect();
    let text = format!(
        r#"{{"g":"k3Xw9TqBzP","v":{},"status":"opening",
        "players":{{"w":{{"id":"9","name":"ada","kind":"person"}},"b":{{"id":"10","name":"bo","kind":"guest"}}}},
        "terms":{{"mode":"fischer","base":300,"inc":4,"type":"Base+MLP","rated":true}},"speed":"blitz",
        "clock":{{"w":300000,"b":300000,"at":1000,"runs":false}},
        "moves":[{}],"times":[],"created":0{you}}}"#,
        moves.len() + 1,
        list.join(","),
    );
    serde_json::from_str(&text).unwrap()
}

fn message(text: &str) -> ServerMsg {
    serde_json::from_str(&text.replace('@', r#""g":"k3Xw9TqBzP""#)).unwrap()
}

fn moved(v: i64, ply: u16, m: &str, at: i64) -> ServerMsg {
    let m = m.replace('\\', "\\\\");
    message(&format!(
        r#"{{"t":"moved",@,"v":{v},"ply":{ply},"m":"{m}","c":{{"w":299000,"b":298000}},"at":{at},"used":1000}}"#
    ))
}

fn id() -> CommandId {
    CommandId("abcd".to_owned())
}

#[test]
fn moves_come_in_order_and_once() {
    let mut live = LiveGame::new(view(&[], Some("black"))).unwrap();
    assert_eq!(live.apply(&moved(3, 1, "bS1 wS1-", 3000), 0), Effect::Gap);
    assert_eq!(live.apply(&moved(2, 0, "wS1", 2000), 0), Effect::Changed);
    assert_eq!(live.apply(&moved(2, 0, "wS1", 2000), 0), Effect::Nothing);
    assert_eq!(live.apply(&moved(3, 1, "bS1 wS1-", 3000), 0), Effect::Changed);
    assert_eq!(live.shown_moves().len(), 2);
    assert_eq!(live.apply(&moved(4, 1, "wA1 -wS1", 4000), 0), Effect::Broken, "the ply is wrong");
    assert_eq!(live.apply(&moved(4, 2, "bA1 wS1", 4000), 0), Effect::Broken, "not a legal move");
    assert_eq!(live.view().v, 3);
}

#[test]
fn clocks_run_from_the_third_turn_by_the_servers_clock() {
    let mut live = LiveGame::new(view(&[], Some("white"))).unwrap();
    live.apply(&moved(2, 0, "wS1", 2000), 0);
    assert_eq!(live.left(Color::Black, 9000), 298_000);
    assert_eq!(live.view().clock.deadline, Some(32_000));
    live.apply(&moved(3, 1, "bS1 wS1-", 3000), 0);
    assert_eq!(live.left(Color::White, 5000), 297_000);
    assert_eq!(live.left(Color::Black, 5000), 298_000);
    assert_eq!(live.left(Color::White, 2000), 299_000, "never more than there was");
    assert_eq!(live.left(Color::White, 999_999_999), 0);
    live.apply(&message(r#"{"t":"clock",@,"v":4,"credit":60000,"at":70000}"#), 0);
    assert_eq!(live.left(Color::White, 65_000), 297_000, "the server was away");
}

#[test]
fn ones_own_move_is_shown_at_once_and_settled_by_its_event() {
    let mut live = LiveGame::new(view(&[], Some("white"))).unwrap();
    let first = live.game().position().legal_moves()[0];
    assert_eq!(live.play(first, id(), 5).map(|(ply, _)| ply), Some(0));
    assert_eq!(live.play(first, id(), 6), None, "one at a time");
    assert_eq!(live.shown_moves(), [first]);
    assert!(live.game().moves().is_empty());
    let text = first.to_uhp(live.game().position());
    assert_eq!(live.apply(&moved(2, 0, &text, 2000), 0), Effect::Changed);
    assert_eq!(live.pending(), None);
    assert_eq!(live.shown_moves(), [first]);
}

#[test]
fn a_refused_move_goes_back() {
    let mut live = LiveGame::new(view(&[], Some("white"))).unwrap();
    let first = live.game().position().legal_moves()[0];
    live.play(first, id(), 5);
    assert!(!live.refused(4));
    assert!(live.refused(5));
    assert!(live.shown_moves().is_empty());
}

#[test]
fn nobody_moves_for_another() {
    let first = LiveGame::new(view(&[], None)).unwrap().game().position().legal_moves()[0];
    for you in [None, Some("black")] {
        let mut live = LiveGame::new(view(&[], you)).unwrap();
        assert_eq!(live.play(first, id(), 1), None);
    }
}

#[test]
fn a_snapshot_after_a_break_keeps_a_move_that_is_still_on_its_way() {
    let mut live = LiveGame::new(view(&["wS1", "bS1 wS1-"], Some("white"))).unwrap();
    let mine = live.game().position().legal_moves()[0];
    live.play(mine, id(), 9);
    assert_eq!(live.apply(&ServerMsg::Game(view(&["wS1", "bS1 wS1-"], Some("white"))), 0), Effect::Changed);
    assert_eq!(live.pending().map(|pending| pending.mv), Some(mine));
    let text = mine.to_uhp(live.game().position());
    let arrived = view(&["wS1", "bS1 wS1-", &text], Some("white"));
    assert_eq!(live.apply(&ServerMsg::Game(arrived), 0), Effect::Changed);
    assert_eq!(live.pending(), None);
    assert_eq!(live.shown_moves().len(), 3);
}

#[test]
fn offers_stand_until_they_end() {
    let mut live = LiveGame::new(view(&["wS1", "bS1 wS1-"], Some("white"))).unwrap();
    live.apply(&message(r#"{"t":"offered",@,"v":4,"by":"black","what":"draw","at":1}"#), 0);
    assert_eq!(live.offered(Offer::Draw), Some(Color::Black));
    live.apply(&message(r#"{"t":"offer_ended",@,"v":5,"what":"draw","how":"declined","at":1}"#), 0);
    assert_eq!(live.offered(Offer::Draw), None);
    live.apply(&message(r#"{"t":"offered",@,"v":6,"by":"white","what":"takeback","at":1}"#), 0);
    live.apply(&message(r#"{"t":"taken_back",@,"v":7,"ply":0,"c":{"w":1,"b":2},"at":1}"#), 0);
    assert_eq!(live.offered(Offer::Takeback), None);
    assert!(live.shown_moves().is_empty());
}

#[test]
fn the_end_stops_the_clocks_and_clears_the_table() {
    let mut live = LiveGame::new(view(&["wS1"], Some("white"))).unwrap();
    live.apply(&moved(3, 1, "bS1 wS1-", 3000), 0);
    live.apply(
        &message(
            r#"{"t":"ended",@,"v":4,"result":"black","reason":"resignation","ratings":{"w":[1500,1490],"b":[1500,1510]},"at":5000}"#,
        ),
        0,
    );
    assert!(live.is_over());
    assert_eq!(live.left(Color::White, 50_000), 297_000);
    assert_eq!(winner(live.outcome().unwrap().result), Some(Color::Black));
    live.apply(&message(r#"{"t":"rematch",@,"v":5,"state":"offered","by":"black","at":1}"#), 0);
    assert_eq!(live.rematch_asked(), Some(Color::Black));
    live.apply(&message(r#"{"t":"rematch",@,"v":6,"state":"game","next":"n2","at":1}"#), 0);
    assert_eq!(live.view().next, Some(GameId("n2".to_owned())));
}

#[test]
fn presence_and_chat_have_no_version() {
    let mut live = LiveGame::new(view(&[], None)).unwrap();
    live.apply(&message(r#"{"t":"presence",@,"w":true,"b":false,"gone_in":30000}"#), 10_000);
    assert_eq!(live.presence.unwrap().gone_at, Some(40_000));
    let chat = r#"{"t":"chat","room":"g:k3Xw9TqBzP:s","id":"7","by":{"id":"9","name":"ada","kind":"person"},"body":"hi","at":1}"#;
    assert_eq!(live.apply(&message(chat), 0), Effect::Changed);
    assert_eq!(live.apply(&message(chat), 0), Effect::Nothing);
    assert_eq!(live.apply(&message(&chat.replace("k3Xw", "zzzz")), 0), Effect::Nothing);
    assert!(live.chat[0].aside);
    let earlier = |id: &str| skep_wire::rest::ChatLine {
        id: id.to_owned(),
        by: live.chat[0].by.clone(),
        body: "before".to_owned(),
        at: 0,
    };
    let said = vec![earlier("6"), earlier("7")];
    live.recall(said, true);
    assert_eq!(live.chat.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(), ["6", "7"]);
}

#[test]
fn a_game_that_cannot_be_played_is_refused() {
    assert!(LiveGame::new(view(&["wS1", "bQ wS9"], None)).is_err());
    let mut other = view(&[], None);
    other.terms.game_type = "Base+X".to_owned();
    assert!(LiveGame::new(other).is_err());
}
