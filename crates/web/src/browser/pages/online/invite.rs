//! A friend's link has been opened.

use leptos::prelude::*;
use skep_wire::ChallengeId;
use skep_wire::game::Side;
use skep_wire::lobby::ChallengeView;
use skep_words::{Key, say};

use super::lists::terms_text;
use super::{NoServer, TroubleNotice, trouble_text};
use crate::browser::app::App;
use crate::browser::online::{Server, Trouble, api};
use crate::route::Route;

#[component]
pub(in crate::browser::pages) fn InvitePage(id: String, secret: String) -> impl IntoView {
    let app = App::get();
    let link = StoredValue::new((id, secret));
    let found = RwSignal::new(None::<Result<ChallengeView, Trouble>>);
    Effect::new(move |_| {
        if app.online.server.get() == Server::There {
            leptos::task::spawn_local(async move {
                let (id, secret) = link.get_value();
                let answer = api::challenge(&id, &secret).await;
                let _ = found.try_set(Some(answer));
            });
        }
    });
    let title = move || match found.get() {
        Some(Ok(challenge)) => say!(app.language.get(), OnlineInvitedBy, name = challenge.from.name),
        _ => app.tr(Key::OnlineInvited).to_owned(),
    };
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{title}</h1>
            {move || match found.get() {
                None => view! { <NoServer/> }.into_any(),
                Some(Err(Trouble::Refused(_))) => view! { <Over text=Key::OnlineInvitedGone/> }.into_any(),
                Some(Err(trouble)) => view! { <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p> }.into_any(),
                Some(Ok(challenge)) if challenge.game.is_some() => view! { <Over text=Key::OnlineInvitedGone/> }.into_any(),
                Some(Ok(challenge)) if app.online.is_me(&challenge.from.id) => view! { <Over text=Key::OnlineOwnLink/> }.into_any(),
                Some(Ok(challenge)) => view! { <Invitation challenge link/> }.into_any(),
            }}
        </main>
    }
}

/// Nothing to accept here.
#[component]
fn Over(text: Key) -> impl IntoView {
    let app = App::get();
    view! {
        <p class="notice">{move || app.tr(text)}</p>
        <div class="toolrow">
            <a class="button primary" href=Route::Online.href()>{move || app.tr(Key::OnlineToLobby)}</a>
        </div>
    }
}

/// What is proposed, and the answer.
#[component]
fn Invitation(challenge: ChallengeView, link: StoredValue<(String, String)>) -> impl IntoView {
    let app = App::get();
    let answer = move |accept: bool| {
        let (id, secret) = link.get_value();
        app.online.reply(ChallengeId(id), accept, Some(secret));
    };
    let decline = move |_| {
        answer(false);
        app.go(&Route::Online);
    };
    // The color is that of the one who asks.
    let color = match challenge.terms.color {
        Some(Side::White) => Key::OnlineYouBlack,
        Some(Side::Black) => Key::OnlineYouWhite,
        None => Key::OnlineYouEither,
    };
    let terms = challenge.terms.terms;
    view! {
        <section class="card panel">
            <p class="terms"><b>{move || terms_text(app, &terms)}</b></p>
            <p>{move || app.tr(color)}</p>
            <p class="muted">{move || app.tr(Key::OnlineInvitedText)}</p>
            <TroubleNotice/>
            <div class="toolrow">
                <button class="button primary large" on:click=move |_| answer(true)>{move || app.tr(Key::OnlineAccept)}</button>
                <button class="button large" on:click=decline>{move || app.tr(Key::OnlineDecline)}</button>
            </div>
        </section>
    }
}
