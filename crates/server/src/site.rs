//! Everything that a running server consists of, in one place that every layer above the use cases is handed.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::app::accounts::Accounts;
use crate::app::challenges::ChallengeService;
use crate::app::chat::ChatService;
use crate::app::games::GameService;
use crate::app::limits::Buckets;
use crate::app::lobby::LobbyService;
use crate::app::mail::{Mailer, MailerError};
use crate::app::moderation::Moderation;
use crate::app::passwords::Passwords;
use crate::app::secrets::random_number;
use crate::app::sessions::Sessions;
use crate::app::tasks::Pulse;
use crate::app::time::TimeSource;
use crate::bus::Bus;
use crate::config::Config;
use crate::domain::ids::{UserId, base58};
use crate::domain::time::Ms;
use crate::http::assets::Assets;
use crate::http::security::Headers;
use crate::metrics;
use crate::store::Store;
use crate::ws::Sockets;
use crate::ws::hub::{Hub, HubParts};

/// How many games are kept in memory.
const LIVE_GAMES: usize = 10_000;

/// What the process is about to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Everything is served.
    Running,
    /// It will end soon: load balancers look elsewhere.
    Draining,
    /// Sockets are told to connect again, and closed.
    Closing,
}

/// The parts from which a site is made.
#[derive(Debug)]
pub struct Parts {
    pub config: Config,
    pub store: Arc<dyn Store>,
    pub bus: Bus,
    pub time: Arc<dyn TimeSource>,
    pub assets: Assets,
}

/// A running server.
#[derive(Debug)]
pub struct Site {
    pub config: Config,
    pub store: Arc<dyn Store>,
    pub bus: Bus,
    pub time: Arc<dyn TimeSource>,
    /// What this process is called among those that serve the same database.
    pub process: String,
    pub accounts: Accounts,
    pub games: Arc<GameService>,
    pub lobby: Arc<LobbyService>,
    pub challenges: Arc<ChallengeService>,
    pub chat: Arc<ChatService>,
    pub sockets: Arc<Sockets>,
    pub moderation: Moderation,
    pub assets: Assets,
    pub headers: Headers,
    /// Requests of each address.
    pub requests: Buckets<IpAddr>,
    challenge_rate: Buckets<UserId>,
    chat_rate: Buckets<UserId>,
    /// Who reads the archive.
    pub bulk: Bulk,
    pub phase: watch::Sender<Phase>,
    /// When the database last took a sign of life.
    pub pulse: Pulse,
}

impl Site {
    /// Puts the parts together. The sockets start their tasks at once, so this needs a runtime.
    ///
    /// # Errors
    /// When the configuration of mail cannot be used.
    pub fn new(parts: Parts) -> Result<Arc<Site>, MailerError> {
        let Parts { config, store, bus, time, assets } = parts;
        let sessions = Sessions::new(Arc::clone(&store), bus.clone(), config.session.clone());
        let mailer = Mailer::new(&config.mail, &config.public_url)?;
        let passwords = Passwords::new(&config.password);
        let process = base58(random_number(), 8);
        let games = GameService::new(Arc::clone(&store), bus.clone(), Arc::clone(&time), LIVE_GAMES);
        let parts = || (Arc::clone(&store), bus.clone(), Arc::clone(&time), Arc::clone(&games));
        let (kept, told, clock, played) = parts();
        let lobby = LobbyService::new(kept, told, clock, played, process.clone());
        let (kept, told, clock, played) = parts();
        let challenges = ChallengeService::new(kept, told, clock, played, config.engine.max_queue);
        let chat = ChatService::new(Arc::clone(&store), bus.clone(), Arc::clone(&time));
        let hub = Hub::start(HubParts {
            store: Arc::clone(&store),
            games: Arc::clone(&games),
            lobby: Arc::clone(&lobby),
            bus: bus.clone(),
            time: Arc::clone(&time),
            process: process.clone(),
        });
        let sockets = Arc::new(Sockets {
            hub,
            games: Arc::clone(&games),
            lobby: Arc::clone(&lobby),
            challenges: Arc::clone(&challenges),
            chat: Arc::clone(&chat),
            sessions: sessions.clone(),
            time: Arc::clone(&time),
            limits: config.limits.clone(),
        });
        let accounts = Accounts::new(Arc::clone(&store), sessions, passwords, mailer, config.limits.clone());
        let moderation = Moderation::new(
            Arc::clone(&store),
            accounts.sessions.clone(),
            Arc::clone(&games),
            Arc::clone(&time),
        );
        let per_minute = config.limits.requests_per_minute;
        Ok(Arc::new(Site {
            headers: Headers::new(&config.public_url),
            requests: Buckets::new(per_minute, per_minute),
            challenge_rate: Buckets::new(10, 10),
            chat_rate: Buckets::new(5, 30),
            bulk: Bulk::default(),
            phase: watch::Sender::new(Phase::Running),
            pulse: Pulse::default(),
            config,
            store,
            bus,
            time,
            process,
            accounts,
            games,
            lobby,
            challenges,
            chat,
            sockets,
            moderation,
            assets,
        }))
    }

    /// Seeks and challenges over REST: ten a minute.
    ///
    /// # Errors
    /// How long to wait.
    pub fn limit_challenges(&self, user: UserId) -> Result<(), TooOften> {
        self.challenge_rate.take(user, self.time.now()).map_err(|wait| TooOften::new("challenges", wait))
    }

    /// Lines of chat over REST: five at once, then one in two seconds.
    ///
    /// # Errors
    /// How long to wait.
    pub fn limit_chat(&self, user: UserId) -> Result<(), TooOften> {
        self.chat_rate.take(user, self.time.now()).map_err(|wait| TooOften::new("chat", wait))
    }

    /// What the cookie is called. The prefix makes browsers insist on https and on no other host.
    #[must_use]
    pub fn cookie_name(&self) -> &'static str {
        if self.config.public_url.secure { "__Host-skep" } else { "skep" }
    }

    /// Whether an origin is the site itself. Where no address was configured, the site is whatever the visitor calls
    /// it: cookies belong to that name as well.
    #[must_use]
    pub fn is_own_origin(&self, origin: &str, host: &str) -> bool {
        let config = &self.config;
        origin == config.public_url.origin
            || config.allowed_origins.iter().any(|allowed| allowed.trim_end_matches('/') == origin)
            || (!config.public_url_given && !host.is_empty() && origin.strip_prefix("http://") == Some(host))
    }
}

/// Somebody asks too often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooOften {
    /// How long to wait.
    pub wait: Ms,
}

impl TooOften {
    fn new(limit: &str, wait: Ms) -> TooOften {
        metrics::LIMITED.add(limit, 1);
        TooOften { wait }
    }
}

/// Those who read the archive: one stream for each address.
#[derive(Clone, Debug, Default)]
pub struct Bulk {
    readers: Arc<Mutex<HashSet<IpAddr>>>,
}

/// One stream, for as long as it is read.
#[derive(Debug)]
pub struct BulkPlace {
    bulk: Bulk,
    address: IpAddr,
}

impl Bulk {
    /// A place, unless the address has one already.
    #[must_use]
    pub fn enter(&self, address: IpAddr) -> Option<BulkPlace> {
        let address = crate::http::address::prefix(address);
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.insert(address).then(|| BulkPlace { bulk: self.clone(), address })
    }
}

impl Drop for BulkPlace {
    fn drop(&mut self) {
        self.bulk.readers.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.address);
    }
}
