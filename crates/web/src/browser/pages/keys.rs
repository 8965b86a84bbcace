//! The keyboard map.

use leptos::prelude::*;
use skep_words::Key;

use crate::browser::app::App;

/// A key's cap: a letter as printed, or a word in the reader's language.
enum Cap {
    Letter(&'static str),
    Word(Key),
}

use Cap::{Letter, Word};

const MAP: [(&[Cap], Key); 22] = [
    (&[Word(Key::KeysKeyTab)], Key::KeysTab),
    (&[Letter("W")], Key::KeysNorthWest),
    (&[Letter("E")], Key::KeysNorthEast),
    (&[Letter("A")], Key::KeysWest),
    (&[Letter("D")], Key::KeysEast),
    (&[Letter("Z")], Key::KeysSouthWest),
    (&[Letter("X")], Key::KeysSouthEast),
    (&[Word(Key::KeysKeyEnter)], Key::KeysActivate),
    (&[Word(Key::KeysKeyEscape)], Key::KeysCancel),
    (&[Letter("N")], Key::KeysNextTarget),
    (&[Word(Key::KeysKeyShift), Letter("N")], Key::KeysPreviousTarget),
    (&[Letter("1"), Letter("…"), Letter("8")], Key::KeysReserveAll),
    (&[Letter("P")], Key::KeysPeek),
    (&[Word(Key::KeysKeyLeft)], Key::KeysBack),
    (&[Word(Key::KeysKeyRight)], Key::KeysForward),
    (&[Word(Key::KeysKeyHome)], Key::KeysFirst),
    (&[Word(Key::KeysKeyEnd)], Key::KeysLast),
    (&[Letter("F")], Key::KeysFlip),
    (&[Letter("+"), Letter("−"), Letter("0")], Key::KeysFit),
    (&[Letter("H")], Key::KeysHint),
    (&[Letter("T")], Key::KeysTakeback),
    (&[Letter("?")], Key::KeysHelp),
];

#[component]
pub(super) fn Keys() -> impl IntoView {
    let app = App::get();
    let cap = move |cap: &'static Cap| match cap {
        Letter(text) => view! { <kbd>{*text}</kbd>" " }.into_any(),
        Word(key) => view! { <kbd>{move || app.tr(*key)}</kbd>" " }.into_any(),
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::KeysTitle)}</h1>
            <p>{move || app.tr(Key::KeysText)}</p>
            <section>
                <div class="card">
                    <table class="keymap">
                        <tbody>
                            {MAP
                                .iter()
                                .map(|(caps, what)| view! {
                                    <tr>
                                        <th scope="row">{caps.iter().map(cap).collect_view()}</th>
                                        <td>{move || app.tr(*what)}</td>
                                    </tr>
                                })
                                .collect_view()}
                        </tbody>
                    </table>
                </div>
            </section>
        </main>
    }
}
