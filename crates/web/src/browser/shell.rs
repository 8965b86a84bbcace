//! What surrounds every screen: the bars, the toasts, the live region, and which screen is shown.

use leptos::prelude::*;
use skep_words::{Key, Language};

use super::app::App;
use super::engine::Health;
use super::online::Server;
use super::pages;
use super::parts::{Icon, Logo};
use crate::route::Route;
use crate::settings::Theme;

/// The places in the main menu.
const PLACES: [(Route, Key, &str); 5] = [
    (Route::Home, Key::NavPlay, "home"),
    (Route::Online, Key::NavOnline, "globe"),
    (Route::Games, Key::NavGames, "two"),
    (Route::Learn, Key::NavLearn, "book"),
    (Route::Rules, Key::NavRules, "puzzle"),
];

/// Whether `place` is where the reader is.
fn is_here(app: App, place: &Route) -> bool {
    app.route.with(|route| match (route, place) {
        (Route::NewGame | Route::Game(_) | Route::Shared(_), Route::Home)
        | (Route::Lesson(_), Route::Learn)
        | (Route::Rule(_), Route::Rules) => true,
        (Route::Live(_) | Route::Invite(..) | Route::Player(_) | Route::Leaders, Route::Online) => true,
        (route, place) => route == place,
    })
}

/// The whole page.
#[component]
pub(crate) fn Shell() -> impl IntoView {
    let app = App::get();
    Effect::new(move |before: Option<Route>| {
        let route = app.route.get();
        name_page(app, &route);
        // A place on the rules page is gone to by the page itself.
        if before.is_some_and(|before| before != route) && !matches!(route, Route::Rule(_)) {
            arrive();
        }
        route
    });
    let at_table =
        move || app.route.with(|route| matches!(route, Route::Game(_) | Route::Live(_) | Route::Lesson(_)));
    view! {
        <div class="app" class:fixed=at_table>
            <a class="skip" href="#content" on:click=focus_content>
                {move || app.tr(if at_table() { Key::NavSkipToBoard } else { Key::NavSkipToContent })}
            </a>
            <TopBar/>
            <Show when=move || !at_table()>
                <PhoneBar/>
            </Show>
            {move || pages::show(&app.route.get())}
            <Show when=move || !at_table()>
                <TabBar/>
            </Show>
            <Toasts/>
            <div class="unseen" role="status" aria-live="polite">{move || app.announcement.get()}</div>
        </div>
    }
}

/// The window's title.
fn name_page(app: App, route: &Route) {
    let key = match route {
        Route::NewGame => Key::SetupTitle,
        Route::Games => Key::GamesTitle,
        Route::Learn | Route::Lesson(_) => Key::LearnTitle,
        Route::Rules | Route::Rule(_) => Key::NavRules,
        Route::Settings => Key::SettingsTitle,
        Route::Keys => Key::KeysTitle,
        Route::About => Key::NavAbout,
        Route::Shared(_) => Key::ImportTitle,
        Route::Online | Route::Live(_) | Route::Invite(..) => Key::OnlineTitle,
        Route::Account | Route::Reset(_) | Route::Verify(_) => Key::AccountTitle,
        Route::Player(_) => Key::AccountProfile,
        Route::Leaders => Key::NavLeaders,
        Route::Home | Route::Game(_) | Route::Unknown => Key::NavPlay,
    };
    let language = app.language.get();
    let lesson = match route {
        Route::Lesson(id) => skep_course::lesson(id).map(|lesson| lesson.title[language]),
        _ => None,
    };
    let title = skep_words::say!(language, AppTitle, page = lesson.unwrap_or_else(|| app.tr(key)));
    super::device::document().set_title(&title);
}

/// A new screen starts at its top, and a screen reader with it.
fn arrive() {
    request_animation_frame(|| {
        if let Some(content) = super::device::document().get_element_by_id("content") {
            // Scrolling to the content would leave the bar above it out of sight, in WebKit even after the next line.
            let still = web_sys::FocusOptions::new();
            still.set_prevent_scroll(true);
            let content = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(content);
            let _ = content.focus_with_options(&still);
        }
        super::device::window().scroll_to_with_x_and_y(0.0, 0.0);
    });
}

/// The address after `#` belongs to the router, so the skip link moves the focus itself.
fn focus_content(event: leptos::ev::MouseEvent) {
    event.prevent_default();
    if let Some(content) = super::device::document().query_selector("#board, #content").ok().flatten() {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(content).focus();
    }
}

#[component]
fn TopBar() -> impl IntoView {
    let app = App::get();
    view! {
        <header class="topbar">
            <a class="brand" href="#/">
                <Logo/>
                <span>"Skep"</span>
            </a>
            <nav aria-label=move || app.tr(Key::NavMain)>
                <ul>
                    {PLACES
                        .into_iter()
                        .map(|(place, key, _)| {
                            let href = place.href();
                            let here = move || is_here(app, &place).then_some("page");
                            view! { <li><a href=href aria-current=here>{move || app.tr(key)}</a></li> }
                        })
                        .collect_view()}
                </ul>
            </nav>
            <div class="topbar-tools">
                <Languages/>
                <SoundButton/>
                <ThemeButton/>
                <Show when=move || app.online.server.get() == Server::There>
                    <a class="icon-button" href=Route::Account.href() aria-label=move || app.tr(Key::NavAccount)>
                        <Icon name="two"/>
                    </a>
                </Show>
                <a class="icon-button" href="#/settings" aria-label=move || app.tr(Key::NavSettings)>
                    <Icon name="gear"/>
                </a>
            </div>
        </header>
    }
}

/// EN FR NL.
#[component]
fn Languages() -> impl IntoView {
    let app = App::get();
    view! {
        <div class="languages" role="group" aria-label=move || app.tr(Key::NavLanguage)>
            {Language::ALL
                .into_iter()
                .map(|language| {
                    let pressed = move || if app.language.get() == language { "true" } else { "false" };
                    let choose = move |_| {
                        app.settings.update(|settings| settings.language = Some(language.tag().to_owned()));
                    };
                    view! {
                        <button aria-pressed=pressed aria-label=language.name() lang=language.tag() on:click=choose>
                            {language.tag().to_uppercase()}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

#[component]
fn SoundButton() -> impl IntoView {
    let app = App::get();
    let is_on = move || app.settings.with(|settings| settings.volume > 0);
    let label = move || app.tr(if is_on() { Key::SettingsSoundOff } else { Key::SettingsSoundOn });
    let toggle = move |_| {
        app.settings.update(|settings| settings.volume = if settings.volume > 0 { 0 } else { 6 });
    };
    view! {
        <button class="icon-button" aria-label=label on:click=toggle>
            {move || view! { <Icon name=if is_on() { "sound" } else { "mute" }/> }}
        </button>
    }
}

/// Light to dark and back; the other themes are on the settings screen.
#[component]
fn ThemeButton() -> impl IntoView {
    let app = App::get();
    let is_dark = move || {
        app.settings.with(|settings| settings.theme);
        super::device::root_element().get_attribute("data-theme").is_some_and(|theme| theme != "light")
    };
    let label = move || app.tr(if is_dark() { Key::SettingsThemeLight } else { Key::SettingsThemeDark });
    let toggle = move |_| {
        let theme = if is_dark() { Theme::Light } else { Theme::Dark };
        app.settings.update(|settings| settings.theme = theme);
    };
    view! {
        <button class="icon-button" aria-label=label on:click=toggle>
            {move || view! { <Icon name=if is_dark() { "sun" } else { "moon" }/> }}
        </button>
    }
}

#[component]
fn PhoneBar() -> impl IntoView {
    let app = App::get();
    view! {
        <header class="phonebar">
            <a class="brand" href="#/">
                <Logo/>
                <span>"Skep"</span>
            </a>
            <a class="icon-button" href="#/settings" aria-label=move || app.tr(Key::NavSettings)>
                <Icon name="gear" size=22/>
            </a>
        </header>
    }
}

#[component]
fn TabBar() -> impl IntoView {
    let app = App::get();
    view! {
        <nav class="tabbar" aria-label=move || app.tr(Key::NavMain)>
            {PLACES
                .into_iter()
                .map(|(place, key, icon)| {
                    let href = place.href();
                    let here = move || is_here(app, &place).then_some("page");
                    view! {
                        <a href=href aria-current=here>
                            <Icon name=icon size=22/>
                            <span>{move || app.tr(key)}</span>
                        </a>
                    }
                })
                .collect_view()}
        </nav>
    }
}

/// News that wait in a corner: a new version, a restarted engine.
/// Whether this game is on the screen.
fn is_at(app: App, game: &skep_wire::GameId) -> bool {
    app.route.with(|route| matches!(route, Route::Live(id) if *id == game.0))
}

/// Somebody challenges the reader, who is anywhere but in the lobby, where challenges are listed, or in a game.
#[component]
fn Challenges() -> impl IntoView {
    let app = App::get();
    let first = Memo::new(move |_| {
        let elsewhere = app.route.with(|route| !matches!(route, Route::Online | Route::Invite(..)));
        let playing = app
            .online
            .live
            .with(|live| live.as_ref().is_some_and(|live| live.me().is_some() && !live.is_over()));
        let received = app
            .online
            .challenges
            .with(|list| list.iter().find(|challenge| !app.online.is_me(&challenge.from.id)).cloned());
        received.filter(|_| elsewhere && !playing)
    });
    move || {
        first.get().map(|challenge| {
            let answer =
                move |id: skep_wire::ChallengeId, accept| move |_| app.online.reply(id.clone(), accept, None);
            let (yes, no) = (answer(challenge.id.clone(), true), answer(challenge.id.clone(), false));
            let name = challenge.from.name.clone();
            view! {
                <div class="toast" role="status" data-toast="challenge">
                    <p>
                        {skep_words::say!(app.language.get(), OnlineChallengedBy, name = name)}
                        <br/>
                        <small class="muted">{pages::terms_text(app, &challenge.terms.terms)}</small>
                    </p>
                    <button class="button" on:click=no>{app.tr(Key::OnlineDecline)}</button>
                    <button class="button primary" on:click=yes>{app.tr(Key::OnlineAccept)}</button>
                </div>
            }
        })
    }
}

#[component]
fn Toasts() -> impl IntoView {
    let app = App::get();
    let later = RwSignal::new(false);
    let update = move || app.offline.waiting.with(Option::is_some) && !later.get();
    let health = move || match app.health.get() {
        Health::Fine => None,
        Health::Restarted => Some(Key::TroubleEngineRestarted),
        Health::Down => Some(Key::TroubleEngineStart),
    };
    view! {
        <div class="toasts">
            <Show when=update>
                <div class="toast" role="status">
                    <p>{move || app.tr(Key::UpdateBar)}" "{move || app.tr(Key::UpdateText)}</p>
                    <button class="button" on:click=move |_| later.set(true)>{move || app.tr(Key::UpdateLater)}</button>
                    <button class="button primary" on:click=move |_| app.offline.accept()>
                        {move || app.tr(Key::UpdateNow)}
                    </button>
                </div>
            </Show>
            {move || {
                app.online.beckons.get().filter(|game| !is_at(app, game)).map(|game| {
                    let game = Route::Live(game.0);
                    let go = move |_| {
                        app.online.beckons.set(None);
                        app.go(&game);
                    };
                    view! {
                        <div class="toast" role="status" data-toast="begun">
                            <p>{app.tr(Key::OnlineBegun)}</p>
                            <button class="button primary" on:click=go>{app.tr(Key::OnlineBegunGo)}</button>
                        </div>
                    }
                })
            }}
            <Challenges/>
            {move || {
                health().map(|key| view! {
                    <div class="toast" role="status">
                        <p>{app.tr(key)}</p>
                        <button class="button" on:click=move |_| app.health.set(Health::Fine)>
                            {app.tr(Key::CommonClose)}
                        </button>
                    </div>
                })
            }}
        </div>
    }
}
