//! The browser's socket and timers behind the line, which itself knows neither.

use std::collections::HashMap;
use std::time::Duration;

use leptos::prelude::*;
use skep_wire::client::Channel;
use skep_wire::{GameId, ServerMsg};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

use super::{Made, Online, Server, Trouble};
use crate::browser::device::{document, steady_clock, window};
use crate::online::Link;
use crate::online::link::{Heard, Order};

type Answer = Box<dyn FnOnce(Result<Made, Trouble>)>;
type Then = Box<dyn FnOnce()>;

/// The line, its socket, and who waits for an answer.
#[derive(Default)]
pub(super) struct Socket {
    pub(super) link: Link,
    web: Option<WebSocket>,
    answers: HashMap<u32, Answer>,
    game: Option<GameId>,
    /// What waits until the reader has a name.
    nameless: Vec<Then>,
    introduction: Introduction,
}

/// Whether the server has said who the reader is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Introduction {
    #[default]
    None,
    Asked,
    Done,
}

/// What has to happen before something can be done in somebody's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// An answer is on its way.
    Wait,
    /// The server has to be asked who the reader is.
    Ask,
    /// The reader is nobody: becomes a guest.
    Guest,
}

impl Socket {
    /// Keeps something until the reader has a name.
    pub(super) fn wait_for_name(&mut self, then: Then) -> Before {
        self.nameless.push(then);
        match self.introduction {
            Introduction::None => Before::Ask,
            Introduction::Done if self.nameless.len() == 1 => Before::Guest,
            Introduction::Asked | Introduction::Done => Before::Wait,
        }
    }

    /// The server is asked who the reader is.
    pub(super) fn asks_who(&mut self) {
        self.introduction = Introduction::Asked;
    }

    /// It has answered, or not; whether anything waits for a name.
    pub(super) fn told_who(&mut self, answered: bool) -> bool {
        self.introduction = if answered { Introduction::Done } else { Introduction::None };
        !self.nameless.is_empty()
    }

    /// There is a name, or will be none: what waited for it.
    pub(super) fn named(&mut self) -> Vec<Then> {
        std::mem::take(&mut self.nameless)
    }

    /// The game on the screen.
    pub(super) fn wanted(&self) -> Option<GameId> {
        self.game.clone()
    }

    pub(super) fn expect(&mut self, n: u32, answer: Answer) {
        self.answers.insert(n, answer);
    }
}

/// Often enough for a line that is to notice a silence of ten seconds.
const BEAT: Duration = Duration::from_millis(500);

/// Ticks, and wakes the line when the network comes back or the page is looked at.
pub(super) fn watch_the_world(online: Online) {
    set_interval(
        move || {
            let now = steady_clock();
            online.with_socket(|socket| socket.link.tick(now));
        },
        BEAT,
    );
    let wake = Closure::<dyn FnMut()>::new(move || {
        if !document().hidden() {
            online.with_socket(|socket| socket.link.wake(steady_clock()));
            online.look_again();
        }
    });
    let listener = wake.as_ref().unchecked_ref();
    let _ = window().add_event_listener_with_callback("online", listener);
    let _ = document().add_event_listener_with_callback("visibilitychange", listener);
    wake.forget();
}

impl Online {
    /// A server that could not be reached may be back.
    fn look_again(self) {
        if self.server.get_untracked() == Server::Unreachable {
            self.look_for_server();
        }
    }

    /// Changes the line, then does what it orders.
    pub(super) fn with_socket<T>(self, change: impl FnOnce(&mut Socket) -> T) -> Option<T> {
        let result = self.socket.try_update_value(change)?;
        while let Some(Some(order)) = self.socket.try_update_value(|socket| socket.link.order()) {
            self.obey(order);
        }
        let state = self.socket.with_value(|socket| socket.link.state());
        if self.line.get_untracked() != state {
            self.line.set(state);
        }
        Some(result)
    }

    fn obey(self, order: Order) {
        match order {
            Order::Open => self.open(),
            Order::Close => {
                let open = self.socket.try_update_value(|socket| socket.web.take()).flatten();
                if let Some(web) = open {
                    forget(&web);
                    let _ = web.close();
                }
                // The browser may take its time to say so; the line need not wait for it.
                self.closed(1006);
            }
            Order::Send(text) => self.socket.with_value(|socket| {
                if let Some(web) = &socket.web {
                    let _ = web.send_with_str(&text);
                }
            }),
        }
    }

    fn open(self) {
        let location = window().location();
        let secure = location.protocol().is_ok_and(|protocol| protocol == "https:");
        let host = location.host().unwrap_or_default();
        let url =
            format!("{}://{host}{}", if secure { "wss" } else { "ws" }, skep_wire::version::SOCKET_PATH);
        let Ok(web) = WebSocket::new(&url) else {
            self.closed(1006);
            return;
        };
        let on_open = Closure::<dyn FnMut()>::new(move || {
            self.with_socket(|socket| socket.link.opened(steady_clock()));
        });
        web.set_onopen(Some(on_open.into_js_value().unchecked_ref()));
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                self.heard(&text);
            }
        });
        web.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            self.socket.update_value(|socket| socket.web = None);
            self.closed(event.code());
        });
        web.set_onclose(Some(on_close.into_js_value().unchecked_ref()));
        self.socket.update_value(|socket| socket.web = Some(web));
    }

    fn closed(self, code: u16) {
        let chance = js_sys::Math::random();
        let lost = self.with_socket(|socket| {
            let lost = socket.link.closed(code, steady_clock(), chance);
            lost.into_iter()
                .filter_map(|heard| match heard {
                    Heard::Lost(n) => socket.answers.remove(&n),
                    Heard::Message(_) => None,
                })
                .collect::<Vec<_>>()
        });
        for answer in lost.into_iter().flatten() {
            answer(Err(Trouble::Network));
        }
    }

    fn heard(self, text: &str) {
        let now = steady_clock();
        let heard = self.with_socket(|socket| socket.link.heard(text, now)).unwrap_or_default();
        let server_now = self.server_time();
        for heard in heard {
            let Heard::Message(message) = heard else { continue };
            self.hear(&message, server_now);
            self.answer(&message);
        }
    }

    fn answer(self, message: &ServerMsg) {
        let (n, result) = match message {
            ServerMsg::Ok { n, g, id, secret, .. } => {
                (*n, Ok(Made { game: g.clone(), id: id.clone(), secret: secret.clone() }))
            }
            ServerMsg::Err { n: Some(n), code, retry: false, .. } => (*n, Err(Trouble::Refused(*code))),
            _ => return,
        };
        let answer = self.socket.try_update_value(|socket| socket.answers.remove(&n)).flatten();
        if let Some(answer) = answer {
            answer(result);
        }
    }

    /// The server's clock, as far as we know it.
    pub(crate) fn server_time(self) -> i64 {
        self.socket.with_value(|socket| socket.link.server_time(steady_clock()))
    }

    /// Opens the line, if there is anybody at its other end.
    pub(crate) fn connect(self) {
        if self.server.get_untracked() != Server::There {
            return;
        }
        self.with_socket(|socket| socket.link.connect(steady_clock()));
    }

    /// Listens to a channel from now on.
    pub(crate) fn listen(self, channel: Channel) {
        self.with_socket(|socket| socket.link.subscribe(channel, None));
    }

    /// Listens to it no more.
    pub(crate) fn ignore(self, channel: Channel) {
        self.with_socket(|socket| socket.link.unsubscribe(channel, None));
    }

    /// Puts a game on the screen.
    pub(crate) fn watch(self, game: GameId) {
        self.live.set(None);
        self.missing.set(false);
        self.with_socket(|socket| {
            socket.game = Some(game.clone());
            socket.link.subscribe(Channel::Game, Some(game));
        });
        self.connect();
    }

    /// Takes it off again.
    pub(crate) fn leave(self, game: &GameId) {
        self.with_socket(|socket| {
            socket.link.unsubscribe(Channel::Game, Some(game.clone()));
            if socket.game.as_ref() == Some(game) {
                socket.game = None;
            }
        });
        if self.live.with_untracked(|live| live.as_ref().is_some_and(|live| live.id() == game)) {
            self.live.set(None);
        }
    }
}

fn forget(web: &WebSocket) {
    web.set_onopen(None);
    web.set_onmessage(None);
    web.set_onclose(None);
}
