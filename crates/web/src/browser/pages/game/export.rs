//! Taking a game along: PGN, game string, link.

use leptos::prelude::*;
use skep_words::Key;

use crate::browser::app::App;
use crate::browser::device;
use crate::browser::exchange;
use crate::browser::parts::Icon;
use crate::browser::session::Session;

/// What was just put on the clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Copied {
    Nothing,
    Link,
    Text,
    /// The browser did not allow it: what was meant stands in the field, to be copied by hand.
    Refused,
}

#[component]
pub(super) fn ExportDialog(session: Session, open: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            if open.get() {
                let _ = dialog.show_modal();
            } else {
                dialog.close();
            }
        }
    });
    view! {
        <dialog node_ref=dialog aria-labelledby="export-title" on:close=move |_| open.set(false)>
            <div class="dialog-head">
                <h2 id="export-title">{move || app.tr(Key::ExportTitle)}</h2>
                <button class="icon-button" aria-label=move || app.tr(Key::CommonClose) on:click=move |_| open.set(false)>
                    <Icon name="x"/>
                </button>
            </div>
            <Show when=move || open.get()>
                <ExportBody session/>
            </Show>
        </dialog>
    }
}

#[component]
fn ExportBody(session: Session) -> impl IntoView {
    let app = App::get();
    let copied = RwSignal::new(Copied::Nothing);
    let game_string = session.saved.with_untracked(|saved| saved.game.to_uhp());
    let shown = RwSignal::new(game_string.clone());
    let copy = move |text: String, what| {
        shown.set(text.clone());
        device::copy(text, move |done| copied.set(if done { what } else { Copied::Refused }));
    };
    let copy_text = move |_| copy(game_string.clone(), Copied::Text);
    let copy_link = move |_| copy(session.saved.with_untracked(exchange::to_link), Copied::Link);
    let save_pgn = move |_| {
        let pgn = session.saved.with_untracked(|saved| exchange::to_pgn(app.language.get_untracked(), saved));
        let _ = device::download("skep.pgn", &pgn);
    };
    let note = move || match copied.get() {
        Copied::Nothing => "",
        Copied::Link => app.tr(Key::ExportLinkCopied),
        Copied::Text => app.tr(Key::ExportTextCopied),
        Copied::Refused => app.tr(Key::ExportCopyFailed),
    };
    view! {
        <div class="dialog-body">
            <button class="button wide" on:click=save_pgn>{move || app.tr(Key::ExportPgn)}</button>
            <button class="button wide" on:click=copy_link><Icon name="link" size=18/>{move || app.tr(Key::ExportLink)}</button>
            <p class="muted">{move || app.tr(Key::ExportLinkText)}</p>
            <label for="export-text"><b>{move || app.tr(Key::ExportGameString)}</b></label>
            <textarea id="export-text" class="text-input" readonly prop:value=shown></textarea>
            <button class="button wide" on:click=copy_text>{move || app.tr(Key::CommonCopy)}</button>
            <p class="muted" role="status">{note}</p>
        </div>
    }
}
