//! Making a challenge: for the lobby, for a friend by link, for somebody by name, for the computer.

use leptos::prelude::*;
use skep_rules::{Color, GameType};
use skep_words::Key;

use super::{RatedField, TypeField, pace_name};
use crate::browser::app::App;
use crate::browser::device;
use crate::browser::forms::{Choice, Choices};
use crate::browser::online::Challenged;
use crate::browser::parts::CopyButton;
use crate::online::Pace;
use crate::online::game::side_of;
use crate::online::pace::can_be_rated;
use crate::players::Level;
use crate::route::Route;

/// The kinds of opponent, in the order of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whom {
    Anyone,
    Link,
    Named,
    Computer,
}

/// A link that waits for a friend.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Invitation {
    id: String,
    secret: String,
}

impl Invitation {
    fn address(&self) -> String {
        let location = device::window().location();
        let page =
            format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default());
        page + &Route::Invite(self.id.clone(), self.secret.clone()).href()
    }
}

#[derive(Clone, Copy)]
struct Form {
    whom: RwSignal<Whom>,
    name: RwSignal<String>,
    level: RwSignal<Level>,
    pace: RwSignal<Pace>,
    color: RwSignal<Option<Color>>,
    kind: RwSignal<GameType>,
    booklet: RwSignal<bool>,
    wants_rating: RwSignal<bool>,
    link: RwSignal<Option<Invitation>>,
}

#[component]
pub(super) fn Make() -> impl IntoView {
    let app = App::get();
    let rival = app.online.rival.try_update(Option::take).flatten();
    let named = rival.is_some();
    let form = Form {
        whom: RwSignal::new(if named { Whom::Named } else { Whom::Link }),
        name: RwSignal::new(rival.unwrap_or_default()),
        level: RwSignal::new(Level::FIRST),
        pace: RwSignal::new(Pace::Fischer(10, 5)),
        color: RwSignal::new(None),
        kind: RwSignal::new(GameType::BASE_MLP),
        booklet: RwSignal::new(false),
        wants_rating: RwSignal::new(false),
        link: RwSignal::new(None),
    };
    view! {
        <details class="card make" class:first=named open=named>
            <summary><h2>{move || app.tr(Key::OnlineMake)}</h2></summary>
            {move || match form.link.get() {
                Some(link) => view! { <Ready link close=move || form.link.set(None)/> }.into_any(),
                None => view! { <Fields form/> }.into_any(),
            }}
        </details>
    }
}

fn send(app: App, form: Form) {
    let whom = match form.whom.get_untracked() {
        Whom::Anyone => Challenged::Anyone,
        Whom::Link => Challenged::Link,
        Whom::Named => Challenged::Named(form.name.get_untracked().trim().to_owned()),
        Whom::Computer => Challenged::Computer(form.level.get_untracked().number()),
    };
    let kind = form.kind.get_untracked();
    let person = form.whom.get_untracked() != Whom::Computer;
    let guest = untrack(|| app.online.is_guest());
    let booklet = form.booklet.get_untracked();
    let rated = form.wants_rating.get_untracked() && can_be_rated(kind) && !guest && person && !booklet;
    let color = form.color.get_untracked().map(side_of);
    let wish = form.pace.get_untracked().wish(kind, booklet, rated, color);
    app.online.challenge(whom, wish, move |made| {
        if let Ok(made) = made
            && let (Some(id), Some(secret)) = (made.id, made.secret)
        {
            form.link.set(Some(Invitation { id, secret }));
        }
    });
}

#[component]
fn Fields(form: Form) -> impl IntoView {
    let app = App::get();
    let whom = [
        (Whom::Link, Key::OnlineAgainstLink),
        (Whom::Anyone, Key::OnlineAgainstAnyone),
        (Whom::Named, Key::OnlineAgainstName),
        (Whom::Computer, Key::OnlineAgainstComputer),
    ];
    let whom =
        whom.map(|(whom, key)| Choice::new(whom, move || app.tr(key).to_owned())).into_iter().collect();
    let paces = Pace::ALL.map(|pace| Choice::new(pace, move || pace_name(app.language.get(), pace)));
    let colors = [
        (None, Key::SetupColorRandom),
        (Some(Color::White), Key::SetupColorWhite),
        (Some(Color::Black), Key::SetupColorBlack),
    ];
    let colors =
        colors.map(|(color, key)| Choice::new(color, move || app.tr(key).to_owned())).into_iter().collect();
    let openings = [(false, Key::SetupOpeningTournament), (true, Key::SetupOpeningBooklet)];
    let openings = openings
        .map(|(booklet, key)| Choice::new(booklet, move || app.tr(key).to_owned()))
        .into_iter()
        .collect();
    let legend = move |key| Signal::derive(move || app.tr(key).to_owned());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        send(app, form);
    };
    view! {
        <form class="form" on:submit=submit>
            <Choices name="whom" quarters=true legend=legend(Key::OnlineAgainst) choices=whom value=Signal::derive(move || form.whom.get()) on_choose=move |whom| form.whom.set(whom)/>
            {move || match form.whom.get() {
                Whom::Named => view! { <NameField form/> }.into_any(),
                Whom::Computer => view! { <LevelField form/> }.into_any(),
                Whom::Anyone | Whom::Link => ().into_any(),
            }}
            <Choices name="pace" quarters=true legend=legend(Key::OnlinePace) choices=paces.into_iter().collect() value=Signal::derive(move || form.pace.get()) on_choose=move |pace| form.pace.set(pace)/>
            <Choices name="challenge-color" legend=legend(Key::SetupColor) choices=colors value=Signal::derive(move || form.color.get()) on_choose=move |color| form.color.set(color)/>
            <TypeField name="challenge-type" kind=form.kind/>
            <Choices name="challenge-opening" legend=legend(Key::SetupOpening) choices=openings value=Signal::derive(move || form.booklet.get()) on_choose=move |booklet| form.booklet.set(booklet)/>
            // Rated games are between people and have the tournament opening.
            <Show when=move || form.whom.get() != Whom::Computer && !form.booklet.get()>
                <RatedField kind=form.kind wants_rating=form.wants_rating/>
            </Show>
            <div class="formfoot">
                <button class="button primary large" type="submit">{move || app.tr(Key::OnlineCreate)}</button>
            </div>
        </form>
    }
}

#[component]
fn NameField(form: Form) -> impl IntoView {
    let app = App::get();
    view! {
        <div class="field">
            <label for="challenge-name">{move || app.tr(Key::OnlineOpponentName)}</label>
            <input
                id="challenge-name"
                class="line-input"
                required
                autocomplete="off"
                maxlength="20"
                prop:value=move || form.name.get()
                on:input=move |event| form.name.set(event_target_value(&event))
            />
        </div>
    }
}

#[component]
fn LevelField(form: Form) -> impl IntoView {
    let app = App::get();
    // The server's own computers stop short of the strongest levels, which a browser can play as well.
    let levels = Level::all().take(8).map(|level| {
        Choice::new(level, move || level.number().to_string())
            .with_note(move || skep_words::level_name(app.language.get(), level.number()).to_owned())
    });
    view! {
        <Choices
            name="challenge-level"
            quarters=true
            legend=Signal::derive(move || app.tr(Key::SetupLevel).to_owned())
            choices=levels.collect()
            value=Signal::derive(move || form.level.get())
            on_choose=move |level| form.level.set(level)
        />
    }
}

/// The link, to copy or to point a phone at.
#[component]
fn Ready(link: Invitation, close: impl Fn() + 'static) -> impl IntoView {
    let app = App::get();
    let address = link.address();
    let shown = address.clone();
    let picture = format!("/api/v1/challenges/{}/qr.svg?secret={}", link.id, link.secret);
    view! {
        <div class="ready">
            <img class="qr" src=picture width="208" height="208" alt=move || app.tr(Key::OnlineLinkQr)/>
            <div class="readytext">
            <h3>{move || app.tr(Key::OnlineLinkReady)}</h3>
            <p class="muted">{move || app.tr(Key::OnlineLinkText)}</p>
            <label class="unseen" for="invite-link">{move || app.tr(Key::OnlineLinkReady)}</label>
            <input id="invite-link" class="line-input" readonly prop:value=shown/>
            <div class="toolrow">
                <CopyButton text=address primary=true/>
                <button class="button" on:click=move |_| close()>{move || app.tr(Key::CommonClose)}</button>
            </div>
            </div>
        </div>
    }
}
