//! Accounts on a real database: who gets in, who does not, and what the answers do not tell.

use std::net::IpAddr;
use std::path::PathBuf;

use super::entry::{Entry, Registration};
use super::*;
use crate::app::limits;
use crate::app::sessions::{Device, Viewer};
use crate::bus::{Bus, Change};
use crate::config::{Config, Sources};
use crate::domain::user::UserKind;
use crate::store;

const NOW: Ms = Ms(1_794_770_642_123);
const GOOD: &str = "tulip-anvil-sandals";

struct Site {
    accounts: Accounts,
    store: Arc<dyn Store>,
    bus: Bus,
    folder: PathBuf,
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn site(name: &str) -> Site {
    let folder = std::env::temp_dir().join(format!("skep-accounts-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut config = Config::load(Sources::default()).unwrap();
    config.password = config::Password { memory_kib: 16, passes: 1, permits: 2 };
    let url = format!("sqlite://{}", folder.join("skep.db").display());
    let store = store::open(&store::Options::new(url)).await.unwrap();
    let bus = Bus::local();
    let sessions = Sessions::new(Arc::clone(&store), bus.clone(), config.session.clone());
    let mailer = Mailer::new(&config.mail, &config.public_url).unwrap();
    let passwords = Passwords::new(&config.password);
    let accounts = Accounts::new(Arc::clone(&store), sessions, passwords, mailer, config.limits);
    Site { accounts, store, bus, folder }
}

fn device(address: &str) -> Device {
    Device { agent: Some("test".into()), address: address.parse().unwrap(), network: "net".into() }
}

fn wish(name: &str) -> Registration {
    Registration { name: name.into(), password: GOOD.into(), email: None }
}

impl Site {
    async fn viewer(&self, entry: &Entry) -> Option<Viewer> {
        let address: IpAddr = "127.0.0.1".parse().unwrap();
        self.accounts.sessions.find(entry.token.expose(), address, NOW).await.unwrap()
    }

    async fn register(&self, name: &str) -> Entry {
        self.accounts.register(wish(name), None, &device("127.0.0.1"), NOW).await.unwrap()
    }
}

#[tokio::test]
async fn a_guest_registers_and_stays_the_same_user() {
    let site = site("guest").await;
    let guest = site.accounts.guest(&device("127.0.0.1"), NOW).await.unwrap();
    assert_eq!(guest.user.kind, UserKind::Guest);
    let viewer = site.viewer(&guest).await.unwrap();
    let person = site.accounts.register(wish("Ann"), Some(&viewer), &device("127.0.0.1"), NOW).await.unwrap();
    assert_eq!((person.user.id, person.user.kind), (guest.user.id, UserKind::Person));
    assert!(site.viewer(&guest).await.is_none(), "the token of the guest is dead");
    assert_eq!(site.viewer(&person).await.unwrap().name, "Ann");
}

#[tokio::test]
async fn names_are_unique_and_alike_ones_are_the_same() {
    let site = site("names").await;
    site.register("Bill0").await;
    let again = site.accounts.register(wish("biIlO"), None, &device("127.0.0.2"), NOW).await;
    assert!(matches!(again, Err(AccountError::NameTaken)), "{again:?}");
    let reserved = site.accounts.register(wish("admin"), None, &device("127.0.0.2"), NOW).await;
    assert!(matches!(reserved, Err(AccountError::Name(_))));
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_look_alike() {
    let site = site("alike").await;
    site.register("ann").await;
    let home = device("127.0.0.1");
    let wrong = site.accounts.sign_in("ann", "wrong password", None, &home, NOW).await.unwrap_err();
    let unknown = site.accounts.sign_in("nobody", "wrong password", None, &home, NOW).await.unwrap_err();
    let email = site.accounts.sign_in("x@example.org", "wrong", None, &home, NOW).await.unwrap_err();
    assert_eq!(wrong.to_string(), unknown.to_string());
    assert_eq!(wrong.to_string(), email.to_string());
    assert!(site.accounts.sign_in("ANN", GOOD, None, &home, NOW).await.is_ok(), "case does not matter");
}

#[tokio::test]
async fn guessing_is_stopped_and_time_heals() {
    let site = site("guessing").await;
    let ann = site.register("ann").await;
    for attempt in 0..limits::SIGN_IN_ACCOUNT.most {
        let from = device(&format!("127.0.1.{attempt}"));
        let error = site.accounts.sign_in("ann", "wrong", None, &from, NOW).await.unwrap_err();
        assert!(matches!(error, AccountError::Credentials), "{attempt}: {error}");
    }
    let error = site.accounts.sign_in("ann", GOOD, None, &device("127.0.2.1"), NOW).await.unwrap_err();
    assert!(matches!(error, AccountError::Limited { .. }), "{error}");
    assert!(site.viewer(&ann).await.is_some(), "whoever is in stays in");
    let later = NOW + limits::SIGN_IN_ACCOUNT.window + Ms(1);
    assert!(site.accounts.sign_in("ann", GOOD, None, &device("127.0.2.1"), later).await.is_ok());
}

#[tokio::test]
async fn one_address_may_fail_so_often() {
    let site = site("address").await;
    let home = device("127.0.0.9");
    let mut limited = 0;
    for n in 0..40 {
        let error = site.accounts.sign_in(&format!("user{n}"), "wrong", None, &home, NOW).await.unwrap_err();
        limited += usize::from(matches!(error, AccountError::Limited { .. }));
    }
    assert_eq!(limited, 10, "thirty failures, then no more");
}

#[tokio::test]
async fn a_new_password_signs_out_everywhere() {
    let site = site("password").await;
    let ann = site.register("ann").await;
    let home = device("127.0.0.1");
    let phone = site.accounts.sign_in("ann", GOOD, None, &home, NOW).await.unwrap();
    let viewer = site.viewer(&phone).await.unwrap();
    let mut heard = site.bus.subscribe();
    let wrong = site.accounts.change_password(&viewer, "wrong", "another long one", &home, NOW).await;
    assert!(matches!(wrong, Err(AccountError::Credentials)));
    let fresh = site.accounts.change_password(&viewer, GOOD, "another long one", &home, NOW).await.unwrap();
    assert!(site.viewer(&ann).await.is_none() && site.viewer(&phone).await.is_none());
    assert!(site.viewer(&fresh).await.is_some());
    assert!(matches!(heard.try_recv(), Ok(Change::Revoked(_))), "sockets are told");
    assert!(site.accounts.sign_in("ann", "another long one", None, &home, NOW).await.is_ok());
}

#[tokio::test]
async fn a_link_sets_a_password_once() {
    let site = site("link").await;
    let ann = site.register("ann").await;
    let home = device("127.0.0.1");
    let token = site.accounts.reset_token(ann.user.id, NOW).await.unwrap();
    let short = site.accounts.confirm_reset(token.expose(), "short", &home, NOW).await;
    assert!(matches!(short, Err(AccountError::Password(_))), "a refused password does not cost the link");
    site.accounts.confirm_reset(token.expose(), "another long one", &home, NOW).await.unwrap();
    assert!(site.viewer(&ann).await.is_none());
    let again = site.accounts.confirm_reset(token.expose(), "a third long one", &home, NOW).await;
    assert!(matches!(again, Err(AccountError::BadLink)));
    let old = site.accounts.reset_token(ann.user.id, NOW).await.unwrap();
    let late =
        site.accounts.confirm_reset(old.expose(), "a third long one", &home, NOW + Ms::seconds(3601)).await;
    assert!(matches!(late, Err(AccountError::BadLink)));
}

#[tokio::test]
async fn closing_leaves_nothing_but_a_number() {
    let site = site("close").await;
    let ann = site.register("ann").await;
    let viewer = site.viewer(&ann).await.unwrap();
    let home = device("127.0.0.1");
    assert!(site.accounts.confirm_close(&viewer, "wrong", &home, NOW).await.is_err());
    let user = site.accounts.confirm_close(&viewer, GOOD, &home, NOW).await.unwrap();
    site.accounts.close(&user).await.unwrap();
    assert!(site.viewer(&ann).await.is_none());
    let left = site.store.user(user.id).await.unwrap().unwrap();
    assert!(left.name.starts_with("deleted-") && left.password_hash.is_none() && left.email.is_none());
    assert!(site.accounts.sign_in("ann", GOOD, None, &home, NOW).await.is_err());
    site.register("ann").await;
}

#[tokio::test]
async fn guests_of_one_address_are_counted() {
    let site = site("guests").await;
    for _ in 0..20 {
        site.accounts.guest(&device("127.0.0.1"), NOW).await.unwrap();
    }
    let one_more = site.accounts.guest(&device("127.0.0.1"), NOW).await;
    assert!(matches!(one_more, Err(AccountError::Limited { .. })));
    assert!(site.accounts.guest(&device("127.0.0.2"), NOW).await.is_ok());
}

#[tokio::test]
async fn an_address_counts_when_its_link_was_followed() {
    let site = site("email").await;
    let mut wish = wish("ann");
    wish.email = Some("Ann@example.org".into());
    let ann = site.accounts.register(wish, None, &device("127.0.0.1"), NOW).await.unwrap();
    assert_eq!(ann.user.email, None);
    assert!(site.store.user_by_email("ann@example.org").await.unwrap().is_none());
    let forged = secrets::Token::new("");
    assert!(matches!(site.accounts.verify_email(forged.expose(), NOW).await, Err(AccountError::BadLink)));
    let token = secrets::Token::new("");
    let row = store::sessions::EmailToken {
        token_hash: token.hash(),
        user_id: ann.user.id,
        purpose: crate::domain::account::MailPurpose::Verify,
        email: "Ann@example.org".into(),
        expires_at: NOW + Ms::seconds(60),
    };
    site.store.insert_email_token(row).await.unwrap();
    site.accounts.verify_email(token.expose(), NOW).await.unwrap();
    let found = site.store.user_by_email("ann@example.org").await.unwrap().unwrap();
    assert!(found.email_verified_at.is_some());
    let home = device("127.0.0.1");
    assert!(site.accounts.sign_in("ann@EXAMPLE.org", GOOD, None, &home, NOW).await.is_ok());
}

#[tokio::test]
async fn tokens_of_programs_come_and_go() {
    let site = site("tokens").await;
    let ann = site.register("ann").await;
    let wish = crate::app::sessions::TokenWish {
        label: "bot".into(),
        scopes: crate::app::sessions::Scopes::PLAY,
        lifetime: None,
    };
    let (token, row) = site.accounts.sessions.grant(ann.user.id, wish, NOW).await.unwrap();
    let address: IpAddr = "127.0.0.1".parse().unwrap();
    let viewer = site.accounts.sessions.find(token.expose(), address, NOW).await.unwrap().unwrap();
    assert!(viewer.scopes.has(crate::app::sessions::Scopes::PLAY));
    assert!(!viewer.scopes.has(crate::app::sessions::Scopes::ACCOUNT) && !viewer.is_session());
    let other = site.register("bob").await;
    assert!(!site.accounts.sessions.revoke_token(other.user.id, row.id).await.unwrap(), "not his");
    assert!(site.accounts.sessions.revoke_token(ann.user.id, row.id).await.unwrap());
    assert!(site.accounts.sessions.find(token.expose(), address, NOW).await.unwrap().is_none());
}
