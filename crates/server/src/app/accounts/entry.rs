//! Ways in: as a guest, with a new account, with an old one.

use super::{AccountError, Accounts, email_key, fresh_id};
use crate::app::limits::{self, Limit};
use crate::app::secrets::{Token, random_number};
use crate::app::sessions::{Device, Viewer};
use crate::app::{passwords, secrets};
use crate::domain::account::UserState;
use crate::domain::ids::{UserId, base58};
use crate::domain::time::Ms;
use crate::domain::user::{UserKind, UserName, name_key};
use crate::metrics;
use crate::store::users::{Claim, Upgrade, User};

/// What somebody wants to be called, and how they will be known again.
#[derive(Clone)]
pub struct Registration {
    pub name: String,
    pub password: String,
    pub email: Option<String>,
}

impl std::fmt::Debug for Registration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registration").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Somebody is in.
#[derive(Clone, Debug)]
pub struct Entry {
    pub user: User,
    pub token: Token,
}

impl Accounts {
    /// Lets somebody play without an account.
    ///
    /// # Errors
    /// When too many guests came from this address, or the database does not answer.
    pub async fn guest(&self, device: &Device, now: Ms) -> Result<Entry, AccountError> {
        let limit = Limit::hourly("guest", self.limits.guests_per_ip_hour);
        if !limit.count(&*self.store, &limits::address_key(device.address), now).await? {
            return Err(AccountError::Limited { wait: limit.window });
        }
        loop {
            let name = format!("guest-{}", base58(random_number(), 8));
            let id = UserId(fresh_id(now));
            let user = User::new(id, UserKind::Guest, &name, &name_key(&name), now);
            if self.store.insert_user(user.clone()).await? == Claim::Done {
                let token = self.sessions.open(id, device, false, now).await?;
                return Ok(Entry { user, token });
            }
        }
    }

    /// Makes an account; of the guest who asks, if it is one, who keeps the games. An address is only taken over when
    /// the link that is sent to it was followed, so that nothing tells whether somebody else has it.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn register(
        &self,
        wish: Registration,
        viewer: Option<&Viewer>,
        device: &Device,
        now: Ms,
    ) -> Result<Entry, AccountError> {
        let name = UserName::parse(&wish.name)?;
        let email = wish.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
        email.map(email_key).transpose()?;
        passwords::check(&wish.password, name.as_str(), email)?;
        let limit = Limit::hourly("register", self.limits.registrations_per_ip_hour);
        if !limit.count(&*self.store, &limits::address_key(device.address), now).await? {
            return Err(AccountError::Limited { wait: limit.window });
        }
        let password_hash = self.passwords.hash(&wish.password).await?;
        let guest = viewer.filter(|viewer| viewer.kind == UserKind::Guest && viewer.is_session());
        let (id, claim) = if let Some(guest) = guest {
            let upgrade =
                Upgrade { name: name.as_str().to_owned(), name_key: name.key(), email: None, password_hash };
            (guest.user, self.store.upgrade_guest(guest.user, upgrade).await?)
        } else {
            let mut user =
                User::new(UserId(fresh_id(now)), UserKind::Person, name.as_str(), &name.key(), now);
            user.password_hash = Some(password_hash);
            (user.id, self.store.insert_user(user).await?)
        };
        match claim {
            Claim::Done => {}
            Claim::NameTaken => return Err(AccountError::NameTaken),
            Claim::EmailTaken | Claim::Gone => return Err(AccountError::Credentials),
        }
        let entry = self.enter(id, viewer, device, now).await?;
        if let Some(email) = email {
            self.ask_to_verify(&entry.user, email, now).await?;
        }
        tracing::info!(user = %id, name = name.as_str(), "registered");
        Ok(entry)
    }

    /// Signs somebody in with a name or address and a password. The work is the same whether the account exists.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn sign_in(
        &self,
        name: &str,
        password: &str,
        viewer: Option<&Viewer>,
        device: &Device,
        now: Ms,
    ) -> Result<Entry, AccountError> {
        let user = self.check_password(name, password, device, now).await?;
        if user.state == UserState::Banned {
            return Err(AccountError::Banned);
        }
        let entry = self.enter(user.id, viewer, device, now).await?;
        tracing::info!(user = %user.id, network = device.network, "signed in");
        Ok(entry)
    }

    /// The account to which name and password belong. Failures are counted for the account and for the address.
    async fn check_password(
        &self,
        name: &str,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<User, AccountError> {
        let email = email_key(name).ok();
        let key = email.clone().unwrap_or_else(|| name_key(name));
        // The key of a counter has a bounded length, whatever was typed.
        let counted = secrets::hash(&key);
        let address = limits::address_key(device.address);
        if !limits::SIGN_IN_ADDRESS.allows(&*self.store, &address, now).await?
            || !limits::SIGN_IN_ACCOUNT.count(&*self.store, &counted, now).await?
        {
            metrics::SIGN_INS.add("limited", 1);
            return Err(AccountError::Limited { wait: limits::SIGN_IN_ACCOUNT.window });
        }
        let user = match &email {
            Some(key) => self.store.user_by_email(key).await?,
            None => self.store.user_by_name(&key).await?,
        };
        let kept = user.as_ref().and_then(|user| user.password_hash.as_deref());
        let verdict = self.passwords.verify(password, kept).await?;
        let Some(user) = user.filter(|_| verdict.right) else {
            metrics::SIGN_INS.add("wrong", 1);
            limits::SIGN_IN_ADDRESS.count(&*self.store, &address, now).await?;
            tracing::info!(network = device.network, "a sign-in failed");
            return Err(AccountError::Credentials);
        };
        metrics::SIGN_INS.add("right", 1);
        limits::SIGN_IN_ACCOUNT.forget(&*self.store, &counted).await?;
        if let Some(hash) = verdict.renewed {
            self.store.set_password(user.id, hash).await?;
        }
        Ok(user)
    }

    /// Compares the password of somebody who is signed in; failures count like those of signing in.
    pub(super) async fn confirm(
        &self,
        user: &User,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<(), AccountError> {
        let found = self.check_password(&user.name, password, device, now).await?;
        if found.id == user.id { Ok(()) } else { Err(AccountError::Credentials) }
    }

    /// A new session; the one that the client came with ends, so that nobody can have planted it.
    pub(super) async fn enter(
        &self,
        user: UserId,
        viewer: Option<&Viewer>,
        device: &Device,
        now: Ms,
    ) -> Result<Entry, AccountError> {
        if let Some(viewer) = viewer.filter(|viewer| viewer.is_session()) {
            self.sessions.close(viewer.hash()).await?;
        }
        let token = self.sessions.open(user, device, true, now).await?;
        let user = self.store.user(user).await?.ok_or(AccountError::Credentials)?;
        Ok(Entry { user, token })
    }

    /// The account behind a viewer.
    ///
    /// # Errors
    /// When it is gone, or the database does not answer.
    pub async fn account(&self, viewer: &Viewer) -> Result<User, AccountError> {
        self.store.user(viewer.user).await?.ok_or(AccountError::Credentials)
    }
}
