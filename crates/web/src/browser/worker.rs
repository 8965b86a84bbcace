//! The worker's side of the protocol: the engine, alone on its thread. It hears nothing while it thinks, but looks
//! at its leash.

use std::num::NonZeroUsize;
use std::time::Duration;

use skep_engine::{CONTEMPT, Clock, Engine, Info, Level, Limits, Options, ScoreKind, StopToken, bench};
use skep_rules::Game;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::leash;
use crate::protocol::{Bench, FORCED, Progress, Reply, Think};

/// Enough for the seconds a browser game gives, and small enough for phones.
const TABLE_MIB: usize = 32;

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn millis() -> f64 {
    scope().performance().map_or_else(js_sys::Date::now, |performance| performance.now())
}

/// The engine's clock: the standard library has none in the browser. When nobody wants the answer any more, it is
/// past every deadline.
fn now() -> Duration {
    const LATE: Duration = Duration::from_secs(1 << 32);
    let millis = millis();
    if leash::is_released(millis) { LATE } else { Duration::from_secs_f64(millis.max(0.0) / 1000.0) }
}

fn tell(reply: &Reply) {
    let _ = scope().post_message(&JsValue::from_str(&reply.to_string()));
}

/// Answers messages until the page goes away.
pub(super) fn run() {
    let mut engine =
        Engine::new(Options { table_mib: TABLE_MIB, threads: NonZeroUsize::MIN, now, knowledge: None });
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Ok(think) = text.parse::<Think>() {
            tell(&answer(&mut engine, &think));
        } else if let Ok(work) = text.parse::<Bench>() {
            tell(&measure(work));
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    tell(&Reply::Ready);
}

fn answer(engine: &mut Engine, think: &Think) -> Reply {
    let mut game = Game::new(think.rules);
    if !think.moves.iter().all(|&mv| game.play(mv).is_ok()) {
        return Reply::Refused(think.id);
    }
    leash::watch(&think.leash, millis());
    let limits = Limits {
        time: Some(Duration::from_millis(think.millis.into())),
        clock: think.clock.map(|(left, increment)| Clock {
            remaining: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
        }),
        level: Level::new(think.level.number()).unwrap_or(Level::MAX),
        seed: think.seed.into(),
        contempt: CONTEMPT,
        ..Limits::default()
    };
    let result = engine.search(&game, &limits, &StopToken::new(), &mut |info| progress(think, info));
    result.map_or(Reply::Refused(think.id), |result| Reply::Best(think.id, result.best))
}

/// The engine's fixed work, on an engine of its own.
fn measure(work: Bench) -> Reply {
    let start = millis();
    leash::watch("", start);
    let nodes = bench::bench_by(now, work.depth, |_| {});
    Reply::Benched(nodes, (millis() - start) as u64)
}

fn progress(think: &Think, info: &Info) {
    let Some(&best) = info.pv.first() else { return };
    let score = match info.score.kind() {
        ScoreKind::WinIn(plies) => FORCED - i32::from(plies),
        ScoreKind::LossIn(plies) => i32::from(plies) - FORCED,
        ScoreKind::Eval(value) => value,
    };
    tell(&Reply::Progress(Progress {
        id: think.id,
        depth: info.depth.into(),
        nodes: info.nodes,
        score,
        best,
    }));
}
