//! The keyboard map, from the board's own table of keys; any key can be changed.

use leptos::ev;
use leptos::prelude::*;
use skep_tabletop::{Chord, Command};
use skep_words::{Key, chord_name, command_name, say};

use crate::browser::app::App;

/// What the page says about the last attempt to change a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    /// The key belongs to this command.
    Taken(Command),
}

#[component]
pub(super) fn Keys() -> impl IntoView {
    let app = App::get();
    let changing = RwSignal::new(None::<Command>);
    let said = RwSignal::new(Said::Nothing);
    listen(app, changing, said);
    let note = move || match said.get() {
        Said::Nothing => String::new(),
        Said::Taken(command) => {
            let language = app.language.get();
            say!(language, SettingsKeyTaken, name = command_name(language, command))
        }
    };
    let changed = Memo::new(move |_| app.settings.with(|settings| !settings.keys.is_empty()));
    let reset = move |_| {
        app.settings.update(|settings| settings.keys.clear());
        said.set(Said::Nothing);
    };
    let rows = Command::all().map(|command| view! { <Row command changing/> }).collect_view();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::KeysTitle)}</h1>
            <p>{move || app.tr(Key::KeysText)}" "{move || app.tr(Key::KeysChangeText)}</p>
            <div role="status">{move || (said.get() != Said::Nothing).then(|| view! { <p class="notice bad">{note()}</p> })}</div>
            <section><div class="card"><table class="keymap"><tbody>
                <tr>
                    <th scope="row"><kbd>{move || chord_name(app.language.get(), &Chord::plain("Tab"))}</kbd></th>
                    <td>{move || app.tr(Key::KeysTab)}</td>
                    <td></td>
                </tr>
                {rows}
            </tbody></table></div></section>
            <div class="toolrow">
                <button class="button" disabled=move || !changed.get() on:click=reset>{move || app.tr(Key::SettingsKeysDefault)}</button>
            </div>
        </main>
    }
}

/// One command, its keys, and the button that asks for another.
#[component]
fn Row(command: Command, changing: RwSignal<Option<Command>>) -> impl IntoView {
    let app = App::get();
    let asked = Memo::new(move |_| changing.get() == Some(command));
    let caps = move || {
        if asked.get() {
            return view! { <span class="tag hot">{app.tr(Key::SettingsPressKey)}</span> }.into_any();
        }
        let language = app.language.get();
        let mut caps: Vec<String> =
            app.keymap().keys(command).map(|chord| chord_name(language, chord)).collect();
        caps.dedup();
        caps.into_iter().map(|cap| view! { <kbd>{cap}</kbd>" " }).collect_view().into_any()
    };
    let name = move || command_name(app.language.get(), command);
    let label = move || say!(app.language.get(), KeysChangeFor, name = name());
    let ask = move |_| changing.update(|now| *now = if *now == Some(command) { None } else { Some(command) });
    view! {
        <tr data-command=command.name()>
            <th scope="row">{caps}</th>
            <td>{name}</td>
            <td>
                <button class="button" aria-label=label aria-pressed=move || asked.get().to_string() on:click=ask>
                    {move || app.tr(if asked.get() { Key::CommonCancel } else { Key::KeysChange })}
                </button>
            </td>
        </tr>
    }
}

/// Takes the next key for the command that waits for one. Escape and Tab give up.
fn listen(app: App, changing: RwSignal<Option<Command>>, said: RwSignal<Said>) {
    let handle = window_event_listener(ev::keydown, move |event| {
        let Some(command) = changing.get_untracked() else { return };
        let chord = Chord { code: event.code(), shift: event.shift_key() };
        if ["Escape", "Tab"].contains(&chord.code.as_str()) {
            changing.set(None);
            return;
        }
        let combined = event.ctrl_key() || event.meta_key() || event.alt_key();
        if combined || !chord.is_assignable() {
            return;
        }
        event.prevent_default();
        let mut keymap = untrack(|| app.keymap());
        match keymap.assign(command, chord) {
            Ok(()) => {
                app.settings.update(|settings| settings.keys = keymap.changes());
                said.set(Said::Nothing);
                changing.set(None);
            }
            Err(taken) => said.set(Said::Taken(taken)),
        }
    });
    on_cleanup(move || handle.remove());
}
