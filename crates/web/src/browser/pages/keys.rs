//! The keyboard map, from the board's own table of keys.

use leptos::prelude::*;
use skep_tabletop::{Chord, Command, Keymap};
use skep_words::{Key, Language, chord_name, command_name};

use crate::browser::app::App;

/// Commands in the order of the table, each with its keys. The eight slots of the reserve share one row.
fn rows(language: Language) -> Vec<(Vec<String>, String)> {
    let keymap = Keymap::default();
    let mut commands: Vec<Command> = Vec::new();
    for (_, command) in keymap.iter() {
        if !commands.contains(&command) && !matches!(command, Command::Reserve(_)) {
            commands.push(command);
        }
    }
    let row = |command: Command| {
        let mut caps: Vec<String> = keymap.keys(command).map(|chord| chord_name(language, chord)).collect();
        caps.dedup();
        (caps, command_name(language, command))
    };
    let slots = [1, 8].map(|slot| chord_name(language, &Chord::plain(&format!("Digit{slot}"))));
    let [first, last] = slots;
    let tab =
        (vec![chord_name(language, &Chord::plain("Tab"))], skep_words::tr(language, Key::KeysTab).to_owned());
    let reserve =
        (vec![first, "…".to_owned(), last], skep_words::tr(language, Key::KeysReserveAll).to_owned());
    [tab, reserve].into_iter().chain(commands.into_iter().map(row)).collect()
}

#[component]
pub(super) fn Keys() -> impl IntoView {
    let app = App::get();
    let table = move || {
        let row = |(caps, what): (Vec<String>, String)| {
            let caps = caps.into_iter().map(|cap| view! { <kbd>{cap}</kbd>" " }).collect_view();
            view! { <tr><th scope="row">{caps}</th><td>{what}</td></tr> }
        };
        rows(app.language.get()).into_iter().map(row).collect_view()
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::KeysTitle)}</h1>
            <p>{move || app.tr(Key::KeysText)}</p>
            <section><div class="card"><table class="keymap"><tbody>{table}</tbody></table></div></section>
        </main>
    }
}
