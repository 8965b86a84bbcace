//! A PostgreSQL cluster for one test run, thrown away at its end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A running server with its files in a folder of its own, reachable by a socket in that folder only.
#[derive(Debug)]
pub struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    durable: bool,
}

/// Why there is no server to test with.
#[derive(Debug)]
pub struct NoPostgres(pub String);

impl std::fmt::Display for NoPostgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Postgres {
    /// Starts a server that does not wait for the disk: fast, and gone after a crash of the machine.
    ///
    /// # Errors
    /// When PostgreSQL is not installed, or root has no user to run it as.
    pub fn start() -> Result<Postgres, NoPostgres> {
        Postgres::start_with(false)
    }

    /// Starts a server that waits for the disk, for tests that kill it.
    ///
    /// # Errors
    /// As [`Postgres::start`].
    pub fn start_durable() -> Result<Postgres, NoPostgres> {
        Postgres::start_with(true)
    }

    fn start_with(durable: bool) -> Result<Postgres, NoPostgres> {
        let programs = programs().ok_or_else(|| NoPostgres("PostgreSQL is not installed".into()))?;
        if is_root() && !user_exists("postgres") {
            return Err(NoPostgres("root cannot run PostgreSQL, and there is no user postgres".into()));
        }
        let folder = fresh_folder();
        if is_root() {
            run(Command::new("chown").arg("postgres:").arg(&folder));
        }
        let server = Postgres { folder, programs, durable };
        let mut command = server.command("initdb");
        command.args(["-A", "trust", "-U", "skep", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-D"]);
        run(command.arg(server.data()));
        server.resume();
        Ok(server)
    }

    /// Starts it again after [`Postgres::halt`].
    pub fn resume(&self) {
        let folder = self.folder.display();
        let fsync = if self.durable { "on" } else { "off" };
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync={fsync} -c max_connections=300"
        );
        let mut command = self.command("pg_ctl");
        command.arg("-D").arg(self.data()).args(["-w", "-l"]).arg(self.folder.join("log"));
        run(command.args(["-o", &options, "start"]));
    }

    /// Stops it: `fast` asks every session to end, `immediate` is like a crash.
    pub fn halt(&self, mode: &str) {
        let mut command = self.command("pg_ctl");
        run(command.arg("-D").arg(self.data()).args(["-w", "-m", mode, "stop"]));
    }

    /// The address of a database on it.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://skep@localhost/{database}?host={}", self.folder.display())
    }

    /// Makes an empty database, or a copy of another one to which nobody is connected.
    pub fn create(&self, database: &str, template: Option<&str>) {
        let mut command = self.command("createdb");
        command.arg("-h").arg(&self.folder).args(["-U", "skep"]);
        if let Some(template) = template {
            command.args(["-T", template]);
        }
        run(command.arg(database));
    }

    /// What a statement prints, one row a line.
    #[must_use]
    pub fn query(&self, database: &str, statement: &str) -> String {
        let mut command = self.command("psql");
        command.arg("-h").arg(&self.folder).args(["-U", "skep", "-At", "-c", statement, database]);
        run(&mut command)
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// PostgreSQL refuses to run as root, so root runs it as the user of its package.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut command = self.command("pg_ctl");
        command.arg("-D").arg(self.data()).args(["-m", "immediate", "stop"]);
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Where the server's programs are: in the path, or where Debian puts them, the newest version first.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A link in the path may stand alone; the other programs are beside the file it points to.
    let in_path =
        std::env::split_paths(&path).find_map(|folder| fs::canonicalize(folder.join("initdb")).ok());
    let in_path = in_path.and_then(|program| program.parent().map(Path::to_path_buf));
    in_path.filter(|folder| folder.join("pg_ctl").exists()).or_else(|| {
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
            .ok()?
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let version = entry.file_name().to_str()?.parse().ok()?;
                Some((version, entry.path().join("bin")))
            })
            .filter(|(_, folder)| folder.join("initdb").exists())
            .collect();
        versions.sort();
        versions.pop().map(|(_, folder)| folder)
    })
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0)
}

fn user_exists(name: &str) -> bool {
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    users.lines().any(|line| line.split(':').next() == Some(name))
}

/// In the folder for temporary files and short, because a socket's path may have 107 bytes only.
fn fresh_folder() -> PathBuf {
    for number in 0.. {
        let name = format!("skep-pg-{}-{number}", std::process::id());
        let folder = Path::new("/tmp").join(name);
        if fs::create_dir(&folder).is_ok() {
            return folder;
        }
        assert!(number < 1000, "no folder could be made in /tmp");
    }
    unreachable!("the loop above ends by itself")
}

fn run(command: &mut Command) -> String {
    // `pg_ctl start` leaves a server behind that keeps pipes open, so only what is read by us is a pipe.
    let keeps_running = command.get_args().any(|argument| argument == "start");
    if keeps_running {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "{command:?}: {status:?}");
        return String::new();
    }
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
