//! The worker's side of the protocol: think in slices, listen in between.

use std::cell::RefCell;
use std::rc::Rc;

use skep_rules::Game;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use crate::protocol::{Progress, Reply, Request, RequestId, Think};
use crate::thinker::{Glimpse, RandomThinker, Step, Thinker};

/// How long one slice may take; a stop is heard this late at the latest.
const SLICE_MILLIS: f64 = 40.0;

struct Job {
    id: RequestId,
    began: f64,
    limit: u32,
    told: Option<Glimpse>,
}

struct State {
    scope: DedicatedWorkerGlobalScope,
    thinker: Box<dyn Thinker>,
    job: Option<Job>,
}

/// Answers messages until the page goes away.
pub(super) fn run() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let seed = (js_sys::Math::random() * 9e15) as u64;
    let thinker = Box::new(RandomThinker::new(seed));
    let state = Rc::new(RefCell::new(State { scope: scope.clone(), thinker, job: None }));
    let heard = Rc::clone(&state);
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(Ok(request)) = event.data().as_string().map(|text| text.parse::<Request>()) {
            hear(&heard, request);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    state.borrow().tell(&Reply::Ready);
}

fn hear(state: &Rc<RefCell<State>>, request: Request) {
    match request {
        Request::Think(think) => {
            if state.borrow_mut().begin(&think) {
                later(state, think.id);
            }
        }
        Request::Stop(id) => {
            let mut state = state.borrow_mut();
            if state.job.as_ref().is_some_and(|job| job.id == id) {
                state.job = None;
            }
        }
    }
}

/// Runs the next slice once the messages that wait have been heard.
fn later(state: &Rc<RefCell<State>>, id: RequestId) {
    let state_then = Rc::clone(state);
    let slice = Closure::once_into_js(move || {
        let goes_on = state_then.borrow_mut().slice(id);
        if goes_on {
            later(&state_then, id);
        }
    });
    let _ = state.borrow().scope.set_timeout_with_callback(slice.unchecked_ref());
}

impl State {
    fn tell(&self, reply: &Reply) {
        let _ = self.scope.post_message(&JsValue::from_str(&reply.to_string()));
    }

    fn begin(&mut self, think: &Think) -> bool {
        let mut game = Game::new(think.rules);
        let replayed = think.moves.iter().all(|&mv| game.play(mv).is_ok());
        if !replayed || !self.thinker.begin(game, think.level) {
            self.job = None;
            self.tell(&Reply::Refused(think.id));
            return false;
        }
        self.job = Some(Job { id: think.id, began: js_sys::Date::now(), limit: think.millis, told: None });
        true
    }

    /// Thinks for one slice; whether there is more to do.
    fn slice(&mut self, id: RequestId) -> bool {
        let Some(job) = self.job.as_mut().filter(|job| job.id == id) else { return false };
        let began = js_sys::Date::now();
        loop {
            let now = js_sys::Date::now();
            match self.thinker.step((now - job.began) as u32, job.limit) {
                Step::Done(mv) => {
                    self.job = None;
                    self.tell(&Reply::Best(id, mv));
                    return false;
                }
                Step::Working(glimpse) => {
                    if let Some(news) = glimpse.filter(|news| job.told.is_none_or(|told| told.depth != news.depth)) {
                        job.told = Some(news);
                        let Glimpse { depth, nodes, score, best } = news;
                        let reply = Reply::Progress(Progress { id, depth, nodes, score, best });
                        let _ = self.scope.post_message(&JsValue::from_str(&reply.to_string()));
                    }
                    if now - began >= SLICE_MILLIS {
                        return true;
                    }
                }
            }
        }
    }
}
