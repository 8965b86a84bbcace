//! The best players at each pace.

use leptos::prelude::*;
use skep_wire::game::Speed;
use skep_wire::rest::Leaderboard;
use skep_words::Key;

use super::game::live::speed_name;
use super::online::{NoServer, trouble_text};
use crate::browser::app::App;
use crate::browser::forms::{Choice, Choices};
use crate::browser::online::{Server, Trouble, api};
use crate::route::Route;

/// The speeds that have ratings.
pub(super) const RATED: [Speed; 5] =
    [Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

#[component]
pub(super) fn Leaders() -> impl IntoView {
    let app = App::get();
    view! {
        <main class="page" id="content" tabindex="-1">
            <h1>{move || app.tr(Key::NavLeaders)}</h1>
            <Show when=move || app.online.server.get() == Server::There fallback=|| view! { <NoServer/> }>
                <Board/>
            </Show>
        </main>
    }
}

#[component]
fn Board() -> impl IntoView {
    let app = App::get();
    let speed = RwSignal::new(Speed::Blitz);
    let found = RwSignal::new(None::<Result<Leaderboard, Trouble>>);
    Effect::new(move |_| {
        let wanted = speed.get();
        leptos::task::spawn_local(async move {
            let answer = api::leaders(wanted).await;
            // Another pace may have been chosen in the meantime, or another page.
            if speed.try_get_untracked() == Some(wanted) {
                found.set(Some(answer));
            }
        });
    });
    let choices = RATED
        .map(|speed| Choice::new(speed, move || speed_name(app.language.get(), speed).to_owned()))
        .into_iter()
        .collect();
    let table = move || match found.get() {
        None => ().into_any(),
        Some(Err(trouble)) => {
            view! { <p class="notice bad">{trouble_text(app.language.get(), trouble)}</p> }.into_any()
        }
        Some(Ok(board)) if board.players.is_empty() => {
            view! { <p class="muted">{app.tr(Key::ProfileLeadersNone)}</p> }.into_any()
        }
        Some(Ok(board)) => {
            let row = |player: skep_wire::rest::LeaderboardRow| {
                let href = Route::Player(player.name.clone()).href();
                view! {
                    <tr>
                        <td>{player.rank}</td>
                        <th scope="row"><a href=href>{player.name}</a></th>
                        <td>{player.rating}</td>
                        <td class="muted">{player.games}</td>
                    </tr>
                }
            };
            view! { <div class="card"><table class="ranking"><tbody>{board.players.into_iter().map(row).collect_view()}</tbody></table></div> }
                .into_any()
        }
    };
    view! {
        <Choices
            name="speed"
            slim=true
            legend=Signal::derive(move || app.tr(Key::OnlinePace).to_owned())
            choices
            value=Signal::derive(move || speed.get())
            on_choose=move |chosen| speed.set(chosen)
        />
        <section aria-live="polite">{table}</section>
    }
}
