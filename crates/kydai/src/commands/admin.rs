//! `kydai admin`: accounts of the web app.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;
use server::maintenance;
use table::Message;

use super::data::{database, failure};
use crate::failure::Failure;
use crate::output::Output;

/// `kydai admin`.
#[derive(Args)]
pub struct Admin {
    #[command(subcommand)]
    task: Task,
}

/// Tasks of the operator.
#[derive(Subcommand)]
enum Task {
    /// Print new registration codes, for `kydai serve --registration by-code`; each creates one account
    Codes {
        /// Number of codes
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
        count: u16,

        /// Data directory [default: the system's data directory]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
    /// Compute all ratings again from the log of rated games, and compare them bit by bit
    Ratings {
        /// Replace the ratings that differ
        #[arg(long)]
        repair: bool,

        /// Data directory [default: the system's data directory]
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
}

pub fn run(asked: &Admin, output: &Output) -> Result<(), Failure> {
    match &asked.task {
        Task::Codes { count, data } => codes(usize::from(*count), data.as_deref(), output),
        Task::Ratings { repair, data } => ratings(*repair, data.as_deref(), output),
    }
}

fn codes(count: usize, data: Option<&Path>, output: &Output) -> Result<(), Failure> {
    let database = database(data);
    let codes =
        maintenance::registration_codes(&database, count).map_err(|error| failure(error, &database))?;
    if output.json {
        return output.print_json(&json!({ "codes": codes }));
    }
    output.print(&codes.join("\n"))
}

fn ratings(repair: bool, data: Option<&Path>, output: &Output) -> Result<(), Failure> {
    let database = database(data);
    let check = maintenance::check_ratings(&database, repair).map_err(|error| failure(error, &database))?;
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
Tasks of the operator of a server. They work beside a running server.";

pub const EXAMPLES: &str = "\
Examples:
  kydai admin codes --count 30 --data /srv/kydai
  kydai admin ratings --data /srv/kydai";
