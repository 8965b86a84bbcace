//! Games: guarded commits, commands done once, ratings, lists, work for the computer.

use std::sync::Arc;

use skep_rules::Color;
use skep_server::domain::game::{Action, Actor, Command, Ctx, EventKind, GameState, Score, Status};
use skep_server::domain::ids::{CmdId, Level, UserId, Version};
use skep_server::domain::time::{Ms, Speed};
use skep_server::store::StoreError;
use skep_server::store::games::{Commit, Created, GameFilter, Page};

use crate::support::{NOW, act, any_move, commit, ctx, id, new_game, people, play, start};
use crate::{Place, cases};

cases![
    a_game_comes_back_as_it_was,
    a_name_is_given_once,
    a_stale_change_is_refused,
    a_command_is_done_once,
    one_of_two_at_the_same_moment_wins,
    events_are_dense,
    the_snapshot_is_only_a_cache,
    a_rated_end_changes_both_ratings_once,
    many_ends_at_once_do_not_lock_each_other,
    an_aborted_game_is_not_rated,
    a_rematch_is_made_with_its_offer,
    overdue_games_are_found,
    lists_of_games,
    ended_games_come_in_pages,
    old_events_are_trimmed,
    the_computer_is_called_and_answers_once,
    a_dropped_caller_does_no_harm,
];

async fn a_game_comes_back_as_it_was(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let mut state = start(&*store, new_game(1, ids[0], ids[1], true)).await;
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&state));
    for _ in 0..24 {
        state = play(&*store, state, 1).await;
        assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&state), "ply {}", state.ply());
    }
    state = commit(&*store, act(&state, Color::White, Action::Draw, "draw")).await;
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&state));
    state = commit(&*store, act(&state, Color::Black, Action::Resign, "resign")).await;
    let read = store.game(&state.id).await.unwrap().unwrap();
    assert_eq!(read, state);
    assert!(matches!(read.status, Status::Ended(outcome) if outcome.score == Score::Win(Color::White)));
    let record = store.game_record(&state.id).await.unwrap().unwrap();
    assert_eq!((record.moves.as_str(), record.ply), (state.line.moves(), 24));
    assert!(store.game(&id(99)).await.unwrap().is_none());
}

async fn a_name_is_given_once(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let state = play(&*store, state, 2).await;
    assert_eq!(store.create_game(new_game(1, ids[1], ids[0], false)).await.unwrap(), Created::IdTaken);
    assert_eq!(store.game(&state.id).await.unwrap(), Some(state));
    // A player must exist.
    let ghost = new_game(2, ids[0], UserId(12345), false);
    assert!(matches!(store.create_game(ghost).await, Err(StoreError::Refused(_))));
    assert!(store.game(&id(2)).await.unwrap().is_none());
}

async fn a_stale_change_is_refused(place: Place) {
    let (store, other) = (place.open().await, place.open().await);
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let (first, second) = (any_move(&state, "mine"), any_move(&state, "yours"));
    let after = commit(&*store, first).await;
    assert_eq!(other.commit_game(second).await.unwrap(), Commit::Conflict);
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&after));
    // The same for a change that ends the game, which goes another way.
    let after = play(&*store, after, 3).await;
    let resign = act(&after, Color::White, Action::Resign, "resign");
    let after = commit(&*store, any_move(&after, "more")).await;
    assert_eq!(other.commit_game(resign).await.unwrap(), Commit::Conflict);
    assert_eq!(store.game(&state.id).await.unwrap(), Some(after));
}

async fn a_command_is_done_once(place: Place) {
    let (store, other) = (place.open().await, place.open().await);
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let change = any_move(&state, "same");
    let after = commit(&*store, change.clone()).await;
    // Sent again from what was read before, and from what is there now.
    assert_eq!(other.commit_game(change).await.unwrap(), Commit::Duplicate(Version(2)));
    let after = commit(&*store, any_move(&after, "same")).await;
    assert_eq!(other.commit_game(any_move(&after, "same")).await.unwrap(), Commit::Duplicate(Version(2)));
    let command = CmdId::parse("same").unwrap();
    assert_eq!(store.find_command(&state.id, Color::White, &command).await.unwrap(), Some(Version(2)));
    assert_eq!(store.find_command(&state.id, Color::Black, &command).await.unwrap(), Some(Version(3)));
    let unknown = CmdId::parse("other").unwrap();
    assert_eq!(store.find_command(&state.id, Color::White, &unknown).await.unwrap(), None);
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&after));
    // The end of a game can be sent again as well.
    let end = act(&after, Color::White, Action::Resign, "over");
    commit(&*store, end.clone()).await;
    assert_eq!(other.commit_game(end).await.unwrap(), Commit::Duplicate(Version(4)));
}

async fn one_of_two_at_the_same_moment_wins(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ids = people(&*stores[0], 2).await;
    let mut state = start(&*stores[0], new_game(1, ids[0], ids[1], false)).await;
    for round in 0..15 {
        let mut tasks = Vec::new();
        for copy in 0..6 {
            let store = Arc::clone(&stores[copy % 2]);
            let change = any_move(&state, &format!("r{round:02}-{copy}"));
            tasks.push(tokio::spawn(async move { store.commit_game(change).await.unwrap() }));
        }
        let mut done = 0;
        for task in tasks {
            match task.await.unwrap() {
                Commit::Done { .. } => done += 1,
                other => assert_eq!(other, Commit::Conflict),
            }
        }
        assert_eq!(done, 1);
        state = stores[0].game(&state.id).await.unwrap().unwrap();
        assert_eq!(usize::from(state.ply()), round + 1);
    }
}

async fn events_are_dense(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let state = play(&*store, state, 6).await;
    let state = commit(&*store, act(&state, Color::White, Action::Draw, "draw")).await;
    let all = store.events_after(&state.id, Version(0), 100).await.unwrap();
    let versions: Vec<i64> = all.iter().map(|event| event.version.0).collect();
    assert_eq!(versions, (1..=state.version.0).collect::<Vec<_>>());
    assert_eq!(all[0].kind, EventKind::Created);
    assert_eq!(store.events_after(&state.id, Version(5), 2).await.unwrap(), all[5..7]);
    let versions = store.versions(vec![state.id.clone(), id(77)]).await.unwrap();
    assert_eq!(versions, [(state.id.clone(), state.version)]);
}

async fn the_snapshot_is_only_a_cache(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let state = play(&*store, state, 12).await;
    let read = store.game(&state.id).await.unwrap().unwrap();
    assert_eq!(read.line, state.line);
    let replayed =
        skep_server::domain::game::Line::replay(state.terms.rules, state.line.moves(), state.line.times());
    assert_eq!(replayed.unwrap(), read.line);
}

async fn a_rated_end_changes_both_ratings_once(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], true)).await;
    let state = play(&*store, state, 4).await;
    let end = act(&state, Color::Black, Action::Resign, "over");
    let Commit::Done { events } = store.commit_game(end.clone()).await.unwrap() else { panic!("not done") };
    let told = events.iter().find_map(|event| match &event.kind {
        EventKind::Ended { ratings, .. } => *ratings,
        _ => None,
    });
    let told = told.expect("the event tells the ratings");
    assert_eq!((told.white.before, told.black.before), (1500, 1500));
    assert!(told.white.after > 1600 && told.black.after < 1400);
    assert_eq!(store.commit_game(end).await.unwrap(), Commit::Duplicate(state.version.next()));
    let white = store.rating(ids[0], Speed::Blitz).await.unwrap().unwrap();
    let black = store.rating(ids[1], Speed::Blitz).await.unwrap().unwrap();
    assert_eq!((white.games, white.wins, white.losses), (1, 1, 0));
    assert_eq!((black.games, black.wins, black.losses), (1, 0, 1));
    assert_eq!(white.rating.round() as i32, told.white.after);
    assert!((white.rating - 1500.0 - (1500.0 - black.rating)).abs() < 1e-6);
    let stored = store.events_after(&state.id, state.version, 9).await.unwrap();
    assert_eq!(stored, events);
    let graph = store.rating_history(ids[0], Speed::Blitz, NOW).await.unwrap();
    assert_eq!((graph.len(), graph[0].before, graph[0].after), (1, 1500.0, white.rating));
    assert!(store.rating_history(ids[0], Speed::Rapid, NOW).await.unwrap().is_empty());
    let board = store.leaderboard(Speed::Blitz, false, 400.0, NOW, 9).await.unwrap();
    assert_eq!(board.iter().map(|line| line.rating.user).collect::<Vec<_>>(), ids);
    assert!(store.leaderboard(Speed::Blitz, true, 400.0, NOW, 9).await.unwrap().is_empty());
    assert!(store.leaderboard(Speed::Blitz, false, 100.0, NOW, 9).await.unwrap().is_empty());
}

async fn many_ends_at_once_do_not_lock_each_other(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ids = people(&*stores[0], 3).await;
    let mut tasks = Vec::new();
    for number in 0..24_usize {
        let (white, black) = (ids[number % 3], ids[(number + 1 + number / 3 % 2) % 3]);
        let state = start(&*stores[0], new_game(number as u64, white, black, true)).await;
        let state = play(&*stores[0], state, 2).await;
        let store = Arc::clone(&stores[number % 2]);
        tasks.push(tokio::spawn(async move {
            store.commit_game(act(&state, Color::White, Action::Resign, "over")).await
        }));
    }
    for task in tasks {
        assert!(matches!(task.await.unwrap(), Ok(Commit::Done { .. })));
    }
    let mut games = 0;
    for user in &ids {
        let rating = stores[1].rating(*user, Speed::Blitz).await.unwrap().unwrap();
        let graph = stores[1].rating_history(*user, Speed::Blitz, NOW).await.unwrap();
        assert_eq!(graph.len(), usize::try_from(rating.games).unwrap());
        games += rating.games;
    }
    assert_eq!(games, 48);
}

async fn an_aborted_game_is_not_rated(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], true)).await;
    commit(&*store, act(&state, Color::Black, Action::Abort, "stop")).await;
    assert!(store.ratings(ids[0]).await.unwrap().is_empty());
}

async fn a_rematch_is_made_with_its_offer(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let state = play(&*store, state, 2).await;
    let state = commit(&*store, act(&state, Color::White, Action::Resign, "over")).await;
    let state = commit(&*store, act(&state, Color::White, Action::Rematch, "again")).await;
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&state));
    let context = Ctx { fresh: Some(id(2)), ..ctx(&state, "yes-do") };
    let accept = state.apply(Actor::Seat(Color::Black), &Command::Act(Action::Rematch), &context).unwrap();
    let stale = accept.clone();
    let state = commit(&*store, accept).await;
    assert_eq!(store.game(&state.id).await.unwrap().as_ref(), Some(&state));
    let next = store.game(&id(2)).await.unwrap().expect("the rematch");
    assert_eq!((next.players.white.user, next.players.black.user), (ids[1], ids[0]));
    assert!(matches!(store.commit_game(stale).await.unwrap(), Commit::Duplicate(_)));
}

async fn overdue_games_are_found(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    assert_eq!(store.next_deadline().await.unwrap(), None);
    let early = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let late = start(&*store, new_game(2, ids[0], ids[1], false)).await;
    let late = play(&*store, late, 2).await;
    let deadline = early.deadline_at.unwrap();
    assert_eq!(store.next_deadline().await.unwrap(), Some(deadline));
    assert!(store.overdue(deadline, 9).await.unwrap().is_empty());
    assert_eq!(store.overdue(deadline + Ms(1), 9).await.unwrap(), std::slice::from_ref(&early.id));
    let all = store.overdue(late.deadline_at.unwrap() + Ms(1), 9).await.unwrap();
    assert_eq!(all, [early.id.clone(), late.id.clone()]);
    commit(&*store, act(&early, Color::White, Action::Abort, "stop")).await;
    assert!(store.overdue(deadline + Ms(1), 9).await.unwrap().is_empty());
}

async fn lists_of_games(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    let one = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    let two = start(&*store, new_game(2, ids[2], ids[0], false)).await;
    let two = play(&*store, two, 2).await;
    let three = start(&*store, new_game(3, ids[1], ids[0], false)).await;
    commit(&*store, act(&three, Color::White, Action::Abort, "stop")).await;
    let names = |games: Vec<skep_server::store::games::GameRecord>| {
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(names(store.open_games(ids[0]).await.unwrap()), [two.id.clone(), one.id.clone()]);
    assert_eq!(names(store.open_games(ids[2]).await.unwrap()), std::slice::from_ref(&two.id));
    assert_eq!(names(store.live_games(1).await.unwrap()), [two.id]);
    assert_eq!(store.count_live_games().await.unwrap(), 2);
}

async fn ended(
    store: &dyn skep_server::store::Store,
    number: u64,
    white: UserId,
    black: UserId,
    rated: bool,
) -> GameState {
    let state = start(store, new_game(number, white, black, rated)).await;
    let state = play(store, state, 2 + (number as usize % 3)).await;
    commit(store, act(&state, Color::White, Action::Resign, "over")).await
}

async fn ended_games_come_in_pages(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    for number in 1..=9 {
        let (white, black) = if number % 2 == 0 { (ids[0], ids[1]) } else { (ids[2], ids[0]) };
        ended(&*store, number, white, black, number % 3 == 0).await;
    }
    let mut seen = Vec::new();
    let mut page = None;
    loop {
        let games = store.ended_games(GameFilter::default(), page.clone(), 4).await.unwrap();
        let Some(last) = games.last() else { break };
        page = Some(Page { ended_at: last.ended_at.unwrap(), id: last.id.clone() });
        seen.extend(games.into_iter().map(|game| (std::cmp::Reverse(game.ended_at), game.id)));
    }
    let mut sorted = seen.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!((seen.len(), &seen), (9, &sorted));

    let count = async |filter: GameFilter| store.ended_games(filter, None, 100).await.unwrap().len();
    let of = |player: UserId| GameFilter { player: Some(player), ..GameFilter::default() };
    assert_eq!(count(of(ids[0])).await, 9);
    assert_eq!(count(of(ids[1])).await, 4);
    assert_eq!(count(GameFilter { opponent: Some(ids[2]), ..of(ids[0]) }).await, 5);
    assert_eq!(count(GameFilter { color: Some(Color::White), ..of(ids[0]) }).await, 4);
    assert_eq!(count(GameFilter { rated: Some(true), ..GameFilter::default() }).await, 3);
    assert_eq!(count(GameFilter { speed: Some(Speed::Rapid), ..GameFilter::default() }).await, 0);
    assert_eq!(count(GameFilter { game_type: Some(7), ..GameFilter::default() }).await, 9);
    assert_eq!(count(GameFilter { score: Some(Score::Win(Color::Black)), ..of(ids[0]) }).await, 9);
    assert_eq!(count(GameFilter { score: Some(Score::Draw), ..of(ids[0]) }).await, 0);
    assert_eq!(count(GameFilter { until: Some(NOW), ..GameFilter::default() }).await, 0);
    assert_eq!(count(GameFilter { since: Some(NOW), ..GameFilter::default() }).await, 9);
}

async fn old_events_are_trimmed(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let over = ended(&*store, 1, ids[0], ids[1], false).await;
    let running = start(&*store, new_game(2, ids[0], ids[1], false)).await;
    let removed = store.trim_events(NOW, NOW + Ms::days(1)).await.unwrap();
    assert_eq!(i64::try_from(removed).unwrap(), over.version.0);
    assert_eq!(store.game(&over.id).await.unwrap().as_ref(), Some(&over));
    assert_eq!(store.events_after(&running.id, Version(0), 9).await.unwrap().len(), 1);
}

async fn the_computer_is_called_and_answers_once(place: Place) {
    let (store, other) = (place.open().await, place.open().await);
    let ids = people(&*store, 1).await;
    let level = Level::new(3).unwrap();
    let state = start(&*store, new_game(1, ids[0], UserId::computer(level), false)).await;
    assert_eq!(store.count_jobs().await.unwrap(), 0);
    let state = commit(&*store, any_move(&state, "mine")).await;
    assert_eq!(store.count_jobs().await.unwrap(), 1);
    let soon = state.updated_at;
    assert!(store.claim_job("p1", soon, Ms::seconds(30)).await.unwrap().is_none(), "not due yet");
    let due = store.next_job().await.unwrap().unwrap();
    assert!(due > soon && due <= soon + Ms::seconds(1));
    let (one, two) = tokio::join!(
        store.claim_job("p1", due, Ms::seconds(30)),
        other.claim_job("p2", due, Ms::seconds(30))
    );
    let claimed: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
    assert_eq!(claimed.len(), 1);
    assert_eq!((claimed[0].version, claimed[0].level, claimed[0].attempts), (state.version, level, 1));
    // Its process died: after the lease somebody else takes it.
    let later = due + Ms::seconds(31);
    let again = other.claim_job("p2", later, Ms::seconds(30)).await.unwrap().unwrap();
    assert_eq!(again.attempts, 2);
    store.release_job(again.clone(), later + Ms(5)).await.unwrap();
    assert!(store.claim_job("p1", later + Ms(4), Ms(1)).await.unwrap().is_none());
    assert!(store.claim_job("p1", later + Ms(5), Ms(1)).await.unwrap().is_some());
    // The answer removes the job; a late twin finds its command done.
    let answer = any_move(&state, CmdId::engine(again.version).as_str());
    commit(&*store, answer.clone()).await;
    assert_eq!(store.count_jobs().await.unwrap(), 0);
    assert!(matches!(other.commit_game(answer).await.unwrap(), Commit::Duplicate(_)));
    store.drop_job(again).await.unwrap();
}

/// A handler is dropped when its client leaves: the write must happen or not, and the connection stay usable.
async fn a_dropped_caller_does_no_harm(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let mut state = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    for round in 0..40_u64 {
        let ending = round % 4 == 3;
        let change = if ending {
            let fresh = start(&*store, new_game(100 + round, ids[0], ids[1], true)).await;
            let fresh = play(&*store, fresh, 2).await;
            act(&fresh, Color::White, Action::Resign, "over")
        } else {
            any_move(&state, &format!("c{round:04}"))
        };
        let (game, before, wanted) = (change.next.id.clone(), change.expected, change.next.version);
        let writer = Arc::clone(&store);
        let task = tokio::spawn(async move { writer.commit_game(change).await });
        for _ in 0..round % 7 {
            tokio::task::yield_now().await;
        }
        task.abort();
        let _ = task.await;
        // Another write behind it: when this is done, so is the first, or it never began.
        store.touch_user(ids[0], NOW + Ms(i64::try_from(round).unwrap())).await.unwrap();
        let mut now = store.game(&game).await.unwrap().unwrap();
        for _ in 0..200 {
            if now.version == wanted {
                break;
            }
            tokio::task::yield_now().await;
            now = store.game(&game).await.unwrap().unwrap();
        }
        assert!(now.version == before || now.version == wanted);
        let events = store.events_after(&game, Version(0), 1000).await.unwrap();
        assert_eq!(events.len() as i64, store.game(&game).await.unwrap().unwrap().version.0);
        if !ending {
            state = store.game(&game).await.unwrap().unwrap();
        }
    }
    // Every connection still commits.
    let mut tasks = Vec::new();
    for number in 0..32 {
        let store = Arc::clone(&store);
        let game = new_game(1000 + number, ids[0], ids[1], false);
        tasks.push(tokio::spawn(async move { store.create_game(game).await }));
    }
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap(), Created::Done);
    }
    let reader = place.open().await;
    for number in 0..32 {
        assert!(reader.game(&id(1000 + number)).await.unwrap().is_some());
    }
}
