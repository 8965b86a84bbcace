//! Accounts, sessions, tokens, mail and counters.

use skep_server::domain::account::{MailPurpose, Roles, UserState};
use skep_server::domain::ids::UserId;
use skep_server::domain::time::Ms;
use skep_server::domain::user::UserKind;
use skep_server::store::StoreError;
use skep_server::store::mail::Letter;
use skep_server::store::sessions::{ApiToken, EmailToken, Session};
use skep_server::store::users::{Claim, Upgrade, User};

use crate::support::{NOW, new_game, people, person, start};
use crate::{Place, cases};

cases![
    names_and_addresses_are_unique,
    a_guest_becomes_a_person,
    a_closed_account_is_forgotten,
    accounts_change,
    computers_are_there,
    idle_guests_without_games_go,
    a_refused_row_harms_no_other,
    sessions_end,
    tokens_of_programs,
    tokens_by_mail_are_good_once,
    letters_wait_their_turn,
    counters_have_windows,
];

async fn names_and_addresses_are_unique(place: Place) {
    let store = place.open().await;
    let mut anna = person(101, "Anna");
    anna.email = Some("Anna@example.org".into());
    anna.email_key = Some("anna@example.org".into());
    assert_eq!(store.insert_user(anna.clone()).await.unwrap(), Claim::Done);
    assert_eq!(store.user(UserId(101)).await.unwrap(), Some(anna.clone()));
    assert_eq!(store.user_by_name("anna").await.unwrap().as_ref(), Some(&anna));
    assert_eq!(store.user_by_email("anna@example.org").await.unwrap().as_ref(), Some(&anna));
    assert_eq!(store.user_by_name("Anna").await.unwrap(), None);

    assert_eq!(store.insert_user(person(102, "Anna")).await.unwrap(), Claim::NameTaken);
    let mut bert = person(103, "Bert");
    bert.email_key = anna.email_key.clone();
    assert_eq!(store.insert_user(bert).await.unwrap(), Claim::EmailTaken);
    assert_eq!(store.user(UserId(103)).await.unwrap(), None);
    assert_eq!(store.users(vec![UserId(101), UserId(7), UserId(55)]).await.unwrap().len(), 2);
}

async fn a_guest_becomes_a_person(place: Place) {
    let store = place.open().await;
    people(&*store, 1).await;
    let guest = User::new(UserId(500), UserKind::Guest, "guest-abc", "guest_abc", NOW);
    store.insert_user(guest).await.unwrap();
    let upgrade = |name: &str| Upgrade {
        name: name.into(),
        name_key: name.to_lowercase(),
        email: Some(("C@x".into(), "c@x".into())),
        password_hash: "hash".into(),
    };
    assert_eq!(store.upgrade_guest(UserId(500), upgrade("Person101")).await.unwrap(), Claim::NameTaken);
    assert_eq!(store.upgrade_guest(UserId(500), upgrade("Clara")).await.unwrap(), Claim::Done);
    let clara = store.user(UserId(500)).await.unwrap().unwrap();
    assert_eq!((clara.kind, clara.name.as_str()), (UserKind::Person, "Clara"));
    assert_eq!(store.upgrade_guest(UserId(500), upgrade("Clara2")).await.unwrap(), Claim::Gone);
    assert_eq!(store.upgrade_guest(UserId(999), upgrade("Nobody")).await.unwrap(), Claim::Gone);
}

async fn a_closed_account_is_forgotten(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    store.insert_session(session("s1", ids[0])).await.unwrap();
    store.block(ids[0], ids[1], NOW).await.unwrap();
    let game = start(&*store, new_game(1, ids[0], ids[1], false)).await;
    store.anonymize(ids[0], "deleted-7".into(), "deleted_7".into()).await.unwrap();
    let user = store.user(ids[0]).await.unwrap().unwrap();
    assert_eq!((user.state, user.name.as_str()), (UserState::Closed, "deleted-7"));
    assert!(user.password_hash.is_none() && user.email.is_none() && user.bio.is_none());
    assert!(store.session("s1", NOW).await.unwrap().is_none());
    assert!(store.blocked(ids[0]).await.unwrap().is_empty());
    assert!(store.game(&game.id).await.unwrap().is_some());
    store.set_state(ids[0], UserState::Open).await.unwrap();
    assert_eq!(store.user(ids[0]).await.unwrap().unwrap().state, UserState::Closed);
}

async fn accounts_change(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 3).await;
    store.set_password(ids[0], "new".into()).await.unwrap();
    store.set_profile(ids[0], r#"{"a":1}"#.into(), Some("DE".into()), Some("hello".into())).await.unwrap();
    store.set_roles(ids[0], Roles::MODERATOR.with(Roles::ADMIN)).await.unwrap();
    store.set_state(ids[0], UserState::Banned).await.unwrap();
    store.touch_user(ids[0], NOW + Ms(5)).await.unwrap();
    store.touch_user(ids[0], NOW).await.unwrap();
    let user = store.user(ids[0]).await.unwrap().unwrap();
    assert_eq!(user.password_hash.as_deref(), Some("new"));
    assert_eq!((user.country.as_deref(), user.bio.as_deref()), (Some("DE"), Some("hello")));
    assert!(user.roles.has(Roles::ADMIN) && user.state == UserState::Banned);
    assert_eq!(user.seen_at, NOW + Ms(5));

    let address = || Some(("B@x".to_owned(), "b@x".to_owned()));
    assert_eq!(store.set_email(ids[1], address()).await.unwrap(), Claim::Done);
    assert_eq!(store.set_email(ids[2], address()).await.unwrap(), Claim::EmailTaken);
    assert!(!store.verify_email(ids[1], "other@x", NOW).await.unwrap());
    assert!(store.verify_email(ids[1], "b@x", NOW).await.unwrap());
    assert_eq!(store.user(ids[1]).await.unwrap().unwrap().email_verified_at, Some(NOW));

    let names = |users: Vec<User>| users.into_iter().map(|user| user.name).collect::<Vec<_>>();
    assert_eq!(names(store.list_users("person", "", 2).await.unwrap()), ["Person101", "Person102"]);
    assert_eq!(names(store.list_users("person", "person102", 9).await.unwrap()), ["Person103"]);
    assert!(store.list_users("person_", "", 9).await.unwrap().is_empty());

    start(&*store, new_game(1, ids[0], ids[1], false)).await;
    assert!(!store.make_bot(ids[0]).await.unwrap() && store.make_bot(ids[2]).await.unwrap());
    assert_eq!(store.user(ids[2]).await.unwrap().unwrap().kind, UserKind::Bot);
}

async fn computers_are_there(place: Place) {
    let store = place.open().await;
    for number in 1..=8 {
        let user = store.user(UserId(number)).await.unwrap().unwrap();
        assert_eq!((user.kind, user.name), (UserKind::Computer, format!("Computer-{number}")));
        assert_eq!(user.name_key, skep_server::domain::user::name_key(&format!("Computer-{number}")));
    }
}

async fn idle_guests_without_games_go(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 1).await;
    for number in 201..=203 {
        let name = format!("guest-{number}");
        let user = User::new(UserId(number), UserKind::Guest, &name, &name, NOW);
        store.insert_user(user).await.unwrap();
    }
    start(&*store, new_game(1, ids[0], UserId(201), false)).await;
    store.touch_user(UserId(202), NOW + Ms(10)).await.unwrap();
    assert_eq!(store.drop_idle_guests(NOW + Ms(1)).await.unwrap(), 1);
    assert!(store.user(UserId(201)).await.unwrap().is_some());
    assert!(store.user(UserId(202)).await.unwrap().is_some());
    assert!(store.user(UserId(203)).await.unwrap().is_none());
}

async fn a_refused_row_harms_no_other(place: Place) {
    let store = place.open().await;
    let mut tasks = Vec::new();
    for number in 0..60 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let name =
                if number % 3 == 0 { "far too long for a name of ours".into() } else { format!("n{number}") };
            (number, store.insert_user(person(1000 + number, &name)).await)
        }));
    }
    for task in tasks {
        let (number, result) = task.await.unwrap();
        match result {
            Err(StoreError::Refused(_)) => assert_eq!(number % 3, 0),
            Ok(claim) => assert!(claim == Claim::Done && number % 3 != 0),
            Err(other) => panic!("{other}"),
        }
        assert_eq!(store.user(UserId(1000 + number)).await.unwrap().is_some(), number % 3 != 0);
    }
}

fn session(hash: &str, user: UserId) -> Session {
    Session {
        token_hash: hash.into(),
        user_id: user,
        created_at: NOW,
        used_at: NOW,
        expires_at: NOW + Ms::days(30),
        confirmed_at: Some(NOW),
        user_agent: Some("test".into()),
        ip_prefix: None,
    }
}

async fn sessions_end(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    for hash in ["a", "b", "c"] {
        store.insert_session(session(hash, ids[0])).await.unwrap();
    }
    store.insert_session(session("d", ids[1])).await.unwrap();
    let (found, user) = store.session("a", NOW).await.unwrap().unwrap();
    assert_eq!((found, user.id), (session("a", ids[0]), ids[0]));
    store.touch_session("b", NOW + Ms(7), NOW + Ms::days(31)).await.unwrap();
    store.confirm_session("b", NOW + Ms(8)).await.unwrap();
    let listed = store.sessions(ids[0], NOW).await.unwrap();
    assert_eq!(listed[0].token_hash, "b");
    assert_eq!((listed.len(), listed[0].confirmed_at), (3, Some(NOW + Ms(8))));
    assert!(store.delete_session("a").await.unwrap() && !store.delete_session("a").await.unwrap());
    assert_eq!(store.delete_sessions(ids[0], Some("b".into())).await.unwrap(), ["c"]);
    assert!(store.session("b", NOW + Ms::days(31)).await.unwrap().is_none());
    assert_eq!(store.drop_expired_sessions(NOW + Ms::days(30)).await.unwrap(), 1);
    assert!(
        store.session("d", NOW).await.unwrap().is_none() && store.session("b", NOW).await.unwrap().is_some()
    );
    assert_eq!(store.delete_sessions(ids[0], None).await.unwrap(), ["b"]);
}

async fn tokens_of_programs(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 2).await;
    let token = |id: i64, expires_at| ApiToken {
        id,
        token_hash: format!("t{id}"),
        user_id: ids[0],
        label: "bot".into(),
        scopes: 3,
        created_at: NOW,
        used_at: None,
        expires_at,
    };
    store.insert_api_token(token(1, None)).await.unwrap();
    store.insert_api_token(token(2, Some(NOW + Ms(10)))).await.unwrap();
    assert_eq!(store.api_token("t1", NOW).await.unwrap().unwrap().0, token(1, None));
    assert!(store.api_token("t2", NOW).await.unwrap().is_some());
    assert!(store.api_token("t2", NOW + Ms(10)).await.unwrap().is_none());
    store.touch_api_token(1, NOW + Ms(3)).await.unwrap();
    assert_eq!(store.api_tokens(ids[0]).await.unwrap()[1].used_at, Some(NOW + Ms(3)));
    assert_eq!(store.delete_api_token(ids[1], 1).await.unwrap(), None);
    assert_eq!(store.delete_api_token(ids[0], 1).await.unwrap().as_deref(), Some("t1"));
}

async fn tokens_by_mail_are_good_once(place: Place) {
    let store = place.open().await;
    let ids = people(&*store, 1).await;
    let token = |hash: &str| EmailToken {
        token_hash: hash.into(),
        user_id: ids[0],
        purpose: MailPurpose::Reset,
        email: "a@x".into(),
        expires_at: NOW + Ms(100),
    };
    store.insert_email_token(token("old")).await.unwrap();
    store.insert_email_token(token("new")).await.unwrap();
    assert_eq!(store.email_token("new", NOW).await.unwrap(), Some(token("new")));
    assert_eq!(store.take_email_token("old", MailPurpose::Reset, NOW).await.unwrap(), None);
    assert_eq!(store.take_email_token("new", MailPurpose::Verify, NOW).await.unwrap(), None);
    assert_eq!(store.take_email_token("new", MailPurpose::Reset, NOW + Ms(100)).await.unwrap(), None);
    assert_eq!(store.take_email_token("new", MailPurpose::Reset, NOW).await.unwrap(), Some(token("new")));
    assert_eq!(store.take_email_token("new", MailPurpose::Reset, NOW).await.unwrap(), None);
}

async fn letters_wait_their_turn(place: Place) {
    let store = place.open().await;
    let letter = |id, due_at| Letter {
        id,
        to: "a@x".into(),
        template: "reset".into(),
        args: "{}".into(),
        due_at,
        attempts: 0,
    };
    store.insert_letter(letter(1, NOW + Ms(5))).await.unwrap();
    store.insert_letter(letter(2, NOW)).await.unwrap();
    assert_eq!(store.due_letters(NOW, 9).await.unwrap(), [letter(2, NOW)]);
    store.letter_sent(2, NOW).await.unwrap();
    store.letter_failed(1, Some(NOW + Ms(50))).await.unwrap();
    assert!(store.due_letters(NOW + Ms(49), 9).await.unwrap().is_empty());
    assert_eq!(store.due_letters(NOW + Ms(50), 9).await.unwrap()[0].attempts, 1);
    store.letter_failed(1, None).await.unwrap();
    assert!(store.due_letters(NOW + Ms(50), 9).await.unwrap().is_empty());
}

async fn counters_have_windows(place: Place) {
    let store = place.open().await;
    let other = place.open().await;
    let window = Ms::seconds(60);
    assert_eq!(store.count("login:a", window, NOW).await.unwrap(), 1);
    assert_eq!(other.count("login:a", window, NOW + Ms(100)).await.unwrap(), 2);
    assert_eq!(store.count("login:b", window, NOW).await.unwrap(), 1);
    assert_eq!(store.counted("login:a", window, NOW + Ms(200)).await.unwrap(), 2);
    assert_eq!(store.counted("login:a", window, NOW + window).await.unwrap(), 0);
    assert_eq!(store.count("login:a", window, NOW + window).await.unwrap(), 1);
    store.reset_count("login:a").await.unwrap();
    assert_eq!(store.counted("login:a", window, NOW + window).await.unwrap(), 0);
    assert_eq!(store.drop_counts(NOW + Ms(1)).await.unwrap(), 1);
}
