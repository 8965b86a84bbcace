//! Tiles travel: the tabletop says where a tile is at which moment, the browser's animation engine does the rest.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object, Reflect};
use leptos::prelude::*;
use leptos::svg::Svg;
use skep_tabletop::{Frame, Motion, Scene};
use wasm_bindgen::{JsCast as _, JsValue};

/// Starts each new motion of the scene once its tile has been drawn.
pub(super) fn follow(node: NodeRef<Svg>, scene: Memo<Scene>) {
    let motion = Memo::new(move |_| scene.with(|scene| scene.motion.clone()));
    run(node, motion, |motion| format!(".tile[data-piece=\"{}\"]", motion.piece));
}

/// Lets a ghost walk a path that is being shown.
pub(super) fn demonstrate(node: NodeRef<Svg>, scene: Memo<Scene>) {
    let motion = Memo::new(move |_| {
        let mut motion = scene.with(|scene| scene.demonstration.clone())?;
        // It stays a ghost on its way.
        motion.frames.iter_mut().for_each(|frame| frame.opacity *= 0.7);
        Some(motion)
    });
    run(node, motion, |_| ".walk".to_owned());
}

/// The travels under way, so that they can be ended.
type Travels = Rc<RefCell<Vec<web_sys::Animation>>>;

fn run(node: NodeRef<Svg>, motion: Memo<Option<Motion>>, selector: fn(&Motion) -> String) {
    let travels = Travels::default();
    Effect::new(move |seen: Option<u64>| {
        let seen = seen.unwrap_or(0);
        let Some(motion) = motion.get() else {
            // Another position was set out: a tile still on its way would be drawn where it was going before.
            travels.take().iter().for_each(web_sys::Animation::cancel);
            return seen;
        };
        if motion.serial == seen {
            return seen;
        }
        let serial = motion.serial;
        if let Some(svg) = node.get_untracked() {
            let travels = Rc::clone(&travels);
            // In a microtask: after the tile's element has been made and placed, before it is painted.
            leptos::task::spawn_local(async move {
                if let Ok(Some(travel)) = start(&svg, &motion, &selector(&motion)) {
                    let mut travels = travels.borrow_mut();
                    travels.retain(|travel| travel.play_state() == web_sys::AnimationPlayState::Running);
                    travels.push(travel);
                }
            });
        }
        serial
    });
}

fn start(
    svg: &web_sys::Element,
    motion: &Motion,
    selector: &str,
) -> Result<Option<web_sys::Animation>, JsValue> {
    let Some(tile) = svg.query_selector(selector)? else { return Ok(None) };
    // A new action finishes the running one at once. Called by name: not in the typed bindings yet.
    let get_animations: Function = Reflect::get(&tile, &"getAnimations".into())?.unchecked_into();
    for running in Array::from(&get_animations.call0(&tile)?).iter() {
        running.unchecked_into::<web_sys::Animation>().cancel();
    }
    let frames: Array = motion.frames.iter().map(keyframe).collect();
    let options = Object::new();
    Reflect::set(&options, &"duration".into(), &motion.duration.into())?;
    Reflect::set(&options, &"easing".into(), &motion.easing.css().into())?;
    // `animate` is called by name: its typed binding takes no plain number for the duration.
    let animate: Function = Reflect::get(&tile, &"animate".into())?.unchecked_into();
    Ok(Some(animate.call2(&tile, &frames, &options)?.unchecked_into()))
}

fn keyframe(frame: &Frame) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| {
        let _ = Reflect::set(&object, &key.into(), &value);
    };
    set("offset", frame.at.into());
    set("opacity", frame.opacity.into());
    let transform = format!("translate({:.2}px,{:.2}px) scale({:.3})", frame.x, frame.y, frame.scale);
    set("transform", transform.into());
    object.into()
}
