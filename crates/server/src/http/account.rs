//! One's own account: making, changing and closing it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use skep_wire::rest;

use super::api::{Access, Api, about};
use super::convert;
use super::error::ApiError;
use super::extract::{Body, Client, Owner, Scoped, Visitor};
use super::session::{set_cookie, welcome};
use crate::app::accounts::entry::Registration;
use crate::app::accounts::recovery::ProfileChange;
use crate::app::export;
use crate::domain::time::Ms;
use crate::site::Site;

pub(super) fn routes(api: Api) -> Api {
    api.add(
        &Method::POST,
        "/account",
        register,
        about("Make an account, or make one of the guest that asks, who keeps the games", Access::Anyone)
            .body::<rest::Register>()
            .answers::<rest::SignedIn>()
            .refuses(&[409]),
    )
    .add(
        &Method::PATCH,
        "/account",
        update,
        about("Change what others see, settings, or the mail address", Access::Scope("account"))
            .body::<rest::UpdateAccount>()
            .answers::<rest::Me>(),
    )
    .add(
        &Method::DELETE,
        "/account",
        close,
        about("Close the account; games stay, under a name that says nothing", Access::Scope("account"))
            .body::<rest::CloseAccount>()
            .answers_nothing(),
    )
    .add(
        &Method::GET,
        "/account/export",
        export_all,
        about("Everything that is kept about oneself", Access::Scope("account"))
            .answers::<serde_json::Value>(),
    )
    .add(
        &Method::POST,
        "/account/password",
        change_password,
        about("Change the password; other devices are signed out", Access::Scope("account"))
            .body::<rest::ChangePassword>()
            .answers::<rest::SignedIn>(),
    )
    .add(
        &Method::POST,
        "/account/reset",
        ask_reset,
        about(
            "Ask for a link to set a new password; the answer does not tell whether it was sent",
            Access::Anyone,
        )
        .body::<rest::AskReset>()
        .answers_nothing(),
    )
    .add(
        &Method::POST,
        "/account/reset/confirm",
        confirm_reset,
        about("Set a new password by a link; all devices are signed out", Access::Anyone)
            .body::<rest::ConfirmReset>()
            .answers_nothing(),
    )
    .add(
        &Method::POST,
        "/account/verify",
        verify,
        about("Confirm a mail address by a link", Access::Anyone)
            .body::<rest::VerifyEmail>()
            .answers_nothing(),
    )
}

async fn register(
    State(site): State<Arc<Site>>,
    Visitor(viewer): Visitor,
    Client(device): Client,
    Body(body): Body<rest::Register>,
) -> Result<Response, ApiError> {
    let wish = Registration { name: body.name, password: body.password, email: body.email };
    let entry = site.accounts.register(wish, viewer.as_ref(), &device, site.time.now()).await?;
    Ok(welcome(&site, &entry, body.bearer))
}

async fn update(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Client(device): Client,
    Body(body): Body<rest::UpdateAccount>,
) -> Result<Json<rest::Me>, ApiError> {
    if let Some(email) = &body.email {
        let password = body.password.as_deref().unwrap_or_default();
        site.accounts.change_email(&viewer, email, password, &device, site.time.now()).await?;
    }
    let prefs = body.prefs.as_ref().and_then(|prefs| serde_json::to_string(prefs).ok());
    let change = ProfileChange { bio: body.bio, country: body.country, prefs };
    site.accounts.change_profile(&viewer, change).await?;
    Ok(Json(convert::me(&site.accounts.account(&viewer).await?)))
}

async fn close(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Client(device): Client,
    Body(body): Body<rest::CloseAccount>,
) -> Result<Response, ApiError> {
    let user = site.accounts.confirm_close(&viewer, &body.password, &device, site.time.now()).await?;
    site.moderation.end_games(user.id).await?;
    site.accounts.close(&user).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&site, &mut response, "", Ms::ZERO);
    Ok(response)
}

async fn export_all(State(site): State<Arc<Site>>, Scoped(viewer): Owner) -> Result<Response, ApiError> {
    let user = site.accounts.account(&viewer).await?;
    let everything = export::person(site.store.as_ref(), &user, site.time.now()).await?;
    let name = "attachment; filename=\"skep-account.json\"";
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(everything)).into_response())
}

async fn change_password(
    State(site): State<Arc<Site>>,
    Scoped(viewer): Owner,
    Client(device): Client,
    Body(body): Body<rest::ChangePassword>,
) -> Result<Response, ApiError> {
    let now = site.time.now();
    let entry = site.accounts.change_password(&viewer, &body.old, &body.new, &device, now).await?;
    Ok(welcome(&site, &entry, false))
}

async fn ask_reset(
    State(site): State<Arc<Site>>,
    Client(device): Client,
    Body(body): Body<rest::AskReset>,
) -> Result<StatusCode, ApiError> {
    site.accounts.ask_reset(&body.email, &device, site.time.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn confirm_reset(
    State(site): State<Arc<Site>>,
    Client(device): Client,
    Body(body): Body<rest::ConfirmReset>,
) -> Result<StatusCode, ApiError> {
    site.accounts.confirm_reset(&body.token, &body.password, &device, site.time.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn verify(
    State(site): State<Arc<Site>>,
    Body(body): Body<rest::VerifyEmail>,
) -> Result<StatusCode, ApiError> {
    site.accounts.verify_email(&body.token, site.time.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
