//! `skep admin`: what an operator does on the machine itself. Works while the server runs.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use skep_server::app::export;
use skep_server::app::moderation::OPERATOR;
use skep_server::app::view;
use skep_server::domain::account::{Roles, UserState};
use skep_server::domain::user::name_key;
use skep_server::run;
use skep_server::site::Site;
use skep_server::store::games::GameFilter;
use skep_server::store::users::User;

use crate::serve::{Settings, runtime};

/// Administer the site's database: people, reports, backups.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List accounts, all or those whose names begin with something.
    Users {
        /// The beginning of the names.
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Show one account.
    User {
        /// Whose.
        name: String,
    },
    /// Give somebody a role, or take all roles away.
    Grant {
        /// To whom.
        name: String,
        /// Which.
        role: Role,
    },
    /// Shut an account: signed out everywhere, games given up.
    Ban {
        /// Whose.
        name: String,
        /// Why, for the log of acts.
        #[arg(default_value = "")]
        why: String,
    },
    /// Open an account again.
    Unban {
        /// Whose.
        name: String,
    },
    /// Print a link with which its owner can set a new password, good once for an hour.
    Reset {
        /// Whose.
        name: String,
    },
    /// Turn an account that has played no game into one for a program.
    Bot {
        /// Which.
        name: String,
    },
    /// List reports that wait, or decide one.
    Reports {
        /// The number of a report that was right.
        #[arg(long, value_name = "ID", conflicts_with = "dismiss")]
        uphold: Option<i64>,
        /// The number of a report that was not.
        #[arg(long, value_name = "ID")]
        dismiss: Option<i64>,
    },
    /// Show what moderators and administrators did last.
    Log,
    /// Copy the embedded database into a file, while the server runs.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Look at every game: do moves, clocks and ratings fit together?
    Verify,
    /// Write all ended public games as PGN to standard output.
    Export {
        /// Only those of one person.
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Role {
    /// Handles reports, shuts accounts, hides chat.
    Moderator,
    /// Everything.
    Admin,
    /// No role at all.
    None,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let config = args.settings.load(&[])?;
    ensure!(
        !config.is_sqlite() || config.sqlite_path().is_some_and(|path| path.exists()),
        "there is no database at {}; start `skep serve` first, or say --data or --db",
        config.db.url.expose()
    );
    runtime()?.block_on(async {
        let site = run::open_site(config).await?;
        act(&site, &args.command).await
    })
}

async fn act(site: &Arc<Site>, command: &Command) -> Result<()> {
    let moderation = &site.moderation;
    match command {
        Command::Users { prefix } => users(site, prefix).await,
        Command::User { name } => show(&find(site, name).await?),
        Command::Grant { name, role } => {
            let roles = match role {
                Role::Moderator => Roles::MODERATOR,
                Role::Admin => Roles::ADMIN.with(Roles::MODERATOR),
                Role::None => Roles::NONE,
            };
            moderation.set_roles(OPERATOR, name, roles).await?;
            say(&format!("{name} must sign in again"))
        }
        Command::Ban { name, why } => {
            moderation.ban(OPERATOR, name, why).await?;
            say(&format!("{name} is shut out"))
        }
        Command::Unban { name } => {
            moderation.unban(OPERATOR, name).await?;
            say(&format!("{name} may come back"))
        }
        Command::Reset { name } => reset(site, name).await,
        Command::Bot { name } => {
            let user = find(site, name).await?;
            ensure!(site.store.make_bot(user.id).await?, "{name} has played already");
            moderation.log(OPERATOR, "bot", &user.name, "").await?;
            say(&format!("{name} is an account for a program now"))
        }
        Command::Reports { uphold, dismiss } => reports(site, *uphold, *dismiss).await,
        Command::Log => log(site).await,
        Command::Backup { file } => {
            site.store.backup(file).await?;
            say(&format!("the database is copied to {}", file.display()))
        }
        Command::Verify => verify(site).await,
        Command::Export { player } => export_games(site, player.as_deref()).await,
    }
}

async fn find(site: &Site, name: &str) -> Result<User> {
    let found = site.store.user_by_name(&name_key(name)).await?;
    found.with_context(|| format!("there is nobody called {name}"))
}

fn say(line: &str) -> Result<()> {
    writeln!(io::stdout(), "{line}")?;
    Ok(())
}

fn state(user: &User) -> &'static str {
    match user.state {
        UserState::Open => "open",
        UserState::Closed => "closed",
        UserState::Banned => "banned",
    }
}

/// Neither addresses nor hashes: who needs those has the database.
async fn users(site: &Site, prefix: &str) -> Result<()> {
    let prefix = name_key(prefix);
    let mut after = String::new();
    loop {
        let page = site.store.list_users(&prefix, &after, 200).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after.clone_from(&last.name_key);
        for user in &page {
            let kind = format!("{:?}", user.kind).to_lowercase();
            let seen = export::date(user.seen_at);
            say(&format!(
                "{:20}  {kind:8}  {:6}  roles {}  seen {seen}",
                user.name,
                state(user),
                user.roles.0
            ))?;
        }
    }
}

fn show(user: &User) -> Result<()> {
    let has = |there: bool| if there { "yes" } else { "no" };
    say(&format!("name      {}", user.name))?;
    say(&format!("number    {}", user.id))?;
    say(&format!("kind      {:?}", user.kind))?;
    say(&format!("state     {}", state(user)))?;
    say(&format!("moderator {}", has(user.roles.has(Roles::MODERATOR))))?;
    say(&format!("admin     {}", has(user.roles.has(Roles::ADMIN))))?;
    say(&format!("mail      {}", has(user.email.is_some())))?;
    say(&format!("created   {}", export::date(user.created_at)))?;
    say(&format!("seen      {}", export::date(user.seen_at)))
}

async fn reset(site: &Site, name: &str) -> Result<()> {
    let user = find(site, name).await?;
    ensure!(user.password_hash.is_some() && user.state == UserState::Open, "{name} has no password to reset");
    let token = site.accounts.reset_token(user.id, site.time.now()).await?;
    site.moderation.log(OPERATOR, "reset", &user.name, "").await?;
    say(&format!("{}/#/reset/{}", site.config.public_url.origin, token.expose()))
}

async fn reports(site: &Site, uphold: Option<i64>, dismiss: Option<i64>) -> Result<()> {
    if let Some(id) = uphold.or(dismiss) {
        site.moderation.handle_report(OPERATOR, id, uphold.is_some()).await?;
        return say("decided");
    }
    let rows = site.store.open_reports(1000).await?;
    let people = rows.iter().flat_map(|row| [row.reporter, row.suspect]).collect::<Vec<_>>();
    let names = view::names(site.store.as_ref(), people).await?;
    for row in &rows {
        let name = |id| view::brief_of(&names, id).name;
        let game = row.game.as_ref().map_or_else(String::new, |game| format!(" in {game}"));
        say(&format!("{}  {} about {}{game}", row.id, name(row.reporter), name(row.suspect)))?;
        for line in row.text.lines() {
            say(&format!("    {line}"))?;
        }
    }
    if rows.is_empty() { say("no report waits") } else { Ok(()) }
}

async fn log(site: &Site) -> Result<()> {
    let acts = site.store.admin_log(i64::MAX, 100).await?;
    let names =
        view::names(site.store.as_ref(), acts.iter().map(|act| act.admin).collect::<Vec<_>>()).await?;
    for act in acts {
        let by =
            if act.admin == OPERATOR { "operator".into() } else { view::brief_of(&names, act.admin).name };
        say(&format!("{}  {by}: {} {} {}", export::date(act.at), act.action, act.target, act.detail))?;
    }
    Ok(())
}

async fn verify(site: &Site) -> Result<()> {
    let found = site.store.verify().await?;
    say(&format!("{} games with {} events", found.games, found.events))?;
    for fault in &found.faults {
        say(fault)?;
    }
    if !found.faults.is_empty() {
        bail!("{} faults", found.faults.len());
    }
    say("everything fits together")
}

async fn export_games(site: &Site, player: Option<&str>) -> Result<()> {
    let mut filter = GameFilter::default();
    if let Some(name) = player {
        filter.player = Some(find(site, name).await?.id);
    }
    let mut after = None;
    loop {
        let games = site.store.ended_games(filter.clone(), after, export::PAGE).await?;
        let people = games.iter().flat_map(|game| [game.players.white.user, game.players.black.user]);
        let names = view::names(site.store.as_ref(), people.collect::<Vec<_>>()).await?;
        for game in &games {
            let text = export::pgn(game, &names, &site.config.public_url.origin);
            writeln!(io::stdout(), "{}", text.with_context(|| format!("game {}", game.id))?)?;
        }
        after = games.last().and_then(export::next_page);
        if after.is_none() {
            return Ok(());
        }
    }
}
