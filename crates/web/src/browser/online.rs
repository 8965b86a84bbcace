//! The server, seen from the page: whether there is one, who one is there, and what it says. One socket for the whole
//! page; screens read the signals and ask through the methods.

pub(crate) mod api;
mod requests;
mod socket;

use leptos::prelude::*;
use skep_wire::account::UserKind;
use skep_wire::client::Channel;
use skep_wire::game::GameBrief;
use skep_wire::lobby::{ChallengeView, SeekView};
use skep_wire::rest::Me;
use skep_wire::server::Note;
use skep_wire::{Code, GameId, ServerMsg};

use super::app::App;
use super::device::{is_offline, read_local, write_local};
use super::sound::Sound;
use crate::online::game::Effect;
use crate::online::link::State;
use crate::online::{LiveGame, LobbyModel, News, Seeking};
use crate::route::Route;
pub(crate) use requests::Challenged;
use socket::Socket;

/// Whether this page came from a server the last time one could tell.
const KNOWN: &str = "skep-server";

/// Whether this page comes from a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Server {
    /// Not known yet.
    Asking,
    /// Plain files: nobody can be met here.
    Absent,
    /// The page is from a server that cannot be reached now.
    Unreachable,
    /// There it is.
    There,
}

/// Why something did not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The server refused it.
    Refused(Code),
    /// It did not answer.
    Network,
}

/// What a request came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Made {
    /// The game that it was about, or that it made.
    pub(crate) game: Option<GameId>,
    /// The seek or challenge that it made.
    pub(crate) id: Option<String>,
    /// The secret of a link.
    pub(crate) secret: Option<String>,
}

/// Handles to what is known.
#[derive(Clone, Copy)]
pub(crate) struct Online {
    pub(crate) server: RwSignal<Server>,
    pub(crate) line: RwSignal<State>,
    /// Who one is; none: nobody yet.
    pub(crate) me: RwSignal<Option<Me>>,
    pub(crate) lobby: RwSignal<LobbyModel>,
    /// Own games under way.
    pub(crate) games: RwSignal<Vec<GameBrief>>,
    /// Own challenges, made and received.
    pub(crate) challenges: RwSignal<Vec<ChallengeView>>,
    /// Own seeks, as the server knows them.
    pub(crate) seeks: RwSignal<Vec<SeekView>>,
    /// What the reader looks for on this page.
    pub(crate) seeking: RwSignal<Seeking>,
    /// The game on the screen.
    pub(crate) live: RwSignal<Option<LiveGame>>,
    /// The game on the screen cannot be had.
    pub(crate) missing: RwSignal<bool>,
    /// What did not work, until the reader has seen it.
    pub(crate) trouble: RwSignal<Option<Trouble>>,
    /// A game that has just begun and wants its player.
    pub(crate) started: RwSignal<Option<GameId>>,
    /// A game that has begun while the reader was busy with another.
    pub(crate) beckons: RwSignal<Option<GameId>>,
    /// Whom the reader wants to challenge, on the way from their page to the form.
    pub(crate) rival: RwSignal<Option<String>>,
    news: StoredValue<News>,
    socket: StoredValue<Socket, LocalStorage>,
}

impl Online {
    pub(crate) fn new() -> Online {
        Online {
            server: RwSignal::new(Server::Asking),
            line: RwSignal::new(State::Off),
            me: RwSignal::new(None),
            lobby: RwSignal::new(LobbyModel::default()),
            games: RwSignal::new(Vec::new()),
            challenges: RwSignal::new(Vec::new()),
            seeks: RwSignal::new(Vec::new()),
            seeking: RwSignal::new(Seeking::default()),
            live: RwSignal::new(None),
            missing: RwSignal::new(false),
            trouble: RwSignal::new(None),
            started: RwSignal::new(None),
            beckons: RwSignal::new(None),
            rival: RwSignal::new(None),
            news: StoredValue::new(News::default()),
            socket: StoredValue::new_local(Socket::default()),
        }
    }

    /// Finds out whether there is a server, and who one is there.
    pub(crate) fn start(self) {
        socket::watch_the_world(self);
        self.look_for_server();
    }

    fn look_for_server(self) {
        self.with_socket(Socket::asks_who);
        leptos::task::spawn_local(async move {
            // Without a network there is nobody to ask, and a failed request would only fill the console.
            let asked = if is_offline() { Err(Trouble::Network) } else { api::server_info().await };
            let server = match asked {
                Ok(info) if info.online => Server::There,
                Ok(_) => Server::Absent,
                // A page out of the cache does not know what it would be told, but may have been told before.
                Err(_) if read_local(KNOWN).as_deref() == Some("yes") => Server::Unreachable,
                Err(_) => Server::Absent,
            };
            if server != Server::Unreachable {
                write_local(KNOWN, if server == Server::There { "yes" } else { "no" });
            }
            self.server.set(server);
            if server == Server::There {
                let me = api::me().await;
                if let Ok(me) = &me {
                    let known = me.is_some();
                    self.me.set(me.clone());
                    if known {
                        self.listen(Channel::User);
                    }
                    // Visitors need the line as well, if there is a game on the screen.
                    if known || self.wanted_game().is_some() {
                        self.connect();
                    }
                }
                self.introduced(me.err());
            } else {
                self.introduced(Some(Trouble::Network));
            }
        });
    }

    pub(crate) fn is_guest(self) -> bool {
        self.me.with(|me| me.as_ref().is_none_or(|me| me.user.kind == UserKind::Guest))
    }

    /// Whether the reader is this user.
    pub(crate) fn is_me(self, id: &skep_wire::UserId) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.user.id == *id))
    }

    /// Another person sits at this device from now on, or nobody.
    pub(crate) fn became(self, me: Option<Me>) {
        self.me.set(me);
        self.games.set(Vec::new());
        self.challenges.set(Vec::new());
        self.seeks.set(Vec::new());
        self.seeking.set(Seeking::default());
        self.news.set_value(News::default());
        self.lobby.set(LobbyModel::default());
        self.with_socket(|socket| socket.link.hang_up());
        if self.me.with_untracked(Option::is_some) {
            self.listen(Channel::User);
        } else {
            self.ignore(Channel::User);
        }
        self.connect();
    }

    /// A message came; `now` by the server's clock.
    fn hear(self, message: &ServerMsg, now: i64) {
        match message {
            ServerMsg::Lobby { .. } | ServerMsg::LobbyDelta { .. } => {
                if self.lobby.try_update(|lobby| lobby.apply(message)) == Some(Effect::Gap) {
                    self.with_socket(|socket| socket.link.resync(Channel::Lobby, None, true));
                }
            }
            ServerMsg::User { games, challenges, seeks } => {
                self.games.set(games.clone());
                self.challenges.set(challenges.clone());
                self.seeks.set(seeks.clone());
                self.seeking.update(|seeking| seeking.listed(seeks));
                if let Some(game) = self.news.try_update_value(|news| news.listed(games)).flatten() {
                    self.follow(game);
                }
            }
            ServerMsg::Welcome { .. } => {
                if let Some(wish) = self.seeking.try_update(Seeking::greeted).flatten() {
                    self.ask_for(wish);
                }
            }
            ServerMsg::Note(note) => self.note(note),
            ServerMsg::Err { n, g, code, retry: false, .. } => self.refused(*n, g.as_ref(), *code),
            ServerMsg::Game(view) => self.hear_game(view.g.clone(), message, now),
            _ => {
                let game = self.live.with_untracked(|live| live.as_ref().map(|live| live.id().clone()));
                if let Some(game) = game {
                    self.hear_game(game, message, now);
                }
            }
        }
    }

    fn hear_game(self, game: GameId, message: &ServerMsg, now: i64) {
        if self.wanted_game().as_ref() != Some(&game) {
            return;
        }
        let fresh = self.live.with_untracked(|live| live.as_ref().is_none_or(|live| *live.id() != game));
        if fresh {
            if let ServerMsg::Game(view) = message {
                match LiveGame::new(view.clone()) {
                    Ok(live) => {
                        self.recall_chat(&live);
                        self.live.set(Some(live));
                    }
                    Err(_) => self.missing.set(true),
                }
            }
        } else {
            // Most messages are about something else: only a change wakes the screen.
            let mut effect = Effect::Nothing;
            self.live.update_untracked(|live| {
                if let Some(live) = live {
                    effect = live.apply(message, now);
                }
            });
            match effect {
                Effect::Nothing => {}
                Effect::Changed => self.live.notify(),
                Effect::Gap => self.resync(&game, false),
                Effect::Broken => self.resync(&game, true),
            }
        }
        let version = self.live.with_untracked(|live| live.as_ref().map(|live| live.view().v));
        if let Some(version) = version {
            self.with_socket(|socket| socket.link.seen(&game, version));
        }
    }

    /// What was said before one came.
    fn recall_chat(self, live: &LiveGame) {
        let (game, aside) = (live.id().clone(), live.me().is_none());
        leptos::task::spawn_local(async move {
            let Ok(said) = api::chat(&game.0, aside).await else { return };
            self.live.update(|live| {
                if let Some(live) = live.as_mut().filter(|live| *live.id() == game) {
                    live.recall(said.lines, aside);
                }
            });
        });
    }

    fn wanted_game(self) -> Option<GameId> {
        self.socket.with_value(Socket::wanted)
    }

    fn resync(self, game: &GameId, from_start: bool) {
        self.with_socket(|socket| socket.link.resync(Channel::Game, Some(game), from_start));
    }

    fn refused(self, n: Option<u32>, game: Option<&GameId>, code: Code) {
        let back = n.is_some_and(|n| {
            self.live.try_update(|live| live.as_mut().is_some_and(|live| live.refused(n))) == Some(true)
        });
        if back {
            self.trouble.set(Some(Trouble::Refused(code)));
        }
        let unknown = self.live.with_untracked(Option::is_none) && game.is_some();
        if unknown && matches!(code, Code::NotFound | Code::Forbidden) && game == self.wanted_game().as_ref()
        {
            self.missing.set(true);
        }
    }

    fn note(self, note: &Note) {
        match note {
            Note::GameStarted { game } => {
                self.put_game(game);
                self.begun(game.g.clone());
            }
            Note::YourTurn { game } => self.put_game(game),
            Note::GameEnded { game } => self.games.update(|games| games.retain(|known| known.g != game.g)),
            Note::Challenge { challenge } => self.challenges.update(|list| {
                list.retain(|known| known.id != challenge.id);
                list.push(challenge.clone());
            }),
            Note::ChallengeGone { id, game } => {
                self.challenges.update(|list| list.retain(|known| known.id != *id));
                if let Some(game) = game {
                    self.begun(game.clone());
                }
            }
            Note::Other => {}
        }
    }

    /// A game of the reader's has begun, somebody says.
    fn begun(self, game: GameId) {
        if self.news.try_update_value(|news| news.begun(&game)) == Some(true) {
            self.follow(game);
        }
    }

    fn follow(self, game: GameId) {
        self.seeks.set(Vec::new());
        self.seeking.set(Seeking::default());
        self.started.set(Some(game));
    }

    fn put_game(self, game: &GameBrief) {
        self.games.update(|games| {
            games.retain(|known| known.g != game.g);
            games.insert(0, game.clone());
        });
    }

    /// Takes the reader to a game that has just begun, unless another one is being played.
    pub(crate) fn follow_new_games(self, app: App) {
        leptos::prelude::Effect::new(move |_| {
            let Some(game) = self.started.get() else { return };
            self.started.set(None);
            let busy = app.route.with_untracked(|route| match route {
                Route::Live(_) => self.live.with_untracked(|live| {
                    live.as_ref().is_some_and(|live| live.me().is_some() && !live.is_over())
                }),
                Route::Game(_) => true,
                _ => false,
            });
            if busy {
                self.beckons.set(Some(game));
                app.play_sound(Sound::YourTurn);
            } else {
                app.go(&Route::Live(game.0));
            }
        });
    }
}
