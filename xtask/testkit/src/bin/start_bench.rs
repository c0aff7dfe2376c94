//! Start benchmark: `start_bench GAMES PLIES` makes a database of unfinished games with running clocks, starts the server over
//! it, and prints the time until it listens and its memory. `cargo xtask bench start` runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use table::{Notation, games};

type Problem = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Problem> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut next = |usual: usize| numbers.next().transpose().map(|number| number.unwrap_or(usual));
    let (games, plies) = (next(10_000)?, next(145)?);
    let folder = std::env::temp_dir().join(format!("kydai-start-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let done = measure(&folder, games, plies);
    std::fs::remove_dir_all(&folder)?;
    done
}

fn measure(folder: &Path, games: usize, plies: usize) -> Result<(), Problem> {
    let database = folder.join("kydai.sqlite");
    let (server, _) = ServerProcess::start(&database)?;
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "here"}, "moves": moves(plies)?,
        "clock": {"kind": "game", "initial_ms": 3_600_000, "increment_ms": 0}});
    let room = post(server.address, &asked)?["room"].as_str().ok_or("no room")?.to_owned();
    drop(server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(multiply(&database, &room, games))?;
    let (server, took) = ServerProcess::start(&database)?;
    let opened = server.memory();
    std::thread::sleep(Duration::from_secs(10));
    let later = server.memory();
    println!("| unfinished games | plies each | until it listens | memory then | peak memory in 10 s |");
    println!("|---:|---:|---:|---:|---:|");
    println!("| {games} | {plies} | {:.2} s | {opened:.0} MB | {later:.0} MB |", took.as_secs_f64());
    Ok(())
}

/// Legal moves that do not end the game.
fn moves(plies: usize) -> Result<Vec<String>, Problem> {
    let book = games::by_name("xiangqi").ok_or("no such game")?;
    let mut study = book.open(None, &[]).map_err(|message| message.to_string())?;
    let mut seed = 7_usize;
    while study.ply() < plies {
        let legal = study.legal_moves(Notation::Uci);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal.get((seed >> 33) % legal.len().max(1)).ok_or("the game has ended")?;
        study.play(mv, Notation::Uci).map_err(|message| message.to_string())?;
        if study.status().outcome.is_some() {
            study.pop();
        }
    }
    Ok(study.moves(Notation::Uci))
}

/// Copies the rows of a room under other names.
async fn multiply(database: &Path, room: &str, games: usize) -> Result<(), Problem> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    connection.execute("CREATE TEMP TABLE number (n INTEGER)").await?;
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO number SELECT i FROM n";
    sqlx::query(numbers).bind(games as i64).execute(&mut connection).await?;
    let mut transaction = connection.begin().await?;
    for (table, key) in
        [("room", "id"), ("seat", "room"), ("event", "room"), ("shelf", "room"), ("deadline", "room")]
    {
        let columns: Vec<(String,)> = sqlx::query_as("SELECT name FROM pragma_table_info(?)")
            .bind(table)
            .fetch_all(&mut *transaction)
            .await?;
        let names: Vec<String> = columns.into_iter().map(|(name,)| format!("\"{name}\"")).collect();
        let key = format!("\"{key}\"");
        let values: Vec<String> =
            names
                .iter()
                .map(|name| {
                    if *name == key {
                        "printf('copy%012d', number.n)".to_owned()
                    } else {
                        format!("t.{name}")
                    }
                })
                .collect();
        let query = format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {table} t, number WHERE t.{key} = ?",
            names.join(", "),
            values.join(", ")
        );
        sqlx::query(sqlx::AssertSqlSafe(query)).bind(room).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    connection.close().await?;
    Ok(())
}

fn post(address: SocketAddr, body: &Value) -> Result<Value, Problem> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /api/rooms HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

/// Server process.
struct ServerProcess {
    child: Child,
    address: SocketAddr,
}

impl ServerProcess {
    /// Starts the server; returns it with the time until it listened.
    fn start(database: &Path) -> Result<(ServerProcess, Duration), Problem> {
        let program = std::env::current_exe()?.with_file_name("examples").join("minimal_server");
        let begun = Instant::now();
        let mut child = Command::new(program).arg(database).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("the server prints no address")?;
        BufReader::new(out).read_line(&mut line)?;
        Ok((ServerProcess { child, address: line.trim().parse()? }, begun.elapsed()))
    }

    /// Peak memory in megabytes.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
