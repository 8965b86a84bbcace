//! The page's side of the protocol: one worker, started when first needed, started again when it dies.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{RwSignal, Set as _, set_timeout};
use skep_rules::Move;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::leash::Leash;
use crate::protocol::{Progress, Reply, RequestId, Think};

/// After this many deaths on one question the question is given up.
const PATIENCE: u8 = 2;
/// A worker that does not stop when it is let go is ended after this long.
const GRACE: Duration = Duration::from_millis(400);

/// How the engine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Health {
    /// Nothing to report.
    Fine,
    /// It died and was started again.
    Restarted,
    /// It does not start, or dies on every attempt.
    Down,
}

/// What the asker hears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A glimpse.
    Progress(Progress),
    /// The move.
    Best(Move),
    /// There will be none.
    Failed,
}

type Listener = Rc<dyn Fn(Answer)>;

struct Question {
    think: Think,
    listener: Listener,
    deaths: u8,
    /// Dropped with the question, which stops the search.
    _leash: Option<Leash>,
}

struct Inner {
    url: String,
    worker: Option<Worker>,
    /// A module worker loses what is sent before it listens, so nothing is sent until it says so.
    ready: bool,
    /// What the worker is thinking about.
    busy: Option<RequestId>,
    next_id: RequestId,
    question: Option<Question>,
    health: RwSignal<Health>,
}

/// A handle; clones talk to the same worker.
#[derive(Clone)]
pub(crate) struct Engine(Rc<RefCell<Inner>>);

impl Engine {
    pub(crate) fn new(url: String, health: RwSignal<Health>) -> Engine {
        let inner = Inner { url, worker: None, ready: false, busy: None, next_id: 1, question: None, health };
        Engine(Rc::new(RefCell::new(inner)))
    }

    /// Starts the worker before it is needed, so that the first answer does not wait for it.
    pub(crate) fn warm_up(&self) {
        if self.0.borrow().worker.is_none() {
            self.spawn();
        }
    }

    /// Asks for a move; a question still open is dropped.
    pub(crate) fn ask(&self, mut think: Think, listener: impl Fn(Answer) + 'static) {
        self.stop();
        {
            let mut inner = self.0.borrow_mut();
            think.id = inner.next_id;
            inner.next_id += 1;
            let leash = Leash::new();
            think.leash = leash.as_ref().map(|leash| leash.address().to_owned()).unwrap_or_default();
            inner.question = Some(Question { think, listener: Rc::new(listener), deaths: 0, _leash: leash });
        }
        self.warm_up();
        self.send_question();
    }

    /// Drops the open question, if any, and its leash with it: the worker stops by itself and keeps what it has
    /// learned.
    pub(crate) fn stop(&self) {
        let busy = {
            let mut inner = self.0.borrow_mut();
            inner.question = None;
            inner.busy
        };
        if busy.is_some() {
            let engine = self.clone();
            set_timeout(
                move || {
                    if engine.0.borrow().busy == busy {
                        engine.end_worker();
                        engine.spawn();
                    }
                },
                GRACE,
            );
        }
    }

    fn send_question(&self) {
        let mut inner = self.0.borrow_mut();
        if !inner.ready || inner.busy.is_some() {
            return;
        }
        let Some(think) = inner.question.as_ref().map(|question| question.think.clone()) else { return };
        inner.busy = Some(think.id);
        if let Some(worker) = &inner.worker {
            let _ = worker.post_message(&think.to_string().into());
        }
    }

    fn end_worker(&self) {
        let mut inner = self.0.borrow_mut();
        if let Some(worker) = inner.worker.take() {
            worker.set_onmessage(None);
            worker.set_onerror(None);
            worker.terminate();
        }
        inner.ready = false;
        inner.busy = None;
    }

    fn spawn(&self) {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let Ok(worker) = Worker::new_with_options(&self.0.borrow().url, &options) else {
            self.0.borrow().health.set(Health::Down);
            return;
        };
        let heard = self.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(Ok(reply)) = event.data().as_string().map(|text| text.parse::<Reply>()) {
                heard.hear(reply);
            }
        });
        worker.set_onmessage(Some(on_message.into_js_value().unchecked_ref()));
        let died = self.clone();
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            died.bury();
        });
        worker.set_onerror(Some(on_error.into_js_value().unchecked_ref()));
        self.0.borrow_mut().worker = Some(worker);
    }

    fn hear(&self, reply: Reply) {
        let (id, answer) = match reply {
            Reply::Ready => {
                self.0.borrow_mut().ready = true;
                return self.send_question();
            }
            Reply::Progress(progress) => (progress.id, Answer::Progress(progress)),
            Reply::Best(id, mv) => (id, Answer::Best(mv)),
            Reply::Refused(id) => (id, Answer::Failed),
            // Only tests ask for it, of a worker of their own.
            Reply::Benched(..) => return,
        };
        let last = !matches!(answer, Answer::Progress(_));
        let listener = {
            let mut inner = self.0.borrow_mut();
            if last {
                inner.busy = None;
            }
            let asked = inner.question.as_ref().filter(|question| question.think.id == id);
            let listener = asked.map(|question| Rc::clone(&question.listener));
            if last && listener.is_some() {
                inner.question = None;
            }
            listener
        };
        match listener {
            Some(listener) => listener(answer),
            // The answer to a dropped question: the worker is free for the next one.
            None => self.send_question(),
        }
    }

    /// The worker died: start another and put the open question to it, unless that question is what kills.
    fn bury(&self) {
        self.end_worker();
        let hopeless = {
            let mut inner = self.0.borrow_mut();
            let dead_end = inner.question.as_mut().is_some_and(|question| {
                question.deaths += 1;
                question.deaths > PATIENCE
            });
            inner.health.set(if dead_end { Health::Down } else { Health::Restarted });
            if dead_end { inner.question.take() } else { None }
        };
        match hopeless {
            Some(question) => (question.listener)(Answer::Failed),
            // The new worker says Ready and is then asked again.
            None => self.spawn(),
        }
    }
}
