//! Chat, blocks, reports and the log of administration.

use skep_server::domain::account::ReportState;
use skep_server::domain::time::Ms;
use skep_server::store::StoreError;
use skep_server::store::social::{AdminAct, ChatLine, Report};

use crate::support::{NOW, id, new_game, people, start};
use crate::{Place, cases};

cases![lines_are_read_in_order, blocks_hold_both_ways, reports_are_handled_once, acts_are_logged];

async fn lines_are_read_in_order(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 1).await;
    let line = |number: i64, room: &str| ChatLine {
        id: number,
        room: room.into(),
        author: ids[0],
        body: format!("<b>line</b> '{number}' \u{1F41D}"),
        at: NOW + Ms(number),
    };
    for number in 1..=5 {
        store.insert_chat(line(number, "g:a:p")).await.unwrap();
    }
    store.insert_chat(line(9, "g:a:s")).await.unwrap();
    assert_eq!(store.chat("g:a:p", 0, 2).await.unwrap(), [line(4, "g:a:p"), line(5, "g:a:p")]);
    assert!(store.hide_chat(4, ids[0]).await.unwrap() && !store.hide_chat(4, ids[0]).await.unwrap());
    assert_eq!(store.chat("g:a:p", 3, 9).await.unwrap(), [line(5, "g:a:p")]);
    assert_eq!(store.chat_line(4).await.unwrap(), Some(line(4, "g:a:p")));
    for body in [String::new(), "x".repeat(501)] {
        let bad = ChatLine { id: 20, body, ..line(20, "r") };
        assert!(matches!(store.insert_chat(bad).await, Err(StoreError::Refused(_))));
    }
}

async fn blocks_hold_both_ways(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    store.block(ids[0], ids[1], NOW).await.unwrap();
    store.block(ids[0], ids[1], NOW).await.unwrap();
    assert_eq!(store.blocked(ids[0]).await.unwrap(), [ids[1]]);
    assert!(store.blocked(ids[1]).await.unwrap().is_empty());
    assert!(store.block_between(ids[1], ids[0]).await.unwrap());
    assert!(!store.block_between(ids[1], ids[2]).await.unwrap());
    store.unblock(ids[0], ids[1]).await.unwrap();
    assert!(!store.block_between(ids[0], ids[1]).await.unwrap());
}

async fn reports_are_handled_once(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let report = |number: i64| Report {
        id: number,
        reporter: ids[0],
        suspect: ids[1],
        reason: 2,
        game: Some(id(1)),
        text: "rude".into(),
        state: ReportState::Open,
        handled_by: None,
        created_at: NOW + Ms(number),
        handled_at: None,
    };
    store.insert_report(report(2)).await.unwrap();
    store.insert_report(report(1)).await.unwrap();
    assert_eq!(store.open_reports(9).await.unwrap(), [report(1), report(2)]);
    assert!(store.handle_report(1, ReportState::Upheld, ids[2], NOW).await.unwrap());
    assert!(!store.handle_report(1, ReportState::Dismissed, ids[2], NOW).await.unwrap());
    assert_eq!(store.open_reports(9).await.unwrap(), [report(2)]);
}

async fn acts_are_logged(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 1).await;
    for number in 1..=3 {
        let act = AdminAct {
            id: number,
            admin: ids[0],
            action: "ban".into(),
            target: "bert".into(),
            detail: "spam".into(),
            at: NOW,
        };
        store.log_admin(act).await.unwrap();
    }
    let page = store.admin_log(i64::MAX, 2).await.unwrap();
    assert_eq!(page.iter().map(|act| act.id).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(store.admin_log(2, 9).await.unwrap()[0].id, 1);
}
