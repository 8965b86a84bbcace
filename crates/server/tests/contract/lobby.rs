//! Seeks and challenges: two who ask at the same moment meet, and a challenge makes one game.

use std::sync::Arc;

use skep_rules::Color;
use skep_server::domain::account::ChallengeState;
use skep_server::domain::ids::{ChallengeId, UserId};
use skep_server::domain::time::Ms;
use skep_server::store::lobby::{Accepted, Challenge, Chooser, Pairing, Pool, Seek};

use crate::support::{NOW, new_game, people};
use crate::{Place, cases};

cases![
    a_seek_replaces_the_older_one,
    two_who_ask_at_once_meet,
    a_pool_shows_blocks_and_colors,
    seeks_of_dead_processes_go,
    a_challenge_makes_one_game,
    challenges_end,
];

const POOL: &str = "f300+4/7/3/c";

fn seek(id: i64, user: UserId) -> Seek {
    Seek {
        id,
        user,
        pool: POOL.into(),
        rating: 1500,
        rating_min: Some(1400),
        rating_max: None,
        color: Some(Color::Black),
        process: "p1".into(),
        created_at: NOW + Ms(id),
        expires_at: NOW + Ms::seconds(600),
    }
}

/// Pairs the two oldest.
fn oldest(number: u64) -> Chooser {
    Box::new(move |pool: &Pool| {
        let [first, second, ..] = pool.seeks.as_slice() else { return None };
        Some(Pairing { seeks: [first.id, second.id], game: new_game(number, first.user, second.user, false) })
    })
}

async fn a_seek_replaces_the_older_one(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    store.put_seek(seek(1, ids[0])).await.unwrap();
    store.put_seek(seek(2, ids[0])).await.unwrap();
    store.put_seek(seek(3, ids[1])).await.unwrap();
    assert_eq!(store.seeks(NOW, 9).await.unwrap(), [seek(2, ids[0]), seek(3, ids[1])]);
    assert_eq!(store.busy_pools(NOW).await.unwrap(), [POOL]);
    assert!(!store.drop_seek(ids[1], 2).await.unwrap() && store.drop_seek(ids[0], 2).await.unwrap());
    assert!(store.busy_pools(NOW).await.unwrap().is_empty());
    assert_eq!(store.drop_seeks(ids[1], "p2").await.unwrap(), 0);
    assert_eq!(store.drop_seeks(ids[1], "p1").await.unwrap(), 1);
    assert!(store.seeks(NOW, 9).await.unwrap().is_empty());
}

async fn two_who_ask_at_once_meet(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ids = people(&*stores[0], 12).await;
    let mut tasks = Vec::new();
    for (number, user) in ids.iter().copied().enumerate() {
        let store = Arc::clone(&stores[number % 2]);
        tasks.push(tokio::spawn(async move {
            store.put_seek(seek(number as i64, user)).await.unwrap();
            store.pair(POOL, NOW, oldest(number as u64)).await.unwrap()
        }));
    }
    let mut met = Vec::new();
    for task in tasks {
        if let Some(pairing) = task.await.unwrap() {
            let players = pairing.game.state.players;
            met.extend([players.white.user, players.black.user]);
            assert!(stores[0].game(&pairing.game.state.id).await.unwrap().is_some());
        }
    }
    met.sort();
    assert_eq!(met, ids, "everybody plays, nobody twice");
    assert!(stores[0].seeks(NOW, 99).await.unwrap().is_empty());
}

async fn a_pool_shows_blocks_and_colors(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    for number in 1..=3 {
        store.create_game(new_game(number, ids[0], ids[2], false)).await.unwrap();
    }
    store.block(ids[1], ids[0], NOW).await.unwrap();
    for (number, user) in ids.iter().enumerate() {
        store.put_seek(seek(number as i64, *user)).await.unwrap();
    }
    let expected = (ids[0], ids[1]);
    let look: Chooser = Box::new(move |pool| {
        assert_eq!((pool.seeks.len(), pool.blocks.as_slice()), (3, &[expected][..]));
        assert_eq!(pool.balance[&expected.0], 3);
        assert_eq!(pool.balance[&expected.1], 0);
        None
    });
    assert_eq!(store.pair(POOL, NOW, look).await.unwrap(), None);
    let late: Chooser = Box::new(|pool| {
        assert!(pool.seeks.is_empty());
        None
    });
    store.pair(POOL, NOW + Ms::seconds(601), late).await.unwrap();
    assert_eq!(store.seeks(NOW, 9).await.unwrap().len(), 3);
}

async fn seeks_of_dead_processes_go(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    store.beat("p1", "test", 0, NOW).await.unwrap();
    store.beat("p2", "test", 0, NOW - Ms::seconds(4)).await.unwrap();
    store.put_seek(seek(1, ids[0])).await.unwrap();
    store.put_seek(Seek { process: "p2".into(), ..seek(2, ids[1]) }).await.unwrap();
    store.put_seek(Seek { expires_at: NOW, ..seek(3, ids[2]) }).await.unwrap();
    assert_eq!(store.drop_stale_seeks(NOW, NOW - Ms::seconds(1)).await.unwrap(), 2);
    assert_eq!(store.seeks(NOW, 9).await.unwrap(), [seek(1, ids[0])]);
    store.leave("p1", NOW).await.unwrap();
    assert!(store.seeks(NOW, 9).await.unwrap().is_empty());
}

fn challenge(name: &str, from: UserId, to: Option<UserId>) -> Challenge {
    Challenge {
        id: ChallengeId(name.into()),
        from,
        to,
        secret_hash: to.is_none().then(|| "hash".into()),
        terms: POOL.into(),
        state: ChallengeState::Open,
        game: None,
        rematch_of: None,
        created_at: NOW,
        expires_at: NOW + Ms::seconds(60),
    }
}

async fn a_challenge_makes_one_game(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ids = people(&*stores[0], 2).await;
    let asked = challenge("c1", ids[0], None);
    assert!(stores[0].insert_challenge(asked.clone()).await.unwrap());
    assert_eq!(stores[1].challenge(&asked.id).await.unwrap().as_ref(), Some(&asked));
    let mut tasks = Vec::new();
    for number in 0..6_usize {
        let store = Arc::clone(&stores[number % 2]);
        let (id, game) = (asked.id.clone(), new_game(number as u64, ids[0], ids[1], false));
        tasks.push(tokio::spawn(async move { store.accept_challenge(&id, game, NOW).await.unwrap() }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Accepted::Done => done += 1,
            other => assert_eq!(other, Accepted::Closed),
        }
    }
    assert_eq!((done, stores[0].count_live_games().await.unwrap()), (1, 1));
    let after = stores[0].challenge(&asked.id).await.unwrap().unwrap();
    assert_eq!(after.state, ChallengeState::Accepted);
    assert!(stores[0].game(&after.game.unwrap()).await.unwrap().is_some());
    // A name that is taken leaves the challenge open.
    let second = challenge("c2", ids[0], Some(ids[1]));
    stores[0].insert_challenge(second.clone()).await.unwrap();
    let taken = stores[0].live_games(1).await.unwrap().remove(0);
    let mut game = new_game(9, ids[0], ids[1], false);
    game.state.id = taken.id;
    let outcome = stores[0].accept_challenge(&second.id, game, NOW).await.unwrap();
    assert_eq!(outcome, Accepted::IdTaken);
    assert_eq!(stores[0].challenge(&second.id).await.unwrap(), Some(second));
}

async fn challenges_end(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    for (name, to) in [("c1", Some(ids[1])), ("c2", Some(ids[2])), ("c3", None)] {
        assert!(store.insert_challenge(challenge(name, ids[0], to)).await.unwrap());
    }
    assert!(!store.insert_challenge(challenge("c1", ids[0], None)).await.unwrap());
    assert_eq!(store.challenges(ids[0], NOW).await.unwrap().len(), 3);
    assert_eq!(store.challenges(ids[1], NOW).await.unwrap().len(), 1);
    assert!(store.challenges(ids[1], NOW + Ms::seconds(60)).await.unwrap().is_empty());
    let first = ChallengeId("c1".into());
    assert!(store.close_challenge(&first, ChallengeState::Declined).await.unwrap());
    assert!(!store.close_challenge(&first, ChallengeState::Canceled).await.unwrap());
    let game = new_game(1, ids[0], ids[1], false);
    assert_eq!(store.accept_challenge(&first, game, NOW).await.unwrap(), Accepted::Closed);
    assert!(store.expire_challenges(NOW).await.unwrap().is_empty());
    let expired = store.expire_challenges(NOW + Ms::seconds(60)).await.unwrap();
    assert_eq!(expired.len(), 2);
    assert!(expired.iter().all(|challenge| challenge.state == ChallengeState::Expired));
}
