//! Changes to an account: password, address, profile, and the ways back in when the password is forgotten.

use super::entry::Entry;
use super::{AccountError, Accounts, email_key};
use crate::app::limits;
use crate::app::mail::Letter;
use crate::app::passwords;
use crate::app::secrets::{self, Token};
use crate::app::sessions::{Device, Viewer};
use crate::domain::account::{MailPurpose, UserState};
use crate::domain::ids::UserId;
use crate::domain::time::Ms;
use crate::domain::user::{UserKind, name_key};
use crate::store::sessions::EmailToken;
use crate::store::users::{Claim, User};

/// For how long a link is good.
const LINK_LIFETIME: Ms = Ms::seconds(3600);
const LONGEST_BIO: usize = 400;

/// What others see, and what is set; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct ProfileChange {
    pub bio: Option<String>,
    pub country: Option<String>,
    /// As JSON.
    pub prefs: Option<String>,
}

impl Accounts {
    /// A new password for somebody who knows the old one. Every other device is signed out, and this one gets a new
    /// token.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn change_password(
        &self,
        viewer: &Viewer,
        old: &str,
        new: &str,
        device: &Device,
        now: Ms,
    ) -> Result<Entry, AccountError> {
        let user = self.account(viewer).await?;
        if user.kind == UserKind::Guest {
            return Err(AccountError::GuestsCannot);
        }
        self.confirm(&user, old, device, now).await?;
        self.set_password(&user, new).await?;
        tracing::info!(user = %user.id, "changed the password");
        self.enter(user.id, None, device, now).await
    }

    /// Sends a link with which the password can be set anew, if there is such an account. What is answered, and
    /// when, does not depend on that: the work is done after the answer.
    ///
    /// # Errors
    /// When too many were asked for from this address, or the database does not answer.
    pub async fn ask_reset(&self, name_or_email: &str, device: &Device, now: Ms) -> Result<(), AccountError> {
        let address = limits::address_key(device.address);
        if !limits::RESET_ADDRESS.count(&*self.store, &address, now).await? {
            return Err(AccountError::Limited { wait: limits::RESET_ADDRESS.window });
        }
        let (accounts, text) = (self.clone(), name_or_email.trim().to_owned());
        tokio::spawn(async move {
            if let Err(error) = accounts.send_reset(&text, now).await {
                tracing::warn!(%error, "a link to reset a password was not made");
            }
        });
        Ok(())
    }

    async fn send_reset(&self, text: &str, now: Ms) -> Result<(), AccountError> {
        let by_email = email_key(text).ok();
        let key = by_email.clone().unwrap_or_else(|| name_key(text));
        if !limits::RESET_ACCOUNT.count(&*self.store, &secrets::hash(&key), now).await? {
            return Ok(());
        }
        let user = match &by_email {
            Some(key) => self.store.user_by_email(key).await?,
            None => self.store.user_by_name(&key).await?,
        };
        let Some(user) = user.filter(|user| user.state == UserState::Open && user.password_hash.is_some())
        else {
            return Ok(());
        };
        let token = self.reset_token(user.id, now).await?;
        let to = user.email.clone().filter(|_| user.email_verified_at.is_some());
        self.mailer.send(Letter::Reset { name: user.name, token }, to);
        Ok(())
    }

    /// A token that sets a new password; for the mail, or for an operator to hand over.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reset_token(&self, user: UserId, now: Ms) -> Result<Token, AccountError> {
        let token = Token::new("");
        let row = EmailToken {
            token_hash: token.hash(),
            user_id: user,
            purpose: MailPurpose::Reset,
            email: String::new(),
            expires_at: now + LINK_LIFETIME,
        };
        self.store.insert_email_token(row).await?;
        Ok(token)
    }

    /// Sets a new password by a link. All devices are signed out and all tokens taken back: whoever needs this may
    /// have lost the account to somebody else.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn confirm_reset(
        &self,
        token: &str,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<(), AccountError> {
        let address = limits::address_key(device.address);
        if !limits::SIGN_IN_ADDRESS.allows(&*self.store, &address, now).await? {
            return Err(AccountError::Limited { wait: limits::SIGN_IN_ADDRESS.window });
        }
        let found = match secrets::is_plausible(token) {
            true => self.store.email_token(&secrets::hash(token), now).await?,
            false => None,
        };
        let Some(found) = found.filter(|found| found.purpose == MailPurpose::Reset) else {
            limits::SIGN_IN_ADDRESS.count(&*self.store, &address, now).await?;
            return Err(AccountError::BadLink);
        };
        let user = self.store.user(found.user_id).await?.ok_or(AccountError::BadLink)?;
        // Before the token is used up: a password that is refused must not cost the link.
        passwords::check(password, &user.name, user.email.as_deref())?;
        let taken = self.store.take_email_token(&found.token_hash, MailPurpose::Reset, now).await?;
        taken.ok_or(AccountError::BadLink)?;
        self.set_password(&user, password).await?;
        self.sessions.revoke_all_tokens(user.id).await?;
        tracing::info!(user = %user.id, "set a new password by a link");
        Ok(())
    }

    async fn set_password(&self, user: &User, password: &str) -> Result<(), AccountError> {
        passwords::check(password, &user.name, user.email.as_deref())?;
        let hash = self.passwords.hash(password).await?;
        self.store.set_password(user.id, hash).await?;
        limits::SIGN_IN_ACCOUNT.forget(&*self.store, &secrets::hash(&user.name_key)).await?;
        self.sessions.close_all(user.id, None).await?;
        Ok(())
    }

    /// Wants another address, or none. The new one counts when its link was followed.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn change_email(
        &self,
        viewer: &Viewer,
        email: &str,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<(), AccountError> {
        let user = self.account(viewer).await?;
        if user.kind == UserKind::Guest {
            return Err(AccountError::GuestsCannot);
        }
        let email = email.trim();
        if !email.is_empty() {
            email_key(email)?;
        }
        self.confirm(&user, password, device, now).await?;
        if email.is_empty() {
            self.store.set_email(user.id, None).await?;
            return Ok(());
        }
        self.ask_to_verify(&user, email, now).await
    }

    /// Sends a link to an address. If somebody else has it, they are told instead; the asker sees no difference.
    pub(super) async fn ask_to_verify(&self, user: &User, email: &str, now: Ms) -> Result<(), AccountError> {
        if !limits::VERIFY_ACCOUNT.count(&*self.store, &user.id.to_string(), now).await? {
            return Err(AccountError::Limited { wait: limits::VERIFY_ACCOUNT.window });
        }
        let key = email_key(email)?;
        let owner = self.store.user_by_email(&key).await?.filter(|owner| owner.id != user.id);
        if owner.is_some() {
            self.mailer.send(Letter::Taken, Some(email.to_owned()));
            return Ok(());
        }
        let token = Token::new("");
        let row = EmailToken {
            token_hash: token.hash(),
            user_id: user.id,
            purpose: MailPurpose::Verify,
            email: email.to_owned(),
            expires_at: now + LINK_LIFETIME,
        };
        self.store.insert_email_token(row).await?;
        self.mailer.send(Letter::Verify { name: user.name.clone(), token }, Some(email.to_owned()));
        Ok(())
    }

    /// A link to an address was followed.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn verify_email(&self, token: &str, now: Ms) -> Result<(), AccountError> {
        if !secrets::is_plausible(token) {
            return Err(AccountError::BadLink);
        }
        let found = self.store.take_email_token(&secrets::hash(token), MailPurpose::Verify, now).await?;
        let found = found.ok_or(AccountError::BadLink)?;
        let key = email_key(&found.email)?;
        match self.store.set_email(found.user_id, Some((found.email, key.clone()))).await? {
            Claim::Done => {}
            // Whoever follows the link reads the address: it may be told that another account has it.
            Claim::NameTaken | Claim::EmailTaken | Claim::Gone => return Err(AccountError::BadLink),
        }
        self.store.verify_email(found.user_id, &key, now).await?;
        Ok(())
    }

    /// What others see, and settings.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn change_profile(&self, viewer: &Viewer, change: ProfileChange) -> Result<(), AccountError> {
        let user = self.account(viewer).await?;
        if user.kind == UserKind::Guest && (change.bio.is_some() || change.country.is_some()) {
            return Err(AccountError::GuestsCannot);
        }
        let bio = match change.bio.as_deref().map(str::trim) {
            None => user.bio,
            Some("") => None,
            Some(bio) if bio.chars().count() > LONGEST_BIO => {
                return Err(AccountError::TooLong { most: LONGEST_BIO });
            }
            Some(bio) => Some(bio.chars().filter(|c| *c == '\n' || !c.is_control()).collect()),
        };
        let country = match change.country.as_deref().map(str::trim) {
            None => user.country,
            Some("") => None,
            Some(country) if country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                Some(country.to_ascii_uppercase())
            }
            Some(_) => return Err(AccountError::Country),
        };
        let prefs = change.prefs.unwrap_or(user.prefs);
        Ok(self.store.set_profile(user.id, prefs, country, bio).await?)
    }

    /// Closes an account for good. The caller has ended its games; they stay, under a name that says nothing.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn close(&self, user: &User) -> Result<(), AccountError> {
        self.sessions.close_all(user.id, None).await?;
        self.sessions.revoke_all_tokens(user.id).await?;
        let name = format!("deleted-{}", crate::domain::ids::base58(secrets::random_number(), 10));
        let key = name_key(&name);
        self.store.anonymize(user.id, name, key).await?;
        tracing::info!(user = %user.id, "closed the account");
        Ok(())
    }

    /// Whether somebody may close this account: guests may, others with their password.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn confirm_close(
        &self,
        viewer: &Viewer,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<User, AccountError> {
        let user = self.account(viewer).await?;
        if user.kind != UserKind::Guest {
            self.confirm(&user, password, device, now).await?;
        }
        Ok(user)
    }

    /// An administrator types the password again.
    ///
    /// # Errors
    /// See [`AccountError`].
    pub async fn confirm_again(
        &self,
        viewer: &Viewer,
        password: &str,
        device: &Device,
        now: Ms,
    ) -> Result<(), AccountError> {
        let user = self.account(viewer).await?;
        self.confirm(&user, password, device, now).await?;
        Ok(self.store.confirm_session(viewer.hash(), now).await?)
    }
}
