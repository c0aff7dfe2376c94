//! Trial of the database's schema and statements with a real PostgreSQL: started on loopback in a directory of its own, and removed at the end.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Done, capture, cargo, run};
use crate::{system, tidy};

/// Where Debian keeps the versions of PostgreSQL.
const VERSIONS: &str = "/usr/lib/postgresql";
/// System user that runs the server: PostgreSQL refuses to run as root.
const USER: &str = "postgres";
/// The tables as the earlier migrations leave them, in PostgreSQL's words; those migrations are written for SQLite alone.
const EARLIER: &str = "
CREATE TABLE room (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, owner TEXT NOT NULL, asked TEXT NOT NULL, created_at BIGINT NOT NULL,
    touched_at BIGINT NOT NULL, live BIGINT NOT NULL, timed BIGINT NOT NULL, plies BIGINT NOT NULL,
    turn BIGINT NOT NULL, position TEXT NOT NULL, position_first TEXT, position_second TEXT, last_move TEXT,
    winner TEXT, reason TEXT, ended_at BIGINT,
    spent_first BIGINT NOT NULL DEFAULT 0, spent_second BIGINT NOT NULL DEFAULT 0,
    moves_first BIGINT NOT NULL DEFAULT 0, moves_second BIGINT NOT NULL DEFAULT 0,
    pace_ms BIGINT NOT NULL, next TEXT, aids TEXT NOT NULL DEFAULT ''
);
CREATE TABLE seat (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side BIGINT NOT NULL, kind TEXT NOT NULL,
    player TEXT, name TEXT, level BIGINT, brain TEXT, PRIMARY KEY (room, side)
);
CREATE TABLE event (
    room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, seq BIGINT NOT NULL, at BIGINT NOT NULL,
    body TEXT NOT NULL, command TEXT, PRIMARY KEY (room, seq)
);
CREATE TABLE deal (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, seed BYTEA NOT NULL, first BYTEA, second BYTEA,
    first_by TEXT, second_by TEXT
);
CREATE TABLE invitation (
    token TEXT PRIMARY KEY, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, side BIGINT NOT NULL
);
CREATE TABLE shelf (
    player TEXT NOT NULL, room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE, PRIMARY KEY (player, room)
);
CREATE TABLE player (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE heartbeat (one BIGINT PRIMARY KEY CHECK (one = 1), at BIGINT NOT NULL);
CREATE TABLE puzzle (
    player TEXT NOT NULL, collection TEXT NOT NULL, puzzle TEXT NOT NULL, state TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (player, collection, puzzle)
);
CREATE TABLE puzzler (
    player TEXT PRIMARY KEY, rating DOUBLE PRECISION NOT NULL, solved BIGINT NOT NULL, failed BIGINT NOT NULL,
    streak BIGINT NOT NULL, best BIGINT NOT NULL
);
CREATE TABLE job (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, address TEXT, body TEXT NOT NULL,
    created_at BIGINT NOT NULL, holder TEXT NOT NULL, lease_until BIGINT NOT NULL
);
CREATE TABLE deadline (
    room TEXT PRIMARY KEY REFERENCES room (id) ON DELETE CASCADE, at BIGINT NOT NULL, since BIGINT NOT NULL,
    credit BIGINT NOT NULL
);
";

/// Gives every migration that both databases are to accept to a PostgreSQL, each in a transaction, and has it prepare
/// every statement of the store.
pub fn trial() -> Done {
    let programs = programs()?;
    let schema = ["run", "--quiet", "--package", "testkit", "--bin", "schema"];
    let migrations = capture(&mut cargo(&schema))?;
    let cluster = Cluster::start(programs)?;
    cluster.execute("earlier tables", EARLIER)?;
    let mut count = 0;
    for migration in migrations.split("-- Version ").filter(|part| !part.trim().is_empty()) {
        let (version, sql) =
            migration.split_once('\n').ok_or("the migrations are printed with their versions")?;
        cluster.execute(&format!("version {version}"), sql)?;
        count += 1;
    }
    if count == 0 {
        return Err("there is no migration to try".to_owned());
    }
    let statements = tidy::statements()?;
    if statements.is_empty() {
        return Err("the store has no statement to try".to_owned());
    }
    let mut refused = 0;
    for statement in &statements {
        let prepare = format!("PREPARE statement AS {};", statement.sql);
        if let Err(problem) = cluster.execute(&statement.place, &prepare) {
            println!("{problem}");
            refused += 1;
        }
    }
    if refused > 0 {
        return Err(format!("{refused} of {} statements are not accepted (see above)", statements.len()));
    }
    println!(
        "{count} migrations and {} statements are accepted by {}",
        statements.len(),
        capture(&mut cluster.program("postgres", &["--version"]))?.trim()
    );
    Ok(())
}

/// Directory of the newest PostgreSQL's programs; installs Debian's if there is none.
fn programs() -> Done<PathBuf> {
    let newest = || {
        let versions = fs::read_dir(VERSIONS).ok()?;
        let mut found: Vec<(u32, PathBuf)> = versions
            .flatten()
            .filter_map(|entry| {
                let version = entry.file_name().to_str()?.parse().ok()?;
                let programs = entry.path().join("bin");
                programs.join("initdb").exists().then_some((version, programs))
            })
            .collect();
        found.sort();
        found.pop().map(|(_, programs)| programs)
    };
    if let Some(found) = newest() {
        return Ok(found);
    }
    system::install(&["postgresql"], "PostgreSQL")?;
    newest().ok_or_else(|| format!("PostgreSQL was installed but is not in {VERSIONS}"))
}

/// Running server, stopped and removed at the end.
struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    fn start(programs: PathBuf) -> Done<Cluster> {
        let folder = std::env::temp_dir().join(format!("kydai-postgres-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        // A port that is free now.
        let free = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
        let port = free.map_err(|error| format!("no free port: {error}"))?.port();
        let cluster = Cluster { programs, folder, port };
        if is_root() {
            run(Command::new("chown").arg(USER).arg(&cluster.folder))?;
        }
        let data = cluster.data();
        capture(&mut cluster.program("initdb", &["--auth", "trust", "--username", USER, "--pgdata", &data]))?;
        let sockets = cluster.folder.display();
        let options = format!("-p {port} -c listen_addresses=127.0.0.1 -k {sockets} -F");
        let log = cluster.folder.join("log").display().to_string();
        capture(&mut cluster.program("pg_ctl", &["-D", &data, "-l", &log, "-w", "-o", &options, "start"]))?;
        Ok(cluster)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Program of this PostgreSQL, run by a user that it accepts.
    fn program(&self, name: &str, arguments: &[&str]) -> Command {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", USER, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).args(arguments);
        command
    }

    /// Executes statements in one transaction.
    fn execute(&self, what: &str, sql: &str) -> Done {
        let file = self.folder.join("statements.sql");
        fs::write(&file, sql).map_err(|error| format!("{}: {error}", file.display()))?;
        let port = self.port.to_string();
        let file = file.display().to_string();
        let arguments = [
            "-X",
            "-q",
            "-1",
            "-v",
            "ON_ERROR_STOP=1",
            "-h",
            "127.0.0.1",
            "-p",
            &port,
            "-U",
            USER,
            "-f",
            &file,
        ];
        capture(&mut self.program("psql", &arguments))
            .map(|_| ())
            .map_err(|problem| format!("PostgreSQL does not accept {what}: {problem}"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        if Path::new(&data).join("postmaster.pid").exists() {
            let _ = capture(&mut self.program("pg_ctl", &["-D", &data, "-m", "immediate", "stop"]));
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
