//! A player: ratings with their graph, and the games.

mod graph;

use leptos::prelude::*;
use skep_rules::GameType;
use skep_wire::account::UserKind;
use skep_wire::game::{GameBrief, Score, Side, Speed};
use skep_wire::rest::{NewReport, Profile, RatingHistory, RatingView, ReportReason};
use skep_words::{Key, say};

use super::game::live::speed_name;
use super::leaders::RATED;
use super::online::lists::GameRow;
use super::online::{NoServer, trouble_text};
use crate::browser::app::App;
use crate::browser::device;
use crate::browser::forms::{Choice, Choices, Pick};
use crate::browser::names;
use crate::browser::online::{Server, Trouble, api};
use crate::clock::Millis;
use crate::route::Route;

#[component]
pub(super) fn PlayerPage(name: String) -> impl IntoView {
    let app = App::get();
    let title = name.clone();
    let name = StoredValue::new(name);
    let found = RwSignal::new(None::<Result<Profile, Trouble>>);
    Effect::new(move |_| {
        if app.online.server.get() == Server::There {
            leptos::task::spawn_local(async move {
                let answer = api::profile(&name.get_value()).await;
                let _ = found.try_set(Some(answer));
            });
        }
    });
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{title}</h1>
            {move || match found.get() {
                None => view! { <NoServer/> }.into_any(),
                Some(Err(trouble)) => view! { <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p> }.into_any(),
                Some(Ok(profile)) => view! { <Known profile/> }.into_any(),
            }}
        </main>
    }
}

#[component]
fn Known(profile: Profile) -> impl IntoView {
    let app = App::get();
    let name = StoredValue::new(profile.user.name.clone());
    let created = Millis::try_from(profile.created).unwrap_or(0);
    let mine = app.online.is_me(&profile.user.id);
    let other_person = !mine && profile.user.kind == UserKind::Person;
    let challenge = move |_| {
        app.online.rival.set(Some(name.get_value()));
        app.go(&Route::Online);
    };
    let save = move |_| {
        leptos::task::spawn_local(async move {
            let name = name.get_value();
            if let Ok(text) = api::all_games_as_pgn(&name).await {
                let _ = device::download(&format!("{name}.pgn"), &text);
            }
        });
    };
    view! {
        <p class="muted">{move || say!(app.language.get(), ProfileSince, date = names::when(app.language.get(), created))}</p>
        {profile.bio.clone().map(|bio| view! { <p>{bio}</p> })}
        {profile.banned.then(|| view! { <p class="notice bad">{app.tr(Key::ProfileBanned)}</p> })}
        {(other_person && !profile.banned).then(|| view! {
            <div class="toolrow">
                <button class="button primary" data-act="challenge" on:click=challenge>
                    {move || app.tr(Key::ProfileChallenge)}
                </button>
            </div>
        })}
        <RatingsOf name ratings=profile.ratings/>
        {(!profile.playing.is_empty()).then(|| view! {
            <section class="card listing">
                <h2>{app.tr(Key::ProfilePlaying)}</h2>
                <ul>{profile.playing.into_iter().map(|game| view! { <GameRow game/> }).collect_view()}</ul>
            </section>
        })}
        <History name/>
        <div class="toolrow">
            <button class="button" on:click=save>{move || app.tr(Key::ProfilePgn)}</button>
            {other_person.then(|| view! { <BlockButton name blocked=profile.blocked/> })}
        </div>
        {other_person.then(|| view! { <ReportForm name/> })}
    }
}

/// Choose a speed, see how its rating went.
#[component]
fn RatingsOf(name: StoredValue<String>, ratings: Vec<RatingView>) -> impl IntoView {
    let app = App::get();
    let played: Vec<RatingView> = ratings.into_iter().filter(|rating| rating.games > 0).collect();
    if played.is_empty() {
        return view! { <p class="muted">{move || app.tr(Key::ProfileUnrated)}</p> }.into_any();
    }
    let most = played.iter().max_by_key(|rating| rating.games).map_or(Speed::Blitz, |rating| rating.speed);
    let speed = RwSignal::new(most);
    let history = RwSignal::new(None::<RatingHistory>);
    Effect::new(move |_| {
        let wanted = speed.get();
        leptos::task::spawn_local(async move {
            let answer = api::ratings(&name.get_value(), wanted).await;
            if speed.try_get_untracked() == Some(wanted) {
                history.set(answer.ok());
            }
        });
    });
    let choices = played
        .into_iter()
        .map(|rating| {
            let label = move || format!("{} {}", speed_name(app.language.get(), rating.speed), rating.rating);
            let note = move || {
                let games = say!(app.language.get(), ProfileRatingGames, n = rating.games);
                if rating.provisional {
                    format!("{games}, {}", app.tr(Key::ProfileProvisional))
                } else {
                    games
                }
            };
            Choice::new(rating.speed, label).with_note(note)
        })
        .collect();
    view! {
        <section class="form ratingform">
            <Choices
                name="rating-speed"
                legend=Signal::derive(move || app.tr(Key::ProfileRatings).to_owned())
                choices
                value=Signal::derive(move || speed.get())
                on_choose=move |chosen| speed.set(chosen)
            />
            {move || history.get().filter(|history| history.points.len() > 1).map(|history| view! { <graph::Graph history/> })}
        </section>
    }
    .into_any()
}

/// Which games are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Filter {
    speed: Option<Speed>,
    kind: Option<GameType>,
    /// The color of the player.
    color: Option<Side>,
    result: Option<Score>,
}

#[component]
fn History(name: StoredValue<String>) -> impl IntoView {
    let app = App::get();
    let filter = RwSignal::new(Filter { speed: None, kind: None, color: None, result: None });
    let games = RwSignal::new(Vec::<GameBrief>::new());
    let next = RwSignal::new(None::<String>);
    let load = move |after: Option<String>| {
        let wanted = filter.get_untracked();
        let mut query = Vec::new();
        query.extend(wanted.speed.map(|speed| format!("speed={}", api::word(&speed))));
        query.extend(wanted.kind.map(|kind| format!("type={}", api::encode(&kind.to_string()))));
        query.extend(wanted.color.map(|color| format!("color={}", api::word(&color))));
        query.extend(wanted.result.map(|result| format!("result={}", api::word(&result))));
        query.extend(after.as_ref().map(|after| format!("after={after}")));
        leptos::task::spawn_local(async move {
            let answer = api::games(&name.get_value(), &query.join("&")).await;
            if let Ok(found) = answer
                && filter.try_get_untracked() == Some(wanted)
            {
                games.update(|list| {
                    if after.is_none() {
                        list.clear();
                    }
                    list.extend(found.games);
                });
                next.set(found.next);
            }
        });
    };
    Effect::new(move |_| {
        filter.track();
        load(None);
    });
    let speeds = std::iter::once(None).chain(RATED.into_iter().map(Some)).map(|speed| {
        Choice::new(speed, move || match speed {
            None => app.tr(Key::ProfileAll).to_owned(),
            Some(speed) => speed_name(app.language.get(), speed).to_owned(),
        })
    });
    let types = std::iter::once(None).chain(GameType::ALL.into_iter().map(Some)).map(|kind| {
        Choice::new(kind, move || match kind {
            None => app.tr(Key::ProfileAll).to_owned(),
            Some(kind) => kind.to_string(),
        })
    });
    let colors = [
        (None, Key::ProfileAll),
        (Some(Side::White), Key::CommonWhite),
        (Some(Side::Black), Key::CommonBlack),
    ];
    let colors = colors.map(|(color, key)| Choice::new(color, move || app.tr(key).to_owned()));
    let results = [
        (None, Key::ProfileAll),
        (Some(Score::White), Key::ResultWhiteWins),
        (Some(Score::Black), Key::ResultBlackWins),
        (Some(Score::Draw), Key::ResultDraw),
    ];
    let results = results.map(|(result, key)| Choice::new(result, move || app.tr(key).to_owned()));
    view! {
        <section class="card listing">
            <h2>{move || app.tr(Key::ProfileGames)}</h2>
            <div class="filters">
                <Pick id="filter-speed" label=Key::OnlinePace choices=speeds.collect() on_choose=move |speed| filter.update(|filter| filter.speed = speed)/>
                <Pick id="filter-type" label=Key::SetupGameType choices=types.collect() on_choose=move |kind| filter.update(|filter| filter.kind = kind)/>
                <Pick id="filter-color" label=Key::ProfileColor choices=colors.into_iter().collect() on_choose=move |color| filter.update(|filter| filter.color = color)/>
                <Pick id="filter-result" label=Key::ProfileResult choices=results.into_iter().collect() on_choose=move |result| filter.update(|filter| filter.result = result)/>
            </div>
            {move || {
                let list = games.get();
                if list.is_empty() {
                    view! { <p class="muted">{app.tr(Key::ProfileGamesNone)}</p> }.into_any()
                } else {
                    view! { <ul>{list.into_iter().map(|game| view! { <GameRow game of=name.get_value()/> }).collect_view()}</ul> }.into_any()
                }
            }}
            {move || next.get().map(|after| view! {
                <button class="button" on:click=move |_| load(Some(after.clone()))>{app.tr(Key::ProfileMore)}</button>
            })}
        </section>
    }
}

/// Whoever is blocked can neither challenge nor talk to the reader.
#[component]
fn BlockButton(name: StoredValue<String>, blocked: bool) -> impl IntoView {
    let app = App::get();
    let blocked = RwSignal::new(blocked);
    let trouble = RwSignal::new(None::<Trouble>);
    let toggle = move |_| {
        let on = !blocked.get_untracked();
        leptos::task::spawn_local(async move {
            match api::block(&name.get_value(), on).await {
                Ok(()) => {
                    let _ = blocked.try_set(on);
                }
                Err(found) => {
                    let _ = trouble.try_set(Some(found));
                }
            }
        });
    };
    view! {
        <button class="button" data-act="block" on:click=toggle>
            {move || app.tr(if blocked.get() { Key::ProfileUnblock } else { Key::ProfileBlock })}
        </button>
        <span role="status">{move || trouble.get().map(|trouble| trouble_text(app.language.get(), trouble))}</span>
    }
}

/// For the moderators.
#[component]
fn ReportForm(name: StoredValue<String>) -> impl IntoView {
    let app = App::get();
    let said = RwSignal::new(None::<Result<(), Trouble>>);
    let text = RwSignal::new(String::new());
    let report = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let body = NewReport {
            name: name.get_value(),
            reason: ReportReason::Other,
            game: None,
            text: text.get_untracked(),
        };
        leptos::task::spawn_local(async move {
            let answer = api::report(&body).await;
            let _ = said.try_set(Some(answer));
        });
    };
    view! {
        <details class="card make">
            <summary><h2>{move || app.tr(Key::ProfileReport)}</h2></summary>
            <form class="form" on:submit=report>
                <div class="field">
                    <label for="report-text">{move || app.tr(Key::ProfileReportText)}</label>
                    <textarea id="report-text" class="text-input" required maxlength="2000" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))></textarea>
                </div>
                <div class="formfoot"><button class="button" type="submit">{move || app.tr(Key::ProfileReport)}</button></div>
            </form>
        </details>
        <div role="status">
            {move || said.get().map(|answer| match answer {
                Ok(()) => view! { <p class="notice good">{app.tr(Key::ProfileReportSent)}</p> }.into_any(),
                Err(trouble) => view! { <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p> }.into_any(),
            })}
        </div>
    }
}
