//! Heartbeats, the credit after an outage, presence, election.

use skep_rules::Color;
use skep_server::domain::game::{Action, EventKind};
use skep_server::domain::ids::Version;
use skep_server::domain::time::Ms;
use skep_server::store::cluster::Presence;

use crate::support::{NOW, act, any_move, commit, new_game, people, play, start};
use crate::{Place, cases};

/// How often to ask for what the database does in its own time: each is a question to it, so that all take seconds.
const ATTEMPTS: usize = 20_000;

cases![
    an_outage_is_given_back_once,
    a_clock_set_back_is_followed,
    presence_is_over_all_processes,
    the_dead_are_buried,
    one_process_leads,
    facts_are_kept,
];

async fn an_outage_is_given_back_once(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ids = people(&*stores[0], 2).await;
    let running = start(&*stores[0], new_game(1, ids[0], ids[1], false)).await;
    let running = play(&*stores[0], running, 4).await;
    let over = start(&*stores[0], new_game(2, ids[0], ids[1], false)).await;
    let over = commit(&*stores[0], act(&over, Color::White, Action::Abort, "stop")).await;

    let mut now = NOW;
    assert_eq!(stores[0].beat("p1", "test", 3, now).await.unwrap().credit, None);
    for _ in 0..3 {
        now = now + Ms::seconds(9);
        assert_eq!(stores[0].beat("p1", "test", 3, now).await.unwrap().credit, None);
    }
    // A second process that is a little behind takes nothing away.
    assert_eq!(stores[1].beat("p2", "test", 4, now - Ms::seconds(1)).await.unwrap().credit, None);
    assert_eq!(stores[1].count_sockets(now).await.unwrap(), 7);

    let back = now + Ms::seconds(60);
    let (one, two) =
        tokio::join!(stores[0].beat("p1", "test", 0, back), stores[1].beat("p2", "test", 0, back + Ms(3)));
    let credits: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().filter_map(|beat| beat.credit).collect();
    assert_eq!(credits.len(), 1, "given once");
    let span = credits[0].span;
    assert!((60_000..=60_003).contains(&span.0));
    assert_eq!(credits[0].games, [(running.id.clone(), running.version.next())]);

    let after = stores[0].game(&running.id).await.unwrap().unwrap();
    assert_eq!(after.deadline_at, running.deadline_at.map(|at| at + span));
    assert_eq!((after.turn_at, after.left), (running.turn_at + span, running.left));
    let events = stores[0].events_after(&running.id, running.version, 9).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].version, &events[0].kind), (after.version, &EventKind::Clock { credit: span }));
    assert_eq!(stores[0].game(&over.id).await.unwrap(), Some(over));
    // The game goes on.
    commit(&*stores[0], any_move(&after, "next")).await;
}

async fn a_clock_set_back_is_followed(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let game = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    store.beat("p1", "test", 0, NOW).await.unwrap();
    let credit = store.beat("p1", "test", 0, NOW - Ms::seconds(3600)).await.unwrap().credit.unwrap();
    assert_eq!(credit.span, Ms::seconds(-3600));
    let after = store.game(&game.id).await.unwrap().unwrap();
    assert_eq!(after.deadline_at, game.deadline_at.map(|at| at - Ms::seconds(3600)));
    assert_eq!(store.beat("p1", "test", 0, NOW - Ms::seconds(3598)).await.unwrap().credit, None);
}

async fn presence_is_over_all_processes(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let game = start(&*store, new_game(1, ids[0], ids[1], false)).await.id;
    for process in ["p1", "p2"] {
        store.beat(process, "test", 0, NOW).await.unwrap();
    }
    assert!(store.presence(&game, NOW).await.unwrap().is_empty());
    store.set_presence(ids[0], &game, "p1", true, NOW).await.unwrap();
    store.set_presence(ids[0], &game, "p1", true, NOW + Ms(9)).await.unwrap();
    store.set_presence(ids[0], &game, "p2", true, NOW + Ms(5)).await.unwrap();
    store.set_presence(ids[1], &game, "p2", true, NOW).await.unwrap();
    store.set_presence(ids[0], &game, "p1", false, NOW + Ms(20)).await.unwrap();
    store.set_presence(ids[1], &game, "p2", false, NOW + Ms(30)).await.unwrap();
    let here = |user, online, since| Presence { user, online, since };
    assert_eq!(
        store.presence(&game, NOW + Ms(40)).await.unwrap(),
        [here(ids[0], true, NOW + Ms(5)), here(ids[1], false, NOW + Ms(30))]
    );
    // The process at which the first one sits dies.
    store.beat("p1", "test", 0, NOW + Ms::seconds(8)).await.unwrap();
    let later = store.presence(&game, NOW + Ms::seconds(11)).await.unwrap();
    assert_eq!(later[0], here(ids[0], false, NOW + Ms(20)));
}

async fn the_dead_are_buried(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let game = start(&*store, new_game(1, ids[0], ids[1], false)).await.id;
    store.beat("p1", "test", 0, NOW).await.unwrap();
    store.beat("p2", "test", 0, NOW).await.unwrap();
    store.set_presence(ids[0], &game, "p1", true, NOW).await.unwrap();
    store.set_presence(ids[1], &game, "p2", true, NOW).await.unwrap();
    assert!(store.bury_processes(NOW + Ms::seconds(5)).await.unwrap().is_empty());
    store.beat("p2", "test", 0, NOW + Ms::seconds(9)).await.unwrap();
    assert_eq!(store.bury_processes(NOW + Ms::seconds(11)).await.unwrap(), std::slice::from_ref(&game));
    assert!(store.bury_processes(NOW + Ms::seconds(11)).await.unwrap().is_empty());
    let seen = store.presence(&game, NOW + Ms::seconds(11)).await.unwrap();
    assert_eq!((seen[0].online, seen[0].since, seen[1].online), (false, NOW, true));
    store.leave("p2", NOW + Ms::seconds(12)).await.unwrap();
    let seen = store.presence(&game, NOW + Ms::seconds(12)).await.unwrap();
    assert_eq!((seen[1].online, seen[1].since), (false, NOW + Ms::seconds(12)));
    store.bury_processes(NOW + Ms::days(3)).await.unwrap();
    assert!(store.presence(&game, NOW + Ms::days(3)).await.unwrap().is_empty());
}

async fn one_process_leads(place: Place) {
    let (one, two) = (place.open().await, place.open().await);
    let now = one.clock().await.unwrap();
    assert!(one.lead("p1", now).await.unwrap());
    assert!(one.lead("p1", now).await.unwrap());
    if !place.is_postgres() {
        return;
    }
    assert!(!two.lead("p2", now).await.unwrap());
    // The first one steps down, and takes over again when the second one falls silent.
    one.step_down().await.unwrap();
    let mut leads = false;
    for _ in 0..ATTEMPTS {
        leads = two.lead("p2", now).await.unwrap();
        if leads {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert!(leads);
    assert!(!one.lead("p1", now + Ms::seconds(6)).await.unwrap());
    let late = now + Ms::seconds(7);
    let mut leads = false;
    for _ in 0..ATTEMPTS {
        leads = one.lead("p1", late).await.unwrap();
        if leads {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert!(leads, "a silent leader is replaced");
    assert!(!two.lead("p2", late).await.is_ok_and(|leads| leads), "and hears of it");
}

async fn facts_are_kept(place: Place) {
    let store = place.open().await;
    store.probe().await.unwrap();
    assert_eq!(store.meta("a").await.unwrap(), None);
    store.set_meta("a", "1").await.unwrap();
    store.set_meta("a", "words").await.unwrap();
    assert_eq!(place.open().await.meta("a").await.unwrap().as_deref(), Some("words"));
    // A fact that is no number does not disturb the heartbeat.
    store.beat("p1", "test", 0, NOW).await.unwrap();
    store.beat("p1", "test", 0, NOW + Ms(1)).await.unwrap();
    assert_eq!(store.versions(vec![]).await.unwrap(), []);
    assert!(store.events_after(&crate::support::id(1), Version(0), 1).await.unwrap().is_empty());
}
