//! Letters with links: by SMTP where it is configured, otherwise into the operator's log.
//!
//! A link is worth as much as a password for an hour, so that letters are never kept: they are sent from memory,
//! tried again a few times, and asked for anew if the process ends meanwhile.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use tokio::sync::Semaphore;

use super::secrets::Token;
use crate::config::{Mail, PublicUrl};
use crate::metrics;

/// How often, and how long after each other, a letter is tried.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_secs(5), Duration::from_secs(30), Duration::from_secs(180)];
/// How many letters may be under way.
const MOST_LETTERS: usize = 200;

/// What is written to people.
#[derive(Clone, Debug)]
pub enum Letter {
    /// Somebody forgot the password.
    Reset { name: String, token: Token },
    /// Somebody gave this address.
    Verify { name: String, token: Token },
    /// Somebody gave this address, which already belongs to an account.
    Taken,
}

/// The configuration of mail is wrong.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    #[error("mail.smtp_url: {0}")]
    Server(lettre::transport::smtp::Error),
    #[error("mail.from: {0}")]
    From(lettre::address::AddressError),
}

/// Sends letters.
#[derive(Clone, Debug)]
pub struct Mailer {
    origin: String,
    post: Option<(AsyncSmtpTransport<Tokio1Executor>, Mailbox)>,
    under_way: Arc<Semaphore>,
}

impl Mailer {
    /// As configured.
    ///
    /// # Errors
    /// When the server's address or our own cannot be read.
    pub fn new(mail: &Mail, url: &PublicUrl) -> Result<Mailer, MailerError> {
        let post = match (&mail.smtp_url, &mail.from) {
            (Some(server), Some(from)) => {
                let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server.expose());
                let transport =
                    transport.map_err(MailerError::Server)?.timeout(Some(Duration::from_secs(20)));
                Some((transport.build(), from.parse().map_err(MailerError::From)?))
            }
            _ => None,
        };
        Ok(Mailer { origin: url.origin.clone(), post, under_way: Arc::new(Semaphore::new(MOST_LETTERS)) })
    }

    /// Sends a letter, some time. Nobody waits for it, and nobody learns whether it arrived.
    pub fn send(&self, letter: Letter, to: Option<String>) {
        let Some((transport, from)) = self.post.clone() else {
            self.log(&letter, to.as_deref());
            return;
        };
        let Some(to) = to else {
            // The account has no address that is known to be read; the operator can make a link.
            metrics::MAILS.add("no-address", 1);
            return;
        };
        let message = match self.write(&letter, &to, from) {
            Ok(message) => message,
            Err(error) => {
                tracing::warn!(%error, "a letter could not be written");
                return;
            }
        };
        let Ok(place) = Arc::clone(&self.under_way).try_acquire_owned() else {
            metrics::MAILS.add("dropped", 1);
            return;
        };
        tokio::spawn(async move {
            let _place = place;
            for pause in PAUSES {
                tokio::time::sleep(pause).await;
                match transport.send(message.clone()).await {
                    Ok(_) => return metrics::MAILS.add("sent", 1),
                    Err(error) => tracing::warn!(%error, "a letter was not taken"),
                }
            }
            metrics::MAILS.add("failed", 1);
        });
    }

    /// Without mail the operator hands links over. This is the one secret that a log may hold, and it says so.
    fn log(&self, letter: &Letter, to: Option<&str>) {
        match letter {
            Letter::Reset { name, token } => {
                let link = self.link("reset", token);
                tracing::warn!(
                    name,
                    link,
                    "no mail is configured: give this link, good once for an hour, to its owner"
                );
            }
            Letter::Verify { name, token } => {
                let link = self.link("verify", token);
                let to = to.unwrap_or_default();
                tracing::warn!(name, to, link, "no mail is configured: this link confirms the address");
            }
            Letter::Taken => {}
        }
    }

    /// The link that a token makes. Behind the `#`, so that no proxy on the way writes it down.
    #[must_use]
    pub fn link(&self, what: &str, token: &Token) -> String {
        format!("{}/#/{what}/{}", self.origin, token.expose())
    }

    fn write(&self, letter: &Letter, to: &str, from: Mailbox) -> Result<Message, lettre::error::Error> {
        let (subject, body) = match letter {
            Letter::Reset { name, token } => (
                "A new password for Skep",
                format!(
                    "Hello {name},\n\nsomebody asked for a new password for your account. If it was you, follow this \
                     link within an hour:\n\n{}\n\nIf it was not, do nothing: your password stays as it is.\n",
                    self.link("reset", token)
                ),
            ),
            Letter::Verify { name, token } => (
                "Your mail address at Skep",
                format!(
                    "Hello {name},\n\nfollow this link within an hour to confirm that this is your address:\n\n{}\n\n\
                     If you have no account at Skep, do nothing.\n",
                    self.link("verify", token)
                ),
            ),
            Letter::Taken => (
                "Your mail address at Skep",
                format!(
                    "Hello,\n\nsomebody gave your address for an account at {}, but it belongs to your account \
                     already. If it was you and you forgot the password, you can set a new one there. If it was \
                     not, do nothing.\n",
                    self.origin
                ),
            ),
        };
        let to: lettre::Address = to.parse().map_err(|_| lettre::error::Error::MissingTo)?;
        Message::builder().from(from).to(Mailbox::new(None, to)).subject(subject).body(body)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

    use super::*;
    use crate::config::Secret;

    fn url() -> PublicUrl {
        PublicUrl { origin: "https://hive.example".into(), host: "hive.example".into(), secure: true }
    }

    #[test]
    fn letters_hold_their_links_and_nothing_foreign() {
        let mail = Mail {
            smtp_url: Some(Secret::new("smtp://localhost:2525".into())),
            from: Some("Skep <skep@hive.example>".into()),
        };
        let mailer = Mailer::new(&mail, &url()).unwrap();
        let from = mailer.post.clone().unwrap().1;
        let token = Token::new("");
        let letter = Letter::Reset { name: "ann".into(), token: token.clone() };
        let message = mailer.write(&letter, "ann@example.org", from.clone()).unwrap();
        let text = String::from_utf8(message.formatted()).unwrap().replace("=\r\n", "");
        assert!(text.contains("To: ann@example.org") && text.contains("From: Skep"), "{text}");
        assert!(text.contains(token.expose()), "{text}");
        assert!(mailer.write(&letter, "ann@example.org\r\nBcc: all@example.org", from).is_err());
    }

    /// The other end of one letter's way, as far as a server that takes everything has to speak: what came.
    async fn take_a_letter(listener: tokio::net::TcpListener) -> Vec<String> {
        let (stream, _) = listener.accept().await.unwrap();
        let (reader, mut writer) = stream.into_split();
        let mut lines = BufReader::new(reader).lines();
        let mut heard = Vec::new();
        let mut in_letter = false;
        writer.write_all(b"220 hive.example\r\n").await.unwrap();
        while let Some(line) = lines.next_line().await.unwrap() {
            let answer = match line.as_str() {
                "." => "250 taken",
                _ if in_letter => "",
                "DATA" => "354 go on",
                _ => "250 well",
            };
            in_letter = line == "DATA" || (in_letter && line != ".");
            let taken = line == ".";
            heard.push(line);
            if !answer.is_empty() {
                writer.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
            }
            if taken {
                break;
            }
        }
        heard
    }

    #[tokio::test]
    async fn a_letter_arrives_at_a_mail_server() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = format!("smtp://{}", listener.local_addr().unwrap());
        let mail =
            Mail { smtp_url: Some(Secret::new(server)), from: Some("Skep <skep@hive.example>".into()) };
        let mailer = Mailer::new(&mail, &url()).unwrap();
        let token = Token::new("");
        mailer.send(
            Letter::Verify { name: "ann".into(), token: token.clone() },
            Some("ann@example.org".into()),
        );
        let heard = take_a_letter(listener).await;
        assert!(heard.contains(&"MAIL FROM:<skep@hive.example>".into()), "{heard:?}");
        assert!(heard.contains(&"RCPT TO:<ann@example.org>".into()), "{heard:?}");
        // Long lines are folded on the way.
        let letter = heard.join("\n").replace("=\n", "");
        assert!(letter.contains("Hello ann") && letter.contains(token.expose()), "{letter}");
    }

    #[test]
    fn a_wrong_configuration_is_told_at_start() {
        let mail =
            |url: &str, from: &str| Mail { smtp_url: Some(Secret::new(url.into())), from: Some(from.into()) };
        assert!(Mailer::new(&mail("nonsense", "a@b.org"), &url()).is_err());
        assert!(Mailer::new(&mail("smtp://localhost", "nobody"), &url()).is_err());
    }
}
