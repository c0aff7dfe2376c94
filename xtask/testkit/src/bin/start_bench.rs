//! Start benchmark: `start_bench GAMES PLIES` makes a database of unfinished games with running clocks, starts the server over
//! it, and prints the time until it listens and its memory. `cargo xtask bench start` runs it.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};
use table::{Notation, games};
use testkit::{Problem, ServerProcess, in_folder};

fn main() -> Result<(), Problem> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<usize>());
    let mut next = |usual: usize| numbers.next().transpose().map(|number| number.unwrap_or(usual));
    let (games, plies) = (next(10_000)?, next(145)?);
    in_folder("start", |folder| measure(folder, games, plies))
}

fn measure(folder: &Path, games: usize, plies: usize) -> Result<(), Problem> {
    let database = folder.join("kydai.sqlite");
    let mut server = ServerProcess::start(&database)?;
    let asked = json!({"game": "xiangqi", "one": {"kind": "me"}, "other": {"kind": "here"}, "moves": moves(plies)?,
        "clock": {"kind": "game", "initial_ms": 3_600_000, "increment_ms": 0}});
    let room = server.ask("POST", "/api/rooms", Some(&asked))?["room"].as_str().ok_or("no room")?.to_owned();
    drop(server);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(multiply(&database, &room, games))?;
    let server = ServerProcess::start(&database)?;
    let opened = server.peak_memory();
    std::thread::sleep(Duration::from_secs(10));
    let later = server.peak_memory();
    println!("| unfinished games | plies each | until it listens | memory then | peak memory in 10 s |");
    println!("|---:|---:|---:|---:|---:|");
    println!("| {games} | {plies} | {:.2} s | {opened:.0} MB | {later:.0} MB |", server.took.as_secs_f64());
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
