//! A server of its own for the commands of the operator: with a database in the target folder and a few people in it.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::execute::TRIAL;
use crate::http;
use crate::workspace::Workspace;

/// What the program writes when it can be visited.
const READY: &str = "Skep is at http://localhost:";

/// The people of whom the documents speak.
const PEOPLE: [&str; 3] = ["ann", "mallory", "marvin"];

/// A running server, stopped when this is dropped.
pub(super) struct Site {
    server: Child,
    settings: Vec<(&'static str, String)>,
}

impl Site {
    /// Starts `skep serve` as a newcomer would, but for the places where it keeps things and listens.
    pub(super) fn start(workspace: &Workspace) -> Result<Site> {
        let folder = workspace.target().join(TRIAL);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)
            .context("cannot make a folder for what the documents' commands make")?;
        let settings = vec![
            ("SKEP_DB__URL", format!("sqlite://{}", folder.join("skep.db").display())),
            ("SKEP_METRICS__LISTEN", "off".to_owned()),
            ("SKEP_DRAIN__NOTICE_S", "0".to_owned()),
        ];
        let mut command = workspace.command(workspace.target().join("debug/skep"));
        command.arg("serve").envs(settings.iter().cloned()).env("SKEP_LISTEN", "127.0.0.1:0");
        let mut server = command.stderr(Stdio::piped()).spawn().context("cannot start skep serve")?;
        let log = BufReader::new(server.stderr.take().context("its log is piped")?);
        let mut site = Site { server, settings };
        let port = site.wait(log)?;
        for name in PEOPLE {
            let body = format!(r#"{{"name":"{name}","password":"three words for {name}"}}"#);
            let (status, answer) = http::ask(port, "/api/v1/account", Some(&body))?;
            ensure!(status == 200, "{name} cannot register: {answer}");
        }
        Ok(site)
    }

    /// Reads the log until the server can be visited; the rest of it is read and forgotten.
    fn wait(&mut self, log: BufReader<std::process::ChildStderr>) -> Result<u16> {
        let mut lines = log.lines();
        let mut said = String::new();
        for line in lines.by_ref() {
            let line = line.context("cannot read the server's log")?;
            if let Some((_, rest)) = line.split_once(READY) {
                let port = rest.split('/').next().and_then(|port| port.parse().ok());
                std::thread::spawn(move || lines.for_each(drop));
                return port.with_context(|| format!("no port in {line}"));
            }
            said += &line;
            said.push('\n');
        }
        anyhow::bail!("skep serve ended:\n{said}")
    }

    /// Lets a command work on the same database.
    pub(super) fn lend(&self, command: &mut Command) {
        command.envs(self.settings.iter().cloned());
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
