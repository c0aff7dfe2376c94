//! `kydai admin`: accounts, bans, reports and ratings of the web app, and the key of the operator's page.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;
use server::maintenance::{self, OperateError};
use server::store::{BanScope, OperatorAccountRow, ReportRow};
use server::wire::{BanFrom, OperatorActIn};
use table::Message;

use super::data::{database, failure};
use crate::failure::Failure;
use crate::output::Output;

/// Rows of a list.
const LISTED: u32 = 200;

/// `kydai admin`.
#[derive(Args)]
pub struct Admin {
    #[command(subcommand)]
    task: Task,

    /// Data directory [default: the system's data directory]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

/// Scope of a ban.
#[derive(Clone, Copy, ValueEnum)]
enum Scope {
    /// Rated games
    Rated,
    /// Everything that needs an account; the sessions end
    All,
}

/// Tasks of the operator.
#[derive(Subcommand)]
enum Task {
    /// List accounts, the newest first
    Players {
        /// Part of the user name or display name
        #[arg(value_name = "TEXT", default_value = "")]
        text: String,
    },
    /// Ban a player from rated games or altogether
    Ban {
        /// User name
        #[arg(value_name = "NAME")]
        name: String,

        /// What from
        #[arg(long, value_enum, default_value = "rated")]
        from: Scope,

        /// Number of days [default: no end]
        #[arg(long, value_name = "N")]
        days: Option<u32>,

        /// Reason, which the player is told
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// End a ban
    Unban {
        /// User name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Change a user name, or remove a display name
    Rename {
        /// User name
        #[arg(value_name = "NAME")]
        name: String,

        /// New user name; without one the display name is removed
        #[arg(value_name = "NEW")]
        to: Option<String>,
    },
    /// Make a password unusable and print a recovery code, with which the player sets a new one
    ResetPassword {
        /// User name
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Delete an account; games with others stay without its name
    Close {
        /// User name
        #[arg(value_name = "NAME")]
        name: String,

        /// Confirm that the account is deleted for good
        #[arg(long)]
        yes: bool,
    },
    /// List reports by players, or close one
    Reports {
        /// List closed reports too
        #[arg(long)]
        all: bool,

        /// Close this report
        #[arg(long, value_name = "ID")]
        close: Option<String>,

        /// What came of the report that is closed
        #[arg(long, value_name = "TEXT", default_value = "", requires = "close")]
        verdict: String,
    },
    /// List what operators did, the newest first
    Log,
    /// Show the key of the operator's page on this terminal
    Key {
        /// Replace the key
        #[arg(long)]
        new: bool,
    },
    /// Print new registration codes, for `kydai serve --registration by-code`; each creates one account
    Codes {
        /// Number of codes
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,
    },
    /// Compute all ratings again from the log of rated games, and compare them bit by bit
    Ratings {
        /// Replace the ratings that differ
        #[arg(long)]
        repair: bool,
    },
}

pub fn run(asked: &Admin, output: &Output) -> Result<(), Failure> {
    let database = database(asked.data.as_deref());
    let act = |act: &OperatorActIn, done: Message| operate(&database, act, &done, output);
    match &asked.task {
        Task::Players { text } => players(&database, text, output),
        Task::Ban { name, from, days, reason } => {
            let scope = match from {
                Scope::Rated => BanFrom::Rated,
                Scope::All => BanFrom::All,
            };
            let ban = OperatorActIn::Ban { handle: name.clone(), scope, days: *days, reason: reason.clone() };
            act(&ban, Message::new("admin_banned").text("handle", name))
        }
        Task::Unban { name } => act(
            &OperatorActIn::Unban { handle: name.clone() },
            Message::new("admin_unbanned").text("handle", name),
        ),
        Task::Rename { name, to: Some(to) } => act(
            &OperatorActIn::Rename { handle: name.clone(), to: to.clone() },
            Message::new("admin_renamed").text("handle", name).text("name", to),
        ),
        Task::Rename { name, to: None } => act(
            &OperatorActIn::ClearName { handle: name.clone() },
            Message::new("admin_name_cleared").text("handle", name),
        ),
        Task::ResetPassword { name } => act(
            &OperatorActIn::ResetPassword { handle: name.clone() },
            Message::new("admin_reset").text("handle", name),
        ),
        Task::Close { name, yes: false } => {
            Err(Message::new("admin_close_confirm").text("handle", name).into())
        }
        Task::Close { name, yes: true } => act(
            &OperatorActIn::Close { handle: name.clone() },
            Message::new("admin_closed").text("handle", name),
        ),
        Task::Reports { close: Some(id), verdict, .. } => act(
            &OperatorActIn::CloseReport { id: id.clone(), verdict: verdict.clone() },
            Message::new("admin_report_closed").text("id", id),
        ),
        Task::Reports { close: None, all, .. } => reports(&database, *all, output),
        Task::Log => log(&database, output),
        Task::Key { new } => key(&database, *new, output),
        Task::Codes { count } => codes(&database, usize::from(*count), output),
        Task::Ratings { repair } => ratings(&database, *repair, output),
    }
}

/// Carries out an act and prints what was done, with the recovery code if there is one.
fn operate(database: &Path, act: &OperatorActIn, done: &Message, output: &Output) -> Result<(), Failure> {
    let code = maintenance::operate(database, act).map_err(|error| match error {
        OperateError::Act(message) => message.into(),
        OperateError::Store(error) => failure(error, database),
    })?;
    if output.json {
        let mut report = output.message_json(done);
        if let Some(code) = code {
            report["recovery_code"] = json!(code);
        }
        return output.print_json(&report);
    }
    output.print(&output.render(done))?;
    code.map_or(Ok(()), |code| output.print(&code))
}

fn day(at: i64) -> String {
    maintenance::date(at)
}

fn ban_json(account: &OperatorAccountRow) -> serde_json::Value {
    let ban = account.ban.as_ref();
    ban.map_or(
        serde_json::Value::Null,
        |(scope, until, reason)| json!({ "scope": scope.word(), "until": until, "reason": reason }),
    )
}

/// Catalog key of a ban.
fn ban_code(all: bool) -> &'static str {
    if all { "admin_banned_all" } else { "admin_banned_rated" }
}

/// Word of the catalogs for a stored code; a code that a newer program wrote stays as it is.
fn code_word(prefix: &str, code: &str, output: &Output) -> String {
    words::sentence(&format!("{prefix}{code}"), output.language).unwrap_or(code).to_owned()
}

fn players(database: &Path, text: &str, output: &Output) -> Result<(), Failure> {
    let found = maintenance::accounts(database, text, LISTED).map_err(|error| failure(error, database))?;
    if output.json {
        let rows = found.iter().map(|account| {
            json!({
                "handle": account.handle, "name": account.name, "created_at": account.created_at,
                "used_at": account.used_at, "sessions": account.sessions, "rated_games": account.games,
                "ban": ban_json(account),
            })
        });
        return output.print_json(&json!({ "players": rows.collect::<Vec<_>>() }));
    }
    let rows = found.iter().map(|account| {
        let ban = account.ban.as_ref().map(|(scope, until, reason)| {
            let until = until.map(day).unwrap_or_default();
            [output.word(ban_code(*scope == BanScope::All)), until, reason.clone()]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        });
        let games = output.render(&Message::new("admin_games").number("games", account.games));
        let name = account.name.clone().unwrap_or_default();
        let parts = [account.handle.clone(), name, day(account.created_at), games, ban.unwrap_or_default()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
    });
    let rows: Vec<String> = rows.collect();
    if rows.is_empty() {
        return output.print(&output.word("admin_no_players"));
    }
    output.print(&rows.join("\n"))
}

fn report_json(report: &ReportRow) -> serde_json::Value {
    json!({
        "id": report.id, "reporter": report.handles[0], "reported": report.handles[1], "room": report.room,
        "game": report.game, "moves": report.moves, "reason": report.reason, "note": report.note, "at": report.at,
        "closed_at": report.closed_at, "verdict": report.verdict,
    })
}

fn reports(database: &Path, all: bool, output: &Output) -> Result<(), Failure> {
    let found = maintenance::reports(database, all, LISTED).map_err(|error| failure(error, database))?;
    if output.json {
        let rows: Vec<_> = found.iter().map(report_json).collect();
        return output.print_json(&json!({ "reports": rows }));
    }
    if found.is_empty() {
        return output.print(&output.word("admin_no_reports"));
    }
    let line = |report: &ReportRow| {
        let [reporter, reported] = report.handles.each_ref().map(|one| one.as_deref().unwrap_or("?"));
        let room = report.room.as_ref().map(|room| format!("/room/{room}")).unwrap_or_default();
        let closed = report.verdict.as_ref().map(|verdict| format!("[{verdict}]")).unwrap_or_default();
        let head = format!("{}  {}  {reporter} → {reported}", report.id, maintenance::minute(report.at));
        [head, code_word("admin_reason_", &report.reason, output), room, report.note.clone(), closed]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("  ")
    };
    output.print(&found.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn log(database: &Path, output: &Output) -> Result<(), Failure> {
    let rows = maintenance::operator_log(database, LISTED).map_err(|error| failure(error, database))?;
    if output.json {
        let rows = rows.iter().map(|row| {
            json!({
                "number": row.number, "at": row.at, "made_by": row.made_by, "kind": row.kind,
                "handle": row.handle, "note": row.note,
            })
        });
        return output.print_json(&json!({ "log": rows.collect::<Vec<_>>() }));
    }
    if rows.is_empty() {
        return output.print(&output.word("admin_no_log"));
    }
    let lines = rows.iter().map(|row| {
        let handle = row.handle.clone().unwrap_or_default();
        // The note of a ban begins with the code of its scope.
        let (kind, note) = match (row.kind.as_str(), row.note.split_once(" · ")) {
            ("close", _) => (code_word("admin_kind_", &row.kind, output), ""),
            ("ban", Some((scope, rest))) => (output.word(ban_code(scope == BanScope::All.word())), rest),
            ("ban", None) => (output.word(ban_code(row.note == BanScope::All.word())), ""),
            _ => (code_word("admin_kind_", &row.kind, output), row.note.as_str()),
        };
        let by = code_word("admin_by_", &row.made_by, output);
        let parts = [row.number.to_string(), maintenance::minute(row.at), by, kind, handle, note.to_owned()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
    });
    output.print(&lines.collect::<Vec<_>>().join("\n"))
}

/// Shows the key. It is for the eyes of whoever sits at the terminal: not for a pipe, which may end in a log.
fn key(database: &Path, new: bool, output: &Output) -> Result<(), Failure> {
    let (key, file) = maintenance::operator_key(database, new).map_err(|error| failure(error, database))?;
    let file = file.display().to_string();
    if !std::io::stdout().is_terminal() {
        return Err(Message::new("admin_key_terminal").text("file", file).into());
    }
    output.print(&output.render(&Message::new("admin_key").text("key", key).text("file", file)))
}

fn codes(database: &Path, count: usize, output: &Output) -> Result<(), Failure> {
    let codes = maintenance::registration_codes(database, count).map_err(|error| failure(error, database))?;
    if output.json {
        return output.print_json(&json!({ "codes": codes }));
    }
    output.print(&codes.join("\n"))
}

fn ratings(database: &Path, repair: bool, output: &Output) -> Result<(), Failure> {
    let check = maintenance::check_ratings(database, repair).map_err(|error| failure(error, database))?;
    if output.json {
        return output.print_json(&json!({
            "games": check.games,
            "ratings": check.ratings,
            "different": check.different.len(),
        }));
    }
    let message = Message::new(if repair { "admin_ratings_repaired" } else { "admin_ratings" })
        .number("games", check.games)
        .number("ratings", check.ratings)
        .number("different", check.different.len());
    output.print(&output.render(&message))
}

pub const ABOUT: &str = "\
Tasks of the operator of a server. They work beside a running server, which follows within a few seconds.";

pub const EXAMPLES: &str = "\
Examples:
  kydai admin players an --data /srv/kydai
  kydai admin ban Cheater_7 --from rated --days 30 --reason \"used an engine\"
  kydai admin reset-password An_2003
  kydai admin reports
  kydai admin key
  kydai admin codes --count 30 --data /srv/kydai
  kydai admin ratings --data /srv/kydai";
