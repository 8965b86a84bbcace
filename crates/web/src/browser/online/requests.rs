//! What one can ask of the server, over the socket.

use skep_rules::Move;
use skep_wire::client::ClientMsg;
use skep_wire::game::Action;
use skep_wire::lobby::Wish;
use skep_wire::{ChallengeId, CommandId, GameId};

use super::socket::{Before, Socket};
use super::{Made, Online, Trouble, api};
use crate::browser::device::fresh_id;
use crate::online::Seeking;

/// To whom a challenge goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Challenged {
    /// Whoever comes to the lobby.
    Anyone,
    /// Whoever has the link.
    Link,
    /// Somebody by name.
    Named(String),
    /// The computer at this level.
    Computer(u8),
}

impl Online {
    fn ask(
        self,
        message: impl FnOnce(u32) -> ClientMsg,
        answer: impl FnOnce(Result<Made, Trouble>) + 'static,
    ) {
        self.with_socket(|socket| {
            let n = socket.link.ask(message);
            socket.expect(n, Box::new(answer));
        });
    }

    /// Tells the reader what did not work.
    pub(crate) fn complain(self, trouble: Trouble) {
        use leptos::prelude::Set as _;
        self.trouble.set(Some(trouble));
    }

    /// Who is nobody yet becomes a guest, then goes on. As long as nobody has said who the reader is, it waits: a
    /// person who is signed in is no guest, and one guest is enough.
    pub(crate) fn as_somebody(self, then: impl FnOnce() + 'static) {
        use leptos::prelude::WithUntracked as _;
        if self.me.with_untracked(Option::is_some) {
            then();
            return;
        }
        match self.with_socket(|socket| socket.wait_for_name(Box::new(then))) {
            Some(Before::Ask) => self.look_for_server(),
            Some(Before::Guest) => self.become_guest(),
            Some(Before::Wait) | None => {}
        }
    }

    /// The server has said who the reader is, or could not.
    pub(super) fn introduced(self, trouble: Option<Trouble>) {
        use leptos::prelude::WithUntracked as _;
        let waiting = self.with_socket(|socket| socket.told_who(trouble.is_none())).unwrap_or(false);
        match trouble {
            Some(trouble) if waiting => {
                self.with_socket(Socket::named);
                self.complain(trouble);
            }
            None if self.me.with_untracked(Option::is_some) => self.go_on(),
            None if waiting => self.become_guest(),
            Some(_) | None => {}
        }
    }

    fn become_guest(self) {
        leptos::task::spawn_local(async move {
            match api::guest().await {
                Ok(me) => {
                    self.became(Some(me));
                    self.go_on();
                }
                Err(trouble) => {
                    self.with_socket(Socket::named);
                    self.complain(trouble);
                }
            }
        });
    }

    fn go_on(self) {
        for then in self.with_socket(Socket::named).unwrap_or_default() {
            then();
        }
    }

    /// Looks for an opponent, until one is found or the reader has enough.
    pub(crate) fn seek(self, terms: Wish) {
        self.as_somebody(move || {
            use leptos::prelude::Update as _;
            self.seeking.update(|seeking| seeking.start(terms.clone()));
            self.ask_for(terms);
        });
    }

    pub(super) fn ask_for(self, terms: Wish) {
        use leptos::prelude::Update as _;
        self.ask(
            move |n| ClientMsg::Seek { n, terms },
            move |answer| {
                self.seeking.update(Seeking::answered);
                match answer {
                    Ok(Made { game: Some(game), .. }) => self.begun(game),
                    Ok(_) => self.refresh_user(),
                    // It is asked for again as soon as there is a line.
                    Err(Trouble::Network) => {}
                    Err(trouble) => {
                        self.seeking.update(Seeking::stop);
                        self.complain(trouble);
                    }
                }
            },
        );
    }

    pub(crate) fn stop_seeking(self) {
        use leptos::prelude::{GetUntracked as _, Set as _, Update as _};
        self.seeking.update(Seeking::stop);
        let seeks = self.seeks.get_untracked();
        self.seeks.set(Vec::new());
        // By name as well: a seek may belong to a line that the server does not know to be broken.
        for id in seeks.into_iter().map(|seek| Some(seek.id)).chain([None]) {
            self.ask(|n| ClientMsg::Unseek { n, id }, |_| {});
        }
    }

    /// One's own seeks and challenges are in the snapshot of the user channel.
    fn refresh_user(self) {
        self.with_socket(|socket| socket.link.resync(skep_wire::client::Channel::User, None, true));
    }

    pub(crate) fn challenge(
        self,
        whom: Challenged,
        terms: Wish,
        done: impl FnOnce(Result<Made, Trouble>) + 'static,
    ) {
        self.as_somebody(move || {
            let (to, computer, open) = match whom {
                Challenged::Anyone => (None, None, true),
                Challenged::Link => (None, None, false),
                Challenged::Named(name) => (Some(name), None, false),
                Challenged::Computer(level) => (None, Some(level), false),
            };
            self.ask(
                move |n| ClientMsg::Challenge { n, to, computer, open, terms },
                move |answer| {
                    match &answer {
                        Ok(Made { game: Some(game), .. }) => self.begun(game.clone()),
                        Ok(_) => self.refresh_user(),
                        Err(trouble) => self.complain(*trouble),
                    }
                    done(answer);
                },
            );
        });
    }

    pub(crate) fn reply(self, id: ChallengeId, accept: bool, secret: Option<String>) {
        self.as_somebody(move || {
            self.ask(
                move |n| ClientMsg::Reply { n, id, accept, secret },
                move |answer| match answer {
                    Ok(Made { game: Some(game), .. }) if accept => self.begun(game),
                    Ok(_) => self.refresh_user(),
                    Err(trouble) => self.complain(trouble),
                },
            );
        });
    }

    /// Plays a move in the game on the screen. It stands on the board at once and goes back if it is refused.
    pub(crate) fn play(self, mv: Move, think: Option<u32>) {
        use leptos::prelude::Update as _;
        let id = CommandId(fresh_id());
        self.with_socket(|socket| {
            // The line numbers the request, and the copy of the game must know the number: make the move first.
            let mut message = None;
            let n = socket.link.next_number();
            self.live.update(|live| {
                if let Some(live) = live
                    && let Some((ply, m)) = live.play(mv, id.clone(), n)
                {
                    message =
                        Some(ClientMsg::Move { n, g: live.id().clone(), id: id.clone(), ply, m, think });
                }
            });
            if let Some(message) = message {
                socket.link.ask(|_| message);
            }
        });
    }

    /// Does something else in it.
    pub(crate) fn act(self, game: GameId, action: Action) {
        let id = CommandId(fresh_id());
        self.ask(
            move |n| ClientMsg::Act { n, g: game, id, action },
            move |answer| {
                if let Err(trouble) = answer {
                    self.complain(trouble);
                }
            },
        );
    }

    /// A clock seems to have run out.
    pub(crate) fn flag(self, g: GameId) {
        self.with_socket(|socket| socket.link.tell(&ClientMsg::Flag { g }));
    }

    pub(crate) fn chat(self, game: &GameId, aside: bool, body: String) {
        let room = format!("g:{}:{}", game.0, if aside { "s" } else { "p" });
        self.as_somebody(move || {
            self.ask(
                move |n| ClientMsg::Chat { n, room, body },
                move |answer| {
                    if let Err(trouble) = answer {
                        self.complain(trouble);
                    }
                },
            );
        });
    }
}
