//! One file for each screen.

mod about;
mod account;
mod game;
mod games;
mod home;
mod import;
mod keys;
mod leaders;
mod learn;
mod new_game;
mod online;
mod player;
mod rules;
mod settings;

use leptos::prelude::*;
use skep_words::Key;

use super::app::App;
use crate::route::Route;
pub(super) use online::lists::terms_text;

/// The screen of an address.
pub(crate) fn show(route: &Route) -> AnyView {
    match route.clone() {
        Route::Home => view! { <home::Home/> }.into_any(),
        Route::NewGame => view! { <new_game::NewGamePage/> }.into_any(),
        Route::Game(id) => view! { <game::GamePage id=id/> }.into_any(),
        Route::Shared(text) => view! { <import::SharedPage text=text/> }.into_any(),
        Route::Games => view! { <games::Games/> }.into_any(),
        Route::Learn => view! { <learn::Learn/> }.into_any(),
        Route::Lesson(id) => view! { <learn::LessonPage id/> }.into_any(),
        Route::Rules => view! { <rules::Rules anchor=None/> }.into_any(),
        Route::Rule(anchor) => view! { <rules::Rules anchor=Some(anchor)/> }.into_any(),
        Route::Online => view! { <online::OnlinePage/> }.into_any(),
        Route::Live(id) => view! { <game::live::LivePage id=id/> }.into_any(),
        Route::Invite(id, secret) => view! { <online::InvitePage id=id secret=secret/> }.into_any(),
        Route::Account => view! { <account::AccountPage/> }.into_any(),
        Route::Reset(token) => view! { <account::ResetPage token=token/> }.into_any(),
        Route::Verify(token) => view! { <account::VerifyPage token=token/> }.into_any(),
        Route::Player(name) => view! { <player::PlayerPage name=name/> }.into_any(),
        Route::Leaders => view! { <leaders::Leaders/> }.into_any(),
        Route::Settings => view! { <settings::SettingsPage/> }.into_any(),
        Route::Keys => view! { <keys::Keys/> }.into_any(),
        Route::About => view! { <about::About/> }.into_any(),
        Route::Unknown => view! { <NotFound/> }.into_any(),
    }
}

#[component]
fn NotFound() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>"Skep"</h1>
            <p>{move || app.tr(Key::AppNotFound)}</p>
            <div class="toolrow"><a class="button primary" href="#/">{move || app.tr(Key::NavHome)}</a></div>
        </main>
    }
}
