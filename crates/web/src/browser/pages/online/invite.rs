//! A friend's link has been opened.

use leptos::prelude::*;
use skep_wire::ChallengeId;
use skep_words::Key;

use super::{NoServer, TroubleNotice};
use crate::browser::app::App;
use crate::browser::online::Server;
use crate::route::Route;

#[component]
pub(in crate::browser::pages) fn InvitePage(id: String, secret: String) -> impl IntoView {
    let app = App::get();
    let link = StoredValue::new((id, secret));
    let answer = move |accept: bool| {
        let (id, secret) = link.get_value();
        app.online.reply(ChallengeId(id), accept, Some(secret));
    };
    let decline = move |_| {
        answer(false);
        app.go(&Route::Online);
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::OnlineInvited)}</h1>
            <Show when=move || app.online.server.get() == Server::There fallback=|| view! { <NoServer/> }>
                <p>{move || app.tr(Key::OnlineInvitedText)}</p>
                <TroubleNotice/>
                <div class="toolrow">
                    <button class="button primary large" on:click=move |_| answer(true)>{move || app.tr(Key::OnlineAccept)}</button>
                    <button class="button large" on:click=decline>{move || app.tr(Key::OnlineDecline)}</button>
                </div>
            </Show>
        </main>
    }
}
